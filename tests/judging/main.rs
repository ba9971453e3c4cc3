//! The harness through its public API: whole evaluations of a small sample, and the golden set that ships. One program, so
//! that harness and engine are linked once.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod changes;
mod counterfactuals;
mod evaluation;
mod extractions;
mod golden;
mod narrowing;
mod recordings;
mod searches;
mod snapshots;
mod waivers;

use std::path::{Path, PathBuf};

use harness::baseline::{Baseline, Comparison, Kind, Lowering, Waivers, compare};
use harness::run::Run;
use harness::target::ScriptedTarget;
use harness::verdict::Key;
use jiff::civil::{Date, date};

const TODAY: Date = date(2026, 3, 15);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample")
}

/// The sample's answers, all of them right.
fn answers() -> ScriptedTarget {
    ScriptedTarget::from_lines(&std::fs::read_to_string(root().join("answers.jsonl")).unwrap()).unwrap()
}

fn held(run: &Run, baseline: &Baseline) -> Comparison {
    compare(run, Ok(baseline), &Waivers::default(), TODAY)
}

/// The keys of the findings of a kind.
fn keys(comparison: &Comparison, kind: Kind) -> Vec<String> {
    let of_kind = comparison.findings.iter().filter(|finding| finding.kind == kind);
    of_kind.filter_map(|finding| finding.key.as_ref().map(Key::to_string)).collect()
}

fn request(key: &str) -> Lowering {
    let (reason, owner) = ("the source was corrected".to_owned(), "li".to_owned());
    Lowering { key: key.parse().unwrap(), reason, owner, expires: date(2026, 6, 9) }
}
