//! A piece of a document that is found and cited as one. How documents are cut is the chunker's work.

use std::fmt;
use std::sync::Arc;

use crate::gate::Outline;

/// The number under which a store keeps a chunk; never used again for another one.
pub type ChunkKey = i64;

/// Which piece of which document. Chunks are ordered by document, then by place; equal scores are ranked in this order.
///
/// Displayed as `doc#para3-5`, and as `doc#para3-3.2` for the second piece of a paragraph that is too long for one chunk.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChunkId {
    /// Document name.
    pub doc: Arc<str>,
    /// Number of the first paragraph, from 1.
    pub first: u32,
    /// Number of the last paragraph.
    pub last: u32,
    /// Which piece of a paragraph that was cut, from 1; 0 when the chunk holds whole paragraphs.
    pub piece: u32,
}

impl ChunkId {
    /// The place inside the document: `para3-5`.
    pub fn locator(&self) -> String {
        let Self { first, last, piece, .. } = self;
        if *piece == 0 { format!("para{first}-{last}") } else { format!("para{first}-{last}.{piece}") }
    }
}

impl fmt::Display for ChunkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.doc, self.locator())
    }
}

/// A contiguous piece of a document's text, which is its paragraphs with a blank line between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Which piece.
    pub id: ChunkId,
    /// The piece itself.
    pub text: String,
    /// Where it stands in the document.
    pub outline: Outline,
}
