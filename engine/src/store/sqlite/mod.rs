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
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;

use super::{
    Answerable, AuditEntry, Decided, DecisionFault, FactFilter, FactStore, FileCounts, HistoryEntry, IngestRun,
    ReasonCount, ReviewFilter, ReviewId, ReviewItem, ReviewTarget, Selection, Stats, StoreError, StoreKind, StoredFact,
    Verdict, Withdrawal,
};
use crate::fact::{Fact, FactKey};
use crate::sqlite::{self, Access, Database, Schema};

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

/// Facts in SQLite.
#[derive(Debug)]
pub struct SqliteFactStore {
    database: Database,
}

impl SqliteFactStore {
    /// Makes an empty store. A file that exists already is an error and stays as it is.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        Database::create(&SCHEMA, path).map(|database| Self { database })
    }

    /// Opens a store to read and write, bringing an older schema up to date. It never makes a file.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Database::open(&SCHEMA, path).map(|database| Self { database })
    }

    /// Opens a store to read only, also where the folder or the file cannot be written.
    pub fn open_read_only(path: &Path) -> Result<Self, StoreError> {
        Database::open_read_only(&SCHEMA, path).map(|database| Self { database })
    }

    /// An empty store in memory, shared by all threads that hold it.
    pub fn in_memory() -> Result<Self, StoreError> {
        Database::in_memory(&SCHEMA).map(|database| Self { database })
    }

    /// Sets how long a write waits for another process before it gives up (30 seconds by default).
    #[must_use]
    pub fn with_busy_timeout(mut self, timeout: Duration) -> Self {
        self.database.set_busy_timeout(timeout);
        self
    }

    /// Whether this store may be written.
    pub fn is_writable(&self) -> bool {
        self.database.place().access() == Access::Write
    }
}

impl FactStore for SqliteFactStore {
    fn lookup(&self, key: &FactKey) -> Result<Option<Answerable>, StoreError> {
        self.database.read(|place, connection| read::lookup(place, connection, key))
    }

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

    fn waiting(&self, key: &FactKey) -> Result<Vec<ReasonCount>, StoreError> {
        self.database.read(|place, connection| review::waiting(place, connection, key))
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
        self.database.read(|place, connection| read::content_of_source(place, connection, source))
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
