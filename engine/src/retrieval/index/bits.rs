//! A set of ordinals of one segment, a bit each.

use std::ops::Range;

/// A set of ordinals.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of ordinals below `len`.
    pub(super) fn new(len: u32) -> Self {
        Self(vec![0; len.div_ceil(64) as usize])
    }

    pub(super) fn from_words(words: Vec<u64>) -> Self {
        Self(words)
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }

    /// Whether an ordinal is in the set; one beyond its end is not.
    #[inline]
    pub(super) fn has(&self, ordinal: u32) -> bool {
        self.0.get(ordinal as usize / 64).is_some_and(|word| word >> (ordinal % 64) & 1 != 0)
    }

    /// Puts a range in, as far as the set reaches.
    pub(super) fn set(&mut self, range: Range<u32>) {
        let Range { start, end } = range;
        let (first, last) = ((start / 64) as usize, (end / 64) as usize);
        for word in first..=last {
            let from = if word == first { start % 64 } else { 0 };
            let below = if word == last { (1_u64 << (end % 64)) - 1 } else { u64::MAX };
            if let Some(bits) = self.0.get_mut(word) {
                *bits |= below & (u64::MAX << from);
            }
        }
    }

    /// Takes another set's ordinals out.
    pub(super) fn without(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, other)| *bits &= !other);
    }

    /// Whether any ordinal of a range is in the set.
    pub(super) fn any(&self, range: Range<u32>) -> bool {
        let Range { start, end } = range;
        let (first, last) = ((start / 64) as usize, (end / 64) as usize);
        (first..=last.min(self.0.len().saturating_sub(1))).any(|word| {
            let from = if word == first { start % 64 } else { 0 };
            let below = if word == last { (1_u64 << (end % 64)) - 1 } else { u64::MAX };
            self.0.get(word).is_some_and(|bits| bits & below & (u64::MAX << from) != 0)
        })
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Each, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().zip(0..).flat_map(|(word, at)| Ones(*word).map(move |bit| at * 64 + bit))
    }
}

/// The places of a word's set bits, from the lowest.
pub(super) struct Ones(pub(super) u64);

impl Iterator for Ones {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros())?;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests;
