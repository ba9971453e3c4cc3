//! Questions for a corpus: spans cut from its chunks, so that their words keep company as in real questions, function
//! words included. A span is as long as it must be to hold the wanted number of terms exactly.

use std::fmt;

use crate::corpus::{Author, DOCUMENT_CHUNKS, Plan};
use crate::peer::tokenizer;
use crate::random::Random;

/// How long queries are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terms(pub(crate) usize);

impl Terms {
    /// A few keywords, and a Chinese question of fifteen characters with a stop in it.
    pub(crate) const ALL: [Self; 2] = [Self(6), Self(27)];
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} terms", self.0)
    }
}

/// `count` queries of so many terms for the corpus of a plan.
pub(crate) fn cut(plan: Plan, terms: Terms, count: usize) -> Vec<String> {
    let author = Author::new(plan);
    let documents = usize::try_from(plan.chunks.div_ceil(DOCUMENT_CHUNKS)).unwrap_or(usize::MAX);
    let attempts = (0..).map(|attempt| {
        let mut random = Random::at(&[plan.language as u64, terms.0 as u64, attempt]);
        let document = author.document(random.below(documents) as u64);
        let chunk = random.of(&document.chunks);
        let starts: Vec<usize> = starts(chunk).collect();
        span(&chunk[*random.of(&starts)..], terms.0).map(ToOwned::to_owned)
    });
    attempts.flatten().take(count).collect()
}

/// Where a span may begin: anywhere in Chinese, at words in English.
fn starts(chunk: &str) -> impl Iterator<Item = usize> {
    let mut after_letter = false;
    chunk.char_indices().filter_map(move |(at, character)| {
        let is_letter = character.is_ascii_alphanumeric();
        let is_inside_word = is_letter && after_letter;
        after_letter = is_letter;
        (character.is_alphanumeric() && !is_inside_word).then_some(at)
    })
}

/// The shortest beginning of `text` with exactly `terms` terms, whole words; none when there is none.
fn span(text: &str, terms: usize) -> Option<&str> {
    let ends = text.char_indices().skip(1).filter(|(at, character)| {
        let is_inside_word =
            character.is_ascii_alphanumeric() && text[..*at].ends_with(|before: char| before.is_ascii_alphanumeric());
        !is_inside_word
    });
    ends.map(|(at, _)| &text[..at]).find(|span| count(span) == terms)
}

fn count(text: &str) -> usize {
    let mut count = 0;
    tokenizer().each(text, |_| count += 1);
    count
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
