//! Rows to records. Texts that the store cannot have written itself (a decimal that is none, an unknown code) are a fault
//! that names the row, never a guess.

use rust_decimal::Decimal;

use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::fact::{Fact, FactKey, Lineage};
use crate::period::Period;
use crate::sqlite::{StoreError, StoredRow};
use crate::store::{Action, Review, StoredFact};

/// The columns of a stored fact, in the order in which [`stored`] reads them. `s`: fact or history; `d`: document;
/// `f`: source; `r`: the run that brought it.
pub(super) const COLUMNS: &str = "s.metric, s.entity, s.period, s.channel, s.value, s.unit, d.name, s.locator, \
    s.valid_as_of, s.review, s.withdrawn, s.stated, s.confidence, s.tags, r.at, f.name, s.line, s.shown";

/// Number of [`COLUMNS`]; further ones follow them.
pub(super) const COLUMN_COUNT: usize = 18;

/// The joins that [`COLUMNS`] need, after `FROM fact AS s` or `FROM history AS s`.
pub(super) const JOINS: &str = "JOIN document AS d ON d.id = s.doc JOIN source AS f ON f.id = s.source \
    JOIN run AS r ON r.id = s.ingested_run";

/// Facts that may answer, their document being open.
pub(super) const ANSWERS: &str = "s.review IN (0, 1) AND s.withdrawn = 0 AND s.stated = 1";

pub(super) fn decimal(row: &StoredRow<'_>, column: usize) -> Result<Decimal, StoreError> {
    row.parsed(column, "a value", |text| Decimal::from_str_exact(text).ok())
}

pub(super) fn key(row: &StoredRow<'_>) -> Result<FactKey, StoreError> {
    Ok(FactKey {
        metric: MetricCode::new(row.text(0)?),
        entity: EntityCode::new(row.text(1)?),
        period: row.parsed(2, "a period", |text| text.parse::<Period>().ok())?,
        channel: ChannelCode::new(row.text(3)?),
    })
}

pub(super) fn review(row: &StoredRow<'_>, column: usize) -> Result<Review, StoreError> {
    let code = row.get::<i64>(column)?;
    Review::ALL
        .into_iter()
        .find(|review| review_code(*review) == code)
        .ok_or_else(|| row.place.damaged(format!("{code} is stored as a review status")))
}

pub(super) fn action(row: &StoredRow<'_>, column: usize) -> Result<Action, StoreError> {
    row.parsed(column, "an action", |text| Action::ALL.into_iter().find(|action| action.as_str() == text))
}

/// A fact whose columns are [`COLUMNS`].
pub(super) fn stored(row: &StoredRow<'_>) -> Result<StoredFact, StoreError> {
    let confidence = match row.optional_text(12)? {
        None => None,
        Some(_) => Some(decimal(row, 12)?),
    };
    Ok(StoredFact {
        fact: Fact {
            key: key(row)?,
            value: decimal(row, 4)?,
            unit: UnitCode::new(row.text(5)?),
            lineage: Lineage { doc: row.text(6)?.to_owned(), locator: row.text(7)?.to_owned() },
            valid_as_of: row.date(8)?,
        },
        shown: row.optional_text(17)?.map(str::to_owned),
        review: review(row, 9)?,
        withdrawn: row.get(10)?,
        stated: row.get(11)?,
        confidence,
        tags: tags_from(row.optional_text(13)?),
        ingested_at: row.instant(14)?,
        source: row.text(15)?.to_owned(),
        line: u64::try_from(row.get::<i64>(16)?).unwrap_or_default(),
    })
}

/// How a review status is stored.
pub(super) fn review_code(review: Review) -> i64 {
    match review {
        Review::AutoApproved => 0,
        Review::Approved => 1,
        Review::Pending => 2,
        Review::Rejected => 3,
    }
}

/// How tags are stored: one a line, nothing for none.
pub(super) fn tags_text(tags: &[String]) -> Option<String> {
    (!tags.is_empty()).then(|| tags.join("\n"))
}

/// Tags as they are stored.
pub(super) fn tags_from(text: Option<&str>) -> Vec<String> {
    text.map(|text| text.split('\n').map(str::to_owned).collect()).unwrap_or_default()
}
