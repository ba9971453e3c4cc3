//! An answer as a snapshot shows it: one line for each thing that has a meaning (route, clarification, facts), then
//! the wording. It is written to be read by a person in a review; it is no exchange format, and leaves out what the
//! answer does not decide (the question's language, the engine's version, timings).

use std::fmt::Write;

use crate::outcome::{Found, Outcome, PeriodValue, ToolResult};

/// The parts of an answer that are prose, in the order in which they are shown.
pub(super) const WORDING: [&str; 2] = ["answer", "answer_plain"];

/// The lines of a snapshot.
pub(super) fn render(outcome: &Outcome) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name}: {}", visible(value));
    };
    line("question", &outcome.question);
    line("route", &outcome.route);
    line("refused", if outcome.refused { "yes" } else { "no" });
    line("clarification", outcome.clarification.mode.as_str());
    if !outcome.clarification.assumed_slots.is_empty() {
        line("assumed", &outcome.clarification.assumed_slots.join(", "));
    }
    for option in &outcome.clarification.narrowing_options {
        line("option", option);
    }
    line("guard", outcome.guard.as_deref().unwrap_or("none"));
    line("intent", &intent(outcome));
    for result in &outcome.tool_results {
        for (name, value) in lookup(result) {
            line(name, &value);
        }
    }
    if let Some(narrative) = &outcome.narrative {
        line("narrative", &narrative.status);
        for relaxed in &narrative.relaxed {
            line("relaxed", relaxed);
        }
        for words in &narrative.unread_periods {
            line("unread period", words);
        }
        for passage in outcome.cited() {
            line("passage", &format!("[{}] {} · {}", passage.number, passage.doc, passage.locator));
        }
    }
    for number in &outcome.unsupported_numbers {
        line("unsupported", number);
    }
    for source in &outcome.sources {
        line("source", &source.to_string());
    }
    for (name, wording) in WORDING.into_iter().zip([&outcome.answer, &outcome.answer_plain]) {
        let _ = writeln!(text, "{name}:");
        for line in wording.split('\n') {
            let _ = writeln!(text, "  {}", visible(line));
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn intent(outcome: &Outcome) -> String {
    let read = &outcome.intent;
    let periods: Vec<String> = read.periods.iter().map(|PeriodValue { value, .. }| value.clone()).collect();
    let mut parts = Vec::new();
    for (name, values) in
        [("metrics", &read.metrics), ("entities", &read.entities), ("periods", &periods), ("channels", &read.channels)]
    {
        if !values.is_empty() {
            parts.push(format!("{name} {}", values.join(", ")));
        }
    }
    parts.extend(read.external_entity.as_ref().map(|name| format!("external {name}")));
    parts.extend(read.operation.as_ref().map(|name| format!("operation {name}")));
    if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") }
}

fn lookup(result: &ToolResult) -> Vec<(&'static str, String)> {
    match result {
        ToolResult::Found(found) => {
            let mut lines = vec![("found", fact(found))];
            lines.extend(found.conflicts.iter().map(|other| {
                let text = format!("{} | {} {} | {}", key(found), other.value, other.unit, other.source);
                ("conflict", text)
            }));
            lines
        }
        ToolResult::NotFound { normalized, .. } => vec![(
            "missing",
            format!("{} {} {} {}", normalized.entity, normalized.period, normalized.metric_code, normalized.channel),
        )],
        ToolResult::UnrecognizedParam { param, raw } => {
            vec![("unrecognized", format!("{param} {}", raw.as_deref().unwrap_or("(not said)")))]
        }
    }
}

fn fact(found: &Found) -> String {
    format!("{} | {} {} | {}", key(found), found.value, found.unit, found.source)
}

fn key(found: &Found) -> String {
    format!("{} {} {} {}", found.entity, found.period, found.metric_code, found.channel)
}

/// Control characters as escapes: a carriage return or a NUL in an answer must be seen in a review, and a line of the
/// snapshot must stay one line.
pub(super) fn visible(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
        out
    })
}

/// A snapshot taken apart again: its named lines in order, and its prose.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Parts<'a> {
    /// Name and value of each line before the prose.
    pub(super) lines: Vec<(&'a str, &'a str)>,
    /// Name and text of each part that is prose.
    pub(super) prose: Vec<(&'a str, String)>,
}

/// Takes a snapshot apart. Whatever a person has edited into it, every line ends up somewhere, so that a difference
/// between two texts is a difference between their parts.
pub(super) fn parts(text: &str) -> Parts<'_> {
    let mut parts = Parts::default();
    for line in text.lines() {
        match (line.strip_prefix("  "), parts.prose.last_mut()) {
            (Some(words), Some((_, prose))) => {
                if !prose.is_empty() {
                    prose.push('\n');
                }
                prose.push_str(words);
            }
            _ => match line.split_once(": ") {
                Some(named) => parts.lines.push(named),
                None => match line.strip_suffix(':') {
                    Some(name) if WORDING.contains(&name) => parts.prose.push((name, String::new())),
                    _ => parts.lines.push((line, "")),
                },
            },
        }
    }
    parts
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
