//! A fact as far as a document's reader understood it. It holds no guess, and knows no document and no store.

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;

use super::Confidence;
use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::fact::{FactKey, Stated};
use crate::period::Period;

/// A fact as far as it was understood. Complete in the parts that are there; none of them is a guess.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Candidate {
    /// Metric.
    pub metric: Option<MetricCode>,
    /// Entity.
    pub entity: Option<EntityCode>,
    /// Period.
    pub period: Option<Period>,
    /// Channel.
    pub channel: Option<ChannelCode>,
    /// Value.
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    pub value: Option<Decimal>,
    /// Unit.
    pub unit: Option<UnitCode>,
    /// Tags.
    pub tags: Vec<String>,
    /// How sure the reading is, where a value was read.
    pub confidence: Option<Confidence>,
    /// Business date.
    pub valid_as_of: Option<Date>,
}

impl Candidate {
    /// The same with this key, value and unit: nothing of what is needed to answer is missing.
    #[must_use]
    pub fn stating(self, key: &FactKey, value: Decimal, unit: &UnitCode) -> Self {
        Self {
            metric: Some(key.metric.clone()),
            entity: Some(key.entity.clone()),
            period: Some(key.period),
            channel: Some(key.channel.clone()),
            value: Some(value),
            unit: Some(unit.clone()),
            ..self
        }
    }

    /// Its key, value and unit, when it has all of them: what a person can approve as it stands.
    pub fn complete(&self) -> Option<Stated> {
        let key = FactKey {
            metric: self.metric.clone()?,
            entity: self.entity.clone()?,
            period: self.period?,
            channel: self.channel.clone()?,
        };
        Some(Stated { key, value: self.value?, unit: self.unit.clone()? })
    }
}
