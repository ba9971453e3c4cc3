//! Written reports of every end, held against the schema; and reports that must not pass it.

use serde_json::json;

use super::*;
use crate::baseline::Report;
use crate::exit::Exit;
use crate::report::{Digest, Settings, sample, write};
use crate::run::Answered;
use crate::snapshot::{Change, Diff, Finding, Piece, Snapshots, State, Wording};

/// The written `eval.json`, and how its run ends.
fn written(report: &Report, snapshots: &Snapshots) -> (Value, Exit) {
    let folder = tempfile::tempdir().unwrap();
    let digest = Digest::new(report, snapshots, Settings::default());
    write(&digest, folder.path()).unwrap();
    (serde_json::from_str(&std::fs::read_to_string(folder.path().join("eval.json")).unwrap()).unwrap(), digest.exit)
}

fn partial() -> Report {
    let mut report = sample::clean();
    report.sections[0].run.partial = true;
    report
}

fn unverified() -> Report {
    let mut report = sample::report();
    report.sections.drain(..1);
    report.sections.truncate(1);
    let is_open = |kind| kind == crate::baseline::Kind::Unverified;
    report.sections[0].comparison.findings.retain(|finding| is_open(finding.kind));
    report.sections[0].run.results.retain(|result| matches!(result.answered, Answered::Error(_) | Answered::NotRun));
    report.waivers.clear();
    report
}

/// A report in which every kind of answer has every field.
fn full() -> (Report, Snapshots) {
    let mut report = sample::report();
    let header = json!({"ref": "A1", "text": "t", "rule": "r"});
    let extracted = json!({"grids": [{"doc": "a.xlsx", "sheet": "PL", "rows": 1, "cols": 1,
        "cells": [{"ref": "B2", "text": "1", "value": "1", "fill": null, "merge": "B2:C2", "kind": "value", "row_headers": [header],
            "col_headers": [header], "rule": "r"}],
        "facts": [{"metric": "M", "entity": "E", "period": "2024", "channel": "TOTAL", "value": "1", "unit": "U",
            "locator": "sheet=PL!B2", "also": ["x"], "tags": ["y"], "rule": "r"}],
        "reviews": [{"locator": "l", "reason": "r", "text": "t", "candidate": {"tags": ["y"]}, "rule": "r"}],
        "others": [{"ref": "C3", "rule": "r"}]}]});
    let ranking = json!({"hits": [{"doc": "d", "locator": "para1-1", "title": "t", "text": "x", "score": 0.5}], "relaxed": ["topic"]});
    let mut outcome = sample::outcome();
    let whole = json!([{"status": "found", "value": 1.50, "unit": "U", "metric_code": "M", "entity": "E", "period_type": "FY",
            "period": "2024", "channel": "TOTAL", "source": {"doc": "d", "locator": "l"}, "valid_as_of": "2025-01-31",
            "conflicts": [{"value": 2, "unit": "U", "source": {"doc": "d", "locator": "l"}, "valid_as_of": null}]},
        {"status": "not_found", "normalized": {"metric_code": "M", "entity": "E", "period": "2024", "channel": "TOTAL"},
            "waiting": {"reasons": ["r"], "see": "s"}},
        {"status": "unrecognized_param", "param": "metric", "raw": "x"}]);
    outcome.tool_results = serde_json::from_value(whole).unwrap();
    outcome.difference = Some(json!({"value": 1}));
    outcome.unsupported_numbers = vec!["7".to_owned()];
    let narrative = json!({"status": "answered", "prose": "p", "relaxed": ["topic"], "contradiction": {"asked": "a", "stated": "b",
        "passage": 1}, "other_language": true, "retrieved": 1, "passages": [{"number": 1, "doc": "d", "title": "t", "locator": "l",
        "text": "x", "period": "2024", "valid_as_of": null, "cited": true}]});
    outcome.narrative = Some(serde_json::from_value(narrative).unwrap());
    report.sections[0].run.results[0].answered = Answered::Outcome(Box::new(outcome));
    report.sections[2].run.results[0].answered =
        Answered::Extracted(Box::new(serde_json::from_value(extracted).unwrap()));
    report.sections[3].run.results[0].answered = Answered::Ranking(Box::new(serde_json::from_value(ranking).unwrap()));
    let pieces = vec![Piece::Kept("a".to_owned()), Piece::Removed("b".to_owned()), Piece::Added("c".to_owned())];
    let diff = Diff {
        meaning: vec![Change { what: "route".to_owned(), was: None, is: Some("x".to_owned()) }],
        wording: vec![Wording { part: "answer".to_owned(), pieces }],
    };
    let found =
        |state| Finding { lane: crate::lane::Lane::Agent, case: "qa-2".to_owned(), state, diff: Some(diff.clone()) };
    (report, Snapshots { findings: State::ALL.map(found).into(), ..Snapshots::default() })
}

#[test]
fn reports_of_every_end_are_as_published() {
    let none = Snapshots::default();
    let (full, changed) = full();
    for (name, report, snapshots, end) in [
        ("clean", sample::clean(), &none, Exit::Clean),
        ("red", sample::report(), &none, Exit::Regressed),
        ("partial", partial(), &none, Exit::Clean),
        ("unverified", unverified(), &none, Exit::Unverified),
        ("empty", Report { sections: Vec::new(), waivers: Vec::new() }, &none, Exit::Unverified),
        ("with everything", full, &changed, Exit::Regressed),
    ] {
        let (report, exit) = written(&report, snapshots);
        assert_eq!(exit, end, "{name}");
        assert_eq!(faults(&report), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_report_that_lacks_has_or_says_something_else_is_not_as_published() {
    let (report, _) = written(&sample::report(), &Snapshots::default());
    let spoiled: [(&str, &str, Value, &str); 8] = [
        ("", "format", json!(2), "/format: 2 is not as `const` demands"),
        ("", "exit_code", json!(5), "/exit_code"),
        ("", "partial", json!("no"), "/partial"),
        ("", "more", json!(1), "`more` is not in the schema"),
        ("/lanes/0/tally", "pass", json!(-1), "/lanes/0/tally/pass"),
        ("/lanes/0/rows/0", "gate", json!("speed"), "/lanes/0/rows/0/gate"),
        ("/cases/0/tags", "lang", json!(7), "/cases/0/tags/lang"),
        ("/cases/2/verdicts/0", "verdict", json!("passed"), "/cases/2/verdicts/0/verdict"),
    ];
    for (place, name, value, part) in spoiled {
        let mut report = report.clone();
        report.pointer_mut(place).unwrap()[name] = value;
        let faults = faults(&report);
        assert!(faults.len() == 1 && faults[0].contains(part), "{part}: {faults:?}");
    }
    for (place, name) in
        [("", "sentence"), ("/lanes/1", "identity"), ("/cases/1", "answered"), ("/cases/2/red", "stage")]
    {
        let mut report = report.clone();
        report.pointer_mut(place).unwrap().as_object_mut().unwrap().remove(name).unwrap();
        let faults = faults(&report);
        assert!(faults.iter().any(|fault| fault.contains(&format!("`{name}` is missing"))), "{name}: {faults:?}");
    }
}

/// A gate, a kind or a state that is added is added to the schema.
#[test]
fn the_words_of_the_schema_are_those_of_the_program() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let words = |at: &str| schema.pointer(at).unwrap_or_else(|| panic!("{at}")).clone();
    assert_eq!(words("/$defs/gate/enum"), json!(crate::gate::Gate::ALL));
    assert_eq!(words("/$defs/lane/enum"), json!(crate::lane::Lane::ALL));
    assert_eq!(words("/$defs/verdict/enum"), json!(crate::verdict::Verdict::ALL));
    assert_eq!(words("/$defs/snapshots/properties/findings/items/properties/state/enum"), json!(State::ALL));
}
