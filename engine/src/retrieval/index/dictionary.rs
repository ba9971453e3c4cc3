//! The terms of a segment in byte order, and where the postings of each are. Terms stand in blocks, each sharing what it
//! can with the term before; a table with the first bytes of each block's first term is searched by halving. The postings
//! themselves are not read here.

use super::paged::{Damage, Paged, put_varint, take_u32, take_varint, u64_at};
use super::postings::{Place, Posting};

/// Terms in a block.
const BLOCK: u32 = 32;

/// Bytes of a block's entry: first bytes of its first term, where its terms begin, where their postings begin.
const ENTRY: usize = 24;

/// The first eight bytes of a term as a number in the terms' order; a term that ends before is filled with zeros.
#[inline]
pub(super) fn prefix(term: &[u8]) -> u64 {
    if let Some(first) = term.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    let mut first = [0; 8];
    first[..term.len()].copy_from_slice(term);
    u64::from_be_bytes(first)
}

/// What the dictionary says of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its position among the terms.
    pub(super) number: u32,
    /// How many chunks have it.
    pub(super) df: u32,
    /// Where its postings are.
    pub(super) place: Place,
}

/// Takes terms in their order.
pub(super) struct DictionaryWriter {
    terms: Vec<u8>,
    table: Vec<u8>,
    before: Vec<u8>,
    count: u32,
    /// Where the postings of the next term begin.
    postings: u64,
}

impl DictionaryWriter {
    /// The first list begins at byte `postings` of the body.
    pub(super) fn new(postings: u64) -> Self {
        Self { terms: Vec::new(), table: Vec::new(), before: Vec::new(), count: 0, postings }
    }

    /// Adds a term with one posting.
    pub(super) fn push_single(&mut self, term: &[u8], posting: Posting) {
        self.push(term);
        put_varint(&mut self.terms, 1);
        put_varint(&mut self.terms, u64::from(posting.ordinal));
        put_varint(&mut self.terms, u64::from(posting.count));
    }

    /// Adds a term whose `df` postings take the next `len` bytes.
    pub(super) fn push_list(&mut self, term: &[u8], df: u32, len: u64) {
        self.push(term);
        put_varint(&mut self.terms, u64::from(df));
        put_varint(&mut self.terms, len);
        self.postings += len;
    }

    fn push(&mut self, term: &[u8]) {
        let shared = if self.count.is_multiple_of(BLOCK) {
            for number in [prefix(term), self.terms.len() as u64, self.postings] {
                self.table.extend_from_slice(&number.to_le_bytes());
            }
            0
        } else {
            self.before.iter().zip(term).take_while(|(a, b)| a == b).count()
        };
        put_varint(&mut self.terms, shared as u64);
        put_varint(&mut self.terms, (term.len() - shared) as u64);
        self.terms.extend_from_slice(&term[shared..]);
        self.before.truncate(shared);
        self.before.extend_from_slice(&term[shared..]);
        self.count += 1;
    }

    /// Terms, table, and how many terms there are.
    pub(super) fn finish(self) -> (Vec<u8>, Vec<u8>, u32) {
        (self.terms, self.table, self.count)
    }
}

/// Where a segment's dictionary is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dictionary {
    pub(super) terms: (u64, u64),
    pub(super) table: (u64, u64),
    pub(super) count: u32,
}

impl Dictionary {
    /// Looks a term up.
    pub(super) fn find(&self, file: &Paged, term: &[u8]) -> Result<Option<Entry>, Damage> {
        let wanted = prefix(term);
        let (mut low, mut high) = (0, self.blocks());
        while low < high {
            let middle = low.midpoint(high);
            let first = self.table(file, middle, 0)?;
            let after = first > wanted
                || (first == wanted && {
                    let mut terms = self.block(file, middle)?;
                    terms.next()?;
                    terms.term() > term
                });
            if after { high = middle } else { low = middle + 1 }
        }
        let Some(block) = low.checked_sub(1) else { return Ok(None) };
        let mut terms = self.block(file, block)?;
        while let Some(entry) = terms.next()? {
            match terms.term().cmp(term) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => return Ok(Some(entry)),
                std::cmp::Ordering::Greater => break,
            }
        }
        Ok(None)
    }

    /// All terms in order.
    pub(super) fn all<'f>(&self, file: &'f Paged) -> Result<Terms<'f>, Damage> {
        self.terms_from(file, 0, self.count)
    }

    fn blocks(&self) -> u64 {
        u64::from(self.count.div_ceil(BLOCK))
    }

    fn table(&self, file: &Paged, block: u64, field: u64) -> Result<u64, Damage> {
        let bytes = file.slice(self.table.0 + block * ENTRY as u64 + field * 8, 8)?;
        u64_at(bytes, 0).ok_or_else(|| file.damage("its dictionary is cut off"))
    }

    fn block<'f>(&self, file: &'f Paged, block: u64) -> Result<Terms<'f>, Damage> {
        let first = block as u32 * BLOCK;
        self.terms_from(file, block, BLOCK.min(self.count.saturating_sub(first)))
    }

    fn terms_from<'f>(&self, file: &'f Paged, block: u64, count: u32) -> Result<Terms<'f>, Damage> {
        let number = block as u32 * BLOCK;
        if count == 0 {
            return Ok(Terms { file, bytes: &[], term: Vec::new(), number, left: 0, postings: 0 });
        }
        let (from, postings) = (self.table(file, block, 1)?, self.table(file, block, 2)?);
        let next = block + u64::from(count.div_ceil(BLOCK));
        let to = if next < self.blocks() { self.table(file, next, 1)? } else { self.terms.1 };
        let len = to.checked_sub(from).ok_or_else(|| file.damage("its dictionary is wrong"))?;
        let bytes = file.slice(self.terms.0.saturating_add(from), len)?;
        Ok(Terms { file, bytes, term: Vec::new(), number, left: count, postings })
    }
}

/// Reads terms one after the other.
pub(super) struct Terms<'f> {
    file: &'f Paged,
    bytes: &'f [u8],
    term: Vec<u8>,
    number: u32,
    left: u32,
    postings: u64,
}

impl Terms<'_> {
    /// The term that [`next`](Self::next) came to.
    pub(super) fn term(&self) -> &[u8] {
        &self.term
    }

    /// Goes to the next term.
    pub(super) fn next(&mut self) -> Result<Option<Entry>, Damage> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.step().map(Some).ok_or_else(|| self.file.damage("its dictionary is wrong"))
    }

    fn step(&mut self) -> Option<Entry> {
        let bytes = &mut self.bytes;
        let (shared, rest) = (take_varint(bytes)?, take_varint(bytes)?);
        let (suffix, after) = bytes.split_at_checked(usize::try_from(rest).ok()?)?;
        *bytes = after;
        self.term.truncate(usize::try_from(shared).ok()?);
        self.term.extend_from_slice(suffix);
        let df = take_u32(bytes)?;
        let place = if df == 1 {
            Place::Single(Posting { ordinal: take_u32(bytes)?, count: take_u32(bytes)? })
        } else {
            let (at, len) = (self.postings, take_varint(bytes)?);
            self.postings = at.checked_add(len)?;
            Place::List { at, len }
        };
        let number = self.number;
        self.number += 1;
        Some(Entry { number, df, place })
    }
}
