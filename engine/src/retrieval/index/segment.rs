//! A segment: an immutable file with the chunks of some documents, their lengths, their terms and postings. What was
//! removed since it was written stands beside it, not in it (see the `deletions` module).

use std::io;
use std::sync::Arc;

use super::dictionary::{Dictionary, DictionaryWriter, Entry};
use super::documents::{self, Documents, Record};
use super::paged::{Bytes, Damage, PageWriter, Paged, u64_at};
use super::postings::{Lengths, Norm, Place, Posting, Postings, encode};
use crate::passage::ChunkKey;

/// Postings, terms, table of terms, lengths, keys, and those of the documents.
const SECTIONS: usize = 5 + documents::SECTIONS;

/// Chunks, documents, terms, tokens.
const NUMBERS: usize = 4;

/// An open segment.
pub(super) struct Segment {
    file: Paged,
    chunks: u32,
    documents: u32,
    tokens: u64,
    dictionary: Dictionary,
    sections: Vec<(u64, u64)>,
}

impl Segment {
    /// Opens a segment file; nothing but its trailer is read.
    pub(super) fn open(bytes: Bytes, name: Arc<str>) -> Result<Self, Damage> {
        let file = Paged::open(bytes, name)?;
        let footer: Vec<u64> = file.footer().as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        let wrong = || file.damage("its trailer is wrong");
        let Some((&[chunks, documents, terms, tokens], lengths)) = footer.split_first_chunk::<NUMBERS>() else {
            return Err(wrong());
        };
        let [chunks, documents, terms] = [chunks, documents, terms].map(u32::try_from);
        let (Ok(chunks), Ok(documents), Ok(terms), SECTIONS) = (chunks, documents, terms, lengths.len()) else {
            return Err(wrong());
        };
        let mut sections = Vec::with_capacity(SECTIONS);
        let mut at = 0_u64;
        for len in lengths {
            sections.push((at, *len));
            at = at.checked_add(*len).ok_or_else(wrong)?;
        }
        let items = [chunks, chunks, documents.saturating_add(1), documents].map(u64::from);
        let sizes = [items[0] * 4, items[1] * 8, items[2] * 4, items[3] * 4];
        if at != file.body() || sections[3..7].iter().map(|section| section.1).ne(sizes) {
            return Err(wrong());
        }
        let dictionary = Dictionary { terms: sections[1], table: sections[2], count: terms };
        Ok(Self { file, chunks, documents, tokens, dictionary, sections })
    }

    pub(super) fn file(&self) -> &Paged {
        &self.file
    }

    /// Chunks, removed ones included.
    pub(super) fn chunks(&self) -> u32 {
        self.chunks
    }

    /// Tokens of all chunks, removed ones included.
    pub(super) fn tokens(&self) -> u64 {
        self.tokens
    }

    /// The average length that impacts were reckoned at.
    pub(super) fn average(&self) -> f64 {
        average(self.tokens, u64::from(self.chunks))
    }

    pub(super) fn dictionary(&self) -> Dictionary {
        self.dictionary
    }

    pub(super) fn documents(&self) -> Documents<'_> {
        Documents { file: &self.file, sections: &self.sections[5..], count: self.documents }
    }

    /// Looks a term up.
    pub(super) fn find(&self, term: &[u8]) -> Result<Option<Entry>, Damage> {
        self.dictionary.find(&self.file, term)
    }

    /// Opens the postings of a term.
    pub(super) fn postings(&self, df: u32, place: Place) -> Result<Postings<'_>, Damage> {
        Postings::open(&self.file, df, self.chunks, place)
    }

    /// The lengths of all chunks.
    pub(super) fn lengths(&self) -> Result<Lengths<'_>, Damage> {
        let (at, len) = self.sections[3];
        Ok(Lengths::new(self.file.slice(at, len)?))
    }

    /// The key of a chunk.
    pub(super) fn key(&self, ordinal: u32) -> Result<ChunkKey, Damage> {
        let bytes = self.file.slice(self.sections[4].0 + u64::from(ordinal) * 8, 8)?;
        u64_at(bytes, 0).map(u64::cast_signed).ok_or_else(|| self.file.damage("its keys are cut off"))
    }
}

/// Tokens a chunk.
#[allow(clippy::cast_precision_loss)] // Both are far below 2^53.
pub(super) fn average(tokens: u64, chunks: u64) -> f64 {
    tokens as f64 / chunks.max(1) as f64
}

/// Everything of a segment that is known before its first posting is written.
pub(super) struct Outline {
    pub(super) records: Vec<Record>,
    pub(super) lengths: Vec<u32>,
    pub(super) keys: Vec<ChunkKey>,
}

/// Writes a segment: its terms one after the other, in order, then the rest.
pub(super) struct SegmentWriter<'s> {
    out: PageWriter<'s>,
    dictionary: DictionaryWriter,
    outline: Outline,
    tokens: u64,
    norm: Norm,
    encoded: Vec<u8>,
}

impl<'s> SegmentWriter<'s> {
    pub(super) fn new(sink: &'s mut dyn io::Write, outline: Outline) -> Self {
        let tokens = outline.lengths.iter().map(|length| u64::from(*length)).sum();
        let norm = Norm::new(average(tokens, outline.lengths.len() as u64));
        let (out, dictionary) = (PageWriter::new(sink), DictionaryWriter::new(0));
        Self { out, dictionary, outline, tokens, norm, encoded: Vec::new() }
    }

    /// Adds the next term. Without postings it is left out.
    pub(super) fn push(&mut self, term: &[u8], postings: &[Posting]) -> io::Result<()> {
        match postings {
            [] => {}
            [posting] => self.dictionary.push_single(term, *posting),
            _ => {
                self.encoded.clear();
                encode(postings, self.norm, &self.outline.lengths, &mut self.encoded);
                self.out.write(&self.encoded)?;
                self.dictionary.push_list(term, postings.len() as u32, self.encoded.len() as u64);
            }
        }
        Ok(())
    }

    /// Writes what is left.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let Outline { records, lengths, keys } = self.outline;
        let chunks = lengths.len() as u64;
        let (terms, table, count) = self.dictionary.finish();
        let mut footer: Vec<u64> =
            vec![chunks, records.len() as u64, u64::from(count), self.tokens, self.out.position()];
        let lengths = lengths.into_iter().flat_map(u32::to_le_bytes).collect();
        let keys = keys.into_iter().flat_map(i64::to_le_bytes).collect();
        for section in [terms, table, lengths, keys].into_iter().chain(documents::encode(&records)) {
            self.out.write(&section)?;
            footer.push(section.len() as u64);
        }
        let footer: Vec<u8> = footer.into_iter().flat_map(u64::to_le_bytes).collect();
        self.out.finish(&footer)
    }
}
