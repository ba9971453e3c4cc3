//! `[extraction]`: how documents are read into facts. Colours are a table of their own; what the settings do is decided
//! where documents are read.

use toml::de::DeValue;

use super::ExtractionPolicy;
use super::fault::Findings;
use super::problem::Problem;
use super::value::{Members, Value, choice, text, wrong_type};
use crate::language::numbers::DecimalMark;

const DECIMALS: [(&str, DecimalMark); 2] = [(".", DecimalMark::Point), (",", DecimalMark::Comma)];

/// Reads the table; a setting that is absent or wrong keeps its default.
pub(super) fn read<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> ExtractionPolicy {
    let default = ExtractionPolicy::default();
    let Some(mut members) = Members::of(key, value, found) else { return default };
    let floor = members.read("confidence_floor", floor);
    let mark = members.read("decimal", |key, value, found| choice(key, text(key, value, found)?, &DECIMALS, found));
    members.close();
    ExtractionPolicy {
        confidence_floor: floor.unwrap_or(default.confidence_floor),
        decimal: mark.unwrap_or(default.decimal),
    }
}

/// From 0 to 1 in whole hundredths, read from the digits as written, so that no binary fraction comes between.
fn floor<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Option<u8> {
    let written = match value.get_ref() {
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Integer(number) => number.to_string(),
        _ => return wrong_type(key, "a number from 0 to 1, such as 0.80", value, found),
    };
    let hundredths = rust_decimal::Decimal::from_str_exact(&written)
        .ok()
        .map(|number| (number * rust_decimal::Decimal::ONE_HUNDRED).normalize())
        .filter(|number| number.scale() == 0)
        .and_then(|number| u8::try_from(number).ok())
        .filter(|hundredths| *hundredths <= 100);
    if hundredths.is_none() {
        found.add(value.span(), Problem::Confidence { found: written });
    }
    hundredths
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
