//! Tests of `period`.

use super::*;

#[test]
fn every_period_reads_its_own_spelling() {
    for text in ["2024", "2024H1", "2024Q4", "2024-03", "2024-12"] {
        assert_eq!(text.parse::<Period>().unwrap().value(), text);
    }
    for text in ["", "24", "2024H3", "2024Q0", "2024-13", "2024-00", "2024-3", "FY2024", "2024h1", "２０２４"] {
        assert!(text.parse::<Period>().is_err(), "{text}");
    }
}

#[test]
fn shifting_crosses_the_ends_of_years() {
    let shifted = |text: &str, by| text.parse::<Period>().unwrap().shifted(by).map(Period::value);
    assert_eq!(shifted("2024Q1", -1).as_deref(), Some("2023Q4"));
    assert_eq!(shifted("2024H2", 1).as_deref(), Some("2025H1"));
    assert_eq!(shifted("2024-01", -13).as_deref(), Some("2022-12"));
    assert_eq!(shifted("2024", 2).as_deref(), Some("2026"));
    assert_eq!(shifted("2024", i32::MAX), None);
    let places = |later: &str, earlier: &str| later.parse::<Period>().unwrap().places_after(earlier.parse().unwrap());
    assert_eq!(places("2025Q2", "2024Q3"), Some(3));
    assert_eq!(places("2025Q2", "2024H1"), None);
}

#[test]
fn a_year_that_ends_in_march_is_named_by_its_end() {
    let march = FiscalCalendar::ending_in(3).unwrap();
    let day = jiff::civil::date(2024, 4, 1);
    assert_eq!(march.year_of(day), 2025);
    assert_eq!(march.quarter_of(day), Period::Quarter { year: 2025, quarter: 1 });
    assert_eq!(march.half_of(jiff::civil::date(2024, 3, 31)), Period::Half { year: 2024, half: 2 });
    assert_eq!(march.latest_complete_year(day), Period::Year { year: 2024 });
}

#[test]
fn a_period_holds_its_parts_of_the_fiscal_year() {
    let values = |month: i64, period: &str| {
        let calendar = FiscalCalendar::ending_in(month).unwrap();
        let within = calendar.within(period.parse().unwrap());
        within.into_iter().map(Period::value).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        values(12, "2025"),
        "2025 2025H1 2025H2 2025Q1 2025Q2 2025Q3 2025Q4 2025-01 2025-02 2025-03 2025-04 2025-05 2025-06 2025-07 \
         2025-08 2025-09 2025-10 2025-11 2025-12"
    );
    assert_eq!(values(3, "2025H2"), "2025H2 2025Q3 2025Q4 2024-10 2024-11 2024-12 2025-01 2025-02 2025-03");
    assert_eq!(values(3, "2025Q1"), "2025Q1 2024-04 2024-05 2024-06");
    assert_eq!(values(12, "2025-03"), "2025-03");
}
