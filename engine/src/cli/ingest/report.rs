//! What an ingestion did, file by file: a table for people or JSON lines for scripts, and the exit code. The bad rows and
//! records themselves have been printed before, as they were met.

use engine::ingestion::{DocumentOutcome, DocumentReport, FileReport, Outcome};
use serde::Serialize;

use super::Report;
use super::sources::Sources;
use crate::cli::exit::{ANSWERED, FAULT, Failure, WARNED};
use crate::cli::table::{Layout, table};
use crate::cli::{counted, note, print_json};

/// Names of skipped files that are listed before the rest is only counted.
const SKIPPED_SHOWN: usize = 10;

/// The code of a run: the worst outcome of its files.
pub(super) fn code(reports: &[Report]) -> u8 {
    let worst = reports.iter().map(|report| match report {
        Report::Facts(report) => match report.outcome {
            Outcome::Taken | Outcome::Unchanged => (0, ANSWERED),
            Outcome::NoFacts | Outcome::TakenWithoutBadRows => (1, WARNED),
            Outcome::RejectedForBadRows | Outcome::Unreadable(_) => (2, FAULT),
        },
        Report::Documents(report) => match report.outcome {
            DocumentOutcome::Taken | DocumentOutcome::Unchanged => (0, ANSWERED),
            DocumentOutcome::NoText(_) | DocumentOutcome::TakenInPart => (1, WARNED),
            DocumentOutcome::Rejected | DocumentOutcome::Unreadable(_) => (2, FAULT),
        },
    });
    worst.max().map_or(ANSWERED, |(_, code)| code)
}

/// Prints the reports of `sources`, and on the side what a person should do next.
pub(super) fn print(sources: &Sources, reports: &[Report], json: bool) -> Result<(), Failure> {
    if json {
        return lines(sources, reports);
    }
    let shown = || sources.files.iter().map(|file| file.shown.as_str()).zip(reports);
    let columns = [
        ("File", Layout::Text),
        ("Read", Layout::Figure),
        ("New", Layout::Figure),
        ("Changed", Layout::Figure),
        ("Same", Layout::Figure),
        ("Dropped", Layout::Figure),
        ("Bad", Layout::Figure),
        ("Outcome", Layout::Whole),
    ];
    super::super::print(&table(&columns, shown().map(|(file, report)| row(file, report)).collect()))?;
    for (file, report) in shown() {
        if let Some(advice) = advice(report) {
            note(format_args!("{file}: {advice}"));
        }
        if let Some(withdrawn) = still_withdrawn(report) {
            note(format_args!("{file}: still withdrawn, as a person decided: {withdrawn}"));
        }
    }
    if !sources.skipped.is_empty() {
        let mut names = sources.skipped.iter().take(SKIPPED_SHOWN).cloned().collect::<Vec<_>>();
        let more = sources.skipped.len() - names.len();
        if more > 0 {
            names.push(format!("and {more} more"));
        }
        note(format_args!("skipped, neither facts nor documents: {}", names.join(", ")));
    }
    Ok(())
}

fn still_withdrawn(report: &Report) -> Option<String> {
    match report {
        Report::Facts(report) => {
            let count = report.counts.still_withdrawn;
            (count > 0).then(|| format!("{}; `engine facts list --withdrawn` shows all", counted(count, "fact")))
        }
        Report::Documents(report) => {
            let count = report.still_withdrawn;
            (count > 0).then(|| format!("{}; `engine docs history DOC` tells why", counted(count, "document")))
        }
    }
}

/// Facts are counted in rows and facts, documents in documents.
fn row(file: &str, report: &Report) -> Vec<String> {
    let figures = match report {
        Report::Facts(report) => {
            let counts = &report.counts;
            [report.rows, counts.new, counts.changed, counts.same, counts.dropped, report.bad_rows]
        }
        Report::Documents(report) => {
            let same = report.unchanged + report.still_withdrawn;
            [report.documents, report.added, report.replaced, same, report.withdrawn, report.left_out]
        }
    };
    let mut cells = vec![file.to_owned()];
    cells.extend(figures.map(|figure| figure.to_string()));
    cells.push(outcome(report).to_owned());
    cells
}

fn outcome(report: &Report) -> &'static str {
    match report {
        Report::Facts(report) => word(&report.outcome),
        Report::Documents(report) => match report.outcome {
            DocumentOutcome::Taken => "taken",
            DocumentOutcome::Unchanged => "unchanged",
            DocumentOutcome::NoText(_) => "no text",
            DocumentOutcome::TakenInPart => "taken in part",
            DocumentOutcome::Rejected => "rejected",
            DocumentOutcome::Unreadable(_) => "unreadable",
        },
    }
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Taken => "taken",
        Outcome::Unchanged => "unchanged",
        Outcome::NoFacts => "no facts",
        Outcome::TakenWithoutBadRows => "bad rows left out",
        Outcome::RejectedForBadRows => "rejected",
        Outcome::Unreadable(_) => "unreadable",
    }
}

/// What a person should know about a file that did not go in as it is.
fn advice(report: &Report) -> Option<String> {
    match report {
        Report::Facts(report) => advice_on_facts(report),
        Report::Documents(report) => advice_on_documents(report),
    }
}

fn advice_on_facts(report: &FileReport) -> Option<String> {
    match &report.outcome {
        Outcome::Taken | Outcome::Unchanged => None,
        Outcome::NoFacts => Some("it has no rows below its header; what it stated before no longer answers".to_owned()),
        Outcome::TakenWithoutBadRows => {
            Some(format!("{} left out; correct the file and ingest it again", counted(report.bad_rows, "bad row")))
        }
        Outcome::RejectedForBadRows => Some(format!(
            "rejected for {}; nothing of it was stored: correct the file{}",
            counted(report.bad_rows, "bad row"),
            if report.bad_rows < report.rows { ", or take its other rows with --skip-bad-rows" } else { "" }
        )),
        Outcome::Unreadable(fault) => Some(with_cause(fault)),
    }
}

fn advice_on_documents(report: &DocumentReport) -> Option<String> {
    match &report.outcome {
        DocumentOutcome::Taken | DocumentOutcome::Unchanged => None,
        DocumentOutcome::NoText(fault) => {
            let before = if report.withdrawn > 0 { "; what it held before no longer answers" } else { "" };
            Some(format!("{fault}{before}"))
        }
        DocumentOutcome::TakenInPart => Some(format!(
            "{} left out; correct the file and ingest it again (until then nothing that it held before is dropped)",
            counted(report.left_out, "document")
        )),
        DocumentOutcome::Rejected => Some("nothing of it was stored; what it held before still answers".to_owned()),
        DocumentOutcome::Unreadable(fault) => Some(with_cause(fault)),
    }
}

fn with_cause(fault: &dyn std::error::Error) -> String {
    fault.source().map_or_else(|| fault.to_string(), |cause| format!("{fault}: {cause}"))
}

/// A file as a JSON object, with the figures of its kind.
#[derive(Serialize)]
struct Line<'a, F: Serialize> {
    file: &'a str,
    source: &'a str,
    kind: &'a str,
    #[serde(flatten)]
    figures: F,
    outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// Figures are rows (`rows`, `bad`) or facts (all others).
#[derive(Serialize)]
struct FactFigures {
    rows: u64,
    new: u64,
    changed: u64,
    same: u64,
    duplicates: u64,
    dropped: u64,
    still_withdrawn: u64,
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
    restricted: u64,
    bad: u64,
    chunks: u64,
}

#[derive(Serialize)]
struct Skipped<'a> {
    file: &'a str,
    outcome: &'a str,
    message: &'a str,
}

fn lines(sources: &Sources, reports: &[Report]) -> Result<(), Failure> {
    for (file, report) in sources.files.iter().zip(reports) {
        let (file, source) = (file.shown.as_str(), file.name.as_str());
        let (outcome, message) = (outcome(report).replace(' ', "_"), advice(report));
        match report {
            Report::Facts(report) => {
                let counts = &report.counts;
                let figures = FactFigures {
                    rows: report.rows,
                    new: counts.new,
                    changed: counts.changed,
                    same: counts.same,
                    duplicates: counts.duplicates,
                    dropped: counts.dropped,
                    still_withdrawn: counts.still_withdrawn,
                    bad: report.bad_rows,
                };
                print_json(&Line { file, source, kind: "facts", figures, outcome, message })?;
            }
            Report::Documents(report) => {
                let figures = DocumentFigures {
                    documents: report.documents,
                    new: report.added,
                    changed: report.replaced,
                    same: report.unchanged,
                    dropped: report.withdrawn,
                    still_withdrawn: report.still_withdrawn,
                    restricted: report.restricted,
                    bad: report.left_out,
                    chunks: report.chunks,
                };
                print_json(&Line { file, source, kind: "documents", figures, outcome, message })?;
            }
        }
    }
    for file in &sources.skipped {
        print_json(&Skipped { file, outcome: "skipped", message: "neither a facts file nor a document" })?;
    }
    Ok(())
}
