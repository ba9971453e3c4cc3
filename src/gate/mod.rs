//! The gates, one file each. A gate sees a case, the answer to it and the fixture both speak about; it sees no other
//! gate, no baseline and no engine. There is no pass rate over several gates.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

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
