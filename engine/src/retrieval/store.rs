//! Where chunks are kept: the [`ChunkStore`] trait and its records. A store keeps every version of a document and serves
//! the active one; it scores nothing, and holds no path and no clock.

use std::ops::ControlFlow;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use super::chunk::{Chunk, ChunkId, ChunkKey};
use super::passage::{Candidate, Scores};
use crate::document::{Attributes, Document};
use crate::profile::Sensitivity;
use crate::store::StoreError;

/// Versioned documents and their chunks; many threads read, one writes at a time.
///
/// Restricted documents are kept (so that a reading that restricts a document takes its earlier, open version out of
/// answers), counted, and handed out by no method here.
pub trait ChunkStore: Send + Sync {
    /// Makes `chunks` the active version of a document, in one transaction: afterwards the old version is active or the
    /// new one, never parts of both. The same content again changes nothing; no chunks at all withdraw the document.
    /// `content` identifies the source's bytes and everything else that decided what was read.
    fn replace(
        &self,
        document: &Document,
        chunks: &[Chunk],
        content: &str,
        now: Timestamp,
    ) -> Result<Replacement, StoreError>;

    /// The content hash that the active version of a document was read from; none when the store has no such version.
    fn content_of(&self, doc: &str) -> Result<Option<String>, StoreError>;

    /// Takes a document out of answers, for the given reason; a later reading of its file brings it back only when the
    /// content differs. `false` when it was withdrawn already.
    fn withdraw(&self, doc: &str, reason: &str, now: Timestamp) -> Result<bool, StoreError>;

    /// Visits open, active documents by name.
    fn documents(&self, visit: &mut dyn FnMut(StoredDocument) -> ControlFlow<()>) -> Result<(), StoreError>;

    /// The active version of an open document with its chunks in order; none when there is none.
    fn document(&self, doc: &str) -> Result<Option<(StoredDocument, Vec<Chunk>)>, StoreError>;

    /// Every version that an open document had, oldest first.
    fn history(&self, doc: &str) -> Result<Vec<Version>, StoreError>;

    /// The active, open chunks under `keys`, in that order, as candidates with the given scores. Keys that are not (or no
    /// longer) active and open are left out.
    fn candidates(&self, keys: &[(ChunkKey, Scores)]) -> Result<Vec<Candidate>, StoreError>;

    /// Which state of which store this is.
    fn state(&self) -> Result<StoreState, StoreError>;

    /// Visits, by document name, every document whose open, active chunks differ between `since` and now.
    fn changes_since(
        &self,
        since: u64,
        visit: &mut dyn FnMut(DocumentChange) -> ControlFlow<()>,
    ) -> Result<(), StoreError>;

    /// What the store holds.
    fn stats(&self) -> Result<ChunkStats, StoreError>;

    /// Looks for damage; one line a fault.
    fn check(&self) -> Result<Vec<String>, StoreError>;
}

/// What became of a document that was put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    /// Its first version, or its first since it was withdrawn.
    Added,
    /// It replaced an older version.
    Replaced,
    /// The content was known; nothing was written.
    Unchanged,
    /// It had no chunks, so that the document no longer answers.
    Withdrawn,
}

/// A document as the store has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDocument {
    /// Its name.
    pub name: Arc<str>,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub attributes: Attributes,
    /// How confidential it is.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Its number, from 1.
    pub version: u32,
    /// Title in this version.
    pub title: String,
    /// Chunks.
    pub chunks: u64,
    /// When it was put in.
    pub ingested_at: Timestamp,
    /// When and why it stopped being active; none for the active one.
    pub ended: Option<(Timestamp, String)>,
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
    /// Documents that were withdrawn.
    pub withdrawn: u64,
}
