//! The review queue as a person meets it: what waits, what a decision prints and does, and what it is worth afterwards.
//! Readings that wait are put into the store by hand, so that these tests depend on no format of documents.

use std::sync::Arc;

use engine::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use engine::profile::Sensitivity;
use engine::reading::{Candidate, Confidence};
use engine::store::{DocumentLabel, FactStore, NewReview, SqliteFactStore};
use jiff::Timestamp;

use crate::desk::{Desk, HEADER};

/// A reading of revenue in 2024 that waits, at a cell.
fn reading(cell: &str, entity: Option<&str>, value: &str, reason: &str) -> NewReview {
    NewReview {
        locator: format!("sheet=PL!{cell}"),
        text: value.to_owned(),
        reason: reason.to_owned(),
        message: "something is the matter".to_owned(),
        candidate: Candidate {
            metric: Some(MetricCode::new("REVENUE")),
            entity: entity.map(EntityCode::new),
            period: Some("2024".parse().unwrap()),
            channel: Some(ChannelCode::total()),
            value: Some(value.parse().unwrap()),
            unit: Some(UnitCode::new("USD_M")),
            confidence: Confidence::hundredths(60),
            ..Candidate::default()
        },
        cells: 1,
    }
}

fn put(desk: &Desk, doc: &str, sensitivity: Sensitivity, readings: &[NewReview]) {
    let store = SqliteFactStore::open(&desk.path(".engine/facts.db")).unwrap();
    let label = Arc::new(DocumentLabel { name: doc.to_owned(), sensitivity });
    store
        .ingest(Timestamp::now(), &mut |run| {
            let mut file = run.begin_file(&format!("/in/{doc}"))?;
            file.put_readings(&label, &[], readings)?;
            file.accept(None)
        })
        .unwrap();
}

fn waiting(desk: &Desk, readings: &[NewReview]) {
    put(desk, "deck.pptx", Sensitivity::Internal, readings);
}

#[test]
fn what_waits_is_listed_with_its_reasons_first() {
    let desk = Desk::new();
    let none = desk.run(&["review", "list"]).exits(0).says(&["nothing waits"]);
    assert_eq!(none.out, "");
    let of_group = reading("C8", Some("GROUP"), "11", "unit_not_stated");
    waiting(&desk, &[reading("C7", Some("HK"), "10.50", "low_confidence"), of_group.clone()]);
    put(&desk, "other.pptx", Sensitivity::Internal, &[reading("D1", None, "3", "low_confidence")]);
    let run = desk.run(&["review", "list"]).exits(0).prints(&[
        "low_confidence",
        "REVENUE/HK/2024 =",
        "10.50",
        "REVENUE/?/2024",
    ]);
    assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
    let first = run.out.lines().nth(2).unwrap();
    assert!(first.contains("low_confidence") && first.contains('2'), "the most frequent reason first: {first}");
    let ids = |args: &[&str]| -> Vec<u64> {
        let items = desk.run(&[&["review", "list", "--json"], args].concat()).exits(0).json();
        items.iter().map(|item| item["id"].as_u64().unwrap()).collect()
    };
    assert_eq!(ids(&[]), [1, 2, 3]);
    assert_eq!(ids(&["--reason", "unit_not_stated"]), [2]);
    assert_eq!(ids(&["--doc", "other.pptx"]), [3]);
    assert_eq!(ids(&["--metric", "营收", "--entity", "香港", "--period", "FY2024"]), [1]);
    assert_eq!(ids(&["--limit", "1", "--offset", "1"]), [2]);
    assert_eq!(ids(&["--status", "rejected"]), Vec::<u64>::new());
    desk.run(&["review", "list", "--limit", "1"]).exits(0).says(&["--offset 1"]);
    desk.run(&["review", "list", "--reason", "low_confidense"]).exits(2).says(&["did you mean `low_confidence`?"]);
    desk.run(&["review", "list", "--status", "done"]).exits(2).says(&["pending"]);
    desk.run(&["review", "show", "1"]).exits(0).prints(&[
        "deck.pptx · sheet=PL!C7",
        "10.50",
        "sure      0.60",
        "something is the matter",
    ]);
    desk.run(&["review", "show", "9"]).exits(3).says(&["no review item 9; did you mean 3?"]);
    desk.run(&["doctor"]).exits(0).prints(&["3 waiting for review"]);
}

#[test]
fn an_approved_reading_answers_with_its_place() {
    let desk = Desk::new();
    waiting(&desk, &[reading("C7", Some("HK"), "10.50", "low_confidence")]);
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0);
    desk.run(&["review", "approve", "1"]).exits(2).says(&["--note"]);
    desk.run(&["review", "approve", "1", "--note", " "]).exits(2).says(&["a few words"]);
    let done = desk.run(&["review", "approve", "1", "--note", "checked"]).exits(0);
    assert_eq!(done.out, "item 1: approved REVENUE/HK/2024 = 10.50 USD_M (deck.pptx · sheet=PL!C7)\n");
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["10.50", "deck.pptx", "sheet=PL!C7"]);
    desk.run(&["review", "approve", "#1", "--note", "again"]).exits(0).prints(&["nothing was changed"]);
    desk.run(&["facts", "show", "REVENUE/HK/2024"]).exits(0).prints(&["review    approved, confidence 0.60"]);
    let shown = desk.run(&["review", "show", "1", "--json"]).exits(0).json().remove(0);
    assert_eq!((&shown["status"], &shown["audit"][0]["note"]), (&"approved".into(), &"checked".into()));
    assert_eq!(shown["fact"]["value"].to_string(), "10.50", "all digits");

    // The next edition says something else: the decision stays in force, and says so.
    waiting(&desk, &[reading("C7", Some("HK"), "12", "low_confidence")]);
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["10.50"]);
    desk.run(&["review", "list"]).exits(0).says(&["1 decided reading reads differently since", "--changed"]);
    desk.run(&["review", "list", "--changed"]).exits(0).prints(&["CHANGED"]);
    desk.run(&["review", "show", "1"]).exits(0).prints(&["changed since the decision: was `10.50`", "now `12`"]);
    desk.run(&["review", "reject", "1", "--note", "neither"]).exits(0).prints(&["item 1: rejected"]);
    let refused = desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0);
    assert!(!refused.out.contains("10.50"), "{}", refused.out);
}

#[test]
fn many_are_decided_by_condition_and_never_all_by_accident() {
    let desk = Desk::new();
    let twice = reading("C9", Some("HK"), "12", "low_confidence");
    waiting(
        &desk,
        &[
            reading("C7", Some("HK"), "10", "low_confidence"),
            reading("C8", Some("GROUP"), "11", "low_confidence"),
            twice,
            reading("D1", None, "3", "low_confidence"),
            reading("D2", Some("GROUP"), "4", "tagged"),
        ],
    );
    desk.run(&["review", "approve", "--note", "all"]).exits(2).says(&["at least one of --doc, --reason"]);
    desk.run(&["review", "approve", "1", "--reason", "tagged", "--note", "x"]).exits(2).says(&["not both"]);
    let none = desk.run(&["review", "approve", "--doc", "none.pptx", "--note", "x"]).exits(0);
    none.says(&["no item that waits"]);
    let done = desk.run(&["review", "approve", "--reason", "low_confidence", "--note", "checked"]).exits(4);
    let done = done.prints(&["item 1: approved", "item 2: approved"]);
    done.says(&[
        "2 items decided, 2 left",
        "answers already from the same document: 10 USD_M at sheet=PL!C7",
        "does not say which entity",
    ]);
    desk.run(&["review", "list", "--json"])
        .exits(0)
        .json()
        .iter()
        .for_each(|item| assert_eq!(item["status"], "pending"));
    desk.run(&["review", "approve", "3", "--note", "x"]).exits(3).says(&["answers already"]);
    desk.run(&["review", "approve", "4", "--note", "x"]).exits(3).says(&["engine review correct 4 --entity …"]);
    desk.run(&["review", "reject", "--doc", "deck.pptx", "--note", "the rest"]).exits(0).says(&["3 items decided"]);
    desk.run(&["review", "list"]).exits(0).says(&["nothing waits"]);
    desk.run(&["facts", "list"]).exits(0).prints(&["REVENUE/HK/2024", "REVENUE/GROUP/2024"]);
}

#[test]
fn a_correction_is_exact_and_in_the_right_unit() {
    let desk = Desk::new();
    waiting(&desk, &[reading("C7", None, "10", "missing_dimension")]);
    let correct = |args: &[&str]| desk.run(&[&["review", "correct"], args, &["--note", "as audited"]].concat());
    correct(&["1"]).exits(2).says(&["nothing to correct"]);
    correct(&["1", "--entity", "Honk Kong"]).exits(2).says(&["did you mean"]);
    correct(&["1", "--entity", "HK", "--unit", "%"]).exits(2).says(&["stated in USD_M", "never converted"]);
    correct(&["1", "--value", "ten"]).exits(2).says(&["--value `ten`"]);
    correct(&["1", "--value", "5"]).exits(3).says(&["does not say which entity"]);
    correct(&["x", "--value", "5"]).exits(2).says(&["neither the number of an item nor a key"]);
    correct(&["7", "--value", "5"]).exits(3).says(&["did you mean 1?"]);
    let done = correct(&["1", "--entity", "香港", "--value", "-10.070"]).exits(0);
    assert_eq!(done.out, "item 1: corrected REVENUE/HK/2024 = -10.070 USD_M (deck.pptx · sheet=PL!C7)\n");
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["-10.070"]);
    waiting(&desk, &[reading("C7", None, "10", "missing_dimension")]);
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["-10.070"]);
    waiting(&desk, &[]);
    let gone = desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0);
    assert!(!gone.out.contains("-10.070"), "its document no longer states it: {}", gone.out);
}

#[test]
fn facts_that_answer_are_rejected_and_corrected_by_their_key() {
    let rows =
        "REVENUE,HK,2024,,10,USD_M,a.xlsx,,\nREVENUE,HK,2024,,11,USD_M,b.xlsx,,\nMARGIN,HK,2024,,5,PCT,a.xlsx,,\n";
    let desk = Desk::with_rows(rows);
    desk.run(&["review", "reject", "REVENUE/HK/2024", "--note", "x"])
        .exits(3)
        .says(&["several documents (a.xlsx, b.xlsx)", "--doc"]);
    desk.run(&["review", "reject", "REVENUE/HK/2023", "--note", "x"]).exits(3).says(&["no fact REVENUE/HK/2023"]);
    desk.run(&["review", "reject", "营收/香港/2024", "--doc", "b.xlsy", "--note", "x"])
        .exits(3)
        .says(&["did you mean `b.xlsx`?"]);
    desk.run(&["review", "reject", "营收/香港/2024", "--doc", "b.xlsx", "--note", "a typo"])
        .exits(0)
        .prints(&["rejected"]);
    desk.run(&["review", "correct", "REVENUE/HK/2024", "--value", "10.5", "--note", "audited"]).exits(3);
    desk.run(&["review", "correct", "REVENUE/HK/2024", "--doc", "a.xlsx", "--value", "10.5", "--note", "audited"])
        .exits(0);
    desk.run(&["review", "correct", "MARGIN/HK/2024", "--value", "6", "--note", "audited"]).exits(0);
    // A changed profile has everything read again.
    let profile = desk.path(".engine/profile.toml");
    let text = std::fs::read_to_string(&profile).unwrap();
    std::fs::write(&profile, text + "\n# changed\n").unwrap();
    let line = desk.run(&["ingest", "--json", "facts.csv"]).exits(0).json().remove(0);
    assert_eq!((&line["same"], &line["changed"], &line["still_rejected"]), (&2.into(), &0.into(), &1.into()), "{line}");
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["10.5"]);
    desk.run(&["facts", "history", "REVENUE/HK/2024"]).exits(0).prints(&["corrected", "rejected", "audited"]);
    desk.file("facts.csv", format!("{HEADER}{}", rows.replace(",10,", ",12,")));
    let told = desk
        .run(&["ingest", "facts.csv"])
        .exits(0)
        .says(&["1 reading changed since a person decided", "still rejected"]);
    assert!(told.err.contains("engine review list --changed"), "{}", told.err);
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["10.5"]);
    desk.file("facts.csv", format!("{HEADER}MARGIN,HK,2024,,5,PCT,a.xlsx,,\n"));
    desk.run(&["ingest", "facts.csv"])
        .exits(0)
        .says(&["1 fact that a person approved or corrected is no longer in it"]);
}

#[test]
fn readings_of_restricted_documents_are_counted_and_never_shown() {
    let desk = Desk::new();
    put(&desk, "exco-secret.pptx", Sensitivity::Restricted, &[reading("C7", Some("HK"), "777", "low_confidence")]);
    for args in [
        &["review", "list", "--status", "all"][..],
        &["review", "list", "--json"],
        &["review", "show", "1"],
        &["doctor"],
    ] {
        let run = desk.run(args);
        assert!(!(run.out.clone() + &run.err).contains("secret"), "{} {}", run.out, run.err);
        assert!(!(run.out + &run.err).contains("777"));
    }
    desk.run(&["review", "list", "--show-restricted-count"])
        .exits(0)
        .says(&["1 reading of restricted documents in this workspace is never shown"]);
    desk.run(&["review", "approve", "1", "--note", "x"]).exits(3).says(&["there is no review item 1;"]);
}
