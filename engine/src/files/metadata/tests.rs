//! Tests of `metadata`.

use super::*;

fn labelled(labels: &[&str]) -> Option<Sensitivity> {
    let mut metadata = Metadata::default();
    for label in labels {
        assert_eq!(metadata.state(Key::Sensitivity, label, None), Ok(()));
    }
    metadata.labelled()
}

#[test]
fn every_doubt_about_a_label_restricts() {
    assert_eq!(labelled(&[]), None);
    assert_eq!(labelled(&[" public "]), Some(Sensitivity::Public));
    assert_eq!(labelled(&["ＩＮＴＥＲＮＡＬ"]), Some(Sensitivity::Internal));
    for doubtful in ["Restricted", "", "secret", "PUBLIC, INTERNAL", "公开"] {
        assert_eq!(labelled(&[doubtful]), Some(Sensitivity::Restricted), "{doubtful:?}");
    }
    assert_eq!(labelled(&["PUBLIC", "PUBLIC"]), Some(Sensitivity::Restricted));
    assert_eq!(labelled(&["RESTRICTED", "PUBLIC"]), Some(Sensitivity::Restricted));
}

#[test]
fn a_key_is_known_in_every_spelling() {
    for written in ["sensitivity", "Sensitivity", " ＳＥＮＳＩＴＩＶＩＴＹ", "sensi\u{200B}tivity"] {
        assert_eq!(Key::of(written), Some(Key::Sensitivity), "{written:?}");
    }
    assert_eq!(Key::of("Valid-as-of"), Some(Key::ValidAsOf));
    assert_eq!(Key::of("author"), None);
}

#[test]
fn what_cannot_be_kept_is_refused() {
    let mut metadata = Metadata::default();
    assert_eq!(metadata.state(Key::Topic, "  re\n views ", Some(2)), Ok(()));
    assert_eq!(metadata.get(Key::Topic), Some("re views"));
    let twice = MetadataProblem::Twice { key: Key::Topic, first_line: Some(2) };
    assert_eq!(metadata.state(Key::Topic, "other", Some(3)), Err(twice));
    assert_eq!(metadata.state(Key::ValidAsOf, "31.12.2024", None), Err(MetadataProblem::Date));
    let name = Err(MetadataProblem::Name { chars_max: NAME_CHARS_MAX });
    for broken in ["", "a\nb", &"x".repeat(NAME_CHARS_MAX + 1)] {
        assert_eq!(metadata.state(Key::Doc, broken, None), name);
    }
}
