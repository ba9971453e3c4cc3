//! Posting lists: for a term, the ordinals of the chunks that have it and how often. Short lists are plain varints; long
//! ones are blocks of 128, packed to the bits they need, with a table that says where each block ends, where it lies and
//! how much a chunk in it can score at most. Nothing here knows a term or a weight.

use bitpacking::{BitPacker, BitPacker4x};

use super::paged::{Damage, Paged, put_varint, take_u32};

/// Postings in a block.
pub(super) const BLOCK: usize = BitPacker4x::BLOCK_LEN;

/// Bytes of a block's entry: last ordinal, offset, bits of an ordinal's step, bits of a count, impact.
const ENTRY: usize = 12;

/// In the place of bits: the block is varints.
const VARINTS: u8 = u8::MAX;

/// Impacts are kept as multiples of this, rounded upwards.
const IMPACT_STEP: f64 = 1.0 / 65_535.0;

/// Saturation of term counts, as in Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), 3.2.
pub const K1: f64 = 1.5;

/// How far lengths count, in the same place.
pub const B: f64 = 0.75;

/// What lengths do to a count: `k1 · (1 − b + b · length / average)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Norm {
    constant: f64,
    slope: f64,
}

impl Norm {
    /// At an average length, which is not 0 where there is any term to score.
    pub(super) fn new(average: f64) -> Self {
        Self { constant: K1 * (1.0 - B), slope: K1 * B / average }
    }

    /// At a length.
    #[inline]
    pub(super) fn at(self, length: u32) -> f64 {
        self.constant + self.slope * f64::from(length)
    }

    /// The part of a score that depends on the chunk, from 0 to 1.
    #[inline]
    pub(super) fn impact(self, count: u32, length: u32) -> f64 {
        let count = f64::from(count);
        count / (count + self.at(length))
    }
}

/// How often a chunk has a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Posting {
    pub(super) ordinal: u32,
    /// At least 1.
    pub(super) count: u32,
}

/// Appends a list of at least two postings, in rising order of ordinals. `lengths` are those of all chunks.
pub(super) fn encode(list: &[Posting], norm: Norm, lengths: &[u32], out: &mut Vec<u8>) {
    if list.len() < BLOCK {
        put_varints(list, None, out);
        return;
    }
    let packer = BitPacker4x::new();
    let table = out.len();
    let mut entry = table;
    out.resize(table + list.len().div_ceil(BLOCK) * ENTRY, 0);
    let (mut ordinals, mut counts, mut scratch) = ([0; BLOCK], [0; BLOCK], [0; 4 * BLOCK]);
    let mut before = None;
    for block in list.chunks(BLOCK) {
        let offset = out.len() - table;
        let (mut ordinal_bits, mut count_bits) = (VARINTS, 0);
        if block.len() == BLOCK {
            for (place, posting) in block.iter().enumerate() {
                ordinals[place] = posting.ordinal;
                counts[place] = posting.count.saturating_sub(1);
            }
            ordinal_bits = packer.num_bits_strictly_sorted(before, &ordinals);
            let len = packer.compress_strictly_sorted(before, &ordinals, &mut scratch, ordinal_bits);
            out.extend_from_slice(&scratch[..len]);
            count_bits = packer.num_bits(&counts);
            let len = packer.compress(&counts, &mut scratch, count_bits);
            out.extend_from_slice(&scratch[..len]);
        } else {
            put_varints(block, before, out);
        }
        let impact = block.iter().map(|p| norm.impact(p.count, lengths[p.ordinal as usize])).fold(0.0, f64::max);
        let end = block[block.len() - 1].ordinal;
        before = Some(end);
        out[entry..entry + 4].copy_from_slice(&end.to_le_bytes());
        out[entry + 4..entry + 8].copy_from_slice(&(offset as u32).to_le_bytes());
        out[entry + 8] = ordinal_bits;
        out[entry + 9] = count_bits;
        out[entry + 10..entry + 12].copy_from_slice(&(quantised(impact)).to_le_bytes());
        entry += ENTRY;
    }
}

/// An impact as a multiple of the step, rounded upwards.
#[allow(clippy::cast_sign_loss)] // From 0 to 1.
fn quantised(impact: f64) -> u16 {
    (impact / IMPACT_STEP).ceil() as u16
}

/// Steps between ordinals, doubled, odd when a count other than 1 follows.
fn put_varints(postings: &[Posting], before: Option<u32>, out: &mut Vec<u8>) {
    let mut next = before.map_or(0, |last| u64::from(last) + 1);
    for posting in postings {
        let step = u64::from(posting.ordinal) - next;
        put_varint(out, step << 1 | u64::from(posting.count > 1));
        if posting.count > 1 {
            put_varint(out, u64::from(posting.count));
        }
        next = u64::from(posting.ordinal) + 1;
    }
}

/// Where a list is, as the dictionary says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// One posting, which needs no list.
    Single(Posting),
    /// From a byte of the segment's body, so many bytes.
    List { at: u64, len: u64 },
}

/// A list that is open for reading.
pub(super) struct Postings<'f> {
    file: &'f Paged,
    df: u32,
    chunks: u32,
    place: Place,
    /// The table of a long list.
    table: &'f [[u8; ENTRY]],
}

/// A block's entry.
#[derive(Debug, Clone, Copy)]
struct Entry {
    last: u32,
    offset: u32,
    ordinal_bits: u8,
    count_bits: u8,
    impact: u16,
}

impl<'f> Postings<'f> {
    /// Opens a list of `df` postings in a segment of `chunks` chunks.
    pub(super) fn open(file: &'f Paged, df: u32, chunks: u32, place: Place) -> Result<Self, Damage> {
        let table = match place {
            Place::List { at, .. } if df as usize >= BLOCK => {
                let entries = (df as usize).div_ceil(BLOCK) * ENTRY;
                file.slice(at, entries as u64)?.as_chunks().0
            }
            _ => &[],
        };
        Ok(Self { file, df, chunks, place, table })
    }

    /// Blocks, at least one.
    pub(super) fn blocks(&self) -> usize {
        self.table.len().max(1)
    }

    /// Whether the blocks' ends and impacts are known before they are read.
    pub(super) fn is_long(&self) -> bool {
        !self.table.is_empty()
    }

    /// The last ordinal of a block of a long list.
    #[inline]
    pub(super) fn last(&self, block: usize) -> u32 {
        self.entry(block).last
    }

    /// The most that [`Norm::impact`] gives in a block of a long list, at the segment's own average length.
    #[inline]
    pub(super) fn impact(&self, block: usize) -> f64 {
        f64::from(self.entry(block).impact) * IMPACT_STEP
    }

    #[inline]
    fn entry(&self, block: usize) -> Entry {
        let bytes = &self.table[block];
        Entry {
            last: u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
            offset: u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
            ordinal_bits: bytes[8],
            count_bits: bytes[9],
            impact: u16::from_le_bytes([bytes[10], bytes[11]]),
        }
    }

    /// Reads a block: ordinals rise, and are below the number of chunks.
    pub(super) fn read(&self, block: usize, into: &mut Decoded) -> Result<(), Damage> {
        let wrong = || self.file.damage("a posting list is wrong");
        match self.place {
            Place::Single(posting) => {
                into.ordinals = [u32::MAX; BLOCK];
                (into.ordinals[0], into.counts[0], into.len) = (posting.ordinal, posting.count, 1);
            }
            Place::List { at, len } if self.table.is_empty() => {
                let bytes = self.file.slice(at, len)?;
                into.take_varints(bytes, self.df as usize, None).ok_or_else(wrong)?;
            }
            Place::List { at, len } => {
                let entry = self.entry(block);
                let before = block.checked_sub(1).map(|before| self.last(before));
                let offset = u64::from(entry.offset);
                if entry.ordinal_bits == VARINTS {
                    let bytes =
                        self.file.slice(at.saturating_add(offset), len.checked_sub(offset).ok_or_else(wrong)?)?;
                    into.take_varints(bytes, self.df as usize % BLOCK, before).ok_or_else(wrong)?;
                } else {
                    let sizes = [entry.ordinal_bits, entry.count_bits].map(BitPacker4x::compressed_block_size);
                    let bytes = self.file.slice(at.saturating_add(offset), (sizes[0] + sizes[1]) as u64)?;
                    into.unpack(bytes, sizes[0], &entry, before).ok_or_else(wrong)?;
                }
            }
        }
        let sound = into.len > 0 && into.ordinals[into.len - 1] < self.chunks;
        if sound { Ok(()) } else { Err(wrong()) }
    }

    /// Hands every posting to `visit`, in order.
    pub(super) fn each(&self, into: &mut Decoded, mut visit: impl FnMut(Posting)) -> Result<(), Damage> {
        let mut next = 0;
        for block in 0..self.blocks() {
            self.read(block, into)?;
            for (ordinal, count) in into.iter() {
                if ordinal < next {
                    return Err(self.file.damage("a posting list is out of order"));
                }
                next = ordinal.saturating_add(1);
                visit(Posting { ordinal, count });
            }
        }
        Ok(())
    }
}

/// Ordinals that are compared in one go.
const ROW: usize = 16;

/// A block as it was read; behind its last ordinal the array is filled with the greatest number.
pub(super) struct Decoded {
    ordinals: [u32; BLOCK],
    counts: [u32; BLOCK],
    len: usize,
}

impl Decoded {
    pub(super) fn new() -> Self {
        Self { ordinals: [0; BLOCK], counts: [0; BLOCK], len: 0 }
    }

    /// Ordinals, in rising order.
    #[inline]
    pub(super) fn ordinals(&self) -> &[u32] {
        &self.ordinals[..self.len]
    }

    /// Counts, in the order of ordinals.
    #[inline]
    pub(super) fn counts(&self) -> &[u32] {
        &self.counts[..self.len]
    }

    /// How often a chunk has the term; none when it does not. Two short rows of comparisons without a branch are twice as
    /// fast here as halving.
    #[inline]
    pub(super) fn find(&self, ordinal: u32) -> Option<u32> {
        let (rows, _) = self.ordinals.as_chunks::<ROW>();
        let row: usize = rows.iter().map(|row| usize::from(row[ROW - 1] < ordinal)).sum();
        let before: usize = rows.get(row)?.iter().map(|other| usize::from(*other < ordinal)).sum();
        let place = row * ROW + before;
        (*self.ordinals.get(place)? == ordinal && place < self.len).then(|| self.counts[place])
    }

    /// Ordinals with their counts.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.ordinals().iter().copied().zip(self.counts().iter().copied())
    }

    fn take_varints(&mut self, mut bytes: &[u8], len: usize, before: Option<u32>) -> Option<()> {
        self.len = len;
        self.ordinals[len..].fill(u32::MAX);
        let mut next = before.map_or(0, |last| u64::from(last) + 1);
        for (ordinal, count) in self.ordinals[..len].iter_mut().zip(&mut self.counts) {
            let step = take_u32(&mut bytes)?;
            *ordinal = u32::try_from(next + u64::from(step >> 1)).ok()?;
            *count = if step & 1 == 0 { 1 } else { take_u32(&mut bytes)? };
            next = u64::from(*ordinal) + 1;
        }
        Some(())
    }

    fn unpack(&mut self, bytes: &[u8], split: usize, entry: &Entry, before: Option<u32>) -> Option<()> {
        let packer = BitPacker4x::new();
        if entry.ordinal_bits > 32 || entry.count_bits > 32 {
            return None;
        }
        let (ordinals, counts) = bytes.split_at_checked(split)?;
        packer.decompress_strictly_sorted(before, ordinals, &mut self.ordinals, entry.ordinal_bits);
        packer.decompress(counts, &mut self.counts, entry.count_bits);
        for count in &mut self.counts {
            *count = count.wrapping_add(1);
        }
        self.len = BLOCK;
        (self.ordinals[BLOCK - 1] == entry.last).then_some(())
    }
}

/// The length of each chunk in a segment, as its bytes have it.
#[derive(Clone, Copy)]
pub(super) struct Lengths<'f>(&'f [[u8; 4]]);

impl<'f> Lengths<'f> {
    pub(super) fn new(bytes: &'f [u8]) -> Self {
        Self(bytes.as_chunks().0)
    }

    /// The number of tokens of a chunk; 0 for an ordinal that is none.
    #[inline]
    pub(super) fn at(self, ordinal: u32) -> u32 {
        self.0.get(ordinal as usize).map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }
}
