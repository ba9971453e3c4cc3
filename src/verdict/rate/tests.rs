//! Rates keep their denominator and count what is too much.

#![allow(clippy::unwrap_used)]

use super::*;

#[test]
fn what_is_too_much_counts_as_what_is_missing_does() {
    let points = Points::counted(9, 1, 2);
    assert_eq!(points.quality(), "precision 9/11, recall 9/10, F1 0.8571");
    assert_eq!(points.to_string(), "9/10, 2 too many");
    assert!(points.is_below(Points::counted(9, 1, 1)) && points.is_below(Points::counted(10, 0, 2)));
    assert!(!points.is_below(Points::counted(9, 2, 1)) && !Points::counted(10, 0, 1).is_full());
    let mut rate = Rate::default();
    rate.add_items(points);
    rate.add_items(Points::counted(0, 5, 0));
    assert_eq!(rate.quality(), "precision 9/11, recall 9/15, F1 0.6923");
    assert_eq!(rate.shown(Gate::CellValue), "0.6923 of 15");
    assert_eq!(serde_json::to_string(&points).unwrap(), r#"{"score":9,"out_of":10,"extra":2}"#);
}

#[test]
fn a_mean_keeps_its_denominator_and_what_was_not_judged() {
    let mut rate = Rate::default();
    for points in [Some(Points::new(2, 3)), Some(Points::new(1, 1)), None] {
        rate.add(points);
    }
    assert_eq!(rate.shown(Gate::Ndcg), "0.5556 of 3");
    assert_eq!(Points::new(420_500, MILLIONTHS).to_string(), "0.420500");
}
