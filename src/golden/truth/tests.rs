//! Each fault of a truth about a document, made on purpose and found.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use super::super::{ExtractionSuite, Fixture};
use crate::key::{cell_locator, cell_numbers};

const PROFILE: &str = "
    [metrics.REVENUE]
    [entities.HK]
    [units.USD_M]
    [sensitivity]
    restricted_filename_patterns = [\"*exco*\"]
";

fn open() -> Value {
    json!({"company": "shop", "doc": "a.xlsx", "format": "xlsx", "about": [], "restricted": false,
        "cells": [
            {"sheet": "PL", "cell_ref": "A2", "kind": "header", "value": "Revenue"},
            {"sheet": "PL", "cell_ref": "B1", "kind": "header", "value": "FY2021"},
            {"sheet": "PL", "cell_ref": "B2", "kind": "value", "value": "1", "headers": {"row": ["A2"], "col": ["B1"]}}],
        "facts": [{"metric": "REVENUE", "entity": "HK", "period": "2021", "channel": "TOTAL", "value": "1",
            "unit": "USD_M", "locator": "sheet=PL!B2"}],
        "reviews": []})
}

fn closed() -> Value {
    json!({"company": "shop", "doc": "exco.xlsx", "format": "xlsx", "restricted": true,
        "cells": [], "facts": [], "reviews": []})
}

fn load(truths: &[Value], reports: &[&str]) -> Result<ExtractionSuite, String> {
    let fixture = Fixture::from_texts("shop", PROFILE, &[]).unwrap().with_reports(reports);
    let texts: Vec<String> = truths.iter().map(Value::to_string).collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|text| ("truth.json", text.as_str())).collect();
    ExtractionSuite::from_texts(&files, vec![fixture]).map_err(|faults| faults.to_string())
}

/// The faults of a set in which one truth is changed.
fn faults(change: impl FnOnce(&mut Value)) -> String {
    let mut truth = open();
    change(&mut truth);
    load(&[truth, closed()], &["a.xlsx", "exco.xlsx"]).unwrap_err()
}

#[test]
fn a_good_set_loads_and_its_hash_follows_what_is_demanded() {
    let hash = |truth: Value| load(&[truth, closed()], &["a.xlsx", "exco.xlsx"]).unwrap().cases[0].hash.clone();
    let (mut described, mut changed) = (open(), open());
    described["about"] = json!(["one value"]);
    changed["cells"][2]["value"] = json!("2");
    assert_eq!(hash(open()), hash(described));
    assert_ne!(hash(open()), hash(changed));
}

#[test]
fn every_fault_of_a_truth_is_reported_at_once() {
    let report = faults(|truth| {
        truth["cells"][0]["cell_ref"] = json!("A0");
        truth["cells"][1]["colour"] = json!("red");
        truth["cells"][2]["fill"] = json!("yellow");
        truth["facts"][0]["metric"] = json!("PROFIT");
        truth["facts"][0]["period"] = json!("last year");
        truth["reviews"] = json!([{"locator": "sheet=PL!Z9", "reason": "odd"}]);
    });
    for part in [
        "truth.json: case a.xlsx: cell 2: unknown field `colour`",
        "`A0` is no cell",
        "sheet=PL!B2: `yellow` is no colour",
        "the value names sheet=PL!A2, which is no header cell",
        "the value names sheet=PL!B1, which is no header cell",
        "metric `PROFIT` is not a code",
        "`last year` is not a period",
        "`odd` is no reason for a review",
        "the review names sheet=PL!Z9, which is no value or header cell",
    ] {
        assert!(report.contains(part), "{part} in\n{report}");
    }
}

#[test]
fn cells_are_there_once_and_values_alone_have_headers() {
    let twice = faults(|truth| {
        let cell = truth["cells"][0].clone();
        truth["cells"].as_array_mut().unwrap().push(cell);
    });
    assert!(twice.contains("sheet=PL!A2 stands here a second time"), "{twice}");
    let bare = faults(|truth| drop(truth["cells"][2].as_object_mut().unwrap().remove("headers")));
    assert!(bare.contains("sheet=PL!B2: a value cell has `headers`"), "{bare}");
    let headed = faults(|truth| truth["cells"][0]["headers"] = json!({"row": [], "col": []}));
    assert!(headed.contains("sheet=PL!A2: a value cell has `headers`"), "{headed}");
    let misplaced = faults(|truth| truth["facts"][0]["locator"] = json!("sheet=PL!B1"));
    assert!(misplaced.contains("the fact names sheet=PL!B1, which is no value cell"), "{misplaced}");
}

#[test]
fn reports_and_truths_belong_together() {
    let both = ["a.xlsx", "exco.xlsx"];
    assert!(load(&[open(), closed()], &both).is_ok());
    let missing = load(&[open(), closed()], &["exco.xlsx"]).unwrap_err();
    assert!(missing.contains("no document `a.xlsx` under reports/"), "{missing}");
    let unjudged = load(&[open(), closed()], &["a.xlsx", "b.csv", "exco.xlsx"]).unwrap_err();
    assert!(unjudged.contains("nobody says what is true about `b.csv`"), "{unjudged}");
    let one_sided = load(&[open()], &["a.xlsx"]).unwrap_err();
    assert!(one_sided.contains("letting everything out would pass"), "{one_sided}");
    let foreign = faults(|truth| truth["company"] = json!("mall"));
    assert!(foreign.contains("no fixture `mall`"), "{foreign}");
}

#[test]
fn nothing_comes_out_of_a_restricted_document() {
    let mut leak = open();
    leak["restricted"] = json!(true);
    let leak = load(&[leak, closed()], &["a.xlsx", "exco.xlsx"]).unwrap_err();
    assert!(leak.contains("nothing comes out of a restricted document"), "{leak}");
    let mut silent = closed();
    silent["restricted"] = json!(false);
    let silent = load(&[open(), silent], &["a.xlsx", "exco.xlsx"]).unwrap_err();
    assert!(silent.contains("the profile restricts a document of this name"), "{silent}");
}

#[test]
fn cells_are_cited_as_documents_are() {
    assert_eq!(cell_locator("P&L", "AA10"), "sheet=P&L!AA10");
    assert_eq!(cell_locator("slide=3,table=1", "AA10"), "slide=3,table=1,row=10,col=27");
    assert_eq!(cell_locator("table=1", "C7"), "table=1,row=7,col=3");
    assert_eq!([cell_numbers("A01"), cell_numbers("7C"), cell_numbers("")], [None, None, None]);
}
