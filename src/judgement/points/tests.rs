//! Points compare exactly and round half to even.

#![allow(clippy::unwrap_used)]

use super::*;

#[test]
fn a_share_in_millionths_is_rounded_half_to_even() {
    let millionths = |part, whole| Points::in_millionths(part, whole).score;
    assert_eq!(
        [millionths(1, 3), millionths(2, 3), millionths(1, 1), millionths(0, 7)],
        [333_333, 666_667, 1_000_000, 0]
    );
    // 0.0000005, 0.0000015 and 0.0000025.
    assert_eq!([1, 3, 5].map(|part| millionths(part, 2_000_000)), [0, 2, 2]);
    assert_eq!(millionths(3, 2), 1_000_000, "more than the whole is the whole");
    assert_eq!(millionths(1, 0), 0, "an empty whole is no full marks");
}

#[test]
fn shares_compare_exactly_whatever_they_are_out_of() {
    assert!(Points::new(1, 3).is_below(Points::new(333_334, MILLIONTHS)));
    assert!(Points::new(333_333, MILLIONTHS).is_below(Points::new(1, 3)));
    assert!(!Points::new(1, 2).is_below(Points::new(2, 4)) && !Points::new(2, 4).is_below(Points::new(1, 2)));
    assert_ne!(Points::new(1, 2).cmp(&Points::new(2, 4)), Ordering::Equal);
}
