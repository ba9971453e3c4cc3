//! An extraction as JSON lines, one object a grid. Cells are written one after the other as they are looked at, so that a
//! sheet of a million cells takes no second place in memory.

use std::io::{self, Write};

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

use super::extract::{ExtractedGrid, Extraction};
use super::layout::{HeaderAt, Kind, Table};
use super::meaning::outcomes::OtherValue;
use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::files::{Cell, CellValue, GridPlace, Span};
use crate::period::Period;
use crate::profile::Sensitivity;
use crate::reading::{Candidate, Confidence, Decided, FactReading, Reading, ReviewReading};
use crate::rule::Rule;

/// How much is written of each cell and reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// What it is.
    Result,
    /// What it is and the rules that decided it.
    Rules,
}

impl Detail {
    fn name(self, rule: &'static Rule) -> Option<&'static str> {
        (self == Self::Rules).then(|| rule.name())
    }
}

/// Writes an object for each grid of a document, each on a line. Nothing of a restricted one is written.
pub fn write_lines(doc: &str, extraction: &Extraction, detail: Detail, mut out: impl Write) -> io::Result<()> {
    if extraction.sensitivity == Sensitivity::Restricted {
        return Ok(());
    }
    for extracted in &extraction.grids {
        serde_json::to_writer(&mut out, &GridJson::of(doc, extracted, detail)).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

#[derive(Serialize)]
struct GridJson<'a> {
    doc: &'a str,
    sheet: String,
    rows: u32,
    cols: u32,
    hidden: bool,
    captions: &'a [String],
    cells: Cells<'a>,
    facts: Facts<'a>,
    reviews: Reviews<'a>,
    /// Values without a fact or review of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    others: Option<Vec<OtherJson>>,
}

#[derive(Serialize)]
struct OtherJson {
    #[serde(rename = "ref")]
    at: String,
    rule: &'static str,
    waits_for: Option<String>,
}

impl<'a> GridJson<'a> {
    fn of(doc: &'a str, extracted: &'a ExtractedGrid, detail: Detail) -> Self {
        let ExtractedGrid { grid, readings, others, .. } = extracted;
        let other = |other: &OtherValue| OtherJson {
            at: other.at.to_string(),
            rule: other.rule.name(),
            waits_for: other.waits_for.map(|at| at.to_string()),
        };
        let sheet = match &grid.place {
            GridPlace::Sheet { name } => name.clone(),
            place => place.to_string(),
        };
        Self {
            doc,
            sheet,
            rows: grid.rows,
            cols: grid.cols,
            hidden: grid.hidden,
            captions: &grid.captions,
            cells: Cells(extracted, detail),
            facts: Facts(readings, detail),
            reviews: Reviews(readings, detail),
            others: (detail == Detail::Rules).then(|| others.iter().map(other).collect()),
        }
    }
}

/// The cells of a grid, each made when it is written.
struct Cells<'a>(&'a ExtractedGrid, Detail);

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(ExtractedGrid { grid, layout, .. }, detail) = *self;
        let kinds = layout.kinds.iter().copied().zip(&layout.rules);
        // Cells come by row, and the tables of a grid are few; the last one that was met is most likely the next.
        let mut last: Option<&Table> = None;
        serializer.collect_seq(grid.cells.iter().zip(kinds).map(|(cell, (kind, rule))| {
            let table = if kind == Kind::Value {
                last = last.filter(|table| table.area.covers(cell.at)).or_else(|| layout.table(cell.at));
                last
            } else {
                None
            };
            let headers = |list: &[HeaderAt]| -> Vec<HeaderJson<'_>> {
                // A header is named by a cell of the list, so that no merged span needs to be looked for.
                let cells = list.iter().filter_map(|header| Some((header.rule, grid.cell(header.at)?)));
                let json = cells.map(|(rule, cell)| HeaderJson {
                    at: cell.at.to_string(),
                    text: &cell.text,
                    rule: detail.name(rule),
                });
                json.collect()
            };
            let merge = grid.merges.binary_search_by_key(&cell.at, |span| span.first).ok();
            CellJson {
                at: cell.at.to_string(),
                text: &cell.text,
                value: ValueJson(cell),
                number_format: cell.number_format.as_deref(),
                fill: cell.fill.map(|fill| fill.to_string()),
                font_color: cell.font_color.map(|color| color.to_string()),
                bold: cell.bold,
                merge: merge.and_then(|index| grid.merges.get(index)).map(Span::to_string),
                hidden: grid.hidden || cell.hidden,
                kind: kind.as_str(),
                row_headers: table.map_or_else(Vec::new, |table| headers(table.headers_of_row(cell.at))),
                col_headers: table.map_or_else(Vec::new, |table| headers(table.headers_of_col(cell.at))),
                rule: detail.name(rule),
                table_rule: table.and_then(|table| detail.name(table.rule)),
            }
        }))
    }
}

#[derive(Serialize)]
struct CellJson<'a> {
    #[serde(rename = "ref")]
    at: String,
    text: &'a str,
    value: ValueJson<'a>,
    number_format: Option<&'a str>,
    fill: Option<String>,
    font_color: Option<String>,
    bold: bool,
    merge: Option<String>,
    hidden: bool,
    kind: &'static str,
    row_headers: Vec<HeaderJson<'a>>,
    col_headers: Vec<HeaderJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table_rule: Option<&'static str>,
}

#[derive(Serialize)]
struct HeaderJson<'a> {
    #[serde(rename = "ref")]
    at: String,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
}

/// What a cell stores: an exact number, true or false, an ISO date, a text, or null for nothing that can be kept.
struct ValueJson<'a>(&'a Cell);

impl Serialize for ValueJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0.value {
            CellValue::Number(number) => rust_decimal::serde::arbitrary_precision::serialize(number, serializer),
            CellValue::Boolean(boolean) => serializer.serialize_bool(*boolean),
            CellValue::Date(date) => serializer.collect_str(date),
            CellValue::DateTime(moment) => serializer.collect_str(moment),
            CellValue::Time(time) => serializer.collect_str(time),
            // An error, and a number that no exact one holds, are told as the file has them.
            CellValue::Text | CellValue::Error | CellValue::OutOfRange => serializer.serialize_str(&self.0.text),
            CellValue::Empty | CellValue::Uncomputed => serializer.serialize_none(),
        }
    }
}

/// The facts among readings.
struct Facts<'a>(&'a [Reading], Detail);

impl Serialize for Facts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().filter_map(|reading| match reading {
            Reading::Fact(fact) => Some(FactJson::of(fact, self.1)),
            Reading::Review(_) => None,
        }))
    }
}

/// The reviews among readings.
struct Reviews<'a>(&'a [Reading], Detail);

impl Serialize for Reviews<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().filter_map(|reading| match reading {
            Reading::Review(review) => Some(ReviewJson::of(review, self.1)),
            Reading::Fact(_) => None,
        }))
    }
}

#[derive(Serialize)]
struct FactJson<'a> {
    metric: &'a MetricCode,
    entity: &'a EntityCode,
    period: Period,
    channel: &'a ChannelCode,
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    value: Decimal,
    unit: &'a UnitCode,
    locator: &'a str,
    also: &'a [String],
    tags: &'a [String],
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    confidence: Decimal,
    valid_as_of: Option<Date>,
    #[serde(flatten)]
    rules: RulesJson,
}

/// What decided about a value.
#[derive(Serialize)]
struct RulesJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color_rule: Option<&'static str>,
}

impl RulesJson {
    fn of(decided: Decided, detail: Detail) -> Self {
        let color_rule = decided.color.and_then(|rule| detail.name(rule));
        Self { rule: detail.name(decided.verdict), color_rule }
    }
}

impl<'a> FactJson<'a> {
    fn of(fact: &'a FactReading, detail: Detail) -> Self {
        Self {
            metric: &fact.key.metric,
            entity: &fact.key.entity,
            period: fact.key.period,
            channel: &fact.key.channel,
            value: fact.value,
            unit: &fact.unit,
            locator: &fact.locator,
            also: &fact.also,
            tags: &fact.tags,
            confidence: fact.confidence.decimal(),
            valid_as_of: fact.valid_as_of,
            rules: RulesJson::of(fact.decided, detail),
        }
    }
}

#[derive(Serialize)]
struct ReviewJson<'a> {
    reason: &'static str,
    message: String,
    locator: &'a str,
    text: &'a str,
    cells: u64,
    candidate: CandidateJson<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<String>,
    #[serde(flatten)]
    rules: RulesJson,
}

impl<'a> ReviewJson<'a> {
    fn of(review: &'a ReviewReading, detail: Detail) -> Self {
        Self {
            reason: review.reason.code(),
            message: review.message(),
            locator: &review.locator,
            text: &review.text,
            cells: review.cells,
            candidate: CandidateJson::of(&review.candidate),
            remedy: (detail == Detail::Rules).then(|| review.reason.remedy()),
            rules: RulesJson::of(review.decided, detail),
        }
    }
}

/// As much of a fact as was understood; null for the rest.
#[derive(Serialize)]
struct CandidateJson<'a> {
    metric: Option<&'a MetricCode>,
    entity: Option<&'a EntityCode>,
    period: Option<Period>,
    channel: Option<&'a ChannelCode>,
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    value: Option<Decimal>,
    unit: Option<&'a UnitCode>,
    tags: &'a [String],
    #[serde(with = "rust_decimal::serde::arbitrary_precision_option")]
    confidence: Option<Decimal>,
    valid_as_of: Option<Date>,
}

impl<'a> CandidateJson<'a> {
    fn of(candidate: &'a Candidate) -> Self {
        Self {
            metric: candidate.metric.as_ref(),
            entity: candidate.entity.as_ref(),
            period: candidate.period,
            channel: candidate.channel.as_ref(),
            value: candidate.value,
            unit: candidate.unit.as_ref(),
            tags: &candidate.tags,
            confidence: candidate.confidence.map(Confidence::decimal),
            valid_as_of: candidate.valid_as_of,
        }
    }
}
