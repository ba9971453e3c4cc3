//! The report as Markdown, for a pull request's comment or a CI job's summary. Text of questions and answers is shown
//! as text: none of it can close a table, a code block or a tag. Comments are limited in length, so it stops adding
//! cases in good time and says how many are left.

use std::fmt::Write;

use super::digest::{Digest, LaneDigest, RedCase, Tally};
use super::words::heading;
use crate::baseline::{Kind, Waiver};

/// Bytes after which no further case is added. GitHub takes comments of 65,536 characters
/// (<https://github.com/orgs/community/discussions/27190>).
const BYTES_MAX: usize = 55_000;

/// The whole report.
pub fn render(digest: &Digest<'_>) -> String {
    let mut out = format!("## Evaluation\n\n**{}**\n", escaped(&digest.sentence));
    waivers(&mut out, digest.waivers);
    gates(&mut out, digest);
    qualities(&mut out, digest);
    for lane in &digest.lanes {
        notes(&mut out, lane);
    }
    snapshots(&mut out, digest);
    red_cases(&mut out, digest);
    out
}

fn waivers(out: &mut String, waivers: &[Waiver]) {
    if waivers.is_empty() {
        return;
    }
    out.push_str("\n### Waivers\n\n| lane | case | gate | until | owner | reason |\n|---|---|---|---|---|---|\n");
    for Waiver { lane, case, gate, reason, owner, expires, .. } in waivers {
        let (case, owner, reason) = (escaped(case), escaped(owner), escaped(reason));
        let lane = lane.name();
        let _ = writeln!(out, "| {lane} | {case} | {gate} | {expires} | {owner} | {reason} |");
    }
}

fn gates(out: &mut String, digest: &Digest<'_>) {
    out.push_str("\n### Gates\n\n| lane | gate | passed | baseline | delta |\n|---|---|---:|---:|---:|\n");
    for (lane, row) in digest.rows() {
        let before = row.before.map_or_else(|| "none".to_owned(), |rate| rate.shown(row.gate));
        let strong = if row.is_worse() { "**" } else { "" };
        let delta = super::delta(row);
        let _ = writeln!(
            out,
            "| {} | {strong}{}{strong} | {} | {before} | {strong}{delta}{strong} |",
            lane.name,
            row.gate,
            row.now.shown(row.gate)
        );
    }
    out.push_str("\n| lane | cases | verdicts | pass | fail | of these waived | scored | errored | not run |\n");
    out.push_str("|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for lane in &digest.lanes {
        let LaneDigest { name, cases, tally, .. } = lane;
        let Tally { pairs, pass, fail, scored, errored, not_run, waived } = tally;
        let counts = format!("{pairs} | {pass} | {fail} | {waived} | {scored} | {errored} | {not_run}");
        let _ = writeln!(out, "| {name} | {cases} | {counts} |");
    }
}

/// Precision and recall of the gates that count items.
fn qualities(out: &mut String, digest: &Digest<'_>) {
    for (lane, row) in digest.rows().into_iter().filter(|(_, row)| row.gate.counts_items()) {
        let _ = writeln!(out, "\n{} {}: {}", lane.name, escaped(row.gate.as_str()), row.now.quality());
    }
}

fn notes(out: &mut String, lane: &LaneDigest<'_>) {
    if lane.notes.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n### {}: beside the verdicts\n", lane.name);
    for (at, note) in lane.notes.iter().enumerate() {
        if out.len() > BYTES_MAX / 4 {
            let _ = writeln!(out, "- and {} more, in `eval.json`", lane.notes.len() - at);
            break;
        }
        let subject = super::subject(note).map(|subject| format!(" {subject}")).unwrap_or_default();
        let _ = writeln!(out, "- **{}**{}: {}", heading(note.kind), escaped(&subject), escaped(&note.message));
    }
}

fn snapshots(out: &mut String, digest: &Digest<'_>) {
    if let Some(why) = &digest.snapshots.skipped {
        let _ = writeln!(out, "\nSnapshots were not looked at: {}", escaped(why));
    }
    if digest.snapshots.findings.is_empty() {
        return;
    }
    let findings = &digest.snapshots.findings;
    let _ = writeln!(out, "\n### Snapshots to decide on ({})\n", findings.len());
    for (at, finding) in findings.iter().enumerate() {
        if out.len() > BYTES_MAX / 2 {
            let _ = writeln!(out, "- and {} more, listed by `cargo xtask snapshots list`", findings.len() - at);
            break;
        }
        let (state, case, lane) = (finding.state.as_str(), escaped(&finding.case), finding.lane.as_str());
        let _ = writeln!(out, "- {state} **{case}** ({lane})");
        for line in finding.diff.iter().flat_map(super::diff_lines) {
            let _ = writeln!(out, "  - {}", escaped(&line));
        }
    }
}

fn red_cases(out: &mut String, digest: &Digest<'_>) {
    let cases = digest.red();
    if cases.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n### Red cases ({})", cases.len());
    for (at, (lane, case)) in cases.iter().enumerate() {
        if out.len() > BYTES_MAX {
            let _ = writeln!(out, "\n{} more red cases are in `eval.json` and `eval.junit.xml`.", cases.len() - at);
            break;
        }
        red_case(out, lane, case);
    }
    for command in digest.workspaces() {
        let _ = writeln!(out, "\nThe engine asks in a workspace, which is made once:\n\n    {}", one_line(command));
    }
}

fn red_case(out: &mut String, lane: &LaneDigest<'_>, case: &RedCase<'_>) {
    let is_open = if matches!(case.mark, Kind::Waived | Kind::Short) { "" } else { " open" };
    let golden = &case.result.case;
    let (id, place) = (escaped(golden.id()), escaped(&golden.place().to_string()));
    let _ = writeln!(
        out,
        "\n<details{is_open}><summary>{}: <b>{id}</b> ({}, {place})</summary>\n",
        heading(case.mark),
        lane.name
    );
    let _ = writeln!(out, "- question: {}", escaped(golden.asked()));
    for red in &case.verdicts {
        let _ = writeln!(out, "- **{}**: {}, {}", red.gate, super::result_of(red), heading(red.mark));
        match red.failure {
            Some(failure) => {
                for (label, text) in [("expected", &failure.expected), ("got", &failure.got), ("why", &failure.why)] {
                    let _ = writeln!(out, "  - {label}: {}", escaped(text));
                }
            }
            None => {
                let _ = writeln!(out, "  - why: {}", escaped(&super::without_verdict(case, red)));
            }
        }
    }
    let _ = writeln!(out, "- first stage that differs: {}", case.stage);
    for line in case.snapshot.into_iter().flat_map(super::diff_lines) {
        let _ = writeln!(out, "- snapshot: {}", escaped(&line));
    }
    // Indented code cannot be closed from within.
    let _ = writeln!(
        out,
        "\nReproduce:\n\n    {}\n    {}\n\n</details>",
        one_line(&case.reproduce.eval),
        one_line(&case.reproduce.ask)
    );
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// `text` as Markdown that shows exactly these characters, on one line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' | '$' => {
                out.push('\\');
                out.push(c);
            }
            // A mention would notify a stranger; a word joiner keeps it from being one.
            '@' => out.push_str("@\u{2060}"),
            '\n' => out.push_str("<br>"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests;
