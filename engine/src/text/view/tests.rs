//! Tests of `view`.

use proptest::prelude::*;

use super::*;

fn normal(source: &str) -> String {
    TextView::new(source).text().to_owned()
}

#[test]
fn full_width_case_and_space_fold_to_one_form() {
    assert_eq!(normal("  ＦＹ２０２４\u{3000}\t Ｒevenue\u{200B} "), "fy2024 revenue");
    assert_eq!(normal("a\r\n\u{A0}\u{2003}\u{2028}\u{202F}b\u{85}"), "a b");
    assert_eq!(normal("Straße ŒUVRE ﬁN ① ㈱ ㎡"), "strasse œuvre fin 1 (株) m2");
}

#[test]
fn invisible_characters_part_nothing() {
    assert_eq!(normal("e\u{200B}\u{301}"), "é");
    assert_eq!(normal("a\0\u{301}"), "á");
    assert_eq!(normal("re\u{AD}ve\u{2060}nue\u{FE0F}"), "revenue");
    assert_eq!(normal("ㄱㅏ 가"), "가 가");
    assert_eq!(normal("👨\u{200D}👩"), "👨👩");
    assert_eq!(normal("\u{301}x"), "\u{301}x");
    assert_eq!(normal("e´"), "e \u{301}");
}

#[test]
fn no_visible_character_is_dropped() {
    assert_eq!(normal("(1,320.5)%—·。“”😀\u{600}"), "(1,320.5)%—·。“”😀\u{600}");
}

#[test]
fn spans_lead_back_to_the_original_bytes() {
    for (source, part, original) in [
        ("香港\u{200B}２０２４ 营收", "2024", "２０２４"),
        ("A  Net\u{3000}\u{3000}Revenue", "net revenue", "Net\u{3000}\u{3000}Revenue"),
        ("x cafe\u{301}s", "é", "e\u{301}"),
        ("ﬁn", "fi", "ﬁ"),
        ("中国香港", "香港", "香港"),
        ("e\u{200B}\u{301} b", "b", "b"),
    ] {
        let view = TextView::new(source);
        let start = view.text().find(part).unwrap_or_default();
        assert_eq!(&source[view.source_span(start..start + part.len())], original, "{source:?}");
    }
}

#[test]
fn traditional_and_variant_ideographs_are_simplified() {
    assert_eq!(normal("營收與利潤，國\u{FE00}際"), "营收与利润,国际");
    assert_eq!(normal("\u{F9E9}"), normal("里"));
}

#[test]
fn ranges_that_hold_nothing_are_empty_ranges_of_the_original() {
    let view = TextView::new("香港 x");
    assert_eq!(view.source_span(3..3), 3..3);
    assert_eq!(view.source_span(99..120), 8..8);
    assert_eq!(view.source_span(1..2), 0..3);
    assert_eq!(TextView::new("").source_span(0..1), 0..0);
}

#[test]
fn a_long_run_of_anything_is_viewed() {
    for unit in ["a", "竞", "\u{301}", "e\u{301}", "👩‍👩‍👧", "\r\n", "ﷺ", "А", "\u{1161}", "\u{200D}", " \u{301}", "🇦"]
    {
        let source = unit.repeat((1 << 18) / unit.len());
        let view = TextView::new(&source);
        let end = view.source_span(0..view.text().len()).end;
        assert!(source.is_char_boundary(end), "{unit:?}");
    }
}

fn texts() -> impl Strategy<Value = String> {
    let some = prop_oneof![
        4 => any::<char>(),
        2 => prop::sample::select("aZ é\u{301}\u{327}\u{345}İß´ϔΐㄱㅏ각ﾞガ\r\n\u{A0}\u{200B}\u{200D}\0①ﬁ２香\u{FE0F}👩🏽🇨".chars().collect::<Vec<_>>()),
        1 => proptest::char::range('\u{300}', '\u{3FF}'),
        1 => proptest::char::range('\u{1F00}', '\u{1FFF}'),
    ];
    // The Unicode tables of the crates below are of different years; a character that only some of them know is
    // cut and composed differently.
    let known = |c: &char| c.general_category() != GeneralCategory::Unassigned;
    proptest::collection::vec(some, 0..24).prop_map(move |text| text.into_iter().filter(known).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn the_view_of_a_view_is_itself(source in texts()) {
        let once = normal(&source);
        prop_assert_eq!(&normal(&once), &once);
        prop_assert_eq!(TextView::fold(&source), once);
    }

    #[test]
    fn the_view_is_composed_and_its_white_space_single(source in texts()) {
        let view = normal(&source);
        prop_assert!(NFC.is_normalized(&view), "{view:?}");
        prop_assert!(!view.contains("  ") && view.trim_matches(' ') == view);
    }

    #[test]
    fn every_span_is_of_whole_characters_and_in_order(source in texts(), from in 0_usize..40, len in 0_usize..40) {
        let view = TextView::new(&source);
        prop_assert!(source.get(view.source_span(from..from + len)).is_some());
        let mut end = 0;
        for (offset, c) in view.text().char_indices() {
            let span = view.source_span(offset..offset + c.len_utf8());
            prop_assert!(!span.is_empty() && source.get(span.clone()).is_some());
            prop_assert!(span.end >= end);
            end = span.end;
        }
    }
}
