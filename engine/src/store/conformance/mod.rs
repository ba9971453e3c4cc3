//! The test suite that every [`FactStore`] passes. A backend's own tests hand [`check`] a way to make an empty store; the
//! cases use the trait alone, so that they say what a store means and nothing about how it is built.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::result_large_err,
    reason = "these are tests"
)]

mod answering;
mod decisions;
mod queue;
mod reading;
mod refusals;
mod rereading;
mod reviews;

use std::ops::ControlFlow;
use std::sync::Arc;

use jiff::Timestamp;
use rust_decimal::Decimal;

use super::{
    Answerable, DocumentLabel, FactFilter, FactStore, FileCounts, NewFact, Put, StoreError, StoreKind, StoredFact,
};
use crate::code::UnitCode;
use crate::fact::{Fact, FactKey};
use crate::profile::Sensitivity;

/// A case: a name, and what must hold of a store that is empty at first.
type Case = (&'static str, fn(&dyn FactStore));

/// Runs every case on a store of its own. Panics with the first fault, after naming the case on standard error.
pub fn check(empty_store: &dyn Fn() -> Box<dyn FactStore>) {
    let groups = [
        answering::CASES,
        rereading::CASES,
        decisions::CASES,
        reading::CASES,
        reviews::CASES,
        refusals::CASES,
        queue::CASES,
    ];
    for (name, case) in groups.into_iter().flatten() {
        eprintln!("conformance: {name}");
        case(&*empty_store());
    }
}

/// The time of the n-th run of a case.
fn at(n: i64) -> Timestamp {
    Timestamp::from_second(1_735_689_600 + n * 60).unwrap()
}

/// The key of `metric` for entity `E`, over all channels.
fn key(metric: &str, period: &str) -> FactKey {
    FactKey::total(metric, "E", period.parse().unwrap())
}

/// `REVENUE` of 2024.
fn revenue() -> FactKey {
    key("REVENUE", "2024")
}

/// A statement of an internal document, on line 2 of its source file.
fn fact(key: FactKey, doc: &str, value: &str) -> NewFact {
    let (value, unit) = (Decimal::from_str_exact(value).unwrap(), UnitCode::new("USD_M"));
    NewFact::row(key, value, unit, label(doc, Sensitivity::Internal), 2)
}

fn label(doc: &str, sensitivity: Sensitivity) -> Arc<DocumentLabel> {
    Arc::new(DocumentLabel { name: doc.to_owned(), sensitivity })
}

fn dated(fact: NewFact, date: &str) -> NewFact {
    NewFact { valid_as_of: Some(date.parse().unwrap()), ..fact }
}

/// A source file of a run: its name, its content hash and its statements.
struct Source<'f> {
    name: &'f str,
    hash: &'f str,
    facts: &'f [NewFact],
}

/// One run over several files, each of which is skipped when its hash is known.
fn ingest_all(store: &dyn FactStore, now: Timestamp, sources: &[Source<'_>]) -> Vec<FileCounts> {
    store
        .ingest(now, &mut |run| {
            for source in sources {
                if run.hash_of(source.name)?.as_deref() == Some(source.hash) {
                    run.keep_unchanged(source.name)?;
                    continue;
                }
                let mut file = run.begin_file(source.name)?;
                for fact in source.facts {
                    file.put(fact)?;
                }
                file.accept(Some(source.hash))?;
            }
            Ok(())
        })
        .unwrap()
}

/// One run over one file whose content is new.
fn ingest(store: &dyn FactStore, now: Timestamp, source: &str, facts: &[NewFact]) -> FileCounts {
    let hash = format!("{now}");
    ingest_all(store, now, &[Source { name: source, hash: &hash, facts }]).remove(0)
}

/// What each statement of a run over one file came to.
fn puts(store: &dyn FactStore, now: Timestamp, source: &str, facts: &[NewFact]) -> Vec<Put> {
    let mut puts = Vec::new();
    store
        .ingest(now, &mut |run| {
            let mut file = run.begin_file(source)?;
            for fact in facts {
                puts.push(file.put(fact)?);
            }
            file.accept(None)
        })
        .unwrap();
    puts
}

fn found(store: &dyn FactStore, key: &FactKey) -> Answerable {
    store.lookup(key).unwrap().expect("the key should answer")
}

/// The answer to a key, as `value @ document`, or `-`.
fn answer(store: &dyn FactStore, key: &FactKey) -> String {
    store.lookup(key).unwrap().map_or_else(|| "-".to_owned(), |answerable| short(&answerable.fact))
}

fn short(fact: &Fact) -> String {
    format!("{} @ {}", fact.value, fact.lineage.doc)
}

fn listed(store: &dyn FactStore, filter: &FactFilter) -> Vec<StoredFact> {
    let mut facts = Vec::new();
    store
        .list(filter, &mut |fact| {
            facts.push(fact);
            ControlFlow::Continue(())
        })
        .unwrap();
    facts
}

fn conflicts(store: &dyn FactStore) -> Vec<Vec<String>> {
    let mut keys = Vec::new();
    store
        .conflicts(&mut |facts| {
            keys.push(facts.iter().map(short).collect());
            ControlFlow::Continue(())
        })
        .unwrap();
    keys
}

/// The history of a key, as `value: ending` a state.
fn story(store: &dyn FactStore, key: &FactKey) -> Vec<String> {
    let ending = |entry: &super::HistoryEntry| entry.ending.as_ref().map_or("now", |ending| ending.action.as_str());
    store.history(key).unwrap().iter().map(|entry| format!("{}: {}", entry.state.fact.value, ending(entry))).collect()
}

/// An error that a case makes up, to break a run off.
fn made_up() -> StoreError {
    StoreError::Damaged { kind: StoreKind::Facts, place: "nowhere".to_owned(), what: "the case wants it so".to_owned() }
}
