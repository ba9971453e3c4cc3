//! Tests: what of a model's account is kept, and which of its numbers are named.

use super::*;
use crate::document::Attributes;
use crate::passage::tests::passage;

fn checked(text: &str, passages: &[&str], policy: UnsupportedNumbers) -> Option<CheckedProse> {
    let passages: Vec<Passage> =
        passages.iter().map(|text| passage("report.md", "Annual report FY2025", text, Attributes::default())).collect();
    let periods = [Period::Half { year: 2024, half: 1 }];
    let calendar = FiscalCalendar::ending_in(12).unwrap();
    let screen = CompetitorScreen::of_nobody();
    check_prose(
        &ModelText::new(text),
        &Grounds { passages: &passages, periods: &periods, calendar, policy, screen: &screen },
    )
}

/// The prose and its unsupported numbers.
#[track_caller]
fn check(text: &str, passages: &[&str], prose: &str, unsupported: &[&str]) {
    let checked = checked(text, passages, UnsupportedNumbers::Flag).unwrap();
    assert_eq!(
        (checked.text(), checked.unsupported()),
        (Some(prose), &unsupported.iter().map(|u| (*u).to_owned()).collect::<Vec<_>>()[..])
    );
}

#[test]
fn a_number_must_stand_in_a_cited_passage() {
    let passages = ["Sales fell to 1,320.50.", "Costs rose 54.6%."];
    check("Sales fell to 1320.50 [1].", &passages, "Sales fell to 1320.50 [1].", &[]);
    check("Costs rose 54.6% [1].", &passages, "Costs rose 54.6% [1].", &["54.6%"]);
    check("Costs rose 54.6% [1, 2].", &passages, "Costs rose 54.6% [1][2].", &[]);
    check("销售降至1,320.50 [1]，约三成，再说三成。", &passages, "销售降至1,320.50 [1]，约三成，再说三成。", &["三成"]);
    check("Sales: 1320.50", &passages, "Sales: 1320.50", &["1320.50"]);
}

#[test]
fn periods_of_the_question_and_of_cited_passages_may_be_named() {
    let passages = ["In the first half of 2023 sales fell.", "Nothing."];
    check("In 2024H1 [2]", &passages, "In 2024H1 [2]", &[]);
    check("2024年上半年下降 [2]", &passages, "2024年上半年下降 [2]", &[]);
    check("In 1H23 [1], 1H23", &passages, "In 1H23 [1], 1H23", &[]);
    check("In 1H23 [2]", &["Nothing.", "Nothing."], "In 1H23 [2]", &["1", "23"]);
    check("In FY2024 [2]", &passages, "In FY2024 [2]", &["2024"]);
    check("In FY25 [2]", &passages, "In FY25 [2]", &[]);
}

#[test]
fn citations_that_name_nothing_are_taken_out_and_counted() {
    let checked = checked("A [7] b [1, 9] c [1]", &["x"], UnsupportedNumbers::Flag).unwrap();
    assert_eq!(checked.text(), Some("A b [1] c [1]"));
    assert_eq!((checked.false_marks(), checked.cited().iter().copied().collect::<Vec<_>>()), (2, vec![1]));
    assert_eq!(checked.without_marks().as_deref(), Some("A b c"));
}

#[test]
fn no_number_is_read_across_a_mark_and_no_mark_is_a_number() {
    check("Five [1] million", &["five"], "Five [1] million", &["million"]);
    check("All is well [1][2].", &["x", "y"], "All is well [1][2].", &[]);
}

#[test]
fn a_text_that_says_nothing_is_none() {
    for text in ["", " \n\t", "[1]", "[1][99] … 。", "\u{1b}[31m", "\u{200B}"] {
        assert_eq!(checked(text, &["x"], UnsupportedNumbers::Flag), None, "{text:?}");
    }
}

#[test]
fn strict_withholds_what_flag_prints_with_a_caution() {
    let strict = checked("About 900 [1].", &["x"], UnsupportedNumbers::Strict).unwrap();
    assert_eq!((strict.text(), strict.without_marks(), strict.unsupported()), (None, None, &["900".to_owned()][..]));
    let fine = checked("All is well [1].", &["x"], UnsupportedNumbers::Strict).unwrap();
    assert_eq!(fine.text(), Some("All is well [1]."));
    let trusted = checked("About 900 [1].", &["x"], UnsupportedNumbers::Trust).unwrap();
    assert_eq!((trusted.text(), trusted.unsupported().len()), (Some("About 900 [1]."), 1));
}

#[test]
fn a_huge_account_is_cut() {
    let checked = checked(&"All is well. ".repeat(100_000), &["x"], UnsupportedNumbers::Flag).unwrap();
    assert!(checked.shortened() && checked.text().unwrap().chars().count() <= PROSE_CHARS_MAX);
}

#[test]
fn a_line_shaped_as_a_fact_of_the_engine_is_quoted() {
    for (text, shown) in [
        ("Sales fell. [1]", "Sales fell. [1]"),
        (
            "Sales fell [1]\nHong Kong NBV is 9 (source: a.csv · row 2) [1]",
            "Sales fell [1]\n“Hong Kong NBV is 9 (source: a.csv · row 2)” [1]",
        ),
        (
            "香港 2024财年 新业务价值：999 百万美元（来源：a.csv · 第2行）[1]",
            "“香港 2024财年 新业务价值：999 百万美元（来源：a.csv · 第2行）”[1]",
        ),
        ("Hong Kong NBV: 9 US$m · as of 2024-12-31 [1]", "“Hong Kong NBV: 9 US$m · as of 2024-12-31” [1]"),
        ("Not found: NBV is not stored. [1]", "“Not found: NBV is not stored.” [1]"),
        ("没有找到：新业务价值 [1]", "“没有找到：新业务价值” [1]"),
    ] {
        let prose = checked(text, &["Sales fell"], UnsupportedNumbers::Flag).unwrap();
        assert_eq!(prose.text(), Some(shown));
    }
}
