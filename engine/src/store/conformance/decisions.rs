//! Cases about a person's decisions: they hold against every later reading, and can be undone.

use super::{Case, answer, at, fact, ingest, key, listed, revenue, story};
use crate::fact::FactKey;
use crate::sqlite::StoreError;
use crate::store::{FactFilter, FactStore, Selection, Standing};

pub(super) const CASES: &[Case] = &[
    ("a withdrawn fact stays withdrawn, whatever is ingested", withdrawn_fact),
    ("a withdrawn document stays withdrawn, with the facts it gains", withdrawn_document),
    ("what was withdrawn by itself stays so when its document comes back", withdrawn_by_itself),
    ("a decision may mean every document's statement of a key", every_document),
    ("a restored fact answers when its document still states it", restored),
    ("a decision on an unknown document names the nearest one", unknown_document),
];

fn one(doc: Option<&str>) -> Selection {
    Selection::Key { key: revenue(), doc: doc.map(str::to_owned) }
}

fn cost() -> FactKey {
    key("COST", "2024")
}

fn withdrawn_fact(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &[fact(revenue(), "a.xlsx", "1"), fact(cost(), "a.xlsx", "2")]);
    let done = store.withdraw(&one(Some("a.xlsx")), "typing error", at(2)).unwrap();
    assert_eq!((done.facts, done.already), (1, 0));
    assert_eq!((answer(store, &revenue()).as_str(), answer(store, &cost()).as_str()), ("-", "2 @ a.xlsx"));
    assert!(store.show(&revenue()).unwrap().is_empty());
    let done = store.withdraw(&one(None), "again", at(3)).unwrap();
    assert_eq!((done.facts, done.already), (0, 1));

    for (n, value) in [(4, "1"), (5, "3")] {
        let counts = ingest(store, at(n), "a.csv", &[fact(revenue(), "a.xlsx", value), fact(cost(), "a.xlsx", "2")]);
        assert_eq!(counts.still_withdrawn, 1);
        assert_eq!(answer(store, &revenue()), "-");
    }
    ingest(store, at(6), "a.csv", &[fact(cost(), "a.xlsx", "2")]);
    let back = ingest(store, at(7), "a.csv", &[fact(revenue(), "a.xlsx", "4"), fact(cost(), "a.xlsx", "2")]);
    assert_eq!(back.still_withdrawn, 1, "not even a detour lets it answer");
    assert_eq!(answer(store, &revenue()), "-");
    let refused = listed(store, &FactFilter { standing: Standing::Refused, ..FactFilter::default() });
    assert_eq!(refused.len(), 1);
    assert!(refused[0].withdrawn);
    assert_eq!(story(store, &revenue()), ["1: withdrawn", "1: changed", "3: dropped", "3: returned", "4: now"]);
    let ending = store.history(&revenue()).unwrap()[0].ending.clone().unwrap();
    assert_eq!((ending.at, ending.source, ending.reason.as_deref()), (at(2), None, Some("typing error")));
}

fn withdrawn_document(store: &dyn FactStore) {
    let whole = Selection::Document("a.xlsx".to_owned());
    ingest(store, at(1), "a.csv", &[fact(revenue(), "a.xlsx", "1")]);
    ingest(store, at(1), "b.csv", &[fact(revenue(), "b.xlsx", "9")]);
    assert_eq!(store.withdraw(&whole, "superseded", at(2)).unwrap().facts, 1);
    assert_eq!(answer(store, &revenue()), "9 @ b.xlsx");
    let counts = ingest(store, at(3), "a.csv", &[fact(revenue(), "a.xlsx", "1"), fact(cost(), "a.xlsx", "2")]);
    assert_eq!((counts.new, counts.still_withdrawn), (1, 2));
    assert_eq!(answer(store, &cost()), "-");
    assert_eq!(store.restore(&whole, "valid after all", at(4)).unwrap().facts, 2);
    assert_eq!((answer(store, &revenue()).as_str(), answer(store, &cost()).as_str()), ("9 @ b.xlsx", "2 @ a.xlsx"));
    let later = ingest(store, at(5), "a.csv", &[fact(key("MORE", "2024"), "a.xlsx", "3")]);
    assert_eq!((later.new, later.still_withdrawn), (1, 0));
}

fn withdrawn_by_itself(store: &dyn FactStore) {
    let whole = Selection::Document("a.xlsx".to_owned());
    ingest(store, at(1), "a.csv", &[fact(revenue(), "a.xlsx", "1"), fact(cost(), "a.xlsx", "2")]);
    store.withdraw(&one(Some("a.xlsx")), "typing error", at(2)).unwrap();
    let done = store.withdraw(&whole, "superseded", at(3)).unwrap();
    assert_eq!((done.facts, done.already), (1, 1));
    let done = store.restore(&whole, "valid after all", at(4)).unwrap();
    assert_eq!((done.facts, done.kept), (1, 1));
    assert_eq!((answer(store, &revenue()).as_str(), answer(store, &cost()).as_str()), ("-", "2 @ a.xlsx"));
    // Also where all of them had been withdrawn before.
    store.withdraw(&Selection::Key { key: cost(), doc: None }, "wrong", at(5)).unwrap();
    assert_eq!(store.withdraw(&whole, "superseded", at(6)).unwrap().already, 2);
    assert_eq!(store.restore(&whole, "valid after all", at(7)).unwrap().kept, 2);
    assert_eq!(answer(store, &cost()), "-");
    assert_eq!(store.restore(&one(None), "right", at(8)).unwrap().facts, 1);
    assert_eq!(answer(store, &revenue()), "1 @ a.xlsx");
}

fn every_document(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &[fact(revenue(), "a.xlsx", "1"), fact(revenue(), "b.xlsx", "2")]);
    assert_eq!(store.withdraw(&one(Some("b.xlsx")), "", at(2)).unwrap().facts, 1);
    assert_eq!(answer(store, &revenue()), "1 @ a.xlsx");
    let done = store.withdraw(&one(None), "", at(3)).unwrap();
    assert_eq!((done.facts, done.already), (1, 1));
    assert_eq!(store.restore(&one(None), "", at(4)).unwrap().facts, 2);
    assert_eq!(store.show(&revenue()).unwrap().len(), 2);
}

fn restored(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &[fact(revenue(), "a.xlsx", "1")]);
    store.withdraw(&one(None), "wrong", at(2)).unwrap();
    ingest(store, at(3), "a.csv", &[]);
    assert_eq!(store.restore(&one(None), "right", at(4)).unwrap().facts, 1);
    assert_eq!(answer(store, &revenue()), "-", "its document no longer states it");
    ingest(store, at(5), "a.csv", &[fact(revenue(), "a.xlsx", "1")]);
    assert_eq!(answer(store, &revenue()), "1 @ a.xlsx");
    assert_eq!(story(store, &revenue()), ["1: withdrawn", "1: dropped", "1: restored", "1: returned", "1: now"]);
}

fn unknown_document(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &[fact(revenue(), "annual_report.xlsx", "1")]);
    let error = store.withdraw(&Selection::Document("anual_report.xlsx".to_owned()), "", at(2)).unwrap_err();
    assert!(matches!(&error, StoreError::UnknownDocument { nearest: Some(name), .. } if name == "annual_report.xlsx"));
    assert!(error.to_string().contains("did you mean `annual_report.xlsx`?"), "{error}");
    assert!(store.withdraw(&one(Some("zzz")), "", at(2)).is_err());
    assert_eq!(answer(store, &revenue()), "1 @ annual_report.xlsx");
}
