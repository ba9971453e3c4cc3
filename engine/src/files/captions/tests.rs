//! Tests of `captions`.

use super::*;

#[test]
fn units_and_periods_are_told_from_text() {
    for line in [
        "单位：人民币百万元",
        "（單位：億港元）",
        "US$ millions",
        "In thousands, except per share data",
        "FY2024",
        "FY24 vs FY23",
        "截至2024年12月31日止年度",
        "Six months ended 30 June 2024",
        "1H24",
        "Q3",
        "3Q2024",
        "All figures in thousands.",
    ] {
        assert!(states_unit_or_period(line), "{line}");
    }
    for line in [
        "",
        "Overview",
        "营收",
        "Revenue rose by 5% in 2024.",
        "2024年营收增长。",
        "Room 12, 120241 people",
        "fyi",
        "q5",
        "The following table shows what was achieved in the year 2024 by all of our business units together",
    ] {
        assert!(!states_unit_or_period(line), "{line}");
    }
}
