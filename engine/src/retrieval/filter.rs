//! What narrows a search before anything is scored: required values of document attributes. A filter names values only;
//! which documents have them is looked up where they are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use crate::document::Attributes;

/// An attribute that a filter can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attribute {
    /// Document name.
    Doc,
    /// Subject.
    Topic,
    /// Entity code.
    Entity,
    /// Geography.
    Geography,
    /// Canonical period.
    Period,
    /// Language tag.
    Language,
}

impl Attribute {
    /// Every attribute.
    pub const ALL: [Self; 6] = [Self::Doc, Self::Topic, Self::Entity, Self::Geography, Self::Period, Self::Language];

    /// The word for it in commands and files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Doc => "doc",
            Self::Topic => "topic",
            Self::Entity => "entity",
            Self::Geography => "geography",
            Self::Period => "period",
            Self::Language => "language",
        }
    }

    /// The value that a document has.
    pub fn of<'d>(self, doc: &'d str, attributes: &'d Attributes) -> Option<&'d str> {
        match self {
            Self::Doc => Some(doc),
            Self::Topic => attributes.topic.as_deref(),
            Self::Entity => attributes.entity.as_deref(),
            Self::Geography => attributes.geography.as_deref(),
            Self::Period => attributes.period.as_deref(),
            Self::Language => attributes.language.as_deref(),
        }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Which documents may be found: for each attribute named, one of the values, exactly as stored. An attribute that is
/// asked for and that a document does not have keeps the document out. The empty filter lets everything through.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Filter {
    wanted: BTreeMap<Attribute, BTreeSet<String>>,
}

impl Filter {
    /// Lets everything through.
    pub fn none() -> Self {
        Self::default()
    }

    /// Asks for one of `values` as well. Without values the filter stays as it is.
    #[must_use]
    pub fn with(mut self, attribute: Attribute, values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut values = values.into_iter().map(Into::into).peekable();
        if values.peek().is_some() {
            self.wanted.entry(attribute).or_default().extend(values);
        }
        self
    }

    /// The part of the filter that asks for one of `attributes`.
    #[must_use]
    pub fn only(&self, attributes: &[Attribute]) -> Self {
        let wanted = self.wanted.iter().filter(|(attribute, _)| attributes.contains(attribute));
        Self { wanted: wanted.map(|(attribute, values)| (*attribute, values.clone())).collect() }
    }

    /// Whether everything passes.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }

    /// What is asked for, in the order of attributes and values.
    pub fn wanted(&self) -> impl Iterator<Item = (Attribute, &BTreeSet<String>)> {
        self.wanted.iter().map(|(attribute, values)| (*attribute, values))
    }

    /// Whether a document passes.
    pub fn admits(&self, doc: &str, attributes: &Attributes) -> bool {
        self.wanted
            .iter()
            .all(|(attribute, values)| attribute.of(doc, attributes).is_some_and(|value| values.contains(value)))
    }
}

#[cfg(test)]
mod tests;
