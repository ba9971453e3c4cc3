//! P1, P2 and P7: no model changes an answer. Whatever a model says, looks up, repeats or fails at, the answer is byte for
//! byte the one that is given without any model.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::asking::{any_text, question, scoped, single};
use crate::check;
use crate::company::{PROFILE_OF, statements, store_of};
use crate::fixtures::{FIXTURES, golden, profile, stage};
use crate::model::{Act, fault, script};
use crate::stage::Stage;

#[test]
fn no_model_changes_the_answer_to_a_complete_question() {
    let stage = Stage::new(&PROFILE_OF);
    check(250, (statements(), single(), script(&PROFILE_OF)), |(statements, asked, script)| {
        stage.store.put(store_of(&statements));
        stage.model.play(vec![script]);
        let (alone, guided) = stage.both(&asked.question());
        prop_assert!(!stage.model.sent().is_empty(), "the model was asked");
        prop_assert_eq!(alone, guided);
        Ok(())
    });
}

#[test]
fn no_model_changes_the_answer_to_a_question_about_several_facts() {
    let stage = Stage::new(&PROFILE_OF);
    check(200, (statements(), scoped(), script(&PROFILE_OF)), |(statements, asked, script)| {
        stage.store.put(store_of(&statements));
        stage.model.play(vec![script]);
        let (alone, guided) = stage.both(&asked.question());
        prop_assert_eq!(alone, guided);
        Ok(())
    });
}

#[test]
fn no_model_changes_the_answer_to_any_text() {
    let stage = Stage::new(&PROFILE_OF);
    check(200, (statements(), any_text(), script(&PROFILE_OF)), |(statements, text, script)| {
        stage.store.put(store_of(&statements));
        stage.model.play(vec![script]);
        let (alone, guided) = stage.both(&question(&text));
        prop_assert_eq!(alone, guided);
        Ok(())
    });
}

#[test]
fn no_model_changes_an_answer_of_the_fixtures() {
    for fixture in FIXTURES {
        let stage = stage(fixture);
        let questions = golden(fixture);
        check(2, vec(script(&profile(fixture)), 64), |scripts| {
            stage.model.play(scripts);
            for question in &questions {
                let (alone, guided) = stage.both(question);
                prop_assert_eq!(alone, guided);
            }
            Ok(())
        });
    }
}

#[test]
fn a_model_that_fails_at_any_turn_loses_no_answer() {
    let stage = Stage::new(&PROFILE_OF);
    let until_it_fails = (script(&PROFILE_OF), fault()).prop_map(|(mut script, fault)| {
        script.push(Act::Fail(fault));
        script
    });
    check(200, (statements(), single(), until_it_fails), |(statements, asked, script)| {
        stage.store.put(store_of(&statements));
        stage.model.play(vec![script]);
        let (alone, guided) = stage.both(&asked.question());
        prop_assert_eq!(alone, guided);
        prop_assert!(stage.model.sent().len() <= engine::structured::TOOL_TURNS_MAX);
        Ok(())
    });
}
