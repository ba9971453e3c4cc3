//! What every store in SQLite needs: one file, or memory; WAL mode, one writer at a time, a connection for each reading
//! thread; a commit is safe against power loss, and each page carries a seal. It knows no table but `document`, which every store has, and never makes a
//! database on the way to a read.

mod error;
mod fault;
mod graft;
mod health;
mod open;
mod place;
mod raw;
mod row;
mod salvage;
mod schema;
mod seal;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(crate) mod tests;

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};

pub use error::{OpenFault, StoreError, StoreKind};
pub(crate) use fault::Fault;
pub(crate) use health::check;
pub(crate) use open::cache;
pub(crate) use place::{Access, Location};
pub(crate) use row::{
    OPEN, Prepared, Stored, content_of_source, counts, instant_text, nearest_document, not_stored, parameters, stored,
    stored_or_none, stored_texts, unknown_document,
};
pub use salvage::Salvage;
pub(crate) use salvage::{Plan, Table, salvage};
pub(crate) use schema::{Schema, version};
pub(crate) use seal::is_damage;

/// A database and its idle connections.
#[derive(Debug)]
pub(crate) struct Database {
    place: Location,
    /// Connections that no thread is reading with at the moment.
    idle: Mutex<Vec<Connection>>,
    /// A database in memory lives as long as its first connection.
    _anchor: Option<Mutex<Connection>>,
}

impl Database {
    /// Makes an empty database. A file that exists already is an error and stays as it is.
    pub(crate) fn create(schema: &Schema, path: &Path) -> Result<Self, StoreError> {
        open::create(schema, path)?;
        Self::open(schema, path)
    }

    /// Opens a database to read and write, bringing an older schema up to date. It never makes a file.
    pub(crate) fn open(schema: &Schema, path: &Path) -> Result<Self, StoreError> {
        open::to_write(schema, path).map(Self::at)
    }

    /// Opens a database to read only, also where the folder or the file cannot be written.
    pub(crate) fn open_read_only(schema: &Schema, path: &Path) -> Result<Self, StoreError> {
        open::to_read(schema, path).map(Self::at)
    }

    /// An empty database in memory, shared by all threads that hold it.
    pub(crate) fn in_memory(schema: &Schema) -> Result<Self, StoreError> {
        let place = Location::memory(schema.kind);
        let mut anchor = place.writer()?;
        schema.migrate(&mut anchor).map_err(place.fault("making the tables"))?;
        Ok(Self { place, idle: Mutex::default(), _anchor: Some(Mutex::new(anchor)) })
    }

    pub(crate) fn at(place: Location) -> Self {
        Self { place, idle: Mutex::default(), _anchor: None }
    }

    /// Sets how long a write waits for another process before it gives up.
    pub(crate) fn set_busy_timeout(&mut self, timeout: Duration) {
        self.place.set_busy_timeout(timeout);
        self.idle = Mutex::default();
    }

    /// Where it is, for faults and writers.
    pub(crate) fn place(&self) -> &Location {
        &self.place
    }

    /// Every page of the file that is not what was written to it.
    pub(crate) fn damaged_pages(&self) -> Result<Vec<u64>, StoreError> {
        let Some(path) = self.place.sealed_file() else { return Ok(Vec::new()) };
        let io = |error| self.place.open_fault(OpenFault::Io(error));
        seal::damaged_pages(path).map_err(io)
    }

    /// Reads with a connection that no other thread uses meanwhile.
    pub(crate) fn read<T, F: Into<Fault>>(
        &self,
        doing: &'static str,
        work: impl FnOnce(&Connection) -> Result<T, F>,
    ) -> Result<T, StoreError> {
        let pooled = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match pooled {
            Some(connection) => connection,
            None => self.place.reader().map_err(self.place.fault("opening it to read"))?,
        };
        let result = work(&connection);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        result.map_err(self.place.fault(doing))
    }

    /// Writes in one transaction, which `work` commits. The lock is taken before anything is read, so that two writers follow
    /// each other and never overlap; a transaction that is dropped on the way out is rolled back.
    pub(crate) fn write<T>(
        &self,
        doing: &'static str,
        work: impl FnOnce(Transaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, StoreError> {
        let mut connection = self.place.writer()?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate);
        transaction.map_err(Fault::from).and_then(work).map_err(self.place.fault(doing))
    }
}

/// The ways to make and open a store whose only field is its `database`; they are the same for every store.
macro_rules! sqlite_store {
    ($store:ident, $schema:ident) => {
        impl $store {
            /// Makes an empty store. A file that exists already is an error and stays as it is.
            pub fn create(path: &std::path::Path) -> Result<Self, $crate::sqlite::StoreError> {
                $crate::sqlite::Database::create(&$schema, path).map(|database| Self { database })
            }

            /// Opens a store to read and write, bringing an older schema up to date. It never makes a file.
            pub fn open(path: &std::path::Path) -> Result<Self, $crate::sqlite::StoreError> {
                $crate::sqlite::Database::open(&$schema, path).map(|database| Self { database })
            }

            /// Opens a store to read only, also where the folder or the file cannot be written.
            pub fn open_read_only(path: &std::path::Path) -> Result<Self, $crate::sqlite::StoreError> {
                $crate::sqlite::Database::open_read_only(&$schema, path).map(|database| Self { database })
            }

            /// An empty store in memory, shared by all threads that hold it.
            pub fn in_memory() -> Result<Self, $crate::sqlite::StoreError> {
                $crate::sqlite::Database::in_memory(&$schema).map(|database| Self { database })
            }

            /// Sets how long a write waits for another process before it gives up (30 seconds by default).
            #[must_use]
            pub fn with_busy_timeout(mut self, timeout: std::time::Duration) -> Self {
                self.database.set_busy_timeout(timeout);
                self
            }

            /// The pages of the file, counted from 1, that do not hold what was written to them, used or not. A store in
            /// memory has none.
            pub fn damaged_pages(&self) -> Result<Vec<u64>, $crate::sqlite::StoreError> {
                self.database.damaged_pages()
            }

            /// Whether this store may be written.
            pub fn is_writable(&self) -> bool {
                self.database.place().access() == $crate::sqlite::Access::Write
            }
        }
    };
}

pub(crate) use sqlite_store;
