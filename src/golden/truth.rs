//! An extraction case: what a careful reader takes from one document, cell by cell, with the facts it states and what a
//! person would have to look at. One JSON file a document; reading it checks it against itself and its fixture.

mod agree;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use rust_decimal::Decimal;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::case::FileLine;
use super::fact::Fact;
use super::fault::{Fault, FaultKind, Faults};
use super::fixture::{Fixture, Told};
use super::set::{GoldenCase, GoldenSet, field_faults, hash_of};
use crate::key::{FactKey, Source};
use crate::words::words;

/// What is true about one document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Truth {
    /// The document's file name, unique over all golden sets; the case is called by it.
    pub doc: String,
    /// The fixture whose report it is.
    pub fixture: String,
    /// Where the truth is written.
    pub place: FileLine,
    /// What readers stumble over in it.
    pub about: Vec<String>,
    /// Whether nothing of it may come out.
    pub restricted: bool,
    /// Every cell that matters.
    pub cells: Vec<TruthCell>,
    /// The facts it states.
    pub facts: Vec<TruthFact>,
    /// What a person would have to look at.
    pub reviews: Vec<TruthReview>,
    /// How sure a fact must be; from the profile.
    #[serde(skip)]
    pub confidence_floor: Decimal,
    /// `format`, for filters.
    pub tags: BTreeMap<String, String>,
    /// BLAKE3, in hex, of everything that is demanded.
    pub hash: String,
}

/// What is true about a cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TruthCell {
    /// The worksheet's name, or the place of the table: `slide=3,table=1`.
    pub sheet: String,
    /// Its place, such as `C7`.
    pub cell_ref: String,
    /// What it is.
    pub kind: CellKind,
    /// What is stored, as exact text.
    pub value: String,
    /// Colour behind it, `RRGGBB`.
    pub fill: Option<String>,
    /// What its colour or its headers say.
    #[serde(default)]
    pub tags: BTreeSet<String>,
    /// The span it is merged over.
    pub merge_span: Option<String>,
    /// Whether its row, column, sheet or slide is hidden.
    #[serde(default)]
    pub hidden: bool,
    /// Whether a conditional format may change its look. For readers; no gate judges it.
    #[serde(default)]
    pub conditional: bool,
    /// The headers of a value cell; none of any other.
    pub headers: Option<Paths>,
}

/// The headers that a value stands under, each from the outermost to the nearest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paths {
    /// Row headers, by their cells.
    pub row: Vec<String>,
    /// Column headers, by their cells.
    pub col: Vec<String>,
}

words! {
    /// What a cell is to its reader.
    pub enum CellKind {
        /// Speaks about a whole table.
        Title = "title",
        /// Says what the values of its row or column are.
        Header = "header",
        /// A value.
        Value = "value",
        /// A footnote, a legend, a remark.
        Note = "note",
    }
}

/// A fact with the cell that states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TruthFact {
    /// What the value is about.
    pub key: FactKey,
    /// The value.
    pub value: Decimal,
    /// Unit code.
    pub unit: String,
    /// The cell.
    pub locator: String,
    /// Further places of the document that state the same.
    pub also: BTreeSet<String>,
    /// Tags that it carries; all of them may answer.
    pub tags: BTreeSet<String>,
}

/// Why a cell is not a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TruthReview {
    /// The cell; the first one where a header stops several.
    pub locator: String,
    /// The word for the reason.
    pub reason: String,
    /// The header or title at fault, by its locator; naming it is as good as naming the first cell that it stops.
    pub header: Option<String>,
    /// How many cells it stops. For readers; no gate judges it.
    pub cells: Option<u32>,
}

impl Truth {
    /// The facts that the document states, as rows of its fixture.
    fn stated(&self) -> impl Iterator<Item = Fact> {
        self.facts.iter().map(|fact| Fact {
            key: fact.key.clone(),
            value: fact.value,
            unit: fact.unit.clone(),
            source: Source { doc: self.doc.clone(), locator: fact.locator.clone() },
            valid_as_of: None,
            restricted: false,
        })
    }
}

impl<C: GoldenCase> GoldenSet<C> {
    /// Loads a folder of golden sets whose cases may cite reports, beside the folder of truths about these. Without that
    /// folder no report states anything.
    pub fn load_with_truths(golden: &Path, fixtures: &Path, truths: &Path) -> Result<Self, Faults> {
        if !truths.is_dir() {
            return Self::load(golden, fixtures);
        }
        let truths = GoldenSet::<Truth>::load(truths, fixtures)?;
        let told = |name: &str| {
            let of_fixture = || truths.cases.iter().filter(|truth| truth.fixture == name);
            let texts = |truth: &Arc<Truth>| {
                let cells = truth.cells.iter().map(|cell| cell.value.clone());
                cells.chain(truth.about.clone()).collect::<Vec<String>>()
            };
            Told {
                facts: of_fixture().flat_map(|truth| truth.stated()).collect(),
                texts: of_fixture().flat_map(texts).collect(),
            }
        };
        Self::load_about(golden, fixtures, &told)
    }
}

/// The file as it is written; its lists are read one element at a time, so that each one's fault is found.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    company: String,
    doc: String,
    format: String,
    #[serde(default)]
    about: Vec<String>,
    #[serde(default)]
    restricted: bool,
    cells: Vec<serde_json::Value>,
    facts: Vec<serde_json::Value>,
    reviews: Vec<serde_json::Value>,
}

// In code: names of the format of a document's truth.
const FIELDS: [&str; 8] = ["company", "doc", "format", "about", "restricted", "cells", "facts", "reviews"];
const REQUIRED: [&str; 6] = ["company", "doc", "format", "cells", "facts", "reviews"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFact {
    metric: String,
    entity: String,
    period: String,
    channel: String,
    value: String,
    unit: String,
    locator: String,
    #[serde(default)]
    also: BTreeSet<String>,
    #[serde(default)]
    tags: BTreeSet<String>,
}

impl GoldenCase for Truth {
    const EXTENSION: &'static str = "json";

    fn id(&self) -> &str {
        &self.doc
    }

    fn place(&self) -> &FileLine {
        &self.place
    }

    fn tags(&self) -> &BTreeMap<String, String> {
        &self.tags
    }

    fn fixture_of(_: &str, text: &str) -> String {
        /// The one field that must be known before everything else can be read.
        #[derive(Deserialize)]
        struct Company {
            company: String,
        }
        serde_json::from_str::<Company>(text).map(|head| head.company).unwrap_or_default()
    }

    fn cases(text: &str) -> Vec<(usize, &str)> {
        vec![(0, text)]
    }

    fn read(text: &str, place: FileLine, fixture: &Fixture) -> Result<Self, (Option<String>, Vec<FaultKind>)> {
        let raw: Raw =
            serde_json::from_str(text).map_err(|fault| field_faults(text, fault, (&FIELDS, &REQUIRED), None))?;
        let doc = raw.doc.clone();
        resolve(raw, place, fixture).map_err(|faults| (Some(doc), faults))
    }

    fn together(truths: &[Arc<Self>], fixtures: &BTreeMap<String, Arc<Fixture>>) -> Vec<Fault> {
        together(truths, fixtures)
    }
}

fn resolve(raw: Raw, place: FileLine, fixture: &Fixture) -> Result<Truth, Vec<FaultKind>> {
    let Raw { company, doc, format, about, restricted, cells, facts, reviews } = raw;
    let mut faults = Vec::new();
    let cells: Vec<TruthCell> = elements("cell", cells, &mut faults);
    let facts: Vec<RawFact> = elements("fact", facts, &mut faults);
    let reviews: Vec<TruthReview> = elements("review", reviews, &mut faults);
    if !fixture.has_report(&doc) {
        faults.push(FaultKind::NoSuchReport(doc.clone()));
    }
    let is_empty = cells.is_empty() && facts.is_empty() && reviews.is_empty();
    if restricted && !is_empty {
        faults.push(FaultKind::Expectation("nothing comes out of a restricted document; its lists are empty"));
    }
    if !restricted && fixture.profile.restricts(&doc) {
        faults.push(FaultKind::Expectation("the profile restricts a document of this name; say `restricted`"));
    }
    let by_place = agree::cell_faults(&cells, &mut faults);
    let facts: Vec<TruthFact> =
        facts.into_iter().filter_map(|fact| agree::fact_of(fact, &by_place, fixture, &mut faults)).collect();
    agree::review_faults(&reviews, &by_place, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let tags = BTreeMap::from([("format".to_owned(), format)]);
    let hash = hash_of(&(&company, &doc, restricted, &cells, &facts, &reviews));
    let confidence_floor = fixture.profile.confidence_floor;
    Ok(Truth { doc, fixture: company, place, about, restricted, cells, facts, reviews, confidence_floor, tags, hash })
}

fn elements<T: DeserializeOwned>(
    what: &'static str,
    list: Vec<serde_json::Value>,
    faults: &mut Vec<FaultKind>,
) -> Vec<T> {
    let read = list.into_iter().enumerate().filter_map(|(index, element)| {
        let read = serde_json::from_value(element);
        read.map_err(|fault| faults.push(FaultKind::Element { what, number: index + 1, fault })).ok()
    });
    read.collect()
}

/// What the truths must be together: one for every report, and a restricted document in every fixture that has reports.
fn together(truths: &[Arc<Truth>], fixtures: &BTreeMap<String, Arc<Fixture>>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (name, fixture) in fixtures {
        let of_fixture = || truths.iter().filter(|truth| truth.fixture == *name);
        let known: BTreeSet<&str> = of_fixture().map(|truth| truth.doc.as_str()).collect();
        let file = format!("fixtures/{name}/reports");
        let mut fault = |kind| faults.push(Fault { place: FileLine { file: file.clone(), line: 0 }, case: None, kind });
        for report in fixture.reports().filter(|report| !known.contains(report)) {
            fault(FaultKind::NoTruth(report.to_owned()));
        }
        if !known.is_empty() && !of_fixture().any(|truth| truth.restricted) {
            fault(FaultKind::OneSided("no report is restricted, so that letting everything out would pass"));
        }
    }
    faults
}
