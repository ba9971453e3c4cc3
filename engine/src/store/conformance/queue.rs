//! Cases about what a person is told around the queue: that a key waits, why a decision cannot be taken, and which facts a
//! later reading costs.

use super::reviews::{all, by_key, decide, item, only, read, read_as, reading, value};
use super::{Case, answer, at, fact, ingest, listed, revenue};
use crate::profile::Sensitivity;
use crate::reading::Candidate;
use crate::store::{
    DecisionFault, FactFilter, FactStore, NewFact, NewReview, ReviewStatus, ReviewTarget, Selection, Verdict,
};

pub(super) const CASES: &[Case] = &[
    ("a key tells that it waits, while an open document that counts holds the reading", waits),
    ("a key that was rejected is found again, whatever else was read with it", found_again),
    ("a decision about a fact that cannot answer says why it cannot", cannot_answer),
    ("facts that a later reading puts to review are counted by its reason", put_to_review),
    ("a rejected reading is told only while its key does not answer", rejected_elsewhere),
    ("what a cell shows is kept beside a value that is another number", shown),
];

/// The reasons for which a key waits.
fn reasons(store: &dyn FactStore) -> Vec<String> {
    store.waiting(&revenue()).unwrap().into_iter().map(|count| count.reason).collect()
}

fn waits(store: &dyn FactStore) {
    assert!(reasons(store).is_empty());
    let tagged = NewReview { reason: "tagged".to_owned(), ..reading("sheet=PL!D7", "11") };
    let partly = NewReview {
        candidate: Candidate { entity: None, ..reading("sheet=PL!E7", "12").candidate },
        ..reading("sheet=PL!E7", "12")
    };
    read(store, 1, &[], &[reading("sheet=PL!C7", "10"), reading("sheet=PL!C8", "10.1"), tagged, partly]);
    assert_eq!(reasons(store), ["low_confidence", "tagged"], "the most frequent first, of this very key");
    let whole = Selection::Document("a.xlsx".to_owned());
    store.withdraw(&whole, "superseded", at(2)).unwrap();
    assert!(reasons(store).is_empty(), "a withdrawn document answers nothing");
    store.restore(&whole, "valid after all", at(3)).unwrap();
    assert_eq!(reasons(store).len(), 2);
    for item_of_key in all(store).iter().filter(|known| known.reason == "low_confidence") {
        if item_of_key.candidate.entity.is_some() {
            decide(store, item(item_of_key), &Verdict::Reject, 4).unwrap();
        }
    }
    assert_eq!(reasons(store), ["tagged"]);
    read_as(store, 5, Sensitivity::Restricted, &[], &[reading("sheet=PL!C7", "10")]);
    assert!(reasons(store).is_empty(), "of a restricted document nothing is told, not even that something waits");
}

fn found_again(store: &dyn FactStore) {
    let sure = NewFact { locator: "sheet=PL!C7".to_owned(), ..fact(revenue(), "", "10") };
    let budget = NewReview { reason: "tagged".to_owned(), ..reading("sheet=PL!D7", "11") };
    read(store, 1, std::slice::from_ref(&sure), std::slice::from_ref(&budget));
    assert!(!decide(store, by_key(), &Verdict::Reject, 2).unwrap().already);
    let of_a = || ReviewTarget::Fact { key: revenue(), doc: Some("a.xlsx".to_owned()) };
    for target in [of_a(), by_key()] {
        let again = decide(store, target, &Verdict::Reject, 3).unwrap();
        assert_eq!((again.already, again.locator.as_str()), (true, "sheet=PL!C7"));
    }
    read(store, 4, &[sure], &[budget]);
    assert_eq!(answer(store, &revenue()), "-");
    decide(store, of_a(), &Verdict::Approve, 5).unwrap();
    assert_eq!(answer(store, &revenue()), "10 @ a.xlsx");
}

fn cannot_answer(store: &dyn FactStore) {
    let told = |n: i64| decide(store, by_key(), &Verdict::Approve, n).unwrap_err().to_string();
    assert!(told(1).contains("no reading of it waits; `engine facts list`"), "{}", told(1));
    ingest(store, at(2), "a.csv", &[fact(revenue(), "a b.xlsx", "10")]);
    let one = Selection::Key { key: revenue(), doc: None };
    store.withdraw(&one, "a typo", at(3)).unwrap();
    for part in [
        "REVENUE/E/2024 of a b.xlsx was withdrawn",
        "`engine facts withdraw REVENUE/E/2024 --doc 'a b.xlsx' --undo",
        "`engine facts history REVENUE/E/2024`",
    ] {
        assert!(told(4).contains(part), "{part}: {}", told(4));
    }
    store.restore(&one, "no typo", at(5)).unwrap();
    store.withdraw(&Selection::Document("a b.xlsx".to_owned()), "superseded", at(6)).unwrap();
    assert!(told(7).starts_with("the document a b.xlsx was withdrawn"), "{}", told(7));
    ingest(store, at(8), "b.csv", &[fact(revenue(), "b.xlsx", "11")]);
    let elsewhere = ReviewTarget::Fact { key: revenue(), doc: Some("b.xlsx".to_owned()) };
    decide(store, elsewhere.clone(), &Verdict::Approve, 9).unwrap();
    ingest(store, at(10), "b.csv", &[]);
    let fault = decide(store, elsewhere, &Verdict::Approve, 11).unwrap_err();
    assert!(matches!(&fault, DecisionFault::NotStated { doc, .. } if doc == "b.xlsx"), "{fault}");
}

fn put_to_review(store: &dyn FactStore) {
    let at_cell = |cell: &str, value: &str| NewFact {
        locator: format!("sheet=PL!{cell}"),
        key: super::key(if cell == "C7" { "REVENUE" } else { "COST" }, "2024"),
        ..fact(revenue(), "", value)
    };
    read(store, 1, &[at_cell("C7", "10"), at_cell("C8", "5")], &[]);
    let against = |cell: &str, value: &str| NewReview {
        reason: "contradiction".to_owned(),
        ..reading(&format!("sheet=PL!{cell}"), value)
    };
    let counts = read(store, 2, &[], &[against("C7", "10"), against("D9", "12")]);
    assert_eq!((counts.dropped, counts.waiting_new), (2, 2));
    let to_review: Vec<(&str, u64)> =
        counts.dropped_to_review.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
    assert_eq!(to_review, [("contradiction", 1)], "the other one is no longer stated");
    let counts = read(store, 3, &[], &[against("C7", "10"), against("D9", "12")]);
    assert!(counts.dropped_to_review.is_empty(), "it is told once");
}

fn rejected_elsewhere(store: &dyn FactStore) {
    let wrong = NewFact { locator: "sheet=PL!C7".to_owned(), ..fact(revenue(), "", "10") };
    let right = reading("sheet=PL!D9", "11");
    read(store, 1, std::slice::from_ref(&wrong), std::slice::from_ref(&right));
    decide(store, by_key(), &Verdict::Reject, 2).unwrap();
    let counts = read(store, 3, std::slice::from_ref(&wrong), std::slice::from_ref(&right));
    assert_eq!((counts.still_rejected, counts.still_withdrawn), (1, 0));
    let waiting = all(store).into_iter().find(|item| item.status == ReviewStatus::Pending).unwrap();
    decide(store, item(&waiting), &Verdict::Approve, 4).unwrap();
    let counts = read(store, 5, &[wrong], &[right]);
    assert_eq!((counts.still_rejected, counts.still_withdrawn), (0, 0), "the key answers from another cell");
    assert_eq!(answer(store, &revenue()), "11 @ a.xlsx");
}

fn shown(store: &dyn FactStore) {
    let seen = |store| listed(store, &FactFilter::default()).remove(0).shown;
    let double = NewReview { text: "33.3".to_owned(), ..reading("sheet=PL!C7", "33.300000000000004") };
    read(store, 1, &[], std::slice::from_ref(&double));
    decide(store, item(&only(store)), &Verdict::Approve, 2).unwrap();
    assert_eq!(answer(store, &revenue()), "33.300000000000004 @ a.xlsx", "the value keeps its digits");
    assert_eq!(seen(store).as_deref(), Some("33.3"));
    read(store, 3, &[], std::slice::from_ref(&double));
    assert_eq!(seen(store).as_deref(), Some("33.3"), "also after it was read again");
    decide(store, item(&only(store)), &value("33.3"), 4).unwrap();
    assert_eq!(seen(store), None, "a person's value is not what the cell shows");
    let shows =
        |text: &str| NewFact { shown: Some(text.to_owned()), ..fact(super::key("COST", "2024"), "c.xlsx", "5.26") };
    let of_cost = FactFilter { doc: Some("c.xlsx".to_owned()), ..FactFilter::default() };
    for (n, text) in [(5, "5"), (6, "5.3")] {
        ingest(store, at(n), "c.csv", &[shows(text)]);
        assert_eq!(listed(store, &of_cost).remove(0).shown.as_deref(), Some(text), "the format alone changed");
    }
}
