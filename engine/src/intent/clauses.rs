//! The clauses of a question that wants figures and a reason: "what was Hong Kong's NBV, and why did bancassurance grow?"
//! Each clause has a scope of its own, so that a channel named in one narrows nothing in another. A question with a single
//! predicate is one clause, however many commas it has.

use std::ops::Range;

use super::token::{Row, TokenKind};
use crate::code::{ChannelCode, EntityCode, MetricCode};
use crate::period::Period;
use crate::profile::WordClass;

/// What one clause of a question names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Clause {
    /// Whether it asks for a reason.
    pub asks_why: bool,
    /// Metrics in text order, without duplicates; so are the next three.
    pub metrics: Vec<MetricCode>,
    /// Entities.
    pub entities: Vec<EntityCode>,
    /// Periods.
    pub periods: Vec<Period>,
    /// Channels; empty means the total.
    pub channels: Vec<ChannelCode>,
}

/// A stretch of a question between two boundaries.
#[derive(Debug, Clone)]
struct Segment {
    tokens: Range<usize>,
    /// Whether a joining word leads into it: ", and", 以及.
    follows_joiner: bool,
}

/// The token ranges of a question's clauses; one where the question has a single predicate.
pub(super) fn ranges(row: &Row<'_>, preamble: usize) -> Vec<Range<usize>> {
    let segments = segments(row, preamble);
    let has_predicate = |segment: &Segment| segment.tokens.clone().any(|index| is_predicate(row, index));
    let mut clauses: Vec<Range<usize>> = Vec::new();
    // Where tokens begin that have no predicate of their own and belong to the next one: 香港，2025年，…
    let mut waiting: Option<usize> = None;
    for (position, segment) in segments.iter().enumerate() {
        let (first, end) = (segment.tokens.start, segment.tokens.end);
        let names_metric = segment.tokens.clone().any(|index| row.is_metric(index));
        let is_set_off = segments.get(position + 1).is_some_and(|next| next.follows_joiner && has_predicate(next));
        let is_added = segment.follows_joiner || row.is_word(first, WordClass::Preposition);
        if has_predicate(segment) || (names_metric && is_set_off) {
            clauses.push(waiting.take().unwrap_or(first)..end);
        } else if let Some(last) = clauses.last_mut().filter(|_| is_added && waiting.is_none()) {
            // "…, and Thailand", "…, in the agency channel": more of the clause before.
            last.end = end;
        } else {
            waiting.get_or_insert(first);
        }
    }
    if let (Some(_), Some(last)) = (waiting, clauses.last_mut()) {
        last.end = row.tokens.len();
    }
    clauses
}

/// Whether a clause asks for a reason.
pub(super) fn asks_why(row: &Row<'_>, clause: &Range<usize>) -> bool {
    clause.clone().any(|index| row.is_word(index, WordClass::Narrative))
}

/// Whether a word asks for something by itself.
fn is_predicate(row: &Row<'_>, index: usize) -> bool {
    matches!(row.kind(index), Some(TokenKind::Word(WordClass::Narrative | WordClass::Numeric | WordClass::NumericWeak)))
}

/// The question cut at its punctuation, and at joining words before a predicate.
fn segments(row: &Row<'_>, preamble: usize) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    let (mut start, mut follows_joiner) = (preamble, false);
    for index in preamble..row.tokens.len() {
        let is_joiner = row.is_word(index, WordClass::Joiner);
        let joins = is_joiner && (start == index || is_predicate(row, index + 1));
        let ends = row.kind(index) == Some(&TokenKind::Punct)
            && match row.text(index) {
                "," | ";" | "?" | "!" | "。" => true,
                "." => !row.touching(index),
                _ => false,
            };
        if joins || ends {
            segments.push(Segment { tokens: start..index, follows_joiner });
            (start, follows_joiner) = (index + 1, joins);
        }
    }
    segments.push(Segment { tokens: start..row.tokens.len(), follows_joiner });
    segments.retain(|segment| !segment.tokens.is_empty());
    segments
}
