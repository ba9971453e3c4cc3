//! Rows to records. Texts that the store cannot have written itself (a decimal that is none, an unknown code) are a fault
//! that names the row, never a guess.

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlResult, ToSql, ValueRef};

use crate::fact::{Fact, FactKey, Lineage};
use crate::sqlite::{not_stored, parameters, stored, stored_or_none, stored_texts};
use crate::store::{Action, Review, ReviewAction, ReviewStatus, StoredFact};

/// Documents (`d`) that may be shown: open ones, whose label can be read.
pub(super) const OPEN: &str = "d.sensitivity IN ('PUBLIC', 'INTERNAL') AND d.withheld = 0";

/// The columns of a stored fact, in the order in which [`fact`] reads them. `s`: fact or history; `d`: document;
/// `f`: source; `r`: the run that brought it.
pub(super) const COLUMNS: &str = "s.metric, s.entity, s.period, s.channel, s.value, s.unit, d.name, s.locator, \
    s.valid_as_of, s.review, s.withdrawn, s.stated, s.confidence, s.tags, r.at, f.name, s.line, s.shown";

/// Number of [`COLUMNS`]; further ones follow them.
pub(super) const COLUMN_COUNT: usize = 18;

/// The joins that [`COLUMNS`] need, after `FROM fact AS s` or `FROM history AS s`.
pub(super) const JOINS: &str = "JOIN document AS d ON d.id = s.doc JOIN source AS f ON f.id = s.source \
    JOIN run AS r ON r.id = s.ingested_run";

/// The condition that selects one key, whose parts are the first four parameters.
pub(super) const BY_KEY: &str = "s.metric = ?1 AND s.entity = ?2 AND s.period = ?3 AND s.channel = ?4";

/// Facts that may answer, their document being open.
pub(super) const ANSWERS: &str = "s.review IN (0, 1) AND s.withdrawn = 0 AND s.stated = 1";

/// Conditions and the parameters that they name.
pub(super) struct Conditions<'f> {
    pub(super) sql: String,
    pub(super) parameters: Vec<(&'static str, &'f dyn ToSql)>,
}

impl<'f> Conditions<'f> {
    /// One without parameters.
    pub(super) fn new(sql: String) -> Self {
        Self { sql, parameters: Vec::new() }
    }

    /// Adds a condition, which ends in the name of its parameter, where a value is wanted.
    pub(super) fn and(mut self, condition: &'static str, wanted: Option<&'f impl ToSql>) -> Self {
        let name = condition.find(':').and_then(|at| condition.get(at..));
        if let (Some(name), Some(value)) = (name, wanted) {
            self.sql.push_str(" AND ");
            self.sql.push_str(condition);
            self.parameters.push((name, value));
        }
        self
    }

    /// Adds the parameters of a [`page`].
    pub(super) fn paged(mut self, [limit, offset]: &'f [i64; 2]) -> Self {
        self.parameters.extend([(":limit", limit as &dyn ToSql), (":offset", offset)]);
        self
    }
}

/// How many rows are wanted, and after how many others, for `LIMIT :limit OFFSET :offset`.
pub(super) fn page(limit: Option<u64>, offset: u64) -> [i64; 2] {
    [limit.and_then(|limit| i64::try_from(limit).ok()).unwrap_or(-1), i64::try_from(offset).unwrap_or(i64::MAX)]
}

/// The parameters of [`BY_KEY`].
pub(super) fn key_params(key: &FactKey) -> [&dyn ToSql; 4] {
    [&key.metric, &key.entity, &key.period, &key.channel]
}

/// The key in the first four columns.
pub(super) fn key(row: &Row<'_>) -> rusqlite::Result<FactKey> {
    Ok(FactKey { metric: stored(row, 0)?, entity: stored(row, 1)?, period: stored(row, 2)?, channel: stored(row, 3)? })
}

/// A fact whose columns are [`COLUMNS`].
pub(super) fn fact(row: &Row<'_>) -> rusqlite::Result<StoredFact> {
    Ok(StoredFact {
        fact: Fact {
            key: key(row)?,
            value: stored(row, 4)?,
            unit: stored(row, 5)?,
            lineage: Lineage { doc: row.get(6)?, locator: row.get(7)? },
            valid_as_of: stored_or_none(row, 8)?,
        },
        shown: row.get(17)?,
        review: row.get(9)?,
        withdrawn: row.get(10)?,
        stated: row.get(11)?,
        confidence: stored_or_none(row, 12)?,
        tags: tags_from(row.get(13)?),
        ingested_at: stored(row, 14)?,
        source: row.get(15)?,
        line: row.get(16)?,
    })
}

/// How a review status is stored.
const CODES: [(Review, i64); 4] =
    [(Review::AutoApproved, 0), (Review::Approved, 1), (Review::Pending, 2), (Review::Rejected, 3)];

impl FromSql for Review {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let code = value.as_i64()?;
        let found = CODES.iter().find(|(_, known)| *known == code).map(|(review, _)| *review);
        found.ok_or_else(|| not_stored(format!("{code} is stored as a review status")))
    }
}

parameters! {
    Review, |review| CODES.iter().find(|(known, _)| known == review).map_or(0, |(_, code)| *code);
    Action, |action| action.as_str();
    ReviewAction, |action| action.as_str();
    ReviewStatus, |status| status.as_str();
}

stored_texts! {
    Action, "an action", |text| Self::ALL.into_iter().find(|action| action.as_str() == text);
    ReviewAction, "an action", |text| Self::ALL.into_iter().find(|action| action.as_str() == text);
    ReviewStatus, "a review's status", Self::of;
}

/// How tags are stored: one a line, nothing for none.
pub(super) fn tags_text(tags: &[String]) -> Option<String> {
    (!tags.is_empty()).then(|| tags.join("\n"))
}

/// Tags as they are stored.
pub(super) fn tags_from(text: Option<String>) -> Vec<String> {
    text.map(|text| text.split('\n').map(str::to_owned).collect()).unwrap_or_default()
}
