//! Tests of `sensitivity`.

use super::*;

fn policy(pattern: &str) -> SensitivityPolicy {
    SensitivityPolicy {
        default: Sensitivity::Internal,
        restricted_filename_patterns: vec![pattern.to_owned()],
        restricted_keywords: Vec::new(),
    }
}

#[test]
fn a_pattern_restricts_the_names_of_its_form() {
    for (pattern, name, restricted) in [
        ("*exco*", "2024 EXCO pack.xlsx", true),
        ("*exco*", "ｅｘｃｏ.xlsx", true),
        ("*exco*", "ex\u{200B}co.xlsx", true),
        ("*ＥＸＣＯ*", "exco.xlsx", true),
        ("*exco*", "excel.xlsx", false),
        ("exco*", "board/Exco 2024.xlsx", true),
        ("exco*", "board\\exco.xlsx", true),
        ("q?_draft.csv", "Q1_draft.csv", true),
        ("q?_draft.csv", "Q12_draft.csv", false),
        ("*机密*", "年报（机密）.pdf", true),
        ("a*b*c", "aXbXbc", true),
        ("a*b*c", "aXbXb", false),
        ("*", "", true),
        ("", "a", false),
    ] {
        let found = policy(pattern).of_name(name) == Sensitivity::Restricted;
        assert_eq!(found, restricted, "{pattern} on {name}");
    }
}

#[test]
fn labels_are_known_in_every_spelling() {
    for (label, known) in [
        (" Public\n", Some(Sensitivity::Public)),
        ("ｉｎｔｅｒｎａｌ", Some(Sensitivity::Internal)),
        ("RESTRICTED\u{200B}", Some(Sensitivity::Restricted)),
        ("confidential", None),
        ("public internal", None),
        ("", None),
    ] {
        assert_eq!(Sensitivity::of_label(label), known, "{label:?}");
    }
}

#[test]
fn a_long_name_against_many_stars_takes_no_time() {
    let name = "a".repeat(20_000);
    assert_eq!(policy(&"*a".repeat(200)).of_name(&format!("{name}b")), Sensitivity::Internal);
}
