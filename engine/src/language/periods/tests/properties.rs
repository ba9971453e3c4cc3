//! Properties of the period reader over any text, and the round trip of every period through every form.

use proptest::prelude::*;

use super::super::{PeriodReading, scan};
use super::reading;
use crate::period::{FiscalCalendar, Period};
use crate::text::TextView;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const ORDINALS: [&str; 4] = ["first", "second", "third", "fourth"];
const HAN: [&str; 12] = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

fn december() -> FiscalCalendar {
    FiscalCalendar::ending_in(12).unwrap()
}

fn place(number: i8) -> usize {
    usize::try_from(number - 1).unwrap()
}

/// The year in Chinese numerals.
fn han_year(year: i16) -> String {
    year.to_string()
        .chars()
        .map(|c| ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"][c as usize - 48])
        .collect()
}

/// Every form that names the period.
fn forms(period: Period) -> Vec<String> {
    match period {
        Period::Year { year: y } => {
            let mut forms: Vec<String> =
                ["FY{}", "FY {}", "fiscal {}", "fiscal year {}", "financial year {}", "year {}"]
                    .iter()
                    .chain(&[
                        "full year {}",
                        "{} full year",
                        "{}年",
                        "{}年度",
                        "{}财年",
                        "{}财政年度",
                        "{}年全年",
                        "{} fiscal year",
                    ])
                    .map(|form| form.replace("{}", &y.to_string()))
                    .collect();
            forms.push(format!("{}年", han_year(y)));
            forms
        }
        Period::Half { year: y, half: n } => {
            let (ordinal, side) = (ORDINALS[place(n)], ["上", "下"][place(n)]);
            vec![
                format!("{y}H{n}"),
                format!("{y} H{n}"),
                format!("H{n} {y}"),
                format!("H{n} FY{y}"),
                format!("{n}H{y}"),
                format!("HY{n} {y}"),
                format!("{ordinal} half of {y}"),
                format!("{y} {ordinal} half"),
                format!("{y}年{side}半年"),
                format!("{side}半年{y}"),
                format!("{}年{side}半年", han_year(y)),
            ]
        }
        Period::Quarter { year: y, quarter: n } => {
            let (ordinal, han) = (ORDINALS[place(n)], HAN[place(n)]);
            vec![
                format!("{y}Q{n}"),
                format!("Q{n} {y}"),
                format!("Q{n}/{y}"),
                format!("{y}-Q{n}"),
                format!("{n}Q{y}"),
                format!("{ordinal} quarter of {y}"),
                format!("{ordinal}-quarter {y}"),
                format!("quarter {n} of {y}"),
                format!("{y}年第{han}季度"),
                format!("{y}年{n}季度"),
                format!("第{han}季度{y}"),
                format!("{y}年Q{n}"),
            ]
        }
        Period::Month { year: y, month: n } => {
            let (name, han) = (MONTHS[place(n)], HAN[place(n)]);
            vec![
                format!("{y}-{n:02}"),
                format!("{y}/{n:02}"),
                format!("{n:02}/{y}"),
                format!("{name} {y}"),
                format!("{} {y}", &name[..3]),
                format!("{name} of {y}"),
                format!("{y}年{n}月"),
                format!("{y}年{n:02}月份"),
                format!("{}年{han}月", han_year(y)),
            ]
        }
    }
}

fn any_period() -> impl Strategy<Value = Period> {
    (1900i16..=2099, 0i8..4, 0i8..12).prop_map(|(year, kind, place)| match kind {
        0 => Period::Year { year },
        1 => Period::Half { year, half: place % 2 + 1 },
        2 => Period::Quarter { year, quarter: place % 4 + 1 },
        _ => Period::Month { year, month: place + 1 },
    })
}

/// Text that is made of words of time more often than not.
fn timely_text() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        3 => prop::sample::select(vec![
            "2024", "24", "3", "1", "年", "月", "季度", "上半年", "fy", "q", "h", "half", "first", "second", "last", "of", "the",
            "to", "-", "/", ",", "、", "和", "至", "from", "between", "and", "year", "years", "quarter", "ended", "march",
            "may", "近", "三", "个", "前", "去年", "上", "末", "以来", "since", "about", "so far", "through", "截至", "and later", "weekdays", "any", "中", "底", "end", "'", ".", "%", "人", "第", "each", "各", " ",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    (prop::collection::vec(pieces, 0..24), prop::sample::select(vec!["", " "]))
        .prop_map(|(pieces, sep)| pieces.join(sep))
}

proptest! {
    #[test]
    fn every_form_of_every_period_reads_back(period in any_period()) {
        for form in forms(period) {
            for question in [form.clone(), format!("What was revenue for {form}?"), format!("香港{form}营收是多少")] {
                let today = jiff::civil::date(2025, 11, 15);
                prop_assert_eq!(reading(&question, december(), today), period.value(), "{}", question);
            }
        }
    }

    #[test]
    fn any_text_gives_ordered_disjoint_mentions(
        text in prop_oneof![timely_text(), any::<String>()],
        month in 1i64..=12,
        year in 1i16..=9998,
    ) {
        let view = TextView::new(&text);
        let calendar = FiscalCalendar::ending_in(month).unwrap();
        let mut end = 0;
        for mention in scan(&view, calendar, jiff::civil::date(year, 6, 30)) {
            prop_assert!(mention.span.start >= end && mention.span.end > mention.span.start);
            end = mention.span.end;
            prop_assert!(view.text().get(mention.span.clone()).is_some(), "on character boundaries");
            match mention.reading {
                PeriodReading::Periods(periods) => prop_assert!(!periods.is_empty()),
                PeriodReading::BareYear(period) => prop_assert!((1900..=2099).contains(&period.year())),
                PeriodReading::Unreadable => {}
            }
        }
    }
}

#[test]
fn long_questions_take_linear_time() {
    let today = jiff::civil::date(2025, 11, 15);
    let pieces = [
        "2024-",
        "年",
        "7",
        "q1 ",
        "from ",
        "2024,q1,",
        "year ended ",
        "近",
        "1、",
        "first and ",
        "may ",
        "the ",
        "2024、",
        "1900-2099 ",
        "上半年和",
        "last ",
        "end of ",
        "2024年香港上半年",
        "一",
        "fiscal-",
        "q1 2024 to ",
        "since ",
        "to ",
        "so far in ",
        "2024一",
        "22、",
        "fy22/",
        "2024 and ",
        "every ",
        ".",
        "- ",
    ];
    for piece in pieces {
        let time = |bytes: usize| {
            let view = TextView::new(&piece.repeat(bytes / piece.len()));
            let start = std::time::Instant::now();
            let mentions = scan(&view, december(), today);
            assert!(mentions.len() <= bytes);
            start.elapsed()
        };
        time(1 << 9);
        let (short, long) = (time(1 << 11), time(1 << 15));
        // Sixteen times the text: far less than the 256 times of a quadratic scan, even on a busy machine.
        let bound = short * 120 + std::time::Duration::from_millis(200);
        assert!(long < bound, "{piece:?}: {short:?} for 2 KB, {long:?} for 32 KB");
    }
}

proptest! {
    /// The digits of a day are never dropped: a year ends with its last day, and a day behind FY is no year.
    #[test]
    fn digits_of_a_day_are_never_dropped(
        year in 2000_i16..2099, month in 1_i8..=12, day in 1_i8..=28, mark in proptest::sample::select(&['/', '-', '.'][..])
    ) {
        let today = jiff::civil::date(2025, 11, 15);
        let name = MONTHS[place(month)];
        for text in [
            format!("year ended {day} {name} {year}"),
            format!("year ended {name} {day}, {year}"),
            format!("FY{day:02}{mark}{month:02}{mark}{year}"),
            format!("FY {day}{mark}{month}{mark}{year}"),
            format!("FY{year}{mark}{month:02}{mark}{day:02}"),
        ] {
            let read = scan(&TextView::new(&text), december(), today);
            prop_assert!(
                read.iter().all(|mention| matches!(mention.reading, PeriodReading::Unreadable)),
                "{} means {}", text, reading(&text, december(), today)
            );
        }
    }
}
