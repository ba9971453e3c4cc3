//! The words for a result. A verdict says what became of one gate on one case; there is no merged score over gates, and
//! scores and rates are fractions of integers, so that "not a number" cannot occur and equal results are equal bytes.

mod rate;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::gate::Gate;
use crate::judgement::{Failure, Points};
use crate::words::words;

pub use rate::Rate;

words! {
    /// What became of one gate on one case. Every pair of the manifest has exactly one.
    pub enum Verdict {
        /// Judged, as demanded.
        Pass = "pass",
        /// Judged, not as demanded.
        Fail = "fail",
        /// Judged, with points: by a gate that measures how much of what is demanded was reached.
        Scored = "scored",
        /// The target gave no answer that could be judged.
        Errored = "errored",
        /// The target was not asked.
        NotRun = "not_run",
    }
}

/// One gate's result on one case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Score {
    /// The gate.
    pub gate: Gate,
    /// What became of it.
    pub verdict: Verdict,
    /// How much was reached; present exactly when the verdict is `scored`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Why it is red, or what the score lacks; present when the verdict is `fail`, or `scored` below full marks.
    pub failure: Option<Failure>,
}

impl Score {
    /// Whether the gate has judged, and finds no fault. A score below full marks is none; whether it is worse than
    /// before is for the baseline to say.
    pub fn is_judged_right(&self) -> bool {
        matches!(self.verdict, Verdict::Pass | Verdict::Scored)
    }
}

/// One pair of the manifest: the unit that verdicts, baselines and waivers speak about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key {
    /// Case id.
    pub case: String,
    /// Gate.
    pub gate: Gate,
}

impl Key {
    /// The pair of `case` and `gate`.
    pub fn new(case: impl Into<String>, gate: Gate) -> Self {
        Self { case: case.into(), gate }
    }
}

impl fmt::Display for Key {
    /// `case:gate`, as commands take it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.case, self.gate)
    }
}

/// The text is not `CASE:GATE`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAKey {
    /// There is no colon, or nothing before it.
    #[error("`{0}` names no case and gate; write CASE:GATE, for example qa-001:numeric_accuracy")]
    Shape(String),
    /// The part after the last colon is no gate.
    #[error(transparent)]
    Gate(#[from] crate::gate::UnknownGate),
}

impl std::str::FromStr for Key {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        match text.rsplit_once(':') {
            Some((case, gate)) if !case.is_empty() => Ok(Self::new(case, gate.parse()?)),
            _ => Err(NotAKey::Shape(text.to_owned())),
        }
    }
}
