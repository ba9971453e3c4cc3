//! Reciprocal rank fusion: several rankings of the same things become one. It sees ranks only, never scores, so that
//! rankings whose scores cannot be compared can be fused.
//!
//! Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods",
//! SIGIR 2009: the fused score of `d` is the sum of `1 / (k + rank of d)` over the rankings that hold `d`.

use std::collections::HashMap;
use std::hash::Hash;

/// The constant of the paper, which damps the weight of the first ranks.
pub const RRF_K: u32 = 60;

/// How deep each ranking is read unless told otherwise.
pub const RANKING_DEPTH: usize = 1_000;

/// One thing with its fused score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fused<T> {
    /// What was ranked.
    pub item: T,
    /// Sum of reciprocal ranks.
    pub score: f64,
}

/// Fuses `rankings`, each the best first and read to `depth`. The best come first; equal scores are ordered by item. A
/// thing that stands twice in one ranking counts where it stands first.
pub fn rrf_fuse<T: Copy + Eq + Hash + Ord>(rankings: &[Vec<T>], k: u32, depth: usize) -> Vec<Fused<T>> {
    // For each thing, the ranking it was last seen in and its ranks.
    let mut ranks: HashMap<T, (usize, Vec<u32>)> = HashMap::new();
    for (number, ranking) in rankings.iter().enumerate() {
        for (rank, item) in (1u32..).zip(ranking.iter().take(depth)) {
            let (seen_in, of_item) = ranks.entry(*item).or_insert((usize::MAX, Vec::new()));
            if *seen_in != number {
                *seen_in = number;
                of_item.push(rank);
            }
        }
    }
    let mut fused: Vec<Fused<T>> = ranks
        .into_iter()
        .map(|(item, (_, mut ranks))| {
            // In one order of addition, the same ranks make the same score, whichever rankings they came from.
            ranks.sort_unstable();
            Fused { item, score: ranks.iter().map(|rank| 1.0 / (f64::from(k) + f64::from(*rank))).sum() }
        })
        .collect();
    fused.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.item.cmp(&b.item)));
    fused
}

#[cfg(test)]
mod tests;
