//! The anti-fabrication guard, in control flow and types. Facts come from the store; a model's transcript can at most
//! show that it looked up what was asked. Whatever else a model says or finds is dropped here, and nothing behind the
//! guard can see it.
//!
//! The loop runs only for a complete key, so there is no question to which a model's own words could be the answer: where it
//! talked instead of looking up, or looked up something else, the engine asks the store itself. Why a number in a model's
//! words can never be printed is stated by [`ModelText`](crate::sealed::ModelText).
//!
//! An account of passages is another matter: there a model's words are the answer, and
//! [`check_prose`](crate::sealed::check_prose) says which of its numbers no cited passage states. Nothing of it can come
//! into a [`Finding`].

use serde::Serialize;

use crate::fact::FactKey;
use crate::provider::ProviderError;
use crate::sealed::Prose;
use crate::sqlite::StoreError;
use crate::structured::{CallOutcome, CallRecord, ToolResult, Transcript};

/// On what ground a structured answer stands; the strongest ground comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum GuardCase {
    /// At least one fact of the asked scope is stored; the answer is rendered from facts alone.
    Found,
    /// Nothing is stored for what was asked; the answer is a refusal.
    NotFound,
    /// The question names something unknown; the answer names it.
    UnrecognizedParam,
}

impl GuardCase {
    /// The strongest ground that a set of results gives: found, then not found, then unrecognised.
    pub fn of<'a>(results: impl IntoIterator<Item = &'a ToolResult>) -> Option<Self> {
        results
            .into_iter()
            .map(|result| match result {
                ToolResult::Found(_) => Self::Found,
                ToolResult::NotFound { .. } => Self::NotFound,
                ToolResult::UnrecognizedParam { .. } => Self::UnrecognizedParam,
            })
            .min()
    }
}

/// Who looked a fact up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    /// The model, through the tool.
    Model,
    /// The engine itself.
    Engine,
}

/// What is known of one key, fit to be answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The fact, or that there is none. Always about the asked key.
    pub result: ToolResult,
    /// Who looked it up.
    pub asker: Asker,
    /// What the model did, when one was asked.
    pub model: Option<ModelUse>,
}

/// What a model did for a finding.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelUse {
    /// Turns taken.
    pub turns: usize,
    /// Calls it made, whatever their scope.
    pub calls: Vec<CallRecord>,
    /// What kind of words were dropped.
    pub dropped: Prose,
    /// Why it gave up, if it did.
    pub failure: Option<ProviderError>,
}

/// Decides what a model's transcript is worth for the key that was asked. `query` is the engine's own look-up.
pub fn judge(
    asked: &FactKey,
    transcript: Transcript,
    query: impl FnOnce(&FactKey) -> Result<ToolResult, StoreError>,
) -> Result<Finding, StoreError> {
    let in_scope = transcript.calls.iter().find_map(|record| match &record.outcome {
        CallOutcome::Done(result) if result.key() == Some(asked) => Some(result.clone()),
        _ => None,
    });
    let (looked_up, by) = match in_scope {
        Some(found) => (found, Asker::Model),
        None => (query(asked)?, Asker::Engine),
    };
    let dropped = transcript.text.prose();
    let model = ModelUse { turns: transcript.turns, calls: transcript.calls, dropped, failure: transcript.failure };
    Ok(Finding { result: looked_up, asker: by, model: Some(model) })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
