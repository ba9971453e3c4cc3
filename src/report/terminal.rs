//! The report on a terminal of 80 columns: red cases first, then what else was found, the rates, what is known and excused,
//! and the verdict on the last line. It draws what the digest says and knows nothing of files; whether colours are wanted is
//! the caller's to find out.

mod case;
mod text;

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, LineStyle, Table, TableStyle};

use super::digest::{Digest, LaneDigest, Tally};
use super::folded::{FoldedCase, Said, named, named_in_full};
use super::words::heading;
use crate::baseline::{Kind, Waiver};
use crate::exit::Exit;
use crate::run::left_out;
use crate::snapshot;

pub use text::COLUMNS;
use text::{command, labelled, prose, trimmed};

/// Red cases shown in full on the screen; the written reports have all of them.
const CASES_SHOWN_MAX: usize = 20;
/// Cases that are named beyond those, or that are known and excused.
const CASES_NAMED_MAX: usize = 60;
/// Cases named on the screen that merely fall short of full marks: the worst of them.
const SHORT_NAMED_MAX: usize = 5;
/// Findings beside the verdicts shown on the screen.
const NOTES_SHOWN_MAX: usize = 25;
/// Snapshots listed on the screen.
const SNAPSHOTS_SHOWN_MAX: usize = 25;

/// Whether to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colours {
    /// ANSI colours.
    On,
    /// Plain text.
    Off,
}

impl Colours {
    fn paint(self, text: &str, style: Style) -> String {
        match self {
            Self::On => format!("{style}{text}{style:#}"),
            Self::Off => text.to_owned(),
        }
    }
}

/// The whole report, ending with a line break after the verdict.
pub fn render(digest: &Digest<'_>, colours: Colours) -> String {
    let mut out = String::new();
    // A case that somebody selected is what that person wants to see, however it stands.
    let is_in_full = digest.is_verbose || digest.partial;
    let (known, red): (Vec<_>, Vec<_>) = digest.red().into_iter().partition(|case| case.is_known() && !is_in_full);
    red_cases(&mut out, digest, &red, colours);
    notes(&mut out, digest, colours);
    snapshots(&mut out, digest, colours);
    let _ = writeln!(out, "{}", gates(digest, colours));
    for said in digest.counts() {
        let _ = writeln!(out, "{}", prose(&counts(&said)));
    }
    for said in digest.rows().into_iter().filter(|said| said.what.gate.counts_items()) {
        let quality = format!("{}: {}", said.what.gate, said.what.now.quality());
        let _ = writeln!(out, "{}", labelled([("  ", quality)]));
    }
    known_cases(&mut out, &known);
    waivers(&mut out, digest, colours);
    let style = match digest.exit {
        Exit::Clean => colour(AnsiColor::Green).bold(),
        Exit::Unverified | Exit::Inconclusive => colour(AnsiColor::Yellow).bold(),
        Exit::Regressed | Exit::Invalid => colour(AnsiColor::Red).bold(),
    };
    // The sentence stays one line, so that the last line on the screen is the whole verdict.
    let _ = writeln!(out, "\n{}", colours.paint(&digest.sentence, style));
    out
}

fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(colour.into()))
}

/// The cases that are red, each once, and whatever else was asked for in full.
fn red_cases(out: &mut String, digest: &Digest<'_>, cases: &[FoldedCase<'_>], colours: Colours) {
    for case in cases.iter().take(CASES_SHOWN_MAX) {
        let lines = case::lines(case, digest.is_verbose);
        let (title, rest) = lines.split_first().map_or(("", [].as_slice()), |(title, rest)| (title.as_str(), rest));
        let _ = writeln!(out, "{}\n{}\n", colours.paint(title, style_of(case.mark)), rest.join("\n"));
    }
    let rest = cases.get(CASES_SHOWN_MAX..).unwrap_or_default();
    if !rest.is_empty() {
        let text =
            format!("{} more red cases, in eval.json and eval.junit.xml: {}", rest.len(), names(rest, CASES_NAMED_MAX));
        let _ = writeln!(out, "{}\n", prose(&text));
    }
    if !cases.is_empty() {
        for workspace in digest.workspaces() {
            let lines = command(workspace).join("\n");
            let _ = writeln!(out, "The engine asks in a workspace, which is made once:\n{lines}\n");
        }
    }
}

/// The ids of some cases, as many as are to be named.
fn names(cases: &[FoldedCase<'_>], named_max: usize) -> String {
    let mut names: Vec<&str> = cases.iter().take(named_max).map(|case| case.result.case.id()).collect();
    if cases.len() > named_max {
        names.push("…");
    }
    names.join(", ")
}

/// What fails under a waiver, or is as short of full marks as it was: known, and no news.
fn known_cases(out: &mut String, known: &[FoldedCase<'_>]) {
    let waived = known.iter().filter(|case| case.mark == Kind::Waived).count();
    let (waived, short) = known.split_at(waived);
    for (cases, what, named_max) in [
        (waived, "fail under a waiver", CASES_NAMED_MAX),
        (short, "are as short of full marks as before, the lowest of them", SHORT_NAMED_MAX),
    ] {
        if !cases.is_empty() {
            let text = format!("{} cases {what}: {}; in full: --verbose", cases.len(), names(cases, named_max));
            let _ = writeln!(out, "{}", prose(&text));
        }
    }
}

/// How many waivers there are; in full those that are at fault, and all of them when that is asked for.
fn waivers(out: &mut String, digest: &Digest<'_>, colours: Colours) {
    let Some(first) = digest.waivers.iter().map(|waiver| waiver.expires).min() else { return };
    let in_full: Vec<&Waiver> =
        if digest.is_verbose { digest.waivers.iter().collect() } else { digest.disputed.clone() };
    let mut count = format!("{} waivers on file, the earliest until {first}", digest.waivers.len());
    if in_full.len() < digest.waivers.len() {
        count.push_str("; in full: --verbose, eval.md");
    }
    let _ = writeln!(out, "{}", colours.paint(&count, Style::new().bold()));
    for Waiver { lane, case, gate, reason, owner, expires, .. } in in_full {
        let text = format!("{} {case}:{gate} until {expires}, {owner}: {reason}", lane.name());
        let _ = writeln!(out, "{}", labelled([("  ", text)]));
    }
}

/// The rates as a table without vertical lines: the names of lanes and gates leave no room for them.
fn gates(digest: &Digest<'_>, colours: Colours) -> String {
    let mut table = Table::new();
    let line = LineStyle::none().fill('─');
    table.load_style(TableStyle::new().header_separator(line)).set_width(COLUMNS);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if colours == Colours::On {
        table.enforce_styling()
    } else {
        table.force_no_tty()
    };
    table.set_header(["lane", "gate", "passed", "baseline", "delta"]);
    for Said { lanes, what: row } in digest.rows() {
        let full = row.now.passed == row.now.out_of && row.now.out_of > 0;
        let tint = match (row.is_worse(), full) {
            (true, _) => Color::Red,
            (false, true) => Color::Green,
            (false, false) => Color::Yellow,
        };
        let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right).fg(tint);
        let gate = Cell::new(row.gate.as_str()).fg(tint);
        table.add_row([
            Cell::new(named(&lanes)),
            if row.is_worse() { gate.add_attribute(Attribute::Bold) } else { gate },
            right(row.now.shown(row.gate)),
            right(row.before.map_or_else(|| "none".to_owned(), |rate| rate.shown(row.gate))),
            right(super::delta(row)),
        ]);
    }
    // Behind the names of gates one space is enough: the longest is a gate with short counts, which stand on the right.
    for (padding, column) in [2, 1, 2, 2, 0].into_iter().zip(table.column_iter_mut()) {
        column.set_padding((0, padding));
    }
    trimmed(&table)
}

fn counts(said: &Said<&LaneDigest<'_>>) -> String {
    let Tally { pairs, pass, fail, scored, errored, not_run, waived } = said.what.tally;
    let each = if said.lanes.len() > 1 { " each" } else { "" };
    let mut text = format!(
        "{}: {} cases, {pairs} verdicts{each}: {pass} pass, {fail} fail ({waived} waived), {scored} scored, {errored} \
         errored, {not_run} not run",
        named_in_full(&said.lanes),
        said.what.cases
    );
    if pairs == 0 {
        text.push_str(": nothing was judged");
    }
    for (what, count) in left_out(said.what.results) {
        let _ = write!(text, "; {count} without {what}");
    }
    text
}

fn notes(out: &mut String, digest: &Digest<'_>, colours: Colours) {
    let notes = digest.notes();
    for said in notes.iter().take(NOTES_SHOWN_MAX) {
        let title = format!("{} in {}", heading(said.what.kind), named_in_full(&said.lanes));
        let text = labelled([("  ", said.what.text())]);
        let _ = writeln!(out, "{}\n{text}\n", colours.paint(&title, style_of(said.what.kind)));
    }
    if notes.len() > NOTES_SHOWN_MAX {
        let _ = writeln!(out, "{} more findings are in eval.json\n", notes.len() - NOTES_SHOWN_MAX);
    }
}

fn style_of(kind: Kind) -> Style {
    match kind.exit() {
        Exit::Clean if kind == Kind::UnclaimedGain => colour(AnsiColor::Green),
        Exit::Clean | Exit::Unverified => colour(AnsiColor::Yellow),
        _ => colour(AnsiColor::Red).bold(),
    }
}

/// What a changed snapshot changes, as it stands on a terminal: meaning first, then the words.
pub fn render_diff(diff: &snapshot::Diff) -> String {
    labelled(case::changes(diff))
}

/// What is to be decided about snapshots of cases that are not shown as red; these say it themselves.
fn snapshots(out: &mut String, digest: &Digest<'_>, colours: Colours) {
    if let Some(why) = &digest.snapshots.skipped {
        let _ = writeln!(out, "{}\n", prose(&format!("snapshots were not looked at: {why}")));
    }
    let findings = digest.undecided(digest.is_verbose || digest.partial);
    for finding in findings.iter().take(SNAPSHOTS_SHOWN_MAX) {
        let title = format!("snapshot {} {} ({})", finding.state, finding.case, finding.lane);
        let _ = writeln!(out, "{}", colours.paint(&title, colour(AnsiColor::Red)));
        if let Some(diff) = &finding.diff {
            let _ = writeln!(out, "{}", render_diff(diff));
        }
        let _ = writeln!(out, "{}\n", command(&finding.remedy()).join("\n"));
    }
    if findings.len() > SNAPSHOTS_SHOWN_MAX {
        let rest = findings.len() - SNAPSHOTS_SHOWN_MAX;
        let _ = writeln!(out, "{rest} more snapshots to decide on: cargo xtask snapshots list\n");
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests;
