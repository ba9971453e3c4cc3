//! A golden case after loading: its expectation holds together and agrees with the fixture it cites. It has no file
//! format; reading JSON lines is the work of [`super::raw`].

use std::collections::BTreeMap;
use std::fmt;

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::demand::Demand;
use super::phrases::PhraseKind;
use crate::difference::{Difference, Operand};
use crate::key::{FactKey, Source};
use crate::outcome::ClarificationMode;
use crate::words::words;

/// One question with what a right answer must do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Case {
    /// Unique over the whole golden set.
    pub id: String,
    /// The fixture that the question is asked of.
    pub fixture: String,
    /// Where the case is written.
    pub place: FileLine,
    /// The question, exactly as it is asked.
    pub question: String,
    /// The day on which it is asked.
    pub reference_date: Date,
    /// What kind of answer it is about.
    pub case_type: CaseType,
    /// Free labels for filters.
    pub tags: BTreeMap<String, String>,
    /// What a right answer does.
    pub expected: Expected,
    /// BLAKE3, in hex, of question, reference date and expectation; changes when what is asked or demanded changes.
    pub hash: String,
}

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FileLine {
    /// The file, as it was opened.
    pub file: String,
    /// The line, from 1; 0 when the fault is in the whole file.
    pub line: usize,
}

impl fmt::Display for FileLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 { f.write_str(&self.file) } else { write!(f, "{}:{}", self.file, self.line) }
    }
}

/// What kind of answer a case is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseType {
    /// Values, missing values, or an operation that is not computed.
    Numeric,
    /// The right answer asks back, or shows an assumption.
    Clarification,
    /// The right answer is a refusal.
    Refusal,
    /// The right answer is prose from documents.
    Narrative,
    /// Values and prose.
    Composite,
}

/// What a right answer does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Expected {
    /// How the question is clarified.
    pub clarification: ClarificationMode,
    /// Whether the answer is a refusal.
    pub refuse: bool,
    /// The values it states, and no others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<ExpectedFact>,
    /// The keys it says it has no value for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<FactKey>,
    /// The difference between the two facts, when it must state one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// Values of other sources that it must name beside the facts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflict: Vec<ConflictingValue>,
    /// Parameters that it says it does not know (`metric`, `entity`, `period`, `channel`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unrecognized: Vec<String>,
    /// The operation that it says it does not compute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<Operation>,
    /// Texts that stand in the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub must_mention: Vec<Demand>,
    /// Texts that do not stand in the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub must_not_mention: Vec<String>,
    /// Kinds of fixed sentences that stand in both forms of the answer, whatever its fields say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub must_disclose: Vec<PhraseKind>,
    /// The documents that prose may rest on; at least one of them must be cited.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub narrative_doc: Vec<String>,
}

impl Case {
    /// Whether a right answer is one figure, and nothing beside it has to be said.
    pub fn asks_for_one_figure(&self) -> bool {
        let Expected { clarification, refuse, facts, missing, unrecognized, operation, .. } = &self.expected;
        let is_bare = missing.is_empty() && unrecognized.is_empty() && operation.is_none() && !refuse;
        self.case_type == CaseType::Numeric && *clarification == ClarificationMode::None && facts.len() == 1 && is_bare
    }

    /// Whether a right answer holds prose from documents.
    pub fn demands_prose(&self) -> bool {
        matches!(self.case_type, CaseType::Narrative | CaseType::Composite) && !self.expected.refuse
    }
}

/// A value that the answer states, with where it must come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExpectedFact {
    /// What the value is about.
    pub key: FactKey,
    /// The value with exactly the digits of the source.
    pub value: Decimal,
    /// Unit code.
    pub unit: String,
    /// Where it was read.
    pub source: Source,
}

impl From<&ExpectedFact> for Operand {
    fn from(fact: &ExpectedFact) -> Self {
        Self { key: fact.key.clone(), value: fact.value, unit: fact.unit.clone() }
    }
}

/// A value that another document states for the same key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConflictingValue {
    /// The other value.
    pub value: Decimal,
    /// Where it was read.
    pub source: Source,
}

words! {
    /// A computation that a question asks for and the engine does not do.
    pub enum Operation {
        /// Which is the largest, the top three, and so on.
        Ranking = "ranking",
        /// Everything but one.
        Exclusion = "exclusion",
        /// A sum over a list.
        Total = "total",
        /// A mean over a list.
        Average = "average",
        /// One figure by another, or by a number.
        Arithmetic = "arithmetic",
        /// A split that the question does not list.
        Breakdown = "breakdown",
        /// The gap between entities or metrics.
        Comparison = "comparison",
        /// Another currency or unit.
        Conversion = "conversion",
        /// A value of the future.
        Forecast = "forecast",
    }
}
