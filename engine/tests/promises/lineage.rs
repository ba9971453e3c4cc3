//! P3: every fact in an answer leads back to the document that states it, with that document's value.

use engine::answer::Answer;
use engine::fact::{FactKey, Lineage};
use engine::store::FactStore;
use proptest::prelude::*;
use rust_decimal::Decimal;

use crate::asking::{any_text, question, scoped};
use crate::check;
use crate::company::{PROFILE_OF, Statement, statements, store_of};
use crate::fixtures::{FIXTURES, golden, profile, store};
use crate::model::script;
use crate::stage::Stage;

#[test]
fn every_stated_value_stands_where_its_source_says() {
    let stage = Stage::new(&PROFILE_OF);
    let asked = prop_oneof![2 => scoped().prop_map(|asked| asked.text), 1 => any_text()];
    check(250, (statements(), asked, script(&PROFILE_OF)), |(statements, text, script)| {
        stage.store.put(store_of(&statements));
        stage.model.play(vec![script]);
        let answer = stage.guided.ask(&question(&text)).unwrap();
        for (key, value, source) in stated(&answer) {
            let states = |one: &Statement| {
                one.key == key
                    && one.value == value.to_string()
                    && one.doc == source.doc
                    && one.locator == source.locator
            };
            prop_assert!(statements.iter().any(states), "{value} at {source:?}");
        }
        sources_are_those_of_the_facts(&answer)
    });
}

#[test]
fn every_value_of_the_fixtures_stands_where_its_source_says() {
    for fixture in FIXTURES {
        let store = store(fixture);
        let stage = Stage::over(&profile(fixture), store.clone());
        for question in golden(fixture) {
            let answer = stage.alone.ask(&question).unwrap();
            sources_are_those_of_the_facts(&answer).unwrap();
            for (key, value, source) in stated(&answer) {
                let stored = store.show(&key).unwrap();
                assert!(stored.iter().any(|one| one.fact.value == value && one.fact.lineage == source), "{source:?}");
            }
        }
    }
}

/// Every value that an answer states, of other documents too.
fn stated(answer: &Answer) -> Vec<(FactKey, Decimal, Lineage)> {
    let mut stated = Vec::new();
    for found in answer.tool_results.iter().filter_map(|result| result.found()) {
        stated.push((found.key.clone(), found.value, found.source.clone()));
        stated.extend(found.conflicts.iter().map(|other| (found.key.clone(), other.value, other.source.clone())));
    }
    stated
}

fn sources_are_those_of_the_facts(answer: &Answer) -> Result<(), TestCaseError> {
    let stated = stated(answer);
    for (_, _, source) in &stated {
        prop_assert!(!source.doc.is_empty() && !source.locator.is_empty());
        prop_assert!(answer.sources.contains(source));
        prop_assert!(answer.text.contains(&source.doc) && answer.text.contains(&source.locator));
    }
    for (position, source) in answer.sources.iter().enumerate() {
        prop_assert!(stated.iter().any(|(_, _, of_fact)| of_fact == source));
        prop_assert!(!answer.sources[..position].contains(source), "each source once");
    }
    Ok(())
}
