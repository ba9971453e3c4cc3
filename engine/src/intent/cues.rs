//! What the function words of a question say: whether it asks for a number or a reason, and whether it asks for
//! something that is not computed. Slots are filled before; nothing here adds or removes one.

use std::collections::BTreeSet;

use super::quantity;
use super::residue::Reading;
use super::token::{Row, TokenKind};
use super::{AboutKind, AboutWord, Intent, Route, Slot};
use crate::lang::is_cjk;
use crate::language::units::notations::currencies;
use crate::profile::{Operation, Profile, Term, Unit, WordClass, is_total_word};
use crate::text::TextView;

/// Sets route, operation and qualifiers from the function words.
pub(super) fn conclude(row: &Row<'_>, reading: &Reading, profile: &Profile, intent: &mut Intent) {
    let words = || {
        row.tokens.iter().enumerate().filter(|(index, _)| !reading.absorbed(*index)).filter_map(|(index, token)| {
            match token.kind {
                TokenKind::Word(class) => Some((index, class)),
                _ => None,
            }
        })
    };
    let says = |class: WordClass| words().any(|(_, word)| word == class);
    let asks_why = says(WordClass::Narrative);
    let asks_what = says(WordClass::NumericWeak) && !asks_why && !asks_about_a_name(row, intent);
    let names_quantity = intent.metrics.is_empty() && !asks_why && quantity::is_all(row, reading.preamble());
    let asks_number = says(WordClass::Numeric) || asks_what || names_quantity;
    intent.route = match (intent.metrics.is_empty(), asks_why, asks_number) {
        (false, true, _) => Route::Composite,
        (false, false, _) | (true, _, true) => Route::Structured,
        (true, _, false) => Route::Narrative,
    };

    if intent.route == Route::Narrative {
        // Passages are found by their words, known or not; only a fact's key must be understood word for word.
        intent.unknown.clear();
        intent.qualifiers.clear();
        return;
    }
    if intent.metrics.is_empty() {
        quantity::report(row, reading.preamble(), intent);
    }

    if asks_why {
        intent.qualifiers.retain(|slot| !STATES.contains(&TextView::fold(&slot.value).as_str()));
    } else {
        intent.qualifiers.extend(reading.trailing.iter().cloned());
    }
    let why = words().find(|(_, class)| *class == WordClass::Narrative).map(|(index, _)| index);
    // "Why was revenue restated": what is said of the metric behind the cue is what is to be explained.
    let is_explained = |index: usize| why.is_some_and(|why| why < index) && !touches_metric(row, index);
    let change_is_answered = asks_why || two_periods(intent);
    for (index, class) in words() {
        let qualifies = class == WordClass::Qualifier || (class == WordClass::Change && !change_is_answered);
        if qualifies && !reading.in_preamble(index) && !is_explained(index) {
            intent.qualifiers.push(Slot { value: row.source_text(index, index), span: row.source_span(index, index) });
        }
    }
    let operation = |index: usize, class: WordClass| {
        let operation = match class {
            WordClass::Operation(operation) => operation,
            WordClass::TotalWeak if lists_values(intent) => Operation::Total,
            WordClass::Comparative if !asks_why || asks_which(row) => Operation::Ranking,
            WordClass::Comparison if !two_periods(intent) => Operation::Comparison,
            WordClass::Currency(key) if !in_currency(intent, profile, key) => Operation::Conversion,
            _ => return None,
        };
        Some(Slot { value: operation, span: row.source_span(index, index) })
    };
    let mut operations = words()
        .filter(|(index, _)| !reading.in_preamble(*index))
        .filter_map(|(index, class)| operation(index, class))
        .collect::<Vec<_>>();
    // "All but Hong Kong" is first of all about what is left out.
    operations.sort_by_key(|slot| slot.value != Operation::Exclusion);
    intent.operation = operations
        .into_iter()
        .next()
        .or_else(|| other_unit(row, reading, intent, profile))
        .or_else(|| sum_by_channel_word(row, intent))
        .or_else(|| operator(row, reading, intent))
        .or_else(|| ratio(row));
}

/// Whether the question wants one out of several: "which is higher, and why".
fn asks_which(row: &Row<'_>) -> bool {
    (0..row.tokens.len()).map(|index| row.text(index)).any(|text| {
        text.split(' ').any(|word| matches!(word, "which" | "who" | "whose")) || text.contains(['哪', '谁'])
    })
}

/// How a metric stands, which makes no other quantity of it in a question for reasons: "why is persistency so low".
const STATES: [&str; 8] = ["low", "high", "weak", "strong", "poor", "good", "bad", "flat"];

/// Whether a question that names nothing of the profile is about something with a name ("What is Project Tamarind?",
/// 青鸾计划是什么), so that documents may know it. An abbreviation in capitals is more likely a metric.
fn asks_about_a_name(row: &Row<'_>, intent: &Intent) -> bool {
    let names_nothing = intent.metrics.is_empty()
        && intent.entities.is_empty()
        && intent.periods.is_empty()
        && intent.channels.is_empty();
    let is_name = |slot: &Slot<AboutWord>| {
        let written = row.source.get(slot.span.clone()).unwrap_or_default();
        let mut letters = written.chars();
        let is_capital = letters.next().is_some_and(char::is_uppercase) && letters.any(char::is_lowercase);
        let is_chinese_name =
            slot.value.kind != AboutKind::Word && slot.value.text.chars().filter(|c| is_cjk(*c)).count() > 1;
        (is_capital && slot.span.start > 0) || is_chinese_name
    };
    names_nothing && intent.about.iter().any(is_name)
}

/// Whether a metric stands directly before or behind a token.
fn touches_metric(row: &Row<'_>, index: usize) -> bool {
    let is_metric = |kind: Option<&TokenKind>| matches!(kind, Some(TokenKind::Term(Term::Metric(_))));
    is_metric(row.before(index)) || is_metric(row.kind(index + 1))
}

/// Whether the question compares two periods of one quantity, which the engine answers with their difference.
fn two_periods(intent: &Intent) -> bool {
    intent.periods.len() == 2 && intent.metrics.len() == 1 && intent.entities.len() <= 1 && intent.channels.len() <= 1
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
            let spelling = spelling.to_lowercase();
            wordings.iter().any(|wording| spelling.contains(wording))
        })
    })
}

/// A unit of the profile in which no asked metric is stated: "revenue in percent".
fn other_unit(row: &Row<'_>, reading: &Reading, intent: &Intent, profile: &Profile) -> Option<Slot<Operation>> {
    let stated = units(intent, profile);
    let question = row.tokens.iter().enumerate().filter(|(index, _)| !reading.in_preamble(*index));
    question.into_iter().find_map(|(index, token)| match &token.kind {
        TokenKind::Term(Term::Unit(unit)) if !stated.is_empty() && asks_unit(row, index) => {
            let foreign = stated.iter().all(|(code, _)| *code != unit);
            foreign.then(|| Slot { value: Operation::Conversion, span: row.source_span(index, index) })
        }
        _ => None,
    })
}

/// Whether the unit at `index` is one to state the answer in ("in percent", 以百分比计), not one that is merely named.
fn asks_unit(row: &Row<'_>, index: usize) -> bool {
    let before = index.checked_sub(1).map_or("", |before| row.text(before));
    matches!(before, "in" | "as" | "into") || ["以", "按", "用", "成", "为"].iter().any(|word| before.ends_with(word))
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
    let is_metric = |index: usize| matches!(row.kind(index), Some(TokenKind::Term(Term::Metric(_))));
    let index = (1..row.tokens.len())
        .find(|index| matches!(row.text(*index), "to" | "over") && is_metric(index - 1) && is_metric(index + 1))?;
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
