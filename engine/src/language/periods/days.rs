//! Days in headers and titles. "Year ended 31 December 2024" and 截至2024年12月31日止年度 are periods where the fiscal
//! calendar agrees; a day alone ("as at 31 December 2024", 2024-12-31) is a business date and no period, because the same
//! day ends a year, a half, a quarter and a month.

use std::ops::Range;
use std::sync::LazyLock;

use jiff::civil::Date;
use regex::{Captures, Regex};

use super::english;
use crate::period::{FiscalCalendar, Period};

/// A day in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DayMention {
    /// Bytes of the folded text.
    pub(crate) span: Range<usize>,
    pub(crate) meaning: Day,
}

/// What a day means where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Day {
    /// The end of a period that is named with it.
    Ends(Period),
    /// A day.
    On(Date),
    /// The end of a time that no period of the calendar ends with, or a day that does not exist.
    Unreadable,
}

/// The first letters of a month; more may follow.
const MONTH: &str = "(?P<mon>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";
const SPAN: &str = r"(?:(?:for )?(?:the )?(?P<span>(?:fiscal |financial )?year|twelve months|12 months|half[- ]year|six months|6 months|quarter|three months|3 months) (?:ended|ending)(?: on)? )?(?:(?:as at|as of|at|on) )?";

static PATTERNS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let patterns = [
        r"(?:截至|截止|于|於)? ?(?P<y>\d{4}) ?年 ?(?P<m>\d{1,2}) ?月 ?(?P<d>\d{1,2}) ?[日号](?P<until>(?:止|为止)?(?:的)?)(?P<span>年度|财年|财政年度|十二个月|12个月|半年度|六个月|6个月|三个月|3个月|季度)?".to_owned(),
        format!(r"\b{SPAN}(?P<d>\d{{1,2}})(?:st|nd|rd|th)? {MONTH}\.?,? (?P<y>\d{{4}})\b"),
        format!(r"\b{SPAN}{MONTH}\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?, ?(?P<y>\d{{4}})\b"),
        r"\b(?:(?:as at|as of|at) )?(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})\b".to_owned(),
    ];
    // The patterns are constants; one that did not compile would find nothing, and the tests would say so.
    patterns.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect()
});

/// Every day in a folded text, left to right.
pub(crate) fn find(text: &str, calendar: FiscalCalendar) -> Vec<DayMention> {
    let mut mentions: Vec<DayMention> = Vec::new();
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return mentions;
    }
    for captures in PATTERNS.iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let Some(whole) = captures.get(0) else { continue };
        let span = whole.range();
        if mentions.iter().all(|earlier| earlier.span.end <= span.start || span.end <= earlier.span.start) {
            mentions.push(DayMention { span, meaning: meaning(&captures, calendar) });
        }
    }
    mentions.sort_by_key(|mention| mention.span.start);
    mentions
}

fn meaning(captures: &Captures<'_>, calendar: FiscalCalendar) -> Day {
    let number = |name: &str| captures.name(name)?.as_str().parse::<i16>().ok();
    let month = number("m").or_else(|| english::month(captures.name("mon")?.as_str()).map(i16::from));
    let date = (|| {
        let (month, day) = (i8::try_from(month?).ok()?, i8::try_from(number("d")?).ok()?);
        Date::new(number("y")?, month, day).ok()
    })();
    let Some(date) = date else { return Day::Unreadable };
    let Some(span) = captures.name("span").map(|span| span.as_str()) else { return Day::On(date) };
    ended(span, date, calendar).map_or(Day::Unreadable, Day::Ends)
}

/// The period of a length that ends on a day.
fn ended(span: &str, date: Date, calendar: FiscalCalendar) -> Option<Period> {
    let is_any = |words: &[&str]| words.iter().any(|word| span.contains(word));
    let period = if is_any(&["half", "six", "6", "半年", "六"]) {
        calendar.half_of(date)
    } else if is_any(&["quarter", "three", "3", "三", "季"]) {
        calendar.quarter_of(date)
    } else {
        Period::Year { year: calendar.year_of(date) }
    };
    ends_on(period, date, calendar).then_some(period)
}

/// Whether a period ends on a day.
pub(crate) fn ends_on(period: Period, date: Date, calendar: FiscalCalendar) -> bool {
    let last = calendar.within(period).into_iter().rfind(|part| matches!(part, Period::Month { .. }));
    last == Some(Period::Month { year: date.year(), month: date.month() }) && date == date.last_of_month()
}

/// The name of the longest period that ends on a day, to offer it to a person.
pub(crate) fn longest_ending(date: Date, calendar: FiscalCalendar) -> Option<Period> {
    [Period::Year { year: calendar.year_of(date) }, calendar.half_of(date), calendar.quarter_of(date)]
        .into_iter()
        .find(|period| ends_on(*period, date, calendar))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
