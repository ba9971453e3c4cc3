//! What leads up to a question: "Ticket 20250117: …", "for the dashboard, …". Clauses before the first one that names a
//! metric, entity or period say nothing about which number is meant, provided the question itself then says whose it is.

use super::token::{Row, TokenKind};
use crate::language::periods::PeriodReading;
use crate::profile::{Term, WordClass};

/// How many tokens at the start are a preamble.
pub(super) fn tokens(row: &Row<'_>) -> usize {
    let Some(first_slot) = row.tokens.iter().position(|token| is_slot(&token.kind)) else { return 0 };
    let end = (0..first_slot).rev().find(|index| ends_clause(row, *index)).map_or(0, |index| index + 1);
    let says_whose = row.tokens.get(end..).unwrap_or_default().iter().any(|token| names_entity(&token.kind));
    let names_place =
        row.tokens.get(..end).unwrap_or_default().iter().any(|token| token.kind == TokenKind::Term(Term::Place));
    if end == 0 || !says_whose || names_place || asks(row, end) || is_listed_name(row, end) { 0 } else { end }
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
