//! A decision in progress, and how a row of facts is named while it is taken. What is done is decided elsewhere.

use rusqlite::Connection;

use crate::fact::FactKey;
use crate::sqlite::{Location, StoreError};
use crate::store::DecisionFault;

/// What a decision comes to, or why it is not taken.
pub(super) type Outcome<T> = Result<Result<T, DecisionFault>, StoreError>;

/// A decision in progress.
pub(super) struct Desk<'c> {
    pub(super) place: &'c Location,
    pub(super) connection: &'c Connection,
    pub(super) run: i64,
    pub(super) note: &'c str,
}

/// The condition that selects one key of a document, after the parameters of [`row_key`].
pub(super) const ROW: &str = "metric = ?1 AND entity = ?2 AND period = ?3 AND channel = ?4 AND doc = ?5";

/// The columns that name a row of facts.
pub(super) fn row_key(key: &FactKey, doc: i64) -> (String, String, String, String, i64) {
    (key.metric.to_string(), key.entity.to_string(), key.period.value(), key.channel.to_string(), doc)
}
