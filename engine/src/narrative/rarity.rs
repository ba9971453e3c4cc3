//! How much a word of a question counts, by how few of the passages that were found hold it.

/// The idf of Okapi BM25, `ln(1 + (N − df + 0.5) / (df + 0.5))`, as far as the passages tell: `holding` of `all` have the word.
pub(super) fn rarity(holding: usize, all: usize) -> f64 {
    let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    let (all, holding) = (count(all), count(holding));
    (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln()
}
