//! Tests of `problem`.

use super::*;

#[test]
fn a_slip_finds_its_name_and_a_stranger_does_not() {
    let known = ["label", "synonyms", "unit"];
    assert_eq!(nearest("synonims", known).as_deref(), Some("synonyms"));
    assert_eq!(nearest("Lable", known).as_deref(), Some("label"));
    assert_eq!(nearest("colour", known), None);
    assert_eq!(nearest("", known), None);
}
