//! One line of a golden file, as it is written. Fields that do not exist are faults; nothing is resolved or checked
//! against a fixture here.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::Deserialize;

use super::case::{CaseType, Operation};
use super::fault::FaultKind;
use super::notation;
use super::phrases::PhraseKind;
use super::set::field_faults;
use crate::key::Source;
use crate::outcome::ClarificationMode;

/// A line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCase {
    pub(super) id: String,
    pub(super) question: String,
    pub(super) case_type: CaseType,
    pub(super) reference_date: String,
    #[serde(default)]
    pub(super) tags: BTreeMap<String, String>,
    pub(super) expected: RawExpected,
}

/// The expectation of a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawExpected {
    pub(super) clarification: ClarificationMode,
    pub(super) refuse: bool,
    pub(super) value: Option<Exact>,
    pub(super) unit: Option<String>,
    pub(super) source: Option<Source>,
    #[serde(default)]
    pub(super) facts: Vec<RawFact>,
    #[serde(default)]
    pub(super) missing: Vec<RawKey>,
    pub(super) difference: Option<RawDifference>,
    #[serde(default)]
    pub(super) conflict: Vec<RawConflict>,
    #[serde(default)]
    pub(super) unrecognized: Vec<String>,
    pub(super) operation: Option<Operation>,
    #[serde(default)]
    pub(super) must_mention: Vec<OneOrMore>,
    #[serde(default)]
    pub(super) must_not_mention: Vec<String>,
    #[serde(default)]
    pub(super) must_disclose: Vec<PhraseKind>,
    #[serde(default)]
    pub(super) narrative_doc: OneOrMore,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFact {
    pub(super) metric: String,
    pub(super) entity: String,
    pub(super) period: String,
    pub(super) channel: Option<String>,
    pub(super) value: Exact,
    pub(super) unit: String,
    pub(super) source: Source,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawKey {
    pub(super) metric: String,
    pub(super) entity: String,
    pub(super) period: String,
    pub(super) channel: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDifference {
    pub(super) value: Exact,
    pub(super) percent: Option<Exact>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawConflict {
    pub(super) value: Exact,
    pub(super) source: Source,
}

/// Texts as they are written: one, or a list.
#[derive(Default)]
pub(super) struct OneOrMore(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(one) => Ok(Self(vec![one])),
            list @ serde_json::Value::Array(_) => serde_json::from_value(list).map(Self).map_err(D::Error::custom),
            other => Err(D::Error::custom(format!("a text or a list of texts is expected, not {other}"))),
        }
    }
}

/// A value as it is written: a text, or a JSON number whose digits are kept.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Exact(serde_json::Value);

impl Exact {
    pub(super) fn read(&self) -> Result<Decimal, FaultKind> {
        match &self.0 {
            serde_json::Value::String(text) => Ok(notation::read(text)?),
            serde_json::Value::Number(number) => Ok(notation::read(&number.to_string())?),
            other => Err(FaultKind::NotText(other.to_string())),
        }
    }
}

// In code: names of the format of a case.
const FIELDS: [&str; 6] = ["id", "question", "case_type", "reference_date", "tags", "expected"];
const REQUIRED: [&str; 5] = ["id", "question", "case_type", "reference_date", "expected"];
const EXPECTED_FIELDS: [&str; 15] = [
    "clarification",
    "refuse",
    "value",
    "unit",
    "source",
    "facts",
    "missing",
    "difference",
    "conflict",
    "unrecognized",
    "operation",
    "must_mention",
    "must_not_mention",
    "must_disclose",
    "narrative_doc",
];
const EXPECTED_REQUIRED: [&str; 2] = ["clarification", "refuse"];

/// Reads a line, or says everything that is wrong with its shape, with the id when there is one.
pub(super) fn read(line: &str) -> Result<RawCase, (Option<String>, Vec<FaultKind>)> {
    serde_json::from_str(line).map_err(|fault| {
        let nested = Some(("expected", &EXPECTED_FIELDS[..], &EXPECTED_REQUIRED[..]));
        field_faults(line, fault, (&FIELDS, &REQUIRED), nested)
    })
}
