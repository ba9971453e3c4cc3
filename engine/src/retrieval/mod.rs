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

pub mod chunk;
pub mod filter;
pub mod index;
pub mod passage;
pub mod store;
pub mod tokens;

pub use chunk::{Chunk, ChunkId, ChunkKey};
pub use filter::{Attribute, Filter};
pub use index::{Hit, Index, IndexBuilder, IndexError, SearchIndex};
pub use passage::{Candidate, Passage, Scores};
pub use store::ChunkStore;
pub use tokens::Tokenizer;
