//! The engine's promises, as properties over its public API. Whatever the model, the parser, the stored facts and the
//! question are, each promise holds; each test states one. Nothing here reads the engine's inside.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod account;
mod asking;
mod company;
mod competitors;
mod digits;
mod fixtures;
mod gate;
mod lineage;
mod missing;
mod model;
mod narrative;
mod numbers;
mod numerals;
mod parser;
mod restricted;
mod rules;
mod same_answer;
mod same_bytes;
mod scope;
mod stage;
mod traces;

use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};

/// Tests a property on so many generated values, or on `PROPTEST_CASES` when the environment says so.
fn check<S: Strategy>(cases: u32, values: S, property: impl Fn(S::Value) -> TestCaseResult) {
    let told = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config =
        ProptestConfig { cases: told.unwrap_or(cases), failure_persistence: None, ..ProptestConfig::default() };
    if let Err(fault) = TestRunner::new(config).run(&values, property) {
        panic!("{fault}");
    }
}
