//! What a gate finds in an answer: as demanded, not as demanded and why, or so much of it. Which gate it was, and what
//! became of the case, is not said here.

mod points;

use serde::Serialize;

pub use points::{MILLIONTHS, Points};
pub(crate) use points::{decimal, f1, quality};

/// What a gate finds in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// The case does not demand what this gate judges.
    NotApplicable,
    /// As demanded.
    Pass,
    /// Not as demanded.
    Fail(Failure),
    /// So much of what was demanded; with what is lacking, when it is not all.
    Scored(Points, Option<Failure>),
}

/// Why a gate is red, or what a score lacks, in words for the person who reads the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// What the golden case demands.
    pub expected: String,
    /// What the answer states.
    pub got: String,
    /// What is wrong with that, in one sentence.
    pub why: String,
}

impl Judgement {
    /// A red judgement.
    pub fn fail(expected: impl Into<String>, got: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Fail(Failure { expected: expected.into(), got: got.into(), why: why.into() })
    }

    /// Red when there is any problem, for all of them.
    pub fn of(problems: &[String], expected: impl Into<String>, got: impl Into<String>) -> Self {
        if problems.is_empty() { Self::Pass } else { Self::fail(expected, got, problems.join("; ")) }
    }

    /// So much of what was demanded, with what is lacking when it is not all.
    pub fn scored(points: Points, lacking: impl FnOnce() -> Failure) -> Self {
        Self::Scored(points, (!points.is_full()).then(lacking))
    }
}
