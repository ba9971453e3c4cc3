//! Tests of `key`.

use super::*;

#[test]
fn a_text_is_cut_at_two_or_three_slashes() {
    assert_eq!(cuts("a/b／c"), [["a", "b", "c"]]);
    let cuts = cuts("P/E/HK/2024");
    assert_eq!(cuts.len(), 4);
    assert!(cuts.contains(&vec!["P/E", "HK", "2024"]), "{cuts:?}");
    assert!(cuts.contains(&vec!["P", "E", "HK", "2024"]), "{cuts:?}");
}
