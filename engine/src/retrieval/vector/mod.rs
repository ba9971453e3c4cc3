//! Vectors beside words, off by default: the seams [`EmbeddingBackend`] and [`VectorStore`], and what is behind them.
//! Only open chunks get here: a backend takes [`OpenText`], a store takes [`VectorEntry`], and neither can be made of a
//! restricted candidate.
//!
//! | backend | where it computes | build |
//! |---|---|---|
//! | [`HashingBackend`] | here; words only, no meaning | always |
//! | [`ModelBackend::http`] | a server that speaks the OpenAI protocol | feature `http-embeddings` |
//! | [`ModelBackend::local`] | here, with a model from a folder | feature `local-embeddings` |
//!
//! What talks to a server or computes a model is the crate `engine-embeddings`; no code of this one depends on a feature.

mod brute;
mod channel;
mod entry;
mod hashing;
mod model;
mod sqlite;

use std::io;
use std::path::PathBuf;

use super::filter::Filter;
use super::index::Hit;
use crate::passage::{ChunkKey, OpenText};

pub use brute::BruteForceVectorStore;
pub use channel::{CatchUp, VectorChannel, VectorFault, catch_up, forget_gone};
pub use engine_embeddings::EmbeddingError;
pub use entry::{Fingerprint, Origin, VectorEntry};
pub use hashing::HashingBackend;
pub use model::ModelBackend;
pub use sqlite::SqliteVectorStore;

/// Turns texts into vectors. Called from many threads.
pub trait EmbeddingBackend: Send + Sync {
    /// Backend and model, such as `hashing/256`. Vectors of another name are never compared with these.
    fn name(&self) -> &str;

    /// Length of every vector.
    fn dimension(&self) -> usize;

    /// Whether texts leave this machine.
    fn is_remote(&self) -> bool;

    /// One vector for each text, in order. Vectors need not be normalised.
    fn embed(&self, texts: &[OpenText<'_>]) -> Result<Vec<Vec<f32>>, EmbeddingError>;
}

/// Keeps vectors of open chunks and finds the nearest. Called from many threads.
pub trait VectorStore: Send + Sync {
    /// How it searches, for drawings of the pipeline.
    fn describe(&self) -> String;

    /// Puts vectors in, in place of those under the same keys. All of them or none.
    fn upsert(&self, entries: &[VectorEntry]) -> Result<(), VectorError>;

    /// The chunks nearest to `vector` by cosine similarity among those that `filter` admits, at most `depth`; the nearest
    /// first, equal similarities in the order of chunk ids.
    fn query(&self, vector: &[f32], filter: &Filter, depth: usize) -> Result<Vec<Hit>, VectorError>;

    /// Takes vectors out; keys without one are passed over.
    fn delete(&self, keys: &[ChunkKey]) -> Result<(), VectorError>;

    /// Vectors in the store.
    fn count(&self) -> Result<u64, VectorError>;

    /// What each vector under `keys` was made of; none for a key without a vector.
    fn fingerprints(&self, keys: &[ChunkKey]) -> Result<Vec<Option<Fingerprint>>, VectorError>;

    /// What the vectors were made from; none for a new store.
    fn origin(&self) -> Result<Option<Origin>, VectorError>;

    /// Notes what the vectors were made from.
    fn set_origin(&self, origin: &Origin) -> Result<(), VectorError>;

    /// Takes everything out, the origin included.
    fn clear(&self) -> Result<(), VectorError>;
}

/// A vector store failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VectorError {
    /// A vector has another length than the others.
    #[error("a vector has {found} numbers where the store's have {expected}")]
    Dimension {
        /// Of the store.
        expected: usize,
        /// Of the vector.
        found: usize,
    },
    /// A vector holds something that is no number.
    #[error("a vector holds an infinite or undefined number")]
    NotFinite,
    /// The file failed.
    #[error("the vector file {path} failed while {doing}; it can be deleted, and is then made anew")]
    Database {
        /// The file.
        path: PathBuf,
        /// What was being done.
        doing: &'static str,
        /// Why it failed.
        #[source]
        cause: rusqlite::Error,
    },
    /// The file cannot be made, locked or removed.
    #[error("the vector file {path} cannot be used")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: io::Error,
    },
}
