//! One automaton over every known term. Latin terms match at word boundaries only, CJK terms as substrings; the longest
//! match wins, leftmost first, without overlaps. What a term means is the caller's tag.

use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind, BuildError};

use super::TextView;
use crate::lang::is_cjk;

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
        let folded = TextView::new(term).text().to_owned();
        if !folded.is_empty() {
            self.terms.push((folded, tag));
        }
    }

    /// Builds the automaton. Of two equal terms the one added first wins.
    pub fn build(mut self) -> Result<Lexicon<T>, BuildError> {
        let mut seen = std::collections::HashSet::with_capacity(self.terms.len());
        self.terms.retain(|(term, _)| seen.insert(term.clone()));
        let automaton = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::NoncontiguousNFA))
            .build(self.terms.iter().map(|(term, _)| term.as_bytes()))?;
        Ok(Lexicon {
            automaton,
            tags: self.terms.into_iter().map(|(_, tag)| tag).collect(),
        })
    }
}

/// Known terms, ready to be found.
#[derive(Debug, Clone)]
pub struct Lexicon<T> {
    automaton: AhoCorasick,
    tags: Vec<T>,
}

impl<T: Clone> Lexicon<T> {
    /// Every term that matches in `text` (the text of a [`TextView`]), in order and without overlaps: leftmost first,
    /// and of those that begin together the longest. Candidates that touch `taken` are passed over.
    pub fn find(&self, text: &str, taken: &[Range<usize>]) -> Vec<Mention<T>> {
        let mut candidates: Vec<(Range<usize>, usize)> = self
            .automaton
            .find_overlapping_iter(text)
            .map(|found| (found.start()..found.end(), found.pattern().as_usize()))
            .filter(|(span, _)| {
                !taken
                    .iter()
                    .any(|t| t.start < span.end && span.start < t.end)
                    && stands_alone(text, span, taken)
            })
            .collect();
        candidates.sort_by(|(a, _), (b, _)| a.start.cmp(&b.start).then(b.end.cmp(&a.end)));
        let mut mentions: Vec<Mention<T>> = Vec::with_capacity(candidates.len());
        let mut end = 0;
        for (span, pattern) in candidates {
            if span.start >= end {
                end = span.end;
                mentions.push(Mention {
                    span,
                    tag: self.tags[pattern].clone(),
                });
            }
        }
        mentions
    }

    /// What a text that is nothing but the term stands for.
    pub fn exact(&self, term: &str) -> Option<&T> {
        let view = TextView::new(term);
        let text = view.text();
        self.automaton
            .find_overlapping_iter(text)
            .find(|found| found.start() == 0 && found.end() == text.len())
            .map(|found| &self.tags[found.pattern().as_usize()])
    }
}

/// Whether a match is a word of its own: no letter or digit of an alphabetic script continues it on either side. A
/// boundary with something already taken (a period, say) counts as the edge of a word.
fn stands_alone(text: &str, span: &Range<usize>, taken: &[Range<usize>]) -> bool {
    let joined = |outside: Option<char>, inside: Option<char>| match (outside, inside) {
        (Some(outside), Some(inside)) => is_word(outside) && is_word(inside),
        _ => false,
    };
    let matched = &text[span.clone()];
    let before = joined(
        text[..span.start].chars().next_back(),
        matched.chars().next(),
    );
    let after = joined(text[span.end..].chars().next(), matched.chars().next_back());
    (!before || taken.iter().any(|t| t.end == span.start))
        && (!after || taken.iter().any(|t| t.start == span.end))
}

/// A character that continues a word in an alphabetic script.
fn is_word(c: char) -> bool {
    (c.is_alphanumeric() || c == '_') && !is_cjk(c)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn lexicon(terms: &[&'static str]) -> Lexicon<&'static str> {
        let mut builder = LexiconBuilder::default();
        for term in terms {
            builder.add(term, *term);
        }
        builder.build().unwrap()
    }

    fn found(terms: &[&'static str], text: &str) -> Vec<&'static str> {
        lexicon(terms)
            .find(TextView::new(text).text(), &[])
            .into_iter()
            .map(|m| m.tag)
            .collect()
    }

    #[test]
    fn latin_terms_match_whole_words_only() {
        assert!(found(&["roe"], "our heroes").is_empty());
        assert!(found(&["cn"], "a concern").is_empty());
        assert_eq!(found(&["roe"], "香港ROE是多少"), ["roe"]);
        assert!(found(&["cn"], "ACME_CN").is_empty());
    }

    #[test]
    fn the_longest_term_wins() {
        assert_eq!(
            found(&["中国", "中国香港", "香港"], "中国香港和中国"),
            ["中国香港", "中国"]
        );
        assert_eq!(
            found(&["revenue", "net revenue"], "Net  Revenue, revenue"),
            ["net revenue", "revenue"]
        );
    }

    #[test]
    fn the_edge_of_a_taken_span_is_the_edge_of_a_word() {
        let lexicon = lexicon(&["hk"]);
        assert!(lexicon.find("hk2024", &[]).is_empty());
        assert_eq!(lexicon.find("hk2024", &[2..6]).len(), 1);
    }
}
