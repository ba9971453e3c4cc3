//! Tests of `show`.

use super::*;

#[test]
fn the_beginning_of_a_text_is_one_line() {
    assert_eq!(first("a\n\n b\tc", 9), "a b c");
    assert_eq!(first("营收下滑明显", 4), "营收下滑…");
    assert_eq!(first("abcd", 4), "abcd");
    assert_eq!(first("", 4), "");
}
