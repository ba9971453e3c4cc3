//! What an ingestion did, as JSON lines for scripts: one object a file and kind. Of a restricted file there is no name.

use std::collections::{BTreeMap, HashSet};

use engine::ingestion::{FileReport, TableReport, TextReport};
use engine::store::FileCounts;
use serde::Serialize;

use super::Report;
use super::report::{self, advice_on_documents, advice_on_facts, advice_on_tables, has_tables, name};
use super::sources::{self, Sources};
use crate::cli::exit::Failure;
use crate::cli::{print_json, restricted_count};

/// A file as a JSON object, with the figures of its kind.
#[derive(Serialize)]
struct FileLine<'a, F: Serialize> {
    file: &'a str,
    source: &'a str,
    kind: &'a str,
    /// None of a restricted file whose counts nobody asked for.
    #[serde(flatten)]
    figures: Option<F>,
    outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// What became of the facts of a file.
#[derive(Serialize)]
struct StoredFigures<'a> {
    new: u64,
    changed: u64,
    same: u64,
    duplicates: u64,
    dropped: u64,
    dropped_to_review: &'a BTreeMap<String, u64>,
    still_withdrawn: u64,
    still_rejected: u64,
}

impl<'a> StoredFigures<'a> {
    fn of(counts: &'a FileCounts) -> Self {
        Self {
            new: counts.new,
            changed: counts.changed,
            same: counts.same,
            duplicates: counts.duplicates,
            dropped: counts.dropped,
            dropped_to_review: &counts.dropped_to_review,
            still_withdrawn: counts.still_withdrawn,
            still_rejected: counts.still_rejected,
        }
    }
}

/// Figures are rows (`rows`, `bad`) or facts (all others).
#[derive(Serialize)]
struct FactFigures<'a> {
    rows: u64,
    #[serde(flatten)]
    stored: StoredFigures<'a>,
    bad: u64,
}

/// Figures are documents, but for `chunks`.
#[derive(Serialize)]
struct DocumentFigures {
    documents: u64,
    new: u64,
    changed: u64,
    same: u64,
    dropped: u64,
    still_withdrawn: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    restricted: Option<u64>,
    bad: u64,
    chunks: u64,
}

/// Figures are facts, but for `cells` and `ignored` (cells), `grids`, and `waiting` to `decided_gone` (readings).
#[derive(Serialize)]
struct TableFigures<'a> {
    doc: Option<&'a str>,
    grids: u64,
    cells: u64,
    ignored: u64,
    #[serde(flatten)]
    stored: StoredFigures<'a>,
    waiting: u64,
    waiting_new: u64,
    decided: u64,
    decided_changed: u64,
    decided_gone: u64,
    restricted: bool,
}

#[derive(Serialize)]
struct Skipped<'a> {
    file: &'a str,
    outcome: &'a str,
    message: &'a str,
}

pub(super) fn print(sources: &Sources, reports: &[Report], skipped: &[sources::Skipped]) -> Result<(), Failure> {
    let mut untold = HashSet::new();
    for (file, done) in sources.files.iter().zip(reports) {
        let shown = name(file, done);
        let source = if done.restricted { shown } else { &file.name };
        let is_untold = report::is_untold(done);
        // How many restricted files there are is told by no line.
        let mut is_new = |kind: &'static str, outcome: &str, message: &Option<String>| {
            !is_untold || untold.insert((kind, outcome.to_owned(), message.clone()))
        };
        if let Some(facts) = &done.facts {
            let kind = "facts";
            let message = if is_untold { report::untold_advice_on_facts(facts) } else { advice_on_facts(facts) };
            let outcome = report::of_facts(&facts.outcome).0.replace(' ', "_");
            if is_new(kind, &outcome, &message) {
                let figures = (!is_untold).then(|| of_facts(facts));
                print_json(&FileLine { file: shown, source, kind, figures, outcome, message })?;
            }
        }
        if let Some(text) = &done.text {
            let (kind, message) = ("documents", advice_on_documents(text));
            let outcome = report::of_text(&text.outcome).0.replace(' ', "_");
            if is_new(kind, &outcome, &message) {
                let figures = (!is_untold).then(|| of_text(text));
                print_json(&FileLine { file: shown, source, kind, figures, outcome, message })?;
            }
        }
        // A text without tables stays one line.
        if let Some(tables) = done.tables.as_ref().filter(|tables| done.text.is_none() || has_tables(tables)) {
            let kind = "tables";
            let message =
                if is_untold { report::untold_advice(tables) } else { advice_on_tables(tables, done.restricted) };
            let outcome = report::of_tables(&tables.outcome).0.replace(' ', "_");
            if is_new(kind, &outcome, &message) {
                let figures = (!is_untold).then(|| of_tables(tables));
                print_json(&FileLine { file: shown, source, kind, figures, outcome, message })?;
            }
        }
    }
    for sources::Skipped { shown, why } in skipped {
        print_json(&Skipped { file: shown, outcome: "skipped", message: why.one() })?;
    }
    Ok(())
}

fn of_facts(report: &FileReport) -> FactFigures<'_> {
    let counts = &report.counts;
    FactFigures { rows: report.rows, stored: StoredFigures::of(counts), bad: report.bad_rows }
}

fn of_text(report: &TextReport) -> DocumentFigures {
    DocumentFigures {
        documents: report.documents,
        new: report.added,
        changed: report.replaced,
        same: report.unchanged,
        dropped: report.withdrawn,
        still_withdrawn: report.still_withdrawn,
        restricted: restricted_count(report.restricted),
        bad: report.left_out,
        chunks: report.chunks,
    }
}

fn of_tables(report: &TableReport) -> TableFigures<'_> {
    let counts = &report.counts;
    TableFigures {
        doc: report.doc.as_deref(),
        grids: report.grids,
        cells: report.cells,
        ignored: report.ignored,
        stored: StoredFigures::of(counts),
        waiting: counts.waiting,
        waiting_new: counts.waiting_new,
        decided: counts.decided,
        decided_changed: counts.decided_changed,
        decided_gone: counts.decided_gone,
        restricted: report.restricted,
    }
}
