//! Numbers for terms while a segment is made. A term of up to eight bytes, as every pair of ideographs is, is kept and
//! compared as one integer; longer ones lie one behind the other in one buffer.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::dictionary::prefix;

/// Terms and their numbers, given out from 0.
#[derive(Default)]
pub(super) struct Interner {
    short: HashTable<(u64, u32)>,
    long: HashTable<u32>,
    terms: Vec<StoredTerm>,
    buffer: Vec<u8>,
    hasher: RandomState,
}

#[derive(Clone, Copy)]
struct StoredTerm {
    prefix: u64,
    start: usize,
    len: u32,
}

impl Interner {
    /// How many terms there are.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The term's number, a new one when it is new. Terms hold no zero byte, since no letter or digit has one.
    #[inline]
    pub(super) fn number(&mut self, term: &[u8]) -> u32 {
        let prefix = prefix(term);
        if term.len() > 8 {
            return self.number_of_long(term, prefix);
        }
        let Self { short, terms, hasher, .. } = self;
        let number = terms.len() as u32;
        match short.entry(hasher.hash_one(prefix), |known| known.0 == prefix, |known| hasher.hash_one(known.0)) {
            Entry::Occupied(known) => known.get().1,
            Entry::Vacant(vacant) => {
                vacant.insert((prefix, number));
                terms.push(StoredTerm { prefix, start: 0, len: term.len() as u32 });
                number
            }
        }
    }

    fn number_of_long(&mut self, term: &[u8], prefix: u64) -> u32 {
        let Self { long, terms, buffer, hasher, .. } = self;
        let number = terms.len() as u32;
        let bytes = |number: u32| {
            let StoredTerm { start, len, .. } = terms[number as usize];
            &buffer[start..start + len as usize]
        };
        let found =
            long.entry(hasher.hash_one(term), |known| bytes(*known) == term, |known| hasher.hash_one(bytes(*known)));
        match found {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(vacant) => {
                vacant.insert(number);
                terms.push(StoredTerm { prefix, start: buffer.len(), len: term.len() as u32 });
                buffer.extend_from_slice(term);
                number
            }
        }
    }

    /// All numbers in the order of their terms' bytes.
    pub(super) fn in_order(&self) -> Vec<u32> {
        let mut order: Vec<(u64, u32)> = self.terms.iter().map(|term| term.prefix).zip(0..).collect();
        order.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| self.rest(a.1).cmp(self.rest(b.1))));
        order.into_iter().map(|(_, number)| number).collect()
    }

    /// Hands a term's bytes to `visit`.
    pub(super) fn with<T>(&self, number: u32, visit: impl FnOnce(&[u8]) -> T) -> T {
        let term = self.terms[number as usize];
        if term.len > 8 { visit(self.rest(number)) } else { visit(&term.prefix.to_be_bytes()[..term.len as usize]) }
    }

    /// The bytes of a long term, nothing for a short one.
    fn rest(&self, number: u32) -> &[u8] {
        let StoredTerm { start, len, .. } = self.terms[number as usize];
        if len > 8 { &self.buffer[start..start + len as usize] } else { &[] }
    }
}

#[cfg(test)]
mod tests;
