//! Traces: what the engine did for a question, in codes, counts and timings. The type has no field that could hold a
//! question, an answer, a value or a passage, so a trace can be kept where those may not.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Mutex;
use std::time::Duration;

use serde::Serialize;

use crate::answer::Answer;
use crate::code::{ChannelCode, EntityCode, MetricCode};
use crate::guard::GuardCase;
use crate::intent::{Operation, Param, Route, Slot};
use crate::lang::Lang;
use crate::narrative::{NarrativeStatus, Teller};
use crate::passage::Passage;
use crate::profile::Profile;
use crate::scope::Mode;
use crate::sealed::{CheckedProse, Prose};
use crate::structured::{CallOutcome, ToolResult};
use crate::text::json;

/// Takes traces; called from many threads.
pub trait TraceSink: Send + Sync {
    /// Keeps one trace. A sink that fails must not fail the question.
    fn record(&self, trace: &Trace);
}

/// What was done for one question.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Trace {
    /// Language of the answer.
    pub lang: Lang,
    /// Which channel answered.
    pub route: Route,
    /// What was decided about the scope.
    pub mode: Mode,
    /// Dimensions that were assumed.
    pub assumed: Vec<Param>,
    /// On what ground the structured part stands.
    pub guard: Option<GuardCase>,
    /// Whether nothing was answered.
    pub refused: bool,
    /// What was asked for and is not computed.
    pub operation: Option<Operation>,
    /// Metric codes that were asked for.
    pub metrics: Vec<MetricCode>,
    /// Entity codes.
    pub entities: Vec<EntityCode>,
    /// Canonical periods.
    pub periods: Vec<String>,
    /// Channel codes.
    pub channels: Vec<ChannelCode>,
    /// Dimensions in which something unknown was named.
    pub unrecognized: Vec<Param>,
    /// Facts found, missing, and contradicted by another document.
    pub found: usize,
    /// Keys without a fact.
    pub not_found: usize,
    /// Facts that another document contradicts.
    pub conflicts: usize,
    /// Turns that models took.
    pub model_turns: usize,
    /// Calls that models made.
    pub model_calls: usize,
    /// Calls that made no sense.
    pub model_calls_rejected: usize,
    /// Calls of tools that were not offered, while an account of passages was wanted.
    pub model_calls_ignored: usize,
    /// Models that failed.
    pub model_failures: usize,
    /// Models whose words with numbers in them were dropped.
    pub model_numbers_dropped: usize,
    /// How the account of passages came out; none where none was wanted.
    pub narrative: Option<NarrativeStatus>,
    /// Passages that were retrieved.
    pub passages: usize,
    /// Documents that they are of.
    pub documents: usize,
    /// Passages that the account cites.
    pub passages_cited: usize,
    /// Citations that named no passage.
    pub false_citations: usize,
    /// Numbers of the account that no cited passage states.
    pub unsupported_numbers: usize,
    /// Attributes that the search gave up.
    pub relaxed: usize,
    /// Look-ups were made and none found a fact, so that the answer is a refusal.
    pub fabrication_guard_triggered: bool,
    /// Time from question to answer, in microseconds.
    pub elapsed_us: u64,
}

impl Trace {
    /// The trace of an answer that took `elapsed`. Codes that the profile does not have are left out: a parser may have
    /// made them of the question's words.
    pub fn of(answer: &Answer, profile: &Profile, elapsed: Duration) -> Self {
        let intent = &answer.intent;
        let uses = || answer.findings.iter().filter_map(|finding| finding.model.as_ref());
        let results = &answer.tool_results;
        let found = results.iter().filter_map(ToolResult::found).count();
        let narrative = answer.narrative.as_ref();
        let passages = narrative.map_or(&[][..], |narrative| &narrative.retrieved.passages);
        let prose = narrative.and_then(|narrative| narrative.prose.as_ref());
        let (told, told_failed, calls_ignored) = match narrative.and_then(|narrative| narrative.teller.as_ref()) {
            Some(Teller::Model { calls_ignored, failure, .. }) => (1, usize::from(failure.is_some()), *calls_ignored),
            Some(Teller::Engine) | None => (0, 0, 0),
        };
        let rejected = |outcome: &CallOutcome| matches!(outcome, CallOutcome::Rejected(_));
        Self {
            lang: answer.lang,
            route: intent.route,
            mode: answer.clarification.mode,
            assumed: answer.clarification.assumed_slots.clone(),
            guard: answer.guard,
            refused: answer.refused,
            operation: intent.operation.as_ref().map(|slot| slot.value),
            metrics: known(&intent.metrics, |code| profile.metrics.contains_key(code)),
            entities: known(&intent.entities, |code| profile.entities.contains_key(code)),
            periods: intent.periods.iter().map(|slot| slot.value.value()).collect(),
            channels: known(&intent.channels, |code| profile.channels.contains_key(code)),
            unrecognized: intent.unknown.iter().map(|unknown| unknown.param).collect(),
            found,
            not_found: results.iter().filter(|result| matches!(result, ToolResult::NotFound { .. })).count(),
            conflicts: results.iter().filter_map(ToolResult::found).filter(|found| !found.conflicts.is_empty()).count(),
            model_turns: uses().map(|model| model.turns).sum::<usize>() + told,
            model_calls: uses().map(|model| model.calls.len()).sum(),
            model_calls_rejected: uses().flat_map(|model| &model.calls).filter(|call| rejected(&call.outcome)).count(),
            model_calls_ignored: calls_ignored,
            model_failures: uses().filter(|model| model.failure.is_some()).count() + told_failed,
            model_numbers_dropped: uses().filter(|model| model.dropped == Prose::Numbers).count(),
            narrative: narrative.map(|narrative| narrative.status),
            passages: passages.len(),
            documents: passages.iter().map(Passage::doc).collect::<BTreeSet<_>>().len(),
            passages_cited: prose.map_or(0, |prose| prose.cited().len()),
            false_citations: prose.map_or(0, CheckedProse::false_marks),
            unsupported_numbers: prose.map_or(0, |prose| prose.unsupported().len()),
            relaxed: narrative.map_or(0, |narrative| narrative.retrieved.relaxed.len()),
            fabrication_guard_triggered: !results.is_empty() && found == 0,
            elapsed_us: u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
        }
    }
}

fn known<C: Clone>(slots: &[Slot<C>], is_known: impl Fn(&C) -> bool) -> Vec<C> {
    slots.iter().map(|slot| &slot.value).filter(|code| is_known(code)).cloned().collect()
}

/// Writes each trace as one line of JSON.
pub struct JsonLinesSink<W> {
    out: Mutex<W>,
}

impl<W: Write + Send> JsonLinesSink<W> {
    /// A sink that writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out: Mutex::new(out) }
    }
}

impl<W: Write + Send> TraceSink for JsonLinesSink<W> {
    fn record(&self, trace: &Trace) {
        // A poisoned lock means another thread panicked while writing; its line may be torn, ours need not be lost.
        let mut out = self.out.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Ok(line) = json(trace) {
            // A trace that cannot be written (a full disk) must not cost the answer.
            let _ = out.write_all((line + "\n").as_bytes()).and_then(|()| out.flush());
        }
    }
}
