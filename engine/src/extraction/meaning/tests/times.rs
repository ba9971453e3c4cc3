//! Half-year and quarter figures under the bare year of a header: every place with every wording, in both languages, of a time
//! shorter than a year, and tables of whole years and of quarters, which are read.

use super::{CONTEXT, OfDocument, table};
use crate::extraction::meaning::attribute;
use crate::files::quota::Quota;
use crate::reading::Reading;

const SHORTER: [&str; 44] = [
    "H1",
    "First half",
    "Half year",
    "Half-year results",
    "Interim results",
    "Interim report 2024",
    "H1 2024",
    "1H24",
    "Semi-annual report",
    "Six months",
    "Six months ended 30 June",
    "Nine months",
    "Nine months ended 30 September 2024",
    "Q4",
    "First quarter",
    "Fourth quarter 2024",
    "Quarterly report",
    "Quarter",
    "Monthly report",
    "March",
    "June 2024",
    "Weekly",
    "YTD",
    "Year to date",
    "As at 30 June 2024",
    "As at 30 June",
    "Prior year",
    "上半年",
    "上半年：",
    "下半年",
    "中期业绩",
    "2024年中期报告",
    "中期業績",
    "半年度业绩",
    "2024年上半年",
    "四季度",
    "第一季度业绩",
    "季度",
    "三月",
    "6月",
    "六个月",
    "截至六月三十日止六个月",
    "截至2024年6月30日止六个月",
    "上年同期",
];

/// How often a document comes, which says nothing of each of its tables.
const RATES: [&str; 4] = ["Quarterly report", "Quarter", "Monthly report", "季度"];

/// What covers whole years, or more.
const WHOLE: [&str; 16] = [
    "Annual results",
    "Full year results",
    "Full-year results 2024",
    "Annual report 2025",
    "Year ended 31 December 2024",
    "Twelve months ended 31 December 2024",
    "As at 31 December 2024",
    "Published 26 March 2025",
    "Q1 2025 update",
    "Key figures",
    "全年业绩",
    "2024年度业绩",
    "年度报告",
    "截至2024年12月31日止年度",
    "主要财务数据",
    "FY2024",
];

/// The same, in words that a title over values does not explain and the name of a document may hold.
const OF_NAMES: [&str; 5] = ["12 months", "Results compared with prior year", "历年业绩", "十二个月", "与上年同期比较"];

const PLACES: [&str; 7] = [
    "@ HK\n# {}\n# US$m\n || 2024 | 2023\n---\nNBV || =1 | =2",
    "@ HK\n# US$m\n# {}\n || FY2024\n---\nNBV || =1",
    "@ HK\n^ {}\n# US$m\n || 2024年 | 2023年\n---\n新业务价值 || =1 | =2",
    "^ Hong Kong FY2024 (US$m)\n^ {}\n || 2024\n---\nNBV || =1",
    "^ Hong Kong FY2024 (US$m)\n^ {}\n || Hong Kong\n---\nNBV || =1",
    "@ {}\n# Hong Kong, US$m\n || FY2024\n---\nNBV || =1",
    "# Hong Kong, US$m\n{} || FY2024\n---\nNBV || =1",
];
const FILES: [(&str, &str); 2] = [("2024 {}.md", ""), ("a.md", "{}")];

/// What becomes of a table in a document that states of what time it is.
fn stated(period: &str) -> usize {
    let of = OfDocument::default().of_time(Some(period), &CONTEXT);
    let (grid, layout) = table("^ Hong Kong (US$m)\n || 2024\n---\nNBV || =1");
    let read = attribute(&of, &grid, &layout, &CONTEXT, &Quota::for_readings()).unwrap();
    read.readings.iter().filter(|reading| matches!(reading, Reading::Fact(_))).count()
}

#[test]
fn a_document_of_half_a_year_holds_no_whole_ones() {
    assert_eq!(["2024H1", "Q4 2024", "上半年", "2024", "FY2025", "2025Q1"].map(stated), [0, 0, 0, 1, 1, 1]);
}

fn facts(written: &str, file: (&str, &str)) -> Vec<String> {
    let of = OfDocument::read(file.0, file.1, &[], None, &CONTEXT);
    let (grid, layout) = table(written);
    let read = attribute(&of, &grid, &layout, &CONTEXT, &Quota::for_readings()).unwrap();
    read.readings.iter().filter(|reading| matches!(reading, Reading::Fact(_))).map(super::shown).collect()
}

/// The facts of whole years.
fn years(written: &str, file: (&str, &str)) -> Vec<String> {
    facts(written, file).into_iter().filter(|fact| fact.contains(" FY")).collect()
}

#[test]
fn no_year_is_whole_beside_a_shorter_time() {
    let drawn = SHORTER.iter().flat_map(|time| [time.to_string(), time.to_uppercase(), format!("{time}:")]);
    let written = drawn.flat_map(|time| {
        let is_rate = RATES.iter().any(|rate| time.to_lowercase().starts_with(&rate.to_lowercase()));
        let places = PLACES.iter().filter(move |place| !(is_rate && place.starts_with("@ {}")));
        places.map(move |place| place.replace("{}", &time))
    });
    let whole: Vec<String> = written.filter(|written| !years(written, ("a.md", "")).is_empty()).collect();
    assert_eq!(whole, Vec::<String>::new());
}

#[test]
fn nor_in_a_document_of_a_shorter_time() {
    let table = "^ Hong Kong (US$m)\n || FY2024\n---\nNBV || =1";
    let times = SHORTER.iter().filter(|time| !RATES.contains(time));
    let named = times.flat_map(|time| FILES.map(|(name, title)| (name.replace("{}", time), title.replace("{}", time))));
    let whole: Vec<_> = named.filter(|(name, title)| !years(table, (name, title)).is_empty()).collect();
    assert_eq!(whole, Vec::new());
}

#[test]
fn whole_years_are_read_under_all_usual_titles() {
    let table = "^ Hong Kong (US$m)\n || FY2024\n---\nNBV || =1";
    let titled = WHOLE.iter().flat_map(|time| PLACES[..4].iter().map(move |place| place.replace("{}", time)));
    let titled = titled.filter(|written| years(written, ("a.md", "")).is_empty());
    let named = WHOLE
        .iter()
        .chain(&OF_NAMES)
        .map(std::string::ToString::to_string)
        .filter(|time| years(table, ("a.md", time)).is_empty());
    assert_eq!(titled.chain(named).collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn headers_that_name_the_shorter_time_say_which_values_are_of_it() {
    for (written, count) in [
        ("@ HK\n# Quarterly report 2024, US$m\n || Q1 | Q2 | Q3 | Q4\n---\nNBV || =1 | =2 | =3 | =4", 4),
        ("@ HK\n# Fourth quarter and full year results, US$m\n || Q4 2024 | FY2024\n---\nNBV || =1 | =2", 2),
        ("@ HK\n# Interim results, US$m\n || H1 2024 | H1 2023 | FY2023\n---\nNBV || =1 | =2 | =3", 3),
        ("@ 香港\n# 月度数据，百万美元\n || 2024年1月 | 2024年2月\n---\n新业务价值 || =1 | =2", 2),
        ("@ 香港\n# 2024年季度数据，百万美元\n || 一季度 | 二季度\n---\n新业务价值 || =1 | =2", 2),
        // A part in a header and a year beside it are the part.
        ("@ HK\n# US$m\n || Half year | FY2023\n || FY2024 | \"\n---\nNBV || =1 | =2", 0),
    ] {
        assert_eq!(facts(written, ("a.md", "")).len(), count, "{written}: {:?}", facts(written, ("a.md", "")));
    }
}
