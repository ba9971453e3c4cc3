//! The prepared statements of a run. A new fact costs one of them, whatever the store holds; the others run only for facts
//! that the store has an opinion on.

use rusqlite::{Connection, Row, Statement};

use crate::store::Review;

/// Statements that a run repeats.
pub(super) struct Statements<'c> {
    /// Stores a fact whose document has not stated its key; does nothing when it has.
    pub(super) insert: Statement<'c>,
    /// The present state of a key in a document, with what is known of its source.
    pub(super) find: Statement<'c>,
    /// Marks a fact as read again.
    pub(super) touch: Statement<'c>,
    /// Copies the present state to the history.
    pub(super) remember: Statement<'c>,
    /// Replaces the statement.
    pub(super) replace: Statement<'c>,
    /// Forgets the content hash of a file that no longer stands in the store as it was read.
    pub(super) displace: Statement<'c>,
}

impl<'c> Statements<'c> {
    pub(super) fn prepare(connection: &'c Connection) -> rusqlite::Result<Self> {
        let state = super::STATE;
        Ok(Self {
            insert: connection.prepare(&format!(
                "INSERT INTO fact ({state}, seen_run)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 1, ?12, ?13, ?14, ?15, ?16, ?17, ?16)
                 ON CONFLICT DO NOTHING"
            ))?,
            find: connection.prepare(
                "SELECT s.value, s.unit, s.locator, s.valid_as_of, s.review, s.withdrawn, s.stated, s.confidence, s.tags,
                        s.source, s.line, f.name, s.seen_run = ?6 OR (f.read_run IS ?6 AND f.kept_run IS ?6)
                 FROM fact AS s JOIN source AS f ON f.id = s.source
                 WHERE s.metric = ?1 AND s.entity = ?2 AND s.period = ?3 AND s.channel = ?4 AND s.doc = ?5",
            )?,
            touch: connection.prepare(
                "UPDATE fact SET source = ?6, line = ?7, seen_run = ?8, shown = ?9
                 WHERE metric = ?1 AND entity = ?2 AND period = ?3 AND channel = ?4 AND doc = ?5",
            )?,
            remember: connection.prepare(&format!(
                "INSERT INTO history ({state}, action, ended_run, ended_source) SELECT {state}, ?6, ?7, ?8 FROM fact
                 WHERE metric = ?1 AND entity = ?2 AND period = ?3 AND channel = ?4 AND doc = ?5"
            ))?,
            replace: connection.prepare(
                "UPDATE fact SET value = ?6, unit = ?7, locator = ?8, valid_as_of = ?9, review = ?10, withdrawn = ?11,
                        stated = 1, confidence = ?12, tags = ?13, source = ?14, line = ?15,
                        ingested_run = ?16, seen_run = ?16, shown = ?17
                 WHERE metric = ?1 AND entity = ?2 AND period = ?3 AND channel = ?4 AND doc = ?5",
            )?,
            displace: connection.prepare("UPDATE source SET content_hash = NULL WHERE id = ?1")?,
        })
    }
}

/// The present state of a key in a document, as text.
pub(super) struct StoredState {
    pub(super) value: String,
    pub(super) unit: String,
    pub(super) locator: String,
    pub(super) valid_as_of: Option<String>,
    pub(super) review: Review,
    pub(super) withdrawn: bool,
    pub(super) stated: bool,
    pub(super) confidence: Option<String>,
    pub(super) tags: Option<String>,
    pub(super) source: i64,
    pub(super) line: u64,
    pub(super) source_name: String,
    /// Whether this run has read the statement, or keeps the file that it stands in.
    pub(super) in_this_run: bool,
}

impl StoredState {
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            value: row.get(0)?,
            unit: row.get(1)?,
            locator: row.get(2)?,
            valid_as_of: row.get(3)?,
            review: row.get(4)?,
            withdrawn: row.get(5)?,
            stated: row.get(6)?,
            confidence: row.get(7)?,
            tags: row.get(8)?,
            source: row.get(9)?,
            line: row.get(10)?,
            source_name: row.get(11)?,
            in_this_run: row.get(12)?,
        })
    }
}

/// A person's decision that keeps a fact out of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    Withdrawn,
    Rejected,
}

impl Refusal {
    /// What keeps a fact back that was withdrawn or not, and whose review stands so.
    pub(super) fn of(withdrawn: bool, review: Review) -> Option<Self> {
        let rejected = (review == Review::Rejected).then_some(Self::Rejected);
        if withdrawn { Some(Self::Withdrawn) } else { rejected }
    }
}
