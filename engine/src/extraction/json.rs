//! An extraction as JSON lines, one object a grid. Cells are written one after the other as they are looked at, so that a
//! sheet of a million cells takes no second place in memory.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::extract::{ExtractedGrid, Extraction};
use super::layout::{HeaderAt, Kind, Table};
use super::meaning::outcomes::OtherValue;
use crate::files::{Cell, CellValue, GridPlace, NumberFormat, Span};
use crate::profile::Sensitivity;
use crate::reading::{Candidate, Decided, FactReading, Reading, ReviewReading};
use crate::rule::Rule;
use crate::text::write_json;

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
        write_json(&mut out, &grid_json(doc, extracted, detail)).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

#[derive(Serialize)]
struct GridJson<'a, C: Serialize, F: Serialize, R: Serialize> {
    doc: &'a str,
    sheet: String,
    rows: u32,
    cols: u32,
    hidden: bool,
    captions: &'a [String],
    cells: C,
    facts: F,
    reviews: R,
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

fn grid_json<'a>(doc: &'a str, extracted: &'a ExtractedGrid, detail: Detail) -> impl Serialize + 'a {
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
    let facts = move || {
        let facts = readings.iter().filter_map(|reading| match reading {
            Reading::Fact(fact) => Some(fact),
            Reading::Review(_) => None,
        });
        facts.map(move |fact| FactJson { fact, rules: RulesJson::of(fact.decided(), detail) })
    };
    let reviews = move || {
        let reviews = readings.iter().filter_map(|reading| match reading {
            Reading::Review(review) => Some(review),
            Reading::Fact(_) => None,
        });
        reviews.map(move |review| ReviewJson::of(review, detail))
    };
    GridJson {
        doc,
        sheet,
        rows: grid.rows,
        cols: grid.cols,
        hidden: grid.hidden,
        captions: &grid.captions,
        cells: Streamed(move || cells(extracted, detail)),
        facts: Streamed(facts),
        reviews: Streamed(reviews),
        others: (detail == Detail::Rules).then(|| others.iter().map(other).collect()),
    }
}

/// A list of which each item is made when it is written.
struct Streamed<F>(F);

impl<I: IntoIterator<Item: Serialize>, F: Fn() -> I> Serialize for Streamed<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0())
    }
}

/// The cells of a grid.
fn cells(extracted: &ExtractedGrid, detail: Detail) -> impl Iterator<Item = CellJson<'_>> {
    let ExtractedGrid { grid, layout, .. } = extracted;
    let kinds = layout.kinds.iter().copied().zip(&layout.rules);
    // Cells come by row, and the tables of a grid are few; the last one that was met is most likely the next.
    let mut last: Option<&Table> = None;
    grid.cells.iter().zip(kinds).map(move |(cell, (kind, rule))| {
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
            number_format: cell.number_format.as_deref().map(NumberFormat::code),
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
    })
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

#[derive(Serialize)]
struct FactJson<'a> {
    #[serde(flatten)]
    fact: &'a FactReading,
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

#[derive(Serialize)]
struct ReviewJson<'a> {
    reason: &'static str,
    message: String,
    locator: &'a str,
    text: &'a str,
    cells: u64,
    candidate: &'a Candidate,
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
            candidate: &review.candidate,
            remedy: (detail == Detail::Rules).then(|| review.reason.remedy()),
            rules: RulesJson::of(review.decided, detail),
        }
    }
}
