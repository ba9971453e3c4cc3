//! What is left of a question when everything known is taken away. A question that names a company, place or segment
//! which the profile does not know must not be answered for the home company, so each leftover is given a verdict:
//! an unknown name, an unknown qualifier of the metric, or a word that changes nothing where it stands.

use std::ops::RangeInclusive;

use super::channel::{is_marker, unknown_channel};
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
    /// Words behind a metric that narrow it ("complaints resolved"), unless the question asks why.
    pub(super) trailing: Vec<Slot<String>>,
    /// How many tokens at the start only lead up to the question.
    preamble: usize,
    /// Token ranges that belong to an unknown name; known terms inside them fill no slot.
    phrases: Vec<RangeInclusive<usize>>,
}

impl Reading {
    /// How many tokens at the start only lead up to the question.
    pub(super) fn preamble(&self) -> usize {
        self.preamble
    }

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

impl Reading {
    /// The same reading with those unknown names alone that are somebody else's, though an entity's name stands in them.
    pub(super) fn of_foreign_names(&self, row: &Row<'_>) -> Self {
        let is_foreign = |phrase: &&RangeInclusive<usize>| is_foreign(row, phrase);
        let phrases = self.phrases.iter().filter(is_foreign).cloned().collect();
        Self { preamble: self.preamble, phrases, ..Self::default() }
    }

    /// The last token of the unknown name that begins at a token.
    pub(super) fn phrase_at(&self, first: usize) -> Option<usize> {
        let at = self.phrases.binary_search_by_key(&first, |phrase| *phrase.start()).ok()?;
        self.phrases.get(at).map(|phrase| *phrase.end())
    }
}

/// Words that make an organisation's name of the place directly before them, and of nothing else: 中国银行 is a bank, 内地合作
/// 银行 are the banks of a place. Other words of companies (健康险, 医疗) rather say what a place's business is in.
const ORGANISATIONS: [&str; 7] = ["银行", "公司", "集团", "交易所", "证券", "股份", "协会"];

/// Whether a phrase is the name of somebody else that holds an entity's: 香港交易所, "Bank of China", "China Mobile".
fn is_foreign(row: &Row<'_>, phrase: &RangeInclusive<usize>) -> bool {
    if !phrase.clone().any(|index| is_home(row, index)) {
        return false;
    }
    let (first, last) = (*phrase.start(), *phrase.end());
    let is_organisation =
        || last > first && is_home(row, first) && ORGANISATIONS.contains(&row.joined(first + 1, last).trim());
    is_organisation() || phrase.clone().any(|index| is_capitalised(row, index))
}

/// Whether a Latin word of a name is written like one: a capital, then small letters. An abbreviation in capitals is
/// rather a kind of business.
fn is_capitalised(row: &Row<'_>, index: usize) -> bool {
    let is_name = matches!(row.kind(index), Some(TokenKind::Name | TokenKind::Word(WordClass::Company)));
    let written = row.source_text(index, index);
    let mut letters = written.chars();
    is_name && letters.next().is_some_and(char::is_uppercase) && letters.any(char::is_lowercase)
}

/// Gives every leftover its verdict, left to right; the first `preamble` tokens are none of the question's own.
pub(super) fn read(row: &Row<'_>, preamble: usize) -> Reading {
    let mut reading = Reading { preamble, ..Reading::default() };
    let mut index = preamble;
    while index < row.tokens.len() {
        if row.kind(index) == Some(&TokenKind::Word(WordClass::Operation(Operation::Conversion))) {
            index = behind_target(row, index);
        } else if let Some(last) = unknown_channel(row, index) {
            let (raw, span) = (row.source_text(index, last), row.source_span(index, last));
            let listed = is_listed(row, index, last);
            reading.unknown.push(Unknown { param: Param::Channel, raw, span, listed });
            reading.phrases.push(index..=last);
            index = last + 1;
        } else if let Some(last) = unknown_name(row, index) {
            take(row, index..=last, &mut reading);
            index = last + 1;
        } else {
            if trails_metric(row, index) || splits_metric(row, index) {
                let value = row.source_text(index, index);
                reading.trailing.push(Slot { value, span: row.source_span(index, index) });
            }
            index += 1;
        }
    }
    reading
}

/// Whether an English metric stands directly before another, or behind it and "from" ("milk sales", "sales from milk"):
/// then it says which part of the other is meant.
fn splits_metric(row: &Row<'_>, index: usize) -> bool {
    let is_metric =
        |index: usize| matches!(row.kind(index), Some(TokenKind::Term(Term::Metric(_)))) && latin(row, index);
    let of_another = row.text(index + 1) == "from" && is_metric(index + 2);
    is_metric(index) && (is_metric(index + 1) || of_another)
}

/// Whether an English word directly behind a metric says which part of it is meant.
fn trails_metric(row: &Row<'_>, index: usize) -> bool {
    row.kind(index) == Some(&TokenKind::Ordinary)
        && latin(row, index)
        && matches!(row.before(index), Some(TokenKind::Term(Term::Metric(_))))
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
            TokenKind::Name
            | TokenKind::Term(Term::Place | Term::Entity(_))
            | TokenKind::Word(WordClass::Company | WordClass::ThirdParty),
        ) => true,
        // "retail division", but not "Hong Kong division".
        Some(TokenKind::Word(WordClass::Segment)) => {
            matches!(row.before(index), Some(TokenKind::Name | TokenKind::Ordinary)) && index > 0
        }
        Some(TokenKind::Word(WordClass::Harmless | WordClass::NumericWeak)) => names_something(row, index),
        Some(TokenKind::Ordinary) => narrows(row, index),
        _ => false,
    }
}

/// Whether a word that means nothing elsewhere is a name here: written with a capital before a company word ("Figure
/// Inc"), or before a number and behind a preposition ("of Hotel 7").
fn names_something(row: &Row<'_>, index: usize) -> bool {
    const PLACES_IN_DOCUMENTS: [&str; 12] = [
        "page", "slide", "sheet", "table", "row", "column", "section", "chapter", "figure", "note", "question", "item",
    ];
    let capital = row.source_text(index, index).starts_with(char::is_uppercase);
    let before_company = row.kind(index + 1) == Some(&TokenKind::Word(WordClass::Company)) && capital;
    let numbered = row.kind(index + 1) == Some(&TokenKind::Number)
        && latin(row, index)
        && follows_preposition(row, index)
        && !PLACES_IN_DOCUMENTS.contains(&row.text(index));
    before_company || numbered
}

/// The next token of the same name: beside it, or behind a hyphen, an ampersand or a bracket.
fn continues(row: &Row<'_>, last: usize) -> Option<usize> {
    let next = last + 1;
    let numbers_it = row.kind(next) == Some(&TokenKind::Number) && !is_home(row, last);
    if may_be_in_name(row, next) || numbers_it {
        let both_places = is_place(row, last) && is_place(row, next);
        return (!both_places).then_some(next);
    }
    let joins_names = match row.kind(next)? {
        TokenKind::Punct => match row.text(next) {
            "-" | "&" | "_" | "·" | "(" => true,
            // A full stop joins letters (A.B), not sentences.
            "." => row.touching(next),
            _ => false,
        },
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
            Some(
                TokenKind::Term(Term::Place)
                | TokenKind::Ordinary
                | TokenKind::Word(
                    WordClass::ThirdParty | WordClass::Segment | WordClass::Harmless | WordClass::NumericWeak,
                ),
            ) => return true,
            Some(TokenKind::Name) if !is_stray(row, &phrase) => return true,
            Some(TokenKind::Term(Term::Entity(_))) => entity = true,
            Some(TokenKind::Word(WordClass::Company)) => company = true,
            _ => {}
        }
    }
    company && (entity || stands_before_metric(row, *phrase.end()) || is_marker(row, *phrase.end() + 1))
}

/// A single ideograph that touches no slot is an interjection or a slip, not a name, where the question says otherwise
/// whose number it wants.
fn is_stray(row: &Row<'_>, phrase: &RangeInclusive<usize>) -> bool {
    let (first, last) = (*phrase.start(), *phrase.end());
    let touches = |kind: Option<&TokenKind>| matches!(kind, Some(TokenKind::Term(_)));
    first == last
        && names_an_entity(row)
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
    let before_entity = matches!(next, Some(TokenKind::Term(Term::Entity(_)) | TokenKind::Word(WordClass::Segment)));
    let between = matches!(row.before(first), Some(TokenKind::Term(Term::Entity(_))))
        && matches!(next, Some(TokenKind::Period(_) | TokenKind::Word(WordClass::Company)));
    before_entity || between || follows_preposition(row, first)
}

fn latin(row: &Row<'_>, index: usize) -> bool {
    row.text(index).is_ascii()
}

/// Whether a metric stands directly behind, or behind a hyphen, or behind "of" and an article ("cost of the revenue").
fn stands_before_metric(row: &Row<'_>, last: usize) -> bool {
    let next = match row.text(last + 1) {
        "of" if matches!(row.text(last + 2), "the" | "our" | "its") => last + 3,
        "-" | "of" => last + 2,
        _ => last + 1,
    };
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
    let raw = whole_word(row, first, last);
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

/// The question's own word: with the particles that a dictionary cut from it (会员 is no 员), where nothing parts them.
fn whole_word(row: &Row<'_>, first: usize, last: usize) -> String {
    const ASIDE: [&str; 14] = ["的", "在", "是", "和", "与", "了", "吗", "呢", "请", "查", "问", "把", "对", "及"];
    let is_particle = |index: usize| {
        matches!(row.kind(index), Some(TokenKind::Word(WordClass::Harmless)))
            && row.text(index).chars().count() == 1
            && !latin(row, index)
            && !ASIDE.contains(&row.text(index))
    };
    let fragment = |index: usize| row.kind(index) == Some(&TokenKind::Name) && !latin(row, index);
    let before = first.checked_sub(1).filter(|i| fragment(first) && is_particle(*i) && row.touches(*i, first));
    let after =
        Some(last + 1).filter(|i| before.is_none() && fragment(last) && is_particle(*i) && row.touches(last, *i));
    row.source_text(before.unwrap_or(first), after.unwrap_or(last))
}

fn names_an_entity(row: &Row<'_>) -> bool {
    row.tokens.iter().any(|token| matches!(token.kind, TokenKind::Term(Term::Entity(_) | Term::HomeCompany)))
}

/// The dimension an unknown name belongs to: a channel beside "channel" or "via", else that of the known values it is
/// listed with, else an entity.
fn param_of(row: &Row<'_>, first: usize, last: usize) -> Param {
    if is_marker(row, last + 1) || (first > 0 && is_marker(row, first - 1)) {
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
    match before.or(after) {
        // Where nobody is named yet, a name behind a comma is rather a company's than another metric's.
        Some(Param::Metric) if !names_an_entity(row) && row.before(first) == Some(&TokenKind::Punct) => Param::Entity,
        listed_with => listed_with.unwrap_or(Param::Entity),
    }
}

/// Whether the tokens are one more of a list, or in a clause of their own.
pub(super) fn is_listed(row: &Row<'_>, first: usize, last: usize) -> bool {
    (first > 0 && joins(row, first - 1)) || joins(row, last + 1)
}

fn joins(row: &Row<'_>, index: usize) -> bool {
    match row.kind(index) {
        Some(TokenKind::Word(WordClass::Joiner)) => true,
        Some(TokenKind::Punct) => match row.text(index) {
            "," | "、" | "/" | "&" | "+" | ";" | "?" | "!" | "。" => true,
            "." => !row.touching(index),
            _ => false,
        },
        _ => false,
    }
}
