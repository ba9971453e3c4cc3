//! What retrieval needs of a lexical index, and what can go wrong in a search. How an index scores is its own affair.

use std::error::Error;

use super::filter::Filter;
use super::index::{B, IndexError, K1, SearchIndex};
use super::vector::VectorFault;
use crate::profile::Analyzer;
use crate::sqlite::StoreError;

pub use super::index::Hit;

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

impl From<IndexError> for SearchError {
    fn from(error: IndexError) -> Self {
        Self::Index(Box::new(error))
    }
}

impl LexicalIndex for SearchIndex {
    fn describe(&self) -> String {
        let analyzer = match self.index().analyzer() {
            Analyzer::Standard => "standard",
            Analyzer::English => "english",
        };
        format!("Okapi BM25, k1 {K1}, b {B}, {analyzer} analyzer")
    }

    fn search(&self, query: &str, filter: &Filter, depth: usize) -> Result<Vec<Hit>, SearchError> {
        Ok(self.search(query, filter, depth)?)
    }

    fn admitted(&self, filter: &Filter) -> Result<u64, SearchError> {
        Ok(self.admitted(filter)?)
    }
}
