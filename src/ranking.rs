//! What a search brought up, as any engine states it in JSON: passages with their places, the best first. Unknown fields
//! are ignored. A score is the engine's own and compares with nothing of another engine; no gate reads it.

use serde::{Deserialize, Serialize};

/// A ranking of passages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ranking {
    /// Passages, the best first.
    pub hits: Vec<Hit>,
    /// Filters that were given up because nothing passed them all.
    #[serde(default)]
    pub relaxed: Vec<String>,
}

/// One passage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// Document name.
    pub doc: String,
    /// Place in the document, such as `para3-5`.
    pub locator: String,
    /// The document's title.
    #[serde(default)]
    pub title: String,
    /// The passage itself.
    #[serde(default)]
    pub text: String,
    /// What it was ranked by, when the engine says.
    pub score: Option<f64>,
}
