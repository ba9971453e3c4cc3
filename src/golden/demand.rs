//! A text that an answer must have. Where a right answer may come in either language, or in one of two names, it is several
//! texts of which one is enough.

use std::fmt;

use serde::{Serialize, Serializer};

/// A demanded text, or texts of which any one satisfies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// The texts; never none.
    pub alternatives: Vec<String>,
}

impl Demand {
    /// Whether a text has what is demanded.
    pub fn is_met_by(&self, text: &str) -> bool {
        self.alternatives.iter().any(|alternative| text.contains(alternative.as_str()))
    }
}

impl fmt::Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, text) in self.alternatives.iter().enumerate() {
            let or = if at > 0 { " or " } else { "" };
            write!(f, "{or}`{text}`")?;
        }
        Ok(())
    }
}

impl Serialize for Demand {
    /// As it is written, so that the hash of a case with a single text is that of the text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.alternatives.as_slice() {
            [one] => one.serialize(serializer),
            several => several.serialize(serializer),
        }
    }
}
