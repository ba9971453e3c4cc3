//! What a single cell looks like, before anything is known about its neighbours: a value, a year, a period, a mark for
//! nothing, or words. Text counts as a number when people would read it as one; what it is worth is read elsewhere.

use rust_decimal::prelude::ToPrimitive as _;

use crate::files::Blemish;
use crate::files::grid::{Cell, CellValue};
use crate::language::{marks, periods, units};
use crate::text::half_width;

/// The look of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Shows nothing.
    Blank,
    /// Words.
    Text,
    /// A number, or another stored value that is no label: a truth value, a time, a formula's error.
    Number,
    /// Four digits that may be a year, and may be a number.
    Year,
    /// A date or period.
    Period,
    /// A mark for an absent value, such as `n/a` or `—`.
    Nothing,
}

impl Form {
    /// Whether it can label a row or column.
    pub(super) fn is_label(self) -> bool {
        matches!(self, Self::Text | Self::Year | Self::Period)
    }
}

/// Years that a four-digit number is taken for.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2100;
/// The longest text that is looked at as a number or period; longer ones are prose.
/// Measured: nothing changes at 36 or 64, nor at half or twice as much.
const SHORT_MAX: usize = 48;
/// Bytes of an ideograph in UTF-8, so that a long text is told from a short one without counting its characters.
const BYTES_OF_IDEOGRAPH: usize = 3;
/// Digits of a row's number, at most; an account number is longer, and any whole number of so many digits fits.
/// Measured: nothing changes at 9 or 16, nor at half or twice as much.
const ROW_NUMBER_DIGITS_MAX: usize = 12;

/// The form of a cell.
pub(super) fn form(cell: &Cell) -> Form {
    if cell.text.is_empty() {
        return match cell.value {
            CellValue::Empty | CellValue::Text => Form::Blank,
            _ => Form::Number,
        };
    }
    match &cell.value {
        CellValue::Empty | CellValue::Text if cell.blemish == Some(Blemish::Struck) => {
            // A value that was struck out, or replaced, still stands where values stand.
            let current = cell.text.split("~~").step_by(2).collect::<String>();
            of_text(if current.trim().is_empty() { cell.text.trim_matches('~') } else { &current })
        }
        CellValue::Empty | CellValue::Text => of_text(&cell.text),
        CellValue::Number(value) => {
            let is_year =
                cell.text.len() == 4 && value.is_integer() && value.to_u32().is_some_and(|n| YEARS.contains(&n));
            if is_year {
                Form::Year
            } else if cell.text.starts_with(|c: char| c.is_alphabetic()) && periods::is_period_shape(&cell.text) {
                // A number format can show 2024 as `FY2024`.
                Form::Period
            } else {
                Form::Number
            }
        }
        CellValue::Date(_) | CellValue::DateTime(_) => Form::Period,
        CellValue::Time(_)
        | CellValue::Boolean(_)
        | CellValue::Error
        | CellValue::Uncomputed
        | CellValue::OutOfRange => Form::Number,
    }
}

/// The form of a text.
fn of_text(text: &str) -> Form {
    if text.len() > SHORT_MAX * BYTES_OF_IDEOGRAPH {
        return Form::Text;
    }
    let folded = half_width(text);
    let text = folded.trim();
    if marks::is_absent(text) {
        return Form::Nothing;
    }
    let bare = marks::without_footnotes(text, marks::Place::Label).0;
    if bare.len() == 4 && bare.parse().is_ok_and(|year| YEARS.contains(&year)) {
        return Form::Year;
    }
    if periods::is_period_shape(bare) {
        Form::Period
    } else if is_number(text) || is_number(bare) {
        Form::Number
    } else {
        Form::Text
    }
}

/// Whether a folded text is a number as reports print it: sign or parentheses, currency, digits, unit.
fn is_number(text: &str) -> bool {
    let text = text.trim_start_matches(['(', '+', '-', '~', '<', '>', '=', '≈', '≥', '≤', '±', '约', ' ']);
    let text = units::without_currency(text);
    let text = text.trim_start_matches(['(', '+', '-', ' ']);
    let Some(end) = digits_end(text) else { return false };
    let rest = text.get(end..).unwrap_or_default().trim_matches([' ', ')', '-', '+']);
    rest.is_empty() || units::is_unit(rest)
}

/// Where the digits, points and separators at the beginning of a text end; none when they are no number.
fn digits_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    if !(is_digit(0) || (bytes.first() == Some(&b'.') && is_digit(1))) {
        return None;
    }
    let mut points = 0;
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        match c {
            '0'..='9' => end = next,
            '.' => points += 1,
            ',' | '\'' | ' ' | '\u{A0}' | '\u{2007}'..='\u{2009}' | '\u{202F}' if is_digit(next) => {}
            'e' | 'E' if is_exponent(bytes.get(next..).unwrap_or_default()) => return Some(bytes.len()),
            _ => break,
        }
    }
    // `1.2.3` is a heading's number and no value; `1.` is the number of a row.
    (points <= 1).then(|| if bytes.get(end) == Some(&b'.') { end + 1 } else { end })
}

fn is_exponent(rest: &[u8]) -> bool {
    let digits = rest.strip_prefix(b"+").or_else(|| rest.strip_prefix(b"-")).unwrap_or(rest);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Whether a text is a whole number as row numbers are written: `7`, `7.`, `07`.
pub(super) fn is_ordinal(text: &str) -> Option<u64> {
    let digits = text.strip_suffix(['.', '、', ')']).unwrap_or(text);
    (digits.len() <= ROW_NUMBER_DIGITS_MAX && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| digits.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests;
