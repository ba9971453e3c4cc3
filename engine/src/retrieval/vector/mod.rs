//! Vectors beside words, off by default: the seams [`EmbeddingBackend`] and [`VectorStore`], and what is behind them.
//! Only open chunks get here: a backend takes [`OpenText`], a store takes [`VectorEntry`], and neither can be made of a
//! restricted candidate.
//!
//! | backend | where it computes | build |
//! |---|---|---|
//! | [`HashingBackend`] | here; words only, no meaning | always |
//! | `HttpBackend` | a server that speaks the OpenAI protocol | feature `http-embeddings` |
//! | `LocalBackend` | here, with a model from a folder | feature `local-embeddings` |

mod brute;
mod channel;
mod entry;
mod hashing;
#[cfg(feature = "http-embeddings")]
pub mod http;
#[cfg(feature = "local-embeddings")]
pub mod local;
mod sqlite;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::filter::Filter;
use super::lexical::Hit;
use crate::passage::ChunkKey;
use crate::passage::OpenText;

pub use brute::BruteForceVectorStore;
pub use channel::{CatchUp, VectorChannel, VectorFault, catch_up};
pub use entry::{Fingerprint, Origin, VectorEntry};
pub use hashing::HashingBackend;
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

/// A text could not be embedded. No variant holds a text, a key, or words of a service, which could repeat them.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EmbeddingError {
    /// No answer in time.
    #[error("the embedding service gave no answer within {after:?}; raise the time limit or try again")]
    Timeout {
        /// How long was waited in all.
        after: Duration,
    },
    /// The service could not be reached.
    #[error("the embedding service at {base_url} could not be reached; check its address and the network")]
    Unreachable {
        /// Where it was looked for, without credentials.
        base_url: String,
    },
    /// The service refused or failed.
    #[error("the embedding service answered with status {status}{}", next_step(*.status))]
    Status {
        /// HTTP status.
        status: u16,
    },
    /// The settings make no sense.
    #[error("{what}")]
    Settings {
        /// Which, and what to write instead.
        what: String,
    },
    /// The answer is not what the protocol says.
    #[error("the embedding service sent an answer that cannot be read: {what}")]
    Malformed {
        /// What is wrong with it.
        what: &'static str,
    },
    /// Vectors have another length than the settings say.
    #[error(
        "the model {model} makes vectors of {found} numbers, not {expected}; correct the dimension in the settings"
    )]
    Dimension {
        /// The model.
        model: String,
        /// As set.
        expected: usize,
        /// As received.
        found: usize,
    },
    /// A file of a local model is missing or cannot be used.
    #[error("the model file {path} cannot be used")]
    Model {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The local model failed.
    #[error("the embedding model failed")]
    Inference(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// What to do about an HTTP status.
fn next_step(status: u16) -> &'static str {
    match status {
        401 | 403 => "; check the key in the environment",
        404 => "; check the base URL and the model's name",
        413 => "; the texts are too long for the model",
        429 => "; too many requests, try again later",
        500.. => "; try again later",
        _ => "",
    }
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
