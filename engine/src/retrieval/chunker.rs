//! Cuts documents into chunks. Paragraphs are packed while they fit; only a paragraph that is too long by itself is cut, at
//! the ends of its sentences, then wherever a character ends. It tokenises nothing and looks at no meaning.
//!
//! - A chunk repeats the last whole paragraphs of the one before it, as far as they fit into the overlap and leave room
//!   for the paragraph that comes next. Around the pieces of a cut paragraph nothing is repeated.
//! - A heading that would end a chunk moves on to the paragraph that it heads, unless the two do not fit together.
//! - A cut never falls inside a grapheme cluster: a single cluster that is longer than a chunk stays whole, and its chunk
//!   is then longer than the limit. No other chunk is.

use std::ops::Range;
use std::sync::Arc;

use unicode_segmentation::UnicodeSegmentation;

use crate::document::{Document, Paragraph, ParagraphKind};
use crate::gate::{Outline, Outliner};
use crate::passage::{Chunk, ChunkId};

/// What stands between two paragraphs of a document's text.
pub const PARAGRAPH_BREAK: &str = "\n\n";

/// How long chunks are, in characters (Unicode scalar values).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkLimits {
    max_chars: usize,
    overlap_chars: usize,
}

impl ChunkLimits {
    /// Checks the limits: a chunk has room for a character, and for more than what it repeats.
    pub fn new(max_chars: usize, overlap_chars: usize) -> Result<Self, ChunkLimitsError> {
        if max_chars == 0 {
            return Err(ChunkLimitsError::NoRoom);
        }
        if overlap_chars >= max_chars {
            return Err(ChunkLimitsError::Overlap { max_chars, overlap_chars });
        }
        Ok(Self { max_chars, overlap_chars })
    }

    /// Most characters of a chunk.
    pub fn max_chars(self) -> usize {
        self.max_chars
    }

    /// Most characters that a chunk repeats of the one before it.
    pub fn overlap_chars(self) -> usize {
        self.overlap_chars
    }
}

impl Default for ChunkLimits {
    /// 480 characters, 80 of them repeated.
    fn default() -> Self {
        Self { max_chars: 480, overlap_chars: 80 }
    }
}

/// Limits that no chunk could keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChunkLimitsError {
    /// Chunks without a character.
    #[error("a chunk of 0 characters holds nothing; 480 is usual")]
    NoRoom,
    /// Chunks that repeat all of the one before.
    #[error(
        "an overlap of {overlap_chars} characters leaves nothing new in a chunk of {max_chars}; 80 in 480 is usual"
    )]
    Overlap {
        /// Most characters of a chunk.
        max_chars: usize,
        /// Most characters repeated.
        overlap_chars: usize,
    },
}

/// The chunks of a document, in reading order. Each is a contiguous piece of the document's text (its paragraphs with a
/// blank line between them), and every character of a paragraph is in at least one. Linear in the text for a given overlap.
pub fn chunks(document: &Document, limits: ChunkLimits) -> Vec<Chunk> {
    let mut cutter = Cutter {
        doc: Arc::from(document.name.as_str()),
        paragraphs: &document.paragraphs,
        chars: document.paragraphs.iter().map(|paragraph| paragraph.text.chars().count()).collect(),
        limits,
        outliner: Outliner::default(),
        outlined: 0,
        done: Vec::new(),
    };
    cutter.pack();
    cutter.done
}

struct Cutter<'d> {
    doc: Arc<str>,
    paragraphs: &'d [Paragraph],
    /// Characters of each paragraph.
    chars: Vec<usize>,
    limits: ChunkLimits,
    /// What stands above the paragraph at `outlined`. Chunks begin one behind the other.
    outliner: Outliner,
    outlined: usize,
    done: Vec<Chunk>,
}

/// The chunk that is being filled: paragraphs `start..end`, of which those from `fresh` on are in no chunk yet.
struct Open {
    start: usize,
    fresh: usize,
    end: usize,
    chars: usize,
}

impl Open {
    fn at(index: usize) -> Self {
        Self { start: index, fresh: index, end: index, chars: 0 }
    }

    /// Its length with a paragraph of `chars` more at either end.
    fn with(&self, chars: usize) -> usize {
        if self.start == self.end { chars } else { self.chars + PARAGRAPH_BREAK.len() + chars }
    }
}

impl Cutter<'_> {
    fn pack(&mut self) {
        let mut open = Open::at(0);
        for index in 0..self.paragraphs.len() {
            let chars = self.length(index);
            if chars > self.limits.max_chars {
                self.close(&open, open.end);
                self.cut(index);
                open = Open::at(index + 1);
                continue;
            }
            if open.with(chars) > self.limits.max_chars {
                open = self.turn(&open, chars);
            }
            open.chars = open.with(chars);
            open.end = index + 1;
        }
        self.close(&open, open.end);
    }

    /// Closes a chunk that has no room for the next paragraph, which has `next` characters, and begins the chunk that has.
    fn turn(&mut self, full: &Open, next: usize) -> Open {
        let mut open = Open { chars: next, ..Open::at(full.end) };
        // A chunk that holds the next paragraph alone, while the paragraphs before it are put in front of it.
        let grown = |open: &Open, index: usize| open.chars + PARAGRAPH_BREAK.len() + self.length(index);
        while open.start > full.fresh && self.is_heading(open.start - 1) {
            let chars = grown(&open, open.start - 1);
            if chars > self.limits.max_chars {
                break;
            }
            open = Open { start: open.start - 1, chars, ..open };
        }
        let end = open.start;
        let overlap_from = open.chars;
        while open.start > full.start {
            let chars = grown(&open, open.start - 1);
            // Of what is added, one paragraph break stands between the repeated paragraphs and the new ones.
            let repeated = chars - overlap_from - PARAGRAPH_BREAK.len();
            if chars > self.limits.max_chars || repeated > self.limits.overlap_chars {
                break;
            }
            open = Open { start: open.start - 1, chars, ..open };
        }
        let chars = if open.start == full.end { 0 } else { open.chars - next - PARAGRAPH_BREAK.len() };
        self.close(full, end);
        Open { fresh: end, chars, ..open }
    }

    /// Makes a chunk of paragraphs `open.start..end`, if there is one among them that no chunk holds yet.
    fn close(&mut self, open: &Open, end: usize) {
        if end <= open.fresh {
            return;
        }
        let paragraphs = self.paragraphs.get(open.start..end).unwrap_or_default();
        let texts: Vec<&str> = paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
        let id = ChunkId { doc: Arc::clone(&self.doc), first: number(open.start), last: number(end - 1), piece: 0 };
        let text = texts.join(PARAGRAPH_BREAK);
        let outline = self.outline(open.start..end);
        self.done.push(Chunk { id, text, outline });
    }

    /// Makes chunks of the pieces of one paragraph.
    fn cut(&mut self, index: usize) {
        let outline = self.outline(index..index + 1);
        let Some(paragraph) = self.paragraphs.get(index) else { return };
        for (piece, range) in (1..).zip(pieces(&paragraph.text, self.limits.max_chars)) {
            let id = ChunkId { doc: Arc::clone(&self.doc), first: number(index), last: number(index), piece };
            let text = paragraph.text.get(range).unwrap_or_default().to_owned();
            self.done.push(Chunk { id, text, outline: outline.clone() });
        }
    }

    /// Where the piece of these paragraphs stands in the document.
    fn outline(&mut self, piece: Range<usize>) -> Outline {
        let level = |paragraph: &Paragraph| match paragraph.kind {
            ParagraphKind::Heading(level) => Some(level),
            ParagraphKind::Text => None,
        };
        for paragraph in self.paragraphs.get(self.outlined..piece.start).unwrap_or_default() {
            self.outliner.pass(&paragraph.text, level(paragraph));
        }
        self.outlined = self.outlined.max(piece.start);
        self.outliner.piece(self.paragraphs.get(piece).unwrap_or_default().iter().map(level))
    }

    fn length(&self, index: usize) -> usize {
        self.chars.get(index).copied().unwrap_or_default()
    }

    fn is_heading(&self, index: usize) -> bool {
        self.paragraphs.get(index).is_some_and(|paragraph| matches!(paragraph.kind, ParagraphKind::Heading(_)))
    }
}

/// The number that locators give the paragraph at a position.
fn number(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

/// A piece of a paragraph that is being filled with grapheme clusters.
#[derive(Default)]
struct Piece {
    start: usize,
    chars: usize,
    /// End and characters up to the end of the last sentence in it.
    sentence_end: usize,
    sentence_chars: usize,
}

/// Cuts a paragraph into pieces of at most `max_chars`, each as long as it can be and ending with a sentence where it can.
fn pieces(text: &str, max_chars: usize) -> Vec<Range<usize>> {
    let mut done = Vec::new();
    let mut piece = Piece::default();
    let mut sentences = Sentences::default();
    let mut clusters = text.grapheme_indices(true).peekable();
    while let Some((at, cluster)) = clusters.next() {
        let chars = cluster.chars().count();
        while piece.chars > 0 && piece.chars + chars > max_chars {
            // Without a sentence's end in it, the piece is cut right here.
            let (end, kept) =
                if piece.sentence_chars > 0 { (piece.sentence_end, piece.sentence_chars) } else { (at, piece.chars) };
            done.push(piece.start..end);
            piece = Piece { start: end, chars: piece.chars - kept, ..Piece::default() };
        }
        piece.chars += chars;
        let next = clusters.peek().map(|(_, cluster)| *cluster);
        if sentences.end_after(cluster, next) {
            piece.sentence_end = at + cluster.len();
            piece.sentence_chars = piece.chars;
        }
    }
    if piece.start < text.len() {
        done.push(piece.start..text.len());
    }
    done
}

/// Marks that end a sentence wherever they stand.
const ENDERS: [char; 7] = ['。', '！', '？', '；', '!', '?', ';'];
/// Marks that may follow the end of a sentence and belong to it.
const CLOSERS: [char; 12] = ['"', '\'', '”', '’', '」', '』', '）', ')', ']', '】', '》', '»'];

/// Finds the ends of sentences in a run of grapheme clusters. A full stop ends one only before white space or at the end of
/// the text, so that no decimal is cut. White space after an end goes with the sentence before it where there is room.
#[derive(Default)]
struct Sentences {
    state: State,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Inside,
    /// After an ender and perhaps closing marks or full stops.
    Ended,
    /// After white space behind an end.
    Spaced,
    /// After a full stop and perhaps closing marks, which end the sentence only before white space.
    Stopped,
}

impl Sentences {
    /// Whether a sentence ends after `cluster`, which `next` follows.
    fn end_after(&mut self, cluster: &str, next: Option<&str>) -> bool {
        let first = cluster.chars().next().unwrap_or_default();
        self.state = match self.state {
            _ if ENDERS.contains(&first) => State::Ended,
            // `。.` is one end, and `? .5` is an end and a number.
            State::Ended if first == '.' => State::Ended,
            _ if first == '.' => State::Stopped,
            State::Ended | State::Spaced | State::Stopped if first.is_whitespace() => State::Spaced,
            State::Ended | State::Spaced | State::Stopped if CLOSERS.contains(&first) => self.state,
            _ => State::Inside,
        };
        let next = next.and_then(|cluster| cluster.chars().next());
        let ends_with_white_space = next.is_none_or(char::is_whitespace);
        match self.state {
            State::Inside => false,
            State::Ended | State::Spaced => {
                let is_of_end = |mark| ENDERS.contains(&mark) || CLOSERS.contains(&mark);
                !next.is_some_and(|next| is_of_end(next) || next == '.' && self.state == State::Ended)
            }
            State::Stopped => ends_with_white_space,
        }
    }
}

#[cfg(test)]
#[path = "chunker/tests.rs"]
mod tests;
