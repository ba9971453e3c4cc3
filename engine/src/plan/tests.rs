//! Tests of `plan`.

use super::*;
use crate::code::{ChannelCode, EntityCode, MetricCode};
use crate::intent::{Clause, Param};
use crate::period::Period;

fn scope(entities: usize, periods: i16, unknown: Vec<Unknown>) -> InScope {
    InScope {
        metrics: vec![MetricCode::new("REVENUE")],
        entities: (0..entities).map(|n| EntityCode::new(format!("E{n}"))).collect(),
        periods: (0..periods).map(|n| Period::Year { year: 2000 + n }).collect(),
        channels: vec![ChannelCode::total()],
        clauses: Vec::new(),
        default_channel: ChannelCode::total(),
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
    assert_eq!(keys(Plan::of(scope(1, 1, vec![unknown(true), unknown(true)]))), Some((vec!["E0 2000".to_owned()], 1)));
    assert_eq!(keys(Plan::of(scope(1, 1, vec![unknown(false)]))), Some((Vec::new(), 1)));
    assert_eq!(keys(Plan::of(scope(0, 1, vec![unknown(true)]))), Some((Vec::new(), 1)));
}

#[test]
fn a_channel_counts_in_its_own_clause_and_the_rest_is_handed_on() {
    let mut scope = scope(2, 1, Vec::new());
    let (nbv, agency) = (MetricCode::new("NBV"), ChannelCode::new("AGENCY"));
    scope.clauses = vec![
        Clause {
            metrics: vec![MetricCode::new("REVENUE")],
            entities: vec![EntityCode::new("E0")],
            channels: vec![agency],
            ..Clause::default()
        },
        Clause { metrics: vec![nbv], ..Clause::default() },
        Clause { entities: vec![EntityCode::new("E1")], ..Clause::default() },
        Clause { channels: vec![ChannelCode::new("BANK")], ..Clause::default() },
    ];
    let Plan::LookUp { keys, .. } = Plan::of(scope) else { panic!("it is within bounds") };
    let keys: Vec<String> = keys.iter().map(|key| format!("{} {} {}", key.entity, key.metric, key.channel)).collect();
    assert_eq!(keys, ["E0 REVENUE AGENCY", "E0 NBV TOTAL", "E1 NBV TOTAL"]);
}

#[test]
fn a_plan_is_bounded() {
    assert_eq!(keys(Plan::of(scope(8, 8, Vec::new()))).map(|(keys, _)| keys.len()), Some(SUB_TASKS_MAX));
    assert_eq!(keys(Plan::of(scope(8, 8, vec![unknown(true)]))), None);
    assert_eq!(keys(Plan::of(scope(65, 1, Vec::new()))), None);
}
