//! What a search brought up, as any engine states it in JSON: passages with their places, the best first. Unknown fields
//! are ignored. A score is the engine's own and compares with nothing of another engine; no gate reads it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::leaf::{self, Leaf};

/// A ranking of passages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ranking {
    /// Passages, the best first.
    pub hits: Vec<Hit>,
    /// Filters that were given up because nothing passed them all.
    #[serde(default)]
    pub relaxed: Vec<String>,
    /// What the JSON says in fields that the contract does not have.
    #[serde(skip)]
    pub beside: Vec<Leaf>,
}

/// Why a ranking cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRanking {
    /// A hit shows nothing.
    #[error("place {0} has no document, no locator or no text")]
    Empty(usize),
    /// Two hits are one.
    #[error("place {0} shows {1} again, which stands further up")]
    Twice(usize, String),
    /// A search of this suite never gives a filter up.
    #[error("it says that the filter `{0}` was given up, and a search that gives filters up is another search")]
    Relaxed(String),
}

impl Ranking {
    /// Reads a ranking, with all that stands in fields that the contract does not have.
    pub fn read(json: &str) -> serde_json::Result<Self> {
        let mut ranking: Self = serde_json::from_str(json)?;
        ranking.beside = leaf::beside(&serde_json::from_str(json)?, &serde_json::to_value(&ranking)?);
        Ok(ranking)
    }

    /// Every text and number of it, in whatever field.
    pub fn leaves(&self) -> Vec<Leaf> {
        // What was read can be written.
        let known = serde_json::to_value(self).unwrap_or_default();
        leaf::leaves(&known).into_iter().chain(self.beside.iter().cloned()).collect()
    }

    /// Whether every hit shows something, and none twice: a list filled up with nothing must not be taken for a ranking.
    pub fn check(&self) -> Result<(), NoRanking> {
        if let Some(filter) = self.relaxed.first() {
            return Err(NoRanking::Relaxed(filter.clone()));
        }
        let mut places = BTreeSet::new();
        let mut texts = BTreeSet::new();
        for (index, hit) in self.hits.iter().enumerate() {
            if [&hit.doc, &hit.locator, &hit.text].iter().any(|part| part.trim().is_empty()) {
                return Err(NoRanking::Empty(index + 1));
            }
            let (doc, locator, text) = (hit.doc.as_str(), hit.locator.as_str(), hit.text.trim());
            if !places.insert((doc, locator)) || !texts.insert((doc, text)) {
                return Err(NoRanking::Twice(index + 1, format!("{doc} · {locator}")));
            }
        }
        Ok(())
    }
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
