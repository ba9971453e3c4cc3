//! Tests of `guard`.

use rust_decimal::Decimal;
use serde_json::Value;

use super::*;
use crate::code::UnitCode;
use crate::fact::{Fact, Lineage};
use crate::period::Period;
use crate::provider::ToolCall;
use crate::sealed::ModelText;
use crate::store::Answerable;
use crate::structured::{Found, Normalized, Rejection};

fn key(entity: &str) -> FactKey {
    FactKey::total("REVENUE", entity, Period::Year { year: 2024 })
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
