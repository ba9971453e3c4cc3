//! English words for numbers, from `engine/data/language/numbers/english.tsv`. Scales stand with the units.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::language::lists::{self, list};

/// What a word says of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnglishNumber {
    /// So many.
    Cardinal(u8),
    /// A dozen, which other cardinals multiply.
    Dozen,
    /// The place in an order, or a share.
    Ordinal(u8),
    /// So many times as much.
    Times(u8),
    /// A half.
    Half,
    /// Numeric without a value of its own: pair, percent.
    Vague,
}

static WORDS: LazyLock<HashMap<&str, EnglishNumber>> = LazyLock::new(|| {
    let list = lists::meanings(list!("numbers/english.tsv"));
    list.filter_map(|(word, meaning)| Some((word, listed(meaning)?))).collect()
});

fn listed(meaning: &str) -> Option<EnglishNumber> {
    let (name, value) = meaning.split_once(' ').unwrap_or((meaning, "0"));
    let value = value.parse().ok()?;
    Some(match name {
        "cardinal" => EnglishNumber::Cardinal(value),
        "dozen" => EnglishNumber::Dozen,
        "ordinal" => EnglishNumber::Ordinal(value),
        "times" => EnglishNumber::Times(value),
        "half" => EnglishNumber::Half,
        "vague" => EnglishNumber::Vague,
        _ => return None,
    })
}

/// Every listed word.
pub(crate) fn english_numbers() -> impl Iterator<Item = (&'static str, EnglishNumber)> {
    WORDS.iter().map(|(word, number)| (*word, *number))
}

/// What a lower-case word says of a number.
pub(crate) fn english_number(word: &str) -> Option<EnglishNumber> {
    WORDS.get(word).copied()
}

#[cfg(test)]
mod tests;
