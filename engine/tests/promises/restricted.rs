//! P6 for facts: what a restricted document states, where it states it and what it is called never leave the store. Not in
//! an answer, not in a trace, and not in what a model is sent.

use proptest::prelude::*;

use crate::asking::{any_text, question, scoped};
use crate::check;
use crate::company::{PROFILE_OF, RESTRICTED_DIGITS, RESTRICTED_DOC, RESTRICTED_PLACE, statements, store_of};
use crate::fixtures::{FIXTURES, RESTRICTED_WORD, golden, profile, stage};
use crate::model::script;
use crate::stage::{Stage, json};

#[test]
fn nothing_of_a_restricted_document_leaves_the_store() {
    let stage = Stage::new(&PROFILE_OF);
    let asked = prop_oneof![3 => scoped().prop_map(|asked| asked.text), 1 => any_text()];
    check(250, (statements(), asked, script(&PROFILE_OF)), |(statements, text, script)| {
        stage.store.put(store_of(&statements));
        stage.model.play(vec![script]);
        let answer = stage.guided.ask(&question(&text)).unwrap();
        let mut seen = vec![json(&answer), format!("{answer:?}")];
        seen.extend(stage.traces.take());
        seen.extend(stage.model.sent());
        for text in seen {
            for secret in [RESTRICTED_DOC, RESTRICTED_DIGITS, RESTRICTED_PLACE] {
                prop_assert!(!text.contains(secret), "{secret} in {text}");
            }
        }
        Ok(())
    });
}

#[test]
fn no_restricted_document_of_the_fixtures_is_named() {
    for fixture in FIXTURES {
        let stage = stage(fixture);
        let questions = golden(fixture);
        check(1, proptest::collection::vec(script(&profile(fixture)), 64), |scripts| {
            stage.model.play(scripts);
            for question in
                questions.iter().filter(|question| !question.text().to_lowercase().contains(RESTRICTED_WORD))
            {
                let answer = stage.guided.ask(question).unwrap();
                let shown = format!("{answer:?}").to_lowercase();
                prop_assert!(!shown.contains(RESTRICTED_WORD), "{shown}");
            }
            for text in stage.model.sent().into_iter().chain(stage.traces.take()) {
                prop_assert!(!text.to_lowercase().contains(RESTRICTED_WORD), "{text}");
            }
            Ok(())
        });
    }
}
