//! The fact store in one SQLite file, or in memory. How a file is opened and who may write is common to all stores and
//! not decided here.

mod decide;
mod health;
mod read;
mod review;
mod row;
mod run;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use jiff::Timestamp;

use super::{
    Answerable, AuditEntry, Decided, DecisionFault, FactFilter, FactSource, FactStore, FileCounts, HistoryEntry,
    IngestRun, ReasonCount, ReviewFilter, ReviewId, ReviewItem, ReviewTarget, Selection, Stats, StoreError, StoreKind,
    StoredFact, Verdict, Withdrawal,
};
use crate::fact::{Fact, FactKey};
use crate::sqlite::{self, Database, Schema, sqlite_store};

/// What makes a database a fact store.
const SCHEMA: Schema = Schema {
    kind: StoreKind::Facts,
    application_id: i32::from_be_bytes(*b"EFct"),
    migrations: &[include_str!("0001_facts.sql"), include_str!("0002_reviews.sql"), include_str!("0003_shown.sql")],
    // In code: names of tables and indices.
    objects: &[
        "run",
        "source",
        "document",
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
        self.database.read(|place, connection| read::lookup(place, connection, key))
    }

    fn waiting(&self, key: &FactKey) -> Result<Vec<ReasonCount>, StoreError> {
        self.database.read(|place, connection| review::waiting(place, connection, key))
    }
}

impl FactStore for SqliteFactStore {
    fn list(
        &self,
        filter: &FactFilter,
        visit: &mut dyn FnMut(StoredFact) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.database.read(|place, connection| read::list(place, connection, filter, visit))
    }

    fn show(&self, key: &FactKey) -> Result<Vec<StoredFact>, StoreError> {
        self.database.read(|place, connection| read::show(place, connection, key))
    }

    fn conflicts(&self, visit: &mut dyn FnMut(&[Fact]) -> ControlFlow<()>) -> Result<(), StoreError> {
        self.database.read(|place, connection| read::conflicts(place, connection, visit))
    }

    fn history(&self, key: &FactKey) -> Result<Vec<HistoryEntry>, StoreError> {
        self.database.read(|place, connection| read::history(place, connection, key))
    }

    fn withdraw(&self, what: &Selection, reason: &str, now: Timestamp) -> Result<Withdrawal, StoreError> {
        decide::decide(self.database.place(), decide::Verb::Withdraw, what, reason, now)
    }

    fn restore(&self, what: &Selection, reason: &str, now: Timestamp) -> Result<Withdrawal, StoreError> {
        decide::decide(self.database.place(), decide::Verb::Restore, what, reason, now)
    }

    fn reviews(
        &self,
        filter: &ReviewFilter,
        visit: &mut dyn FnMut(ReviewItem) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.database.read(|place, connection| review::list(place, connection, filter, visit))
    }

    fn review_reasons(&self, filter: &ReviewFilter) -> Result<Vec<ReasonCount>, StoreError> {
        self.database.read(|place, connection| review::reasons(place, connection, filter))
    }

    fn review(&self, id: ReviewId) -> Result<Result<(ReviewItem, Vec<AuditEntry>), DecisionFault>, StoreError> {
        self.database.read(|place, connection| review::show(place, connection, id))
    }

    fn decide(
        &self,
        targets: &[ReviewTarget],
        verdict: &Verdict,
        note: &str,
        now: Timestamp,
    ) -> Result<Vec<Result<Decided, DecisionFault>>, StoreError> {
        review::decide(self.database.place(), targets, verdict, note, now)
    }

    fn content_of_source(&self, source: &str) -> Result<Option<String>, StoreError> {
        self.database.read(|place, connection| sqlite::content_of_source(place, connection, CONTENT, source))
    }

    fn stats(&self) -> Result<Stats, StoreError> {
        self.database.read(health::stats)
    }

    fn check(&self) -> Result<Vec<String>, StoreError> {
        self.database.read(sqlite::check)
    }

    fn ingest(
        &self,
        now: Timestamp,
        work: &mut dyn FnMut(&mut dyn IngestRun) -> Result<(), StoreError>,
    ) -> Result<Vec<FileCounts>, StoreError> {
        run::ingest(self.database.place(), now, work)
    }
}
