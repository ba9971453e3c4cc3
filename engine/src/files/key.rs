//! The keys under which a document states something about itself, the same in front matter, HTML, office properties and JSON.

use std::fmt;

use crate::text::TextView;

/// A statement that a document can make about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// What it is called.
    Title,
    /// The name under which it is stored.
    Doc,
    /// What it is about.
    Topic,
    /// Whom it is about.
    Entity,
    /// Where that is.
    Geography,
    /// When.
    Period,
    /// The language it is written in.
    Language,
    /// How confidential it is.
    Sensitivity,
    /// The business date of its statements.
    ValidAsOf,
}

impl Key {
    /// Every key.
    pub const ALL: [Self; 9] = [
        Self::Title,
        Self::Doc,
        Self::Topic,
        Self::Entity,
        Self::Geography,
        Self::Period,
        Self::Language,
        Self::Sensitivity,
        Self::ValidAsOf,
    ];

    /// As files spell it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Doc => "doc",
            Self::Topic => "topic",
            Self::Entity => "entity",
            Self::Geography => "geography",
            Self::Period => "period",
            Self::Language => "language",
            Self::Sensitivity => "sensitivity",
            Self::ValidAsOf => "valid_as_of",
        }
    }

    /// The key that `written` means. Case, width, invisible characters and the separator do not matter, so that no
    /// spelling of a label goes unread.
    pub(crate) fn of(written: &str) -> Option<Self> {
        let folded = TextView::fold(written).replace(['-', ' '], "_");
        Self::ALL.into_iter().find(|key| key.as_str() == folded)
    }

    /// All keys as a message lists them.
    pub(crate) fn names() -> String {
        Self::ALL.map(Self::as_str).join(", ")
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
