//! Tests of `token`.

use super::*;

#[test]
fn the_dictionaries_are_sorted() {
    assert!(ENGLISH.is_sorted() && CHINESE.is_sorted());
}

#[test]
fn a_number_keeps_its_point() {
    assert_eq!(run_length("1,320.50 gwh", CharClass::Word), 8);
    assert_eq!(run_length("2024. then", CharClass::Word), 4);
}
