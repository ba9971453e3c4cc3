//! The report on a terminal: 80 columns, what is worst first, the verdict on the last line. It draws what the digest
//! says and knows nothing of files; whether colours are wanted is the caller's to find out.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, LineStyle, Table, TableStyle, presets};

use super::digest::{Digest, LaneDigest, RedCase, Tally};
use super::words::heading;
use crate::baseline::{Kind, Waiver};
use crate::exit::Exit;
use crate::run::{Answered, left_out};
use crate::snapshot;

/// Columns of the widest line that is not a command to paste.
pub const COLUMNS: u16 = 80;
/// Red cases shown on the screen; the written reports have all of them.
const CASES_SHOWN_MAX: usize = 40;
/// Cases shown on the screen that merely fall short of full marks: the worst of them.
const SHORT_SHOWN_MAX: usize = 5;
/// Findings beside the verdicts shown on the screen, of each lane.
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
    waivers(&mut out, digest, colours);
    let _ = writeln!(out, "{}", gates(digest, colours));
    for lane in &digest.lanes {
        let _ = writeln!(out, "{}", prose(&counts(lane)));
        for row in lane.rows.iter().filter(|row| row.gate.counts_items()) {
            let _ = writeln!(out, "{}", labelled([("  ", format!("{}: {}", row.gate, row.now.quality()))]));
        }
    }
    for lane in &digest.lanes {
        notes(&mut out, lane, colours);
    }
    red_cases(&mut out, digest, colours);
    snapshots(&mut out, digest, colours);
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
    out.push('\n');
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
    for (lane, row) in digest.rows() {
        let full = row.now.passed == row.now.out_of && row.now.out_of > 0;
        let tint = match (row.is_worse(), full) {
            (true, _) => Color::Red,
            (false, true) => Color::Green,
            (false, false) => Color::Yellow,
        };
        let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right).fg(tint);
        let gate = Cell::new(row.gate.as_str()).fg(tint);
        table.add_row([
            Cell::new(lane.lane.as_str()),
            if row.is_worse() { gate.add_attribute(Attribute::Bold) } else { gate },
            right(row.now.shown(row.gate)),
            right(row.before.map_or_else(|| "none".to_owned(), |rate| rate.shown(row.gate))),
            right(super::delta(row)),
        ]);
    }
    let last = table.column_count().saturating_sub(1);
    for (at, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, if at == last { 0 } else { 2 }));
    }
    trimmed(&table)
}

fn counts(lane: &LaneDigest<'_>) -> String {
    let Tally { pairs, pass, fail, scored, errored, not_run, waived } = lane.tally;
    let mut text = format!(
        "{}: {} cases, {pairs} verdicts: {pass} pass, {fail} fail ({waived} waived), {scored} scored, {errored} errored, \
         {not_run} not run",
        lane.name, lane.cases
    );
    if pairs == 0 {
        text.push_str(": nothing was judged");
    }
    for (what, count) in left_out(lane.results) {
        let _ = write!(text, "; {count} without {what}");
    }
    text
}

fn notes(out: &mut String, lane: &LaneDigest<'_>, colours: Colours) {
    for note in lane.notes.iter().take(NOTES_SHOWN_MAX) {
        let title = format!("{} {}", lane.name, heading(note.kind));
        let subject = super::subject(note);
        let text = subject.map_or_else(|| note.message.clone(), |key| format!("{key}: {}", note.message));
        let _ = writeln!(out, "\n{}\n{}", colours.paint(&title, style_of(note.kind)), labelled([("  ", text)]));
    }
    if lane.notes.len() > NOTES_SHOWN_MAX {
        let rest = lane.notes.len() - NOTES_SHOWN_MAX;
        let _ = writeln!(out, "\n{}: {rest} more findings are in eval.json", lane.name);
    }
}

fn style_of(kind: Kind) -> Style {
    match kind.exit() {
        Exit::Clean if kind == Kind::UnclaimedGain => colour(AnsiColor::Green),
        Exit::Clean | Exit::Unverified => colour(AnsiColor::Yellow),
        _ => colour(AnsiColor::Red).bold(),
    }
}

fn red_cases(out: &mut String, digest: &Digest<'_>, colours: Colours) {
    let all = digest.red();
    let (short, mut cases): (Vec<_>, Vec<_>) = all.iter().partition(|(_, case)| case.is_merely_short());
    cases.extend(short.iter().take(SHORT_SHOWN_MAX));
    for (lane, case) in cases.iter().take(CASES_SHOWN_MAX) {
        let title = format!("{} {} {}", lane.name, case.result.case.id(), heading(case.mark));
        let _ = writeln!(out, "\n{}  ({})", colours.paint(&title, style_of(case.mark)), case.result.case.place());
        let _ = writeln!(out, "{}", labelled(facts(case)));
        let _ = writeln!(out, "  {}\n  {}", case.reproduce.eval, case.reproduce.ask);
    }
    let rest = all.len() - cases.len().min(CASES_SHOWN_MAX);
    if rest > 0 {
        let _ = writeln!(out, "\n{rest} more red cases are in eval.json and eval.junit.xml");
    }
    for command in digest.workspaces() {
        let _ = writeln!(out, "\nThe engine asks in a workspace, which is made once:\n  {command}");
    }
}

fn facts(case: &RedCase<'_>) -> Vec<(&'static str, String)> {
    let mut lines = vec![("  question", case.result.case.asked().to_owned())];
    for red in &case.verdicts {
        let title = format!("{}: {}, {}", red.gate, super::result_of(red), heading(red.mark));
        lines.push(("  gate", title));
        match red.failure {
            Some(failure) => {
                lines.push(("  expected", failure.expected.clone()));
                lines.push(("  got", failure.got.clone()));
                lines.push(("  why", failure.why.clone()));
            }
            None => lines.push(("  why", super::without_verdict(case, red))),
        }
    }
    lines.push(("  differs", format!("first at {}", case.stage)));
    if let Answered::Outcome(outcome) = &case.result.answered
        && !outcome.rules.is_empty()
    {
        lines.push(("  rules", outcome.rules.join(", ")));
    }
    lines.extend(case.snapshot.into_iter().flat_map(changes));
    lines
}

fn changes(diff: &snapshot::Diff) -> impl Iterator<Item = (&'static str, String)> {
    let meaning = diff.meaning.iter().map(|change| ("  changed", change.to_string()));
    let wording = diff.wording.iter().map(|wording| ("  wording", format!("{}: {wording}", wording.part)));
    meaning.chain(wording)
}

/// What a changed snapshot changes, as it stands on a terminal: meaning first, then the words.
pub fn render_diff(diff: &snapshot::Diff) -> String {
    labelled(changes(diff))
}

fn snapshots(out: &mut String, digest: &Digest<'_>, colours: Colours) {
    let snapshots = digest.snapshots;
    let is_shown = |finding: &snapshot::Finding| {
        let lane = digest.lanes.iter().find(|lane| lane.lane == finding.lane);
        lane.is_some_and(|lane| lane.red.iter().any(|case| case.result.case.id() == finding.case))
    };
    if let Some(why) = &snapshots.skipped {
        let _ = writeln!(out, "\n{}", prose(&format!("snapshots were not looked at: {why}")));
    }
    for finding in snapshots.findings.iter().take(SNAPSHOTS_SHOWN_MAX) {
        let title = format!("snapshot {} {} ({})", finding.state.as_str(), finding.case, finding.lane.as_str());
        let _ = writeln!(out, "\n{}", colours.paint(&title, colour(AnsiColor::Red)));
        // A red case has shown its difference already.
        if let Some(diff) = finding.diff.as_ref().filter(|_| !is_shown(finding)) {
            let _ = writeln!(out, "{}", render_diff(diff));
        }
        let _ = writeln!(out, "  {}", finding.remedy());
    }
    let count = snapshots.findings.len();
    if count > SNAPSHOTS_SHOWN_MAX {
        let rest = count - SNAPSHOTS_SHOWN_MAX;
        let _ = writeln!(out, "\n{rest} more snapshots to decide on: cargo xtask snapshots list");
    }
}

/// Text broken at [`COLUMNS`], with wide characters counted as two.
fn prose(text: &str) -> String {
    labelled([("", text.to_owned())])
}

/// Two columns: a label, and a text that stays beside it when it is broken.
fn labelled(lines: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_width(COLUMNS).force_no_tty();
    table.set_content_arrangement(ContentArrangement::Dynamic);
    for (label, text) in lines {
        // Control characters of an answer must not reach the terminal.
        let clean: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
        if label.is_empty() {
            table.add_row([clean])
        } else {
            table.add_row([label.to_owned(), clean])
        };
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    trimmed(&table)
}

/// A table without white space at the ends of its lines.
fn trimmed(table: &Table) -> String {
    let drawn = table.to_string();
    let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests;
