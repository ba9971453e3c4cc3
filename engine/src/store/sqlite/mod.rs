//! The fact store in one SQLite file, or in memory. WAL mode, one writer at a time, a connection for each reading thread;
//! a commit is safe against power loss. It never makes a database on the way to a read.

mod decide;
mod health;
mod open;
mod place;
mod read;
mod row;
mod run;
mod schema;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::Connection;

use self::place::{Access, Place};
use super::{
    Answerable, FactFilter, FactStore, FileCounts, HistoryEntry, IngestRun, Selection, Stats, StoreError, StoredFact,
    Withdrawal,
};
use crate::fact::{Fact, FactKey};

/// Facts in SQLite.
#[derive(Debug)]
pub struct SqliteFactStore {
    place: Place,
    /// Connections that no thread is reading with at the moment.
    idle: Mutex<Vec<Connection>>,
    /// A database in memory lives as long as its first connection.
    _anchor: Option<Mutex<Connection>>,
}

impl SqliteFactStore {
    /// Makes an empty store. A file that exists already is an error and stays as it is.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        open::create(path)?;
        Self::open(path)
    }

    /// Opens a store to read and write, bringing an older schema up to date. It never makes a file.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        open::to_write(path).map(Self::at)
    }

    /// Opens a store to read only, also where the folder or the file cannot be written.
    pub fn open_read_only(path: &Path) -> Result<Self, StoreError> {
        open::to_read(path).map(Self::at)
    }

    /// An empty store in memory, shared by all threads that hold it.
    pub fn in_memory() -> Result<Self, StoreError> {
        let place = Place::memory();
        let mut anchor = place.writer()?;
        schema::migrate(&mut anchor, schema::MIGRATIONS).map_err(place.fault("making the tables"))?;
        Ok(Self { place, idle: Mutex::default(), _anchor: Some(Mutex::new(anchor)) })
    }

    /// Sets how long a write waits for another process before it gives up (30 seconds by default).
    #[must_use]
    pub fn with_busy_timeout(mut self, timeout: Duration) -> Self {
        self.place.set_busy_timeout(timeout);
        self.idle = Mutex::default();
        self
    }

    fn at(place: Place) -> Self {
        Self { place, idle: Mutex::default(), _anchor: None }
    }

    /// Reads with a connection that no other thread uses meanwhile.
    fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let pooled = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match pooled {
            Some(connection) => connection,
            None => self.place.reader().map_err(self.place.fault("opening it to read"))?,
        };
        let result = work(&connection);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        result
    }
}

impl FactStore for SqliteFactStore {
    fn lookup(&self, key: &FactKey) -> Result<Option<Answerable>, StoreError> {
        self.read(|connection| read::lookup(&self.place, connection, key))
    }

    fn list(
        &self,
        filter: &FactFilter,
        visit: &mut dyn FnMut(StoredFact) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.read(|connection| read::list(&self.place, connection, filter, visit))
    }

    fn show(&self, key: &FactKey) -> Result<Vec<StoredFact>, StoreError> {
        self.read(|connection| read::show(&self.place, connection, key))
    }

    fn conflicts(&self, visit: &mut dyn FnMut(&[Fact]) -> ControlFlow<()>) -> Result<(), StoreError> {
        self.read(|connection| read::conflicts(&self.place, connection, visit))
    }

    fn history(&self, key: &FactKey) -> Result<Vec<HistoryEntry>, StoreError> {
        self.read(|connection| read::history(&self.place, connection, key))
    }

    fn withdraw(&self, what: &Selection, reason: &str, now: Timestamp) -> Result<Withdrawal, StoreError> {
        decide::decide(&self.place, decide::Verb::Withdraw, what, reason, now)
    }

    fn restore(&self, what: &Selection, reason: &str, now: Timestamp) -> Result<Withdrawal, StoreError> {
        decide::decide(&self.place, decide::Verb::Restore, what, reason, now)
    }

    fn stats(&self) -> Result<Stats, StoreError> {
        self.read(|connection| health::stats(&self.place, connection))
    }

    fn check(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| health::check(&self.place, connection))
    }

    fn ingest(
        &self,
        now: Timestamp,
        work: &mut dyn FnMut(&mut dyn IngestRun) -> Result<(), StoreError>,
    ) -> Result<Vec<FileCounts>, StoreError> {
        run::ingest(&self.place, now, work)
    }
}

impl SqliteFactStore {
    /// Whether this store may be written.
    pub fn is_writable(&self) -> bool {
        self.place.access() == Access::Write
    }
}
