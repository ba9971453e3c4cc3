//! Pieces of documents, before and after the exits of a search. A [`Candidate`] may still be restricted and speak of
//! competitors, and is for the stages of retrieval alone; what is [`Vetted`] says of them what the profile allows; a
//! [`Passage`] is vetted and open, and what may be shown; an [`OpenText`] is what may be sent away. Neither of the two can
//! be made of a restricted candidate, and no passage of an unvetted one. Nothing here searches, and no question is known.

mod chunk;
mod open;
#[cfg(test)]
#[allow(clippy::expect_used)]
pub(crate) mod tests;
mod vetted;

use jiff::civil::Date;
use serde::Serialize;

use crate::document::Attributes;
use crate::profile::Sensitivity;

pub use chunk::{Chunk, ChunkId, ChunkKey};
pub use open::{OpenChunk, OpenText};
pub use vetted::Vetted;

/// A chunk that a search brought up.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The chunk.
    pub chunk: Chunk,
    /// Its document's title.
    pub title: String,
    /// What its document is about.
    pub attributes: Attributes,
    /// The business date of its document.
    pub valid_as_of: Option<Date>,
    /// How confidential its document is.
    pub sensitivity: Sensitivity,
    /// Why it was brought up.
    pub scores: Scores,
}

/// Scores of one candidate.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Scores {
    /// Okapi BM25 for the original query; none when it was not among its hits.
    pub bm25: Option<f64>,
    /// Cosine similarity, when vectors are on and it was among the nearest.
    pub vector: Option<f64>,
    /// Sum of reciprocal ranks over all rankings.
    pub fused: f64,
}

/// A passage that may be shown, sent to a model and cited.
///
/// ```compile_fail,E0451
/// # fn forge(chunk: engine::passage::Chunk) -> engine::passage::Passage {
/// engine::passage::Passage { found: todo!() }
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    found: Candidate,
}

impl Passage {
    /// The candidate as a passage; none when it is restricted.
    pub fn open(found: Vetted) -> Option<Self> {
        found.is_open().then(|| Self { found: found.into_inner() })
    }

    /// The chunk.
    pub fn chunk(&self) -> &Chunk {
        &self.found.chunk
    }

    /// Its document's name.
    pub fn doc(&self) -> &str {
        &self.found.chunk.id.doc
    }

    /// Its document's title.
    pub fn title(&self) -> &str {
        &self.found.title
    }

    /// What its document is about.
    pub fn attributes(&self) -> &Attributes {
        &self.found.attributes
    }

    /// The business date of its document.
    pub fn valid_as_of(&self) -> Option<Date> {
        self.found.valid_as_of
    }

    /// Why it was found.
    pub fn scores(&self) -> Scores {
        self.found.scores
    }
}
