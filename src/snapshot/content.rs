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
        ToolResult::NotFound { normalized } => vec![(
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
mod tests {
    use super::*;

    fn outcome() -> Outcome {
        serde_json::from_str(
            r#"{"question":"香港2024年FYP？","route":"structured","intent":{"metrics":["FYP"],"entities":["HK"],
            "periods":[{"type":"FY","value":"2024"}]},
            "clarification":{"mode":"answer_with_assumptions","assumed_slots":["channel"]},
            "tool_results":[{"status":"found","value":12345678901234567890.10,"unit":"USD_M","metric_code":"FYP","entity":"HK",
            "period_type":"FY","period":"2024","channel":"TOTAL","source":{"doc":"a.pdf","locator":"page=1"}},
            {"status":"not_found","normalized":{"metric_code":"FYP","entity":"SG","period":"2024","channel":"TOTAL"}},
            {"status":"unrecognized_param","param":"metric","raw":"利润"}],
            "answer":"第一行\r\n第二行","answer_plain":"x","refused":false}"#,
        )
        .unwrap()
    }

    #[test]
    fn every_meaning_has_its_line_and_every_digit_is_kept() {
        let text = render(&outcome());
        let lines: Vec<&str> = text.lines().collect();
        for line in [
            "question: 香港2024年FYP？",
            "route: structured",
            "clarification: answer_with_assumptions",
            "assumed: channel",
            "guard: none",
            "intent: metrics FYP; entities HK; periods 2024",
            "found: HK 2024 FYP TOTAL | 12345678901234567890.10 USD_M | a.pdf · page=1",
            "missing: SG 2024 FYP TOTAL",
            "unrecognized: metric 利润",
            "  第一行\\r",
            "  第二行",
        ] {
            assert!(lines.contains(&line), "{line} is not in\n{text}");
        }
    }

    #[test]
    fn no_line_is_lost_on_taking_it_apart() {
        let text = render(&outcome());
        let parts = parts(&text);
        assert_eq!(parts.prose, [("answer", "第一行\\r\n第二行".to_owned()), ("answer_plain", "x".to_owned())]);
        assert_eq!(parts.lines.len(), 10);
        assert_eq!(super::parts("edited by hand\n  odd").lines, [("edited by hand", ""), ("  odd", "")]);
    }
}
