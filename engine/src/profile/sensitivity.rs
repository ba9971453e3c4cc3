//! What restricts a document: its label, its name, and words in its text. All are compared without regard to case, width or
//! invisible characters, so that no spelling slips past. Nothing here reads a document or lowers what was found before.

use aho_corasick::AhoCorasick;

use super::{Sensitivity, SensitivityPolicy};
use crate::lang::is_cjk;
use crate::text::{TextView, VocabularyTooLarge};

impl Sensitivity {
    /// The sensitivity that a label names; none for a label that nobody knows, which must count as
    /// [`Sensitivity::Restricted`].
    pub fn of_label(label: &str) -> Option<Self> {
        TextView::fold(label).parse().ok()
    }
}

impl SensitivityPolicy {
    /// The sensitivity of a document whose content says nothing about it.
    pub fn of_name(&self, name: &str) -> Sensitivity {
        if self.restricts_name(name) { Sensitivity::Restricted } else { self.default }
    }

    /// Whether a document is restricted by its name. The whole name and its last path component are both compared, so that
    /// `exco*` restricts `board/EXCO 2024.xlsx` too.
    pub fn restricts_name(&self, name: &str) -> bool {
        let name = TextView::new(name);
        let last = name.text().rsplit(['/', '\\']).next().unwrap_or_default();
        self.restricted_filename_patterns.iter().any(|pattern| {
            let pattern = TextView::new(pattern);
            matches(pattern.text(), name.text()) || matches(pattern.text(), last)
        })
    }
}

/// The words of a policy that restrict a document in whose text they stand, ready to be looked for. They are found inside
/// other words too (`confidential` in `confidentiality`): an open document too few is better than a restricted one too
/// many.
#[derive(Debug)]
pub struct RestrictedWords {
    /// Words as they are compared.
    spaced: AhoCorasick,
    /// Words with ideographs, without any white space: Chinese text is broken anywhere, and spaced out for emphasis.
    close: AhoCorasick,
}

impl RestrictedWords {
    /// The words of a policy. Fails only for gigabytes of them.
    pub fn new(policy: &SensitivityPolicy) -> Result<Self, VocabularyTooLarge> {
        let folded: Vec<String> = policy.restricted_keywords.iter().map(|word| TextView::fold(word)).collect();
        let folded: Vec<String> = folded.into_iter().filter(|word| !word.is_empty()).collect();
        let close = folded.iter().filter(|word| word.contains(is_cjk)).map(|word| without(word, char::is_whitespace));
        let automaton = |words: Vec<String>| AhoCorasick::new(words).map_err(|_| VocabularyTooLarge);
        Ok(Self { close: automaton(close.collect())?, spaced: automaton(folded)? })
    }

    /// Whether one of the words stands in `texts`, which follow on each other: a word may begin in one and end in the next,
    /// and be hyphenated over a line's end. Linear in the length of the texts.
    pub fn stand_in<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> bool {
        if self.spaced.patterns_len() == 0 {
            return false;
        }
        let mut folded = String::new();
        for text in texts {
            folded.push_str(&TextView::fold(text));
            folded.push(' ');
        }
        self.spaced.is_match(&folded)
            || self.spaced.is_match(&joined_at_hyphens(&folded))
            || self.close.patterns_len() > 0 && self.close.is_match(&without(&folded, char::is_whitespace))
    }
}

fn without(text: &str, dropped: impl Fn(char) -> bool) -> String {
    text.chars().filter(|&c| !dropped(c)).collect()
}

/// The text with words that were broken at a hyphen in one piece.
fn joined_at_hyphens(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut after_hyphen = false;
    for c in text.chars() {
        let hyphen = matches!(c, '-' | '\u{2010}'..='\u{2012}');
        if !(hyphen || after_hyphen && c == ' ') {
            joined.push(c);
        }
        after_hyphen = hyphen;
    }
    joined
}

/// Whether `name` is of the form `pattern`, where `*` stands for any characters and `?` for one. Linear in the name for
/// each `*` of the pattern.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where to go on when the last `*` has to take one character more.
    let mut retry: Option<(usize, usize)> = None;
    while let Some(&c) = name.get(n) {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p + 1, n));
                p += 1;
            }
            Some(&wanted) if wanted == '?' || wanted == c => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((after_star, taken)) = retry else { return false };
                retry = Some((after_star, taken + 1));
                p = after_star;
                n = taken + 1;
            }
        }
    }
    pattern.iter().skip(p).all(|c| *c == '*')
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
