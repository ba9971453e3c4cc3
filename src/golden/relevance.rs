//! The words of a retrieval case: what a filter can ask for, and what can be relevant. They know no fixture.

use std::fmt;

use serde::Serialize;

use super::document::paragraph_range;
use crate::words::words;

/// The greatest grade of relevance.
pub const GRADE_MAX: u8 = 3;

words! {
    /// What a filter can ask for.
    pub enum Attribute {
        /// Document name.
        Doc = "doc",
        /// Subject.
        Topic = "topic",
        /// Entity code.
        Entity = "entity",
        /// Geography.
        Geography = "geography",
        /// Canonical period.
        Period = "period",
        /// Language tag.
        Language = "language",
    }
}

/// What can be relevant: a document, or a range of its paragraphs.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item {
    /// Document name.
    pub doc: String,
    /// First and last paragraph, from 1; none for the whole document.
    pub paragraphs: Option<(usize, usize)>,
}

impl Item {
    /// The item of a key such as `a.md` or `a.md#para3-5`.
    pub(super) fn read(key: &str) -> Self {
        let place = key.rsplit_once('#').and_then(|(doc, locator)| Some((doc, paragraph_range(locator)?)));
        match place {
            Some((doc, range)) => Self { doc: doc.to_owned(), paragraphs: Some((*range.start(), *range.end())) },
            None => Self { doc: key.to_owned(), paragraphs: None },
        }
    }

    /// Whether whatever shows some of it shows some of `other`, too.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.doc == other.doc
            && match (self.paragraphs, other.paragraphs) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some((first, last)), Some((from, to))) => from <= first && last <= to,
            }
    }

    /// Whether a passage of `doc` at `locator` shows some of it.
    pub fn is_shown_by(&self, doc: &str, locator: &str) -> bool {
        self.doc == doc
            && self.paragraphs.is_none_or(|(first, last)| {
                paragraph_range(locator).is_some_and(|shown| *shown.start() <= last && first <= *shown.end())
            })
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.paragraphs {
            Some((first, last)) => write!(f, "{}#para{first}-{last}", self.doc),
            None => f.write_str(&self.doc),
        }
    }
}

impl Serialize for Item {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
