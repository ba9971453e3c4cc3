//! What the function words of a question say: whether it asks for a number or a reason, and whether it asks for
//! something that is not computed. Slots are filled before; nothing here adds or removes one.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::leftover;
use super::operation::{self, two_periods};
use super::quantity;
use super::residue::Reading;
use super::token::Row;
use super::{AboutKind, AboutWord, Intent, Param, Route, Slot};
use crate::lang::is_cjk;
use crate::language::lists::word_set;
use crate::profile::{Operation, Profile, WordClass};
use crate::rule::word as rules;
use crate::text::TextView;

/// Sets route, operation and qualifiers from the function words.
pub(super) fn conclude(
    row: &Row<'_>,
    reading: &Reading,
    profile: &Profile,
    conversion: Option<Slot<Operation>>,
    intent: &mut Intent,
) {
    let words = || reading.function_words(row);
    let says = |class: WordClass| words().any(|(_, word)| word == class);
    let asks_why = says(WordClass::Narrative) || (intent.metrics.is_empty() && says(WordClass::Topic));
    let asks_what = says(WordClass::NumericWeak) && !asks_why && !asks_about_a_name(row, intent);
    let names_quantity = intent.metrics.is_empty() && !asks_why && quantity::is_all(row, reading.preamble());
    let asks_number = says(WordClass::Numeric) || asks_what || names_quantity;
    intent.route = match (intent.metrics.is_empty(), asks_why, asks_number) {
        (false, true, _) => Route::Composite,
        (false, false, _) | (true, _, true) => Route::Structured,
        (true, _, false) => Route::Narrative,
    };

    if intent.route == Route::Narrative {
        // Passages are found by their words, known or not; only a fact's key must be understood word for word. A period that
        // cannot be read narrows no search, which the reader must know.
        intent.unknown.retain(|unknown| unknown.param == Param::Period);
        intent.qualifiers.clear();
        intent.rules.retain(|rule| intent.unknown.iter().any(|unknown| unknown.span == rule.span));
        return;
    }
    if intent.metrics.is_empty() {
        quantity::report(row, reading.preamble(), intent);
    }

    qualify(row, reading, profile, asks_why, intent);
    let asked = operation::asked(row, reading, profile, intent, asks_why);
    if let Some((slot, rule)) = asked.or_else(|| conversion.map(|slot| (slot, &rules::OTHER_UNIT))) {
        intent.rules.push(Slot { value: rule, span: slot.span.clone() });
        intent.operation = Some(slot);
    }
    leftover::report(row, reading, profile, intent);
}

/// Enters the words that make another quantity of a metric, but for those that say what is to be explained.
fn qualify(row: &Row<'_>, reading: &Reading, profile: &Profile, asks_why: bool, intent: &mut Intent) {
    let decided = |rule, span: &Range<usize>| Slot { value: rule, span: span.clone() };
    if asks_why {
        let is_state = |slot: &mut Slot<String>| STATES.contains(&TextView::fold(&slot.value));
        for state in intent.qualifiers.extract_if(.., is_state) {
            intent.rules.retain(|rule| rule.span != state.span);
            intent.rules.push(decided(&rules::EXPLAINED, &state.span));
        }
    } else {
        let own = leftover::own_words(profile, intent);
        let narrows = |(slot, rule): &&(Slot<String>, _)| {
            *rule != &rules::BEHIND_METRIC || !leftover::is_own(&own, &TextView::fold(&slot.value))
        };
        for (slot, rule) in reading.trailing.iter().filter(narrows) {
            intent.rules.push(decided(*rule, &slot.span));
            intent.qualifiers.push(slot.clone());
        }
    }
    let words = || reading.function_words(row);
    let why = words().find(|(_, class)| *class == WordClass::Narrative).map(|(index, _)| index);
    // "Why was revenue restated": what is said of the metric behind the cue is what is to be explained.
    let is_explained = |index: usize| why.is_some_and(|why| why < index) && !touches_metric(row, index);
    let change_is_answered = asks_why || two_periods(intent);
    for (index, class) in words().filter(|(index, _)| !reading.is_aside(*index) && !reading.is_target(*index)) {
        let rule = match class {
            WordClass::Qualifier if is_explained(index) => &rules::EXPLAINED,
            // The group's figures are consolidated; of a part of it the word would ask for others.
            WordClass::Qualifier if is_consolidated(row.text(index)) && asks_home(row, intent) => continue,
            WordClass::Qualifier => &rules::QUALIFIER,
            WordClass::Change if change_is_answered => continue,
            WordClass::Change if is_explained(index) => &rules::EXPLAINED,
            WordClass::Change => &rules::CHANGE_OF_ONE_PERIOD,
            _ => continue,
        };
        let span = row.source_span(index, index);
        intent.rules.push(decided(rule, &span));
        if rule != &rules::EXPLAINED {
            intent.qualifiers.push(Slot { value: row.source_text(index, index), span });
        }
    }
}

/// How a metric stands, which makes no other quantity of it in a question for reasons: "why is persistency so low".
static STATES: LazyLock<HashSet<String>> = word_set!("questions/metric_states.txt");

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
    index.checked_sub(1).is_some_and(|before| row.is_metric(before)) || row.is_metric(index + 1)
}

fn is_consolidated(word: &str) -> bool {
    matches!(word, "consolidated" | "合并" | "合并报表" | "合并口径")
}

/// Whether the question is about the whole group: it names nobody, or the group alone.
fn asks_home(row: &Row<'_>, intent: &Intent) -> bool {
    intent.entities.iter().all(|slot| slot.value == *row.home)
}
