//! The English words of time, from `engine/data/language/periods/english.tsv`. Whole lower-case words only; what a word means
//! where it stands is not known here.

use std::sync::LazyLock;

use super::words::Key;
use crate::language::lists;
use crate::language::numbers::{EnglishNumber, english_numbers};

/// Months of a year: more of a unit are spelled in digits.
const COUNT_MAX: u8 = 12;
/// One more than the quarters of a year, so that a fifth one is impossible rather than unknown.
const ORDINAL_MAX: u8 = 5;

/// The list with the numbers that count or order parts of a year, in order of the words.
static WORDS: LazyLock<Vec<(&str, Key)>> = LazyLock::new(|| {
    let list = lists::meanings(include_str!("../../../data/language/periods/english.tsv"));
    let listed = list.filter_map(|(word, meaning)| Some((word, Key::listed(meaning)?)));
    let numbers = english_numbers().filter_map(|(word, number)| match number {
        EnglishNumber::Cardinal(count @ 1..=COUNT_MAX) => Some((word, Key::Count(count.into()))),
        EnglishNumber::Ordinal(number @ 1..=ORDINAL_MAX) => Some((word, Key::Ordinal(number.into()))),
        _ => None,
    });
    let mut words: Vec<(&str, Key)> = listed.chain(numbers).collect();
    words.sort_unstable_by_key(|(word, _)| *word);
    words
});

/// The meaning of a whole lower-case English word.
pub(super) fn word(word: &str) -> Option<Key> {
    let at = WORDS.binary_search_by_key(&word, |(listed, _)| listed).ok()?;
    WORDS.get(at).map(|(_, key)| *key)
}

/// The month that a name or abbreviation stands for.
pub(super) fn month(name: &str) -> Option<i8> {
    match word(name)? {
        Key::Month { month, .. } => Some(month),
        _ => None,
    }
}
