//! Figures that a question asks for under a name that the profile does not know. A name is recognised as that of a quantity
//! by the noun it ends in; what the quantity might be, nobody here guesses.

use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

use super::token::{Row, TokenKind};
use super::{Intent, Param, Slot, Unknown};
use crate::language::lists::words;
use crate::profile::{Term, WordClass};
use crate::rule::word as rules;

/// Whether the question is nothing but the name of a quantity with its scope: 2021年第四季度越南代理人数.
pub(super) fn is_all(row: &Row<'_>, preamble: usize) -> bool {
    let Some(name) = name(row, preamble) else { return false };
    let says_nothing_else = |index: &usize| {
        name.contains(index)
            || match row.kind(*index) {
                Some(TokenKind::Word(class)) => {
                    matches!(class, WordClass::Passed(_) | WordClass::Preposition | WordClass::Home)
                }
                kind => !matches!(kind, Some(TokenKind::Name | TokenKind::Ordinary)),
            }
    };
    let has_scope = row
        .tokens
        .iter()
        .any(|token| matches!(token.kind, TokenKind::Period(_) | TokenKind::Term(Term::Entity(_) | Term::HomeCompany)));
    has_scope && ends_in_quantity(row, &name) && (preamble..row.tokens.len()).all(|index| says_nothing_else(&index))
}

/// Reports what a question for a figure calls its metric, where that is none of the profile's: a name of a quantity, or
/// whatever is said beside a known entity. What was taken for an unknown entity with a part of it is none.
pub(super) fn report(row: &Row<'_>, preamble: usize, intent: &mut Intent) {
    let Some(name) = name(row, preamble) else { return };
    if intent.entities.is_empty() && !ends_in_quantity(row, &name) {
        return;
    }
    let (first, last) = (*name.start(), *name.end());
    let span = row.source_span(first, last);
    let is_aside = |other: &Range<usize>| other.end <= span.start || span.end <= other.start;
    intent.unknown.retain(|unknown| is_aside(&unknown.span));
    intent.rules.retain(|rule| is_aside(&rule.span));
    intent.rules.push(Slot { value: &rules::UNKNOWN_QUANTITY, span: span.clone() });
    let raw = row.source_text(first, last);
    intent.unknown.push(Unknown { param: Param::Metric, raw, span, listed: false });
}

/// The longest run of words that fill no slot. What stands directly before one belongs to it, a channel (代理人数) or the word
/// of an operation ("combined ratio"), as does the noun of a quantity behind one.
fn name(row: &Row<'_>, preamble: usize) -> Option<RangeInclusive<usize>> {
    let mut longest: Option<RangeInclusive<usize>> = None;
    let mut first = preamble;
    while first < row.tokens.len() {
        let Some(last) = (first..row.tokens.len()).take_while(|index| goes_on(row, first, *index)).last() else {
            first += 1;
            continue;
        };
        let length = |run: &RangeInclusive<usize>| row.joined(*run.start(), *run.end()).len();
        let run = first..=last;
        if longest.as_ref().is_none_or(|longest| length(longest) < length(&run)) {
            longest = Some(run);
        }
        first = last + 1;
    }
    longest
}

/// Whether the run of a name that begins at `first` goes on with the token at `index`.
fn goes_on(row: &Row<'_>, first: usize, index: usize) -> bool {
    match row.kind(index) {
        Some(TokenKind::Name | TokenKind::Ordinary | TokenKind::Word(WordClass::Qualifier)) => true,
        Some(
            TokenKind::Term(Term::Channel(_))
            | TokenKind::Word(WordClass::Channel | WordClass::TotalWeak | WordClass::Operation(_)),
        ) => {
            let qualifier = TokenKind::Word(WordClass::Qualifier);
            let next = row.kind(index + 1);
            let continued = matches!(next, Some(TokenKind::Name | TokenKind::Ordinary)) || next == Some(&qualifier);
            continued && row.touches(index, index + 1)
        }
        Some(TokenKind::Word(WordClass::Passed(_) | WordClass::NumericWeak)) => {
            index > first && row.touches(index - 1, index) && ends_in_quantity(row, &(first..=index))
        }
        _ => false,
    }
}

fn ends_in_quantity(row: &Row<'_>, name: &RangeInclusive<usize>) -> bool {
    let (last, whole) = (row.text(*name.end()), row.joined(*name.start(), *name.end()));
    QUANTITIES.iter().any(|noun| if noun.is_ascii() { last == *noun } else { whole.ends_with(noun) })
}

static QUANTITIES: LazyLock<Vec<&'static str>> = words!("questions/quantities.txt");
