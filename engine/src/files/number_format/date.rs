//! Points in time by a format's parts: years, months in words or numbers, both halves of the day, elapsed hours. English and
//! Chinese are known; other calendars are not rendered.

use std::fmt::Write;

use jiff::civil::{Date, Time};

use super::token::{DatePart, Section, Token};

// In code: what a format code prints, by the number of the month.
const CHINESE_MONTHS: [&str; 12] =
    ["一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月"];
const CHINESE_WEEKDAYS: [&str; 7] = ["一", "二", "三", "四", "五", "六", "日"];

/// A point in time as a cell stores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::files) struct Clock {
    /// The day; none for a number below the first day, which is a time or a length of time.
    pub(in crate::files) date: Option<Date>,
    /// The time of day.
    pub(in crate::files) time: Time,
    /// Milliseconds since the first moment of the workbook's calendar.
    pub(in crate::files) elapsed_ms: i64,
}

/// The point in time by a section's tokens.
pub(super) fn render(section: &Section, clock: Clock) -> Option<String> {
    let mut text = String::new();
    let has_halves = section.tokens.iter().any(|token| matches!(token, Token::HalfDay { .. }));
    for token in &section.tokens {
        match token {
            Token::Literal(literal) => text.push_str(literal),
            Token::HalfDay { before, after } => text.push_str(if clock.time.hour() < 12 { before } else { after }),
            Token::Elapsed(unit, width) => {
                let unit_ms = match unit {
                    'h' => 3_600_000,
                    'm' => 60_000,
                    _ => 1_000,
                };
                write!(text, "{:0width$}", clock.elapsed_ms / unit_ms).ok()?;
            }
            Token::Date(part) if time_part(*part, clock.time, has_halves, &mut text) => {}
            Token::Date(part) => date_part(*part, clock.date?, section.is_chinese, &mut text),
            _ => {}
        }
    }
    Some(text)
}

/// Adds a part of the time; `false` when the part is none.
fn time_part(part: DatePart, time: Time, has_halves: bool, text: &mut String) -> bool {
    let (number, width) = match part {
        DatePart::Hour(width) if has_halves => ((time.hour() + 11) % 12 + 1, width),
        DatePart::Hour(width) => (time.hour(), width),
        DatePart::Minute(width) => (time.minute(), width),
        DatePart::Second(width) => (time.second(), width),
        DatePart::Fraction(width) => {
            let digits = format!("{:03}", time.millisecond());
            text.push('.');
            text.extend(digits.chars().chain(std::iter::repeat('0')).take(width));
            return true;
        }
        _ => return false,
    };
    push_number(text, number.into(), width.min(2));
    true
}

fn date_part(part: DatePart, date: Date, is_chinese: bool, text: &mut String) {
    let of = |names: &[&'static str], one_based: i8| {
        let index = usize::try_from(one_based - 1).unwrap_or_default();
        names.get(index).copied().unwrap_or_default()
    };
    let weekday = of(&CHINESE_WEEKDAYS, date.weekday().to_monday_one_offset());
    let format = match part {
        DatePart::Year(1..=2) => return push_number(text, i64::from(date.year()) % 100, 2),
        DatePart::Month(4) if is_chinese => return text.push_str(of(&CHINESE_MONTHS, date.month())),
        DatePart::Month(5) => return text.extend(date.strftime("%B").to_string().chars().next()),
        DatePart::ChineseWeekday(3) => return text.push_str(weekday),
        DatePart::Day(3) if is_chinese => return text.extend(["周", weekday]),
        DatePart::Day(4..) if is_chinese => return text.extend(["星期", weekday]),
        DatePart::ChineseWeekday(_) => return text.extend(["星期", weekday]),
        DatePart::Year(_) => "%Y",
        DatePart::Month(1) => "%-m",
        DatePart::Month(2) => "%m",
        DatePart::Month(3) if is_chinese => "%-m月",
        DatePart::Month(3) => "%b",
        DatePart::Month(_) => "%B",
        DatePart::Day(1) => "%-d",
        DatePart::Day(2) => "%d",
        DatePart::Day(3) => "%a",
        DatePart::Day(_) => "%A",
        _ => return,
    };
    // Writing to a string cannot fail.
    let _ = write!(text, "{}", date.strftime(format));
}

fn push_number(text: &mut String, number: i64, width: usize) {
    // Writing to a string cannot fail.
    let _ = write!(text, "{number:0width$}");
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
