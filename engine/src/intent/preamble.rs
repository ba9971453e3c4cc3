//! What leads up to a question: "Ticket 20250117: …", "for the dashboard, …". Clauses before the first one that names a
//! metric, entity or period say nothing about which number is meant, provided the question itself then says whose it is. What
//! they leave out of it ("without brokers, …") and a time that it does not name itself ("until September 2025, …") are part of it.

use super::token::{Row, TokenKind};
use crate::language::periods::PeriodReading;
use crate::profile::{Operation, Term, WordClass};

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
