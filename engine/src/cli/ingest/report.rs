//! What an ingestion did, file by file: a table for people or JSON lines for scripts, and the exit code. The bad rows and
//! records themselves have been printed before, as they were met.

use std::collections::{HashMap, HashSet};

use engine::ingestion::{BadRow, FileReport, Outcome, TableOutcome, TableReport, TextOutcome, TextReport};
use engine::store::FileCounts;
use engine::text::{pasted, printable_line};
use strum::VariantArray;

use super::Report;
use super::sources::{Found, Skipped, Sources, Why};
use crate::cli::exit::{ANSWERED, FAULT, Failure, WARNED};
use crate::cli::table::{Layout, table};
use crate::cli::{counted, note, restricted_count};

/// What stands in the place of a restricted file's name.
pub(super) const RESTRICTED: &str = "(restricted document)";
/// Names of skipped files that are listed before the rest is only counted.
const SKIPPED_SHOWN: usize = 10;

/// What an outcome is called, and the code that it calls for.
type Told = (&'static str, u8);

/// The code of a run: the worst outcome of its files.
pub(super) fn code(reports: &[Report]) -> u8 {
    let told = reports.iter().flat_map(|report| {
        let tables = report.tables.as_ref().map(|tables| match tables.outcome {
            // A text needs no tables, and no figures in them.
            TableOutcome::NoTables | TableOutcome::NoFacts if report.text.is_some() => ANSWERED,
            ref outcome => of_tables(outcome).1,
        });
        let facts = report.facts.as_ref().map(|facts| of_facts(&facts.outcome).1);
        let text = report.text.as_ref().map(|text| of_text(&text.outcome).1);
        [facts, tables, text].into_iter().flatten()
    });
    let worse_first = [FAULT, WARNED];
    let codes: Vec<u8> = told.collect();
    worse_first.into_iter().find(|code| codes.contains(code)).unwrap_or(ANSWERED)
}

/// What a person calls a file; nothing of a restricted one.
pub(super) fn name<'a>(file: &'a Found, report: &Report) -> &'a str {
    if report.restricted { RESTRICTED } else { &file.shown }
}

/// A bad row as a message. Of a restricted file neither the name nor a cell is shown.
pub(super) fn bad_row(bad: &BadRow, files: &HashMap<&str, &Found>) -> String {
    let source = files.get(bad.source.as_str()).map_or_else(|| bad.source.clone(), |file| file.shown.clone());
    BadRow { source, ..bad.clone() }.to_string()
}

/// Whether the tables of a file are worth a line of their own beside its text.
pub(super) fn has_tables(report: &TableReport) -> bool {
    let counts = &report.counts;
    match report.outcome {
        TableOutcome::NoTables => counts.dropped > 0,
        TableOutcome::Unchanged => counts.waiting > 0 || counts.still_withdrawn > 0 || counts.still_rejected > 0,
        _ => true,
    }
}

/// Prints the reports of `sources`, and on the side what a person should do next.
pub(super) fn print(sources: &Sources, reports: &[Report], skipped: &[Skipped]) -> Result<(), Failure> {
    let shown = || sources.files.iter().zip(reports).map(|(file, report)| (name(file, report), report));
    let columns = [
        ("File", Layout::Room),
        ("Read", Layout::Figure),
        ("New", Layout::Figure),
        ("Changed", Layout::Figure),
        ("Same", Layout::Figure),
        ("Dropped", Layout::Figure),
        ("Bad", Layout::Figure),
        ("Outcome", Layout::Whole),
    ];
    let mut lines: Vec<Vec<String>> = Vec::new();
    for (file, report) in shown() {
        for line in rows(file, report) {
            // How many restricted files there are is told by no row.
            if !is_untold(report) || !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    super::super::print(&table(&columns, lines))?;
    let together = shown().filter(|(_, report)| has_waiting(report)).count() > 1;
    let mut untold = HashSet::new();
    for (file, report) in shown() {
        for advice in advice(report, together) {
            if !is_untold(report) || untold.insert(advice.clone()) {
                note(format_args!("{file}: {advice}"));
            }
        }
    }
    if together {
        note(waiting_in_all(reports));
    }
    for why in Why::VARIANTS {
        let of_kind = || skipped.iter().filter(|skipped| skipped.why == *why);
        let name = |skipped: &Skipped| printable_line(&skipped.shown).into_owned();
        let mut names: Vec<String> = of_kind().take(SKIPPED_SHOWN).map(name).collect();
        let more = of_kind().count() - names.len();
        names.extend((more > 0).then(|| format!("and {more} more")));
        if !names.is_empty() {
            note(format_args!("skipped, {}: {}", why.many(), names.join(", ")));
        }
    }
    Ok(())
}

/// Whether nothing of a report may be told in figures: it is of a restricted file, and nobody asked for such counts.
pub(super) fn is_untold(report: &Report) -> bool {
    report.restricted && restricted_count(0).is_none()
}

/// What to say of the tables of a restricted file whose counts nobody asked for.
pub(super) fn untold_advice(tables: &TableReport) -> Option<String> {
    matches!(tables.outcome, TableOutcome::Claimed { .. } | TableOutcome::Unreadable(_))
        .then(|| advice_on_tables(tables, true))
        .flatten()
}

/// Facts are counted in rows and facts, tables in cells and facts, documents in documents.
fn rows(file: &str, report: &Report) -> Vec<Vec<String>> {
    let untold = is_untold(report);
    let line = |file: &str, figures: [u64; 6], outcome: String| {
        let mut cells = vec![file.to_owned()];
        cells.extend(figures.map(|figure| if untold { String::new() } else { figure.to_string() }));
        cells.push(outcome);
        cells
    };
    let mut lines = Vec::new();
    if let Some(report) = &report.facts {
        let counts = &report.counts;
        let figures = [report.rows, counts.new, counts.changed, counts.same, counts.dropped, report.bad_rows];
        lines.push(line(file, figures, of_facts(&report.outcome).0.to_owned()));
    }
    if let Some(report) = &report.text {
        let same = report.unchanged + report.still_withdrawn;
        let figures = [report.documents, report.added, report.replaced, same, report.withdrawn, report.left_out];
        lines.push(line(file, figures, of_text(&report.outcome).0.to_owned()));
    }
    if let Some(tables) = report.tables.as_ref().filter(|tables| report.text.is_none() || has_tables(tables)) {
        let counts = &tables.counts;
        let figures = [tables.cells, counts.new, counts.changed, counts.same, counts.dropped, 0];
        let file = if report.text.is_some() { "  its tables" } else { file };
        let waiting = if counts.waiting > 0 && !untold { format!(", {} wait", counts.waiting) } else { String::new() };
        lines.push(line(file, figures, format!("{}{waiting}", of_tables(&tables.outcome).0)));
    }
    lines
}

pub(super) fn of_text(outcome: &TextOutcome) -> Told {
    match outcome {
        TextOutcome::Taken => ("taken", ANSWERED),
        TextOutcome::Unchanged => ("unchanged", ANSWERED),
        TextOutcome::NoText(_) => ("no text", WARNED),
        TextOutcome::TakenInPart => ("taken in part", WARNED),
        TextOutcome::Rejected => ("rejected", FAULT),
        TextOutcome::Unreadable(_) => ("unreadable", FAULT),
    }
}

pub(super) fn of_tables(outcome: &TableOutcome) -> Told {
    match outcome {
        TableOutcome::Taken => ("taken", ANSWERED),
        TableOutcome::Unchanged => ("unchanged", ANSWERED),
        TableOutcome::NoTables => ("no tables", WARNED),
        TableOutcome::NoFacts => ("no facts", WARNED),
        TableOutcome::Claimed { .. } => ("rejected", FAULT),
        TableOutcome::Unreadable(_) => ("unreadable", FAULT),
    }
}

pub(super) fn of_facts(outcome: &Outcome) -> Told {
    match outcome {
        Outcome::Taken => ("taken", ANSWERED),
        Outcome::Unchanged => ("unchanged", ANSWERED),
        Outcome::NoFacts => ("no facts", WARNED),
        Outcome::TakenWithoutBadRows => ("bad rows left out", WARNED),
        Outcome::RejectedForBadRows => ("rejected", FAULT),
        Outcome::Unreadable(_) => ("unreadable", FAULT),
    }
}

/// What a person should know about a file that did not go in as it is, or of which something waits.
/// `together` when what waits in several files is told in one line for all of them.
fn advice(report: &Report, together: bool) -> Vec<String> {
    let mut advice = Vec::new();
    if is_untold(report) {
        // What went wrong and nothing else: all that went well is told in counts.
        advice.extend(report.facts.as_ref().and_then(untold_advice_on_facts));
        advice.extend(report.text.as_ref().and_then(advice_on_documents));
        advice.extend(report.tables.as_ref().and_then(untold_advice));
        return advice;
    }
    if let Some(facts) = &report.facts {
        advice.extend(advice_on_facts(facts));
        advice.extend(still_kept_out(&facts.counts));
        advice.extend(on_decisions(&facts.counts));
    }
    if let Some(text) = &report.text {
        advice.extend(advice_on_documents(text));
        let count = text.still_withdrawn;
        let withdrawn = || format!("{}; `engine docs history DOC` tells why", counted(count, "document"));
        advice.extend((count > 0).then(|| format!("still withdrawn, as a person decided: {}", withdrawn())));
    }
    if let Some(tables) = report.tables.as_ref().filter(|tables| report.text.is_none() || has_tables(tables)) {
        let told = together && has_waiting(report);
        advice.extend(advice_on_tables(tables, report.restricted).filter(|_| !told));
        advice.extend(stopped(tables, report.restricted));
        advice.extend(still_kept_out(&tables.counts));
        advice.extend(on_decisions(&tables.counts));
    }
    advice
}

/// Whether readings of the file's tables wait that a list can show.
fn has_waiting(report: &Report) -> bool {
    let tables = report.tables.as_ref().filter(|tables| report.text.is_none() || has_tables(tables));
    !report.restricted
        && tables.is_some_and(|tables| {
            tables.counts.waiting > 0 && matches!(tables.outcome, TableOutcome::Taken | TableOutcome::Unchanged)
        })
}

/// What waits in all files together, and how to go through it.
fn waiting_in_all(reports: &[Report]) -> String {
    let of_files = || reports.iter().filter(|report| has_waiting(report)).filter_map(|report| report.tables.as_ref());
    let readings: u64 = of_files().map(|tables| tables.counts.waiting).sum();
    format!(
        "{} of {} wait for a person: engine review list (--doc DOC for one of them)",
        counted(readings, "reading"),
        counted(of_files().count() as u64, "file")
    )
}

/// Facts that answered before and do not any more, and why.
fn stopped(report: &TableReport, restricted: bool) -> Option<String> {
    let counts = &report.counts;
    // What is said of a file that holds no facts says it of all of them.
    if counts.dropped == 0 || matches!(report.outcome, TableOutcome::NoTables | TableOutcome::NoFacts) {
        return None;
    }
    let waiting: u64 = counts.dropped_to_review.values().sum();
    let gone = counts.dropped.saturating_sub(waiting);
    let mut why: Vec<String> = counts
        .dropped_to_review
        .iter()
        .map(|(reason, count)| {
            let verb = if *count == 1 { "waits" } else { "wait" };
            let doc = report.doc.as_deref().map(|doc| format!(" --doc {}", pasted(doc))).unwrap_or_default();
            let list = format!(" (engine review list --reason {reason}{doc})");
            format!("{count} now {verb} for a person as {reason}{}", if restricted { "" } else { &list })
        })
        .collect();
    why.extend((gone > 0).then(|| format!("{gone} {} no longer in it", if gone == 1 { "is" } else { "are" })));
    Some(format!("{} that it stated before stopped answering: {}", counted(counts.dropped, "fact"), why.join(", ")))
}

/// Facts that a person's earlier decision keeps out of answers.
fn still_kept_out(counts: &FileCounts) -> Vec<String> {
    let told = |count: u64, how: &str, list: &str| {
        (count > 0).then(|| format!("still {how}, as a person decided: {}; `{list}` shows all", counted(count, "fact")))
    };
    let withdrawn = told(counts.still_withdrawn, "withdrawn", "engine facts list --withdrawn");
    withdrawn
        .into_iter()
        .chain(told(counts.still_rejected, "rejected", "engine review list --status rejected"))
        .collect()
}

/// What became of earlier decisions.
fn on_decisions(counts: &FileCounts) -> Vec<String> {
    let mut told = Vec::new();
    if counts.decided_changed > 0 {
        told.push(format!(
            "{} since a person decided; the decision stays in force: `engine review list --changed` shows was and now",
            if counts.decided_changed == 1 {
                "1 reading changed".to_owned()
            } else {
                format!("{} readings changed", counts.decided_changed)
            }
        ));
    }
    if counts.decided_gone > 0 {
        told.push(format!(
            "{} that a person approved or corrected {} no longer in it, and stopped answering",
            counted(counts.decided_gone, "fact"),
            if counts.decided_gone == 1 { "is" } else { "are" }
        ));
    }
    told
}

/// What to say of the tables of a file, alone (`Some`) or beside its text.
pub(super) fn advice_on_tables(report: &TableReport, restricted: bool) -> Option<String> {
    let counts = &report.counts;
    let dropped = if counts.dropped > 0 { "; what it stated before no longer answers" } else { "" };
    match &report.outcome {
        TableOutcome::Taken | TableOutcome::Unchanged if counts.waiting > 0 => {
            let waiting = counted(counts.waiting, "reading");
            let verb = if counts.waiting == 1 { "waits" } else { "wait" };
            Some(match (&report.doc, restricted) {
                (_, true) => format!("{waiting} {verb}, and cannot be shown"),
                (Some(doc), _) => format!("{waiting} {verb} for a person: engine review list --doc {}", pasted(doc)),
                (None, _) => format!("{waiting} {verb} for a person: engine review list"),
            })
        }
        TableOutcome::Taken | TableOutcome::Unchanged => None,
        TableOutcome::NoTables => Some(format!("no table was found in it{dropped}")),
        TableOutcome::NoFacts => Some(format!(
            "no facts: of {} none stands under headers that name a metric of the profile{dropped}",
            counted(report.cells, "cell")
        )),
        TableOutcome::Claimed { by: Some(by) } => Some(format!(
            "nothing of its tables was stored: {by} brought a document of its name, which keeps it; rename this file"
        )),
        TableOutcome::Claimed { by: None } => Some(
            "nothing of its tables was stored: another file brought a document of its name, which keeps it; rename this file"
                .to_owned(),
        ),
        TableOutcome::Unreadable(fault) => Some(format!("its tables cannot be read: {}{dropped}", with_cause(fault))),
    }
}

/// What to say of a restricted facts file whose counts nobody asked for.
pub(super) fn untold_advice_on_facts(report: &FileReport) -> Option<String> {
    match &report.outcome {
        Outcome::TakenWithoutBadRows => Some("bad rows left out; correct the file and ingest it again".to_owned()),
        Outcome::RejectedForBadRows => {
            Some("rejected for bad rows; nothing of it was stored: correct the file".to_owned())
        }
        _ => advice_on_facts(report),
    }
}

pub(super) fn advice_on_facts(report: &FileReport) -> Option<String> {
    match &report.outcome {
        Outcome::Taken | Outcome::Unchanged => None,
        Outcome::NoFacts => Some("it has no rows below its header; what it stated before no longer answers".to_owned()),
        Outcome::TakenWithoutBadRows => {
            Some(format!("{} left out; correct the file and ingest it again", counted(report.bad_rows, "bad row")))
        }
        Outcome::RejectedForBadRows => Some(format!(
            "rejected for {}; nothing of it was stored: correct the file{}{}",
            counted(report.bad_rows, "bad row"),
            if report.bad_rows < report.rows { ", or take its other rows with --skip-bad-rows" } else { "" },
            if report.counts.dropped > 0 { "; what it stated before no longer answers" } else { "" },
        )),
        Outcome::Unreadable(fault) => Some(with_cause(fault)),
    }
}

pub(super) fn advice_on_documents(report: &TextReport) -> Option<String> {
    match &report.outcome {
        TextOutcome::Taken | TextOutcome::Unchanged => None,
        TextOutcome::NoText(fault) => {
            let before = if report.withdrawn > 0 { "; what it held before no longer answers" } else { "" };
            Some(format!("{fault}{before}"))
        }
        TextOutcome::TakenInPart => Some(format!(
            "{} left out; correct the file and ingest it again{}",
            counted(report.left_out, "document"),
            if report.withheld && report.withdrawn == 0 {
                ""
            } else if report.withheld {
                " (until then what it held before and does not hold now is out of answers: it may be what was left out, with \
                 another label)"
            } else {
                " (until then nothing that it held before is dropped)"
            }
        )),
        TextOutcome::Rejected if report.withheld => Some(format!("nothing of it was stored{}", withheld(report))),
        TextOutcome::Rejected => {
            Some("nothing of it was stored; nothing that it held before was taken out of answers".to_owned())
        }
        TextOutcome::Unreadable(fault) => Some(format!("{}{}", with_cause(fault), withheld(report))),
    }
}

/// What became of what a file held before whose label cannot be read.
fn withheld(report: &TextReport) -> &'static str {
    if report.withheld && report.withdrawn > 0 {
        "; what it held before was taken out of answers and forgotten, because its label may be another one now"
    } else {
        ""
    }
}

fn with_cause(fault: &dyn std::error::Error) -> String {
    fault.source().map_or_else(|| fault.to_string(), |cause| format!("{fault}: {cause}"))
}
