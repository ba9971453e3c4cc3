//! `query_metric`: four parameters in, one of three answers out. A parameter that the glossary does not know is named, a
//! fact that is not stored is not found, and nothing is ever interpolated, rounded or guessed.

use std::borrow::Cow;

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;

use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::fact::{Fact, FactKey, Lineage};
use crate::gate::CompetitorScreen;
use crate::intent::Param;
use crate::language::periods::period_of;
use crate::profile::{Glossary, Profile};
use crate::sqlite::StoreError;
use crate::store::{Answerable, FactSource, ReasonCount};
use crate::text::pasted;

/// What a query came to. Serialises to the JSON that tools and answers carry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum ToolResult {
    /// The exact value exists.
    Found(Box<Found>),
    /// Every parameter is known and no fact answers.
    NotFound {
        /// What was looked up.
        normalized: Normalized,
        /// Readings of it that wait for a person, where there are any.
        #[serde(skip_serializing_if = "Option::is_none")]
        waiting: Option<Waiting>,
    },
    /// A parameter means nothing the profile knows.
    UnrecognizedParam {
        /// Which one.
        param: Param,
        /// The words that were not understood.
        raw: String,
    },
}

/// A fact, flat, with its lineage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The value with exactly the digits of the source; a JSON number.
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    pub value: Decimal,
    /// The unit it is stated in.
    pub unit: UnitCode,
    /// What is measured.
    pub metric_code: MetricCode,
    /// Who it is measured for.
    pub entity: EntityCode,
    /// `FY`, `HY`, `QUARTER` or `MONTH`.
    pub period_type: &'static str,
    /// Canonical period, such as `2024H1`.
    pub period: String,
    /// Channel, `TOTAL` when the fact is not split.
    pub channel: ChannelCode,
    /// Where the value was read.
    pub source: Lineage,
    /// Business date of the statement, when the source gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_as_of: Option<Date>,
    /// What other documents state for the same key.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<OtherStatement>,
    /// The key, for the engine's own use.
    #[serde(skip)]
    pub key: FactKey,
}

/// Another document's statement of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OtherStatement {
    /// Its value.
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    pub value: Decimal,
    /// Its unit.
    pub unit: UnitCode,
    /// Where it was read.
    pub source: Lineage,
    /// Its business date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_as_of: Option<Date>,
}

/// The codes that were looked up without success.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Normalized {
    /// What was asked.
    pub metric_code: MetricCode,
    /// For whom.
    pub entity: EntityCode,
    /// Canonical period.
    pub period: String,
    /// Channel.
    pub channel: ChannelCode,
    /// The key, for the engine's own use.
    #[serde(skip)]
    pub key: FactKey,
}

/// Readings of a key that do not answer before a person has decided about them. It says that they are there, why they
/// wait and how to look at them, and nothing of what they state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// Why they wait: the words for filters, such as `low_confidence`, the most frequent first.
    pub reasons: Vec<String>,
    /// The command that lists them.
    pub see: String,
}

impl Waiting {
    /// What waits for a key, if anything does.
    fn of(key: &FactKey, counts: Vec<ReasonCount>) -> Option<Self> {
        let see = format!(
            "engine review list --metric {} --entity {} --period {}",
            pasted(key.metric.as_str()),
            pasted(key.entity.as_str()),
            key.period
        );
        (!counts.is_empty()).then(|| Self { reasons: counts.into_iter().map(|count| count.reason).collect(), see })
    }
}

impl ToolResult {
    /// The key that a result is about; none for an unknown parameter.
    pub fn key(&self) -> Option<&FactKey> {
        match self {
            Self::Found(found) => Some(&found.key),
            Self::NotFound { normalized, .. } => Some(&normalized.key),
            Self::UnrecognizedParam { .. } => None,
        }
    }

    /// The fact, when there is one.
    pub fn found(&self) -> Option<&Found> {
        match self {
            Self::Found(found) => Some(found),
            _ => None,
        }
    }
}

impl Found {
    /// Names what it was read from, file and place, as it may be shown.
    fn name_sources(&mut self, screen: &CompetitorScreen) {
        let others = self.conflicts.iter_mut().map(|other| &mut other.source);
        for source in others.chain([&mut self.source]) {
            for name in [&mut source.doc, &mut source.locator] {
                if let Cow::Owned(shown) = screen.source(name) {
                    *name = shown;
                }
            }
        }
    }
}

impl From<Answerable> for Found {
    fn from(answerable: Answerable) -> Self {
        let Answerable { fact, others } = answerable;
        let conflicts = others
            .into_iter()
            .map(|Fact { value, unit, lineage, valid_as_of, .. }| OtherStatement {
                value,
                unit,
                source: lineage,
                valid_as_of,
            })
            .collect();
        let Fact { key, value, unit, lineage, valid_as_of } = fact;
        Self {
            value,
            unit,
            metric_code: key.metric.clone(),
            entity: key.entity.clone(),
            period_type: key.period.type_code(),
            period: key.period.value(),
            channel: key.channel.clone(),
            source: lineage,
            valid_as_of,
            conflicts,
            key,
        }
    }
}

/// The tool, bound to a profile and a store.
#[derive(Clone, Copy)]
pub struct QueryMetric<'a> {
    /// Whose calendar and codes hold.
    pub profile: &'a Profile,
    /// What wordings mean.
    pub glossary: &'a Glossary,
    /// How documents are called whose names speak of competitors.
    pub screen: &'a CompetitorScreen,
    /// Where facts are.
    pub facts: &'a dyn FactSource,
    /// The day that relative periods are relative to.
    pub today: Date,
}

impl QueryMetric<'_> {
    /// Looks up a key that is already normalised.
    pub fn by_key(&self, key: &FactKey) -> Result<ToolResult, StoreError> {
        Ok(match self.facts.lookup(key)? {
            Some(answerable) => {
                let mut found = Found::from(answerable);
                found.name_sources(self.screen);
                ToolResult::Found(Box::new(found))
            }
            None => ToolResult::NotFound {
                normalized: Normalized {
                    metric_code: key.metric.clone(),
                    entity: key.entity.clone(),
                    period: key.period.value(),
                    channel: key.channel.clone(),
                    key: key.clone(),
                },
                waiting: Waiting::of(key, self.facts.waiting(key)?),
            },
        })
    }

    /// Normalises four wordings and looks them up; a missing channel is the total.
    pub fn by_wording(
        &self,
        metric: &str,
        entity: &str,
        period: &str,
        channel: Option<&str>,
    ) -> Result<ToolResult, StoreError> {
        let unrecognized = |param, raw: &str| Ok(ToolResult::UnrecognizedParam { param, raw: raw.to_owned() });
        let Some(metric) = self.glossary.metric(metric) else { return unrecognized(Param::Metric, metric) };
        let Some(entity) = self.glossary.entity(entity) else { return unrecognized(Param::Entity, entity) };
        let Some(period) = period_of(period, self.profile.calendar, self.today) else {
            return unrecognized(Param::Period, period);
        };
        let channel = match channel {
            None => ChannelCode::total(),
            Some(raw) => match self.glossary.channel(raw) {
                Some(channel) => channel,
                None => return unrecognized(Param::Channel, raw),
            },
        };
        self.by_key(&FactKey { metric, entity, period, channel })
    }
}
