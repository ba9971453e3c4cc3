//! What is computed from two facts: their difference, and its percentage of the earlier one. Decimals throughout; the
//! difference is exact, and the percentage is rounded once, at the end.

use rust_decimal::{Decimal, RoundingStrategy};
use serde::Serialize;

use super::Found;
use crate::code::UnitCode;

/// The change from an earlier period to a later one of the same quantity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The earlier period.
    pub from: String,
    /// The later period.
    pub to: String,
    /// Later minus earlier, exact.
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    pub value: Decimal,
    /// The unit of both.
    pub unit: UnitCode,
    /// The difference in percent of the earlier value, to one digit (half to even); none where the earlier value is zero
    /// or negative. A change too small for one digit is given to its first significant one.
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    pub percent: Option<Decimal>,
}

/// Digits after the point of a percentage.
const PERCENT_DIGITS: u32 = 1;

impl Difference {
    /// The difference of two facts of the same metric, entity, channel and unit in different periods of the same type;
    /// none for any other pair, and none when it cannot be computed exactly.
    pub fn between(a: &Found, b: &Found) -> Option<Self> {
        let comparable = a.key.metric == b.key.metric
            && a.key.entity == b.key.entity
            && a.key.channel == b.key.channel
            && a.unit == b.unit
            && a.period_type == b.period_type
            && a.key.period != b.key.period;
        if !comparable {
            return None;
        }
        let (earlier, later) = if a.key.period < b.key.period { (a, b) } else { (b, a) };
        let value = exact_difference(later.value, earlier.value)?;
        Some(Self {
            from: earlier.period.clone(),
            to: later.period.clone(),
            value,
            unit: later.unit.clone(),
            percent: percent_of(value, earlier.value),
        })
    }
}

/// `a - b`, or nothing when the result would lose a digit: the type rounds when 28 digits do not suffice.
fn exact_difference(a: Decimal, b: Decimal) -> Option<Decimal> {
    let value = a.checked_sub(b)?;
    (value.scale() == a.scale().max(b.scale())).then_some(value)
}

fn percent_of(difference: Decimal, base: Decimal) -> Option<Decimal> {
    if base <= Decimal::ZERO {
        return None;
    }
    let percent = difference.checked_div(base)?.checked_mul(Decimal::ONE_HUNDRED)?;
    let round = |digits| percent.round_dp_with_strategy(digits, RoundingStrategy::MidpointNearestEven);
    let vanishes = !percent.is_zero() && round(PERCENT_DIGITS).is_zero();
    let digits = if vanishes { first_significant_digit(percent) } else { PERCENT_DIGITS };
    let mut rounded = round(digits);
    rounded.rescale(digits);
    Some(rounded)
}

/// How many digits after the point show that `percent`, not zero, is not zero.
fn first_significant_digit(percent: Decimal) -> u32 {
    (PERCENT_DIGITS..percent.scale())
        .find(|digits| !percent.trunc_with_scale(*digits).is_zero())
        .unwrap_or(percent.scale())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
