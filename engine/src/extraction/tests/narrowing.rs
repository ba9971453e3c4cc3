//! What stands over, beside or behind a value in its own table may narrow it: a word in the corner, a text in its row, a column
//! without a period beside years. Until it is understood not to, the value waits.

use proptest::prelude::*;
use proptest::sample::select;

use super::readings;
use crate::files::Format;

/// Words that make other figures of those in the table, by what they name: a kind, a part of a year, a comparison, a
/// statistic, others, another scope.
const NARROWING: [&str; 36] = [
    "Budget",
    "预算",
    "Plan",
    "Draft",
    "作废",
    "Q4",
    "四季度",
    "H1",
    "上半年",
    "Prior year",
    "上年同期",
    "YTD",
    "Change",
    "同比",
    "Growth",
    "Average",
    "Median",
    "Share",
    "Sensitivity",
    "Industry",
    "同业",
    "Peers",
    "Jingan",
    "竞安",
    "Competitor average",
    "Joint venture",
    "合营企业",
    "Excluding Macau",
    "不含澳门",
    "of which new",
    "industry total",
    "wrong do not use",
    "50% share",
    "at constant currency",
    "X",
    "Peer group",
];
/// Corners that only name what is listed, or say what the table says anyway.
const DIMENSIONS: [&str; 24] = [
    "",
    "Metric",
    "Item",
    "Company",
    "Region",
    "Line item",
    "Company name",
    "Metric / Region",
    "Key figures",
    "US$m",
    "(US$m)",
    "In US$ millions",
    "Unit: US$m",
    "指标",
    "项目",
    "渠道",
    "Channel",
    "地区/指标",
    "单位：百万美元",
    "FY2024",
    "For the year",
    "Year ended December 31,",
    "December 31,",
    "Product",
];

fn facts(text: &str) -> Vec<String> {
    readings(Format::Markdown, text.as_bytes()).into_iter().filter(|reading| !reading.contains(" ! ")).collect()
}

/// Words without a meaning, in Latin letters and in ideographs.
fn nonsense() -> impl Strategy<Value = String> {
    prop_oneof!["[bcdfgklmnprstvz][aeiou][bdgklmnrtvz]{2}[aeiou][lnrtx]{2}", "[囧龘靐齉爩]{2,3}"]
}

fn narrowing() -> impl Strategy<Value = String> {
    prop_oneof![3 => select(&NARROWING[..]).prop_map(str::to_owned), 1 => nonsense()]
}

fn cornered(corner: &str) -> String {
    format!("# Results FY2024 (US$m)\n\n| {corner} | Hong Kong |\n|---|---|\n| New business value | 4000 |\n")
}

proptest! {
    #[test]
    fn a_word_in_the_corner_that_may_narrow_its_values_stops_them(word in narrowing()) {
        prop_assert_eq!(facts(&cornered(&word)), [""; 0], "{}", word);
    }
}

#[test]
fn a_corner_that_names_what_is_listed_stops_nothing() {
    let stopped: Vec<&str> = DIMENSIONS.into_iter().filter(|corner| facts(&cornered(corner)).len() != 1).collect();
    assert_eq!(stopped, [""; 0]);
}

#[test]
fn a_column_without_a_period_beside_years_has_not_that_of_the_title() {
    for header in ["+/-", "", "%", "Δ", "chg", "增减", "变动", "▲", "Hong Kong", "NBV", "US$m"] {
        let text = format!("# Hong Kong FY2024 (US$m)\n\n| | 2023 | {header} |\n|---|---|---|\n| NBV | 100 | 8 |\n");
        assert!(!facts(&text).iter().any(|fact| fact.contains("2024")), "{header}: {:?}", facts(&text));
        let text = format!("# Hong Kong FY2024 (US$m)\n\n| | NBV |\n|---|---|\n| 2023 | 100 |\n| {header} | 8 |\n");
        assert!(!facts(&text).iter().any(|fact| fact.contains("2024")), "row {header}: {:?}", facts(&text));
    }
    for header in ["", "+/-", "%"] {
        let text = format!("# Hong Kong FY2024 (US$m)\n\n| | H1 | {header} |\n|---|---|---|\n| NBV | 100 | 8 |\n");
        assert_eq!(facts(&text).len(), 1, "{header}");
    }
    let ordinary = "# FY2024 (US$m)\n\n| | Hong Kong | Thailand |\n|---|---|---|\n| NBV | 100 | 8 |\n";
    assert_eq!(facts(ordinary).len(), 2);
}
