//! Report notation to an exact decimal. It keeps every digit that stands in the cell and refuses whatever it would have to
//! guess at: it never rounds, never expands an exponent and never decides between two readings of a comma.
//!
//! Only full-width forms are folded to ASCII. A general compatibility folding would turn `10²` into `102`.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::han::is_numeral;
use crate::language::marks::is_absent;
use crate::text::half_width;

/// Most significant digits of a value; [`Decimal`] holds any number of this many digits exactly.
pub const DIGITS_MAX: usize = 28;

/// A cell's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// The value, with the digits of the cell.
    pub value: Decimal,
    /// Whether a percent sign follows. The value is not divided: `14.8%` is 14.8 in the unit percent.
    pub percent: bool,
}

/// Why a cell holds no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NumberFault {
    /// Empty, or a mark for nothing.
    #[error("no value; leave the row out when there is none")]
    NoValue,
    /// A spreadsheet's error text.
    #[error("a spreadsheet error; repair the formula, then export again")]
    SpreadsheetError,
    /// Scientific notation.
    #[error("an exponent may hide lost digits; write the digits out")]
    Exponent,
    /// More digits than are kept exactly.
    #[error("more than {DIGITS_MAX} digits; they cannot be kept exactly")]
    TooManyDigits,
    /// Commas, or other separators, that do not stand between thousands.
    #[error("the separators are not between groups of three digits; write thousands as 1,320.50 or without separators")]
    Groups,
    /// A comma that may be a decimal comma.
    #[error(
        "it is not clear what is the decimal point; write 1234.5 for one thousand two hundred thirty-four and a half"
    )]
    DecimalComma,
    /// An ordinary space between digits.
    #[error("a space stands between digits, and may separate two numbers; write the number without it")]
    Space,
    /// Several decimal points.
    #[error("more than one decimal point")]
    Points,
    /// A point without digits after it.
    #[error("no digit follows the decimal point")]
    EndsWithPoint,
    /// Zeros before the number.
    #[error("it begins with a zero, as codes do; write the number without it")]
    LeadingZero,
    /// Several signs, or a sign inside parentheses.
    #[error("more than one sign")]
    Signs,
    /// A parenthesis without its partner.
    #[error("a parenthesis without its partner")]
    Parenthesis,
    /// A currency sign.
    #[error("a currency sign belongs into the unit column")]
    Currency,
    /// A per mille sign.
    #[error("per mille is not read; write the value in the metric's unit")]
    PerMille,
    /// A number word or numeral, such as 万.
    #[error("Chinese numerals and scale words are not read; write digits, and the scale as part of the unit")]
    ChineseNumeral,
    /// Anything else.
    #[error("not a number; write digits such as -1,320.50")]
    NotANumber,
}

/// Reads a cell.
///
/// ```
/// use engine::language::numbers::exact;
/// assert_eq!(exact::exact_number("(1,320.50)").map(|n| n.value.to_string()), Ok("-1320.50".to_owned()));
/// assert!(exact::exact_number("1e3").is_err());
/// ```
pub fn exact_number(cell: &str) -> Result<Number, NumberFault> {
    let folded = half_width(cell);
    let text = folded.trim();
    if text.is_empty() || is_absent(text) {
        return Err(NumberFault::NoValue);
    }
    if text.starts_with('#') {
        return Err(NumberFault::SpreadsheetError);
    }
    let (text, outer_percent) = without_percent(text);
    let (text, enclosed) = without_parentheses(text)?;
    let (text, inner_percent) = without_percent(text);
    if outer_percent && inner_percent {
        return Err(NumberFault::NotANumber);
    }
    let (text, sign) = without_sign(text)?;
    if enclosed && sign.is_some() {
        return Err(NumberFault::Signs);
    }
    let digits = digits(text)?;
    let mut value = Decimal::from_str_exact(&digits).map_err(|_| NumberFault::TooManyDigits)?;
    // Minus nothing is nothing: a zero has no sign.
    value.set_sign_negative((enclosed || sign == Some(Sign::Minus)) && !value.is_zero());
    Ok(Number { value, percent: outer_percent || inner_percent })
}

fn without_percent(text: &str) -> (&str, bool) {
    match text.strip_suffix('%') {
        Some(rest) => (rest.trim_end(), true),
        None => (text, false),
    }
}

fn without_parentheses(text: &str) -> Result<(&str, bool), NumberFault> {
    match (text.strip_prefix('('), text.ends_with(')')) {
        (Some(rest), true) => Ok((rest.trim_end_matches(')').trim(), true)),
        (None, false) => Ok((text, false)),
        _ => Err(NumberFault::Parenthesis),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

/// One sign, in front or (as some systems print it) behind. A plus behind means "or more" and is not read.
fn without_sign(text: &str) -> Result<(&str, Option<Sign>), NumberFault> {
    let (text, front) = match text.strip_prefix('-') {
        Some(rest) => (rest.trim_start(), Some(Sign::Minus)),
        None => text.strip_prefix('+').map_or((text, None), |rest| (rest.trim_start(), Some(Sign::Plus))),
    };
    let (text, back) = match text.strip_suffix('-') {
        Some(rest) => (rest.trim_end(), Some(Sign::Minus)),
        None => (text, None),
    };
    if (front.is_some() && back.is_some()) || text.starts_with(['-', '+']) || text.ends_with('-') {
        return Err(NumberFault::Signs);
    }
    Ok((text, front.or(back)))
}

/// The digits and the point of an unsigned number, without separators.
fn digits(text: &str) -> Result<String, NumberFault> {
    if !text.chars().all(|c| c.is_ascii_digit() || c == '.' || is_separator(c)) {
        return Err(stranger(text));
    }
    let (whole, fraction) = match text.split_once('.') {
        Some((_, fraction)) if fraction.contains('.') => return Err(NumberFault::Points),
        Some((_, "")) => return Err(NumberFault::EndsWithPoint),
        Some((_, fraction)) if fraction.contains(is_separator) => return Err(NumberFault::DecimalComma),
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let whole = ungrouped(whole)?;
    let whole = match (whole.as_ref(), fraction) {
        ("", Some(_)) => "0",
        ("", None) => return Err(NumberFault::NotANumber),
        (whole, _) if whole.len() > 1 && whole.starts_with('0') => return Err(NumberFault::LeadingZero),
        (whole, _) => whole,
    };
    let fraction = fraction.unwrap_or_default();
    let significant = whole.trim_start_matches('0').len() + fraction.len();
    if significant > DIGITS_MAX {
        return Err(NumberFault::TooManyDigits);
    }
    Ok(if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") })
}

/// The whole part without its separators: one kind of them, each before exactly three digits.
fn ungrouped(whole: &str) -> Result<Cow<'_, str>, NumberFault> {
    let Some(separator) = whole.chars().find(|c| is_separator(*c)) else { return Ok(Cow::Borrowed(whole)) };
    let mut groups = whole.split(separator);
    let first = groups.next().unwrap_or_default();
    let in_threes = groups.clone().all(|group| group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit()));
    if !in_threes || !(1..=3).contains(&first.len()) || !first.bytes().all(|b| b.is_ascii_digit()) {
        return Err(if separator == ' ' { NumberFault::Space } else { NumberFault::Groups });
    }
    if separator == ' ' {
        return Err(NumberFault::Space);
    }
    if first.starts_with('0') {
        // `0,125` has no thousands: its comma is a decimal comma.
        return Err(NumberFault::DecimalComma);
    }
    Ok(Cow::Owned(std::iter::once(first).chain(groups).collect()))
}

/// Comma, apostrophe, and the spaces that typesetters put between thousands: no-break, figure, punctuation, thin, narrow
/// no-break. The ordinary space is among them to be refused with its own reason.
fn is_separator(c: char) -> bool {
    matches!(c, ',' | '\'' | ' ' | '\u{A0}' | '\u{2007}' | '\u{2008}' | '\u{2009}' | '\u{202F}')
}

/// What to say of a text with characters that no number has.
fn stranger(text: &str) -> NumberFault {
    let is_exponent = |rest: &str| {
        let digits = rest.trim_start_matches(['+', '-']);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let starts_as_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if starts_as_number && text.split_once(['e', 'E']).is_some_and(|(_, rest)| is_exponent(rest)) {
        NumberFault::Exponent
    } else if text.chars().any(is_currency) || starts_with_currency_code(text) {
        NumberFault::Currency
    } else if text.contains('‰') {
        NumberFault::PerMille
    } else if text.chars().any(is_numeral) {
        NumberFault::ChineseNumeral
    } else {
        NumberFault::NotANumber
    }
}

fn is_currency(c: char) -> bool {
    matches!(
        c,
        '$' | '¢' | '£' | '¤' | '¥' | '元' | '円' | '\u{20A0}'..='\u{20CF}' | '\u{FFE0}' | '\u{FFE1}' | '\u{FFE5}'
    )
}

/// Three capitals in front, as in `USD 12`.
fn starts_with_currency_code(text: &str) -> bool {
    text.get(..3).is_some_and(|code| code.bytes().all(|b| b.is_ascii_uppercase()))
        && text.get(3..).is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
