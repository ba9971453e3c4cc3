//! Tests of `stage`.

use super::*;
use crate::extracted::Extracted;
use crate::report::sample;

fn stage_after(change: impl FnOnce(&mut Outcome)) -> Stage {
    let case = sample::case("a");
    let mut outcome = sample::outcome();
    change(&mut outcome);
    first_divergence(&case.into(), &Answered::Outcome(Box::new(outcome)), &Readings::default())
}

#[test]
fn each_stage_is_named_when_it_is_the_first_to_differ() {
    assert_eq!(stage_after(|outcome| outcome.intent.metrics = vec!["PREMIUM".to_owned()]), Stage::Intent);
    assert_eq!(stage_after(|outcome| outcome.intent.operation = Some("ranking".to_owned())), Stage::Intent);
    assert_eq!(stage_after(|outcome| outcome.clarification.mode = ClarificationMode::AskFirst), Stage::Scope);
    assert_eq!(stage_after(|outcome| outcome.tool_results.clear()), Stage::Lookup);
    assert_eq!(stage_after(|outcome| outcome.refused = true), Stage::Guard);
    assert_eq!(stage_after(|outcome| outcome.answer.clear()), Stage::Rendering);
    assert_eq!(first_divergence(&sample::case("a").into(), &Answered::NotRun, &Readings::default()), Stage::Target);
}

#[test]
fn a_fact_that_its_document_does_not_yield_is_the_fault_of_the_reading() {
    let yielding = |value: &str| {
        let source = sample::source();
        let fact = serde_json::json!({"metric": "FYP", "entity": "HK", "period": "2024", "channel": "TOTAL",
                "value": value, "unit": "USD_M", "locator": source.locator});
        let grid = serde_json::json!({"doc": source.doc, "sheet": "page=13,table=1", "cells": [], "facts": [fact]});
        let extracted = Extracted { grids: vec![serde_json::from_value(grid).unwrap()] };
        let mut readings = Readings::default();
        readings.add("insurer", &source.doc, extracted);
        let mut outcome = sample::outcome();
        outcome.tool_results.clear();
        first_divergence(&sample::case("a").into(), &Answered::Outcome(Box::new(outcome)), &readings)
    };
    assert_eq!(yielding("908.50"), Stage::Lookup);
    assert_eq!(yielding("908.05"), Stage::Extraction);
}

#[test]
fn a_target_that_hides_its_reading_is_placed_where_it_shows() {
    let stage = stage_after(|outcome| {
        outcome.intent = Intent::default();
        outcome.tool_results.clear();
    });
    assert_eq!(stage, Stage::Lookup);
}
