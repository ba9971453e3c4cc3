//! Cases about decisions on facts that answer, and about what the review queue keeps to itself.

use super::reviews::{all, by_key, decide, item, only, read, read_as, reading, value};
use super::{Case, answer, at, fact, ingest, key, label, revenue, story};
use crate::profile::Sensitivity;
use crate::store::{
    Action, Correction, DecisionFault, FactStore, NewFact, ReviewFilter, ReviewStatus, ReviewTarget, Verdict,
};

pub(super) const CASES: &[Case] = &[
    ("a fact that answers can be corrected by its key, and stays so", corrected_fact),
    ("a fact that answers can be rejected by its key, and stays so", rejected_fact),
    ("a correction may give another key", corrected_key),
    ("a reading that waits is settled when it becomes a fact", settled),
    ("items of restricted documents are counted and nothing else", restricted),
    ("a decision about nothing names the nearest right thing", nothing),
    ("a run that breaks off leaves the queue as it was", broken_off),
    ("a rejected file takes its readings back", taken_back),
];

fn corrected_fact(store: &dyn FactStore) {
    ingest(store, at(1), "facts.csv", &[fact(revenue(), "a.xlsx", "10"), fact(key("COST", "2024"), "a.xlsx", "5")]);
    let done = decide(store, by_key(), &value("10.5"), 2).unwrap();
    assert_eq!((done.status, done.doc.as_str()), (ReviewStatus::Corrected, "a.xlsx"));
    assert_eq!(answer(store, &revenue()), "10.5 @ a.xlsx");
    for (n, read) in [(3, "10"), (4, "12")] {
        let facts = [fact(revenue(), "a.xlsx", read), fact(key("COST", "2024"), "a.xlsx", "5")];
        let counts = ingest(store, at(n), "facts.csv", &facts);
        assert_eq!((counts.same, counts.changed, counts.dropped), (2, 0, 0), "{read}");
        assert_eq!(answer(store, &revenue()), "10.5 @ a.xlsx", "{read}");
    }
    assert!(only(store).changed.is_some());
    decide(store, by_key(), &value("10.6"), 5).unwrap();
    assert_eq!(answer(store, &revenue()), "10.6 @ a.xlsx");
    assert_eq!(story(store, &revenue()), ["10: corrected", "10.5: corrected", "10.6: now"]);
}

fn rejected_fact(store: &dyn FactStore) {
    ingest(store, at(1), "facts.csv", &[fact(revenue(), "a.xlsx", "10")]);
    decide(store, by_key(), &Verdict::Reject, 2).unwrap();
    assert_eq!(answer(store, &revenue()), "-");
    for (n, read) in [(3, "10"), (4, "12")] {
        let counts = ingest(store, at(n), "facts.csv", &[fact(revenue(), "a.xlsx", read)]);
        assert_eq!((counts.still_rejected, counts.still_withdrawn, counts.dropped), (1, 0, 0));
        assert_eq!(answer(store, &revenue()), "-");
    }
    assert_eq!(store.stats().unwrap().refused, 1);
    let entry = store.history(&revenue()).unwrap().remove(0).ending.unwrap();
    assert_eq!((entry.action, entry.reason.as_deref()), (Action::Rejected, Some("as the desk said")));
    decide(store, by_key(), &Verdict::Approve, 5).unwrap();
    assert_eq!(answer(store, &revenue()), "12 @ a.xlsx", "as it is read now");
}

fn corrected_key(store: &dyn FactStore) {
    let actual = NewFact { locator: "sheet=PL!C7".to_owned(), ..fact(revenue(), "", "10") };
    read(store, 1, std::slice::from_ref(&actual), &[]);
    let last_year = Correction { period: Some("2023".parse().unwrap()), ..Correction::default() };
    decide(store, by_key(), &Verdict::Correct(last_year), 2).unwrap();
    let of_2023 = key("REVENUE", "2023");
    for n in 3..5 {
        assert_eq!((answer(store, &revenue()).as_str(), answer(store, &of_2023).as_str()), ("-", "10 @ a.xlsx"));
        let counts = read(store, n, std::slice::from_ref(&actual), &[]);
        assert_eq!((counts.same, counts.dropped), (1, 0));
    }
    let back = Correction { period: Some(revenue().period), ..Correction::default() };
    decide(store, ReviewTarget::Fact { key: of_2023.clone(), doc: None }, &Verdict::Correct(back), 6).unwrap();
    assert_eq!((answer(store, &revenue()).as_str(), answer(store, &of_2023).as_str()), ("10 @ a.xlsx", "-"));
    let now = [actual, NewFact { locator: "sheet=PL!B7".to_owned(), ..fact(of_2023.clone(), "", "9") }];
    read(store, 7, &now, &[]);
    assert_eq!(answer(store, &of_2023), "9 @ a.xlsx", "another cell may state the key that was given up");
}

fn settled(store: &dyn FactStore) {
    read(store, 1, &[], &[reading("sheet=PL!C7", "10")]);
    let sure = NewFact { locator: "sheet=PL!C7".to_owned(), ..fact(revenue(), "", "10") };
    let counts = read(store, 2, &[sure], &[]);
    assert_eq!((counts.new, counts.waiting, counts.decided_gone), (1, 0, 0));
    assert!(all(store).is_empty());
    assert_eq!(answer(store, &revenue()), "10 @ a.xlsx");
}

fn restricted(store: &dyn FactStore) {
    let counts = read_as(store, 1, Sensitivity::Restricted, &[], &[reading("sheet=PL!C7", "10")]);
    assert_eq!(counts.waiting, 1, "counted");
    assert!(all(store).is_empty());
    assert!(store.review_reasons(&ReviewFilter::default()).unwrap().is_empty());
    let stats = store.stats().unwrap();
    assert_eq!((stats.reviews_pending, stats.reviews_changed, stats.reviews_restricted), (0, 0, 1));
    for id in 0..4 {
        assert_eq!(store.review(id).unwrap(), Err(DecisionFault::UnknownItem { id, nearest: None }));
        assert!(decide(store, ReviewTarget::Item(id), &Verdict::Approve, 2).is_err());
    }
    assert!(decide(store, by_key(), &Verdict::Reject, 2).is_err());
    assert_eq!(answer(store, &revenue()), "-");
}

fn nothing(store: &dyn FactStore) {
    let fault = decide(store, ReviewTarget::Item(7), &Verdict::Reject, 1).unwrap_err();
    assert_eq!(fault, DecisionFault::UnknownItem { id: 7, nearest: None });
    read(store, 1, &[], &[reading("sheet=PL!C7", "10"), reading("sheet=PL!D9", "11")]);
    let fault = decide(store, ReviewTarget::Item(7), &Verdict::Reject, 2).unwrap_err();
    assert!(fault.to_string().contains("did you mean 2?"), "{fault}");
    let fault = decide(store, by_key(), &Verdict::Reject, 3).unwrap_err();
    assert!(matches!(&fault, DecisionFault::SeveralItems { items, .. } if *items == [1, 2]), "{fault}");
    let cost = ReviewTarget::Fact { key: key("COST", "2024"), doc: None };
    assert!(matches!(decide(store, cost, &Verdict::Reject, 4), Err(DecisionFault::UnknownFact { .. })));
    ingest(store, at(5), "f.csv", &[fact(revenue(), "b.xlsx", "1"), fact(revenue(), "c.xlsx", "2")]);
    let fault = decide(store, by_key(), &Verdict::Reject, 6).unwrap_err();
    assert!(matches!(&fault, DecisionFault::SeveralDocuments { docs, .. } if docs.len() == 3), "{fault}");
    let of_c = ReviewTarget::Fact { key: revenue(), doc: Some("c.xlsx".to_owned()) };
    let outcomes = store.decide(&[ReviewTarget::Item(9), of_c], &Verdict::Reject, "", at(7)).unwrap();
    assert!(outcomes[0].is_err() && outcomes[1].is_ok(), "one that cannot be decided leaves the others alone");
    assert_eq!(answer(store, &revenue()), "1 @ b.xlsx");
}

fn broken_off(store: &dyn FactStore) {
    read(store, 1, &[], &[reading("sheet=PL!C7", "10")]);
    decide(store, item(&only(store)), &Verdict::Approve, 2).unwrap();
    let before = (all(store), store.stats().unwrap());
    let failed = store.ingest(at(3), &mut |run| {
        let mut file = run.begin_file("/in/a.xlsx")?;
        file.put_readings(&label("a.xlsx", Sensitivity::Internal), &[], &[reading("sheet=PL!C7", "12")])?;
        file.accept(None)?;
        Err(super::made_up())
    });
    assert!(failed.is_err());
    assert_eq!((all(store), store.stats().unwrap()), before);
}

fn taken_back(store: &dyn FactStore) {
    read(store, 1, &[], &[reading("sheet=PL!C7", "10")]);
    let before = all(store);
    let counts = store
        .ingest(at(2), &mut |run| {
            let mut file = run.begin_file("/in/a.xlsx")?;
            file.put_readings(&label("a.xlsx", Sensitivity::Internal), &[], &[reading("sheet=PL!Z1", "99")])?;
            file.reject()
        })
        .unwrap();
    assert_eq!((counts[0].waiting, all(store)), (0, before));
}
