//! Where chunks are kept: the [`ChunkStore`] trait, what a search needs of it ([`ChunkSource`]), and its records. A store keeps every version of a document and serves
//! the active one; it scores nothing, and holds no path and no clock.
//!
//! Four rules hold for every backend:
//! - **Whole versions.** A reader sees the old version of a document or the new one, never parts of both.
//! - **Nothing is lost.** A version that is replaced, dropped or withdrawn stays, with when and why it ended.
//! - **A person's decision outlives the machine.** A withdrawn document stays withdrawn until its text is another one.
//! - **A label only rises.** A document keeps the strictest label that it was ever given, and so do its earlier versions.

#[cfg(test)]
mod conformance;
mod sqlite;

use std::ops::ControlFlow;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;

use crate::document::{Attributes, Document};
use crate::passage::{Candidate, Chunk, ChunkId, ChunkKey, Scores};
use crate::profile::Sensitivity;
use crate::sqlite::StoreError;

pub use sqlite::SqliteChunkStore;

/// What a search needs of a chunk store: its open, active chunks, and what changed since an index was built.
pub trait ChunkSource: Send + Sync {
    /// The active, open chunks under `keys`, in that order, as candidates with the given scores. Keys that are not (or no
    /// longer) active and open are left out.
    fn candidates(&self, keys: &[(ChunkKey, Scores)]) -> Result<Vec<Candidate>, StoreError>;

    /// Which state of which store this is.
    fn state(&self) -> Result<StoreState, StoreError>;

    /// Visits, by document name, every document whose open, active chunks differ between generation `since` and now, and
    /// returns the state that the changes lead to: all of it is one moment, whatever is written meanwhile. A visitor that
    /// breaks off has not seen all changes.
    ///
    /// [`DocumentChange::before`] is what an index of generation `since` holds and must forget. It alone may be a version
    /// of a document that was restricted after that version had been open; its chunks are named then, without their words,
    /// which the store has forgotten.
    fn changes_since(
        &self,
        since: u64,
        visit: &mut dyn FnMut(DocumentChange) -> ControlFlow<()>,
    ) -> Result<StoreState, StoreError>;
}

/// Versioned documents and their chunks; many threads read, one writes at a time.
///
/// Restricted documents are kept (so that a reading that restricts a document takes its earlier, open versions out of
/// answers), counted, and handed out by no method here, their names included. The one exception is named at
/// [`ChunkSource::changes_since`].
pub trait ChunkStore: ChunkSource {
    /// One transaction of ingestion: it is kept when `work` returns `Ok`, and leaves no trace when it fails, panics or
    /// dies. A long ingestion is a series of transactions; each leaves every document in its old or its new version.
    fn ingest(
        &self,
        now: Timestamp,
        work: &mut dyn FnMut(&mut dyn DocumentWriter) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;

    /// Makes `chunks` the active version of a document that no source file claims, in a transaction of its own. See
    /// [`DocumentWriter::put`].
    fn replace(
        &self,
        document: &Document,
        chunks: &[Chunk],
        content: &str,
        now: Timestamp,
    ) -> Result<Replacement, StoreError> {
        let mut outcome = Replacement::Unchanged;
        self.ingest(now, &mut |writer| {
            if let Put::Done(done) = writer.put(None, document, chunks, content)? {
                outcome = done;
            }
            Ok(())
        })?;
        Ok(outcome)
    }

    /// The content with which a source file was last taken as a whole; none when it must be read.
    fn content_of_source(&self, source: &str) -> Result<Option<String>, StoreError>;

    /// Whether all documents that a source file brought are restricted, and there are some.
    fn is_source_restricted(&self, source: &str) -> Result<bool, StoreError>;

    /// The content that the active version of a document was read from; none when the store has no such version.
    fn content_of(&self, doc: &str) -> Result<Option<String>, StoreError>;

    /// Takes a document out of answers, for the given reason; `false` when none of its versions was active. A later
    /// reading brings it back only when its text, title or attributes differ.
    fn withdraw(&self, doc: &str, reason: &str, now: Timestamp) -> Result<bool, StoreError>;

    /// Puts the last version of a document back into answers, for the given reason; `false` when it was not withdrawn.
    fn restore(&self, doc: &str, reason: &str, now: Timestamp) -> Result<bool, StoreError>;

    /// Visits open, active documents by name.
    fn documents(&self, visit: &mut dyn FnMut(StoredDocument) -> ControlFlow<()>) -> Result<(), StoreError>;

    /// The active version of an open document with its chunks in order; none when there is none.
    fn document(&self, doc: &str) -> Result<Option<(StoredDocument, Vec<Chunk>)>, StoreError>;

    /// Every version that an open document had, oldest first; none when the store does not know it.
    fn history(&self, doc: &str) -> Result<Vec<Version>, StoreError>;

    /// The open document whose name is most like `name`, for a message; none when no name is like it.
    fn nearest(&self, name: &str) -> Result<Option<String>, StoreError>;

    /// What the store holds.
    fn stats(&self) -> Result<ChunkStats, StoreError>;

    /// Looks for damage; one line a fault.
    fn check(&self) -> Result<Vec<String>, StoreError>;
}

/// A transaction of [`ChunkStore::ingest`].
///
/// A source file is begun, its documents are put, and it is ended; the steps may lie in different transactions, so that a
/// file of any size can be taken. A source that was begun and not ended (its process died) is read again.
pub trait DocumentWriter {
    /// Begins to read a source file. Its content is unknown until it ends.
    fn begin_source(&mut self, source: &str) -> Result<(), StoreError>;

    /// Makes `chunks` the active version of a document, and `source` the file that it comes from. The same text, title
    /// and attributes under the same label change nothing; no chunks at all take the document out of answers. `content`
    /// identifies what the document was read from and everything else that decided what was read.
    fn put(
        &mut self,
        source: Option<&str>,
        document: &Document,
        chunks: &[Chunk],
        content: &str,
    ) -> Result<Put, StoreError>;

    /// Gives up the claim of a source file that is no more on a document, so that another file can bring it.
    fn disown(&mut self, doc: &str) -> Result<(), StoreError>;

    /// Ends a source file and returns how many of its documents stop answering because it did not hold them any more.
    /// Without `content` (a file of which something could not be read) none does, and the file is read again next time.
    fn end_source(&mut self, source: &str, content: Option<&str>) -> Result<u64, StoreError>;

    /// Ends a source file that says or may say of its documents that they must not be shown. Those that were not put since
    /// it was begun stop answering, and what they say is forgotten, in all versions; returns how many answered.
    fn withhold_source(&mut self, source: &str) -> Result<u64, StoreError>;
}

/// What became of a document of a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Put {
    /// It went in.
    Done(Replacement),
    /// Another source file holds an active document of this name, which stays as it is.
    Claimed {
        /// The other source.
        by: String,
        /// Whether the other source's document is restricted, and so its name too.
        restricted: bool,
    },
}

/// What became of a document that was put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    /// Its first version, or its first since it stopped answering.
    Added,
    /// It replaced an older version.
    Replaced,
    /// What it says was known; no version was written.
    Unchanged,
    /// A person withdrew it, and it says what it said then; it does not answer.
    StillWithdrawn,
    /// It had no chunks, so that the document does not answer.
    Withdrawn,
}

/// A document as the store has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoredDocument {
    /// Its name.
    #[serde(rename = "doc")]
    pub name: Arc<str>,
    /// Its title.
    pub title: String,
    /// What it is about.
    #[serde(flatten)]
    pub attributes: Attributes,
    /// How confidential it is.
    #[serde(skip)]
    pub sensitivity: Sensitivity,
    /// The business date of its statements.
    pub valid_as_of: Option<Date>,
    /// The active version's number, from 1.
    pub version: u32,
    /// Chunks of the active version.
    pub chunks: u64,
    /// When the active version was put in.
    pub ingested_at: Timestamp,
}

/// A version that a document had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Version {
    /// Its number, from 1.
    pub version: u32,
    /// Title in this version.
    pub title: String,
    /// Chunks.
    pub chunks: u64,
    /// When it was put in.
    pub ingested_at: Timestamp,
    /// Why a person put it back; none for a version that was read from a source.
    pub restored: Option<String>,
    /// When and why it stopped being active; none for the active one.
    pub ended: Option<Ended>,
}

/// The end of a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ended {
    /// When.
    pub at: Timestamp,
    /// Why.
    pub reason: String,
}

/// Which state of which store: an index that was built at an older generation is stale, and one that was built from
/// another store is foreign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreState {
    /// Made at random when the store was made.
    pub identity: String,
    /// Grows with every change of what is open and active; 0 for an empty store.
    pub generation: u64,
}

/// How a document's open, active chunks changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentChange {
    /// The document.
    pub doc: Arc<str>,
    /// What was open and active before, in order; empty when nothing was.
    pub before: Option<IndexedDocument>,
    /// What is open and active now.
    pub after: Option<IndexedDocument>,
}

/// What an index needs to know of a document's version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedDocument {
    /// Its title, which is indexed with every chunk.
    pub title: String,
    /// What filters ask for.
    pub attributes: Attributes,
    /// Its chunks, in order.
    pub chunks: Vec<IndexedChunk>,
}

/// What an index needs to know of a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedChunk {
    /// Its number in the store.
    pub key: ChunkKey,
    /// Which piece it is.
    pub id: ChunkId,
    /// Its text.
    pub text: String,
}

/// What a store holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChunkStats {
    /// Open, active documents.
    pub documents: u64,
    /// Their chunks.
    pub chunks: u64,
    /// Active documents that are restricted, and so never shown.
    pub restricted: u64,
    /// Open documents without an active version: withdrawn, or gone from their source.
    pub withdrawn: u64,
    /// Source files that the next ingestion reads again, because they were read in part or by rules of before.
    pub to_read_again: u64,
    /// Version of the store's schema.
    pub schema_version: u32,
}
