//! What stands over, beside or behind a value in its own table may narrow it: a word in the corner, a text in its row, a column
//! without a period beside years. Until it is understood not to, the value waits.

use proptest::prelude::*;
use proptest::sample::select;

use super::readings;
use crate::files::Format;

/// Words that make other figures of those in the table, by what they name: a kind, a part of a year, a comparison, a
/// statistic, others, another scope.
const NARROWING: [&str; 41] = [
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
    "due to Jingan",
    "Source: industry statistics",
    "driven by agency; draft",
    "Driven by agency. Not final.",
    "notes receivable",
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

fn csv(text: &str) -> Vec<String> {
    readings(Format::Csv, text.as_bytes()).into_iter().filter(|reading| !reading.contains(" ! ")).collect()
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

/// Texts behind a value that leave it what it is.
const HARMLESS: [&str; 12] = [
    "",
    "—",
    "n/a",
    "FY2024",
    "US$m",
    "audited",
    "经审计",
    "Hong Kong",
    "香港",
    "New business value",
    "reported",
    "as reported",
];

/// Remarks that say where a figure was found or how it came about.
const ASIDES: [&str; 8] = [
    "see note 3",
    "Appendix B",
    "见附注三",
    "Source: finance",
    "Driven by agency growth",
    "Up 5% due to higher sales. See note 3.",
    "主要由于代理渠道增长",
    "p. 12",
];

/// One value with a text in its row, in each place and under each kind of header.
fn beside(text: &str, header: &str) -> Vec<String> {
    let title = "# Results FY2024 (US$m)\n\n";
    let last = format!("{title}| | Hong Kong | {header} |\n|---|---|---|\n| New business value | 4000 | {text} |\n");
    let between = format!(
        "{title}| | {header} | Hong Kong |\n|---|---|---|\n| Premium | | 7 |\n| New business value | {text} | 4000 |\n"
    );
    let listed = format!(
        "| Metric | Entity | Period | Value (US$m) | {header} |\n|---|---|---|---|---|\n\
         | New business value | Hong Kong | FY2024 | 4000 | {text} |\n"
    );
    let two = format!(
        "{title}| | Hong Kong | Thailand | {header} | Source |\n|---|---|---|---|---|\n\
         | New business value | 4000 | 500 | {text} | |\n"
    );
    let quoted =
        format!("Metric,Entity,Period,Value,Unit,{header}\nNew business value,Hong Kong,FY2024,4000,US$m,\"{text}\"\n");
    let found = [facts(&last), facts(&between), facts(&listed), facts(&two), csv(&quoted)];
    // A period that the text names is the row's.
    let is_of_year = |fact: &&String| fact.contains("4000") && fact.contains("FY2024");
    found.iter().map(|facts| facts.iter().filter(is_of_year).count().to_string()).collect()
}

const HEADERS: [&str; 12] =
    ["Insurer", "Comment", "Status", "Basis", "Scale", "公司", "口径", "状态", "Remark", "Company", "Notes", ""];

fn header() -> impl Strategy<Value = String> {
    prop_oneof![3 => select(&HEADERS[..]).prop_map(str::to_owned), 1 => nonsense()]
}

proptest! {
    #[test]
    fn a_text_in_the_row_of_a_value_that_may_narrow_it_stops_it(
        word in prop_oneof![
            4 => narrowing(),
            1 => select(&["in HK$ thousands", "FY2023", "Thailand", "泰国"][..]).prop_map(str::to_owned),
        ],
        header in header(),
    ) {
        prop_assert_eq!(beside(&word, &header), ["0"; 5], "{} under {}", word, header);
    }
}

#[test]
fn a_text_in_the_row_of_a_value_that_is_understood_stops_nothing() {
    let is_stopped = |text: &&str| ["Basis", "Comment"].iter().any(|header| beside(text, header) != ["1"; 5]);
    let mut stopped: Vec<&str> = HARMLESS.into_iter().filter(is_stopped).collect();
    stopped.extend(ASIDES.into_iter().filter(|text| beside(text, "Comment") != ["1"; 5]));
    assert_eq!(stopped, [""; 0]);
}

#[test]
fn a_header_over_the_middle_of_its_columns_stops_those_that_it_may_not_stand_for() {
    let years = "FY2022,FY2021,FY2020";
    let middle = csv(&format!("US$m,,Hong Kong,,,Thailand,\n,{years},{years}\nNBV,1,2,3,4,5,6\n"));
    // Left of the first and between two is nobody's for certain; over a header and right of the last is one's.
    assert_eq!(
        middle.iter().map(|fact| fact.split(' ').next().unwrap_or_default()).collect::<Vec<_>>(),
        ["C3", "F3", "G3"]
    );
    let left = csv(&format!("US$m,Hong Kong,,,Thailand,,\n,{years},{years}\nNBV,1,2,3,4,5,6\n"));
    assert_eq!(left.len(), 6);
}

#[test]
fn a_length_beside_a_shorter_or_longer_period_stops_it() {
    let of = |header: &str| facts(&format!("# NBV, US$m\n\n| | {header} |\n|---|---|\n| Hong Kong | 101.5 |\n")).len();
    for header in ["Dec 2022 quarter", "Quarter Dec 2022", "June 2022 half year", "2022年12月季度", "9 months Q3 2022"]
    {
        assert_eq!(of(header), 0, "{header}");
    }
    for header in ["Dec 2022", "Month of December 2022", "Q3 2022", "2022年三季度", "Third quarter 2022", "2022年12月"]
    {
        assert_eq!(of(header), 1, "{header}");
    }
}

#[test]
fn a_month_below_year_end_is_no_month_of_the_figures() {
    let of = |corner: &str, columns: &str| {
        csv(&format!("Market,{corner},Metric,{columns}\nHong Kong,March,NBV,12.5\n")).len()
    };
    assert_eq!([of("Year-end", "FY2022 (US$m)"), of("Year ended", "FY2022 (US$m)")], [0, 0]);
    assert_eq!(of("Month", "FY2022 (US$m)"), 1);
}
