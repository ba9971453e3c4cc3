//! The report as Markdown, for a pull request's comment or a CI job's summary. Text of questions and answers is shown
//! as text: none of it can close a table, a code block or a tag. Comments are limited in length, so it stops adding
//! cases in good time and says how many are left.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::digest::{Digest, Tally};
use super::folded::{FoldedCase, Said, named_in_full};
use super::words::heading;
use crate::baseline::Waiver;

/// Bytes after which nothing is added that can be counted instead. GitHub takes comments of 65,536 characters
/// (<https://github.com/orgs/community/discussions/27190>).
const BYTES_MAX: usize = 55_000;

/// The whole report: what is red first, waivers last. The rates and waivers have room in any case.
pub fn render(digest: &Digest<'_>) -> String {
    let mut end = String::new();
    gates(&mut end, digest);
    qualities(&mut end, digest);
    let mut waived = String::new();
    waivers(&mut waived, digest.waivers);
    let room = BYTES_MAX.saturating_sub(end.len() + waived.len());
    let (known, red): (Vec<_>, Vec<_>) = digest.red().into_iter().partition(FoldedCase::is_known);
    let mut out = format!("## Evaluation\n\n**{}**\n", escaped(&digest.sentence));
    cases(&mut out, "Red cases", &red, room / 2);
    notes(&mut out, digest, room * 3 / 4);
    snapshots(&mut out, digest, room);
    out.push_str(&end);
    cases(&mut out, "Waived, or as short of full marks as before", &known, BYTES_MAX.saturating_sub(waived.len()));
    out.push_str(&waived);
    if !(red.is_empty() && known.is_empty()) {
        for command in digest.workspaces() {
            let command = one_line(command);
            let _ = writeln!(out, "\nThe engine asks in a workspace, which is made once:\n\n    {command}");
        }
    }
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
    for Said { lanes, what: row } in digest.rows() {
        let before = row.before.map_or_else(|| "none".to_owned(), |rate| rate.shown(row.gate));
        let strong = if row.is_worse() { "**" } else { "" };
        let delta = super::delta(row);
        let _ = writeln!(
            out,
            "| {} | {strong}{}{strong} | {} | {before} | {strong}{delta}{strong} |",
            named_in_full(&lanes),
            row.gate,
            row.now.shown(row.gate)
        );
    }
    out.push_str("\n| lane | cases | verdicts | pass | fail | of these waived | scored | errored | not run |\n");
    out.push_str("|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for lane in &digest.lanes {
        let (name, cases, tally) = (&lane.name, lane.cases, &lane.tally);
        let Tally { pairs, pass, fail, scored, errored, not_run, waived } = tally;
        let counts = format!("{pairs} | {pass} | {fail} | {waived} | {scored} | {errored} | {not_run}");
        let _ = writeln!(out, "| {name} | {cases} | {counts} |");
    }
}

/// Precision and recall of the gates that count items.
fn qualities(out: &mut String, digest: &Digest<'_>) {
    for Said { lanes, what: row } in digest.rows().into_iter().filter(|said| said.what.gate.counts_items()) {
        let _ = writeln!(out, "\n{} {}: {}", named_in_full(&lanes), escaped(row.gate.as_str()), row.now.quality());
    }
}

fn notes(out: &mut String, digest: &Digest<'_>, bytes_max: usize) {
    let notes = digest.notes();
    if notes.is_empty() {
        return;
    }
    out.push_str("\n### Beside the verdicts\n\n");
    for (at, said) in notes.iter().enumerate() {
        if out.len() > bytes_max {
            let _ = writeln!(out, "- and {} more, in `eval.json`", notes.len() - at);
            break;
        }
        let (kind, lanes) = (heading(said.what.kind), named_in_full(&said.lanes));
        let _ = writeln!(out, "- **{kind}** ({lanes}) {}", escaped(&said.what.text()));
    }
}

fn snapshots(out: &mut String, digest: &Digest<'_>, bytes_max: usize) {
    if let Some(why) = &digest.snapshots.skipped {
        let _ = writeln!(out, "\nSnapshots were not looked at: {}", escaped(why));
    }
    let findings = digest.undecided(false);
    if findings.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n### Snapshots to decide on ({})\n", findings.len());
    for (at, finding) in findings.iter().enumerate() {
        if out.len() > bytes_max {
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

fn cases(out: &mut String, title: &str, cases: &[FoldedCase<'_>], bytes_max: usize) {
    if cases.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n### {title} ({})", cases.len());
    for (at, case) in cases.iter().enumerate() {
        if out.len() > bytes_max {
            let _ = writeln!(out, "\n{} more red cases are in `eval.json` and `eval.junit.xml`.", cases.len() - at);
            break;
        }
        one_case(out, case);
    }
}

/// One case with all that is red of it. An answer with which several gates find fault is shown once.
fn one_case(out: &mut String, case: &FoldedCase<'_>) {
    let is_open = if case.is_known() { "" } else { " open" };
    let golden = &case.result.case;
    let (id, place) = (escaped(golden.id()), escaped(&golden.place().to_string()));
    let (mark, lanes) = (heading(case.mark), named_in_full(&case.lanes));
    let _ = writeln!(out, "\n<details{is_open}><summary>{mark}: <b>{id}</b> ({lanes}; {place})</summary>\n");
    let _ = writeln!(out, "- question: {}", escaped(golden.asked()));
    let mut shown = BTreeSet::new();
    for Said { lanes, what } in &case.verdicts {
        let _ = writeln!(out, "- **{}**: {}{}", what.gate, what.result, case.only(lanes));
        for (label, text) in [("expected", what.expected), ("got", what.got), ("why", Some(what.why.as_str()))] {
            if let Some(text) = text.filter(|text| shown.insert((label, *text))) {
                let _ = writeln!(out, "  - {label}: {}", escaped(text));
            }
        }
    }
    for Said { lanes, what } in &case.stages {
        let _ = writeln!(out, "- first stage that differs: {what}{}", case.only(lanes));
    }
    for Said { lanes, what } in &case.snapshots {
        let _ = writeln!(out, "- snapshot: {} ({})", what.state, named_in_full(lanes));
        for line in what.diff.iter().flat_map(super::diff_lines) {
            let _ = writeln!(out, "  - {}", escaped(&line));
        }
    }
    // Indented code cannot be closed from within.
    let commands: Vec<String> = case.commands.iter().map(|command| format!("    {}\n", one_line(command))).collect();
    let _ = writeln!(out, "\nReproduce:\n\n{}\n</details>", commands.concat());
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
