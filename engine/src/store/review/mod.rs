//! The review queue's records: readings that do not answer on their own, what a person decided about them, and the trail
//! of both. They are plain data; which reading of a later ingestion an item speaks about is decided in [`matching`], and
//! nothing here stores or compares facts.

mod decision;
pub(crate) mod matching;

use std::fmt::{self, Write as _};

use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::fact::{FactKey, Stated};
use crate::files::{CORRECTED, GridPlace};
use crate::period::Period;
use crate::reading::{Candidate, Confidence};

pub use decision::{Correction, Decided, DecisionFault, ReviewTarget, Verdict};

/// The reason of an item that was made for a person's decision about a fact which answered.
pub const DECISION_REASON: &str = "decision";

/// Why such an item is there, in a sentence.
pub(crate) const DECISION_MESSAGE: &str = "it answered, and a person decided about it";

/// The number of an item. It never changes, and no other item ever has it.
pub type ReviewId = u64;

/// Something that a person has to look at, as it was read from a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReview {
    /// Place in the document.
    pub locator: String,
    /// The text that was read there.
    pub text: String,
    /// Why it does not answer: a word for filters.
    pub reason: String,
    /// Why, in a sentence.
    pub message: String,
    /// As much of a fact as was understood.
    pub candidate: Candidate,
    /// How many value cells it stops.
    pub cells: u64,
}

/// Where an item stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewStatus {
    /// It waits for a person.
    Pending,
    /// A person approved it as it was read.
    Approved,
    /// A person rejected it; no later reading puts it back.
    Rejected,
    /// A person gave other values, which answer.
    Corrected,
}

impl ReviewStatus {
    /// Every status.
    pub const ALL: [Self; 4] = [Self::Pending, Self::Approved, Self::Rejected, Self::Corrected];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Corrected => "corrected",
        }
    }

    /// The status of that word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }

    /// Whether a person has decided.
    pub fn is_decided(self) -> bool {
        self != Self::Pending
    }

    /// Whether the decision brings a fact into answers.
    pub fn answers(self) -> bool {
        matches!(self, Self::Approved | Self::Corrected)
    }
}

/// An item of the queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReviewItem {
    /// Its number.
    pub id: ReviewId,
    /// Where it stands.
    pub status: ReviewStatus,
    /// Whether its document still holds it.
    pub stated: bool,
    /// Its document.
    pub doc: String,
    /// Place in the document.
    pub locator: String,
    /// The text that stands there, at the last reading.
    pub text: String,
    /// Why it does not answer: a word for filters.
    pub reason: String,
    /// Why, in a sentence.
    pub message: String,
    /// How many value cells it stops.
    pub cells: u64,
    /// As much of a fact as was understood, at the last reading.
    #[serde(flatten, serialize_with = "dated_first")]
    pub candidate: Candidate,
    /// The fact that it brought into answers, or that it took out of them.
    pub fact: Option<Stated>,
    /// What was read when a person decided, when something else is read now. The decision stays in force.
    pub changed: Option<Change>,
    /// The source file it was read from.
    pub source: String,
    /// When it was first read, to the second.
    pub first_read_at: Timestamp,
}

/// A candidate among an item's parts: its date stands before its tags.
fn dated_first<S: Serializer>(candidate: &Candidate, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Parts<'a> {
        metric: &'a Option<MetricCode>,
        entity: &'a Option<EntityCode>,
        period: Option<Period>,
        channel: &'a Option<ChannelCode>,
        #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
        value: Option<Decimal>,
        unit: &'a Option<UnitCode>,
        valid_as_of: Option<Date>,
        tags: &'a [String],
        confidence: Option<Confidence>,
    }
    let Candidate { metric, entity, channel, unit, tags, .. } = candidate;
    let Candidate { period, value, valid_as_of, confidence, .. } = *candidate;
    Parts { metric, entity, period, channel, value, unit, valid_as_of, tags, confidence }.serialize(serializer)
}

/// What an item's place held when a person decided, and what it holds now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Then.
    pub was: String,
    /// Now.
    pub now: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "changed since the decision: was {}, now {}", self.was, self.now)
    }
}

/// What happened to an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewAction {
    /// A person approved it.
    Approved,
    /// A person rejected it.
    Rejected,
    /// A person gave other values.
    Corrected,
    /// Something else is read at its place since the decision, which stays in force.
    Changed,
    /// Its document no longer holds it.
    Gone,
    /// Its document holds it again.
    Returned,
}

impl ReviewAction {
    /// Every action.
    pub const ALL: [Self; 6] =
        [Self::Approved, Self::Rejected, Self::Corrected, Self::Changed, Self::Gone, Self::Returned];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Corrected => "corrected",
            Self::Changed => "changed",
            Self::Gone => "gone",
            Self::Returned => "returned",
        }
    }
}

/// One line of an item's trail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AuditEntry {
    /// When, to the second.
    pub at: Timestamp,
    /// What happened.
    pub action: ReviewAction,
    /// The person's note; none for what an ingestion did.
    pub note: Option<String>,
    /// The values before.
    pub was: Option<String>,
    /// The values after.
    pub now: Option<String>,
}

/// Which items to list. Every condition that is given must hold. Items that wait are listed while their document holds
/// them; decided ones always.
#[derive(Debug, Clone, Default)]
pub struct ReviewFilter {
    /// Status.
    pub status: Option<ReviewStatus>,
    /// Document.
    pub doc: Option<String>,
    /// Reason.
    pub reason: Option<String>,
    /// Metric, as far as it was understood.
    pub metric: Option<MetricCode>,
    /// Entity, likewise.
    pub entity: Option<EntityCode>,
    /// Period, likewise.
    pub period: Option<Period>,
    /// Only decided items whose place reads differently since.
    pub changed: bool,
    /// Most items to visit; all when absent.
    pub limit: Option<u64>,
    /// Items to pass over first.
    pub offset: u64,
}

/// How many items have a reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReasonCount {
    /// The reason.
    pub reason: String,
    /// Items.
    pub items: u64,
    /// Value cells that they stop.
    pub cells: u64,
}

/// The key of a reading, when all parts of it were understood.
pub(crate) fn key_of(candidate: &Candidate) -> Option<FactKey> {
    Some(FactKey {
        metric: candidate.metric.clone()?,
        entity: candidate.entity.clone()?,
        period: candidate.period?,
        channel: candidate.channel.clone()?,
    })
}

/// What a candidate lacks to be a fact.
pub(crate) fn missing(candidate: &Candidate) -> Vec<&'static str> {
    let parts = [
        ("metric", candidate.metric.is_none()),
        ("entity", candidate.entity.is_none()),
        ("period", candidate.period.is_none()),
        ("channel", candidate.channel.is_none()),
        ("value", candidate.value.is_none()),
        ("unit", candidate.unit.is_none()),
    ];
    parts.into_iter().filter(|(_, missing)| *missing).map(|(part, _)| part).collect()
}

/// Whether items of a reason stop other values and are none themselves; true for a colour.
pub(crate) fn stops_values(reason: &str) -> Option<bool> {
    match reason {
        "unknown_header" => Some(false),
        "unknown_color" => Some(true),
        _ => None,
    }
}

/// The place that a decided fact cites: the reading's own, marked where what a person put there is not what it states.
pub(crate) fn cited_place(locator: &str, read: &Candidate, fact: &Stated) -> String {
    let differs = read.value != Some(fact.value) || read.unit.as_ref().is_some_and(|read| *read != fact.unit);
    format!("{locator}{}", if differs { CORRECTED } else { "" })
}

/// A reading as messages and the trail show it: its text, and what was understood where the text does not say it.
pub(crate) fn reading_text(text: &str, candidate: &Candidate) -> String {
    let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut described = format!("`{shown}`");
    if let Some(fact) = candidate.complete() {
        // Writing to a string cannot fail.
        let _ = write!(described, " ({fact})");
    }
    if !candidate.tags.is_empty() {
        let _ = write!(described, " [{}]", candidate.tags.join(", "));
    }
    described
}

/// A fingerprint of what was read: equal for equal readings, wherever they stand and whatever is the matter with them.
pub(crate) fn fingerprint(text: &str, candidate: &Candidate) -> String {
    let mut hasher = blake3::Hasher::new();
    // What was understood in full is told by its parts, so that a fact and the review that it once was are the same.
    let text = if candidate.complete().is_some() { "" } else { text };
    let period = candidate.period.map(Period::value);
    let value = candidate.value.map(|value| value.to_string());
    let parts = [
        Some(text),
        candidate.metric.as_ref().map(MetricCode::as_str),
        candidate.entity.as_ref().map(EntityCode::as_str),
        period.as_deref(),
        candidate.channel.as_ref().map(ChannelCode::as_str),
        value.as_deref(),
        candidate.unit.as_ref().map(UnitCode::as_str),
    ];
    let tags = candidate.tags.iter().map(|tag| Some(tag.as_str()));
    for part in parts.into_iter().chain(tags) {
        // Each part is told from the next by its length, and an absent one from an empty one.
        hasher.update(&part.map_or(u64::MAX, |part| part.len() as u64).to_le_bytes());
        hasher.update(part.unwrap_or_default().as_bytes());
    }
    hasher.finalize().to_hex().chars().take(32).collect()
}

/// The line that a fact read from a cell is put down to: the cell's row, where the locator tells it.
pub(crate) fn line_of(locator: &str) -> u64 {
    GridPlace::parse_locator(locator).map_or(1, |(_, at)| u64::from(at.row) + 1)
}
