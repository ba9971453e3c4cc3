//! Words above columns that say what kind of thing stands below: labels, remarks, figures of a scenario. The lists stand in
//! `engine/data/language/headings`; no word of any business is among them.

use std::sync::LazyLock;

use super::lists::{WordList, words};
use super::marks::{Place, without_footnotes};
use crate::text::half_width;

static SCENARIOS: LazyLock<WordList> = words!("headings/scenarios.txt");
static CORNERS: LazyLock<WordList> = words!("headings/corners.txt");
static OWNER_KEYS: LazyLock<WordList> = words!("headings/owner_keys.txt");
static MODIFIERS: LazyLock<Vec<&str>> = words!("headings/modifiers.txt");
static COUNTERS: LazyLock<WordList> = words!("headings/counters.txt");
static MODIFIERS_ALONE: LazyLock<WordList> = words!("headings/modifiers_alone.txt");
static ATTRIBUTES: LazyLock<WordList> = words!("headings/attributes.txt");

/// Whether a text says what kind of figures stand below: `Actual`, `Budget`, 实际, `Var %`.
pub(crate) fn is_scenario(text: &str) -> bool {
    let narrow = half_width(text);
    SCENARIOS.contains(bare(&narrow).trim_matches(['%', '(', ')', ' ', ':', '率', '额', '值']))
}

/// Whether the word above a column of labels says no more than what kind of labels they are.
pub(crate) fn is_corner(text: &str) -> bool {
    let narrow = half_width(text);
    CORNERS.contains(bare(&narrow).trim_end_matches([':', ' ']))
}

/// Whether the key of a statement says that it names whose a document is: `company`, `issuer_name`, 发行人.
pub(crate) fn is_owner_key(key: &str) -> bool {
    let narrow = half_width(key).to_lowercase();
    narrow.split(['_', '-', ' ', ':', '.']).any(|word| OWNER_KEYS.contains(word))
}

/// Whether the word above a column promises remarks or states rather than labels.
pub(crate) fn is_attribute(text: &str) -> bool {
    let narrow = half_width(text);
    ATTRIBUTES.contains(bare(&narrow))
}

/// Whether the word above a column of numbers says what becomes of the other values of their rows: `Sign`, `Ownership`, 持股比例.
pub(crate) fn is_modifier(text: &str) -> bool {
    let narrow = half_width(text).to_lowercase();
    let is_mark = |c: char| !c.is_alphanumeric();
    // A sign of percent before the words is one of them (`% held`), behind them a unit.
    let phrase = bare(&narrow).trim_end_matches(is_mark).trim_start_matches(|c| is_mark(c) && c != '%');
    // The head of an English phrase stands before its first preposition: "our share of the venture".
    let head = [" of ", " in "].iter().filter_map(|preposition| phrase.find(preposition)).min();
    let head = head.and_then(|end| phrase.get(..end)).unwrap_or(phrase);
    let ends = |word: &&str| {
        let before = head.strip_suffix(*word);
        before.is_some_and(|before| !word.is_ascii() || !before.ends_with(char::is_alphanumeric))
    };
    MODIFIERS_ALONE.contains(phrase) || MODIFIERS.iter().any(ends)
}

/// Whether the word above a column of numbers says that they only tell rows apart or refer to another place: `No.`, `Note`, 行次.
pub(crate) fn counts_rows(text: &str) -> bool {
    let narrow = half_width(text);
    COUNTERS.contains(bare(&narrow).trim_matches(['.', ':', ' ']))
}

fn bare(text: &str) -> &str {
    without_footnotes(text, Place::Label).0
}
