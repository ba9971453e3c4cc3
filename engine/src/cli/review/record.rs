//! Review items as JSON objects and as text. Values are exact in both.

use engine::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use engine::fact::FactKey;
use engine::period::Period;
use engine::reading::{Candidate, Confidence};
use engine::store::{Change, ReviewItem};
use jiff::Timestamp;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;

use crate::cli::facts::KeyJson;

/// An item as JSON.
#[derive(Debug, Serialize)]
pub(super) struct ItemJson<'a> {
    id: u64,
    status: &'static str,
    stated: bool,
    doc: &'a str,
    locator: &'a str,
    text: &'a str,
    reason: &'a str,
    message: &'a str,
    cells: u64,
    metric: Option<&'a MetricCode>,
    entity: Option<&'a EntityCode>,
    period: Option<Period>,
    channel: Option<&'a ChannelCode>,
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    value: Option<Decimal>,
    unit: Option<&'a UnitCode>,
    valid_as_of: Option<Date>,
    tags: &'a [String],
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    confidence: Option<Decimal>,
    fact: Option<FactJson<'a>>,
    changed: Option<ChangeJson<'a>>,
    source: &'a str,
    first_read_at: Timestamp,
}

/// A fact that a decision is about, as JSON.
#[derive(Debug, Serialize)]
pub(super) struct FactJson<'a> {
    #[serde(flatten)]
    key: KeyJson<'a>,
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    value: Decimal,
    unit: &'a UnitCode,
}

impl<'a> FactJson<'a> {
    pub(super) fn of((key, value, unit): &'a (FactKey, Decimal, UnitCode)) -> Self {
        Self { key: KeyJson::of(key), value: *value, unit }
    }
}

#[derive(Debug, Serialize)]
struct ChangeJson<'a> {
    was: &'a str,
    now: &'a str,
}

impl<'a> ItemJson<'a> {
    pub(super) fn of(item: &'a ReviewItem) -> Self {
        let candidate = &item.candidate;
        Self {
            id: item.id,
            status: item.status.as_str(),
            stated: item.stated,
            doc: &item.doc,
            locator: &item.locator,
            text: &item.text,
            reason: &item.reason,
            message: &item.message,
            cells: item.cells,
            metric: candidate.metric.as_ref(),
            entity: candidate.entity.as_ref(),
            period: candidate.period,
            channel: candidate.channel.as_ref(),
            value: candidate.value,
            unit: candidate.unit.as_ref(),
            valid_as_of: candidate.valid_as_of,
            tags: &candidate.tags,
            confidence: candidate.confidence.map(Confidence::decimal),
            fact: item.fact.as_ref().map(FactJson::of),
            changed: item.changed.as_ref().map(|Change { was, now }| ChangeJson { was, now }),
            source: &item.source,
            first_read_at: item.first_read_at,
        }
    }
}

/// What was understood, with a question mark for each part that was not.
pub(in crate::cli) fn understood(candidate: &Candidate) -> String {
    let part = |part: Option<String>| part.unwrap_or_else(|| "?".to_owned());
    let mut text = format!(
        "{}/{}/{}",
        part(candidate.metric.as_ref().map(ToString::to_string)),
        part(candidate.entity.as_ref().map(ToString::to_string)),
        part(candidate.period.map(Period::value)),
    );
    match &candidate.channel {
        Some(channel) if channel.is_total() => {}
        channel => {
            text.push('/');
            text.push_str(&part(channel.as_ref().map(ToString::to_string)));
        }
    }
    let value = part(candidate.value.map(|value| value.to_string()));
    let unit = part(candidate.unit.as_ref().map(ToString::to_string));
    let tags = if candidate.tags.is_empty() { String::new() } else { format!(" [{}]", candidate.tags.join(", ")) };
    format!("{text} = {value} {unit}{tags}")
}

/// A fact on one line.
pub(super) fn fact_text((key, value, unit): &(FactKey, Decimal, UnitCode)) -> String {
    format!("{key} = {value} {unit}")
}

/// A text of a document on one line, shortened.
pub(super) fn one_line(text: &str, chars_max: usize) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if plain.chars().count() <= chars_max {
        return plain;
    }
    let cut: String = plain.chars().take(chars_max.saturating_sub(1)).collect();
    format!("{cut}…")
}
