//! Facts as JSON objects and as table cells. Values are exact in both: all the digits of the source, never an exponent.

use engine::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use engine::fact::{Fact, FactKey};
use engine::period::Period;
use engine::store::StoredFact;
use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;

use crate::cli::table::Layout;

/// A key as JSON.
#[derive(Debug, Serialize)]
pub(in crate::cli) struct KeyJson<'a> {
    metric: &'a MetricCode,
    entity: &'a EntityCode,
    period: Period,
    channel: &'a ChannelCode,
}

impl<'a> KeyJson<'a> {
    pub(in crate::cli) fn of(key: &'a FactKey) -> Self {
        Self { metric: &key.metric, entity: &key.entity, period: key.period, channel: &key.channel }
    }
}

/// What a document states, as JSON.
#[derive(Debug, Serialize)]
pub(super) struct StatementJson<'a> {
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    value: Decimal,
    unit: &'a UnitCode,
    doc: &'a str,
    locator: &'a str,
    valid_as_of: Option<Date>,
}

impl<'a> StatementJson<'a> {
    pub(super) fn of(fact: &'a Fact) -> Self {
        Self {
            value: fact.value,
            unit: &fact.unit,
            doc: &fact.lineage.doc,
            locator: &fact.lineage.locator,
            valid_as_of: fact.valid_as_of,
        }
    }
}

/// A stored fact as JSON.
#[derive(Debug, Serialize)]
pub(super) struct StoredJson<'a> {
    #[serde(flatten)]
    key: KeyJson<'a>,
    #[serde(flatten)]
    statement: StatementJson<'a>,
    shown: Option<&'a str>,
    review: &'static str,
    withdrawn: bool,
    stated: bool,
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    confidence: Option<Decimal>,
    tags: &'a [String],
    ingested_at: Timestamp,
    source: &'a str,
    line: u64,
}

impl<'a> StoredJson<'a> {
    pub(super) fn of(stored: &'a StoredFact) -> Self {
        Self {
            key: KeyJson::of(&stored.fact.key),
            statement: StatementJson::of(&stored.fact),
            shown: stored.shown.as_deref(),
            review: stored.review.as_str(),
            withdrawn: stored.withdrawn,
            stated: stored.stated,
            confidence: stored.confidence,
            tags: &stored.tags,
            ingested_at: stored.ingested_at,
            source: &stored.source,
            line: stored.line,
        }
    }
}

/// A key on one line, as the commands take it.
pub(super) fn key_text(key: &FactKey) -> String {
    key.to_string()
}

/// Document and place, as answers cite them.
pub(super) fn place_text(fact: &Fact) -> String {
    format!("{} · {}", fact.lineage.doc, fact.lineage.locator)
}

/// The columns of a table of statements, one [`statement_row`] each.
pub(super) const STATEMENT_COLUMNS: [(&str, Layout); 5] = [
    ("Key", Layout::Key),
    ("Value", Layout::Figure),
    ("Unit", Layout::Text),
    ("Document · place", Layout::Text),
    ("As of", Layout::Whole),
];

/// A statement under a heading that names its key.
pub(super) fn statement_row(heading: &str, fact: &Fact) -> Vec<String> {
    let as_of = fact.valid_as_of.map_or_else(String::new, |date| date.to_string());
    vec![heading.to_owned(), fact.value.to_string(), fact.unit.to_string(), place_text(fact), as_of]
}
