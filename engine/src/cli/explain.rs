//! `engine ask --explain`: how an answer came about, stage by stage. It prints the answer's own parts, the very values
//! that were computed, and looks nothing up again.

mod narrative;

use std::fmt::Write;
use std::ops::Range;

use engine::answer::Answer;
use engine::guard::{Asker, Finding, ModelUse};
use engine::intent::{Param, Slot};
use engine::profile::Profile;
use engine::scope::Mode;
use engine::sealed::Prose;
use engine::structured::{CallOutcome, ToolResult};

/// The explanation of an answer, as lines of text.
pub(super) fn explain(answer: &Answer, profile: &Profile) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(answer.text.clone());
    line(String::new());
    for (stage, lines) in [
        ("gate", gate(answer)),
        ("intent", intent(answer)),
        ("scope", scope(answer)),
        ("lookup", answer.findings.iter().flat_map(lookup).collect()),
        ("search", answer.narrative.iter().flat_map(narrative::search).collect()),
        ("prose", answer.narrative.iter().flat_map(narrative::prose).collect()),
        ("guard", guard(answer, profile)),
        ("lineage", lineage(answer)),
    ] {
        for (position, text) in lines.into_iter().enumerate() {
            let stage = if position == 0 { stage } else { "" };
            line(format!("{stage:<8} {text}"));
        }
    }
    out.trim_end().to_owned()
}

fn gate(answer: &Answer) -> Vec<String> {
    match &answer.intent.external_entity {
        Some(name) => {
            vec![format!("refused: names the competitor {name}; nothing was looked up and no model was asked")]
        }
        None => vec!["passed: names no competitor".to_owned()],
    }
}

fn intent(answer: &Answer) -> Vec<String> {
    let intent = &answer.intent;
    let mut lines = vec![format!("route {}, language {}", intent.route, answer.lang)];
    let mut slot = |name: &str, value: String, span: &Range<usize>| {
        let quoted = answer.question.get(span.clone()).unwrap_or_default();
        let rules = intent.rules.iter().filter(|rule| rule.span == *span);
        let by: Vec<&str> = rules.flat_map(|rule| ["  by ", rule.value.name()]).collect();
        let by = by.concat();
        lines.push(format!("{name} {value}  ← “{quoted}” bytes {}–{}{by}", span.start, span.end));
    };
    let period = |slot: &Slot<engine::period::Period>| slot.value.to_string();
    intent.metrics.iter().for_each(|s| slot("metric", s.value.to_string(), &s.span));
    intent.entities.iter().for_each(|s| slot("entity", s.value.to_string(), &s.span));
    intent.periods.iter().for_each(|s| slot("period", period(s), &s.span));
    intent.channels.iter().for_each(|s| slot("channel", s.value.to_string(), &s.span));
    intent.unknown.iter().for_each(|u| slot("unknown", u.param.to_string(), &u.span));
    intent.qualifiers.iter().for_each(|q| slot("qualifier", "another quantity".to_owned(), &q.span));
    intent.operation.iter().for_each(|o| slot("operation", format!("{} (not computed)", o.value), &o.span));
    let stopping = intent.unknown.iter().map(|unknown| &unknown.span);
    let stopping = stopping.chain(intent.qualifiers.iter().map(|slot| &slot.span));
    let stopping: Vec<_> = stopping.chain(intent.operation.iter().map(|slot| &slot.span)).collect();
    let passed = intent.rules.iter().filter(|rule| !stopping.contains(&&rule.span));
    passed.for_each(|rule| slot("passed", "over".to_owned(), &rule.span));
    lines
}

fn scope(answer: &Answer) -> Vec<String> {
    let clarification = &answer.clarification;
    let assumed: Vec<String> = clarification.assumed_slots.iter().map(ToString::to_string).collect();
    let mut lines = vec![match clarification.mode {
        Mode::None => "none: nothing was missing".to_owned(),
        Mode::AskFirst => "ask_first: the question must be asked more precisely".to_owned(),
        Mode::AnswerWithAssumptions => format!("answer_with_assumptions: {} assumed", assumed.join(" and ")),
        Mode::OutOfScopeEntity => "out_of_scope_entity".to_owned(),
    }];
    if !clarification.narrowing_options.is_empty() {
        lines.push(format!("options: {}", clarification.narrowing_options.join(" | ")));
    }
    lines
}

fn lookup(finding: &Finding) -> Vec<String> {
    let key = finding.result.key().map_or_else(String::new, |key| {
        format!("{} / {} / {} / {}", key.metric, key.entity, key.period.value(), key.channel)
    });
    let asker = match finding.asker {
        Asker::Model => "asked by the model through query_metric",
        Asker::Engine => "asked by the engine",
    };
    let mut lines = vec![format!("{key}  {asker} → {}", outcome(&finding.result))];
    lines.extend(finding.model.iter().flat_map(model));
    lines
}

fn outcome(result: &ToolResult) -> String {
    match result {
        ToolResult::Found(found) => format!("found {} {}", found.value, found.unit),
        ToolResult::NotFound { waiting: Some(waiting), .. } => {
            format!("not_found; a reading waits for review ({})", waiting.reasons.join(", "))
        }
        ToolResult::NotFound { waiting: None, .. } => "not_found".to_owned(),
        ToolResult::UnrecognizedParam { param, .. } => format!("unrecognized_param {param}"),
    }
}

fn model(used: &ModelUse) -> Vec<String> {
    let mut lines = vec![format!("  model: {} turn(s), {} call(s)", used.turns, used.calls.len())];
    for record in &used.calls {
        let came_to = match &record.outcome {
            CallOutcome::Done(result) => outcome(result),
            CallOutcome::Rejected(rejection) => format!("rejected: {rejection}"),
        };
        let mut call = String::new();
        // Writing to a String cannot fail.
        let _ = write!(call, "  call {} {}", record.call.name, record.call.arguments);
        lines.push(format!("{call} → {came_to}"));
    }
    if let Some(failure) = &used.failure {
        lines.push(format!("  failed: {failure}"));
    }
    lines.extend(match used.dropped {
        Prose::None => None,
        Prose::Words => Some("  the model's words were dropped (no number in them)".to_owned()),
        Prose::Numbers => Some("  the model's words were dropped (they spoke of numbers)".to_owned()),
    });
    lines
}

fn guard(answer: &Answer, profile: &Profile) -> Vec<String> {
    let mut lines = vec![
        answer.guard.map_or_else(|| "nothing was looked up".to_owned(), |case| format!("{case}: {}", ground(case))),
    ];
    for result in &answer.tool_results {
        if let ToolResult::UnrecognizedParam { param: Param::Metric, .. } = result {
            lines.push(format!(
                "known metrics: {}",
                profile.metrics.keys().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            ));
        }
    }
    lines
}

fn ground(case: engine::guard::GuardCase) -> &'static str {
    use engine::guard::GuardCase;
    match case {
        GuardCase::Found => "rendered from facts alone",
        GuardCase::NotFound => "no fact in the asked scope, so a refusal without numbers",
        GuardCase::UnrecognizedParam => "an unknown name, so a refusal that names it",
    }
}

fn lineage(answer: &Answer) -> Vec<String> {
    answer.sources.iter().map(|source| format!("{} · {}", source.doc, source.locator)).collect()
}
