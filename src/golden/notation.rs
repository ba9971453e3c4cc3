//! Numbers as reports write them (`1,320.50`, `(12.5)`, `14.8%`, `３２０`), read by the harness on its own so that an
//! expectation is never checked by the reader that is being judged. It scales nothing: `14.8%` is 14.8, and the unit
//! says what that means. Exponents are refused.

use rust_decimal::Decimal;

/// Why a text is no number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotANumber {
    /// It is not in report notation.
    #[error("`{0}` is not a number in report notation; write it like 1,320.50, -12.5, (12.5) or 14.8%")]
    Shape(String),
    /// It has more digits than can be kept exactly.
    #[error("`{0}` has more than 28 digits and cannot be kept exactly")]
    TooLong(String),
}

/// Reads a number with exactly the digits it has.
pub(super) fn read(text: &str) -> Result<Decimal, NotANumber> {
    let shape = || NotANumber::Shape(text.to_owned());
    let narrow: String = text.trim().chars().map(narrow).collect();
    let mut rest = narrow.trim();
    let mut negative = false;
    if let Some(inner) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        negative = true;
        rest = inner.trim();
    } else if let Some(magnitude) = rest.strip_prefix('-') {
        negative = true;
        rest = magnitude;
    } else if let Some(magnitude) = rest.strip_prefix('+') {
        rest = magnitude;
    }
    rest = rest.strip_suffix('%').unwrap_or(rest).trim_end();
    let (whole, fraction) = match rest.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (rest, None),
    };
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if fraction.is_some_and(|fraction| !all_digits(fraction)) {
        return Err(shape());
    }
    let mut digits = ungroup(whole).ok_or_else(shape)?;
    if let Some(fraction) = fraction {
        digits.push('.');
        digits.push_str(fraction);
    }
    let mut value = Decimal::from_str_exact(&digits).map_err(|_| NotANumber::TooLong(text.to_owned()))?;
    if negative && !value.is_zero() {
        value.set_sign_negative(true);
    }
    Ok(value)
}

/// The whole part without its thousands separators, or nothing when a group is not three digits long.
fn ungroup(whole: &str) -> Option<String> {
    let mut groups = whole.split(',');
    let first = groups.next()?;
    if first.is_empty() || !first.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut digits = first.to_owned();
    for group in groups {
        if first.len() > 3 || group.len() != 3 || !group.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        digits.push_str(group);
    }
    Some(digits)
}

/// Full-width forms as ASCII, typographic minus and spaces as plain ones.
pub(super) fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{2212}' | '\u{FE63}' => '-',
        '\u{00A0}' | '\u{2009}' | '\u{202F}' | '\u{3000}' => ' ',
        _ => c,
    }
}

/// A text without the differences that no label or keyword means: width, case, white space at the ends.
pub(super) fn fold(text: &str) -> String {
    text.chars().map(narrow).collect::<String>().trim().to_lowercase()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
