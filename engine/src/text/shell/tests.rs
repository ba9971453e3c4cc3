//! Tests of `shell`.

use super::*;

#[test]
fn a_name_can_be_pasted() {
    assert_eq!(pasted("a/b-1.csv"), "a/b-1.csv");
    assert_eq!(pasted("营收 1.csv"), "'营收 1.csv'");
    assert_eq!(pasted("it's"), r"'it'\''s'");
    assert_eq!(pasted(""), "''");
}
