//! How a command of the harness ends. The numbers are a contract with CI scripts; nothing else in the harness names an
//! exit code.

use serde::Serialize;

/// The end of an evaluation, and the process exit code that stands for it. The order is that of [`Exit::worse`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    /// Everything was judged, and nothing is worse than the baseline.
    Clean,
    /// Everything was judged, with too few cases to tell (live models only).
    Inconclusive,
    /// Not everything was judged (errored, not run, no cases, no baseline), so nothing can be said.
    Unverified,
    /// Something is worse than the baseline, or fails without a waiver.
    Regressed,
    /// The golden set or the command line is wrong; nothing was judged.
    Invalid,
}

impl Exit {
    /// The process exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Regressed => 1,
            Self::Invalid => 2,
            Self::Unverified => 3,
            Self::Inconclusive => 4,
        }
    }

    /// The one to end with when both hold: a known fault outranks "could not look", which outranks "cannot tell".
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        self.max(other)
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests;
