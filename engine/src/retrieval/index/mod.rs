//! The lexical index: persistent, incremental, checksummed, read as needed; exact Okapi BM25 over the chunks that a filter
//! admits. It holds what the chunk store hands out and so no restricted text, and no text as such: a hit is a key and a
//! score.
//!
//! ```text
//! ChunkStore ─ update ─ IndexBuilder ─ accumulate ─┐             ┌ dictionary ─ postings
//!                 │                        merge ──┴─ Segment ───┤ lengths, keys
//!                 └ deletions ─ Folder ─ Manifest                └ documents (filters, names)
//! query ─ Tokenizer ─ plan (statistics) ─ score (windows, bounds) ─ top ─ Hit
//! ```
//!
//! Invariants: a file is never written twice and is listed in the manifest when it is complete; nothing of a file is used
//! before its checksum was verified; a score depends on the chunks admitted and on nothing else, neither on segments nor
//! on the order of changes.

// Ordinals, documents and terms are counted in 32 bits; their number is checked where ordinals are given out, and a segment
// has fewer documents than chunks. What is narrowed here was counted or masked before.
#![allow(clippy::cast_possible_truncation)]

mod accumulate;
mod bits;
mod build;
mod change;
mod deletions;
mod dictionary;
mod documents;
mod error;
mod folder;
mod inspect;
mod interner;
mod manifest;
mod merge;
mod paged;
mod plan;
mod postings;
mod score;
mod segment;
mod top;
mod update;
mod wrapper;

#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

pub use build::IndexBuilder;
pub use error::IndexError;
pub use inspect::Freshness;
pub use manifest::Unusable;
pub use postings::{B, K1};
pub use update::{Action, Health};
pub use wrapper::SearchIndex;

use deletions::Deletions;
use error::WriteFault;
use folder::Folder;
use paged::Bytes;
use segment::Segment;

use super::filter::Filter;
use super::store::{ChunkSource, StoreState};
use crate::passage::ChunkKey;
use crate::profile::Analyzer;

/// How often a document's title counts in each of its chunks: a match in the title says what the whole document is about,
/// and a chunk seldom repeats it.
pub const TITLE_WEIGHT: usize = 2;

/// What files of segments are called, with a number behind.
const SEGMENT: &str = "segment";

/// What lists of removed chunks are called, with a number behind.
const REMOVED: &str = "removed";

/// A chunk that a query found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The chunk's number in the store.
    pub key: ChunkKey,
    /// Okapi BM25 over the chunks that the filter admitted; above 0.
    pub score: f64,
}

/// An index, open for any number of searching threads and one that changes it.
pub struct Index {
    analyzer: Analyzer,
    home: Arc<Home>,
    current: RwLock<Arc<Snapshot>>,
    /// Held while the index is being changed.
    changing: Mutex<()>,
}

impl Index {
    /// Opens the index in a folder and brings it up to the state of the store: an older one is caught up with, one that is
    /// missing, damaged, of another store or of other tokens is made again. Where the folder cannot be written, what is
    /// missing is kept in memory.
    pub fn open(dir: &Path, store: &dyn ChunkSource, analyzer: Analyzer) -> Result<(Self, Health), IndexError> {
        let index = Self::empty(analyzer, Home::on_disk(Folder::new(dir)));
        let health = index.refresh(store)?;
        Ok((index, health))
    }

    /// An index of the store that is kept in memory alone.
    pub fn in_memory(store: &dyn ChunkSource, analyzer: Analyzer) -> Result<Self, IndexError> {
        let index = Self::empty(analyzer, Home::in_memory());
        index.refresh(store)?;
        Ok(index)
    }

    fn empty(analyzer: Analyzer, home: Home) -> Self {
        let (current, changing) = (RwLock::new(Arc::default()), Mutex::new(()));
        Self { analyzer, home: Arc::new(home), current, changing }
    }

    /// The best `depth` chunks for a text among those that the filter admits, the best first, equal ones by chunk id.
    /// Chunks without any of the text's tokens are no hits.
    pub fn search(&self, text: &str, filter: &Filter, depth: usize) -> Result<Vec<Hit>, IndexError> {
        Ok(self.snapshot().search(text, self.analyzer, filter, depth)?)
    }

    /// How many chunks a filter admits.
    pub fn admitted(&self, filter: &Filter) -> Result<u64, IndexError> {
        Ok(self.snapshot().admitted(filter)?)
    }

    /// What texts are cut by.
    pub fn analyzer(&self) -> Analyzer {
        self.analyzer
    }

    /// The state of the store that is shown; none before anything was.
    pub fn state(&self) -> Option<StoreState> {
        self.snapshot().state.clone()
    }

    /// Bytes of all files of the index.
    pub fn bytes(&self) -> u64 {
        self.snapshot().parts.iter().map(|part| part.segment.file().len()).sum()
    }

    fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn show(&self, snapshot: Snapshot) {
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
    }
}

/// What is searched at a moment.
#[derive(Clone, Default)]
struct Snapshot {
    state: Option<StoreState>,
    parts: Vec<Part>,
}

/// A segment, what was removed from it, and the files of both.
#[derive(Clone)]
struct Part {
    segment: Arc<Segment>,
    removed: Arc<Deletions>,
    name: Arc<str>,
    removed_name: Option<Arc<str>>,
}

impl Part {
    /// Chunks that are left.
    fn chunks(&self) -> u32 {
        self.segment.chunks().saturating_sub(self.removed.chunks())
    }

    /// Their tokens.
    fn tokens(&self) -> u64 {
        self.segment.tokens().saturating_sub(self.removed.tokens())
    }
}

/// Where segments are kept.
struct Home {
    folder: Option<Folder>,
    /// The number of the next file.
    next: AtomicU64,
}

impl Home {
    fn in_memory() -> Self {
        Self { folder: None, next: AtomicU64::new(1) }
    }

    fn on_disk(folder: Folder) -> Self {
        Self { folder: Some(folder), next: AtomicU64::new(1) }
    }

    /// A name that no file has.
    fn name(&self, kind: &str) -> Arc<str> {
        format!("{kind}-{}", self.next.fetch_add(1, Ordering::Relaxed)).into()
    }

    /// Makes a segment.
    fn segment(&self, write: impl FnOnce(&mut dyn Write) -> Result<(), WriteFault>) -> Result<Part, IndexError> {
        let name = self.name(SEGMENT);
        let bytes = if let Some(folder) = &self.folder {
            folder.write(&name, false, write)?;
            folder.open(&name)?.ok_or(IndexError::Interrupted)?
        } else {
            let mut bytes = Vec::new();
            write(&mut bytes).map_err(|fault| match fault {
                WriteFault::Io(cause) => IndexError::Io { doing: "writing", path: "memory".into(), cause },
                WriteFault::Index(error) => error,
            })?;
            Bytes::Held(bytes)
        };
        let segment = Arc::new(Segment::open(bytes, Arc::clone(&name))?);
        Ok(Part { segment, removed: Arc::default(), name, removed_name: None })
    }
}
