//! The columns of a facts file.

use strum::VariantNames as _;

/// A column of a facts file. The variants stand in the order of the format's description; shown, each is its name in the
/// header.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
    strum::VariantNames,
)]
#[strum(serialize_all = "snake_case")]
pub enum Column {
    /// What is measured.
    Metric,
    /// Who it is measured for.
    Entity,
    /// When.
    Period,
    /// Through which channel. May be absent.
    Channel,
    /// The value.
    Value,
    /// The unit. An empty cell means the metric's unit.
    Unit,
    /// The document that states the value.
    Doc,
    /// Place in the document. May be absent: the row of the facts file itself then.
    Locator,
    /// Business date. May be absent.
    ValidAsOf,
}

impl Column {
    /// The names of all columns.
    pub(super) const NAMES: &[&str] = Self::VARIANTS;

    /// Whether a facts file may do without it.
    pub fn is_optional(self) -> bool {
        matches!(self, Self::Channel | Self::Locator | Self::ValidAsOf)
    }
}
