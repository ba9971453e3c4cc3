//! What retrieval needs of a lexical index, and what can go wrong in a search. How an index scores is its own affair.

use std::error::Error;

use super::chunk::ChunkKey;
use super::filter::Filter;
use super::vector::VectorFault;
use crate::store::StoreError;

/// A chunk that matched, with its score in one ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The chunk's number in the store.
    pub key: ChunkKey,
    /// How well it matched; larger is better.
    pub score: f64,
}

/// Finds chunks by their words. Called from many threads.
pub trait LexicalIndex: Send + Sync {
    /// How it scores, for drawings of the pipeline: names and parameters.
    fn describe(&self) -> String;

    /// The chunks that match best among those that `filter` admits, at most `depth`; the best first, equal scores in the
    /// order of chunk ids.
    fn search(&self, query: &str, filter: &Filter, depth: usize) -> Result<Vec<Hit>, SearchError>;

    /// How many chunks `filter` admits.
    fn admitted(&self, filter: &Filter) -> Result<u64, SearchError>;
}

/// A search failed. No variant carries a query or a document's text.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The lexical index failed.
    #[error("the index cannot be searched")]
    Index(#[source] Box<dyn Error + Send + Sync>),
    /// The chunk store failed.
    #[error("the chunks that were found cannot be read")]
    Chunks(#[from] StoreError),
    /// The vector channel failed.
    #[error("the vectors cannot be searched")]
    Vectors(#[from] VectorFault),
}
