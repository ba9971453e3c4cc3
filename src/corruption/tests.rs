//! Names are unique, and a corruption that is caught too rarely does not hold.

use std::collections::BTreeSet;

use super::{Corruption, Row};

#[test]
fn each_corruption_has_a_name_of_its_own() {
    let names: Vec<&str> = Corruption::all().map(|one| one.name).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}

#[test]
fn a_share_below_the_promise_or_of_nothing_does_not_hold() {
    let row = |changed, caught| Row {
        name: "x",
        share_min: 99,
        changed,
        caught,
        by_gate: std::collections::BTreeMap::new(),
        missed: Vec::new(),
    };
    assert!(row(100, 99).holds());
    assert!(!row(200, 197).holds());
    assert!(!row(0, 0).holds());
}
