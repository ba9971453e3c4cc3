//! From evidence to words. The two forms, with and without inline sources, are rendered in one pass over the same
//! findings, so they cannot disagree. The narrative part comes behind the structured one and changes nothing in it.

use super::narrative::{cite, narrative_lines};
use super::sentences::Sentences;
use super::{Answer, TwoForms};
use crate::fact::{FactKey, Lineage};
use crate::guard::{Finding, GuardCase};
use crate::intent::{Intent, Operation, Param};
use crate::lang::Lang;
use crate::narrative::{Narrative, NarrativeStatus};
use crate::period::Period;
use crate::profile::{Names, Profile};
use crate::question::Question;
use crate::scope::Clarification;
use crate::structured::{Difference, Found, ToolResult};

/// Everything that an answer may say.
#[derive(Debug)]
pub(crate) struct Evidence {
    /// What was understood.
    pub(crate) intent: Intent,
    /// What was assumed.
    pub(crate) clarification: Clarification,
    /// One finding for each key, in the order of the answer.
    pub(crate) findings: Vec<Finding>,
    /// One `unrecognized_param` for each unknown name.
    pub(crate) unrecognized: Vec<ToolResult>,
    /// What the documents say, where that was asked.
    pub(crate) narrative: Option<Narrative>,
}

/// Renders the answer to a question.
pub(crate) fn render(profile: &Profile, question: &Question, evidence: Evidence) -> Answer {
    let Evidence { intent, clarification, findings, unrecognized, narrative } = evidence;
    let sentences = Sentences::new(question.lang(), profile);
    let mut tool_results: Vec<ToolResult> = findings.iter().map(|finding| finding.result.clone()).collect();
    tool_results.extend(unrecognized);
    let guard = GuardCase::of(&tool_results);
    let found: Vec<&Found> = tool_results.iter().filter_map(ToolResult::found).collect();
    let leaves_out = intent.operation.as_ref().is_some_and(|operation| operation.value == Operation::Exclusion);
    let difference = if leaves_out { None } else { change(&tool_results) };

    let mut text = TwoForms::default();
    if let Some(note) = &clarification.assumption_note {
        text.line(note);
    }
    if let (Some(operation), true) = (&intent.operation, intent.route.wants_facts()) {
        text.line(&sentences.not_computed(operation.value, !tool_results.is_empty()));
    }
    result_lines(&mut text, &sentences, profile, question, &tool_results);
    if guard == Some(GuardCase::NotFound) {
        text.line(sentences.no_guess());
    }
    if let Some((difference, (from, to))) = &difference {
        text.line(&sentences.difference(difference, *from, *to));
    }
    let mut sources = sources(&found);
    if let Some(narrative) = &narrative {
        if intent.route.wants_facts() {
            text.line("");
            text.line(sentences.why_heading());
        }
        narrative_lines(&mut text, &sentences, narrative);
        if !intent.route.wants_facts() && narrative.retrieved.passages.is_empty() {
            text.line(sentences.ask_for_a_metric());
        }
        cite(&mut sources, narrative);
    }
    let is_told = narrative.as_ref().is_some_and(|narrative| narrative.status == NarrativeStatus::Answered);

    Answer {
        question: question.text().to_owned(),
        lang: question.lang(),
        default_channel: profile.default_channel.clone(),
        sources,
        refused: found.is_empty() && !is_told,
        difference: difference.map(|(difference, _)| difference),
        text: text.sourced,
        text_plain: text.plain,
        guard,
        intent,
        clarification,
        findings,
        tool_results,
        narrative,
    }
}

/// What was found, what was not, and what was not understood, in the order of the question.
fn result_lines(
    text: &mut TwoForms,
    sentences: &Sentences<'_>,
    profile: &Profile,
    question: &Question,
    tool_results: &[ToolResult],
) {
    let few_unknown = tool_results.iter().filter(|result| result.key().is_none()).count() <= HINTS_MAX;
    for result in tool_results {
        match result {
            ToolResult::Found(found) => fact_lines(text, sentences, found),
            ToolResult::NotFound { normalized, waiting } => {
                text.line(&sentences.not_found(normalized));
                if let Some(waiting) = waiting {
                    text.line(&sentences.waiting(waiting));
                }
            }
            ToolResult::UnrecognizedParam { param, raw } => {
                let words = question.text().contains(raw.as_str()).then_some(raw.as_str());
                let near = if few_unknown { nearest(profile, question.lang(), *param, raw) } else { None };
                text.line(&sentences.unrecognized(*param, words, near));
            }
        }
    }
}

fn fact_lines(text: &mut TwoForms, sentences: &Sentences<'_>, found: &Found) {
    text.sourced_line(&sentences.fact(found), &sentences.source(&found.source.doc, &found.source.locator));
    for other in &found.conflicts {
        text.sourced_line(&sentences.conflict(other), &sentences.source(&other.source.doc, &other.source.locator));
    }
}

/// How the first fact differs from the second, with the earlier and the later period, when these two are all there is.
fn change(results: &[ToolResult]) -> Option<(Difference, (Period, Period))> {
    let [ToolResult::Found(a), ToolResult::Found(b)] = results else { return None };
    Difference::between(a, b).map(|difference| (difference, ordered(&a.key, &b.key)))
}

/// The earlier and the later period of two keys.
fn ordered(a: &FactKey, b: &FactKey) -> (Period, Period) {
    (a.period.min(b.period), a.period.max(b.period))
}

/// Every source once, in the order of the answer.
fn sources(found: &[&Found]) -> Vec<Lineage> {
    let mut sources: Vec<Lineage> = Vec::new();
    for fact in found {
        for source in std::iter::once(&fact.source).chain(fact.conflicts.iter().map(|other| &other.source)) {
            if !sources.contains(source) {
                sources.push(source.clone());
            }
        }
    }
    sources
}

/// For how many unknown names a known one is offered; each costs a comparison with every name of the profile.
const HINTS_MAX: usize = 3;
/// The label of what an unknown name is most like.
fn nearest<'a>(profile: &'a Profile, lang: Lang, param: Param, raw: &str) -> Option<&'a str> {
    let names = match param {
        Param::Metric => Names::Metrics,
        Param::Entity => Names::Entities,
        Param::Channel => Names::Channels,
        Param::Period => return None,
    };
    profile.nearest(names, raw).map(|near| near.label.get(lang))
}
