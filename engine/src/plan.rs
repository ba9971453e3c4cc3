//! Which facts a question needs: entities × metrics × periods × channels, in that order, within bounds. A plan holds
//! complete keys only; nothing behind it has to think about a missing slot.

use crate::fact::FactKey;
use crate::intent::Unknown;
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
        let tasks = [scope.entities.len(), scope.metrics.len(), scope.periods.len(), scope.channels.len()]
            .into_iter()
            .try_fold(1_usize, usize::checked_mul)
            .and_then(|facts| facts.checked_add(unrecognized.len()));
        if tasks.is_none_or(|tasks| tasks > SUB_TASKS_MAX) {
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
        Self::LookUp { keys, unrecognized, clarification: scope.clarification }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{ChannelCode, EntityCode, MetricCode};
    use crate::intent::Param;
    use crate::period::Period;

    fn scope(entities: usize, periods: i16, unknown: Vec<Unknown>) -> InScope {
        InScope {
            metrics: vec![MetricCode::new("REVENUE")],
            entities: (0..entities).map(|n| EntityCode::new(format!("E{n}"))).collect(),
            periods: (0..periods).map(|n| Period::Year { year: 2000 + n }).collect(),
            channels: vec![ChannelCode::total()],
            unknown,
            clarification: Clarification::none(),
        }
    }

    fn unknown(listed: bool) -> Unknown {
        Unknown { param: Param::Entity, raw: "Atlantis".to_owned(), span: 0..8, listed }
    }

    fn keys(plan: Plan) -> Option<(Vec<String>, usize)> {
        match plan {
            Plan::LookUp { keys, unrecognized, .. } => {
                let keys = keys.iter().map(|key| format!("{} {}", key.entity, key.period.value())).collect();
                Some((keys, unrecognized.len()))
            }
            Plan::TooMany => None,
        }
    }

    #[test]
    fn keys_are_entities_by_periods() {
        let expected = ["E0 2000", "E0 2001", "E1 2000", "E1 2001"].map(str::to_owned).to_vec();
        assert_eq!(keys(Plan::of(scope(2, 2, Vec::new()))), Some((expected, 0)));
    }

    #[test]
    fn a_listed_unknown_is_named_beside_the_facts_and_any_other_leaves_none() {
        assert_eq!(
            keys(Plan::of(scope(1, 1, vec![unknown(true), unknown(true)]))),
            Some((vec!["E0 2000".to_owned()], 1))
        );
        assert_eq!(keys(Plan::of(scope(1, 1, vec![unknown(false)]))), Some((Vec::new(), 1)));
        assert_eq!(keys(Plan::of(scope(0, 1, vec![unknown(true)]))), Some((Vec::new(), 1)));
    }

    #[test]
    fn a_plan_is_bounded() {
        assert_eq!(keys(Plan::of(scope(8, 8, Vec::new()))).map(|(keys, _)| keys.len()), Some(SUB_TASKS_MAX));
        assert_eq!(keys(Plan::of(scope(8, 8, vec![unknown(true)]))), None);
        assert_eq!(keys(Plan::of(scope(65, 1, Vec::new()))), None);
    }
}
