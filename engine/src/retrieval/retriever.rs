//! The seam through which answering asks for passages, and what comes back through it. Nothing here searches.

use std::error::Error;

use serde::Serialize;

use super::filter::{Attribute, Filter};
use crate::passage::Passage;

/// Finds passages for a question. The seam between answering and retrieval.
pub trait NarrativeRetriever: Send + Sync {
    /// The best passages for `query` among the documents that `filter` admits, the best first, at most `top_k`. When the
    /// filter admits none, it may be relaxed once, and the result says so.
    fn retrieve(&self, query: &str, filter: &Filter, top_k: usize) -> Result<Retrieved, RetrieveError>;

    /// Whether there is any document to search.
    fn is_empty(&self) -> Result<bool, RetrieveError>;
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Retrieved {
    /// Passages, the best first.
    pub passages: Vec<Passage>,
    /// Attributes of the filter that were given up because nothing had them all; empty when the filter held.
    pub relaxed: Vec<Attribute>,
    /// What the search did, for explanations.
    pub steps: SearchSteps,
}

/// What a search did, in texts and counts that may be shown: queries are the question's own variants.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct SearchSteps {
    /// The question and its rewritings.
    pub queries: Vec<String>,
    /// Chunks that the filter admitted.
    pub admitted: u64,
    /// Candidates after fusion.
    pub fused: usize,
    /// Whether vectors took part; none when they are off, false when they failed and words alone decided.
    pub vectors: Option<bool>,
    /// Whether a judge reordered the best ones; none when there is no judge or nothing to judge, false when it
    /// failed.
    pub reranked: Option<bool>,
}

/// Retrieval failed; the structured channel is not concerned.
#[derive(Debug, thiserror::Error)]
#[error("passages cannot be searched")]
pub struct RetrieveError {
    /// Why.
    #[source]
    pub cause: Box<dyn Error + Send + Sync>,
}
