//! What a number is, however it was written: `1,320.50`, `１３２０．５` and 一千三百二十点五 are one value. Values are exact and of
//! any size; nothing is rounded, and nothing is computed but powers of ten.

/// The value of a number, in a normal form: equal values are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    /// `digits × 10^exponent`; digits without zeros at either end, and none at all for zero.
    Decimal { digits: String, exponent: i64 },
    /// A share in words: two thirds, 一半. Not reduced.
    Fraction { part: u128, whole: u128 },
    /// A numeric sign that has no value here, such as Ⅳ; equal only to itself.
    Sign(String),
}

impl Value {
    /// The value of ASCII digits with at most one decimal point.
    pub(crate) fn decimal(written: &str) -> Self {
        let (whole, fraction) = written.split_once('.').unwrap_or((written, ""));
        let digits = format!("{whole}{fraction}");
        let exponent = -i64::try_from(fraction.len()).unwrap_or(i64::MAX);
        let significant = digits.trim_end_matches('0');
        let dropped = i64::try_from(digits.len() - significant.len()).unwrap_or(0);
        let digits = significant.trim_start_matches('0').to_owned();
        let exponent = if digits.is_empty() { 0 } else { exponent.saturating_add(dropped) };
        Self::Decimal { digits, exponent }
    }

    /// A whole number.
    pub(crate) fn whole(number: u128) -> Self {
        Self::decimal(&number.to_string())
    }

    /// The value times a power of ten.
    pub(crate) fn scaled(self, by: i64) -> Self {
        match self {
            Self::Decimal { digits, exponent } if !digits.is_empty() => {
                Self::Decimal { digits, exponent: exponent.saturating_add(by) }
            }
            other => other,
        }
    }
}

/// What a number counts, as far as a sign beside it says so. The same digits of another unit are another statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Unit {
    Plain,
    Percent,
    PerMille,
    PercentagePoint,
    BasisPoint,
}

/// Whether a number is marked as negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Sign {
    Unmarked,
    Minus,
    /// In brackets of its own, as accounts write losses; or just in brackets.
    Bracketed,
}

/// A number that a text states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Number {
    /// Bytes of the text.
    pub(crate) span: std::ops::Range<usize>,
    /// Its value, the scale word included.
    pub(crate) value: Value,
    /// The power of ten of a scale word behind its digits: 6 for "1.5 million".
    pub(crate) scale: Option<i64>,
    /// Whether there is nothing but the scale word: millions, 百万.
    pub(crate) bare: bool,
    pub(crate) unit: Unit,
    pub(crate) sign: Sign,
}

#[cfg(test)]
mod tests;
