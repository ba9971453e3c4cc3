//! Tests of `profile`.

use super::*;

const TEXT: &str = r#"
        [metrics.REVENUE]
        label = { zh = "营收", en = "Revenue" }
        synonyms = ["营业收入"]
        unit = "USD_M"
        [entities.HK]
        label = "Hong Kong"
        [sensitivity]
        restricted_filename_patterns = ["*exco*", "board?.pdf"]
    "#;

#[test]
fn names_stand_for_codes() {
    let profile = Profile::read(TEXT).unwrap();
    assert_eq!(profile.metrics.resolve(" 营业收入 "), Some("REVENUE"));
    assert_eq!(profile.entities.resolve("hong kong"), Some("HK"));
    assert_eq!(profile.entities.resolve("Singapore"), None);
    assert!(profile.channels.has("TOTAL") && !profile.metrics.has("revenue"));
}

#[test]
fn restricted_documents_are_known_by_name() {
    let profile = Profile::read(TEXT).unwrap();
    assert!(profile.restricts("FY2025_ExCo_Pack.pptx") && profile.restricts("board1.pdf"));
    assert!(!profile.restricts("annual.pdf") && !profile.restricts("board12.pdf"));
    assert!(profile.restricts("minutes/board1.pdf") && !profile.restricts("board1/annual.pdf"));
}
