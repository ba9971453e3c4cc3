//! Tests of `extraction`.

use super::super::Profile;
use super::super::tests::{VALID, faults};
use super::*;

#[test]
fn the_reading_of_documents_is_set_within_bounds() {
    let set = |lines: &str| Profile::parse("p.toml", &format!("{VALID}\n[extraction]\n{lines}\n")).unwrap().extraction;
    assert_eq!(set(""), ExtractionPolicy::default());
    assert_eq!(set("confidence_floor = 0.9").confidence_floor, 90);
    assert_eq!(set("confidence_floor = 1").confidence_floor, 100);
    assert_eq!(set("decimal = \",\"").decimal, DecimalMark::Comma);
    for (line, fault) in [
        ("confidence_floor = 1.01", "confidence_floor is 1.01, which is no confidence"),
        ("confidence_floor = 0.805", "confidence_floor is 0.805, which is no confidence"),
        ("confidence_floor = \"high\"", "`confidence_floor` must be a number from 0 to 1, such as 0.80, not a text"),
        ("decimal = \";\"", "`decimal` cannot be `;`"),
        ("flor = 1", "unknown key `flor` in [extraction]"),
    ] {
        let found = faults(&format!("{VALID}\n[extraction]\n{line}\n"));
        assert!(found.len() == 1 && found[0].contains(fault), "{line}: {found:?}");
    }
}

#[test]
fn a_tag_may_be_stated_by_words_and_a_word_states_one_tag() {
    let with = |lines: &str| format!("{VALID}\n[colors.budget]\n{lines}\n");
    let profile = Profile::parse("p.toml", &with("labels = [\"预算\"]\nanswers = false")).unwrap();
    assert!(profile.colors["budget"].rgb.is_empty());
    assert_eq!(profile.colors["budget"].labels, ["预算"]);
    let twice = faults(&with("labels = [\"Forecast\"]\nanswers = false"));
    assert!(
        twice.len() == 1 && twice[0].contains("`Forecast` means the tag `budget` here, but already means `forecast`"),
        "{twice:?}"
    );
    let blank = faults(&with("labels = [\" \"]\nanswers = false"));
    assert!(blank.len() == 1 && blank[0].contains("the colour `budget` has a blank wording"), "{blank:?}");
}
