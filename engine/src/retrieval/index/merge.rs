//! Several segments made one, without what was removed. Their terms are read side by side, in order, so that no more than
//! one term's postings is held at a time.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::io;

use super::Part;
use super::bits::Bits;
use super::dictionary::{Entry, Terms, prefix};
use super::error::{IndexError, MAX_CHUNKS, WriteFault};
use super::paged::Damage;
use super::postings::{Decoded, Posting};
use super::segment::{Outline, SegmentWriter};

/// Writes the chunks of `parts` that were not removed as one segment.
pub(super) fn merge(parts: &[Part], sink: &mut dyn io::Write) -> Result<(), WriteFault> {
    let mut outline = Outline { records: Vec::new(), lengths: Vec::new(), keys: Vec::new() };
    let mut moves = Vec::with_capacity(parts.len());
    for part in parts {
        moves.push(Moves::of(part, &mut outline)?);
    }
    if outline.lengths.len() > MAX_CHUNKS as usize {
        return Err(WriteFault::Index(IndexError::TooLarge));
    }
    let mut writer = SegmentWriter::new(sink, outline);
    let mut heads = BinaryHeap::with_capacity(parts.len());
    for (source, part) in parts.iter().enumerate() {
        heads.extend(Head::start(source, part.segment.dictionary().all(part.segment.file())?)?);
    }
    let (mut postings, mut decoded) = (Vec::new(), Decoded::new());
    let mut term = Vec::new();
    while let Some(head) = heads.pop() {
        if head.terms.term() != term {
            writer.push(&term, &postings)?;
            postings.clear();
            term.clear();
            term.extend_from_slice(head.terms.term());
        }
        let (part, moves) = (&parts[head.source], &moves[head.source]);
        let list = part.segment.postings(head.entry.df, head.entry.place)?;
        list.each(&mut decoded, |Posting { ordinal, count }| {
            postings.extend(moves.new(ordinal).map(|ordinal| Posting { ordinal, count }));
        })?;
        heads.extend(head.next()?);
    }
    writer.push(&term, &postings)?;
    Ok(writer.finish()?)
}

/// Where the chunks of a part go.
struct Moves {
    base: u32,
    /// The chunks that are left, and how many of them come before each word of the set; none when all are.
    left: Option<(Bits, Vec<u32>)>,
}

impl Moves {
    /// Appends what is left of a part to the outline.
    fn of(part: &Part, outline: &mut Outline) -> Result<Self, WriteFault> {
        let base = u32::try_from(outline.lengths.len()).map_err(|_| WriteFault::Index(IndexError::TooLarge))?;
        let (segment, removed) = (&part.segment, &part.removed);
        let mut first = 0_u32;
        for record in segment.documents().records()? {
            let start = first;
            first = first.saturating_add(record.chunks);
            if !removed.has(start) {
                outline.records.push(record);
            }
        }
        if first != segment.chunks() {
            return Err(segment.file().damage("its documents do not make up its chunks").into());
        }
        let left = removed.alive(segment.chunks());
        let lengths = segment.lengths()?;
        for ordinal in left.iter() {
            outline.lengths.push(lengths.at(ordinal));
            outline.keys.push(segment.key(ordinal)?);
        }
        let mut before = 0;
        let ranks = left.words().iter().map(|word| {
            let here = before;
            before += word.count_ones();
            here
        });
        let ranks = ranks.collect();
        Ok(Self { base, left: (!removed.is_empty()).then_some((left, ranks)) })
    }

    /// The new ordinal of a chunk; none when it was removed.
    #[inline]
    fn new(&self, ordinal: u32) -> Option<u32> {
        let Some((left, ranks)) = &self.left else { return Some(self.base + ordinal) };
        if !left.has(ordinal) {
            return None;
        }
        let word = (ordinal / 64) as usize;
        let below = left.words()[word] & ((1 << (ordinal % 64)) - 1);
        Some(self.base + ranks[word] + below.count_ones())
    }
}

/// The next term of a segment. The greatest is the one whose term comes first, of equal ones that of the first segment.
struct Head<'s> {
    source: usize,
    prefix: u64,
    entry: Entry,
    terms: Terms<'s>,
}

impl<'s> Head<'s> {
    fn start(source: usize, mut terms: Terms<'s>) -> Result<Option<Self>, Damage> {
        Ok(terms.next()?.map(|entry| Self { source, prefix: prefix(terms.term()), entry, terms }))
    }

    fn next(self) -> Result<Option<Self>, Damage> {
        Self::start(self.source, self.terms)
    }
}

impl Ord for Head<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.prefix.cmp(&self.prefix))
            .then_with(|| other.terms.term().cmp(self.terms.term()))
            .then_with(|| other.source.cmp(&self.source))
    }
}

impl PartialOrd for Head<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head<'_> {}
