//! A text as a reader sees it, taken apart: the fixed sentences of the system's phrases, with what stands in their slots,
//! and everything else, sentence by sentence. Whether a slot holds what is true is for [`truth`] to say.

mod choices;
mod nearness;
mod notices;
mod prose;
mod slots;
mod truth;
mod words;

use std::sync::Arc;

use crate::gate::evidence::Evidence;
use crate::gate::support::{self, Support};
use crate::golden::{Case, Fixture, Offer, Part, Phrase, PhraseKind, Phrasebook, Slot};
use crate::outcome::Outcome;

/// An answer with all that its texts are held against.
pub(super) struct Reader<'a> {
    pub(super) case: &'a Case,
    pub(super) outcome: &'a Outcome,
    pub(super) fixture: &'a Fixture,
    pub(super) evidence: Evidence<'a>,
    pub(super) supports: Vec<Support<'a>>,
    book: Arc<Phrasebook>,
    pub(super) language: &'static str,
}

/// A part of a text that stands for itself.
#[derive(Debug, Clone)]
pub(super) struct Piece<'t> {
    /// As it is written.
    pub(super) text: &'t str,
    /// What it was read as; none when no fixed sentence reads like this.
    pub(super) phrase: Option<Read<'t>>,
}

/// A fixed sentence with what stands in its slots.
#[derive(Debug, Clone)]
pub(super) struct Read<'t> {
    pub(super) kind: PhraseKind,
    pub(super) missing: Option<String>,
    pub(super) status: Option<String>,
    pub(super) choices: Option<Offer>,
    pub(super) prose_min: usize,
    pub(super) is_dated: bool,
    pub(super) slots: Vec<(Slot, &'t str)>,
}

impl<'t> Read<'t> {
    pub(super) fn slot(&self, slot: Slot) -> Option<&'t str> {
        self.slots.iter().find(|(name, _)| *name == slot).map(|(_, text)| *text)
    }
}

impl<'a> Reader<'a> {
    pub(super) fn of(case: &'a Case, outcome: &'a Outcome, fixture: &'a Fixture) -> Self {
        let is_han = |c: char| matches!(c, '\u{3400}'..='\u{9FFF}');
        Self {
            case,
            outcome,
            fixture,
            evidence: Evidence::of(case, outcome, fixture),
            supports: support::of(outcome, fixture),
            book: fixture.phrases(),
            // The reader reads the language of the question, whatever the answer calls its own.
            language: if case.question.contains(is_han) { "zh" } else { "en" },
        }
    }

    /// The pieces of a text, in order.
    pub(super) fn pieces<'t>(&self, text: &'t str) -> Vec<Piece<'t>> {
        let mut pieces = Vec::new();
        for line in text.lines() {
            let mut rest = line.trim();
            while !rest.is_empty() {
                let (piece, behind) = self.first(rest);
                pieces.push(piece);
                rest = behind.trim_start_matches(is_gap);
            }
        }
        pieces
    }

    /// The first piece of a line, and what stands behind it.
    fn first<'t>(&self, line: &'t str) -> (Piece<'t>, &'t str) {
        let fitting = self.book.of(self.language).iter().filter_map(|phrase| self.fit(phrase, line));
        if let Some((read, rest)) = fitting.min_by_key(|(_, rest)| rest.len()) {
            let text = line.get(..line.len() - rest.len()).unwrap_or_default();
            return (Piece { text, phrase: Some(read) }, rest);
        }
        let sentence = support::split(line).into_iter().next().unwrap_or(line);
        // A sentence is a part of its line.
        let end = line.find(sentence).unwrap_or(0) + sentence.len();
        (Piece { text: sentence, phrase: None }, line.get(end..).unwrap_or_default())
    }

    fn fit<'t>(&self, phrase: &Phrase, line: &'t str) -> Option<(Read<'t>, &'t str)> {
        let parts: Vec<&Part> = phrase.parts.iter().collect();
        let mut slots = Vec::new();
        let rest = self.walk(&parts, line, line, &mut slots)?;
        let Phrase { kind, missing, status, choices, prose_min, is_dated, .. } = phrase;
        let (missing, status) = (missing.clone(), status.clone());
        Some((
            Read { kind: *kind, missing, status, choices: *choices, prose_min: *prose_min, is_dated: *is_dated, slots },
            rest,
        ))
    }

    /// What stands behind the parts; none when they do not stand here, or not as a sentence of their own.
    fn walk<'t>(
        &self,
        parts: &[&Part],
        line: &'t str,
        rest: &'t str,
        slots: &mut Vec<(Slot, &'t str)>,
    ) -> Option<&'t str> {
        let Some((first, others)) = parts.split_first() else { return ends(line, rest).then_some(rest) };
        match first {
            Part::Text(text) => self.walk(others, line, rest.strip_prefix(text.as_str())?, slots),
            Part::Optional(inner) => {
                let all: Vec<&Part> = inner.iter().chain(others.iter().copied()).collect();
                let known = slots.len();
                self.walk(&all, line, rest, slots).or_else(|| {
                    slots.truncate(known);
                    self.walk(others, line, rest, slots)
                })
            }
            Part::Slot(slot) => self.lengths(*slot, rest, others.is_empty()).into_iter().find_map(|length| {
                let (held, behind) = rest.split_at_checked(length)?;
                let known = slots.len();
                slots.push((*slot, held));
                let end = self.walk(others, line, behind, slots);
                if end.is_none() {
                    slots.truncate(known);
                }
                end
            }),
        }
    }
}

/// What may stand between two sentences of a line.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '；' | ';')
}

/// Whether a sentence ends before `rest`: with its line, before a gap, or with a sign that ends it.
fn ends(line: &str, rest: &str) -> bool {
    let last = line.get(..line.len() - rest.len()).and_then(|text| text.chars().last());
    rest.is_empty() || rest.starts_with(is_gap) || last.is_some_and(|c| matches!(c, '。' | '？' | '！' | '：'))
}
