//! Word lists: text files under `engine/data/language`, one term a line. A line that opens with `#` is a comment; where a
//! term has a meaning, it stands behind a tab; a line with slots is a frame, which stands for several terms. What a list is
//! for stands at its head; what its words do is decided elsewhere.

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use crate::text::TextView;

/// The text of a file under `engine/data/language`.
macro_rules! list {
    ($file:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/language/", $file))
    };
}
pub(crate) use list;

/// The words of a file under `engine/data/language`, in whichever collection they are to be kept.
macro_rules! words {
    ($file:literal) => {
        std::sync::LazyLock::new(|| $crate::language::lists::terms($crate::language::lists::list!($file)).collect())
    };
}
pub(crate) use words;

/// The same, folded, for asking whether a word of a view is one of them.
macro_rules! word_set {
    ($file:literal) => {
        std::sync::LazyLock::new(|| $crate::language::lists::folded($crate::language::lists::list!($file)))
    };
}
pub(crate) use word_set;

/// The terms of a list, without comments and blank lines.
pub(crate) fn terms(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The terms of a list with their meanings.
pub(crate) fn meanings(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    terms(list).filter_map(|line| line.split_once('\t'))
}

/// The terms of a list, each frame spelled out: one term for each choice of its slots. `{a|b}` is a slot with its choices,
/// `{name}` one whose choices stand in lines of their own, `{name} = a|b`. A straight apostrophe is written curly as well.
pub(crate) fn spelled(file: &'static str) -> Vec<Cow<'static, str>> {
    let mut slots: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut all = Vec::new();
    for line in terms(file) {
        match line.strip_prefix('{').and_then(|line| line.split_once("} = ")) {
            Some((name, choices)) => slots.entry(name).or_default().extend(choices.split('|')),
            None => spell_out(Cow::Borrowed(line), &slots, &mut all),
        }
    }
    let curly: Vec<_> =
        all.iter().filter(|term| term.contains('\'')).map(|term| Cow::Owned(term.replace('\'', "’"))).collect();
    all.extend(curly);
    all
}

/// The terms of a list as a set of folded words.
pub(crate) fn folded(file: &'static str) -> HashSet<String> {
    spelled(file).iter().map(|term| TextView::fold(term)).collect()
}

/// Adds what a line stands for. A slot that is not defined has no choices, so its line stands for nothing.
fn spell_out(line: Cow<'static, str>, slots: &HashMap<&str, Vec<&str>>, all: &mut Vec<Cow<'static, str>>) {
    let slot = line.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    let Some((before, (slot, after))) = slot else {
        all.push(line);
        return;
    };
    let own: Vec<&str> = slot.split('|').collect();
    let choices = if own.len() > 1 { &own } else { slots.get(slot).map_or(&[][..], Vec::as_slice) };
    for choice in choices {
        spell_out(Cow::Owned(format!("{before}{choice}{after}")), slots, all);
    }
}

/// A list that is compared with texts as they are written, whatever the case of their Latin letters.
#[derive(Debug)]
pub(crate) struct WordList {
    /// The longest first.
    words: Vec<&'static str>,
}

impl FromIterator<&'static str> for WordList {
    fn from_iter<I: IntoIterator<Item = &'static str>>(words: I) -> Self {
        let mut words: Vec<&'static str> = words.into_iter().collect();
        words.sort_by_key(|word| Reverse(word.len()));
        Self { words }
    }
}

impl WordList {
    /// The words, the longest first.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> {
        self.words.iter().copied()
    }

    /// Whether a text is one of the words.
    pub(crate) fn contains(&self, text: &str) -> bool {
        let from = self.words.partition_point(|word| word.len() > text.len());
        let same_length = self.words.iter().skip(from).take_while(|word| word.len() == text.len());
        same_length.into_iter().any(|word| text.eq_ignore_ascii_case(word))
    }

    /// The rest of a text behind the longest word that it begins with.
    pub(crate) fn strip_start<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.words.iter().find_map(|word| strip_start(text, word))
    }

    /// The rest of a text before the longest word that it ends with.
    pub(crate) fn strip_end<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.words.iter().find_map(|word| strip_end(text, word))
    }
}

/// The rest of a text behind a word that it begins with, whatever its case.
pub(crate) fn strip_start<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    head.eq_ignore_ascii_case(word).then_some(rest)
}

/// The rest of a text before a word that it ends with, whatever its case.
pub(crate) fn strip_end<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (rest, tail) = text.split_at_checked(text.len().checked_sub(word.len())?)?;
    tail.eq_ignore_ascii_case(word).then_some(rest)
}
