//! P5, second half: a missing metric is asked for and nothing is looked up; a missing entity or period is assumed, and the
//! answer says so before it says anything else.

use engine::intent::Param;
use engine::plan::SUB_TASKS_MAX;
use engine::scope::Mode;
use proptest::prelude::*;
use proptest::sample::select;

use crate::asking::{question, scoped};
use crate::check;
use crate::company::{CHANNELS, ENTITIES, PERIODS, PROFILE_OF, statements, store_of};
use crate::model::script;
use crate::stage::Stage;

#[test]
fn a_missing_metric_is_asked_for_and_nothing_is_looked_up() {
    let stage = Stage::new(&PROFILE_OF);
    let slots = (select(ENTITIES.to_vec()), select(PERIODS.to_vec()), select(CHANNELS.to_vec()), any::<bool>());
    check(150, (slots, script(&PROFILE_OF)), |((entity, period, channel, zh), script)| {
        stage.model.play(vec![script]);
        let text = if zh {
            format!("{}{}{}是多少？", entity.1, period.1, channel.1)
        } else {
            format!("How much for {} in {} {}?", entity.2, period.2, channel.2)
        };
        let answer = stage.guided.ask(&question(&text)).unwrap();
        prop_assert_eq!(answer.clarification.mode, Mode::AskFirst, "{}", text);
        prop_assert!(answer.tool_results.is_empty() && answer.sources.is_empty());
        prop_assert_eq!(stage.store.lookups(), 0);
        prop_assert_eq!(stage.model.sent().len(), 0);
        prop_assert_eq!(answer.clarification.narrowing_options.len(), PROFILE_OF.metrics.len());
        Ok(())
    });
}

#[test]
fn what_is_assumed_is_said_first_and_nothing_else_is_assumed() {
    let stage = Stage::new(&PROFILE_OF);
    check(200, (statements(), scoped()), |(statements, asked)| {
        stage.store.put(store_of(&statements));
        let answer = stage.alone.ask(&asked.question()).unwrap();
        let missing = [(Param::Entity, asked.entities.is_empty()), (Param::Period, asked.periods.is_empty())];
        let missing: Vec<Param> = missing.into_iter().filter(|(_, is)| *is).map(|(param, _)| param).collect();
        prop_assert_eq!(&answer.clarification.assumed_slots, &missing, "{}", asked.text);
        let expected = if missing.is_empty() { Mode::None } else { Mode::AnswerWithAssumptions };
        prop_assert_eq!(answer.clarification.mode, expected);
        prop_assert_eq!(answer.clarification.assumption_note.is_some(), !missing.is_empty());
        if let Some(note) = &answer.clarification.assumption_note {
            for text in [&answer.text, &answer.text_plain] {
                prop_assert!(text.starts_with(note.as_str()), "{text}");
            }
            prop_assert!(!missing.contains(&Param::Period) || note.contains("FY2025"));
            let home = ["集团", "Group"].iter().any(|home| note.contains(home));
            prop_assert!(!missing.contains(&Param::Entity) || home);
        }
        Ok(())
    });
}

#[test]
fn a_question_with_more_unknown_names_than_can_be_answered_is_to_be_narrowed() {
    let stage = Stage::new(&PROFILE_OF);
    let named = |count: usize| {
        let names: Vec<String> =
            ('a'..='z').flat_map(|a| ('a'..='z').map(move |b| format!("Xq{a}{b}vik"))).take(count).collect();
        stage.alone.ask(&question(&format!("revenue of {} in FY2024", names.join(" and ")))).unwrap()
    };
    assert_eq!(named(SUB_TASKS_MAX).tool_results.len(), SUB_TASKS_MAX);
    let too_many = named(SUB_TASKS_MAX + 1);
    assert_eq!(too_many.clarification.mode, Mode::AskFirst);
    assert!(too_many.tool_results.is_empty());
}
