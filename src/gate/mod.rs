//! The gates, one file each. A gate sees a case, the answer to it and the fixture both speak about; it sees no other
//! gate, no baseline and no engine. There is no pass rate over several gates.

pub mod citation_validity;
pub mod clarification_appropriateness;
pub mod fabrication;
pub mod numeric_accuracy;
pub mod refusal_appropriateness;

mod evidence;
#[cfg(test)]
mod tests;
mod wording;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::golden::{Case, Fixture};
use crate::outcome::Outcome;
use crate::verdict::Judgement;

/// A gate of the QA suite. The order is the order of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gate {
    /// Values and units, exactly.
    NumericAccuracy,
    /// Right lineage, and the document named.
    CitationValidity,
    /// Refuses when it must, and only then.
    RefusalAppropriateness,
    /// Asks back when it must, and only then.
    ClarificationAppropriateness,
    /// No number from nowhere.
    Fabrication,
}

/// The text names no gate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not a gate; the gates are {}", Gate::ALL.map(Gate::as_str).join(", "))]
pub struct UnknownGate {
    /// What was written.
    pub name: String,
}

impl Gate {
    /// Every gate, in the order of reports.
    pub const ALL: [Self; 5] = [
        Self::NumericAccuracy,
        Self::CitationValidity,
        Self::RefusalAppropriateness,
        Self::ClarificationAppropriateness,
        Self::Fabrication,
    ];

    /// The word for it in baselines, commands and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NumericAccuracy => "numeric_accuracy",
            Self::CitationValidity => "citation_validity",
            Self::RefusalAppropriateness => "refusal_appropriateness",
            Self::ClarificationAppropriateness => "clarification_appropriateness",
            Self::Fabrication => "fabrication",
        }
    }

    /// Whether the gate judges the case. Known from the case alone, so that no answer can drop out of a denominator.
    pub fn applies(self, case: &Case) -> bool {
        match self {
            Self::NumericAccuracy => numeric_accuracy::applies(case),
            Self::CitationValidity => citation_validity::applies(case),
            Self::RefusalAppropriateness | Self::ClarificationAppropriateness | Self::Fabrication => true,
        }
    }

    /// Judges an answer to a case.
    pub fn judge(self, case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
        match self {
            Self::NumericAccuracy => numeric_accuracy::judge(case, outcome, fixture),
            Self::CitationValidity => citation_validity::judge(case, outcome),
            Self::RefusalAppropriateness => refusal_appropriateness::judge(case, outcome, fixture),
            Self::ClarificationAppropriateness => clarification_appropriateness::judge(case, outcome),
            Self::Fabrication => fabrication::judge(case, outcome, fixture),
        }
    }

    /// BLAKE3, in hex, of everything that decides a judgement. Two runs with different scorers are not comparable.
    pub fn scorer_hash() -> String {
        let sources = [
            include_str!("numeric_accuracy.rs"),
            include_str!("citation_validity.rs"),
            include_str!("refusal_appropriateness.rs"),
            include_str!("clarification_appropriateness.rs"),
            include_str!("fabrication.rs"),
            include_str!("evidence.rs"),
            include_str!("wording.rs"),
            include_str!("../difference.rs"),
            include_str!("../numerals/mod.rs"),
            include_str!("../numerals/digits.rs"),
            include_str!("../numerals/chinese.rs"),
            include_str!("../numerals/english.rs"),
            include_str!("../numerals/ordinary_words.txt"),
        ];
        blake3::hash(sources.concat().as_bytes()).to_hex().to_string()
    }

    /// Whether no waiver may ever excuse it.
    pub fn is_absolute(self) -> bool {
        self == Self::Fabrication
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Gate {
    type Err = UnknownGate;

    fn from_str(text: &str) -> Result<Self, UnknownGate> {
        Self::ALL.into_iter().find(|gate| gate.as_str() == text).ok_or_else(|| UnknownGate { name: text.to_owned() })
    }
}
