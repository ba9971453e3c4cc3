//! Which facts a question needs: entities × metrics × periods × channels, in that order, within bounds. A plan holds
//! complete keys only; nothing behind it has to think about a missing slot.

use crate::fact::FactKey;
use crate::intent::Unknown;
use crate::scope::{Clarification, InScope};
use crate::structured::ToolResult;

/// How many facts one question may ask for, and how many unknown names it may hold.
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
    /// More than [`SUB_TASKS_MAX`] facts or unknown names; ask to narrow.
    TooMany,
}

impl Plan {
    /// The plan for a question that is in scope.
    pub fn of(scope: InScope) -> Self {
        let facts = [&scope.entities.len(), &scope.metrics.len(), &scope.periods.len(), &scope.channels.len()]
            .into_iter()
            .try_fold(1_usize, |product, axis| product.checked_mul(*axis));
        if facts.is_none_or(|facts| facts > SUB_TASKS_MAX) || scope.unknown.len() > SUB_TASKS_MAX {
            return Self::TooMany;
        }
        let blocked = scope.is_blocked();
        let mut keys = Vec::new();
        for entity in scope.entities.iter().filter(|_| !blocked) {
            for metric in &scope.metrics {
                for period in &scope.periods {
                    for channel in &scope.channels {
                        let (metric, entity, channel) = (metric.clone(), entity.clone(), channel.clone());
                        keys.push(FactKey { metric, entity, period: *period, channel });
                    }
                }
            }
        }
        let unrecognized = scope
            .unknown
            .into_iter()
            .map(|Unknown { param, raw, .. }| ToolResult::UnrecognizedParam { param, raw })
            .collect();
        Self::LookUp { keys, unrecognized, clarification: scope.clarification }
    }
}
