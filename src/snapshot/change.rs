//! One thing that means something else in an answer than in its snapshot.

use std::fmt;

use serde::Serialize;

/// One thing that means something else now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What it is: a line's name, or the part of a fact, as in `value of HK 2024 FYP TOTAL`.
    pub what: String,
    /// In the accepted snapshot; none when it is new.
    pub was: Option<String>,
    /// In the answer; none when it is gone.
    pub is: Option<String>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, was, is } = self;
        match (was, is) {
            (Some(was), Some(is)) => write!(f, "{what}: {was} → {is}"),
            (Some(was), None) => write!(f, "{what}: {was} → (gone)"),
            (None, Some(is)) => write!(f, "{what}: (new) → {is}"),
            (None, None) => write!(f, "{what}"),
        }
    }
}
