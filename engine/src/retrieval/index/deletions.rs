//! What was removed from a segment since it was written, and by how much that lowers the counts that scores are made of:
//! chunks, tokens, and for each term the chunks that have it.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use super::bits::Bits;
use super::paged::{Damage, put_varint, take_u32, take_varint};

/// What was removed from a segment.
#[derive(Debug, Clone, Default)]
pub(super) struct Deletions {
    /// Removed ordinals; without a bit when nothing was.
    dead: Bits,
    chunks: u32,
    tokens: u64,
    /// Removed chunks by term number.
    terms: HashMap<u32, u32, foldhash::fast::RandomState>,
}

impl Deletions {
    /// Whether nothing was removed.
    pub(super) fn is_empty(&self) -> bool {
        self.chunks == 0
    }

    /// Removed chunks.
    pub(super) fn chunks(&self) -> u32 {
        self.chunks
    }

    /// Their tokens.
    pub(super) fn tokens(&self) -> u64 {
        self.tokens
    }

    /// How many of them have a term.
    pub(super) fn of_term(&self, number: u32) -> u32 {
        self.terms.get(&number).copied().unwrap_or_default()
    }

    /// Whether a chunk was removed.
    pub(super) fn has(&self, ordinal: u32) -> bool {
        self.dead.has(ordinal)
    }

    /// The chunks that are left of `chunks`.
    pub(super) fn alive(&self, chunks: u32) -> Bits {
        let mut alive = Bits::new(chunks);
        alive.set(0..chunks);
        self.take_from(&mut alive);
        alive
    }

    /// Takes what was removed out of a set.
    pub(super) fn take_from(&self, ordinals: &mut Bits) {
        ordinals.without(&self.dead);
    }

    /// Removes chunks of a segment of `of` chunks, which have `tokens` tokens, and by term number in `terms` of them.
    pub(super) fn remove(&mut self, of: u32, ordinals: Range<u32>, tokens: u64, terms: &BTreeMap<u32, u32>) {
        if self.is_empty() {
            self.dead = Bits::new(of);
        }
        self.chunks += ordinals.end - ordinals.start;
        self.tokens += tokens;
        self.dead.set(ordinals);
        for (number, chunks) in terms {
            *self.terms.entry(*number).or_default() += chunks;
        }
    }

    /// As a file's content.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let terms: BTreeMap<u32, u32> = self.terms.iter().map(|(number, chunks)| (*number, *chunks)).collect();
        let words = self.dead.words();
        for number in [u64::from(self.chunks), self.tokens, terms.len() as u64, words.len() as u64] {
            put_varint(&mut bytes, number);
        }
        for (number, chunks) in terms {
            put_varint(&mut bytes, u64::from(number));
            put_varint(&mut bytes, u64::from(chunks));
        }
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// From a file's content.
    pub(super) fn from_bytes(bytes: &[u8], name: &Arc<str>) -> Result<Self, Damage> {
        let damage = || Damage { file: Arc::clone(name), what: "the list of removed chunks is wrong" };
        let (body, checksum) = bytes.split_last_chunk().ok_or_else(damage)?;
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(damage());
        }
        Self::parse(body).ok_or_else(damage)
    }

    fn parse(mut bytes: &[u8]) -> Option<Self> {
        let bytes = &mut bytes;
        let (chunks, tokens) = (take_u32(bytes)?, take_varint(bytes)?);
        let (count, words) = (take_varint(bytes)?, take_varint(bytes)?);
        let mut terms = HashMap::default();
        for _ in 0..count {
            terms.insert(take_u32(bytes)?, take_u32(bytes)?);
        }
        let (dead, rest) = bytes.as_chunks();
        let dead: Vec<u64> = dead.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        let whole = rest.is_empty() && dead.len() as u64 == words;
        whole.then(|| Self { dead: Bits::from_words(dead), chunks, tokens, terms })
    }
}
