//! Which facts a question needs: entities × metrics × periods × channels, in that order, within bounds. A plan holds
//! complete keys only; nothing behind it has to think about a missing slot.

use crate::code::{ChannelCode, EntityCode, MetricCode};
use crate::fact::FactKey;
use crate::intent::Unknown;
use crate::period::Period;
use crate::scope::{Clarification, InScope};
use crate::structured::ToolResult;

/// How many facts and names one question may ask for.
pub const SUB_TASKS_MAX: usize = 64;

/// What to look up.
#[derive(Debug)]
pub enum Plan {
    /// These keys, and these unknown names to report.
    LookUp {
        /// Complete keys in the order of the answer.
        keys: Vec<FactKey>,
        /// One `unrecognized_param` for each unknown name.
        unrecognized: Vec<ToolResult>,
        /// What was decided about the scope.
        clarification: Clarification,
    },
    /// More than [`SUB_TASKS_MAX`]; ask to narrow.
    TooMany,
}

impl Plan {
    /// The plan for a question that is in scope.
    pub fn of(scope: InScope) -> Self {
        let mut unrecognized: Vec<ToolResult> = Vec::new();
        for Unknown { param, raw, .. } in &scope.unknown {
            let result = ToolResult::UnrecognizedParam { param: *param, raw: raw.clone() };
            if unrecognized.len() <= SUB_TASKS_MAX && !unrecognized.contains(&result) {
                unrecognized.push(result);
            }
        }
        let parts = parts(&scope);
        let tasks = parts.iter().map(Part::size).try_fold(unrecognized.len(), |sum, size| sum.checked_add(size?));
        if tasks.is_none_or(|tasks| tasks > SUB_TASKS_MAX) {
            return Self::TooMany;
        }
        let mut keys = Vec::new();
        if !scope.is_blocked() {
            for key in parts.iter().flat_map(Part::keys) {
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        Self::LookUp { keys, unrecognized, clarification: scope.clarification }
    }
}

/// The facts that one clause of a question asks for: every metric for every entity, period and channel.
#[derive(Clone, Copy)]
struct Part<'a> {
    metrics: &'a [MetricCode],
    entities: &'a [EntityCode],
    periods: &'a [Period],
    channels: &'a [ChannelCode],
}

impl Part<'_> {
    /// How many facts it is; none beyond what can be counted.
    fn size(&self) -> Option<usize> {
        [self.entities.len(), self.metrics.len(), self.periods.len(), self.channels.len()]
            .into_iter()
            .try_fold(1_usize, usize::checked_mul)
    }

    fn keys(&self) -> Vec<FactKey> {
        let mut keys = Vec::new();
        for entity in self.entities {
            for metric in self.metrics {
                for period in self.periods {
                    for channel in self.channels {
                        let (metric, entity, channel) = (metric.clone(), entity.clone(), channel.clone());
                        keys.push(FactKey { metric, entity, period: *period, channel });
                    }
                }
            }
        }
        keys
    }
}

/// What the clauses ask for, or the whole question where it is one clause. A clause without an entity or period of its own
/// is about that of the clause before it, or else of the whole question, and one that names another of these is about the same
/// metric. A channel counts in the clause that names it, and nowhere else.
fn parts(scope: &InScope) -> Vec<Part<'_>> {
    let InScope { metrics, entities, periods, channels, clauses, default_channel, .. } = scope;
    if clauses.iter().all(|clause| clause.metrics.is_empty()) {
        return vec![Part { metrics, entities, periods, channels }];
    }
    let mut part = Part { metrics: &[], entities, periods, channels };
    let mut parts = Vec::new();
    for clause in clauses {
        let names_scope = !clause.entities.is_empty() || !clause.periods.is_empty();
        part = Part {
            metrics: own_or(&clause.metrics, part.metrics),
            entities: own_or(&clause.entities, part.entities),
            periods: own_or(&clause.periods, part.periods),
            channels: own_or(&clause.channels, std::slice::from_ref(default_channel)),
        };
        if !clause.metrics.is_empty() || (names_scope && clause.channels.is_empty()) {
            parts.push(part);
        }
    }
    parts
}

fn own_or<'a, T>(own: &'a [T], other: &'a [T]) -> &'a [T] {
    if own.is_empty() { other } else { own }
}

#[cfg(test)]
mod tests;
