//! The cases of the period reader: tables of one question a line, and properties over any text. Adding a case is adding
//! a line to a table.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod properties;

use jiff::civil::Date;

use super::words::Key;
use super::{PeriodReading, chinese, english, scan};
use crate::language::lists::{list, meanings};
use crate::period::{FiscalCalendar, Period};
use crate::text::TextView;

/// What a question means, in the notation of the tables: mentions separated by spaces, a list within one mention joined
/// by `+`, a bare year as `~2024`, an unreadable wording as `!`, no mention at all as `-`.
fn reading(question: &str, calendar: FiscalCalendar, today: Date) -> String {
    let mentions: Vec<String> = scan(&TextView::new(question), calendar, today)
        .iter()
        .map(|mention| match &mention.reading {
            PeriodReading::Periods(periods) => periods.iter().map(|p| p.value()).collect::<Vec<_>>().join("+"),
            PeriodReading::BareYear(period) => format!("~{}", period.value()),
            PeriodReading::Unreadable => "!".to_owned(),
        })
        .collect();
    if mentions.is_empty() { "-".to_owned() } else { mentions.join(" ") }
}

/// Writes out `2022..2024` in an expectation.
fn expanded(expected: &str) -> String {
    let mention = |mention: &str| match mention.split_once("..") {
        Some((from, to)) => {
            let (from, to): (Period, Period) = (from.parse().unwrap(), to.parse().unwrap());
            let places = to.places_after(from).expect("a range has ends of one type");
            let periods: Vec<String> = (0..=places).map(|by| from.shifted(by).unwrap().value()).collect();
            periods.join("+")
        }
        None => mention.to_owned(),
    };
    expected.split(' ').map(mention).collect::<Vec<_>>().join(" ")
}

/// Checks every line of a table. `@ MONTH DATE` sets the fiscal year's end and the reference date.
fn check(name: &str, table: &str) {
    let mut faults = Vec::new();
    let mut cases = 0;
    let (mut calendar, mut today) = (FiscalCalendar::ending_in(12).unwrap(), jiff::civil::date(2025, 11, 15));
    for (number, line) in table.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(setting) = line.strip_prefix("@ ") {
            let (month, date) = setting.split_once(' ').unwrap();
            calendar = FiscalCalendar::ending_in(month.parse().unwrap()).unwrap();
            today = date.parse().unwrap();
            continue;
        }
        let (question, expected) = line.rsplit_once(" => ").expect("a case is `question => expected`");
        let actual = reading(question, calendar, today);
        cases += 1;
        if actual != expanded(expected) {
            faults.push(format!("{name}:{}: {question}\n    expected {expected}\n    actual   {actual}", number + 1));
        }
    }
    assert!(cases > 0, "{name} holds no case");
    assert!(faults.is_empty(), "{} of {cases} cases\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn english_wordings() {
    check("english.txt", include_str!("english.txt"));
}

#[test]
fn chinese_wordings() {
    check("chinese.txt", include_str!("chinese.txt"));
}

#[test]
fn lists_and_ranges() {
    check("lists.txt", include_str!("lists.txt"));
}

#[test]
fn boundaries_slices_and_thresholds() {
    check("bounds.txt", include_str!("bounds.txt"));
}

#[test]
fn wordings_that_name_no_period() {
    check("none.txt", include_str!("none.txt"));
}

#[test]
fn a_fiscal_year_that_does_not_end_in_december() {
    check("fiscal.txt", include_str!("fiscal.txt"));
}

#[test]
fn every_counter_makes_a_count_and_every_exception_does_not() {
    let (calendar, today) = (FiscalCalendar::ending_in(12).unwrap(), jiff::civil::date(2025, 11, 15));
    let list = list!("periods/counters.txt");
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let word = line.strip_prefix('!').unwrap_or(line);
        let counted = reading(&format!("2024 {word}"), calendar, today) == "-";
        assert_eq!(counted, word == line, "{line}");
        assert_eq!(word.to_lowercase(), word, "a view is lower-case");
    }
}

#[test]
fn every_listed_word_has_a_meaning_and_is_found_whole() {
    for (word, meaning) in meanings(list!("periods/chinese.tsv")) {
        assert!(Key::listed(meaning).is_some(), "{word}: {meaning}");
        let found = chinese::word(word, None).map(|(_, length)| length);
        assert_eq!(found, Some(word.len()), "{word} is hidden by a shorter word");
    }
    for (word, meaning) in meanings(list!("periods/chinese_steps.tsv")) {
        let key = Key::listed(meaning.trim_end_matches(" fiscal"));
        assert!(matches!(key, Some(Key::Step(_) | Key::Unit(_))), "{word}: {meaning}");
    }
    for (word, meaning) in meanings(list!("periods/english.tsv")) {
        assert_eq!(english::word(word), Some(Key::listed(meaning).unwrap()), "{word}: {meaning}");
    }
}

#[test]
fn spans_cover_the_wording_and_nothing_else() {
    let spans = |question: &str| -> Vec<String> {
        let view = TextView::new(question);
        let calendar = FiscalCalendar::ending_in(12).unwrap();
        scan(&view, calendar, jiff::civil::date(2025, 11, 15))
            .into_iter()
            .map(|mention| view.text()[mention.span].to_owned())
            .collect()
    };
    assert_eq!(spans("香港2024年上半年的营收"), ["2024年上半年"]);
    assert_eq!(spans("ROE2024是多少"), ["2024"]);
    assert_eq!(spans("revenue from FY2022 to FY2024 in HK"), ["fy2022 to fy2024"]);
    assert_eq!(spans("revenue for the first half of FY24, please"), ["first half of fy24"]);
    assert_eq!(spans("Q1 and Q2 2025"), ["q1", "q2 2025"]);
    assert_eq!(spans("2024年香港上半年营收"), ["2024年", "上半年"]);
    assert_eq!(spans("２０２４年度营收"), ["2024年度"]);
    assert_eq!(spans("revenue by the end of Q1 2024?"), ["by the end of q1 2024"]);
    assert_eq!(spans("营收截至2024年3月是多少"), ["截至2024年3月"]);
}
