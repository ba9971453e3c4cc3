//! A narrative document after reading: paragraphs and headings in order, with what is known about the whole. It knows no
//! file format, no chunk and no store.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::profile::Sensitivity;

/// A document, as a reader understood it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The name under which it is stored and cited, unique in a workspace.
    pub name: String,
    /// What it is called. Never empty: a document that names itself nowhere is called by its first sentence.
    pub title: String,
    /// What it is about, for filters.
    pub attributes: Attributes,
    /// How confidential it is, from everything that was seen of it.
    pub sensitivity: Sensitivity,
    /// The business date of its statements.
    pub valid_as_of: Option<Date>,
    /// Paragraphs in reading order, none of them blank.
    pub paragraphs: Vec<Paragraph>,
}

/// A paragraph of a document. Its number in locators is its position, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    /// Its text, without white space at the ends.
    pub text: String,
    /// What it is.
    pub kind: ParagraphKind,
    /// Where lines begin in its text, but for the first, that a person sees and that were joined.
    pub breaks: Vec<usize>,
}

impl Paragraph {
    /// Its lines as a person sees them.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &str> {
        let mut lines = Vec::with_capacity(self.breaks.len() + 1);
        let mut begin = 0;
        for end in self.breaks.iter().copied().chain([self.text.len()]) {
            lines.extend(self.text.get(begin..end).unwrap_or_default().lines().map(str::trim));
            begin = end;
        }
        lines.into_iter()
    }
}

/// What a paragraph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParagraphKind {
    /// A heading of a level, from 1, the outermost.
    Heading(u8),
    /// Running text, a list item, or a table row.
    Text,
}

/// What a document is about. Entity and period hold the profile's codes and canonical periods where the profile knows
/// them, and the document's own words otherwise; empty texts never occur.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Attributes {
    /// Subject, in the document's words.
    pub topic: Option<String>,
    /// Entity code.
    pub entity: Option<String>,
    /// Geography, by default the entity's.
    pub geography: Option<String>,
    /// Canonical period ([`Period::value`](crate::period::Period::value)).
    pub period: Option<String>,
    /// Language tag, `zh` or `en` for the two that the engine answers in.
    pub language: Option<String>,
}
