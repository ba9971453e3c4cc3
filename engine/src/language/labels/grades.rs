//! Levels of scales that nobody here knows: `Classification: C3`, 密级：三级. Such a value is a label when its key asks for one, and
//! a key that other things have as well (`sensitivity`, `classification`) only with a value that is the step of a scale.

use std::sync::LazyLock;

use super::{
    BESIDE, CLOSED, KeyKind, Level, OPEN, VALUE_BYTES_MAX, denies, denies_any_way, level_of_clause, names, words_of,
};
use crate::language::lists::words;
use crate::text::TextView;

/// What keys hold that ask for the level of a document and for nothing else, in small letters and without what parts words.
static LEVEL_KEYS: LazyLock<Vec<&str>> = words!("labels/level_keys.txt");
/// Longest name of a level.
const STEP_CHARS_MAX: usize = 16;

/// Whether a value under a label's key is a level that nobody knows, or says that the document is not public.
pub(crate) fn is_unknown_level(key: &str, value: &str) -> bool {
    let value = value.trim_matches(|c: char| !c.is_alphanumeric());
    if value.is_empty() || value.len() > VALUE_BYTES_MAX {
        return false;
    }
    if denies(value) {
        return names(key, &OPEN);
    }
    if denies_any_way(value) || KeyKind::of(key) != KeyKind::Name || names(key, &CLOSED) {
        return false;
    }
    let asks = LEVEL_KEYS.iter().any(|own| words_of(key).concat().contains(own));
    let is_word = !value.contains(char::is_whitespace) && value.chars().nth(STEP_CHARS_MAX).is_none();
    let is_step = is_step(value) || asks && (is_word || is_numbered(value));
    is_step && level_of_clause(value) != Some(Level::Open)
}

/// Whether a text is the step of a scale: `C3`, `High`, 三级. `Q3` is a quarter, and `Level 3` one of fair values.
fn is_step(value: &str) -> bool {
    let folded = TextView::fold(value);
    let mut chars = folded.chars();
    match [chars.next(), chars.next(), chars.next(), chars.next()] {
        [Some(letter), Some(digit), None, None] if letter.is_ascii_alphabetic() => {
            digit.is_ascii_digit() && !matches!(letter, 'q' | 'h' | 'y')
        }
        [Some(step), Some('级' | '級'), None, None] => {
            step.is_ascii_digit() || "一二三四五甲乙丙高中低".contains(step)
        }
        [Some(step), None, None, None] => "高中低".contains(step),
        // In code: the steps of every scale without a name of its own.
        _ => matches!(&*folded, "high" | "medium" | "low" | "very high"),
    }
}

/// Whether a text is a word about levels and a number: `Level 3`.
fn is_numbered(value: &str) -> bool {
    let folded = TextView::fold(value);
    folded.split_once(' ').is_some_and(|(word, number)| BESIDE.contains(word) && number.parse::<u8>().is_ok())
}
