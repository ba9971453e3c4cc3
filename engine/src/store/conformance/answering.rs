//! Cases about what answers a key, with which digits, and which statements stand beside it.

use rust_decimal::Decimal;

use super::{Case, answer, at, conflicts, dated, fact, found, ingest, key, label, listed, revenue, short, story};
use crate::code::UnitCode;
use crate::profile::Sensitivity;
use crate::store::{FactFilter, FactStore, NewFact, Review, Selection};

pub(super) const CASES: &[Case] = &[
    ("a key that nobody states does not answer", nothing),
    ("a value comes out with the digits that went in", digits),
    ("a fact comes out as it went in", every_field),
    ("the newest business date answers, then the latest run, then the name", precedence),
    ("other documents' statements stand beside the answer when they differ", others),
    ("a restricted document's facts are counted and nothing else", restricted),
    ("a label can become stricter and never milder", labels),
    ("a fact that waits for a person or was rejected does not answer", reviews),
];

fn nothing(store: &dyn FactStore) {
    assert_eq!(store.lookup(&revenue()).unwrap(), None);
    ingest(store, at(1), "a.csv", &[fact(revenue(), "a.xlsx", "1")]);
    for other in ["2023", "2024H1", "2024Q1", "2024-01"] {
        assert_eq!(store.lookup(&key("REVENUE", other)).unwrap(), None, "{other}");
    }
    assert_eq!(store.lookup(&key("revenue", "2024")).unwrap(), None, "codes are compared exactly");
}

fn digits(store: &dyn FactStore) {
    let values = [
        "138734348.36",
        "0.1",
        "-0.070",
        "12345678901234567890.12",
        "0",
        "0.00",
        "100",
        "1.0000000000000000000000000000",
        "-9999999999999999999999999999",
    ];
    for (metric, value) in values.iter().enumerate() {
        let key = key(&format!("M{metric}"), "2024");
        ingest(store, at(1), &format!("{metric}.csv"), &[fact(key.clone(), "a.xlsx", value)]);
        assert_eq!(found(store, &key).fact.value.to_string(), *value);
        assert_eq!(listed(store, &FactFilter::default())[0].fact.value.to_string(), *value);
    }
}

fn every_field(store: &dyn FactStore) {
    let new = NewFact {
        locator: "sheet=损益!C7".to_owned(),
        line: 41,
        shown: Some("(12)".to_owned()),
        review: Review::Approved,
        confidence: Some(Decimal::new(875, 3)),
        tags: vec!["actual".to_owned(), "restated".to_owned()],
        ..dated(fact(key("REVENUE", "2024-03"), "年报 2024.xlsx", "-12.50"), "2025-03-31")
    };
    ingest(store, at(7), "inbox/a.csv", std::slice::from_ref(&new));
    let stored = store.show(&new.key).unwrap().remove(0);
    assert_eq!(stored.fact, found(store, &new.key).fact);
    assert_eq!(stored.fact.key, new.key);
    assert_eq!(stored.shown, new.shown);
    assert_eq!(stored.fact.unit, new.unit);
    assert_eq!(stored.fact.lineage.doc, "年报 2024.xlsx");
    assert_eq!(stored.fact.lineage.locator, new.locator);
    assert_eq!(stored.fact.valid_as_of, new.valid_as_of);
    assert_eq!((stored.review, stored.withdrawn, stored.stated), (Review::Approved, false, true));
    assert_eq!(stored.confidence.map(|c| c.to_string()).as_deref(), Some("0.875"));
    assert_eq!(stored.tags, new.tags);
    assert_eq!((stored.ingested_at, stored.source.as_str(), stored.line), (at(7), "inbox/a.csv", 41));
    assert_eq!(listed(store, &FactFilter::default()), [stored]);
}

fn precedence(store: &dyn FactStore) {
    ingest(store, at(1), "b.csv", &[fact(revenue(), "b.xlsx", "2")]);
    ingest(store, at(2), "a.csv", &[fact(revenue(), "a.xlsx", "1"), fact(revenue(), "aa.xlsx", "11")]);
    assert_eq!(answer(store, &revenue()), "1 @ a.xlsx", "the latest run, and of that the first name");
    ingest(store, at(3), "old.csv", &[dated(fact(revenue(), "old.xlsx", "3"), "1999-12-31")]);
    assert_eq!(answer(store, &revenue()), "3 @ old.xlsx", "any date is newer than none");
    ingest(store, at(4), "new.csv", &[dated(fact(revenue(), "new.xlsx", "4"), "2025-01-31")]);
    ingest(store, at(5), "late.csv", &[dated(fact(revenue(), "late.xlsx", "5"), "2024-12-31")]);
    assert_eq!(answer(store, &revenue()), "4 @ new.xlsx", "the date counts for more than the run");
    let order: Vec<String> = store.show(&revenue()).unwrap().iter().map(|stored| short(&stored.fact)).collect();
    assert_eq!(order, ["4 @ new.xlsx", "5 @ late.xlsx", "3 @ old.xlsx", "1 @ a.xlsx", "11 @ aa.xlsx", "2 @ b.xlsx"]);
}

fn others(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &[fact(revenue(), "a.xlsx", "1.00")]);
    ingest(store, at(2), "b.csv", &[fact(revenue(), "b.xlsx", "1.0")]);
    assert!(found(store, &revenue()).others.is_empty(), "1.0 and 1.00 agree");
    assert!(conflicts(store).is_empty());

    ingest(store, at(3), "c.csv", &[fact(revenue(), "c.xlsx", "1.01")]);
    let in_thousands = NewFact { unit: UnitCode::new("USD_K"), ..fact(revenue(), "d.xlsx", "1.01") };
    ingest(store, at(4), "d.csv", &[in_thousands, fact(key("COST", "2024"), "d.xlsx", "5")]);
    let answerable = found(store, &revenue());
    assert_eq!(answerable.fact.unit.as_str(), "USD_K");
    let others: Vec<String> = answerable.others.iter().map(short).collect();
    assert_eq!(others, ["1.01 @ c.xlsx", "1.0 @ b.xlsx", "1.00 @ a.xlsx"], "another unit is another statement");
    assert_eq!(conflicts(store), [["1.01 @ d.xlsx", "1.01 @ c.xlsx", "1.0 @ b.xlsx", "1.00 @ a.xlsx"]]);
}

fn restricted(store: &dyn FactStore) {
    let secret = NewFact { doc: label("secret.xlsx", Sensitivity::Restricted), ..fact(revenue(), "", "2") };
    ingest(store, at(1), "a.csv", &[fact(revenue(), "open.xlsx", "1")]);
    ingest(store, at(2), "s.csv", &[secret.clone(), NewFact { key: key("COST", "2024"), ..secret.clone() }]);
    ingest(store, at(3), "s.csv", &[NewFact { value: Decimal::from(3), ..secret }]);
    assert_eq!(answer(store, &revenue()), "1 @ open.xlsx");
    assert_eq!(answer(store, &key("COST", "2024")), "-");
    assert!(found(store, &revenue()).others.is_empty());
    assert_eq!(store.show(&revenue()).unwrap().len(), 1);
    assert_eq!(listed(store, &FactFilter::default()).len(), 1);
    assert!(conflicts(store).is_empty());
    assert_eq!(story(store, &revenue()), ["1: now"]);
    let stats = store.stats().unwrap();
    assert_eq!((stats.answering, stats.dropped, stats.restricted), (1, 0, 1), "as they were read last");
    assert_eq!((stats.documents, stats.restricted_documents), (2, 1));

    // A decision cannot be used to find out what is hidden.
    let hidden = Selection::Key { key: key("COST", "2024"), doc: None };
    assert_eq!(store.withdraw(&hidden, "", at(4)).unwrap().facts, 0);
    assert!(store.withdraw(&Selection::Document("secret.xlsx".to_owned()), "", at(5)).is_err());
    assert_eq!(store.stats().unwrap().restricted, 1);
}

fn labels(store: &dyn FactStore) {
    let labelled = |sensitivity| NewFact { doc: label("a.xlsx", sensitivity), ..fact(revenue(), "", "1") };
    ingest(store, at(1), "a.csv", &[labelled(Sensitivity::Public)]);
    assert_eq!(answer(store, &revenue()), "1 @ a.xlsx");
    ingest(store, at(2), "a.csv", &[labelled(Sensitivity::Restricted)]);
    assert_eq!(answer(store, &revenue()), "-");
    ingest(store, at(3), "b.csv", &[labelled(Sensitivity::Public)]);
    assert_eq!(answer(store, &revenue()), "-", "a caller cannot lower a stored label");
    let mixed = [
        fact(key("A", "2024"), "b.xlsx", "1"),
        NewFact { doc: label("b.xlsx", Sensitivity::Restricted), ..fact(key("B", "2024"), "", "2") },
    ];
    ingest(store, at(4), "c.csv", &mixed);
    assert_eq!(answer(store, &key("A", "2024")), "-", "the strictest label of a file holds for the whole document");
}

fn reviews(store: &dyn FactStore) {
    let reviewed = |metric: &str, review| NewFact { review, ..fact(key(metric, "2024"), "a.xlsx", "1") };
    let facts: Vec<NewFact> = Review::ALL.iter().map(|review| reviewed(review.as_str(), *review)).collect();
    ingest(store, at(1), "a.csv", &facts);
    for review in Review::ALL {
        let answers = store.lookup(&key(review.as_str(), "2024")).unwrap().is_some();
        assert_eq!(answers, matches!(review, Review::AutoApproved | Review::Approved), "{review:?}");
        assert_eq!(review.answers(), answers);
    }
    assert_eq!(listed(store, &FactFilter::default()).len(), 2);
    let again = ingest(store, at(2), "a.csv", &[reviewed("rejected", Review::AutoApproved)]);
    assert_eq!((again.still_rejected, again.dropped), (1, 3));
    let changed = NewFact { value: Decimal::TEN, ..reviewed("rejected", Review::AutoApproved) };
    ingest(store, at(3), "a.csv", &[changed]);
    assert_eq!(answer(store, &key("rejected", "2024")), "-", "no later reading undoes a rejection");
    let stats = store.stats().unwrap();
    assert_eq!((stats.answering, stats.pending, stats.refused, stats.dropped), (0, 0, 1, 3));
    let nothing = store.withdraw(&Selection::Key { key: key("NONE", "2024"), doc: None }, "", at(4)).unwrap();
    assert_eq!((nothing.facts, nothing.already), (0, 0));
}
