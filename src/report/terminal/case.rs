//! A red case on a terminal: once, whatever lanes it is red in, on a screen's height. What does not fit is counted, with the
//! command that shows it.

use std::collections::BTreeSet;

use super::text::{command, labelled};
use crate::gate::Gate;
use crate::report::folded::{FoldedCase, named_in_full};
use crate::report::heading;
use crate::snapshot;

/// Lines of one case.
pub(super) const LINES_MAX: usize = 40;
/// Lines of one text of a case, such as an answer.
const TEXT_LINES_MAX: usize = 8;

/// The lines of a case; all of them when `is_whole`, else at most [`LINES_MAX`].
pub(super) fn lines(case: &FoldedCase<'_>, is_whole: bool) -> Vec<String> {
    let end: Vec<String> = case.commands.iter().flat_map(|text| command(text)).collect();
    let mut start = vec![title(case)];
    let text = |label, text: &str, lines: &mut Vec<String>| lines.extend(cut(row(label, text), is_whole));
    let place = case.result.case.place().to_string();
    text("  written ", &place, &mut start);
    text("  question", case.result.case.asked(), &mut start);
    for said in &case.stages {
        text("  differs ", &format!("first at {}{}", said.what, case.only(&said.lanes)), &mut start);
    }
    let mut body = Vec::new();
    let (mut shown, mut gates) = (BTreeSet::new(), Vec::new());
    for said in &case.verdicts {
        let told = &said.what;
        gates.push((body.len(), told.gate));
        text("  gate    ", &format!("{}: {}{}", told.gate, told.result, case.only(&said.lanes)), &mut body);
        for (label, what) in [("  expected", told.expected), ("  got     ", told.got)] {
            // Several gates find fault with one answer, which is read once.
            if let Some(what) = what.filter(|what| shown.insert((label, *what))) {
                text(label, what, &mut body);
            }
        }
        text("  why     ", &told.why, &mut body);
    }
    for said in &case.rules {
        text("  rules   ", &format!("{}{}", said.what, case.only(&said.lanes)), &mut body);
    }
    for said in &case.snapshots {
        let state = format!("{} ({})", said.what.state, named_in_full(&said.lanes));
        text("  snapshot", &state, &mut body);
        for (label, change) in said.what.diff.iter().flat_map(changes) {
            text(label, &change, &mut body);
        }
    }
    let room = LINES_MAX.saturating_sub(start.len() + end.len());
    let body = if is_whole { body } else { fitted(body, &gates, room) };
    start.into_iter().chain(body).chain(end).collect()
}

/// As many lines as there is room for, and what is cut; no gate goes unnamed. `gates` stand where their lines begin.
fn fitted(mut body: Vec<String>, gates: &[(usize, Gate)], room: usize) -> Vec<String> {
    if body.len() <= room {
        return body;
    }
    for kept in (0..room).rev() {
        let unseen: Vec<&str> = gates.iter().filter(|(at, _)| *at >= kept).map(|(_, gate)| gate.as_str()).collect();
        let with = if unseen.is_empty() { String::new() } else { format!(", with {}", unseen.join(", ")) };
        let cut = format!("{} lines{with}; all of them: the next command with --verbose", body.len() - kept);
        let cut = row("  cut     ", &cut);
        if kept + cut.len() <= room {
            body.truncate(kept);
            body.extend(cut);
            break;
        }
    }
    body
}

/// What the case is, how it stands to the baseline, and where.
pub(super) fn title(case: &FoldedCase<'_>) -> String {
    format!("{} {} in {}", case.result.case.id(), heading(case.mark), named_in_full(&case.lanes))
}

fn row(label: &'static str, text: &str) -> Vec<String> {
    labelled([(label, text.to_owned())]).lines().map(str::to_owned).collect()
}

/// A long text without its end, unless it is to be whole.
fn cut(mut lines: Vec<String>, is_whole: bool) -> Vec<String> {
    if !is_whole && lines.len() > TEXT_LINES_MAX {
        let rest = lines.len() - (TEXT_LINES_MAX - 1);
        lines.truncate(TEXT_LINES_MAX - 1);
        lines.push(format!("           … {rest} more lines (--verbose)"));
    }
    lines
}

/// What a changed snapshot changes: meaning first, then the words.
pub(super) fn changes(diff: &snapshot::Diff) -> impl Iterator<Item = (&'static str, String)> {
    let meaning = diff.meaning.iter().map(|change| ("  changed ", change.to_string()));
    let wording = diff.wording.iter().map(|wording| ("  wording ", format!("{}: {wording}", wording.part)));
    meaning.chain(wording)
}
