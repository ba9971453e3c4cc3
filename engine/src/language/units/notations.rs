//! The words and signs that notations of units are made of, from `engine/data/language/units` and the names of currencies. What
//! a profile calls its units is known elsewhere.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::language::lists::{list, meanings, terms};
use crate::text::fold_han;

/// What a word or sign is to a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Notation {
    /// A power of ten.
    Scale(u8),
    /// A currency, by its key.
    Currency(&'static str),
    /// A sign that several currencies share.
    Shared(char),
    Percent,
    PercentagePoints,
    BasisPoints,
    PerMille,
    /// Things that are counted or measured.
    Counted,
}

/// A word or sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word {
    /// As lists write it: folded.
    pub(crate) text: &'static str,
    pub(crate) notation: Notation,
    /// Whether it means something else in other places.
    pub(crate) short: bool,
}

impl Word {
    /// A line of `notations.tsv`.
    fn listed((text, meaning): (&'static str, &'static str)) -> Option<Self> {
        let (meaning, short) = meaning.strip_prefix("short ").map_or((meaning, false), |meaning| (meaning, true));
        let (name, held) = meaning.split_once(' ').unwrap_or((meaning, ""));
        let notation = match (name, held) {
            ("scale", power) => Notation::Scale(power.parse().ok()?),
            ("shared", sign) => Notation::Shared(sign.chars().next()?),
            ("percent", _) => Notation::Percent,
            ("percentage", "points") => Notation::PercentagePoints,
            ("basis", "points") => Notation::BasisPoints,
            ("per", "mille") => Notation::PerMille,
            _ => return None,
        };
        Some(Self { text, notation, short: short || matches!(notation, Notation::Shared(_)) })
    }
}

/// Every word of the lists, the shared signs before the currencies that the same signs also name.
pub(crate) fn words() -> impl Iterator<Item = Word> {
    let notations = meanings(list!("units/notations.tsv")).filter_map(Word::listed);
    let currencies = currencies().map(|(key, text)| Word { text, notation: Notation::Currency(key), short: false });
    let counted = terms(list!("units/counted.txt"));
    notations.chain(currencies).chain(counted.map(|text| Word { text, notation: Notation::Counted, short: false }))
}

/// Keys of currencies and their names.
pub(crate) fn currencies() -> impl Iterator<Item = (&'static str, &'static str)> {
    meanings(list!("units/currencies.tsv"))
}

/// The currencies that write themselves with a shared sign; none where nobody says.
pub(crate) fn sharing(sign: char) -> impl Iterator<Item = &'static str> {
    let of_sign = move |meaning: &&str| meaning.strip_prefix("shared ").is_some_and(|held| held.starts_with(sign));
    let first = meanings(list!("units/notations.tsv")).map(|(_, meaning)| meaning).find(of_sign);
    first.into_iter().flat_map(|meaning| meaning.split(' ').skip(2))
}

/// Words by their first character, the longest first.
static BY_FIRST: LazyLock<HashMap<char, Vec<Word>>> = LazyLock::new(|| {
    let mut by_first: HashMap<char, Vec<Word>> = HashMap::new();
    for word in words() {
        by_first.entry(word.text.chars().next().unwrap_or_default()).or_default().push(word);
    }
    for words in by_first.values_mut() {
        words.sort_by_key(|word| Reverse(word.text.len()));
    }
    by_first
});

/// The longest word of some kinds that a text begins with, whatever the case of its Latin letters and the form
/// of its ideographs. It may be a part of a longer one of the text.
pub(crate) fn at_start(text: &str, of_kind: impl Fn(Notation) -> bool) -> Option<Word> {
    let folded = |c: char| fold_han(c.to_ascii_lowercase());
    let first = folded(text.chars().next()?);
    let begins = |word: &&Word| {
        let mut written = text.chars();
        // A folded ideograph has as many bytes as the written one, or the word's length would be none of the text's.
        let is_next = |c: char| written.next().is_some_and(|w| folded(w) == c && w.len_utf8() == c.len_utf8());
        of_kind(word.notation) && word.text.chars().all(is_next)
    };
    BY_FIRST.get(&first)?.iter().find(begins).copied()
}
