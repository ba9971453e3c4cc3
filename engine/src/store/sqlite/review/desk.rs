//! A decision in progress, and how a row of facts is named while it is taken. What is done is decided elsewhere.

use rusqlite::Connection;

use crate::sqlite::Fault;
use crate::store::DecisionFault;

/// What a decision comes to, or why it is not taken.
pub(super) type Outcome<T> = Result<Result<T, DecisionFault>, Fault>;

/// A decision in progress.
pub(super) struct Desk<'c> {
    pub(super) connection: &'c Connection,
    pub(super) run: i64,
    pub(super) note: &'c str,
}

/// The condition that selects one key of a document, whose parts are the first five parameters.
pub(super) const ROW: &str = "metric = ?1 AND entity = ?2 AND period = ?3 AND channel = ?4 AND doc = ?5";
