//! What a phrase file may say, and that the shipped one can be read.

use super::{Part, PhraseFault, PhraseKind, Phrasebook, Slot};

#[test]
fn the_shipped_phrases_can_be_read_and_have_every_kind_in_both_languages() {
    let book = Phrasebook::read(include_str!("../../../golden/phrases.toml")).unwrap();
    for language in ["zh", "en"] {
        for kind in PhraseKind::ALL {
            assert!(book.of(language).iter().any(|phrase| phrase.kind == kind), "{language} has no {kind}");
        }
    }
}

#[test]
fn a_pattern_has_texts_slots_and_what_may_be_left_out() {
    let book = Phrasebook::read("[[phrase]]\nkind = \"fact\"\nen = \"a {value}< {unit}>\"").unwrap();
    let optional = Part::Optional(vec![Part::Text(" ".to_owned()), Part::Slot(Slot::Unit)]);
    assert_eq!(book.of("en")[0].parts, [Part::Text("a ".to_owned()), Part::Slot(Slot::Value), optional]);
}

#[test]
fn a_pattern_that_does_not_hold_together_is_a_fault() {
    let fault =
        |pattern: &str| Phrasebook::read(&format!("[[phrase]]\nkind = \"fact\"\nen = \"{pattern}\"")).unwrap_err();
    assert!(matches!(fault("{worth}"), PhraseFault::UnknownSlot { .. }));
    assert!(matches!(fault("{value"), PhraseFault::Unclosed(_)));
    assert!(matches!(fault("<{value}"), PhraseFault::Unclosed(_)));
}
