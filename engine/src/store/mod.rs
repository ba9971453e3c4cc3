//! Where facts are kept: the [`FactStore`] trait, what answering needs of it ([`FactSource`]), and the records that pass through it. The trait speaks of documents,
//! statements and decisions; it deliberately holds no SQL, no path and no clock, so that any database can stand behind it.
//! Every backend passes the same `conformance` suite.
//!
//! Three rules hold for every backend:
//! - **A document speaks for itself alone.** A later reading of a document replaces that document's facts; another
//!   document's value for the same key is kept beside it and shown as a conflict.
//! - **Nothing is lost.** A statement that is changed, dropped or withdrawn leaves its former state in the history.
//! - **A person's decision outlives the machine.** A withdrawn fact stays withdrawn, whatever is ingested afterwards; a
//!   reading that a person approved, rejected or corrected stays so, also when its document says something else since,
//!   which is flagged.
//!
//! Readings that do not answer on their own are kept apart from facts, as review items: several of them may speak about
//! one key in one document (its budget and its actual), which facts cannot.

#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod record;
pub(crate) mod review;
mod sqlite;
mod statement;

use std::ops::ControlFlow;
use std::sync::Arc;

use jiff::Timestamp;

pub use record::{
    Action, Answerable, DocumentLabel, Ending, FactFilter, FileCounts, FirstStatement, HistoryEntry, NewFact, Put,
    Review, Selection, Standing, Stats, StoredFact, Withdrawal,
};
pub(crate) use review::line_of;
pub use review::{
    AuditEntry, Change, Correction, DECISION_REASON, Decided, DecisionFault, NewReview, ReasonCount, ReviewAction,
    ReviewFilter, ReviewId, ReviewItem, ReviewStatus, ReviewTarget, Verdict,
};
pub use sqlite::SqliteFactStore;
pub use statement::{agree, answerable};

use crate::fact::{Fact, FactKey};
pub use crate::sqlite::{OpenFault, Salvage, StoreError, StoreKind};

/// What answering needs of a fact store, and all that it can reach.
pub trait FactSource: Send + Sync {
    /// The fact that answers `key`, with every other document's statement that differs from it; `None` when no document
    /// states the key. The newest business date answers, then the latest ingestion, then the document's name.
    fn lookup(&self, key: &FactKey) -> Result<Option<Answerable>, StoreError>;

    /// For which reasons readings of exactly this key wait for a person, the most frequent first; none when none waits.
    /// Readings of withdrawn documents are left out: they would not answer either.
    fn waiting(&self, key: &FactKey) -> Result<Vec<ReasonCount>, StoreError>;
}

/// A store of facts that many threads read and one run at a time writes.
///
/// What can be read is what may answer: facts that were approved (by a person or automatically), that their document
/// still states, and whose document is not restricted. Facts of restricted documents are counted in [`Stats`] and appear
/// nowhere else, not even in the history.
pub trait FactStore: FactSource {
    /// Visits the facts that `filter` lets through, ordered by metric, entity, period, channel and document, until the
    /// visitor breaks off. Facts stream; the store never collects them.
    fn list(&self, filter: &FactFilter, visit: &mut dyn FnMut(StoredFact) -> ControlFlow<()>)
    -> Result<(), StoreError>;

    /// Every document's statement of `key`, the answering one first.
    fn show(&self, key: &FactKey) -> Result<Vec<StoredFact>, StoreError>;

    /// Visits the keys that documents disagree on, in key order. The first fact of each slice is the one that answers;
    /// the others differ from it in value or unit.
    fn conflicts(&self, visit: &mut dyn FnMut(&[Fact]) -> ControlFlow<()>) -> Result<(), StoreError>;

    /// Every state that `key` was ever in, by document, oldest first; a state without an ending is the present one.
    fn history(&self, key: &FactKey) -> Result<Vec<HistoryEntry>, StoreError>;

    /// Takes facts out of every answer, for the given reason. A withdrawn document stays withdrawn as a whole: facts
    /// that a later reading finds in it are stored, and do not answer either.
    fn withdraw(&self, what: &Selection, reason: &str, now: Timestamp) -> Result<Withdrawal, StoreError>;

    /// Undoes [`FactStore::withdraw`]: the facts regain the review status that they had.
    fn restore(&self, what: &Selection, reason: &str, now: Timestamp) -> Result<Withdrawal, StoreError>;

    /// Visits the review items that `filter` lets through, by document and number, until the visitor breaks off.
    fn reviews(
        &self,
        filter: &ReviewFilter,
        visit: &mut dyn FnMut(ReviewItem) -> ControlFlow<()>,
    ) -> Result<(), StoreError>;

    /// How many items that `filter` lets through have which reason, the most frequent first. Its limit does not count.
    fn review_reasons(&self, filter: &ReviewFilter) -> Result<Vec<ReasonCount>, StoreError>;

    /// An item and everything that happened to it, oldest first.
    fn review(&self, id: ReviewId) -> Result<Result<(ReviewItem, Vec<AuditEntry>), DecisionFault>, StoreError>;

    /// Takes the same decision about each target, with a person's note, all in one transaction. A target about which it
    /// cannot be taken is left as it is, and the others are decided all the same. The outcomes are in the order of the
    /// targets.
    ///
    /// An approved or corrected item becomes a fact of its document, with its place, that a person vouched for; a rejected
    /// one never answers. The unit of a correction is not compared with the metric's: the store knows no profile.
    fn decide(
        &self,
        targets: &[ReviewTarget],
        verdict: &Verdict,
        note: &str,
        now: Timestamp,
    ) -> Result<Vec<Result<Decided, DecisionFault>>, StoreError>;

    /// The content hash with which `source` was last accepted, while the store still holds exactly what it stated.
    fn content_of_source(&self, source: &str) -> Result<Option<String>, StoreError>;

    /// Counts for a health report.
    fn stats(&self) -> Result<Stats, StoreError>;

    /// A full check of the store's integrity: one line for each fault, none when all is well. It reads everything.
    fn check(&self) -> Result<Vec<String>, StoreError>;

    /// One ingestion run: `work` feeds it any number of source files. The run is one transaction: it is kept when `work`
    /// returns `Ok`, and leaves no trace when it fails, panics or dies. The counts are those of the run's files, in the
    /// order in which they were begun.
    ///
    /// At the end of the run, facts that a document or a source file of this run stated earlier and states no longer
    /// stop answering. A document that several files of one run state holds the union of them.
    fn ingest(
        &self,
        now: Timestamp,
        work: &mut dyn FnMut(&mut dyn IngestRun) -> Result<(), StoreError>,
    ) -> Result<Vec<FileCounts>, StoreError>;
}

/// A run of [`FactStore::ingest`] that takes one source file after another.
pub trait IngestRun {
    /// The content hash with which `source` was last accepted, while the store still holds exactly what it stated.
    fn hash_of(&mut self, source: &str) -> Result<Option<String>, StoreError>;

    /// The source file that was the last to state `doc`.
    fn stated_by(&mut self, doc: &str) -> Result<Option<String>, StoreError>;

    /// Whether a document that `source` was the last to state is restricted.
    fn is_restricted(&mut self, source: &str) -> Result<bool, StoreError>;

    /// Counts `source` as read and unchanged: its facts stay as they are. Only right after [`IngestRun::hash_of`]
    /// returned the hash of its present content.
    fn keep_unchanged(&mut self, source: &str) -> Result<(), StoreError>;

    /// Begins to read `source`. A file that is neither accepted nor rejected counts as rejected.
    fn begin_file<'run>(&'run mut self, source: &str) -> Result<Box<dyn FileWriter + 'run>, StoreError>;
}

/// One source file of an [`IngestRun`], being read.
pub trait FileWriter {
    /// Stores one statement of the file.
    fn put(&mut self, fact: &NewFact) -> Result<Put, StoreError>;

    /// Stores all readings of one document: its facts, and what a person has to look at. What a person decided about an
    /// earlier reading holds for the one that follows it, fact or not. Returns what became of the facts, in their order.
    fn put_readings(
        &mut self,
        doc: &Arc<DocumentLabel>,
        facts: &[NewFact],
        reviews: &[NewReview],
    ) -> Result<Vec<Put>, StoreError>;

    /// Ends the file and keeps what was put. With a hash, the same content will be known again; without one (a file of
    /// which rows were left out) it will be read again.
    fn accept(self: Box<Self>, content_hash: Option<&str>) -> Result<(), StoreError>;

    /// Ends the file and takes back all that was put. What the store held of this source before stays in force.
    fn reject(self: Box<Self>) -> Result<(), StoreError>;

    /// Ends the file, which says or may say of itself that it must not be shown, and takes back all that was put. What the
    /// store held of this source before is hidden and, but for what persons decided, forgotten until the file is accepted
    /// again.
    fn withhold(self: Box<Self>) -> Result<(), StoreError>;
}
