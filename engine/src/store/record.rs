//! The records that go into a fact store and come out of it. They are plain data: what a record means for answers is
//! decided by the store, and nothing here compares or orders facts.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;

use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::fact::{Fact, FactKey};
use crate::period::Period;
use crate::profile::Sensitivity;

/// Who has vouched for a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Review {
    /// A reading that needs no person, such as a row of a facts file.
    AutoApproved,
    /// A person has approved it.
    Approved,
    /// It waits for a person.
    Pending,
    /// A person has rejected the reading; no later reading puts it back.
    Rejected,
}

impl Review {
    /// Every status.
    pub const ALL: [Self; 4] = [Self::AutoApproved, Self::Approved, Self::Pending, Self::Rejected];

    /// Whether a fact with this status may answer.
    pub fn answers(self) -> bool {
        matches!(self, Self::AutoApproved | Self::Approved)
    }

    /// The word for it: `auto-approved`, `approved`, `pending` or `rejected`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AutoApproved => "auto-approved",
            Self::Approved => "approved",
            Self::Pending => "pending",
            Self::Rejected => "rejected",
        }
    }
}

/// A document's name and how confidential it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentLabel {
    /// Name, as citations give it.
    pub name: String,
    /// The label to store. A document keeps the strictest label that it was ever given.
    pub sensitivity: Sensitivity,
}

/// One statement, as it was read from a source file.
#[derive(Debug, Clone, PartialEq)]
pub struct NewFact {
    /// What the value is about.
    pub key: FactKey,
    /// The value, with the digits of the source.
    pub value: Decimal,
    /// The text of its cell, where it shows another number.
    pub shown: Option<String>,
    /// The unit the value is stated in.
    pub unit: UnitCode,
    /// The document that states it.
    pub doc: Arc<DocumentLabel>,
    /// Place in the document.
    pub locator: String,
    /// Business date.
    pub valid_as_of: Option<Date>,
    /// 1-based line of the source file where the statement begins.
    pub line: u64,
    /// Who has vouched for it so far.
    pub review: Review,
    /// How sure the reading is, from 0 to 1; `None` when nothing was interpreted.
    pub confidence: Option<Decimal>,
    /// Tags such as `forecast`.
    pub tags: Vec<String>,
}

impl NewFact {
    /// A statement on a line of a facts file, with nothing beside it.
    pub fn row(key: FactKey, value: Decimal, unit: UnitCode, doc: Arc<DocumentLabel>, line: u64) -> Self {
        Self {
            key,
            value,
            shown: None,
            unit,
            doc,
            locator: format!("row={line}"),
            valid_as_of: None,
            line,
            review: Review::AutoApproved,
            confidence: None,
            tags: Vec::new(),
        }
    }
}

/// A fact as a store keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoredFact {
    /// The fact.
    #[serde(flatten)]
    pub fact: Fact,
    /// The text of its cell, where it shows another number than the value.
    pub shown: Option<String>,
    /// Who has vouched for it.
    pub review: Review,
    /// Whether a person has withdrawn it; it does not answer then, whatever its review says.
    pub withdrawn: bool,
    /// Whether its document states it (still); a dropped statement does not answer.
    pub stated: bool,
    /// How sure the reading is, from 0 to 1; `None` when nothing was interpreted.
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    pub confidence: Option<Decimal>,
    /// Tags such as `forecast`.
    pub tags: Vec<String>,
    /// When this statement was first read, to the second.
    pub ingested_at: Timestamp,
    /// The source file it was read from.
    pub source: String,
    /// 1-based line of the source file where the statement begins.
    pub line: u64,
}

/// What a store has to say about a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answerable {
    /// The fact that answers.
    pub fact: Fact,
    /// Other documents' statements that differ from it in value or unit.
    pub others: Vec<Fact>,
}

/// What became of one statement that was put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Put {
    /// The document had not stated the key before.
    New,
    /// The document states something else than before; the former statement is in the history.
    Changed,
    /// The document states what it stated before.
    Same,
    /// This run has read the same statement already.
    Duplicate(FirstStatement),
    /// This run has read another statement of the same document for the same key. Nothing was stored.
    Contradiction(FirstStatement),
}

/// The statement that a later one of the same run repeats or contradicts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstStatement {
    /// Source file it was read from.
    pub source: String,
    /// 1-based line in that file.
    pub line: u64,
    /// Value it states.
    pub value: Decimal,
    /// Unit it states.
    pub unit: UnitCode,
    /// Business date it states.
    pub valid_as_of: Option<Date>,
}

/// What a run did with one source file. Figures are facts unless they say otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileCounts {
    /// Source file.
    pub source: String,
    /// Stated for the first time (or again after they had been dropped).
    pub new: u64,
    /// Stated differently than before.
    pub changed: u64,
    /// Stated as before.
    pub same: u64,
    /// Repeated within the run.
    pub duplicates: u64,
    /// Stated before, and no longer.
    pub dropped: u64,
    /// Those among the dropped whose key waits for a person now, by the reason for which it does.
    pub dropped_to_review: BTreeMap<String, u64>,
    /// Stated, and still withdrawn by a person's decision.
    pub still_withdrawn: u64,
    /// Stated without a doubt, and still kept out of answers because a person rejected the reading. A key that another
    /// reading of its document answers is not among them.
    pub still_rejected: u64,
    /// Review items of the file that wait for a person.
    pub waiting: u64,
    /// Those among them that were not read before.
    pub waiting_new: u64,
    /// Readings about which a person has decided.
    pub decided: u64,
    /// Those among them that read differently since this run; the decisions stay in force.
    pub decided_changed: u64,
    /// Readings that a person approved or corrected, and that the file no longer holds, so that they stop answering.
    pub decided_gone: u64,
    /// The content was known; nothing was read or written.
    pub unchanged: bool,
}

/// Which facts of a person's choice are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Standing {
    /// Those that may answer.
    #[default]
    Answering,
    /// Those that still stand in their document and wait for a person.
    Pending,
    /// Those that a person has withdrawn or rejected.
    Refused,
}

/// Which facts to list. Every condition that is given must hold.
#[derive(Debug, Clone, Default)]
pub struct FactFilter {
    /// Metric.
    pub metric: Option<MetricCode>,
    /// Entity.
    pub entity: Option<EntityCode>,
    /// Period.
    pub period: Option<Period>,
    /// Channel.
    pub channel: Option<ChannelCode>,
    /// Document.
    pub doc: Option<String>,
    /// Standing.
    pub standing: Standing,
    /// Most facts to visit; all when absent.
    pub limit: Option<u64>,
    /// Facts to pass over first.
    pub offset: u64,
}

/// What a person's decision is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// A whole document.
    Document(String),
    /// One key, in one document or in all.
    Key {
        /// The key.
        key: FactKey,
        /// The document; every document when absent.
        doc: Option<String>,
    },
}

/// What a person's decision did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Withdrawal {
    /// Facts whose status it changed.
    pub facts: u64,
    /// Facts that had the wanted status before.
    pub already: u64,
    /// Facts of a document put back that stay withdrawn, because a decision of their own took them out before.
    pub kept: u64,
}

/// Why a state of a fact came to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Its document states something else.
    Changed,
    /// Its document no longer states it.
    Dropped,
    /// Its document states it again.
    Returned,
    /// A person withdrew it.
    Withdrawn,
    /// A person restored it.
    Restored,
    /// A person approved another reading.
    Approved,
    /// A person rejected it.
    Rejected,
    /// A person gave other values.
    Corrected,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 8] = [
        Self::Changed,
        Self::Dropped,
        Self::Returned,
        Self::Withdrawn,
        Self::Restored,
        Self::Approved,
        Self::Rejected,
        Self::Corrected,
    ];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Dropped => "dropped",
            Self::Returned => "returned",
            Self::Withdrawn => "withdrawn",
            Self::Restored => "restored",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Corrected => "corrected",
        }
    }
}

/// One state that a key was in, in one document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HistoryEntry {
    /// The statement.
    #[serde(flatten)]
    pub state: StoredFact,
    /// What ended the state; `None` for the present one.
    #[serde(rename = "ended")]
    pub ending: Option<Ending>,
}

/// The end of a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// What happened.
    pub action: Action,
    /// When, to the second.
    pub at: Timestamp,
    /// The source file whose ingestion did it; `None` for a person's decision.
    pub source: Option<String>,
    /// The person's reason.
    pub reason: Option<String>,
}

/// Figures about a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Facts that may answer.
    pub answering: u64,
    /// Facts that wait for a person.
    pub pending: u64,
    /// Facts that a person has withdrawn or rejected.
    pub refused: u64,
    /// Facts that their document no longer states.
    pub dropped: u64,
    /// Facts that restricted documents stated when they were last read. None of them is stored.
    pub restricted: u64,
    /// Review items that wait for a person, in documents that still hold them.
    pub reviews_pending: u64,
    /// Decided review items whose place reads differently since the decision.
    pub reviews_changed: u64,
    /// Readings of restricted documents that a person would have to look at. None of them is stored.
    pub reviews_restricted: u64,
    /// Documents.
    pub documents: u64,
    /// Documents that are restricted, or whose label cannot be read for now.
    pub restricted_documents: u64,
    /// Source files that the next ingestion reads again, because they were read in part or by rules of before.
    pub to_read_again: u64,
    /// Ended states in the history.
    pub history: u64,
    /// Version of the store's schema.
    pub schema_version: u32,
}
