//! Tests: the gate's promises on generated text.

use proptest::prelude::*;

use super::gate;
use crate::text::TextView;

const NAMES: [&str; 5] = ["竞安", "中国竞安", "Jingan", "竞安Jingan", "Harbor Mutual"];

/// Anything that may stand between two letters of a name without spelling a letter or digit itself.
fn separators() -> impl Strategy<Value = String> {
    let some = prop_oneof![
        4 => proptest::char::ranges(vec![' '..='/', ':'..='@', '['..='`', '{'..='~', '\u{0}'..='\u{1F}'].into()),
        2 => proptest::char::range('\u{2000}', '\u{206F}'),
        2 => proptest::char::range('\u{300}', '\u{36F}'),
        1 => proptest::char::range('\u{3000}', '\u{3004}'),
        1 => proptest::char::range('\u{FE00}', '\u{FE0F}'),
        2 => proptest::char::range('\u{1F300}', '\u{1FAFF}'),
        1 => proptest::char::range('\u{E0001}', '\u{E007F}'),
        1 => proptest::char::range('\u{E000}', '\u{E0FF}'),
        1 => proptest::char::range('\u{1F1E6}', '\u{1F1FF}'),
        1 => proptest::char::range('←', '⏿'),
    ];
    // The end of a clause parts a name, unless every letter stands apart; see the tests of `glued`.
    let parts = |c: &char| !",;:.?!()-|–—…、。\n\u{2029}‼⁇⁈⁉".contains(*c);
    proptest::collection::vec(some, 0..4).prop_map(move |drawn| drawn.into_iter().filter(parts).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn nothing_between_the_letters_hides_a_name(
        name in 0..NAMES.len(),
        gaps in proptest::collection::vec(separators(), 16),
        before in "[ ，。(]{0,2}",
        after in "[ ，。)0-9_]{0,2}",
    ) {
        let gate = gate(&[("PEER", &NAMES)]);
        let dressed: String = NAMES[name]
            .chars()
            .zip(&gaps)
            .enumerate()
            .flat_map(|(i, (c, gap))| if i == 0 { vec![c] } else { gap.chars().chain([c]).collect() })
            .collect();
        let question = format!("{before}{dressed}{after}");
        let screening = gate.screen(&question);
        prop_assert!(!screening.is_clear(), "{question:?}");
        let masked = screening.masked(&question);
        prop_assert_eq!(masked.len(), question.len());
        prop_assert_eq!(masked.chars().filter(|c| c.is_alphabetic()).count(), before.chars().chain(after.chars()).filter(|c| c.is_alphabetic()).count());
    }

    #[test]
    fn spans_are_of_the_question_and_masking_leaves_no_name(question in "(?s)(竞|安|競|中国|Jingan|harbor|mutual|j|1|n|g|4| |，|\u{301}|😀|.){0,40}") {
        let gate = gate(&[("PEER", &NAMES)]);
        let screening = gate.screen(&question);
        let mut end = 0;
        for hit in &screening.hits {
            prop_assert!(hit.span.start >= end && hit.span.end > hit.span.start);
            prop_assert!(question.get(hit.span.clone()).is_some());
            end = hit.span.end;
        }
        let masked = screening.masked(&question);
        prop_assert_eq!(masked.len(), question.len());
        prop_assert_eq!(screening.is_clear(), masked == question);
        let view = TextView::new(&masked);
        for name in ["竞安", "中国竞安"] {
            prop_assert!(!view.text().contains(name), "{name} in {masked:?}");
        }
        prop_assert_eq!(gate.screen(&question), screening);
    }

    #[test]
    fn arbitrary_text_is_screened_without_harm(question in any::<String>(), other in any::<String>(), alias in any::<String>()) {
        let gate = gate(&[("PEER", &[&alias, "竞安"])]);
        let screening = gate.screen(&question);
        let _ = screening.masked(&question);
        // A text that is not the screened one masks the wrong places, and nothing worse.
        let _ = screening.masked(&other);
        let _ = gate.screen(&format!("{other}{alias}{question}")).masked(&other);
    }

    #[test]
    fn numbers_alone_are_never_a_name(question in "[-+$£€¥ 0-9.,:/%()!@|]{0,30}") {
        let gate = gate(&[("A", &["AXA", "jingan", "MetLife", "Asia", "loss", "Aegis", "58 Group", "ISO", "all"])]);
        prop_assert!(gate.screen(&question).is_clear(), "{question:?}");
    }
}

#[test]
fn a_long_text_is_screened_whatever_it_holds() {
    let gate = gate(&[("PEER", &NAMES)]);
    let bytes = 1 << 18;
    for unit in
        ["j", "竞", "ji ng", "j\u{301}", "\u{301}", "!", "👩‍👩‍👧", "\r\n", "1️⃣", "аnj", "ﷺ", "Jinga", "竞 ", "jingan "]
    {
        let question = unit.repeat(bytes / unit.len());
        let screening = gate.screen(&question);
        assert_eq!(screening.masked(&question).len(), question.len());
        assert_eq!(screening.is_clear(), unit != "jingan ", "{unit:?}");
    }
    let far_apart = format!("竞{}安", " \u{200B}-".repeat(bytes / 5));
    assert_eq!(gate.screen(&far_apart).hits[0].span, 0..far_apart.len());
}
