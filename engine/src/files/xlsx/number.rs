//! Stored doubles to exact decimals: the shortest decimal that gives the double back, which is what the person typed or the
//! program meant. A number that no decimal of 28 digits holds is told apart, never rounded.

use rust_decimal::Decimal;

/// Significant digits that any double gives back (IEEE 754 binary64; 15 = floor(52 × log10 2)).
const EXACT_DIGITS: usize = 15;

/// What the text of a number cell stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stored {
    Number(Decimal),
    /// Not finite, or with more digits than are kept.
    OutOfRange,
    /// No number.
    Other,
}

/// Reads the text of a number cell.
pub(super) fn stored(text: &str) -> Stored {
    let text = text.trim();
    if let Some(number) = plain(text) {
        return Stored::Number(number);
    }
    // Rust also reads the words for what is not finite.
    let Ok(double) = text.parse::<f64>() else { return Stored::Other };
    shortest(double).map_or(Stored::OutOfRange, Stored::Number)
}

/// A number of few digits: two of them never share a double, so that the digits are the shortest ones. Nearly all cells of a
/// workbook are such numbers, which is why they are read without the general parser.
fn plain(text: &str) -> Option<Decimal> {
    let magnitude = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    if !(1..=EXACT_DIGITS).contains(&(whole.len() + fraction.len())) {
        return None;
    }
    let mut mantissa = 0_i64;
    for byte in whole.bytes().chain(fraction.bytes()) {
        mantissa = mantissa * 10 + i64::from(byte.is_ascii_digit().then(|| byte - b'0')?);
    }
    let mantissa = if text.starts_with('-') { -mantissa } else { mantissa };
    Some(Decimal::new(mantissa, u32::try_from(fraction.len()).ok()?).normalize())
}

/// The shortest decimal that gives the double back; none when it is not finite or too long.
fn shortest(double: f64) -> Option<Decimal> {
    if !double.is_finite() {
        return None;
    }
    // The standard library's form for exponents is the shortest one, of 17 digits at most: `-1.2345e-7`.
    let text = format!("{double:e}");
    let (digits, exponent) = text.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    let magnitude =
        digits.bytes().filter(u8::is_ascii_digit).fold(0, |magnitude, digit| magnitude * 10 + i64::from(digit - b'0'));
    let mantissa = if double < 0.0 { -magnitude } else { magnitude };
    let fraction = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let scale = i32::try_from(fraction).ok()? - exponent;
    if let Ok(scale) = u32::try_from(scale) {
        return Decimal::try_new(mantissa, scale).ok();
    }
    let whole = i128::from(mantissa).checked_mul(10_i128.checked_pow(scale.unsigned_abs())?)?;
    Decimal::try_from_i128_with_scale(whole, 0).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
