//! The English words of time, from `engine/data/language/periods/english.tsv`. Whole lower-case words only; what a word means
//! where it stands is not known here.

use std::sync::LazyLock;

use super::words::Key;
use crate::language::lists::{self, list};
use crate::language::numbers::{EnglishNumber, english_numbers};

/// Months of a year: more of a unit are spelled in digits.
const COUNT_MAX: u8 = 12;
/// One more than the quarters of a year, so that a fifth one is impossible rather than unknown.
const ORDINAL_MAX: u8 = 5;

/// The list with the numbers that count or order parts of a year, by the first letter of the words: every word of every
/// question is looked up here, most of them in vain.
static WORDS: LazyLock<[Vec<(&str, Key)>; 26]> = LazyLock::new(|| {
    let list = lists::meanings(list!("periods/english.tsv"));
    let listed = list.filter_map(|(word, meaning)| Some((word, Key::listed(meaning)?)));
    let numbers = english_numbers().filter_map(|(word, number)| match number {
        EnglishNumber::Cardinal(count @ 1..=COUNT_MAX) => Some((word, Key::Count(count.into()))),
        EnglishNumber::Ordinal(number @ 1..=ORDINAL_MAX) => Some((word, Key::Ordinal(number.into()))),
        _ => None,
    });
    let mut words: [Vec<(&str, Key)>; 26] = Default::default();
    for (word, key) in listed.chain(numbers) {
        if let Some(words) = letter(word).and_then(|letter| words.get_mut(letter)) {
            words.push((word, key));
        }
    }
    words
});

/// The place of a word's first letter in the alphabet.
fn letter(word: &str) -> Option<usize> {
    word.bytes().next()?.checked_sub(b'a').map(usize::from)
}

/// The meaning of a whole lower-case English word.
pub(super) fn word(word: &str) -> Option<Key> {
    let words = WORDS.get(letter(word)?)?;
    words.iter().find(|(listed, _)| *listed == word).map(|(_, key)| *key)
}

/// The month that a name or abbreviation stands for.
pub(super) fn month(name: &str) -> Option<i8> {
    match word(name)? {
        Key::Month { month, .. } => Some(month),
        _ => None,
    }
}
