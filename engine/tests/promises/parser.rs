//! An injected parser may return anything: unknown codes, nothing, endless lists, places outside the question. It breaks
//! nothing, and no fact appears that its own slots do not name.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use engine::code::{ChannelCode, EntityCode, MetricCode};
use engine::engine::Engine;
use engine::gate::Screened;
use engine::intent::{AboutKind, AboutWord, Clause, Intent, IntentParser, Operation, Param, Route, Slot, Unknown};
use engine::period::Period;
use engine::plan::SUB_TASKS_MAX;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::asking::{any_text, question};
use crate::check;
use crate::company::{CHANNELS, ENTITIES, METRICS, PERIODS, PROFILE_OF, statements, store_of};
use crate::model::script;
use crate::stage::{Stage, json};
use crate::traces::holds_codes_only;

/// Returns what it was given.
#[derive(Default)]
struct Puppet(Mutex<Option<Intent>>);

struct Strings(Arc<Puppet>);

impl IntentParser for Strings {
    fn parse(&self, _: &Screened<'_>) -> Intent {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap()
    }
}

#[test]
fn a_parser_that_returns_anything_breaks_nothing() {
    let stage = Stage::new(&PROFILE_OF);
    let puppet = Arc::new(Puppet::default());
    let engine = Engine::new(Arc::clone(&PROFILE_OF), stage.store.clone())
        .unwrap()
        .with_provider(stage.model.clone())
        .with_trace(stage.traces.clone())
        .with_intent_parser(Box::new(Strings(Arc::clone(&puppet))));
    check(250, (statements(), any_text(), intent(), script(&PROFILE_OF)), |(statements, text, intent, script)| {
        stage.store.put(store_of(&statements));
        stage.model.play(vec![script]);
        *puppet.0.lock().unwrap() = Some(intent.clone());
        let question = question(&text);
        let answer = engine.ask(&question).unwrap();
        let _ = (json(&answer), format!("{answer:?}"));
        prop_assert!(answer.tool_results.len() <= 2 * SUB_TASKS_MAX, "facts and unknown names are bounded");
        for found in answer.tool_results.iter().filter_map(|result| result.found()) {
            let key = &found.key;
            prop_assert!(intent.metrics.iter().any(|slot| slot.value == key.metric));
            let home = intent.entities.is_empty() && key.entity == PROFILE_OF.home.entity;
            prop_assert!(home || intent.entities.iter().any(|slot| slot.value == key.entity));
            let latest = intent.periods.is_empty() && key.period == Period::Year { year: 2025 };
            prop_assert!(latest || intent.periods.iter().any(|slot| slot.value == key.period));
            // A clause that names no channel is about the total.
            let total = key.channel.is_total() && (intent.channels.is_empty() || !intent.clauses.is_empty());
            prop_assert!(total || intent.channels.iter().any(|slot| slot.value == key.channel));
        }
        for trace in stage.traces.take() {
            holds_codes_only(&trace)?;
        }
        Ok(())
    });
}

#[test]
fn a_fact_is_stated_once_however_often_a_parser_names_it() {
    let stage = Stage::new(&PROFILE_OF);
    let puppet = Arc::new(Puppet::default());
    let engine = Engine::new(Arc::clone(&PROFILE_OF), stage.store.clone())
        .unwrap()
        .with_intent_parser(Box::new(Strings(Arc::clone(&puppet))));
    let mut intent = Intent::empty(Route::Structured);
    intent.metrics = vec![slot(MetricCode::new("REVENUE")); 3];
    intent.entities = vec![slot(EntityCode::new("HK")); 3];
    intent.periods = vec![slot(Period::Year { year: 2025 }); 3];
    intent.channels = vec![slot(ChannelCode::total()); 3];
    *puppet.0.lock().unwrap() = Some(intent);
    assert_eq!(engine.ask(&question("revenue")).unwrap().tool_results.len(), 1);
}

fn slot<T>(value: T) -> Slot<T> {
    Slot { value, span: 0..1 }
}

fn intent() -> impl Strategy<Value = Intent> {
    let lists = (
        slots(codes(&METRICS.map(|named| named.0)).prop_map(MetricCode::new)),
        slots(codes(&ENTITIES.map(|named| named.0)).prop_map(EntityCode::new)),
        slots(period()),
        slots(codes(&CHANNELS.map(|named| named.0)).prop_map(ChannelCode::new)),
    );
    let param = select(vec![Param::Metric, Param::Entity, Param::Period, Param::Channel]);
    let unknown = (param, any::<String>(), span(), any::<bool>()).prop_map(|(param, raw, span, listed)| Unknown {
        param,
        raw,
        span,
        listed,
    });
    let operation = select(vec![Operation::Ranking, Operation::Total, Operation::Forecast, Operation::Comparison]);
    let operation = (operation, span()).prop_map(|(value, span)| Slot { value, span });
    let qualifier = (any::<String>(), span()).prop_map(|(value, span)| Slot { value, span });
    let kind = select(vec![AboutKind::Word, AboutKind::Name, AboutKind::WholeName]);
    let about =
        (any::<String>(), kind, span()).prop_map(|(text, kind, span)| Slot { value: AboutWord { text, kind }, span });
    let rest = (
        prop_oneof![3 => Just(Vec::new()), 1 => vec(unknown, 1..4)],
        prop_oneof![5 => Just(Vec::new()), 1 => vec(qualifier, 1..3)],
        proptest::option::weighted(0.2, operation),
        proptest::option::weighted(0.2, any::<String>()),
        vec(about, 0..3),
        prop_oneof![2 => Just(Vec::new()), 1 => vec(clause(), 1..4)],
        // Behind the question's end and inside a character too.
        0..200_usize,
    );
    let route = select(vec![Route::Structured, Route::Structured, Route::Composite, Route::Narrative]);
    (route, lists, rest).prop_map(|(route, lists, rest)| {
        let (metrics, entities, periods, channels) = lists;
        let (unknown, qualifiers, operation, external_entity, about, clauses, question_start) = rest;
        Intent {
            route,
            metrics,
            entities,
            periods,
            channels,
            unknown,
            qualifiers,
            operation,
            external_entity,
            about,
            clauses,
            rules: Vec::new(),
            question_start,
        }
    })
}

/// A clause that may name what the question does not.
fn clause() -> impl Strategy<Value = Clause> {
    let lists = (
        vec(codes(&METRICS.map(|named| named.0)).prop_map(MetricCode::new), 0..3),
        vec(codes(&ENTITIES.map(|named| named.0)).prop_map(EntityCode::new), 0..3),
        vec(period(), 0..3),
        vec(codes(&CHANNELS.map(|named| named.0)).prop_map(ChannelCode::new), 0..2),
    );
    (any::<bool>(), lists).prop_map(|(asks_why, (metrics, entities, periods, channels))| Clause {
        asks_why,
        metrics,
        entities,
        periods,
        channels,
    })
}

/// Mostly a short list, sometimes none, sometimes a very long one.
fn slots<T: std::fmt::Debug + Clone + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Vec<Slot<T>>> {
    let slot = (value, span()).prop_map(|(value, span)| Slot { value, span }).boxed();
    prop_oneof![
        8 => vec(slot.clone(), 1..3),
        3 => Just(Vec::new()),
        1 => vec(slot.clone(), 3..6),
        1 => (slot, 100_usize..3_000).prop_map(|(slot, times)| vec![slot; times]),
    ]
}

fn codes(known: &[&'static str]) -> impl Strategy<Value = String> + use<> {
    prop_oneof![16 => select(known.to_vec()).prop_map(str::to_owned), 1 => any::<String>(), 1 => Just(String::new())]
}

fn period() -> impl Strategy<Value = Period> {
    let known: Vec<Period> = PERIODS.iter().map(|named| named.0.parse().unwrap()).collect();
    prop_oneof![
        12 => select(known),
        1 => any::<i16>().prop_map(|year| Period::Year { year }),
        1 => any::<(i16, i8)>().prop_map(|(year, half)| Period::Half { year, half }),
        1 => any::<(i16, i8)>().prop_map(|(year, quarter)| Period::Quarter { year, quarter }),
        1 => any::<(i16, i8)>().prop_map(|(year, month)| Period::Month { year, month }),
    ]
}

/// Any two ends, in any order, inside the question or far beyond it.
fn span() -> impl Strategy<Value = Range<usize>> {
    let end = || prop_oneof![0_usize..40, any::<usize>()];
    (end(), end()).prop_map(|(start, end)| start..end)
}
