//! Passages for a question: documents cut into chunks, found by their words (and optionally their vectors), fused, judged
//! and handed on with their lineage. Nothing here knows a fact, a metric's value or an answer.
//!
//! ```text
//! Document ─ chunker ─ ChunkStore ─ index ─┐
//!            query ─ rewriter ─────────────┴─ BM25 (+ vectors) ─ RRF ─ rerank ─ link ─ Passage
//! ```
//!
//! Invariants: restricted chunks are kept in the store alone; the index and the vector store never hold them, and two
//! exits, rerank and link, drop them again whatever the stages before them do. A filter narrows the set before anything
//! is scored, so that scores and ranks are those of the narrowed set.

pub mod chunker;
pub mod filter;
pub mod fusion;
pub mod hybrid;
pub mod index;
pub mod lexical;
mod link;
pub mod rerank;
pub mod retriever;
pub mod rewrite;
pub mod store;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss)]
pub(crate) mod tests;
pub mod tokens;
pub mod topology;
pub mod vector;

pub use chunker::{ChunkLimits, ChunkLimitsError, chunks};
pub use filter::{Attribute, Filter};
pub use fusion::{RANKING_DEPTH, RRF_K, rrf_fuse};
pub use hybrid::{HybridRetriever, Search};
pub use index::{Index, IndexBuilder, IndexError, SearchIndex};
pub use lexical::{Hit, LexicalIndex, SearchError};
pub use rerank::{ListwiseJudge, ProviderListwiseJudge};
pub use retriever::{NarrativeRetriever, RetrieveError, Retrieved, SearchSteps};
pub use rewrite::{GlossaryQueryRewriter, QueryRewriter};
pub use store::{ChunkSource, ChunkStore, SqliteChunkStore};
pub use tokens::Tokenizer;
pub use topology::Topology;
pub use vector::{EmbeddingBackend, VectorStore};
