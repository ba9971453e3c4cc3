//! Facts: an exact value under a key of four codes, with the lineage that leads back to where it was read. A fact knows
//! no store and no question.

use std::fmt;

use rust_decimal::Decimal;
use serde::Serialize;

use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::period::Period;

/// What a fact is about. Two facts with the same key and different values are in conflict.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct FactKey {
    /// What is measured.
    pub metric: MetricCode,
    /// Who it is measured for.
    pub entity: EntityCode,
    /// When.
    pub period: Period,
    /// Through which channel; [`ChannelCode::total`] when the fact is not split.
    pub channel: ChannelCode,
}

impl FactKey {
    /// The key of a fact that is not split by channel.
    pub fn total(metric: &str, entity: &str, period: Period) -> Self {
        let (metric, entity) = (MetricCode::new(metric), EntityCode::new(entity));
        Self { metric, entity, period, channel: ChannelCode::total() }
    }
}

/// `METRIC/ENTITY/PERIOD`, and `/CHANNEL` where the fact is split by one.
impl fmt::Display for FactKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.metric, self.entity, self.period.value())?;
        if self.channel.is_total() { Ok(()) } else { write!(f, "/{}", self.channel) }
    }
}

/// What is said about a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stated {
    /// What the value is about.
    #[serde(flatten)]
    pub key: FactKey,
    /// The value, with exactly the digits in which it is stated.
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    pub value: Decimal,
    /// The unit the value is stated in.
    pub unit: UnitCode,
}

impl fmt::Display for Stated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {} {}", self.key, self.value, self.unit)
    }
}

/// Where a value was read: the document, and the cell, row or paragraph inside it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Lineage {
    /// Document name, as it was ingested.
    pub doc: String,
    /// Place in the document, for example `sheet=PL!C7` or `row=12`.
    pub locator: String,
}

/// One value of one key, as one document states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What the value is about.
    #[serde(flatten)]
    pub key: FactKey,
    /// The value, with exactly the digits of the source (`-0.070` keeps its last zero).
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    pub value: Decimal,
    /// The unit the value is stated in.
    pub unit: UnitCode,
    /// Where it was read.
    #[serde(flatten)]
    pub lineage: Lineage,
    /// The business date of the statement, when the source gives one.
    pub valid_as_of: Option<jiff::civil::Date>,
}
