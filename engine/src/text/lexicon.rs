//! One trie over every known term. Latin terms match at word boundaries only, CJK terms as substrings; the longest match
//! wins, leftmost first, without overlaps. What a term means is the caller's tag.
//!
//! A trie and not an Aho–Corasick automaton: terms are short, a match can only begin where a word or an ideograph
//! begins, and the program that answers one question pays for building the vocabulary of a whole profile.

use std::ops::Range;

use crawdad::Trie;

use super::TextView;
use crate::lang::is_cjk;

/// A vocabulary has more terms than one trie can hold: gigabytes of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the vocabulary is too large for one trie; leave out synonyms")]
pub struct VocabularyTooLarge;

/// A known term found in a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention<T> {
    /// Bytes of the view's text.
    pub span: Range<usize>,
    /// What the term stands for.
    pub tag: T,
}

/// Collects terms before the automaton is built.
#[derive(Debug)]
pub struct LexiconBuilder<T> {
    terms: Vec<(String, T)>,
}

impl<T> Default for LexiconBuilder<T> {
    fn default() -> Self {
        Self { terms: Vec::new() }
    }
}

impl<T: Clone> LexiconBuilder<T> {
    /// Adds a term in any spelling; it is normalised as questions are. A term that normalises to nothing is left out.
    pub fn add(&mut self, term: &str, tag: T) {
        let folded = TextView::fold(term);
        if !folded.is_empty() {
            self.terms.push((folded, tag));
        }
    }

    /// Builds the trie. Of two equal terms the one added first wins.
    pub fn build(mut self) -> Result<Lexicon<T>, VocabularyTooLarge> {
        // The sort is stable, so the first of equal terms stays first.
        self.terms.sort_by(|(a, _), (b, _)| a.cmp(b));
        self.terms.dedup_by(|(later, _), (earlier, _)| later == earlier);
        let keys = self.terms.iter().map(|(term, _)| term);
        let trie =
            if self.terms.is_empty() { None } else { Some(Trie::from_keys(keys).map_err(|_| VocabularyTooLarge)?) };
        Ok(Lexicon { trie, tags: self.terms.into_iter().map(|(_, tag)| tag).collect() })
    }
}

/// Whether a term may overlap a taken span.
type Overlap = fn(&Range<usize>, &Range<usize>) -> bool;

/// Known terms, ready to be found.
pub struct Lexicon<T> {
    /// Values are indices of `tags`; none for a vocabulary without terms.
    trie: Option<Trie>,
    tags: Vec<T>,
}

impl<T> std::fmt::Debug for Lexicon<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lexicon").field("terms", &self.tags.len()).finish_non_exhaustive()
    }
}

impl<T: Clone> Lexicon<T> {
    /// Every term that matches in `text` (the text of a [`TextView`]), in order and without overlaps: leftmost first,
    /// and of those that begin together the longest. `taken` holds spans in order that no term may touch; their edges
    /// count as edges of words.
    pub fn find(&self, text: &str, taken: &[Range<usize>]) -> Vec<Mention<T>> {
        self.matches(text, taken, |_, _| false)
    }

    /// As [`Lexicon::find`], but a term that holds a span of `taken` and more wins over it: a name such as "Tier 2024"
    /// is more than the number in it.
    pub fn find_around(&self, text: &str, taken: &[Range<usize>]) -> Vec<Mention<T>> {
        self.matches(text, taken, holds)
    }

    fn matches(&self, text: &str, taken: &[Range<usize>], may_overlap: Overlap) -> Vec<Mention<T>> {
        let mut mentions: Vec<Mention<T>> = Vec::new();
        let mut at = 0;
        let mut before = None;
        while let Some(first) = text[at..].chars().next() {
            let begins_word = !joined(before, first) || taken.binary_search_by_key(&at, |t| t.end).is_ok();
            let longest = if begins_word { self.longest_at(text, at, taken, may_overlap) } else { None };
            let end = match longest {
                Some((end, tag)) => {
                    mentions.push(Mention { span: at..end, tag: tag.clone() });
                    end
                }
                None => at + first.len_utf8(),
            };
            before = text[at..end].chars().next_back();
            at = end;
        }
        mentions
    }

    /// The end and tag of the longest term that begins at `at`, ends with a word, and fits `taken`.
    fn longest_at(&self, text: &str, at: usize, taken: &[Range<usize>], may_overlap: Overlap) -> Option<(usize, &T)> {
        let mut longest = None;
        let mut offsets = text[at..].char_indices().map(|(offset, c)| (at + offset + c.len_utf8(), c));
        let mut chars = 0;
        let (mut end, mut last) = (at, None);
        for (value, length) in self.trie.as_ref()?.common_prefix_search(text[at..].chars()) {
            while chars < length {
                let (next, c) = offsets.next()?;
                (end, last) = (next, Some(c));
                chars += 1;
            }
            let next = text[end..].chars().next();
            let ends_word =
                next.is_none_or(|next| !joined(last, next)) || taken.binary_search_by_key(&end, |t| t.start).is_ok();
            if ends_word && overlapping(taken, &(at..end)).iter().all(|t| may_overlap(&(at..end), t)) {
                longest = self.tags.get(value as usize).map(|tag| (end, tag));
            }
        }
        longest
    }

    /// What a text that is nothing but the term stands for.
    pub fn exact(&self, term: &str) -> Option<&T> {
        let value = self.trie.as_ref()?.exact_match(TextView::fold(term).chars())?;
        self.tags.get(value as usize)
    }
}

/// The spans of `taken` (ascending, disjoint) that share a byte with `span`.
fn overlapping<'a>(taken: &'a [Range<usize>], span: &Range<usize>) -> &'a [Range<usize>] {
    let first = taken.partition_point(|t| t.end <= span.start);
    let after = taken.partition_point(|t| t.start < span.end);
    taken.get(first..after).unwrap_or_default()
}

/// Whether `outer` is `inner` and more.
fn holds(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end && outer.len() > inner.len()
}

/// Whether two neighbouring characters belong to one word of an alphabetic script.
pub(crate) fn joined(before: Option<char>, after: char) -> bool {
    before.is_some_and(is_word) && is_word(after)
}

/// A character that continues a word in an alphabetic script.
fn is_word(c: char) -> bool {
    (c.is_alphanumeric() || c == '_') && !is_cjk(c)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
