//! Tests of `days`.

use super::*;
use crate::text::TextView;

#[test]
fn a_day_is_a_period_only_with_the_word_for_it() {
    for (month, text, expected) in [
        (12, "Year ended 31 December 2024", "FY2024"),
        (12, "for the year ended December 31, 2024", "FY2024"),
        (12, "截至2024年12月31日止年度", "FY2024"),
        (12, "Six months ended 30 June 2024", "2024H1"),
        (12, "截至2024年6月30日止六个月", "2024H1"),
        (12, "Three months ended 31 March 2025", "2025Q1"),
        (3, "year ended 31 March 2024", "FY2024"),
        (3, "year ended 31 December 2024", "unreadable"),
        (12, "Year ended 30 December 2024", "unreadable"),
        (12, "as at 31 December 2024", "2024-12-31"),
        (12, "截至2024年12月31日", "2024-12-31"),
        (12, "2024-12-31", "2024-12-31"),
        (12, "2024/12/31", "2024-12-31"),
        (12, "31 Dec 2024", "2024-12-31"),
        (12, "2024-02-30", "unreadable"),
        (12, "2024", ""),
        (12, "2024-12", ""),
    ] {
        let calendar = FiscalCalendar::ending_in(month).unwrap();
        let found = find(&TextView::fold(text), calendar).into_iter().map(|day| match day.meaning {
            Day::Ends(period) => period.to_string(),
            Day::On(date) => date.to_string(),
            Day::Unreadable => "unreadable".to_owned(),
        });
        assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{text}");
    }
}
