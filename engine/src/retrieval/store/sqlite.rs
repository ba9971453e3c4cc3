//! The document store in one SQLite file, or in memory. How a file is opened and who may write is common to all stores and
//! not decided here.

mod changes;
mod read;
mod salvage;
#[cfg(test)]
mod tests;
mod version;
mod write;

use std::ops::ControlFlow;

use jiff::Timestamp;
use rusqlite::Connection;

use super::{
    ChunkSource, ChunkStats, ChunkStore, DocumentChange, DocumentWriter, Scores, StoreState, StoredDocument, Version,
};
use crate::passage::{Candidate, Chunk, ChunkKey};
use crate::sqlite::{self, Database, Schema, StoreError, StoreKind, sqlite_store};

/// What makes a database a document store.
const SCHEMA: Schema = Schema {
    kind: StoreKind::Documents,
    application_id: i32::from_be_bytes(*b"EDoc"),
    sealed_from: 2,
    migrations: &[
        include_str!("sqlite/0001_documents.sql"),
        include_str!("sqlite/0002_sealed.sql"),
        include_str!("sqlite/0003_labels.sql"),
        include_str!("sqlite/0004_twice.sql"),
        include_str!("sqlite/0005_outline.sql"),
    ],
    // In code: names of tables and indices.
    objects: &[
        "store",
        "source",
        "source_twice",
        "document",
        "document_source",
        "document_twice",
        "version",
        "version_active",
        "version_began",
        "version_ended",
        "chunk",
    ],
    probe: "SELECT (SELECT generation FROM store), (SELECT max(id) FROM version), (SELECT max(id) FROM chunk)",
};

/// Documents and their chunks in SQLite.
#[derive(Debug)]
pub struct SqliteChunkStore {
    database: Database,
}

sqlite_store!(SqliteChunkStore, SCHEMA);

impl ChunkSource for SqliteChunkStore {
    fn candidates(&self, keys: &[(ChunkKey, Scores)]) -> Result<Vec<Candidate>, StoreError> {
        self.database.read("reading chunks", |connection| read::candidates(connection, keys))
    }

    fn state(&self) -> Result<StoreState, StoreError> {
        self.database.read("reading its state", changes::state)
    }

    fn changes_since(
        &self,
        since: u64,
        visit: &mut dyn FnMut(DocumentChange) -> ControlFlow<()>,
    ) -> Result<StoreState, StoreError> {
        self.database.read("looking for changes", |connection| changes::since(connection, since, visit))
    }
}

impl ChunkStore for SqliteChunkStore {
    fn ingest(
        &self,
        now: Timestamp,
        work: &mut dyn FnMut(&mut dyn DocumentWriter) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        write::write(&self.database, now, "storing documents", |writer| Ok(work(writer)?))
    }

    fn content_of_source(&self, source: &str) -> Result<Option<String>, StoreError> {
        let find = |connection: &Connection| sqlite::content_of_source(connection, "content", source);
        self.database.read("looking a source file up", find)
    }

    fn is_source_restricted(&self, source: &str) -> Result<bool, StoreError> {
        self.database.read("looking a source file up", |connection| read::is_source_restricted(connection, source))
    }

    fn content_of(&self, doc: &str) -> Result<Option<String>, StoreError> {
        self.database.read("looking a document up", |connection| read::content_of(connection, doc))
    }

    fn withdraw(&self, doc: &str, reason: &str, now: Timestamp) -> Result<bool, StoreError> {
        write::write(&self.database, now, "withdrawing a document", |writer| writer.withdraw(doc, reason))
    }

    fn restore(&self, doc: &str, reason: &str, now: Timestamp) -> Result<bool, StoreError> {
        write::write(&self.database, now, "restoring a document", |writer| writer.restore(doc, reason))
    }

    fn documents(&self, visit: &mut dyn FnMut(StoredDocument) -> ControlFlow<()>) -> Result<(), StoreError> {
        self.database.read("listing documents", |connection| read::documents(connection, visit))
    }

    fn document(&self, doc: &str) -> Result<Option<(StoredDocument, Vec<Chunk>)>, StoreError> {
        self.database.read("reading a document", |connection| read::document(connection, doc))
    }

    fn history(&self, doc: &str) -> Result<Vec<Version>, StoreError> {
        self.database.read("reading the history", |connection| read::history(connection, doc))
    }

    fn nearest(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.database.read("looking a document up", |connection| sqlite::nearest_document(connection, name))
    }

    fn stats(&self) -> Result<ChunkStats, StoreError> {
        self.database.read("counting documents", read::stats)
    }

    fn check(&self) -> Result<Vec<String>, StoreError> {
        self.database.read("checking its integrity", read::check)
    }
}
