//! The first stage at which an answer left the expected way. It is derived from what the golden case demands and what
//! the answer says about itself; it sees no trace, so a target that hides its stages is placed at the first one that
//! shows.

use std::collections::BTreeSet;
use std::fmt;

use rust_decimal::Decimal;
use serde::Serialize;

use super::readings::Readings;
use crate::extracted::Fact;
use crate::golden::{Case, Expected, ExpectedFact};
use crate::key::FactKey;
use crate::outcome::{Clarification, ClarificationMode, Found, Intent, Normalized, Outcome, ToolResult};
use crate::run::{Answered, AnyCase};

/// A stage of answering, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// There was no answer at all.
    Target,
    /// A document was read as something else: the one in question, or one that the answer should rest on.
    Extraction,
    /// The question was read as something else.
    Intent,
    /// The decision to answer, to ask or to refuse.
    Scope,
    /// What was looked up, or found.
    Lookup,
    /// Which passages were found.
    Retrieval,
    /// The guard stepped in, or let something through.
    Guard,
    /// Everything before is as demanded; the words are not.
    Rendering,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Target => "target (no answer)",
            Self::Extraction => "extraction",
            Self::Intent => "intent",
            Self::Scope => "scope",
            Self::Lookup => "lookup",
            Self::Retrieval => "retrieval",
            Self::Guard => "guard",
            Self::Rendering => "rendering",
        })
    }
}

/// The first stage of `answered` that is not as `case` demands; `Rendering` when all earlier ones are.
pub(super) fn first_divergence(case: &AnyCase, answered: &Answered, readings: &Readings) -> Stage {
    match (case, answered) {
        (AnyCase::Question(case), Answered::Outcome(_)) if is_misread(case, readings) => Stage::Extraction,
        (AnyCase::Question(case), Answered::Outcome(outcome)) => of_answer(case, outcome),
        // Every copy has its own right way; what is wrong with an answer is said beside the verdict.
        (AnyCase::Sourced(_), Answered::Altered(_)) => Stage::Lookup,
        (_, Answered::Extracted(_)) => Stage::Extraction,
        (_, Answered::Ranking(_)) => Stage::Retrieval,
        _ => Stage::Target,
    }
}

/// Whether one of the facts that the answer must state is missing from what was read of its document, or another one
/// there. Of a document that nobody had read nothing is known.
fn is_misread(case: &Case, readings: &Readings) -> bool {
    case.expected.facts.iter().any(|expected| {
        let ExpectedFact { key, value, unit, source } = expected;
        let states = |fact: &Fact| {
            let period = key.period.to_string();
            [&fact.metric, &fact.entity, &fact.period, &fact.channel]
                == [&key.metric, &key.entity, &period, &key.channel]
                && Decimal::from_str_exact(&fact.value) == Ok(*value)
                && fact.unit == *unit
                && fact.locator == source.locator
        };
        let reading = readings.of(&case.fixture, &source.doc);
        reading.is_some_and(|reading| !reading.grids.iter().flat_map(|grid| &grid.facts).any(states))
    })
}

fn of_answer(case: &Case, outcome: &Outcome) -> Stage {
    let expected = &case.expected;
    if intent_differs(expected, &outcome.intent, &outcome.clarification) {
        Stage::Intent
    } else if outcome.clarification.mode != expected.clarification {
        Stage::Scope
    } else if lookup_differs(expected, outcome) {
        Stage::Lookup
    } else if case.demands_prose() && !cites_what_it_should(expected, outcome) {
        Stage::Retrieval
    } else if outcome.refused != expected.refuse || outcome.guard.is_some() {
        Stage::Guard
    } else {
        Stage::Rendering
    }
}

fn intent_differs(expected: &Expected, intent: &Intent, clarification: &Clarification) -> bool {
    // A target that does not say how it read the question cannot be held to it.
    if *intent == Intent::default() {
        return false;
    }
    let should_refuse_company = expected.clarification == ClarificationMode::OutOfScopeEntity;
    if should_refuse_company != intent.external_entity.is_some() {
        return true;
    }
    if expected.operation.map(crate::golden::Operation::as_str) != intent.operation.as_deref() {
        return true;
    }
    let keys: Vec<&FactKey> = expected.facts.iter().map(|fact| &fact.key).chain(&expected.missing).collect();
    if keys.is_empty() {
        return false;
    }
    let periods: Vec<String> = intent.periods.iter().map(|period| period.value.clone()).collect();
    let dimensions: [(&str, &[String], BTreeSet<String>); 4] = [
        ("metric", &intent.metrics, keys.iter().map(|key| key.metric.clone()).collect()),
        ("entity", &intent.entities, keys.iter().map(|key| key.entity.clone()).collect()),
        ("period", &periods, keys.iter().map(|key| key.period.to_string()).collect()),
        ("channel", &intent.channels, keys.iter().map(|key| key.channel.clone()).collect()),
    ];
    dimensions.into_iter().any(|(name, read, wanted)| {
        // What the question leaves out is filled in by a later stage.
        let is_left_open = read.is_empty() && (name == "channel" || !clarification.assumed_slots.is_empty());
        let is_unknown = expected.unrecognized.iter().any(|param| param == name);
        !is_left_open && !is_unknown && read.iter().cloned().collect::<BTreeSet<_>>() != wanted
    })
}

fn lookup_differs(expected: &Expected, outcome: &Outcome) -> bool {
    let wanted = expected.facts.iter().map(|ExpectedFact { key, value, unit, source }| {
        let FactKey { metric, entity, period, channel } = key;
        format!("{entity} {period} {metric} {channel} {value} {unit} {source}")
    });
    let missing = expected
        .missing
        .iter()
        .map(|FactKey { metric, entity, period, channel }| format!("no {entity} {period} {metric} {channel}"));
    let got = outcome.tool_results.iter().filter_map(|result| match result {
        ToolResult::Found(Found { value, unit, metric_code, entity, period, channel, source, .. }) => {
            Some(format!("{entity} {period} {metric_code} {channel} {value} {unit} {source}"))
        }
        ToolResult::NotFound { normalized: Normalized { metric_code, entity, period, channel }, .. } => {
            Some(format!("no {entity} {period} {metric_code} {channel}"))
        }
        ToolResult::UnrecognizedParam { .. } => None,
    });
    wanted.chain(missing).collect::<BTreeSet<_>>() != got.collect()
}

/// Whether any cited passage is of a document that the prose may rest on. What was found and not cited does not show.
fn cites_what_it_should(expected: &Expected, outcome: &Outcome) -> bool {
    outcome.cited().any(|passage| expected.narrative_doc.contains(&passage.doc))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
