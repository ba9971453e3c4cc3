//! Periods in the texts of documents, where "last year" and "this quarter" mean nothing: only what reads the same on any
//! day is a period, and a part of a year without its year waits for one.

use jiff::civil::Date;

use crate::intent::periods::{self, PeriodMention, PeriodReading};
use crate::intent::{absolute_period, period_of};
use crate::period::{FiscalCalendar, Period};
use crate::text::TextView;

/// Two days on which no relative wording means the same.
const DAYS: [Date; 2] = [jiff::civil::date(2021, 5, 15), jiff::civil::date(2030, 11, 15)];

/// The periods of a text; those that depend on today are unreadable.
pub(super) fn absolute(view: &TextView, calendar: FiscalCalendar) -> Vec<PeriodMention> {
    let [mut early, late] = DAYS.map(|day| periods::scan(view, calendar, day));
    for (index, mention) in early.iter_mut().enumerate() {
        if late.get(index) != Some(mention) {
            mention.reading = PeriodReading::Unreadable;
        }
    }
    early
}

/// Whether a wording is a part of a year whose year it does not name: the same part of whichever year is today's.
pub(super) fn is_part(wording: &str, calendar: FiscalCalendar) -> bool {
    let read = |day| period_of(wording, calendar, day);
    let part = |day: Date| match read(day)? {
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
pub(super) fn part_of(year: (&Period, &str), part: &str, calendar: FiscalCalendar) -> Option<Period> {
    let (period, wording) = year;
    let spelled = absolute_period(&format!("{wording} {part}"), calendar)
        .or_else(|| absolute_period(&format!("{part} {wording}"), calendar))
        .or_else(|| absolute_period(&format!("{} {part}", period.value()), calendar))?;
    // 7月 below 2020年 is July 2020 also where the fiscal year begins in another month.
    let of_calendar = matches!(spelled, Period::Month { .. }) && !is_fiscal(wording);
    (of_calendar || calendar.within(*period).contains(&spelled)).then_some(spelled)
}
