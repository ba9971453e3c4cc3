//! One lane over a manifest of cases.

use std::sync::Arc;

use serde::Serialize;

use crate::golden::Case;
use crate::outcome::Outcome;
use crate::target::TargetError;
use crate::verdict::Score;

/// Which half of the pipeline answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// No model: intent, gate and direct lookup; the ceiling of the pipeline.
    Tool,
    /// The whole engine with a provider.
    Agent,
}

impl Lane {
    /// The word for it in file names and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Agent => "agent",
        }
    }
}

/// What was judged against what. Two runs are comparable when these are equal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Identity {
    /// BLAKE3 of the manifest's cases, in hex.
    pub golden: String,
    /// BLAKE3 of the fixtures' facts, in hex.
    pub corpus: String,
    /// BLAKE3 of the fixtures' profiles, in hex.
    pub profile: String,
    /// What answered.
    pub target: String,
    /// BLAKE3 of the gates' source, in hex.
    pub scorer: String,
}

/// The result of one case in one lane.
#[derive(Debug, Clone, Serialize)]
pub struct CaseResult {
    /// The case.
    pub case: Arc<Case>,
    /// The answer, or why there is none.
    pub answered: Answered,
    /// One score for each gate that applies to the case, in gate order.
    pub scores: Vec<Score>,
}

/// What the target gave back.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    /// An answer.
    Outcome(Box<Outcome>),
    /// No answer that could be judged.
    Error(TargetError),
    /// The target was not asked.
    NotRun,
}

/// One lane over a manifest of cases.
#[derive(Debug, Clone, Serialize)]
pub struct Run {
    /// Suite name, such as `qa`.
    pub suite: String,
    /// The lane.
    pub lane: Lane,
    /// What was judged against what.
    pub identity: Identity,
    /// One result for each case of the manifest, by case id.
    pub results: Vec<CaseResult>,
    /// Whether a filter left cases out; such a run is never compared as if it were whole.
    pub partial: bool,
}
