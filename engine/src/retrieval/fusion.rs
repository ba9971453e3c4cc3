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
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn scores_are_sums_of_reciprocal_ranks_from_one() {
        let fused = rrf_fuse(&[vec!["a", "b"], vec!["b", "c"]], RRF_K, RANKING_DEPTH);
        let expected = [("b", 1.0 / 61.0 + 1.0 / 62.0), ("a", 1.0 / 61.0), ("c", 1.0 / 62.0)];
        let found: Vec<_> = fused.iter().map(|fused| (fused.item, fused.score)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn equal_ranks_in_other_rankings_are_a_tie_that_the_item_breaks() {
        // Each has the ranks 1, 2 and 7; added in the order of the rankings, their sums differ in the last bit.
        let rankings =
            [vec![9, 1, 101, 102, 103, 104, 2], vec![1, 2, 201, 202, 203, 204, 9], vec![2, 9, 301, 302, 303, 304, 1]];
        let fused = rrf_fuse(&rankings, RRF_K, RANKING_DEPTH);
        let order: Vec<i32> = fused.iter().map(|fused| fused.item).take(3).collect();
        assert_eq!(order, [1, 2, 9]);
        assert_eq!((fused[0].score, fused[1].score), (fused[1].score, fused[2].score));
    }

    #[test]
    fn a_ranking_is_read_to_its_depth_and_a_repeated_item_counts_once() {
        assert_eq!(rrf_fuse(&[vec![1, 2, 3]], RRF_K, 2).len(), 2);
        let twice = rrf_fuse(&[vec![1, 1, 2]], RRF_K, RANKING_DEPTH);
        assert_eq!((twice[0].score, twice[1].score), (1.0 / 61.0, 1.0 / 63.0));
        assert!(rrf_fuse::<i32>(&[], RRF_K, RANKING_DEPTH).is_empty());
    }

    proptest! {
        #[test]
        fn one_ranking_keeps_its_order_and_the_order_of_rankings_changes_nothing(
            mut rankings in proptest::collection::vec(proptest::collection::vec(0u8..40, 0..20), 1..5),
        ) {
            let mut first = rankings[0].clone();
            let mut seen = std::collections::HashSet::new();
            first.retain(|item| seen.insert(*item));
            let alone: Vec<u8> = rrf_fuse(&rankings[..1], RRF_K, 1_000).iter().map(|fused| fused.item).collect();
            prop_assert_eq!(alone, first);
            let forth = rrf_fuse(&rankings, RRF_K, 1_000);
            rankings.reverse();
            prop_assert_eq!(rrf_fuse(&rankings, RRF_K, 1_000), forth);
        }
    }
}
