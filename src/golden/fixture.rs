//! Fixtures.

/// The channel of a fact that is not split.
pub const TOTAL: &str = "TOTAL";
