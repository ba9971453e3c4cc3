//! What was read from a document, as any engine states it in JSON: the lines of `engine extract FILE --json`, one object a
//! grid. Unknown fields are ignored; numbers are read from their text, never through a binary float. There is no way from
//! here back to the engine.

use std::collections::BTreeSet;

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize};

use crate::outcome::PeriodValue;

/// Everything that was read from one document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// Its grids, in the order of the document. None of a restricted document.
    pub grids: Vec<Grid>,
}

/// One worksheet or table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// Document name.
    pub doc: String,
    /// The worksheet's name, or the place of the table: `slide=3,table=1`.
    #[serde(deserialize_with = "bare")]
    pub sheet: String,
    /// Rows down to the last cell.
    #[serde(default)]
    pub rows: u32,
    /// Columns to the last cell.
    #[serde(default)]
    pub cols: u32,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The facts it states.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// What a person has to look at.
    #[serde(default)]
    pub reviews: Vec<Review>,
    /// Values that are neither, where the engine tells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Other>,
}

/// A value without a fact or review of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Other {
    /// Its place in the grid.
    #[serde(rename = "ref")]
    pub at: String,
    /// The rule that decided that.
    pub rule: String,
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Its place in the grid, such as `C7`.
    #[serde(rename = "ref")]
    pub at: String,
    /// Its text as a reader sees it.
    #[serde(default)]
    pub text: String,
    /// What is stored, as exact text; none when that is the text itself.
    #[serde(default, deserialize_with = "exact_text")]
    pub value: Option<String>,
    /// Colour behind it, `RRGGBB`.
    pub fill: Option<String>,
    /// The span it is merged over, such as `B3:C3`.
    pub merge: Option<String>,
    /// Whether its row, column, sheet or slide is hidden.
    #[serde(default)]
    pub hidden: bool,
    /// `title`, `header`, `value`, `note` or `empty`.
    pub kind: String,
    /// Its row headers, from the outermost to the nearest.
    #[serde(default)]
    pub row_headers: Vec<Header>,
    /// Its column headers, likewise.
    #[serde(default)]
    pub col_headers: Vec<Header>,
    /// The rule that decided it, where the engine tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl Cell {
    /// What is stored, or else the text.
    pub fn stored(&self) -> &str {
        self.value.as_deref().unwrap_or(&self.text)
    }
}

/// A header of a cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Its place in the grid.
    #[serde(rename = "ref")]
    pub at: String,
    /// Its text.
    #[serde(default)]
    pub text: String,
    /// The rule that decided it, where the engine tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// A fact with its cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// Metric code.
    pub metric: String,
    /// Entity code.
    pub entity: String,
    /// Canonical period, such as `2024H1`.
    #[serde(deserialize_with = "period")]
    pub period: String,
    /// Channel code.
    pub channel: String,
    /// The value with every digit it has.
    #[serde(deserialize_with = "required_text")]
    pub value: String,
    /// Unit code.
    pub unit: String,
    /// The cell.
    pub locator: String,
    /// Further places of the document that state the same.
    #[serde(default)]
    pub also: BTreeSet<String>,
    /// Tags from colours and headers.
    #[serde(default)]
    pub tags: BTreeSet<String>,
    /// How sure the reading is, from 0 to 1, where the engine tells.
    #[serde(default, deserialize_with = "exact_text", skip_serializing_if = "Option::is_none")]
    pub confidence: Option<String>,
    /// The rule that decided it, where the engine tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl Fact {
    /// Whether it says that it is less sure than `floor`. What is no number from 0 to 1 is not sure at all.
    pub fn is_unsure(&self, floor: Decimal) -> bool {
        let is_sure =
            |text: &String| Decimal::from_str_exact(text).is_ok_and(|number| number >= floor && number <= Decimal::ONE);
        self.confidence.as_ref().is_some_and(|text| !is_sure(text))
    }
}

/// Why a cell is not a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    /// The cell.
    pub locator: String,
    /// The word for the reason.
    pub reason: String,
    /// The text of the cell.
    #[serde(default)]
    pub text: String,
    /// As much of a fact as was understood.
    #[serde(default)]
    pub candidate: Candidate,
    /// The rule that decided it, where the engine tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// A fact as far as it was understood; the gates read its tags alone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Candidate {
    /// Tags from colours and headers.
    pub tags: BTreeSet<String>,
}

impl Grid {
    /// The locator of one of its cells.
    pub fn locator(&self, at: &str) -> String {
        crate::key::cell_locator(&self.sheet, at)
    }

    /// The tags of a cell, as its fact or review states them.
    pub fn tags(&self, at: &str) -> BTreeSet<&str> {
        let locator = self.locator(at);
        let of_facts = self.facts.iter().filter(|fact| fact.locator == locator).flat_map(|fact| &fact.tags);
        let of_reviews = self.reviews.iter().filter(|review| review.locator == locator);
        of_facts.chain(of_reviews.flat_map(|review| &review.candidate.tags)).map(String::as_str).collect()
    }
}

/// Reads the name of a sheet, which may be written with the word that starts its locators.
fn bare<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ok(name.strip_prefix("sheet=").map(str::to_owned).unwrap_or(name))
}

/// Reads a number, truth value or text as the text that it is.
fn exact_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    use serde::de::Error;
    match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::Null => Ok(None),
        serde_json::Value::String(text) => Ok(Some(text)),
        serde_json::Value::Number(number) => Ok(Some(number.to_string())),
        serde_json::Value::Bool(truth) => Ok(Some(truth.to_string())),
        other => Err(D::Error::custom(format!("a value is a number, a text or a truth value, not {other}"))),
    }
}

/// Reads a period that is written by itself, or as in answers with its type beside it.
fn period<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Bare(String),
        Typed(PeriodValue),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::Bare(value) | Written::Typed(PeriodValue { value, .. }) => value,
    })
}

fn required_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    use serde::de::Error;
    exact_text(deserializer)?.ok_or_else(|| D::Error::custom("a fact has a value"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
