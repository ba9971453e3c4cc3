//! What was decided about a question's scope, as callers are told it. How it is decided stands beside it.

use serde::Serialize;

use crate::intent::Param;

/// How many options a question back or a banner offers.
pub(super) const OPTIONS_MAX: usize = 50;

/// What was decided about the question's scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Mode {
    /// Nothing was missing.
    None,
    /// Something must be known first.
    AskFirst,
    /// Something was assumed, and the answer says what.
    AnswerWithAssumptions,
    /// A competitor was named.
    OutOfScopeEntity,
}

/// The decision, as callers are told it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clarification {
    /// What was decided.
    pub mode: Mode,
    /// Slots that were filled with a default.
    pub assumed_slots: Vec<Param>,
    /// The banner that says so.
    pub assumption_note: Option<String>,
    /// What a person can click to ask more precisely.
    pub narrowing_options: Vec<String>,
    /// The question back, or the refusal.
    pub question: Option<String>,
    /// Words of the question that are asked about and that the question back does not repeat, since they speak of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrepeated: Option<String>,
}

impl Clarification {
    pub(crate) fn none() -> Self {
        Self {
            mode: Mode::None,
            assumed_slots: Vec::new(),
            assumption_note: None,
            narrowing_options: Vec::new(),
            question: None,
            unrepeated: None,
        }
    }

    pub(crate) fn ask_first(question: String, narrowing_options: Vec<String>) -> Self {
        Self { mode: Mode::AskFirst, narrowing_options, question: Some(question), ..Self::none() }
    }
}
