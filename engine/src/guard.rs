//! The anti-fabrication guard, in control flow and types. Facts come from the store; a model's transcript can at most
//! show that it looked up what was asked. Whatever else a model says or finds is dropped here, and nothing behind the
//! guard can see it.
//!
//! The loop runs only for a complete key, so there is no question to which a model's own words could be the answer: where it
//! talked instead of looking up, or looked up something else, the engine asks the store itself. Why a number in a model's
//! words can never be printed is stated by [`ModelText`](crate::sealed::ModelText).
//!
//! An account of passages is another matter: there a model's words are the answer, and
//! [`check_prose`](crate::sealed::check_prose) says which of its numbers no cited passage states. Nothing of it can come
//! into a [`Finding`].

use serde::Serialize;

use crate::fact::FactKey;
use crate::provider::ProviderError;
use crate::sealed::Prose;
use crate::sqlite::StoreError;
use crate::structured::{CallOutcome, CallRecord, ToolResult, Transcript};

/// On what ground a structured answer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GuardCase {
    /// At least one fact of the asked scope is stored; the answer is rendered from facts alone.
    Found,
    /// Nothing is stored for what was asked; the answer is a refusal.
    NotFound,
    /// The question names something unknown; the answer names it.
    UnrecognizedParam,
}

impl GuardCase {
    /// The word of the JSON contract.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::NotFound => "not_found",
            Self::UnrecognizedParam => "unrecognized_param",
        }
    }

    /// The strongest ground that a set of results gives: found, then not found, then unrecognised.
    pub fn of<'a>(results: impl IntoIterator<Item = &'a ToolResult>) -> Option<Self> {
        let rank = |case: &Self| match case {
            Self::Found => 0,
            Self::NotFound => 1,
            Self::UnrecognizedParam => 2,
        };
        results
            .into_iter()
            .map(|result| match result {
                ToolResult::Found(_) => Self::Found,
                ToolResult::NotFound { .. } => Self::NotFound,
                ToolResult::UnrecognizedParam { .. } => Self::UnrecognizedParam,
            })
            .min_by_key(rank)
    }
}

/// Who looked a fact up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    /// The model, through the tool.
    Model,
    /// The engine itself.
    Engine,
}

/// What is known of one key, fit to be answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The fact, or that there is none. Always about the asked key.
    pub result: ToolResult,
    /// Who looked it up.
    pub asker: Asker,
    /// What the model did, when one was asked.
    pub model: Option<ModelUse>,
}

/// What a model did for a finding.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelUse {
    /// Turns taken.
    pub turns: usize,
    /// Calls it made, whatever their scope.
    pub calls: Vec<CallRecord>,
    /// What kind of words were dropped.
    pub dropped: Prose,
    /// Why it gave up, if it did.
    pub failure: Option<ProviderError>,
}

/// Decides what a model's transcript is worth for the key that was asked. `query` is the engine's own look-up.
pub fn judge(
    asked: &FactKey,
    transcript: Transcript,
    query: impl FnOnce(&FactKey) -> Result<ToolResult, StoreError>,
) -> Result<Finding, StoreError> {
    let in_scope = transcript.calls.iter().find_map(|record| match &record.outcome {
        CallOutcome::Done(result) if result.key() == Some(asked) => Some(result.clone()),
        _ => None,
    });
    let (looked_up, by) = match in_scope {
        Some(found) => (found, Asker::Model),
        None => (query(asked)?, Asker::Engine),
    };
    let dropped = transcript.text.prose();
    let model = ModelUse { turns: transcript.turns, calls: transcript.calls, dropped, failure: transcript.failure };
    Ok(Finding { result: looked_up, asker: by, model: Some(model) })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use rust_decimal::Decimal;
    use serde_json::Value;

    use super::*;
    use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
    use crate::fact::{Fact, Lineage};
    use crate::period::Period;
    use crate::provider::ToolCall;
    use crate::sealed::ModelText;
    use crate::store::Answerable;
    use crate::structured::{Found, Normalized, Rejection};

    fn key(entity: &str) -> FactKey {
        FactKey {
            metric: MetricCode::new("REVENUE"),
            entity: EntityCode::new(entity),
            period: Period::Year { year: 2024 },
            channel: ChannelCode::total(),
        }
    }

    fn found(entity: &str, value: i64) -> ToolResult {
        let lineage = Lineage { doc: "report.xlsx".to_owned(), locator: "A1".to_owned() };
        let value = Decimal::new(value, 0);
        let fact = Fact { key: key(entity), value, unit: UnitCode::new("USD_M"), lineage, valid_as_of: None };
        ToolResult::Found(Box::new(Found::from(Answerable { fact, others: Vec::new() })))
    }

    fn missing(entity: &str) -> ToolResult {
        let key = key(entity);
        let (metric_code, entity, channel) = (key.metric.clone(), key.entity.clone(), key.channel.clone());
        ToolResult::NotFound {
            normalized: Normalized { metric_code, entity, period: "2024".to_owned(), channel, key },
            waiting: None,
        }
    }

    fn transcript(outcomes: Vec<CallOutcome>, text: &str) -> Transcript {
        let call = ToolCall { id: "1".to_owned(), name: "query_metric".to_owned(), arguments: Value::Null };
        let calls = outcomes.into_iter().map(|outcome| CallRecord { call: call.clone(), outcome }).collect();
        Transcript { calls, text: ModelText::new(text), turns: 1, failure: None }
    }

    #[test]
    fn a_look_up_of_the_asked_key_is_used_as_it_is() {
        let work = transcript(vec![CallOutcome::Done(found("HK", 7))], "about 900");
        let finding = judge(&key("HK"), work, |_| panic!("the fact is known already")).unwrap();
        assert_eq!((finding.result, finding.asker), (found("HK", 7), Asker::Model));
        assert_eq!(finding.model.unwrap().dropped, Prose::Numbers);
    }

    #[test]
    fn a_fact_of_another_scope_is_never_the_answer() {
        let work = transcript(vec![CallOutcome::Done(found("CN", 900))], "");
        let finding = judge(&key("HK"), work, |asked| Ok(missing(asked.entity.as_str()))).unwrap();
        assert_eq!((finding.result, finding.asker), (missing("HK"), Asker::Engine));
    }

    #[test]
    fn a_model_that_only_talks_makes_the_engine_look() {
        let work = transcript(Vec::new(), "The revenue was one thousand.");
        let finding = judge(&key("HK"), work, |_| Ok(found("HK", 7))).unwrap();
        assert_eq!((finding.result, finding.asker), (found("HK", 7), Asker::Engine));
    }

    #[test]
    fn unknown_parameters_and_senseless_calls_of_a_model_are_no_result() {
        let raw = "REVENUE 2024".to_owned();
        let unknown = ToolResult::UnrecognizedParam { param: crate::intent::Param::Metric, raw };
        let outcomes = vec![CallOutcome::Done(unknown), CallOutcome::Rejected(Rejection::UnknownTool)];
        let finding = judge(&key("HK"), transcript(outcomes, "I do not know."), |_| Ok(missing("HK"))).unwrap();
        assert_eq!((finding.result, finding.asker), (missing("HK"), Asker::Engine));
        assert_eq!(finding.model.unwrap().dropped, Prose::Words);
    }

    #[test]
    fn one_fact_makes_an_answer_whatever_is_missing_beside_it() {
        let results = [missing("CN"), found("HK", 7)];
        assert_eq!(GuardCase::of(&results), Some(GuardCase::Found));
        assert_eq!(GuardCase::of(&results[..1]), Some(GuardCase::NotFound));
        assert_eq!(GuardCase::of(&[]), None);
    }
}
