//! What is left of a question when everything known is taken away. A question that names a company, place or segment
//! which the profile does not know must not be answered for the home company, so each leftover is given a verdict:
//! an unknown name, an unknown qualifier of the metric, or a word that changes nothing where it stands.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

use super::channel::unknown_channel;
use super::name::{latin, names_an_entity, stands_before_metric, unknown_name};
use super::preamble;
use super::token::{Row, TokenKind};
use super::unit::UnitRequest;
use super::{Param, Slot, Unknown};
use crate::language::lists::word_set;
use crate::profile::{Operation, Term, WordClass};
use crate::rule::{Rule, word as rules};

/// The verdicts over one question.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// Names that the profile does not know.
    pub(super) unknown: Vec<Unknown>,
    /// Words that make another quantity of the metric they stand before.
    pub(super) qualifiers: Vec<Slot<String>>,
    /// Words behind a metric that narrow it ("complaints resolved"), unless the question asks why; with the rule by which
    /// each does.
    pub(super) trailing: Vec<(Slot<String>, &'static Rule)>,
    /// The rule behind each of the other verdicts.
    pub(super) rules: Vec<Slot<&'static Rule>>,
    /// How many tokens at the start only lead up to the question.
    preamble: usize,
    /// Token ranges that belong to an unknown name; known terms inside them fill no slot.
    phrases: Vec<RangeInclusive<usize>>,
    /// The clauses of the preamble that only tell a circumstance.
    circumstances: Vec<Range<usize>>,
    /// The clauses of the preamble that say on which basis the figure is wanted.
    bases: Vec<Range<usize>>,
    /// Tokens that say which unit the answer is to be in.
    targets: Vec<Range<usize>>,
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

    /// Whether a token says which unit the answer is to be in.
    pub(super) fn is_target(&self, index: usize) -> bool {
        self.targets.iter().any(|target| target.contains(&index))
    }

    /// The clauses before the question that only tell a circumstance.
    pub(super) fn circumstances(&self) -> &[Range<usize>] {
        &self.circumstances
    }

    /// Whether a token leads up to the question and says nothing about the basis of the figure.
    pub(super) fn is_aside(&self, index: usize) -> bool {
        self.in_preamble(index) && !self.bases.iter().any(|clause| clause.contains(&index))
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

    /// The words with a function that are part of no unknown name.
    pub(super) fn function_words<'a>(&'a self, row: &'a Row<'_>) -> impl Iterator<Item = (usize, WordClass)> + 'a {
        row.tokens.iter().enumerate().filter(|(index, _)| !self.absorbed(*index)).filter_map(|(index, token)| {
            match token.kind {
                TokenKind::Word(class) => Some((index, class)),
                _ => None,
            }
        })
    }

    fn decided(&mut self, row: &Row<'_>, rule: &'static Rule, first: usize, last: usize) {
        self.rules.push(Slot { value: rule, span: row.source_span(first, last) });
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
    if !phrase.clone().any(|index| row.is_entity(index)) {
        return false;
    }
    let (first, last) = (*phrase.start(), *phrase.end());
    let is_organisation =
        || last > first && row.is_entity(first) && ORGANISATIONS.contains(&row.joined(first + 1, last).trim());
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

/// Gives every leftover its verdict, left to right; the first `preamble` tokens are none of the question's own, and those of
/// `requests` only say how the answer is to be stated.
pub(super) fn read(row: &Row<'_>, preamble: usize, requests: &[UnitRequest]) -> Reading {
    let targets = requests.iter().map(|request| request.tokens.clone()).collect();
    let circumstances = preamble::circumstances(row, preamble);
    let bases = preamble::bases(row, preamble);
    let mut reading = Reading { preamble, circumstances, bases, targets, ..Reading::default() };
    let mut index = preamble;
    while index < row.tokens.len() {
        if reading.is_target(index) {
            index += 1;
        } else if row.is_word(index, WordClass::Operation(Operation::Conversion)) {
            let behind = behind_target(row, index);
            reading.targets.push(index..behind);
            index = behind;
        } else if let Some((last, rule)) = unknown_channel(row, index) {
            let (raw, span) = (row.source_text(index, last), row.source_span(index, last));
            let listed = is_listed(row, index, last, Param::Channel);
            reading.unknown.push(Unknown { param: Param::Channel, raw, span, listed });
            reading.decided(row, rule, index, last);
            reading.phrases.push(index..=last);
            index = last + 1;
        } else if let Some((last, rule)) = unknown_name(row, index) {
            reading.decided(row, rule, index, last);
            take(row, index..=last, &mut reading);
            index = last + 1;
        } else {
            if let Some(rule) = narrows_metric(row, index) {
                let value = row.source_text(index, index);
                reading.trailing.push((Slot { value, span: row.source_span(index, index) }, rule));
            }
            index += 1;
        }
    }
    reading
}

/// The rule by which a token beside a metric says which part of it is meant.
fn narrows_metric(row: &Row<'_>, index: usize) -> Option<&'static Rule> {
    if trails_metric(row, index) {
        return Some(&rules::BEHIND_METRIC);
    }
    splits_metric(row, index).then_some(&rules::METRIC_OF_METRIC)
}

/// Whether an English metric stands directly before another, or behind it and "from" ("milk sales", "sales from milk"):
/// then it says which part of the other is meant.
fn splits_metric(row: &Row<'_>, index: usize) -> bool {
    let is_metric = |index: usize| row.is_metric(index) && latin(row, index);
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
    let is_target = |index: usize| {
        matches!(row.kind(index), Some(TokenKind::Name | TokenKind::Ordinary | TokenKind::Word(WordClass::Numeric)))
    };
    let first = match row.kind(conversion + 1) {
        Some(TokenKind::Word(WordClass::Preposition)) => conversion + 2,
        _ => conversion + 1,
    };
    (first..row.tokens.len()).find(|index| !is_target(*index)).unwrap_or(row.tokens.len())
}

/// Enters an unknown name: as another metric's qualifier when a known entity is asked about, else under the dimension
/// that its neighbours speak for.
fn take(row: &Row<'_>, phrase: RangeInclusive<usize>, reading: &mut Reading) {
    let (first, last) = (*phrase.start(), *phrase.end());
    let span = row.source_span(first, last);
    let raw = whole_word(row, first, last);
    let param = param_of(row, first, last);
    let plain = phrase.clone().all(|i| {
        matches!(row.kind(i), Some(TokenKind::Ordinary | TokenKind::Name)) || row.is_word(i, WordClass::Company)
    });
    let narrows_metric = plain && stands_before_metric(row, last) && param == Param::Entity;
    if narrows_metric && names_an_entity(row) {
        reading.qualifiers.push(Slot { value: raw, span });
    } else {
        reading.unknown.push(Unknown { param, raw, span, listed: is_listed(row, first, last, param) });
    }
    reading.phrases.push(phrase);
}

/// The question's own word: with the particles that a dictionary cut from it (会员 is no 员), where nothing parts them.
fn whole_word(row: &Row<'_>, first: usize, last: usize) -> String {
    static LONE: LazyLock<HashSet<String>> = word_set!("questions/lone_particles.txt");
    let is_particle = |index: usize| {
        matches!(row.kind(index), Some(TokenKind::Word(WordClass::Passed(_))))
            && row.text(index).chars().count() == 1
            && !latin(row, index)
            && !LONE.contains(row.text(index))
    };
    let fragment = |index: usize| row.kind(index) == Some(&TokenKind::Name) && !latin(row, index);
    let before = first.checked_sub(1).filter(|i| fragment(first) && is_particle(*i) && row.touches(*i, first));
    let after =
        Some(last + 1).filter(|i| before.is_none() && fragment(last) && is_particle(*i) && row.touches(last, *i));
    row.source_text(before.unwrap_or(first), after.unwrap_or(last))
}

/// The dimension an unknown name belongs to: a channel beside "channel" or "via", else that of the known values it is
/// listed with, else an entity.
fn param_of(row: &Row<'_>, first: usize, last: usize) -> Param {
    if row.is_word(last + 1, WordClass::ChannelMarker)
        || (first > 0 && row.is_word(first - 1, WordClass::ChannelMarker))
    {
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

/// Whether the tokens are one more of a list of values of their dimension, or in a sentence of their own with a metric of
/// its own. Otherwise they narrow the whole question: the figure of what stands beside them is not theirs.
pub(super) fn is_listed(row: &Row<'_>, first: usize, last: usize, param: Param) -> bool {
    let left = (0..first).rev();
    let right = last + 1..row.tokens.len();
    joins_value(row, left, param) || joins_value(row, right, param) || has_own_sentence(row, first, last)
}

/// Whether the next thing that is no member of a list which nobody knows is a known value, behind a mark or word that
/// joins.
fn joins_value(row: &Row<'_>, outward: impl Iterator<Item = usize>, param: Param) -> bool {
    let mut is_joined = false;
    for index in outward.take(LIST_TOKENS_MAX) {
        match row.kind(index) {
            _ if joins(row, index) => is_joined = true,
            Some(TokenKind::Term(Term::Place) | TokenKind::Name) if is_joined => {}
            Some(TokenKind::Word(WordClass::Passed(_) | WordClass::Preposition)) => {}
            kind => return is_joined && is_value(kind, param),
        }
    }
    false
}

/// How far a list is read for a known value.
const LIST_TOKENS_MAX: usize = 12;

fn is_value(kind: Option<&TokenKind>, param: Param) -> bool {
    match kind {
        Some(TokenKind::Term(Term::Entity(_) | Term::HomeCompany) | TokenKind::Word(WordClass::Home)) => {
            param == Param::Entity
        }
        Some(TokenKind::Term(Term::Metric(_))) => param == Param::Metric,
        Some(TokenKind::Term(Term::Channel(_))) => param == Param::Channel,
        Some(TokenKind::Period(_)) => param == Param::Period,
        _ => false,
    }
}

/// Whether the sentence of the tokens names a metric itself, and another sentence does so too.
fn has_own_sentence(row: &Row<'_>, first: usize, last: usize) -> bool {
    let ends = |index: &usize| {
        row.kind(*index) == Some(&TokenKind::Punct)
            && (matches!(row.text(*index), ";" | "?" | "!" | "。")
                || (row.text(*index) == "." && !row.touching(*index)))
    };
    let start = (0..first).rev().find(|index| ends(index)).map_or(0, |end| end + 1);
    let end = (last..row.tokens.len()).find(|index| ends(index)).unwrap_or(row.tokens.len());
    let names_metric = |mut tokens: Range<usize>| tokens.any(|index| row.is_metric(index));
    names_metric(start..end) && (names_metric(0..start) || names_metric(end..row.tokens.len()))
}

fn joins(row: &Row<'_>, index: usize) -> bool {
    match row.kind(index) {
        Some(TokenKind::Word(WordClass::Joiner)) => true,
        Some(TokenKind::Punct) => match row.text(index) {
            "、" | "/" | "&" | "+" => true,
            // A comma parts members where the last two are joined by a word; elsewhere it may part anything.
            "," => (0..row.tokens.len()).any(|other| row.is_word(other, WordClass::Joiner)),
            _ => false,
        },
        _ => false,
    }
}
