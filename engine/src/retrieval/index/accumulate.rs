//! Documents gathered into one segment in memory: token numbers in the order of the text, then counted and sorted by term
//! when the segment is written.

use std::io;
use std::sync::Arc;

use super::TITLE_WEIGHT;
use super::documents::Record;
use super::error::{IndexError, MAX_CHUNKS};
use super::interner::Interner;
use super::postings::Posting;
use super::segment::{Outline, SegmentWriter};
use crate::profile::Analyzer;
use crate::retrieval::store::IndexedDocument;
use crate::retrieval::tokens::Tokenizer;

/// A segment in the making.
pub(super) struct Accumulator {
    tokenizer: Tokenizer,
    terms: Interner,
    /// How often each term stands in `tokens`.
    counts: Vec<u32>,
    /// The terms of all chunks, one chunk after the other.
    tokens: Vec<u32>,
    title: Vec<u32>,
    outline: Outline,
}

impl Accumulator {
    pub(super) fn new(analyzer: Analyzer) -> Self {
        Self {
            tokenizer: Tokenizer::new(analyzer),
            terms: Interner::default(),
            counts: Vec::new(),
            tokens: Vec::new(),
            title: Vec::new(),
            outline: Outline { records: Vec::new(), lengths: Vec::new(), keys: Vec::new() },
        }
    }

    /// Tokens gathered so far.
    pub(super) fn tokens(&self) -> usize {
        self.tokens.len()
    }

    /// Whether no document was added.
    pub(super) fn is_empty(&self) -> bool {
        self.outline.records.is_empty()
    }

    /// Adds a document; its chunks are ordered by their ids.
    pub(super) fn add(&mut self, name: Arc<str>, mut document: IndexedDocument) -> Result<(), IndexError> {
        document.chunks.sort_by(|a, b| a.id.cmp(&b.id));
        let chunks = u32::try_from(document.chunks.len()).map_err(|_| IndexError::TooLarge)?;
        if self.outline.lengths.len() + document.chunks.len() > MAX_CHUNKS as usize {
            return Err(IndexError::TooLarge);
        }
        let Self { tokenizer, terms, counts, tokens, title, outline } = self;
        title.clear();
        tokenizer.each(&document.title, |token| title.push(terms.number(token.as_bytes())));
        counts.resize(terms.len(), 0);
        for chunk in &document.chunks {
            let start = tokens.len();
            for _ in 0..TITLE_WEIGHT {
                tokens.extend_from_slice(title);
            }
            tokenizer.each(&chunk.text, |token| tokens.push(terms.number(token.as_bytes())));
            counts.resize(terms.len(), 0);
            tokens[start..].iter().for_each(|term| counts[*term as usize] += 1);
            outline.lengths.push(u32::try_from(tokens.len() - start).map_err(|_| IndexError::TooLarge)?);
            outline.keys.push(chunk.key);
        }
        outline.records.push(Record { name, attributes: document.attributes, chunks });
        Ok(())
    }

    /// Writes the segment.
    pub(super) fn write(self, sink: &mut dyn io::Write) -> io::Result<()> {
        let Self { terms, counts, tokens, outline, .. } = self;
        let mut ends: Vec<usize> = Vec::with_capacity(counts.len());
        let mut end = 0;
        for count in &counts {
            ends.push(end);
            end += *count as usize;
        }
        // Each term's chunks side by side, a chunk as often as it has the term: a counting sort.
        let mut ordinals = vec![0_u32; tokens.len()];
        let mut rest = tokens.as_slice();
        for (ordinal, length) in (0..).zip(&outline.lengths) {
            let (chunk, after) = rest.split_at(*length as usize);
            rest = after;
            for term in chunk {
                let end = &mut ends[*term as usize];
                ordinals[*end] = ordinal;
                *end += 1;
            }
        }
        drop(tokens);
        let mut writer = SegmentWriter::new(sink, outline);
        let mut postings = Vec::new();
        for term in terms.in_order() {
            let (end, count) = (ends[term as usize], counts[term as usize] as usize);
            postings.clear();
            for same in ordinals[end - count..end].chunk_by(|a, b| a == b) {
                postings.push(Posting { ordinal: same[0], count: same.len() as u32 });
            }
            terms.with(term, |bytes| writer.push(bytes, &postings))?;
        }
        writer.finish()
    }
}
