//! `[extraction]`: how documents are read into facts. Colours are a table of their own; what the settings do is decided
//! where documents are read.

use toml::de::DeValue;

use super::ExtractionPolicy;
use super::fault::Findings;
use super::problem::Problem;
use super::value::{Value, choice, key_text, table, text, unknown_key, wrong_type};
use crate::language::numbers::DecimalMark;

const KEYS: [&str; 2] = ["confidence_floor", "decimal"];
const DECIMALS: [(&str, DecimalMark); 2] = [(".", DecimalMark::Point), (",", DecimalMark::Comma)];

/// Reads the table; a setting that is absent or wrong keeps its default.
pub(super) fn read<'t>(value: &'t Value<'t>, found: &mut Findings) -> ExtractionPolicy {
    let mut policy = ExtractionPolicy::default();
    for (key, value) in table("extraction", value, found).into_iter().flatten() {
        let key = key_text(key);
        match key.text {
            "confidence_floor" => policy.confidence_floor = floor(value, found).unwrap_or(policy.confidence_floor),
            "decimal" => {
                let written = text("decimal", value, found);
                let mark = written.and_then(|written| choice("decimal", written, &DECIMALS, found));
                policy.decimal = mark.unwrap_or(policy.decimal);
            }
            _ => unknown_key(key, "[extraction]", &KEYS, found),
        }
    }
    policy
}

/// From 0 to 1 in whole hundredths, read from the digits as written, so that no binary fraction comes between.
fn floor(value: &Value<'_>, found: &mut Findings) -> Option<u8> {
    let written = match value.get_ref() {
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Integer(number) => number.to_string(),
        _ => {
            return wrong_type("confidence_floor", "a number from 0 to 1, such as 0.80", value, found);
        }
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
