//! Cases about reading documents and source files again: what is replaced, what is kept, and what a broken run leaves.

use rust_decimal::Decimal;

use super::{Case, Source, answer, at, fact, found, ingest, ingest_all, key, listed, made_up, puts, revenue, story};
use crate::store::{FactFilter, FactStore, NewFact, Put};

pub(super) const CASES: &[Case] = &[
    ("the same content again changes nothing", same_content),
    ("a changed statement leaves its former state in the history", changed),
    ("facts that left their document stop answering, and may return", left_document),
    ("documents that left their source file stop answering", left_source),
    ("a document that moves to another source file is replaced there", moved),
    ("a file whose facts another file took over is read again", taken_over),
    ("files of one run complement each other", union),
    ("a file that shares a fact with another is read again", shared),
    ("a repeated statement counts once, a contradicting one is refused", repeated),
    ("a rejected file writes nothing and loses nothing", rejected),
    ("a run that breaks off leaves no trace", broken_off),
    ("a file that is neither accepted nor rejected counts as rejected", forgotten),
];

fn cost() -> crate::fact::FactKey {
    key("COST", "2024")
}

fn same_content(store: &dyn FactStore) {
    let facts = [fact(revenue(), "a.xlsx", "1"), fact(cost(), "a.xlsx", "2")];
    let source = [Source { name: "a.csv", hash: "h1", facts: &facts }];
    let first = ingest_all(store, at(1), &source).remove(0);
    assert_eq!((first.new, first.unchanged), (2, false));
    let before = listed(store, &FactFilter::default());

    let known = ingest_all(store, at(2), &source).remove(0);
    assert_eq!((known.new, known.changed, known.same, known.unchanged), (0, 0, 0, true));
    assert_eq!(listed(store, &FactFilter::default()), before, "the ingestion time stays too");

    let reread = ingest(store, at(3), "a.csv", &facts);
    assert_eq!((reread.new, reread.changed, reread.same, reread.dropped), (0, 0, 2, 0));
    assert_eq!(listed(store, &FactFilter::default()), before);
    assert_eq!(store.stats().unwrap().history, 0);
}

fn changed(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &[fact(revenue(), "a.xlsx", "1.0")]);
    let moved = NewFact { locator: "row=9".to_owned(), line: 9, ..fact(revenue(), "a.xlsx", "1.00") };
    let counts = ingest(store, at(2), "b.csv", std::slice::from_ref(&moved));
    assert_eq!((counts.new, counts.changed), (0, 1), "other digits are a change");
    assert_eq!(found(store, &revenue()).fact.value.to_string(), "1.00");
    let history = store.history(&revenue()).unwrap();
    assert_eq!(story(store, &revenue()), ["1.0: changed", "1.00: now"]);
    let ending = history[0].ending.as_ref().unwrap();
    assert_eq!((ending.at, ending.source.as_deref()), (at(2), Some("b.csv")));
    assert_eq!((history[0].state.ingested_at, history[0].state.source.as_str()), (at(1), "a.csv"));
    assert_eq!(history[0].state.fact.lineage.locator, "row=2");
    assert_eq!((history[1].state.ingested_at, history[1].state.line), (at(2), 9));
    let dated = NewFact { valid_as_of: Some("2025-01-01".parse().unwrap()), ..moved };
    assert_eq!(ingest(store, at(3), "b.csv", &[dated]).changed, 1, "another business date is a change");
}

fn left_document(store: &dyn FactStore) {
    let both = [fact(revenue(), "a.xlsx", "1"), fact(cost(), "a.xlsx", "2")];
    ingest(store, at(1), "a.csv", &both);
    ingest(store, at(1), "z.csv", &[fact(cost(), "z.xlsx", "9")]);
    let shorter = ingest(store, at(2), "a.csv", &both[..1]);
    assert_eq!((shorter.same, shorter.dropped), (1, 1));
    assert_eq!(answer(store, &cost()), "9 @ z.xlsx", "only the document's own fact went");
    assert_eq!(store.history(&cost()).unwrap().len(), 3);
    assert_eq!(store.stats().unwrap().dropped, 1);

    let back = ingest(store, at(3), "a.csv", &both);
    assert_eq!((back.new, back.same), (1, 1));
    assert_eq!(answer(store, &cost()), "2 @ a.xlsx");
    assert_eq!(story(store, &cost()), ["2: dropped", "2: returned", "2: now", "9: now"]);
    assert!(!store.history(&cost()).unwrap()[1].state.stated);

    let emptied = ingest(store, at(4), "a.csv", &[]);
    assert_eq!(emptied.dropped, 2);
    assert_eq!(answer(store, &revenue()), "-");
}

fn left_source(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &[fact(revenue(), "a.xlsx", "1"), fact(cost(), "b.xlsx", "2")]);
    let counts = ingest(store, at(2), "a.csv", &[fact(revenue(), "a.xlsx", "1")]);
    assert_eq!(counts.dropped, 1);
    assert_eq!(answer(store, &cost()), "-");
}

fn moved(store: &dyn FactStore) {
    let old = [fact(revenue(), "a.xlsx", "1"), fact(cost(), "a.xlsx", "2")];
    let first = Source { name: "old.csv", hash: "old", facts: &old };
    ingest_all(store, at(1), &[first]);
    let counts = ingest(store, at(2), "new.csv", &[fact(revenue(), "a.xlsx", "1")]);
    assert_eq!((counts.same, counts.dropped), (1, 1), "the document's latest reading replaces the whole document");
    assert_eq!(answer(store, &cost()), "-");
    let again = ingest_all(store, at(3), &[Source { name: "old.csv", hash: "old", facts: &old }]).remove(0);
    assert!(!again.unchanged, "the store no longer holds what the file states");
    assert_eq!((again.new, again.same), (1, 1));
    assert_eq!(answer(store, &cost()), "2 @ a.xlsx");
}

fn taken_over(store: &dyn FactStore) {
    let old = [fact(revenue(), "a.xlsx", "1")];
    let source = [Source { name: "old.csv", hash: "old", facts: &old }];
    ingest_all(store, at(1), &source);
    ingest(store, at(2), "new.csv", &[fact(revenue(), "a.xlsx", "5")]);
    let again = ingest_all(store, at(3), &source).remove(0);
    assert_eq!((again.unchanged, again.changed), (false, 1));
    assert_eq!(answer(store, &revenue()), "1 @ a.xlsx");

    // The other file may also make facts disappear without stating any of them.
    ingest(store, at(4), "new.csv", &[fact(cost(), "a.xlsx", "7")]);
    assert_eq!(answer(store, &revenue()), "-");
    let again = ingest_all(store, at(5), &source).remove(0);
    assert_eq!((again.unchanged, again.new, again.dropped), (false, 1, 1));
}

fn union(store: &dyn FactStore) {
    let (one, two) = ([fact(revenue(), "a.xlsx", "1")], [fact(cost(), "a.xlsx", "2")]);
    let run = |n, one: &[NewFact], hash| {
        let sources = [Source { name: "1.csv", hash, facts: one }, Source { name: "2.csv", hash: "2", facts: &two }];
        ingest_all(store, at(n), &sources)
    };
    run(1, &one, "1");
    assert_eq!((answer(store, &revenue()).as_str(), answer(store, &cost()).as_str()), ("1 @ a.xlsx", "2 @ a.xlsx"));
    let again = run(2, &[fact(revenue(), "a.xlsx", "3")], "1b");
    assert_eq!((again[0].changed, again[0].dropped, again[1].unchanged), (1, 0, true));
    assert_eq!((answer(store, &revenue()).as_str(), answer(store, &cost()).as_str()), ("3 @ a.xlsx", "2 @ a.xlsx"));
    let clash = [fact(cost(), "a.xlsx", "7")];
    let puts = {
        let mut put = None;
        store
            .ingest(at(3), &mut |run| {
                run.keep_unchanged("2.csv")?;
                let mut file = run.begin_file("3.csv")?;
                put = Some(file.put(&clash[0])?);
                file.reject()
            })
            .unwrap();
        put
    };
    assert!(
        matches!(puts, Some(Put::Contradiction(first)) if first.source == "2.csv"),
        "the kept file is part of the run"
    );
}

fn shared(store: &dyn FactStore) {
    let fact = [fact(revenue(), "a.xlsx", "1")];
    let run = |n, first: &[NewFact], hash| {
        let sources = [Source { name: "1.csv", hash, facts: first }, Source { name: "2.csv", hash: "2", facts: &fact }];
        ingest_all(store, at(n), &sources)
    };
    let counts = run(1, &fact, "1");
    assert_eq!((counts[0].new, counts[1].duplicates), (1, 1));
    let counts = run(2, &[], "1b");
    assert!(!counts[1].unchanged, "the fact stood in the store as the other file's");
    assert_eq!(answer(store, &revenue()), "1 @ a.xlsx");
}

fn repeated(store: &dyn FactStore) {
    let first = fact(revenue(), "a.xlsx", "1.0");
    let again = NewFact { line: 3, locator: "row=3".to_owned(), ..fact(revenue(), "a.xlsx", "1.00") };
    let other = NewFact { line: 4, value: Decimal::TWO, ..first.clone() };
    let dated = NewFact { line: 5, valid_as_of: Some("2025-01-01".parse().unwrap()), ..first.clone() };
    let elsewhere = fact(revenue(), "b.xlsx", "2");
    let puts = puts(store, at(1), "a.csv", &[first, again, other, dated, elsewhere]);
    assert_eq!(puts[0], Put::New);
    assert!(matches!(&puts[1], Put::Duplicate(first) if first.line == 2));
    assert!(matches!(&puts[2], Put::Contradiction(first) if first.line == 2 && first.value.to_string() == "1.0"));
    assert!(matches!(&puts[3], Put::Contradiction(_)), "one document cannot give one value two business dates");
    assert_eq!(puts[4], Put::New, "another document may say what it likes");
    assert_eq!(store.history(&revenue()).unwrap().len(), 2);
}

fn rejected(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &[fact(revenue(), "a.xlsx", "1")]);
    ingest(store, at(1), "b.csv", &[fact(cost(), "b.xlsx", "5")]);
    let files = store
        .ingest(at(2), &mut |run| {
            let mut file = run.begin_file("a.csv")?;
            file.put(&fact(revenue(), "a.xlsx", "2"))?;
            file.put(&fact(cost(), "new.xlsx", "3"))?;
            file.reject()?;
            // Another file of the run speaks for the same document: the rejected file's share of it stays.
            let mut file = run.begin_file("b.csv")?;
            file.put(&fact(cost(), "a.xlsx", "5"))?;
            file.accept(None)
        })
        .unwrap();
    assert_eq!((files[0].new, files[0].changed, files[0].dropped), (0, 0, 0));
    assert_eq!((files[1].new, files[1].dropped), (1, 1));
    assert_eq!(answer(store, &revenue()), "1 @ a.xlsx");
    assert_eq!(story(store, &revenue()), ["1: now"]);
    assert_eq!(answer(store, &cost()), "5 @ a.xlsx");
    assert_eq!(store.stats().unwrap().documents, 2, "the rejected file's document was not kept");
}

fn broken_off(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &[fact(revenue(), "a.xlsx", "1")]);
    let (before, stats) = (listed(store, &FactFilter::default()), store.stats().unwrap());
    let failed = store.ingest(at(2), &mut |run| {
        let mut file = run.begin_file("a.csv")?;
        file.put(&fact(revenue(), "a.xlsx", "2"))?;
        file.accept(Some("h"))?;
        Err(made_up())
    });
    assert!(failed.is_err());
    assert_eq!(listed(store, &FactFilter::default()), before);
    assert_eq!(store.stats().unwrap(), stats);
}

fn forgotten(store: &dyn FactStore) {
    store
        .ingest(at(1), &mut |run| {
            run.begin_file("a.csv")?.put(&fact(revenue(), "a.xlsx", "1"))?;
            let mut file = run.begin_file("b.csv")?;
            file.put(&fact(cost(), "b.xlsx", "2"))?;
            file.accept(None)
        })
        .unwrap();
    assert_eq!((answer(store, &revenue()).as_str(), answer(store, &cost()).as_str()), ("-", "2 @ b.xlsx"));
}
