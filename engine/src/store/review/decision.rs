//! What a person decides about a reading, what that did, and why it cannot be done. Nothing here decides or stores.

use rust_decimal::Decimal;

use super::{ReviewId, ReviewStatus};
use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::fact::{FactKey, Stated};
use crate::period::Period;
use crate::reading::Candidate;
use crate::text::pasted;

/// What a decision is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewTarget {
    /// An item.
    Item(ReviewId),
    /// A fact that answers or was decided about, by its key. Its document must be named when several state the key.
    Fact {
        /// The key.
        key: FactKey,
        /// The document.
        doc: Option<String>,
    },
}

/// What a person decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The reading is right as it is.
    Approve,
    /// It must not answer.
    Reject,
    /// These values are right; what is absent stays as it was read.
    Correct(Correction),
}

/// A person's values, over those that were read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Correction {
    /// Metric.
    pub metric: Option<MetricCode>,
    /// Entity.
    pub entity: Option<EntityCode>,
    /// Period.
    pub period: Option<Period>,
    /// Channel.
    pub channel: Option<ChannelCode>,
    /// Value.
    pub value: Option<Decimal>,
    /// Unit.
    pub unit: Option<UnitCode>,
}

impl Correction {
    /// A reading with these values in the place of its own.
    pub fn over(&self, read: &Candidate) -> Candidate {
        Candidate {
            metric: self.metric.clone().or_else(|| read.metric.clone()),
            entity: self.entity.clone().or_else(|| read.entity.clone()),
            period: self.period.or(read.period),
            channel: self.channel.clone().or_else(|| read.channel.clone()),
            value: self.value.or(read.value),
            unit: self.unit.clone().or_else(|| read.unit.clone()),
            ..read.clone()
        }
    }
}

/// What a decision did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The item.
    pub id: ReviewId,
    /// Its document.
    pub doc: String,
    /// Its place.
    pub locator: String,
    /// Where it stands now.
    pub status: ReviewStatus,
    /// The fact it is about, where there is one.
    pub fact: Option<Stated>,
    /// Whether the same had been decided before, so that nothing changed.
    pub already: bool,
}

/// Why a decision was not taken. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecisionFault {
    /// No such item.
    #[error("there is no review item {id}{}; `engine review list` shows them", nearest_item(*.nearest))]
    UnknownItem {
        /// The number given.
        id: ReviewId,
        /// The nearest one there is.
        nearest: Option<ReviewId>,
    },
    /// Nothing that could be decided about.
    #[error(
        "no fact {key}{} answers or was decided about, and no reading of it waits{}", in_doc(.doc.as_deref()), elsewhere(.docs)
    )]
    UnknownFact {
        /// The key.
        key: FactKey,
        /// The document, where one was named.
        doc: Option<String>,
        /// Other documents that state the key.
        docs: Vec<String>,
    },
    /// The document stated it once.
    #[error(
        "{doc} no longer states {key}, so that there is nothing to decide; `engine facts history {}` tells what it stated",
        pasted(&key.to_string())
    )]
    NotStated {
        /// The key.
        key: FactKey,
        /// The document.
        doc: String,
    },
    /// Several documents state the key.
    #[error("{key} is stated by several documents ({}); name one with --doc", .docs.join(", "))]
    SeveralDocuments {
        /// The key.
        key: FactKey,
        /// Their names.
        docs: Vec<String>,
    },
    /// Several readings of one document have the key.
    #[error(
        "{key} was read in several places of {doc} (items {}), and none of them answers; name one by its number, which \
         `engine review show` shows with its place", list(.items)
    )]
    SeveralItems {
        /// The key.
        key: FactKey,
        /// The document.
        doc: String,
        /// The items.
        items: Vec<ReviewId>,
    },
    /// The document changed in the meantime.
    #[error("the document of item {id} no longer holds it, so that there is nothing to decide")]
    Gone {
        /// The item.
        id: ReviewId,
    },
    /// A header or a colour, which no fact can be read from.
    #[error(
        "item {id} is about {} that stops {cells} value(s), and is none itself: teach the profile what it means and ingest the \
         document again, or reject the item",
        if *.is_color { "a colour" } else { "a header" }
    )]
    NoValue {
        /// The item.
        id: ReviewId,
        /// Values that it stops.
        cells: u64,
        /// Whether it is about a colour.
        is_color: bool,
    },
    /// It says too little to answer.
    #[error(
        "item {id} does not say which {}; state it with `engine review correct {id} {}`",
        .missing.join(" and "),
        .missing.iter().map(|part| format!("--{part} …")).collect::<Vec<_>>().join(" ")
    )]
    Incomplete {
        /// The item.
        id: ReviewId,
        /// What is missing: `metric`, `entity`, `period`, `channel`, `value`, `unit`.
        missing: Vec<&'static str>,
    },
    /// Another reading of the same document answers.
    #[error(
        "{key} answers already from the same document: {value} {unit} at {locator}; reject that one first with `engine review reject {} --doc {} --note \"…\"`, or reject this one", pasted(&.key.to_string()), pasted(.doc)
    )]
    KeyTaken {
        /// The key.
        key: FactKey,
        /// The document.
        doc: String,
        /// The other place.
        locator: String,
        /// The value that answers.
        value: Decimal,
        /// Its unit.
        unit: UnitCode,
    },
    /// A person took it out of answers by other means.
    #[error(
        "{} was withdrawn, and does not answer whatever is decided here; to put it back: `engine facts withdraw {}--doc {} \
         --undo --reason \"…\"`{}", withdrawn(.key.as_ref(), .doc), own_key(.key.as_ref()), pasted(.doc),
        why(.key.as_ref())
    )]
    Withdrawn {
        /// The key; none when the document was withdrawn as a whole.
        key: Option<FactKey>,
        /// The document.
        doc: String,
    },
}

fn elsewhere(docs: &[String]) -> String {
    match docs {
        [] => "; `engine facts list` shows what answers".to_owned(),
        docs => format!("; it is stated by {}", docs.join(", ")),
    }
}

fn withdrawn(key: Option<&FactKey>, doc: &str) -> String {
    key.map_or_else(|| format!("the document {doc}"), |key| format!("{key} of {doc}"))
}

/// The key as the argument of a command, with a blank behind it.
fn own_key(key: Option<&FactKey>) -> String {
    key.map(|key| format!("{} ", pasted(&key.to_string()))).unwrap_or_default()
}

fn why(key: Option<&FactKey>) -> String {
    key.map(|key| format!(" ; why it was: `engine facts history {}`", pasted(&key.to_string()))).unwrap_or_default()
}

fn nearest_item(nearest: Option<ReviewId>) -> String {
    nearest.map(|id| format!("; did you mean {id}?")).unwrap_or_default()
}

fn in_doc(doc: Option<&str>) -> String {
    doc.map(|doc| format!(" of {doc}")).unwrap_or_default()
}

fn list(items: &[ReviewId]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
