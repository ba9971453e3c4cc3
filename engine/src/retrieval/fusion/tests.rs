//! Tests of `fusion`.

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
