//! What an ingestion did, file by file: a table for people or JSON lines for scripts, and the exit code. The bad rows
//! themselves have been printed before, as they were met.

use engine::ingestion::{FileReport, Outcome};
use serde::Serialize;

use super::sources::Sources;
use crate::cli::exit::{ANSWERED, FAULT, Failure, WARNED};
use crate::cli::table::{Layout, table};
use crate::cli::{counted, note, print_json};

/// Names of skipped files that are listed before the rest is only counted.
const SKIPPED_SHOWN: usize = 10;

/// The code of a run: the worst outcome of its files.
pub(super) fn code(reports: &[FileReport]) -> u8 {
    let worst = reports.iter().map(|report| match report.outcome {
        Outcome::Taken | Outcome::Unchanged => (0, ANSWERED),
        Outcome::NoFacts | Outcome::TakenWithoutBadRows => (1, WARNED),
        Outcome::RejectedForBadRows | Outcome::Unreadable(_) => (2, FAULT),
    });
    worst.max().map_or(ANSWERED, |(_, code)| code)
}

/// Prints the reports of `sources`, and on the side what a person should do next.
pub(super) fn print(sources: &Sources, reports: &[FileReport], json: bool) -> Result<(), Failure> {
    if json {
        return lines(sources, reports);
    }
    let shown = || sources.files.iter().map(|file| file.shown.as_str()).zip(reports);
    let rows = shown().map(|(file, report)| row(file, report)).collect();
    let columns = [
        ("File", Layout::Text),
        ("Rows", Layout::Figure),
        ("New", Layout::Figure),
        ("Changed", Layout::Figure),
        ("Same", Layout::Figure),
        ("Dropped", Layout::Figure),
        ("Bad", Layout::Figure),
        ("Outcome", Layout::Whole),
    ];
    super::super::print(&table(&columns, rows))?;
    for (file, report) in shown() {
        if let Some(advice) = advice(report) {
            note(format_args!("{file}: {advice}"));
        }
        if report.counts.still_withdrawn > 0 {
            note(format_args!(
                "{file}: still withdrawn, as a person decided: {}; `engine facts list --withdrawn` shows all",
                counted(report.counts.still_withdrawn, "fact")
            ));
        }
    }
    if !sources.skipped.is_empty() {
        let mut names = sources.skipped.iter().take(SKIPPED_SHOWN).cloned().collect::<Vec<_>>();
        let more = sources.skipped.len() - names.len();
        if more > 0 {
            names.push(format!("and {more} more"));
        }
        note(format_args!("skipped, no facts files: {}", names.join(", ")));
    }
    Ok(())
}

fn row(file: &str, report: &FileReport) -> Vec<String> {
    let counts = &report.counts;
    let mut cells = vec![file.to_owned()];
    let figures = [report.rows, counts.new, counts.changed, counts.same, counts.dropped, report.bad_rows];
    cells.extend(figures.map(|figure| figure.to_string()));
    cells.push(word(&report.outcome).to_owned());
    cells
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
fn advice(report: &FileReport) -> Option<String> {
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
        Outcome::Unreadable(fault) => Some(match std::error::Error::source(fault) {
            Some(cause) => format!("{fault}: {cause}"),
            None => fault.to_string(),
        }),
    }
}

/// One file as a JSON object. Figures are rows (`rows`, `bad`) or facts (all others).
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    source: &'a str,
    rows: u64,
    new: u64,
    changed: u64,
    same: u64,
    duplicates: u64,
    dropped: u64,
    still_withdrawn: u64,
    bad: u64,
    outcome: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

#[derive(Serialize)]
struct Skipped<'a> {
    file: &'a str,
    outcome: &'a str,
    message: &'a str,
}

fn lines(sources: &Sources, reports: &[FileReport]) -> Result<(), Failure> {
    for (file, report) in sources.files.iter().zip(reports) {
        let counts = &report.counts;
        print_json(&Line {
            file: &file.shown,
            source: &file.name,
            rows: report.rows,
            new: counts.new,
            changed: counts.changed,
            same: counts.same,
            duplicates: counts.duplicates,
            dropped: counts.dropped,
            still_withdrawn: counts.still_withdrawn,
            bad: report.bad_rows,
            outcome: &word(&report.outcome).replace(' ', "_"),
            message: advice(report),
        })?;
    }
    for file in &sources.skipped {
        print_json(&Skipped { file, outcome: "skipped", message: "not a facts file (*.csv)" })?;
    }
    Ok(())
}
