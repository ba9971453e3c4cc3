//! Cases about lists, and about many threads at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{Case, answer, at, fact, ingest, key, listed, revenue};
use crate::code::{ChannelCode, EntityCode, MetricCode};
use crate::fact::FactKey;
use crate::store::{FactFilter, FactStore, NewFact};

pub(super) const CASES: &[Case] = &[
    ("a list is in key order, whatever the order of ingestion", order),
    ("a list shows what its filter lets through", filters),
    ("a list stops where its reader stops", breaking_off),
    ("readers in many threads see whole runs only", whole_runs),
    ("runs of several threads follow each other and lose nothing", several_writers),
    ("a healthy store has no faults", healthy),
];

/// Twelve facts over two metrics, two entities and three periods, in no order.
fn dozen() -> Vec<NewFact> {
    let mut facts = Vec::new();
    for period in ["2024Q1", "2024", "2023"] {
        for metric in ["REVENUE", "COST"] {
            for entity in ["HK", "CN"] {
                let key = FactKey { entity: EntityCode::new(entity), ..key(metric, period) };
                facts.push(fact(key, if entity == "HK" { "b.xlsx" } else { "a.xlsx" }, "1"));
            }
        }
    }
    facts
}

fn order(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &dozen());
    let second = NewFact { doc: super::label("0.xlsx", crate::profile::Sensitivity::Public), ..dozen().remove(0) };
    ingest(store, at(2), "b.csv", &[second]);
    let seen: Vec<String> = listed(store, &FactFilter::default())
        .iter()
        .map(|stored| {
            let key = &stored.fact.key;
            format!("{} {} {} {}", key.metric, key.entity, key.period.value(), stored.fact.lineage.doc)
        })
        .collect();
    let mut sorted = seen.clone();
    sorted.sort();
    assert_eq!(seen, sorted);
    assert_eq!(seen.len(), 13);
}

fn filters(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &dozen());
    let count = |filter: FactFilter| listed(store, &filter).len();
    assert_eq!(count(FactFilter { metric: Some(MetricCode::new("COST")), ..FactFilter::default() }), 6);
    assert_eq!(count(FactFilter { entity: Some(EntityCode::new("HK")), ..FactFilter::default() }), 6);
    assert_eq!(count(FactFilter { period: "2024".parse().ok(), ..FactFilter::default() }), 4);
    assert_eq!(count(FactFilter { channel: Some(ChannelCode::new("AGENCY")), ..FactFilter::default() }), 0);
    assert_eq!(count(FactFilter { doc: Some("a.xlsx".to_owned()), ..FactFilter::default() }), 6);
    let both =
        FactFilter { metric: Some(MetricCode::new("COST")), doc: Some("b.xlsx".to_owned()), ..FactFilter::default() };
    assert_eq!(count(both), 3);
    let all = listed(store, &FactFilter::default());
    let page = listed(store, &FactFilter { limit: Some(5), offset: 4, ..FactFilter::default() });
    assert_eq!(page, all[4..9]);
    assert_eq!(listed(store, &FactFilter { offset: 10, ..FactFilter::default() }), all[10..]);
}

fn breaking_off(store: &dyn FactStore) {
    ingest(store, at(1), "a.csv", &dozen());
    let mut seen = 0;
    store
        .list(&FactFilter::default(), &mut |_| {
            seen += 1;
            // The store may be asked while a list is being read.
            assert_eq!(answer(store, &revenue()), "-");
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
    assert_eq!(seen, 3);
}

fn whole_runs(store: &dyn FactStore) {
    let keys: Vec<FactKey> = (0..20).map(|n| key(&format!("M{n:02}"), "2024")).collect();
    let state = |value: &str| -> Vec<NewFact> { keys.iter().map(|key| fact(key.clone(), "a.xlsx", value)).collect() };
    ingest(store, at(0), "a.csv", &state("0"));
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let facts = listed(store, &FactFilter::default());
                    assert_eq!(facts.len(), keys.len());
                    assert!(facts.windows(2).all(|two| two[0].fact.value == two[1].fact.value), "half a run was seen");
                    assert!(store.lookup(&keys[0]).unwrap().is_some());
                }
            });
        }
        for n in 1..=10 {
            ingest(store, at(n), "a.csv", &state(&n.to_string()));
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(answer(store, &keys[19]), "10 @ a.xlsx");
    assert_eq!(store.stats().unwrap().history, 200);
}

fn several_writers(store: &dyn FactStore) {
    thread::scope(|scope| {
        for writer in 0..4 {
            scope.spawn(move || {
                for n in 0..5 {
                    let key = key(&format!("W{writer}N{n}"), "2024");
                    ingest(
                        store,
                        at(n),
                        &format!("{writer}-{n}.csv"),
                        &[fact(key, &format!("{writer}-{n}.xlsx"), "1")],
                    );
                }
            });
        }
    });
    assert_eq!(store.stats().unwrap().answering, 20);
}

fn healthy(store: &dyn FactStore) {
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
    ingest(store, at(1), "a.csv", &dozen());
    ingest(store, at(2), "a.csv", &dozen()[..6]);
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
    let stats = store.stats().unwrap();
    assert_eq!((stats.answering, stats.dropped, stats.history), (6, 6, 6));
    assert!(stats.schema_version >= 1);
}
