//! The difference between two facts, computed by the harness alone. Golden sets are checked with it, and a number in an
//! answer counts as a difference only when it is this one.

use rust_decimal::{Decimal, RoundingStrategy};
use serde::Serialize;

use crate::key::FactKey;
use crate::outcome::Found;

/// The difference from the earlier to the later of two facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Later minus earlier, in the facts' unit.
    pub value: Decimal,
    /// Per cent of the earlier value, to one digit, or to the first that is not nought where it would vanish; none on a zero
    /// or negative base.
    pub percent: Option<Decimal>,
}

/// A value with its key and unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// What the value is about.
    pub key: FactKey,
    /// The exact value.
    pub value: Decimal,
    /// Unit code.
    pub unit: String,
}

impl Operand {
    /// The operand of a found value, when its period is one.
    pub fn of(found: &Found) -> Option<Self> {
        Some(Self { key: found.key()?, value: found.value, unit: found.unit.clone() })
    }
}

/// Later minus earlier, and that in per cent of the earlier (one digit, half to even; none on a zero or negative base).
/// `None` unless both are about the same thing in two periods of one type.
pub fn between(one: &Operand, other: &Operand) -> Option<Difference> {
    let (a, b) = (&one.key, &other.key);
    let same_subject = a.metric == b.metric && a.entity == b.entity && a.channel == b.channel && one.unit == other.unit;
    if !same_subject || a.period == b.period || a.period.type_code() != b.period.type_code() {
        return None;
    }
    let (earlier, later) = if a.period < b.period { (one, other) } else { (other, one) };
    let value = later.value.checked_sub(earlier.value)?;
    let percent = if earlier.value > Decimal::ZERO {
        let ratio = value.checked_div(earlier.value)?.checked_mul(Decimal::ONE_HUNDRED)?;
        Some(rounded(ratio))
    } else {
        None
    };
    Some(Difference { value, percent })
}

/// To one digit; to the first digit that is not nought where one digit would say that nothing changed.
fn rounded(percent: Decimal) -> Decimal {
    let to = |digits| percent.round_dp_with_strategy(digits, RoundingStrategy::MidpointNearestEven);
    let shows = |digits: &u32| !percent.trunc_with_scale(*digits).is_zero();
    let vanishes = to(1).is_zero() && !percent.is_zero();
    let digits = if vanishes { (1..percent.scale()).find(shows).unwrap_or(percent.scale()) } else { 1 };
    let mut rounded = to(digits);
    rounded.rescale(digits);
    rounded
}

/// A percentage for a message.
pub(crate) fn percent_text(percent: Option<Decimal>) -> String {
    percent.map_or_else(|| "null".to_owned(), |percent| percent.to_string())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
