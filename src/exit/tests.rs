//! Tests of `exit`.

use super::*;

#[test]
fn codes_are_the_documented_ones() {
    let all = [Exit::Clean, Exit::Regressed, Exit::Invalid, Exit::Unverified, Exit::Inconclusive];
    assert_eq!(all.map(Exit::code), [0, 1, 2, 3, 4]);
}

#[test]
fn a_known_fault_is_never_covered_by_a_milder_end() {
    assert_eq!(Exit::Clean.worse(Exit::Unverified), Exit::Unverified);
    assert_eq!(Exit::Regressed.worse(Exit::Unverified), Exit::Regressed);
    assert_eq!(Exit::Unverified.worse(Exit::Inconclusive), Exit::Unverified);
}
