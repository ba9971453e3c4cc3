//! Reading a document: each way of reading it wrong turns the right channel red, and leaving out is no better than
//! inventing.

use std::path::Path;

use super::Gate;
use crate::extracted::{Cell, Extracted};
use crate::golden::{ExtractionSuite, Truth};
use crate::judgement::{Judgement, Points};
use crate::target::{Extractor, ScriptedTarget};
use Gate::{CellValue, ColorMapping, Facts, HeaderAttribution};

const ALL: [Gate; 4] = [CellValue, ColorMapping, HeaderAttribution, Facts];

fn suite() -> ExtractionSuite {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample");
    let suite = ExtractionSuite::load(&root.join("extraction"), &root.join("fixtures"));
    suite.unwrap_or_else(|faults| panic!("{faults}"))
}

fn truth(doc: &str) -> (Truth, Extracted) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample");
    let target = ScriptedTarget::from_lines(&std::fs::read_to_string(root.join("answers.jsonl")).unwrap()).unwrap();
    let suite = suite();
    let truth = suite.cases.iter().find(|truth| truth.doc == doc).unwrap();
    (Truth::clone(truth), target.extract("shop", doc).unwrap().unwrap())
}

fn points(gate: Gate, truth: &Truth, extracted: &Extracted) -> Points {
    match gate.judge_extraction(truth, extracted) {
        Judgement::Scored(points, lacking) => {
            assert_eq!(lacking.is_none(), points.is_full(), "{gate} says nothing about what it lacks");
            points
        }
        other => panic!("{gate} gives no points: {other:?}"),
    }
}

/// The gates that are red when the right reading is changed in this way.
fn red(change: impl FnOnce(&mut Extracted)) -> Vec<Gate> {
    let (truth, mut extracted) = truth("Stores_2021.xlsx");
    let before = extracted.clone();
    change(&mut extracted);
    assert_ne!(before, extracted, "the change changes nothing");
    ALL.into_iter().filter(|gate| !points(*gate, &truth, &extracted).is_full()).collect()
}

fn cell<'a>(extracted: &'a mut Extracted, at: &str) -> &'a mut Cell {
    extracted.grids[0].cells.iter_mut().find(|cell| cell.at == at).unwrap()
}

#[test]
fn a_right_reading_has_full_marks_in_every_channel() {
    for doc in ["Stores_2021.xlsx", "ExCo_Pack_2021.xlsx"] {
        let (truth, extracted) = truth(doc);
        for gate in ALL {
            assert!(points(gate, &truth, &extracted).is_full(), "{doc} {gate}");
        }
    }
}

#[test]
fn a_wrong_digit_sign_or_kind_is_a_wrong_cell() {
    assert_eq!(red(|read| cell(read, "B4").value = Some("811.52".into())), [CellValue]);
    assert_eq!(red(|read| cell(read, "B4").value = Some("811.250".into())), [CellValue], "digits are not dropped");
    assert_eq!(red(|read| cell(read, "C4").value = Some("7.5".into())), [CellValue]);
    assert_eq!(red(|read| cell(read, "A8").kind = "value".into()), [CellValue]);
    assert_eq!(red(|read| cell(read, "B2").merge = None), [CellValue]);
}

#[test]
fn what_is_hidden_is_said_to_be() {
    assert_eq!(red(|read| cell(read, "B4").hidden = true), [CellValue]);
    let inverted = |read: &mut Extracted| {
        let cells = read.grids.iter_mut().flat_map(|grid| &mut grid.cells);
        cells.for_each(|cell| cell.hidden = !cell.hidden);
    };
    assert_eq!(red(inverted), [CellValue]);
}

#[test]
fn a_fact_that_is_not_sure_is_none() {
    let of = |confidence: &'static str| {
        move |read: &mut Extracted| {
            let facts = read.grids.iter_mut().flat_map(|grid| &mut grid.facts);
            facts.for_each(|fact| fact.confidence = Some(confidence.to_owned()));
        }
    };
    assert_eq!(red(of("0.01")), [Facts]);
    assert_eq!(red(of("0.79")), [Facts]);
    assert_eq!(red(of("17")), [Facts], "surer than sure is no number of this kind");
    assert_eq!(red(of("0.80")), []);
}

#[test]
fn a_dropped_cell_and_an_invented_one_are_both_wrong() {
    let without = |at: &'static str| move |read: &mut Extracted| read.grids[0].cells.retain(|cell| cell.at != at);
    assert_eq!(red(without("A8")), [CellValue]);
    assert_eq!(red(without("B4")), [CellValue, HeaderAttribution]);
    assert_eq!(red(without("B5")), [CellValue, ColorMapping, HeaderAttribution]);
    let invented = |read: &mut Extracted| {
        let cell = Cell { at: "C9".into(), fill: None, ..cell(read, "A8").clone() };
        read.grids[0].cells.push(cell);
    };
    assert_eq!(red(invented), [CellValue]);
    let twice = |read: &mut Extracted| {
        let cell = cell(read, "A8").clone();
        read.grids[0].cells.push(cell);
    };
    assert_eq!(red(twice), [CellValue]);
}

#[test]
fn a_swapped_colour_or_tag_is_a_wrong_mapping() {
    assert_eq!(red(|read| cell(read, "B5").fill = Some("DDEBF7".into())), [ColorMapping]);
    assert_eq!(red(|read| cell(read, "C4").fill = None), [ColorMapping]);
    assert_eq!(red(|read| cell(read, "B4").fill = Some("FFF2CC".into())), [ColorMapping]);
    let forecast = |read: &mut Extracted| read.grids[0].reviews[0].candidate.tags = ["budget".to_owned()].into();
    assert_eq!(red(forecast), [ColorMapping]);
    let untagged = |read: &mut Extracted| read.grids[0].facts[1].tags.clear();
    assert_eq!(red(untagged), [ColorMapping, Facts], "a fact carries its tags");
}

#[test]
fn a_header_that_is_another_one_or_elsewhere_in_its_path_is_wrong() {
    let swapped = |read: &mut Extracted| cell(read, "B4").col_headers[1].at = "C3".into();
    assert_eq!(red(swapped), [HeaderAttribution]);
    assert_eq!(red(|read| cell(read, "B4").col_headers.reverse()), [HeaderAttribution]);
    assert_eq!(red(|read| drop(cell(read, "B4").col_headers.remove(0))), [HeaderAttribution]);
    assert_eq!(red(|read| cell(read, "B4").row_headers.clear()), [HeaderAttribution]);
    let transposed = |read: &mut Extracted| {
        let cell = cell(read, "B4");
        std::mem::swap(&mut cell.row_headers, &mut cell.col_headers);
    };
    assert_eq!(red(transposed), [HeaderAttribution]);
}

#[test]
fn a_fact_is_right_in_every_part_or_wrong() {
    let changed = |change: fn(&mut crate::extracted::Fact)| red(move |read| change(&mut read.grids[0].facts[0]));
    assert_eq!(changed(|fact| fact.value = "811.2".into()), [Facts]);
    assert_eq!(changed(|fact| fact.unit = "USD".into()), [Facts]);
    assert_eq!(changed(|fact| fact.entity = "JP".into()), [Facts]);
    assert_eq!(changed(|fact| fact.period = "2020".into()), [Facts]);
    assert_eq!(changed(|fact| fact.locator = "sheet=Stores!B5".into()), [Facts]);
    assert_eq!(changed(|fact| fact.also = ["sheet=Stores!C4".to_owned()].into()), [Facts]);
    assert_eq!(changed(|fact| fact.value = "many".into()), [Facts]);
    assert_eq!(changed(|fact| fact.value = "811.250".into()), [], "one value, whatever digits are shown");
}

#[test]
fn a_review_is_neither_dropped_nor_invented_nor_taken_for_a_fact() {
    assert_eq!(red(|read| drop(read.grids[0].reviews.remove(1))), [Facts]);
    assert_eq!(red(|read| read.grids[0].reviews[1].reason = "unknown_unit".into()), [Facts]);
    // Naming the first cell that a header stops is as good as naming the header.
    assert_eq!(red(|read| read.grids[0].reviews[1].locator = "sheet=Stores!B6".into()), []);
    let answering = |read: &mut Extracted| {
        let tagged = read.grids[0].reviews.remove(0);
        let mut fact = read.grids[0].facts[0].clone();
        (fact.entity, fact.value, fact.locator) = ("JP".into(), "402".into(), tagged.locator);
        fact.tags = tagged.candidate.tags;
        read.grids[0].facts.push(fact);
    };
    assert_eq!(red(answering), [Facts]);
}

#[test]
fn a_missing_grid_leaves_nothing_and_its_items_stay_in_the_denominator() {
    assert_eq!(red(|read| read.grids.clear()), ALL);
    assert_eq!(
        red(|read| read.grids[0].doc = "Other.xlsx".into()),
        ALL,
        "a grid of another document is none of this one"
    );
    // Facts name their cells by themselves.
    let renamed = |read: &mut Extracted| read.grids[0].sheet = "Shops".into();
    assert_eq!(red(renamed), [CellValue, ColorMapping, HeaderAttribution]);
    let (truth, _) = truth("Stores_2021.xlsx");
    let nothing = Extracted::default();
    let counted = ALL.map(|gate| points(gate, &truth, &nothing).to_string());
    assert_eq!(counted, ["0/13", "0/4", "0/8", "0/4"]);
}

#[test]
fn whatever_comes_out_of_a_restricted_document_is_too_much() {
    let (closed, right) = truth("ExCo_Pack_2021.xlsx");
    assert_eq!(right.grids, []);
    let (_, mut leak) = truth("Stores_2021.xlsx");
    leak.grids[0].doc.clone_from(&closed.doc);
    let counted = ALL.map(|gate| points(gate, &closed, &leak).to_string());
    assert_eq!(counted, ["0/1, 13 too many", "0/1, 4 too many", "0/1, 8 too many", "0/1, 4 too many"]);
}

#[test]
fn a_red_case_names_the_rules_that_decided() {
    let (truth, mut extracted) = truth("Stores_2021.xlsx");
    let got = |gate: Gate, extracted: &Extracted| match gate.judge_extraction(&truth, extracted) {
        Judgement::Scored(_, Some(failure)) => failure.got,
        other => panic!("{gate} is not red: {other:?}"),
    };
    let note = cell(&mut extracted, "A8");
    (note.kind, note.rule) = ("value".into(), Some("behind-labels".into()));
    let headers = &mut cell(&mut extracted, "B4").col_headers;
    headers.reverse();
    headers[0].rule = Some("spreads-right".into());
    let fact = &mut extracted.grids[0].facts[0];
    (fact.value, fact.rule) = ("1".into(), Some("understood".into()));
    for (gate, rule) in [(CellValue, "behind-labels"), (HeaderAttribution, "spreads-right"), (Facts, "understood")] {
        let got = got(gate, &extracted);
        assert!(got.contains(&format!("(by {rule})")), "{gate}: {got}");
    }
}
