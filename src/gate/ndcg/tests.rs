//! Tests of `ndcg`.

use super::*;

#[test]
fn the_discounts_are_those_of_the_formula() {
    for (index, discount) in DISCOUNTS.into_iter().enumerate() {
        let place = u32::try_from(index + 2).map(f64::from).unwrap_or_default();
        #[allow(clippy::cast_precision_loss)]
        let stored = discount as f64 / 1e12;
        assert!((1.0 / place.log2() - stored).abs() < 1e-12, "place {}", index + 1);
    }
}
