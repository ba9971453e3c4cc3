//! What is left of a question when everything known is taken away. A question that names a company, place or segment
//! which the profile does not know must not be answered for the home company, so each leftover is given a verdict:
//! an unknown name, an unknown qualifier of the metric, or a word that changes nothing where it stands.

use std::ops::RangeInclusive;

use super::token::{Row, TokenKind};
use super::{Param, Slot, Unknown};
use crate::profile::{Operation, Term, WordClass};

/// How far a run of words is read for what stands behind it.
const PHRASE_WORDS_MAX: usize = 6;

/// The verdicts over one question.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// Names that the profile does not know.
    pub(super) unknown: Vec<Unknown>,
    /// Words that make another quantity of the metric they stand before.
    pub(super) qualifiers: Vec<Slot<String>>,
    /// How many tokens at the start only lead up to the question.
    preamble: usize,
    /// Token ranges that belong to an unknown name; known terms inside them fill no slot.
    phrases: Vec<RangeInclusive<usize>>,
}

impl Reading {
    /// Whether a token only leads up to the question.
    pub(super) fn in_preamble(&self, index: usize) -> bool {
        index < self.preamble
    }

    /// Whether a token is part of an unknown name.
    pub(super) fn absorbed(&self, index: usize) -> bool {
        let after = self.phrases.partition_point(|phrase| *phrase.start() <= index);
        after.checked_sub(1).is_some_and(|i| self.phrases[i].contains(&index))
    }
}

/// Gives every leftover its verdict, left to right; the first `preamble` tokens are none of the question's own.
pub(super) fn read(row: &Row<'_>, preamble: usize) -> Reading {
    let mut reading = Reading { preamble, ..Reading::default() };
    let mut index = preamble;
    while index < row.tokens.len() {
        if row.kind(index) == Some(&TokenKind::Word(WordClass::Operation(Operation::Conversion))) {
            index = behind_target(row, index);
        } else if let Some(last) = unknown_channel(row, index) {
            take(row, index..=last, &mut reading);
            index = last + 1;
        } else if let Some(last) = unknown_name(row, index) {
            take(row, index..=last, &mut reading);
            index = last + 1;
        } else {
            index += 1;
        }
    }
    reading
}

/// The token behind a conversion and what it converts to: "换算成焦耳", "converted to joules". The unit need not be known,
/// because nothing is converted.
fn behind_target(row: &Row<'_>, conversion: usize) -> usize {
    let is_target = |index: usize| matches!(row.kind(index), Some(TokenKind::Name | TokenKind::Ordinary));
    let first = match row.kind(conversion + 1) {
        Some(TokenKind::Word(WordClass::Preposition)) => conversion + 2,
        _ => conversion + 1,
    };
    (first..row.tokens.len()).find(|index| !is_target(*index)).unwrap_or(row.tokens.len())
}

/// The last token of the unknown channel that begins at `first`: a channel word that no profile channel is named with, or
/// a name of a few words that makes another channel of a known one ("ultra-high voltage").
fn unknown_channel(row: &Row<'_>, first: usize) -> Option<usize> {
    if row.kind(first) == Some(&TokenKind::Word(WordClass::Channel)) {
        return Some(first);
    }
    let mut next = first;
    for _ in 0..PHRASE_WORDS_MAX {
        let part = row.kind(next) == Some(&TokenKind::Name)
            || (row.kind(next) == Some(&TokenKind::Ordinary) && latin(row, next));
        if !part {
            return None;
        }
        next += if row.text(next + 1) == "-" { 2 } else { 1 };
        if matches!(row.kind(next), Some(TokenKind::Term(Term::Channel(_)))) {
            return Some(next);
        }
    }
    None
}

/// The last token of the unknown name that begins at `first`, if one does.
fn unknown_name(row: &Row<'_>, first: usize) -> Option<usize> {
    // A name that belongs to the channel behind it is none of an entity's in front.
    if !may_be_in_name(row, first) || (is_home(row, first) && unknown_channel(row, first + 1).is_some()) {
        return None;
    }
    let mut last = first;
    while let Some(next) = continues(row, last) {
        last = next;
    }
    is_unknown(row, first..=last).then_some(last)
}

/// Whether a token can be part of a name: leftovers, places, company words, and entities beside them.
fn may_be_in_name(row: &Row<'_>, index: usize) -> bool {
    match row.kind(index) {
        Some(
            TokenKind::Name | TokenKind::Term(Term::Place | Term::Entity(_)) | TokenKind::Word(WordClass::Company),
        ) => true,
        Some(TokenKind::Ordinary) => narrows(row, index),
        _ => false,
    }
}

/// The next token of the same name: beside it, or behind a hyphen, an ampersand or a bracket.
fn continues(row: &Row<'_>, last: usize) -> Option<usize> {
    let next = last + 1;
    if may_be_in_name(row, next) || (row.kind(next) == Some(&TokenKind::Number) && is_name(row, last)) {
        let both_places = is_place(row, last) && is_place(row, next);
        return (!both_places).then_some(next);
    }
    let joins_names = match row.kind(next)? {
        TokenKind::Punct => matches!(row.text(next), "-" | "&" | "." | "_" | "·" | "("),
        TokenKind::Word(WordClass::Preposition) => row.text(next) == "of" && is_company(row, last),
        _ => false,
    };
    (joins_names
        && !is_home(row, last)
        && may_be_in_name(row, next + 1)
        && (is_name(row, last) || is_name(row, next + 1)))
    .then_some(next + 1)
}

fn is_place(row: &Row<'_>, index: usize) -> bool {
    matches!(row.kind(index), Some(TokenKind::Term(Term::Place | Term::Entity(_))))
}

fn is_company(row: &Row<'_>, index: usize) -> bool {
    row.kind(index) == Some(&TokenKind::Word(WordClass::Company))
}

fn is_home(row: &Row<'_>, index: usize) -> bool {
    matches!(row.kind(index), Some(TokenKind::Term(Term::Entity(_))))
}

fn is_name(row: &Row<'_>, index: usize) -> bool {
    matches!(row.kind(index), Some(TokenKind::Name | TokenKind::Term(Term::Place)))
        || is_company(row, index)
        || (row.kind(index) == Some(&TokenKind::Ordinary) && narrows(row, index))
}

/// Whether a row of name tokens is a name that the profile does not know.
fn is_unknown(row: &Row<'_>, phrase: RangeInclusive<usize>) -> bool {
    let mut entity = false;
    let mut company = false;
    for index in phrase.clone() {
        match row.kind(index) {
            Some(TokenKind::Term(Term::Place) | TokenKind::Ordinary) => return true,
            Some(TokenKind::Name) if !is_stray(row, &phrase) => return true,
            Some(TokenKind::Term(Term::Entity(_))) => entity = true,
            Some(TokenKind::Word(WordClass::Company)) => company = true,
            _ => {}
        }
    }
    company && (entity || stands_before_metric(row, *phrase.end()) || marks_channel(row, *phrase.end() + 1))
}

/// A single ideograph that touches no slot is an interjection or a slip, not a name.
fn is_stray(row: &Row<'_>, phrase: &RangeInclusive<usize>) -> bool {
    let (first, last) = (*phrase.start(), *phrase.end());
    let touches = |kind: Option<&TokenKind>| matches!(kind, Some(TokenKind::Term(_)));
    first == last
        && row.text(first).chars().count() == 1
        && row.text(first).chars().all(crate::lang::is_cjk)
        && !touches(row.before(first))
        && !touches(row.kind(last + 1))
}

/// Whether an ordinary word stands where it narrows what is asked: before a metric or, in English, before an entity or
/// after a preposition, or between an entity and what is asked of it.
fn narrows(row: &Row<'_>, index: usize) -> bool {
    let next = row.kind(index + 1);
    if next == Some(&TokenKind::Ordinary) && index + 1 < row.tokens.len() && latin(row, index) == latin(row, index + 1)
    {
        // A row of ordinary words narrows where its last word does.
        return narrows_as_last(row, last_ordinary(row, index), index);
    }
    narrows_as_last(row, index, index)
}

/// The last word of the run of ordinary words at `index`; a run is short, and only its first words are looked at.
fn last_ordinary(row: &Row<'_>, index: usize) -> usize {
    (index..index + PHRASE_WORDS_MAX).take_while(|i| row.kind(*i) == Some(&TokenKind::Ordinary)).last().unwrap_or(index)
}

fn narrows_as_last(row: &Row<'_>, last: usize, first: usize) -> bool {
    if stands_before_metric(row, last) {
        return true;
    }
    if !latin(row, last) {
        return false;
    }
    let next = row.kind(last + 1);
    let before_entity = matches!(next, Some(TokenKind::Term(Term::Entity(_))));
    let between = matches!(row.before(first), Some(TokenKind::Term(Term::Entity(_))))
        && matches!(next, Some(TokenKind::Period(_) | TokenKind::Word(WordClass::Company)));
    before_entity || between || follows_preposition(row, first)
}

fn latin(row: &Row<'_>, index: usize) -> bool {
    row.text(index).is_ascii()
}

fn stands_before_metric(row: &Row<'_>, last: usize) -> bool {
    let next =
        if row.kind(last + 1) == Some(&TokenKind::Punct) && row.text(last + 1) == "-" { last + 2 } else { last + 1 };
    matches!(row.kind(next), Some(TokenKind::Term(Term::Metric(_))))
}

/// Whether a preposition, or one with an article, stands directly before.
fn follows_preposition(row: &Row<'_>, first: usize) -> bool {
    let is_preposition = |kind| kind == Some(&TokenKind::Word(WordClass::Preposition));
    let article = first > 0 && matches!(row.text(first - 1), "the" | "a" | "an" | "our" | "all");
    is_preposition(row.before(first)) || (article && first > 1 && is_preposition(row.before(first - 1)))
}

/// Enters an unknown name: as another metric's qualifier when a known entity is asked about, else under the dimension
/// that its neighbours speak for.
fn take(row: &Row<'_>, phrase: RangeInclusive<usize>, reading: &mut Reading) {
    let (first, last) = (*phrase.start(), *phrase.end());
    let span = row.source_span(first, last);
    let raw = row.source_text(first, last);
    let param = param_of(row, first, last);
    let plain = phrase
        .clone()
        .all(|i| matches!(row.kind(i), Some(TokenKind::Ordinary | TokenKind::Name)) || is_company(row, i));
    let narrows_metric = plain && stands_before_metric(row, last) && param == Param::Entity;
    if narrows_metric && names_an_entity(row) {
        reading.qualifiers.push(Slot { value: raw, span });
    } else {
        reading.unknown.push(Unknown { param, raw, span, listed: is_listed(row, first, last) });
    }
    reading.phrases.push(phrase);
}

fn names_an_entity(row: &Row<'_>) -> bool {
    row.tokens.iter().any(|token| matches!(token.kind, TokenKind::Term(Term::Entity(_) | Term::HomeCompany)))
}

fn marks_channel(row: &Row<'_>, index: usize) -> bool {
    row.kind(index) == Some(&TokenKind::Word(WordClass::ChannelMarker))
}

/// The dimension an unknown name belongs to: a channel beside "channel" or "via", else that of the known values it is
/// listed with, else an entity.
fn param_of(row: &Row<'_>, first: usize, last: usize) -> Param {
    let names_channel = |index| {
        matches!(row.kind(index), Some(TokenKind::Word(WordClass::Channel) | TokenKind::Term(Term::Channel(_))))
    };
    let is_channel_word = names_channel(first) || names_channel(last);
    let marked = marks_channel(row, last + 1) || (first > 0 && marks_channel(row, first - 1));
    if is_channel_word || marked {
        return Param::Channel;
    }
    let neighbour = |kind: Option<&TokenKind>| match kind? {
        TokenKind::Term(Term::Metric(_)) => Some(Param::Metric),
        TokenKind::Term(Term::Channel(_)) => Some(Param::Channel),
        TokenKind::Term(Term::Entity(_)) => Some(Param::Entity),
        _ => None,
    };
    let before = (first > 1 && joins(row, first - 1)).then(|| neighbour(row.kind(first - 2))).flatten();
    let after = joins(row, last + 1).then(|| neighbour(row.kind(last + 2))).flatten();
    before.or(after).unwrap_or(Param::Entity)
}

/// Whether the tokens are one more of a list, or in a clause of their own.
pub(super) fn is_listed(row: &Row<'_>, first: usize, last: usize) -> bool {
    (first > 0 && joins(row, first - 1)) || joins(row, last + 1)
}

fn joins(row: &Row<'_>, index: usize) -> bool {
    match row.kind(index) {
        Some(TokenKind::Word(WordClass::Joiner)) => true,
        Some(TokenKind::Punct) => matches!(row.text(index), "," | "、" | "/" | "&" | "+" | ";" | "?" | "。"),
        _ => false,
    }
}
