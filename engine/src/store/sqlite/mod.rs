//! The fact store in one SQLite file, or in memory. How a file is opened and who may write is common to all stores and
//! not decided here.

mod decide;
mod health;
mod read;
mod review;
mod row;
mod run;
mod salvage;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use jiff::Timestamp;
use rusqlite::Connection;

use super::{
    Action, Answerable, AuditEntry, Decided, DecisionFault, FactFilter, FactSource, FactStore, FileCounts,
    HistoryEntry, IngestRun, ReasonCount, ReviewFilter, ReviewId, ReviewItem, ReviewTarget, Selection, Stats,
    StoreError, StoreKind, StoredFact, Verdict, Withdrawal,
};
use crate::fact::{Fact, FactKey};
use crate::sqlite::{self, Database, Schema, sqlite_store};

/// What makes a database a fact store.
const SCHEMA: Schema = Schema {
    kind: StoreKind::Facts,
    application_id: i32::from_be_bytes(*b"EFct"),
    sealed_from: 4,
    migrations: &[
        include_str!("0001_facts.sql"),
        include_str!("0002_reviews.sql"),
        include_str!("0003_shown.sql"),
        include_str!("0004_sealed.sql"),
        include_str!("0005_hidden.sql"),
        include_str!("0006_twice.sql"),
    ],
    // In code: names of tables and indices.
    objects: &[
        "run",
        "source",
        "source_twice",
        "document",
        "document_stated",
        "document_twice",
        "fact",
        "fact_refused",
        "history",
        "history_key",
        "review_item",
        "review_item_doc",
        "review_item_source",
        "review_item_waiting",
        "review_audit",
        "review_audit_item",
        "review_audit_unchanged",
        "review_audit_kept",
    ],
    probe: "SELECT (SELECT max(id) FROM run), EXISTS (SELECT 1 FROM fact)",
};

/// The column with the content hash of a source file.
const CONTENT: &str = "content_hash";

/// Facts in SQLite.
#[derive(Debug)]
pub struct SqliteFactStore {
    database: Database,
}

sqlite_store!(SqliteFactStore, SCHEMA);

impl FactSource for SqliteFactStore {
    fn lookup(&self, key: &FactKey) -> Result<Option<Answerable>, StoreError> {
        self.database.read("looking a fact up", |connection| read::lookup(connection, key))
    }

    fn waiting(&self, key: &FactKey) -> Result<Vec<ReasonCount>, StoreError> {
        self.database.read("looking for what waits for review", |connection| review::waiting(connection, key))
    }
}

impl FactStore for SqliteFactStore {
    fn list(
        &self,
        filter: &FactFilter,
        visit: &mut dyn FnMut(StoredFact) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.database.read("listing facts", |connection| read::list(connection, filter, visit))
    }

    fn show(&self, key: &FactKey) -> Result<Vec<StoredFact>, StoreError> {
        self.database.read("reading a fact", |connection| read::show(connection, key))
    }

    fn conflicts(&self, visit: &mut dyn FnMut(&[Fact]) -> ControlFlow<()>) -> Result<(), StoreError> {
        self.database.read("looking for conflicts", |connection| read::conflicts(connection, visit))
    }

    fn history(&self, key: &FactKey) -> Result<Vec<HistoryEntry>, StoreError> {
        self.database.read("reading the history", |connection| read::history(connection, key))
    }

    fn withdraw(&self, what: &Selection, reason: &str, now: Timestamp) -> Result<Withdrawal, StoreError> {
        decide::decide(&self.database, Action::Withdrawn, what, reason, now)
    }

    fn restore(&self, what: &Selection, reason: &str, now: Timestamp) -> Result<Withdrawal, StoreError> {
        decide::decide(&self.database, Action::Restored, what, reason, now)
    }

    fn reviews(
        &self,
        filter: &ReviewFilter,
        visit: &mut dyn FnMut(ReviewItem) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.database.read("listing review items", |connection| review::list(connection, filter, visit))
    }

    fn review_reasons(&self, filter: &ReviewFilter) -> Result<Vec<ReasonCount>, StoreError> {
        self.database.read("counting review items", |connection| review::reasons(connection, filter))
    }

    fn review(&self, id: ReviewId) -> Result<Result<(ReviewItem, Vec<AuditEntry>), DecisionFault>, StoreError> {
        self.database.read("reading a review item", |connection| review::show(connection, id))
    }

    fn decide(
        &self,
        targets: &[ReviewTarget],
        verdict: &Verdict,
        note: &str,
        now: Timestamp,
    ) -> Result<Vec<Result<Decided, DecisionFault>>, StoreError> {
        review::decide(&self.database, targets, verdict, note, now)
    }

    fn content_of_source(&self, source: &str) -> Result<Option<String>, StoreError> {
        let find = |connection: &Connection| sqlite::content_of_source(connection, CONTENT, source);
        self.database.read("looking a source file up", find)
    }

    fn stats(&self) -> Result<Stats, StoreError> {
        self.database.read("counting facts", health::stats)
    }

    fn check(&self) -> Result<Vec<String>, StoreError> {
        self.database.read("checking its integrity", sqlite::check)
    }

    fn ingest(
        &self,
        now: Timestamp,
        work: &mut dyn FnMut(&mut dyn IngestRun) -> Result<(), StoreError>,
    ) -> Result<Vec<FileCounts>, StoreError> {
        run::ingest(&self.database, now, work)
    }
}
