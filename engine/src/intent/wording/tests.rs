//! What is parted and what is left out, and what stays as it was typed.

use super::runs;

#[test]
fn runs_are_letters_and_digits() {
    let text = "hk2025h1 新业务 nbv-x";
    let found: Vec<&str> = runs(text).map(|run| &text[run]).collect();
    assert_eq!(found, ["hk2025h1", "nbv", "x"]);
}
