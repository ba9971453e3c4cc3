//! Rows to records. Texts that the store cannot have written itself (a decimal that is none, an unknown code) are a fault
//! that names the row, never a guess.

use rust_decimal::Decimal;

use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::fact::{Fact, FactKey, Lineage};
use crate::period::Period;
use crate::sqlite::Reading;
use crate::store::{Action, Review, StoreError, StoredFact};

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

impl Reading<'_> {
    pub(super) fn decimal(&self, column: usize) -> Result<Decimal, StoreError> {
        self.parsed(column, "a value", |text| Decimal::from_str_exact(text).ok())
    }

    pub(super) fn key(&self) -> Result<FactKey, StoreError> {
        Ok(FactKey {
            metric: MetricCode::new(self.text(0)?),
            entity: EntityCode::new(self.text(1)?),
            period: self.parsed(2, "a period", |text| text.parse::<Period>().ok())?,
            channel: ChannelCode::new(self.text(3)?),
        })
    }

    pub(super) fn review(&self, column: usize) -> Result<Review, StoreError> {
        let code = self.get::<i64>(column)?;
        Review::ALL
            .into_iter()
            .find(|review| review_code(*review) == code)
            .ok_or_else(|| self.place.damaged(format!("{code} is stored as a review status")))
    }

    pub(super) fn action(&self, column: usize) -> Result<Action, StoreError> {
        self.parsed(column, "an action", |text| Action::ALL.into_iter().find(|action| action.as_str() == text))
    }

    /// A fact whose columns are [`COLUMNS`].
    pub(super) fn stored(&self) -> Result<StoredFact, StoreError> {
        let confidence = match self.optional_text(12)? {
            None => None,
            Some(_) => Some(self.decimal(12)?),
        };
        Ok(StoredFact {
            fact: Fact {
                key: self.key()?,
                value: self.decimal(4)?,
                unit: UnitCode::new(self.text(5)?),
                lineage: Lineage { doc: self.text(6)?.to_owned(), locator: self.text(7)?.to_owned() },
                valid_as_of: self.date(8)?,
            },
            shown: self.optional_text(17)?.map(str::to_owned),
            review: self.review(9)?,
            withdrawn: self.get(10)?,
            stated: self.get(11)?,
            confidence,
            tags: tags_from(self.optional_text(13)?),
            ingested_at: self.instant(14)?,
            source: self.text(15)?.to_owned(),
            line: u64::try_from(self.get::<i64>(16)?).unwrap_or_default(),
        })
    }
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
