//! What leads up to a question: "Ticket 20250117: …", "for the dashboard, …". Clauses before the first one that names a
//! metric, entity or period fill no slot, provided the question itself then says whose figure it wants. What they leave out of
//! it ("without brokers, …") and a time that it does not name itself ("until September 2025, …") are part of it. A clause that
//! tells a circumstance says nothing about which figure is meant; one that names a topic ("Large accounts: …") may, and is
//! held against the question word by word.

use std::ops::Range;

use super::token::{Row, TokenKind};
use crate::language::periods::PeriodReading;
use crate::profile::{Operation, Passed, Term, WordClass};

/// How many tokens at the start are a preamble.
pub(super) fn tokens(row: &Row<'_>) -> usize {
    let Some(first_slot) = row.tokens.iter().position(|token| is_slot(&token.kind)) else { return 0 };
    let end = (0..first_slot).rev().find(|index| ends_clause(row, *index)).map_or(0, |index| index + 1);
    let says_whose = row.tokens.get(end..).unwrap_or_default().iter().any(|token| names_entity(&token.kind));
    let names_place =
        row.tokens.get(..end).unwrap_or_default().iter().any(|token| token.kind == TokenKind::Term(Term::Place));
    let narrows = names_place || leaves_out(row, end) || bounds_time(row, end);
    if end == 0 || !says_whose || narrows || asks(row, end) || is_listed_name(row, end) { 0 } else { end }
}

/// Whether the clauses before `end` leave a channel out of what is asked behind them.
fn leaves_out(row: &Row<'_>, end: usize) -> bool {
    let is_channel = |index: usize| matches!(row.kind(index), Some(TokenKind::Term(Term::Channel(_))));
    (0..end).any(|index| row.is_word(index, WordClass::Operation(Operation::Exclusion))) && (0..end).any(is_channel)
}

/// Whether the clauses before `end` state a time that no period is, and the question behind them none of its own. A number
/// without a word (a ticket's) and a day without a number (yesterday) say nothing about a figure.
fn bounds_time(row: &Row<'_>, end: usize) -> bool {
    let is_stated = |text: &str| text.contains(|c: char| c.is_ascii_digit()) && text.contains(char::is_alphabetic);
    let is_unread = |index: usize| row.kind(index) == Some(&TokenKind::Period(PeriodReading::Unreadable));
    let names_time = |index: usize| matches!(row.kind(index), Some(TokenKind::Period(_)));
    (0..end).any(|index| is_unread(index) && is_stated(row.text(index))) && !(end..row.tokens.len()).any(names_time)
}

/// Whether the clauses before `end` ask something themselves: "which is higher, …".
fn asks(row: &Row<'_>, end: usize) -> bool {
    const ENGLISH: [&str; 6] = ["which", "who", "whose", "what", "how", "why"];
    const CHINESE: [&str; 5] = ["哪", "谁", "什么", "多少", "怎么"];
    (0..end).map(|index| row.text(index)).any(|text| {
        text.split(' ').any(|word| ENGLISH.contains(&word)) || CHINESE.iter().any(|word| text.contains(word))
    })
}

fn is_slot(kind: &TokenKind) -> bool {
    match kind {
        TokenKind::Term(Term::Metric(_)) => true,
        TokenKind::Period(reading) => *reading != PeriodReading::Unreadable,
        kind => names_entity(kind),
    }
}

fn names_entity(kind: &TokenKind) -> bool {
    matches!(kind, TokenKind::Term(Term::Entity(_) | Term::HomeCompany))
}

fn ends_clause(row: &Row<'_>, index: usize) -> bool {
    row.kind(index) == Some(&TokenKind::Punct)
        && matches!(row.text(index), "," | ":" | ";" | "." | "。" | "?" | "!" | "—" | "–")
}

/// Whether the clause that ends at `end` is nothing but a name before a comma: then it is one more of a list.
fn is_listed_name(row: &Row<'_>, end: usize) -> bool {
    let last = end - 1;
    let start = (0..last).rev().find(|index| ends_clause(row, *index)).map_or(0, |index| index + 1);
    let is_name =
        |kind: &TokenKind| matches!(kind, TokenKind::Name | TokenKind::Word(WordClass::Company | WordClass::Joiner));
    row.text(last) == "," && row.tokens.get(start..last).unwrap_or_default().iter().all(|token| is_name(&token.kind))
}

/// The clauses of a preamble that tell a circumstance: a whole sentence, a statement of somebody, a number of things, a
/// paper, or a reference.
pub(super) fn circumstances(row: &Row<'_>, preamble: usize) -> Vec<Range<usize>> {
    let circumstance = |clause: &Range<usize>| {
        let is_sentence = !matches!(row.text(clause.end), "," | ":" | "—" | "–");
        !clause.clone().any(|index| names_part(row, index))
            && (is_sentence || states(row, clause) || counts(row, clause) || refers(row, clause))
    };
    clauses(row, preamble).into_iter().filter(circumstance).collect()
}

/// The clauses of a preamble that say nothing but on which basis the figure is wanted: "At constant exchange rates, …".
pub(super) fn bases(row: &Row<'_>, preamble: usize) -> Vec<Range<usize>> {
    let is_qualifier = |index: usize| row.is_word(index, WordClass::Qualifier);
    let is_basis = |clause: &Range<usize>| {
        clause.clone().any(is_qualifier)
            && clause
                .clone()
                .all(|index| is_qualifier(index) || row.is_passed(index) || row.is_word(index, WordClass::Preposition))
    };
    clauses(row, preamble).into_iter().filter(is_basis).collect()
}

/// The clauses of a preamble, each without the mark that ends it.
fn clauses(row: &Row<'_>, preamble: usize) -> Vec<Range<usize>> {
    let mut clauses = Vec::new();
    let mut first = 0;
    for end in (0..preamble).filter(|index| ends_clause(row, *index)) {
        clauses.push(first..end);
        first = end + 1;
    }
    clauses.retain(|clause| !clause.is_empty());
    clauses
}

/// Whether a word names a part of a company, or another one.
fn names_part(row: &Row<'_>, index: usize) -> bool {
    let class = match row.kind(index) {
        Some(TokenKind::Word(class)) => *class,
        _ => return false,
    };
    matches!(class, WordClass::Company | WordClass::Segment | WordClass::Topic | WordClass::Channel)
}

/// Whether a clause has a subject or a verb of its own: somebody does something, or it says how things are.
fn states(row: &Row<'_>, clause: &Range<usize>) -> bool {
    const SUBJECTS: [&str; 7] = ["i", "we", "you", "they", "he", "she", "it"];
    const ASPECTS: [&str; 7] = ["了", "会", "已", "已经", "如下", "正在", "将"];
    // A single ideograph is as often a part of another word.
    let asks = |index: usize| {
        matches!(row.kind(index), Some(TokenKind::Word(WordClass::Passed(Passed::Polite) | WordClass::NumericWeak)))
            && row.text(index).chars().count() > 1
    };
    let is_subject = |text: &str| SUBJECTS.iter().any(|subject| text.split(['\'', '’']).next() == Some(subject));
    let is_aspect = |index: usize| {
        index > clause.start
            && ASPECTS.contains(&row.text(index))
            && row.before(index) != Some(&TokenKind::Name)
            && row.text(index - 1).chars().count() > 1
    };
    clause.clone().any(|index| is_subject(row.text(index)) || is_aspect(index) || asks(index))
        || row.text(clause.end - 1) == "aside"
}

/// Whether a clause counts things, other than behind a preposition that would make them whose the figure is.
fn counts(row: &Row<'_>, clause: &Range<usize>) -> bool {
    let number = |kind: Option<&TokenKind>| {
        matches!(kind, Some(TokenKind::Number | TokenKind::Period(PeriodReading::BareYear(_))))
    };
    let of_whom = matches!(row.text(clause.start), "for" | "of" | "from" | "by");
    !of_whom && clause.clone().any(|index| number(row.kind(index)) && index + 1 < clause.end)
}

/// Whether a clause ends in a paper or in the number of one: "For the Yicenter dashboard", "Ref 20240331".
fn refers(row: &Row<'_>, clause: &Range<usize>) -> bool {
    const REFERENCE_DIGITS_MIN: usize = 5;
    let is_particle = |index: &usize| matches!(row.text(*index), "里" | "中" | "上" | "的" | "里的" | "用");
    let last = clause.clone().rev().find(|index| !is_particle(index));
    last.is_some_and(|last| match row.kind(last) {
        Some(TokenKind::Number | TokenKind::Period(_)) => {
            row.text(last).len() >= REFERENCE_DIGITS_MIN && row.text(last).chars().all(|c| c.is_ascii_digit())
        }
        kind => kind == Some(&TokenKind::Word(WordClass::Passed(Passed::Formats))),
    })
}
