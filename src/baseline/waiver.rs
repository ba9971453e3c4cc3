//! Waivers: the only way a result may be worse than before, one key at a time, with a reason, an owner and an end.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::gate::Gate;
use crate::run::Lane;

/// What a waiver excuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// The key fails. Expires: after that day the failure is red again.
    Failing,
    /// The case's question or expectation was changed. The new hash is what was agreed to.
    ExpectationChanged,
    /// The case was removed from the golden set.
    Removed,
}

/// One line of `baselines/waivers.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// Suite name, such as `qa`.
    pub suite: String,
    /// Lane.
    pub lane: Lane,
    /// Case id.
    pub case: String,
    /// Gate.
    pub gate: Gate,
    /// What is excused.
    pub cover: Cover,
    /// Hash of the case when it was agreed to; empty for a removed case.
    pub hash: String,
    /// Why, in a sentence.
    pub reason: String,
    /// Who answers for it.
    pub owner: String,
    /// The last day on which it holds.
    pub expires: Date,
}
