//! Periods in texts that have no day, where "last year" and "this quarter" mean nothing: the cells, headers, captions and
//! prose of documents. Only what reads the same on any day is a period there, and a part of a year without its year waits
//! for one.

use std::sync::LazyLock;

use jiff::civil::Date;

use super::numerals::is_han_digit;
use super::reader::Reader;
use super::token::tokens;
use super::{PeriodMention, PeriodReading, only_period, period_of, scan_tokens};
use crate::language::lists::{WordList, words};
use crate::period::{FiscalCalendar, Period};
use crate::text::TextView;

/// Two days on which no relative wording means the same.
const DAYS: [Date; 2] = [jiff::civil::date(2021, 5, 15), jiff::civil::date(2030, 11, 15)];

static STEPS: LazyLock<WordList> = words!("periods/steps.txt");
static CURRENT_YEARS: LazyLock<WordList> = words!("periods/current_years.txt");

/// As [`scan`]; the wordings that depend on today are unreadable.
pub(crate) fn scan_absolute(view: &TextView, calendar: FiscalCalendar) -> Vec<PeriodMention> {
    let tokens = tokens(view.text());
    let [mut early, late] = DAYS.map(|day| scan_tokens(view.text(), &tokens, calendar, day));
    for mention in &mut early {
        if !late.contains(mention) {
            mention.reading = PeriodReading::Unreadable;
        }
    }
    early
}

/// As [`period_of`]; a wording that depends on today is none.
pub fn absolute_period(cell: &str, calendar: FiscalCalendar) -> Option<Period> {
    cell.trim().parse().ok().or_else(|| {
        let view = TextView::new(cell);
        only_period(&view, &scan_absolute(&view, calendar))
    })
}

/// Whether all of a folded text is the wording of a period, on one day or another. Time that no period expresses counts only where
/// digits count it.
pub(crate) fn is_period_wording(folded: &str) -> bool {
    let Some(calendar) = FiscalCalendar::ending_in(12) else { return false };
    let day = DAYS[1];
    let tokens = tokens(folded);
    // A wording that is all of a text begins where the text does. Most names of a profile are read no further than that.
    if Reader::new(folded, &tokens, calendar, day).phrase(0, None).is_none() {
        return false;
    }
    match scan_tokens(folded, &tokens, calendar, day).as_slice() {
        [only] if only.span == (0..folded.len()) => {
            only.reading != PeriodReading::Unreadable
                || folded.contains(|c: char| c.is_ascii_digit() || is_han_digit(c))
        }
        _ => false,
    }
}

/// Whether a folded wording is the year that the headers beside it name: 本年, current year.
pub(crate) fn is_current_year(wording: &str) -> bool {
    CURRENT_YEARS.contains(wording)
}

/// Whether a folded wording counts from a period that is stated before it as well as from today: the previous year, 上一年.
pub(crate) fn is_step_wording(wording: &str) -> bool {
    STEPS.strip_start(wording).is_some()
}

/// Whether a wording is a part of a year whose year it does not name: the same part of whichever year is today's.
pub(crate) fn is_part(wording: &str, calendar: FiscalCalendar) -> bool {
    let part = |day: Date| match period_of(wording, calendar, day)? {
        Period::Half { year, half } if year == calendar.year_of(day) => Some((2, half)),
        Period::Quarter { year, quarter } if year == calendar.year_of(day) => Some((4, quarter)),
        Period::Month { year, month } if year == day.year() => Some((12, month)),
        _ => None,
    };
    let [early, late] = DAYS.map(part);
    early.is_some() && early == late
}

/// Whether a wording says that its year is a fiscal one.
fn is_fiscal(wording: &str) -> bool {
    let folded = TextView::fold(wording);
    ["fy", "fiscal", "financial", "财", "年度"].iter().any(|word| folded.contains(word))
}

/// A part of a year with its year.
pub(crate) fn part_of(year: (&Period, &str), part: &str, calendar: FiscalCalendar) -> Option<Period> {
    let (period, wording) = year;
    let spelled = absolute_period(&format!("{wording} {part}"), calendar)
        .or_else(|| absolute_period(&format!("{part} {wording}"), calendar))
        .or_else(|| absolute_period(&format!("{} {part}", period.value()), calendar))?;
    // 7月 below 2020年 is July 2020 also where the fiscal year begins in another month.
    let of_calendar = matches!(spelled, Period::Month { .. }) && !is_fiscal(wording);
    (of_calendar || calendar.within(*period).contains(&spelled)).then_some(spelled)
}
