//! P9: the same inputs give the same bytes, however many threads ask at a time and however often.

use engine::engine::Engine;
use engine::question::Question;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::asking::{any_text, question};
use crate::check;
use crate::company::{PROFILE_OF, statements, store_of};
use crate::fixtures::{FIXTURES, golden, profile, stage};
use crate::model::script;
use crate::stage::{Stage, json};

const THREADS: usize = 8;

#[test]
fn the_fixtures_are_answered_alike_by_one_thread_and_by_many() {
    for fixture in FIXTURES {
        let stage = stage(fixture);
        let questions = golden(fixture);
        check(1, vec(script(&profile(fixture)), 64), |scripts| {
            stage.model.play(scripts);
            let once = answers(&stage.guided, &questions, 1);
            prop_assert_eq!(&once, &answers(&stage.guided, &questions, THREADS));
            prop_assert_eq!(&once, &answers(&stage.guided, &questions, THREADS));
            Ok(())
        });
    }
}

#[test]
fn any_text_is_answered_alike_by_every_engine_store_and_thread() {
    let (stage, other) = (Stage::new(&PROFILE_OF), Stage::new(&PROFILE_OF));
    check(24, (statements(), vec(any_text(), 16), vec(script(&PROFILE_OF), 8)), |(statements, texts, scripts)| {
        for stage in [&stage, &other] {
            stage.store.put(store_of(&statements));
            stage.model.play(scripts.clone());
        }
        let questions: Vec<Question> = texts.iter().map(|text| question(text)).collect();
        prop_assert_eq!(answers(&stage.guided, &questions, 1), answers(&other.guided, &questions, THREADS));
        Ok(())
    });
}

/// The answers in the order of the questions, asked by so many threads at a time.
fn answers(engine: &Engine, questions: &[Question], threads: usize) -> Vec<String> {
    let share = questions.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let ask = |part: &[Question]| part.iter().map(|question| json(&engine.ask(question).unwrap())).collect();
        let shares: Vec<_> =
            questions.chunks(share).map(|part| scope.spawn(move || -> Vec<String> { ask(part) })).collect();
        shares.into_iter().flat_map(|share| share.join().unwrap()).collect()
    })
}
