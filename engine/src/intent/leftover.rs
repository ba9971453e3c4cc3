//! What is left of a question for figures when every word that may be passed over is taken away. A word is passed over only
//! if it cannot narrow what is asked: it fills a slot, has a function, or stands in a list of words that hold the sentence
//! together, restate, shape the answer or are polite. Whatever else is said, the figure of the whole is no answer to it.

use std::ops::{Range, RangeInclusive};

use super::clauses;
use super::name::{is_form, names_an_entity};
use super::residue::Reading;
use super::token::{Row, TokenKind};
use super::{Intent, Param, Route, Slot, Unknown};
use crate::language::numbers::numeric_content::speaks_of_numbers;
use crate::profile::{Operation, Passed, Profile, Term, WordClass};
use crate::rule::word as rules;
use crate::text::TextView;

/// Reports the runs of words that nothing explains, where a figure is asked for by a known metric.
pub(super) fn report(row: &Row<'_>, reading: &Reading, profile: &Profile, intent: &mut Intent) {
    if intent.metrics.is_empty() || !intent.route.wants_facts() {
        return;
    }
    let own = own_words(profile, intent);
    let mut explained = explained(row, reading, intent);
    explained.extend_from_slice(reading.circumstances());
    let mut index = 0;
    while index < row.tokens.len() {
        let is_left = |at: &usize| {
            is_left(row, reading, intent, *at)
                && (row.is_word(*at, WordClass::Segment) || !is_own(&own, row.text(*at)))
                && (is_part(row, *at) || !explained.iter().any(|clause| clause.contains(at)))
        };
        let Some(last) = (index..row.tokens.len()).take_while(is_left).last() else {
            index += 1;
            continue;
        };
        if !names_a_paper(row, last) {
            enter(row, index..=last, intent);
        }
        index = last + 1;
    }
}

/// Where the clauses that ask for a reason say what is to be explained: behind the first metric that they name.
fn explained(row: &Row<'_>, reading: &Reading, intent: &Intent) -> Vec<Range<usize>> {
    if intent.route != Route::Composite {
        return Vec::new();
    }
    let clauses = clauses::ranges(row, reading.preamble());
    let explained = clauses.into_iter().filter(|clause| clauses::asks_why(row, clause));
    explained
        .map(|clause| clause.clone().find(|index| row.is_metric(*index)).unwrap_or(clause.start)..clause.end)
        .collect()
}

/// Whether a word names a part of a company or another one, which a question for a reason has no other use for.
fn is_part(row: &Row<'_>, index: usize) -> bool {
    matches!(row.kind(index), Some(TokenKind::Word(WordClass::Segment | WordClass::Company | WordClass::ThirdParty)))
}

fn enter(row: &Row<'_>, run: RangeInclusive<usize>, intent: &mut Intent) {
    let (raw, span) = (row.source_text(*run.start(), *run.end()), row.source_span(*run.start(), *run.end()));
    intent.rules.push(Slot { value: &rules::LEFT_OVER, span: span.clone() });
    // A number is never repeated, and a qualifier is the one that can be told without its words.
    let is_qualifier = names_an_entity(row) && !run.clone().any(|index| is_part(row, index));
    if is_qualifier || speaks_of_numbers(&raw) {
        intent.qualifiers.push(Slot { value: raw, span });
    } else {
        intent.unknown.push(Unknown { param: Param::Entity, raw, span, listed: false });
    }
}

/// Whether nothing explains a token, and nothing was said of it before.
fn is_left(row: &Row<'_>, reading: &Reading, intent: &Intent, index: usize) -> bool {
    let operation = intent.operation.as_ref().map(|operation| operation.value);
    let may_narrow = match row.kind(index) {
        Some(TokenKind::Ordinary | TokenKind::Name) => !is_asked_kind(row, operation, index),
        Some(TokenKind::Number) => operation != Some(Operation::Arithmetic) && !numbers_a_paper(row, index),
        Some(TokenKind::Word(WordClass::Topic)) => intent.route == Route::Structured,
        Some(TokenKind::Word(WordClass::Channel)) => true,
        // What is put in order may be called by the noun alone: "top 3 markets".
        Some(TokenKind::Word(WordClass::Segment)) if operation == Some(Operation::Ranking) => false,
        Some(TokenKind::Word(WordClass::Segment | WordClass::Company | WordClass::ThirdParty)) => {
            !belongs_to_known(row, index)
        }
        Some(TokenKind::Word(WordClass::Passed(_))) => is_in_name(row, index),
        Some(TokenKind::Punct) => {
            row.text(index) == "-" && index > 0 && row.is_passed(index - 1) && is_in_name(row, index - 1)
        }
        _ => false,
    };
    // "Division" belongs to the name before it, which was told ("retail division").
    let first = if is_part(row, index) { index.saturating_sub(1) } else { index };
    let span = row.source_span(first, index);
    let is_told = |told: &Range<usize>| told.start < span.end && span.start < told.end;
    may_narrow
        && !reading.absorbed(index)
        && !reading.is_target(index)
        && !intent.unknown.iter().any(|unknown| is_told(&unknown.span))
        && !intent.qualifiers.iter().any(|slot| is_told(&slot.span))
}

/// Whether a word that means nothing elsewhere is a part of a name: between quotation marks, or joined by a hyphen to another
/// such word ("Post-it").
fn is_in_name(row: &Row<'_>, index: usize) -> bool {
    let joined = |mark: usize, other: usize| {
        row.text(mark) == "-"
            && row.touching(mark)
            && (row.is_passed(other) || row.kind(other) == Some(&TokenKind::Ordinary))
    };
    let by_hyphen = joined(index + 1, index + 2) || (index > 1 && joined(index - 1, index - 2));
    by_hyphen || is_quoted(row, index)
}

/// Whether a token stands between two quotation marks that hold no value of the question.
fn is_quoted(row: &Row<'_>, index: usize) -> bool {
    let is_mark = |at: &usize| matches!(row.text(*at), "\"" | "“" | "”" | "「" | "」" | "『" | "』");
    let is_slot = |at: &usize| matches!(row.kind(*at), Some(TokenKind::Term(_) | TokenKind::Period(_)));
    let near = |at: &usize| is_mark(at) || is_slot(at);
    let before = (0..index).rev().take(QUOTED_TOKENS_MAX).find(near);
    let behind = (index + 1..row.tokens.len()).take(QUOTED_TOKENS_MAX).find(near);
    let marks_before = (0..index).filter(is_mark).count();
    before.as_ref().is_some_and(is_mark) && behind.as_ref().is_some_and(is_mark) && marks_before % 2 == 1
}

/// How many words a quoted name has at most.
const QUOTED_TOKENS_MAX: usize = 8;

/// Whether a word is what is looked for among several: "which city", 哪个城市.
fn is_asked_kind(row: &Row<'_>, operation: Option<Operation>, index: usize) -> bool {
    let before = index.checked_sub(1).map_or("", |before| row.text(before));
    let asks = before == "which" || before == "what" || before.contains('哪');
    operation == Some(Operation::Ranking) && asks
}

/// Whether a number is that of a paper: "report 7".
fn numbers_a_paper(row: &Row<'_>, index: usize) -> bool {
    let is_paper = |kind: Option<&TokenKind>| kind == Some(&TokenKind::Word(WordClass::Passed(Passed::Formats)));
    is_paper(row.before(index)) || is_paper(row.kind(index + 1))
}

/// Whether a paper stands behind a name, in which the figure is said to stand: downloads 报表里.
fn names_a_paper(row: &Row<'_>, last: usize) -> bool {
    let is_paper = row.kind(last + 1) == Some(&TokenKind::Word(WordClass::Passed(Passed::Formats)));
    is_paper && row.text(last + 1).ends_with(['里', '中', '上', '内'])
}

/// Whether a word of companies, or for a part of one, stands behind the name of an entity or of the home company, with
/// nothing but its like between.
fn belongs_to_known(row: &Row<'_>, index: usize) -> bool {
    let is_known = |kind: Option<&TokenKind>| {
        matches!(kind, Some(TokenKind::Term(Term::Entity(_) | Term::HomeCompany) | TokenKind::Word(WordClass::Home)))
    };
    let goes_on = |at: usize| row.is_word(at, WordClass::Segment) || is_form(row.text(at));
    let first = (0..=index).rev().take_while(|at| goes_on(*at)).last().unwrap_or(index);
    if !goes_on(index) {
        return false;
    }
    first.checked_sub(1).is_some_and(|before| is_known(row.kind(before)))
}

/// The words of the asked metrics' own names, folded; of Latin ones each word, of Chinese ones the whole.
pub(super) fn own_words(profile: &Profile, intent: &Intent) -> Vec<String> {
    let metrics = intent.metrics.iter().filter_map(|slot| profile.metrics.get(&slot.value));
    let names = metrics.flat_map(|metric| metric.label.all().chain(metric.synonyms.iter().map(String::as_str)));
    names.map(TextView::fold).collect()
}

/// Whether a word is one of those that an asked metric is called by: "how many customers are connected" asks for connected
/// customers.
pub(super) fn is_own(own: &[String], word: &str) -> bool {
    if word.is_ascii() {
        own.iter().any(|name| name.split([' ', '-']).any(|part| part == word))
    } else {
        word.chars().count() > 1 && own.iter().any(|name| name.contains(word))
    }
}
