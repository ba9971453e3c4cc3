//! Tests of `random`.

use super::*;

#[test]
fn a_place_has_one_stream_and_its_neighbour_another() {
    let first = |place: &[u64]| Random::at(place).bits();
    assert_eq!(first(&[1, 2]), first(&[1, 2]));
    assert_ne!(first(&[1, 2]), first(&[2, 1]));
    assert_ne!(first(&[1, 2]), first(&[1, 3]));
    assert_ne!(first(&[0]), first(&[0, 0]));
}

#[test]
fn units_fill_their_range_evenly() {
    let mut random = Random::at(&[7]);
    let sum: f64 = (0..10_000).map(|_| random.unit()).inspect(|unit| assert!((0.0..1.0).contains(unit))).sum();
    assert!((sum / 10_000.0 - 0.5).abs() < 0.01, "{sum}");
}
