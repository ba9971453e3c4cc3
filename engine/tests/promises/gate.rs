//! P5, first half: a competitor's name is refused before anything else happens. No parser, no store and no model hears of
//! such a question, however the name is dressed up and whatever stands around it.

use std::sync::Arc;

use engine::engine::Engine;
use engine::gate::Screened;
use engine::intent::{Intent, IntentParser};
use engine::profile::Profile;
use engine::provider::{LlmProvider, ModelRequest, ModelTurn, ProviderError};
use engine::scope::Mode;
use proptest::prelude::*;
use proptest::sample::select;

use crate::asking::{any_text, question, scoped};
use crate::check;
use crate::company::{METRICS, PROFILE_OF, store_of};
use crate::fixtures::{FIXTURES, profile};
use crate::stage::{Stage, json};

/// Must never be asked for anything.
struct Untouchable;

impl IntentParser for Untouchable {
    fn parse(&self, question: &Screened<'_>) -> Intent {
        panic!("a refused question was parsed: {}", question.question().text());
    }
}

impl LlmProvider for Untouchable {
    fn name(&self) -> &'static str {
        "untouchable"
    }

    fn create_message(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ProviderError> {
        panic!("a model heard of a refused question: {request:?}");
    }
}

/// The engine of a stage, with a parser and a model that must not be reached.
fn guarded(profile: &Arc<Profile>, stage: &Stage) -> Engine {
    Engine::new(Arc::clone(profile), stage.store.clone())
        .unwrap()
        .with_intent_parser(Box::new(Untouchable))
        .with_provider(Arc::new(Untouchable))
}

/// A name in one of many disguises.
fn disguised(name: &str, disguise: usize) -> String {
    let between = |gap: &str| name.chars().map(String::from).collect::<Vec<_>>().join(gap);
    let full_width = |c: char| char::from_u32(u32::from(c) + 0xFEE0).filter(|_| c.is_ascii_graphic()).unwrap_or(c);
    match disguise {
        0 => name.to_owned(),
        1 => name.to_uppercase(),
        2 => between(" "),
        3 => between("."),
        4 => between("\u{200B}"),
        5 => between("😀"),
        6 => between("\u{301}"),
        7 => name.chars().map(full_width).collect(),
        8 => name.replace('a', "а").replace('i', "і"),
        9 => name.replace('竞', "競"),
        _ => between("·-·"),
    }
}

#[test]
fn a_competitor_is_refused_before_anything_else_happens() {
    let stage = Stage::new(&PROFILE_OF);
    let engine = guarded(&PROFILE_OF, &stage);
    stage.store.put(store_of(&[]));
    let around = prop_oneof![scoped().prop_map(|asked| asked.text), any_text()];
    let name = select(vec!["竞安", "香港竞安", "jingan", "Jingan"]);
    check(300, (name, 0_usize..11, around, any::<bool>()), |(name, disguise, around, first)| {
        let name = disguised(name, disguise);
        let text = if first { format!("{name} {around}") } else { format!("{around} {name}") };
        let answer = engine.ask(&question(&text)).unwrap();
        prop_assert_eq!(answer.clarification.mode, Mode::OutOfScopeEntity, "{:?}", text);
        prop_assert!(answer.refused && answer.tool_results.is_empty() && answer.sources.is_empty());
        prop_assert_eq!(stage.store.lookups(), 0);
        prop_assert!(answer.text.contains("竞安(Jingan)"), "{}", answer.text);
        prop_assert!(crate::numerals::numerals(&answer.text).is_empty(), "{}", answer.text);
        Ok(())
    });
}

#[test]
fn a_competitor_of_the_fixtures_is_refused_before_anything_else_happens() {
    for fixture in FIXTURES {
        let profile = profile(fixture);
        let stage = crate::fixtures::stage(fixture);
        let engine = guarded(&profile, &stage);
        let names: Vec<&str> = profile.competitors.values().flat_map(|one| &one.aliases).map(String::as_str).collect();
        for name in names {
            for metric in profile.metrics.values().flat_map(|metric| metric.label.all()).take(6) {
                let answer = engine.ask(&question(&format!("{name} 2025 {metric}"))).unwrap();
                assert_eq!(answer.clarification.mode, Mode::OutOfScopeEntity, "{name}");
                assert_eq!(stage.store.lookups(), 0, "{name}");
            }
        }
    }
}

#[test]
fn a_refusal_is_the_same_for_every_model_and_parser() {
    let stage = Stage::new(&PROFILE_OF);
    let engine = guarded(&PROFILE_OF, &stage);
    for (_, zh, en) in METRICS {
        for text in [format!("竞安2025年{zh}"), format!("{en} of Jingan in FY2025")] {
            assert_eq!(json(&engine.ask(&question(&text)).unwrap()), json(&stage.alone.ask(&question(&text)).unwrap()));
        }
    }
}
