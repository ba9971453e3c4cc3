//! Tests of what is SQLite's own: the two kinds of store, files in every bad state, and processes that meet on one file.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod damage;
mod files;
mod processes;

use tempfile::TempDir;

use super::*;
use crate::code::UnitCode;
use crate::profile::Sensitivity;
use crate::store::{DocumentLabel, NewFact, conformance};

#[test]
fn a_file_passes_the_conformance_suite() {
    let folder = TempDir::new().unwrap();
    let next = std::cell::Cell::new(0);
    conformance::check(&|| {
        next.set(next.get() + 1);
        Box::new(SqliteFactStore::create(&folder.path().join(format!("{}.db", next.get()))).unwrap())
    });
}

#[test]
fn the_schema_names_all_of_its_tables_and_indexes() {
    crate::sqlite::tests::assert_complete(&SCHEMA);
}

#[test]
fn memory_passes_the_conformance_suite() {
    conformance::check(&|| Box::new(SqliteFactStore::in_memory().unwrap()));
}

fn key(n: u64) -> FactKey {
    FactKey::total(&format!("M{n:07}"), "E", "2024".parse().unwrap())
}

fn new_fact(n: u64, doc: &std::sync::Arc<DocumentLabel>) -> NewFact {
    NewFact::row(key(n), 1.into(), UnitCode::new("USD_M"), doc.clone(), n)
}

/// Ingests facts with the keys of `numbers`, each with the value `value`.
fn ingest(store: &dyn FactStore, numbers: std::ops::Range<u64>, value: i64) -> Result<Vec<FileCounts>, StoreError> {
    let doc = std::sync::Arc::new(DocumentLabel { name: "a.xlsx".to_owned(), sensitivity: Sensitivity::Internal });
    store.ingest(Timestamp::UNIX_EPOCH, &mut |run| {
        let mut file = run.begin_file("a.csv")?;
        for n in numbers.clone() {
            file.put(&NewFact { value: value.into(), ..new_fact(n, &doc) })?;
        }
        file.accept(None)
    })
}
