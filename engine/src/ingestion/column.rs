//! The columns of a facts file.

use std::fmt;

/// A column of a facts file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// Every column, in the order of the format's description.
    pub const ALL: [Self; 9] = [
        Self::Metric,
        Self::Entity,
        Self::Period,
        Self::Channel,
        Self::Value,
        Self::Unit,
        Self::Doc,
        Self::Locator,
        Self::ValidAsOf,
    ];

    /// The name in the header.
    pub fn name(self) -> &'static str {
        match self {
            Self::Metric => "metric",
            Self::Entity => "entity",
            Self::Period => "period",
            Self::Channel => "channel",
            Self::Value => "value",
            Self::Unit => "unit",
            Self::Doc => "doc",
            Self::Locator => "locator",
            Self::ValidAsOf => "valid_as_of",
        }
    }

    /// Whether a facts file may do without it.
    pub fn is_optional(self) -> bool {
        matches!(self, Self::Channel | Self::Locator | Self::ValidAsOf)
    }

    pub(super) fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
