//! Draws that are the same on every machine and in every version: `SplitMix64` (Steele, Lea and Flood, *Fast Splittable
//! Pseudorandom Number Generators*, OOPSLA 2014), started from the place in the corpus, so that any chunk can be made
//! without those before it. A general crate is not used, because none promises its stream for ever.

/// A stream of draws.
pub(crate) struct Random(u64);

impl Random {
    /// The stream that belongs to a place, such as a document's number and a chunk's.
    pub(crate) fn at(place: &[u64]) -> Self {
        let mut random = Self(0);
        for part in place {
            random.0 ^= part.wrapping_add(1);
            random.0 = random.bits();
        }
        random
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, and without, 1.
    #[allow(clippy::cast_precision_loss, reason = "53 bits are exact")]
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Whether something happens that does with probability `chance`.
    pub(crate) fn happens(&mut self, chance: f64) -> bool {
        self.unit() < chance
    }

    /// A number below `count`, which must not be 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        // A count is tiny beside 2^64, so that the remainder favours no number noticeably.
        usize::try_from(self.bits() % count as u64).unwrap_or_default()
    }

    /// One of `choices`, which must not be empty.
    pub(crate) fn of<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
