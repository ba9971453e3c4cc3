//! What a question asks for and nobody computes: words of operations, currencies and units beside the metric's own, signs of
//! arithmetic. It only notices; what is then said about it is decided by the scope.

use std::collections::BTreeSet;

use super::residue::Reading;
use super::token::{Row, TokenKind};
use super::{Intent, Slot};
use crate::language::units::notations::currencies;
use crate::profile::{Operation, Profile, Term, Unit, WordClass, is_total_word};
use crate::rule::{Rule, word as rules};
use crate::text::TextView;

/// An operation with the rule that found it.
type Ruled = (Slot<Operation>, &'static Rule);

/// The operation that a question asks for: by a word for one, else by what stands around a figure.
pub(super) fn asked(
    row: &Row<'_>,
    reading: &Reading,
    profile: &Profile,
    intent: &Intent,
    asks_why: bool,
) -> Option<Ruled> {
    let operation = |index: usize, class: WordClass| {
        let (operation, rule) = match class {
            WordClass::Operation(operation) => (operation, &rules::OPERATION),
            WordClass::TotalWeak if lists_values(intent) => (Operation::Total, &rules::SUM_OF_LISTED),
            WordClass::Comparative if !asks_why || asks_which(row) => (Operation::Ranking, &rules::COMPARATIVE),
            WordClass::Comparison if !two_periods(intent) => (Operation::Comparison, &rules::COMPARISON),
            WordClass::Currency(key) if !reading.is_target(index) && !in_currency(intent, profile, key) => {
                (Operation::Conversion, &rules::OTHER_CURRENCY)
            }
            _ => return None,
        };
        Some((Slot { value: operation, span: row.source_span(index, index) }, rule))
    };
    reading
        .function_words(row)
        .filter(|(index, _)| !reading.in_preamble(*index))
        .filter_map(|(index, class)| operation(index, class))
        // "All but Hong Kong" is first of all about what is left out.
        .min_by_key(|(slot, _)| slot.value != Operation::Exclusion)
        .or_else(|| sum_by_channel_word(row, intent).map(|slot| (slot, &rules::SUM_OF_LISTED)))
        .or_else(|| operator(row, reading, intent).map(|slot| (slot, &rules::OPERATOR)))
        .or_else(|| ratio(row).map(|slot| (slot, &rules::RATIO)))
}

/// Whether the question compares two periods of one quantity, which the engine answers with their difference.
pub(super) fn two_periods(intent: &Intent) -> bool {
    intent.periods.len() == 2 && intent.metrics.len() == 1 && intent.entities.len() <= 1 && intent.channels.len() <= 1
}

/// Whether the question wants one out of several: "which is higher, and why".
fn asks_which(row: &Row<'_>) -> bool {
    (0..row.tokens.len()).map(|index| row.text(index)).any(|text| {
        text.split(' ').any(|word| matches!(word, "which" | "who" | "whose")) || text.contains(['哪', '谁'])
    })
}

fn lists_values(intent: &Intent) -> bool {
    intent.metrics.len() > 1 || intent.entities.len() > 1 || intent.periods.len() > 1 || intent.channels.len() > 1
}

/// The units that the asked metrics are stated in.
fn units<'a>(intent: &Intent, profile: &'a Profile) -> Vec<(&'a crate::code::UnitCode, Option<&'a Unit>)> {
    intent
        .metrics
        .iter()
        .filter_map(|slot| profile.metrics.get(&slot.value))
        .map(|metric| (&metric.unit, profile.units.get(&metric.unit)))
        .collect()
}

/// Whether every asked metric is stated in the currency, whatever its scale.
fn in_currency(intent: &Intent, profile: &Profile, key: &str) -> bool {
    let wordings: BTreeSet<&str> = currencies().filter(|(k, _)| *k == key).map(|(_, wording)| wording).collect();
    units(intent, profile).into_iter().all(|(code, unit)| {
        let labels = unit.into_iter().flat_map(|unit| unit.label.all().chain(unit.aliases.iter().map(String::as_str)));
        std::iter::once(code.as_str()).chain(labels).any(|spelling| {
            let spelling = TextView::fold(spelling);
            wordings.iter().any(|wording| spelling.contains(wording))
        })
    })
}

/// An operator on the asked figure: "/ 12", "* 2", "20% of", 的20%.
fn operator(row: &Row<'_>, reading: &Reading, intent: &Intent) -> Option<Slot<Operation>> {
    if intent.metrics.is_empty() {
        return None;
    }
    let is_number = |index: usize| row.kind(index) == Some(&TokenKind::Number);
    let (index, _) = row.tokens.iter().enumerate().find(|(index, token)| {
        let (before, next) = (index.checked_sub(1), index + 1);
        let operates = matches!(row.text(*index), "*" | "/" | "+" | "×" | "÷" | "^") && is_number(next);
        let share = row.text(*index) == "%"
            && before.is_some_and(is_number)
            && (row.text(next) == "of" || before.and_then(|b| b.checked_sub(1)).is_some_and(|b| row.text(b) == "的"));
        !reading.in_preamble(*index) && ((token.kind == TokenKind::Punct && operates) || share)
    })?;
    Some(Slot { value: Operation::Arithmetic, span: row.source_span(index, index) })
}

/// One metric to another: "EBITDA to revenue".
fn ratio(row: &Row<'_>) -> Option<Slot<Operation>> {
    let index = (1..row.tokens.len()).find(|index| {
        matches!(row.text(*index), "to" | "over") && row.is_metric(index - 1) && row.is_metric(index + 1)
    })?;
    Some(Slot { value: Operation::Arithmetic, span: row.source_span(index, index) })
}

/// "Total" is a channel of every profile, and a sum where several values are listed: "total of East and West".
fn sum_by_channel_word(row: &Row<'_>, intent: &Intent) -> Option<Slot<Operation>> {
    let total = |index: usize| is_total_word(row.text(index));
    let (index, _) = row.tokens.iter().enumerate().find(|(index, token)| match &token.kind {
        TokenKind::Term(Term::Channel(code)) => code.is_total() && lists_values(intent) && total(*index),
        _ => false,
    })?;
    Some(Slot { value: Operation::Total, span: row.source_span(index, index) })
}
