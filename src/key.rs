//! What a fact is about and where it was read: plain values that golden sets, answers and gates share. They are checked
//! against nothing here.

mod cell;
mod period;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use cell::cell_locator;
pub(crate) use cell::cell_numbers;
pub use period::{NotAPeriod, Part, Period};

/// The channel of a fact that is not split.
pub(crate) const TOTAL: &str = "TOTAL";

/// What a fact is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct FactKey {
    /// Metric code.
    pub metric: String,
    /// Entity code.
    pub entity: String,
    /// Period.
    pub period: Period,
    /// Channel code; `TOTAL` when the fact is not split.
    pub channel: String,
}

impl fmt::Display for FactKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.entity, self.period, self.metric)?;
        if self.channel == TOTAL { Ok(()) } else { write!(f, " ({})", self.channel) }
    }
}

/// Where a value was read.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Source {
    /// Document name.
    pub doc: String,
    /// Place in the document.
    pub locator: String,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} · {}", self.doc, self.locator)
    }
}
