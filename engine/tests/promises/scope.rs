//! What a question that leaves something out comes to: asked back, assumed, or looked up as it stands.

use std::sync::Arc;

use engine::engine::Engine;
use engine::question::Question;

use crate::company::{PROFILE_OF, TODAY, store_of};

/// The mode, and the keys that are looked up.
fn scope(text: &str) -> String {
    let engine = Engine::new(Arc::clone(&PROFILE_OF), store_of(&[])).unwrap();
    let answer = engine.ask(&Question::new(text, TODAY).unwrap()).unwrap();
    let keys = answer.tool_results.iter().filter_map(|result| result.key());
    let keys = keys.map(|key| format!(" {}/{}/{}", key.entity, key.period.value(), key.channel));
    format!("{}{}", answer.clarification.mode, keys.collect::<String>())
}

#[test]
fn what_is_missing_is_asked_or_assumed() {
    assert_eq!(scope("How much in Hong Kong?"), "ask_first");
    assert_eq!(scope("revenue"), "answer_with_assumptions GROUP/2025/TOTAL");
    assert_eq!(scope("Hong Kong revenue 2024"), "none HK/2024/TOTAL");
}

#[test]
fn what_is_left_out_stands_beside_its_whole_or_not_at_all() {
    assert_eq!(scope("revenue excluding Hong Kong 2024"), "none GROUP/2024/TOTAL HK/2024/TOTAL");
    assert_eq!(scope("Hong Kong revenue 2024 excluding agency"), "none HK/2024/TOTAL HK/2024/AGENCY");
    assert_eq!(scope("non-revenue of Hong Kong 2024"), "none");
    assert_eq!(scope("revenue excluding 2024"), "none");
}

#[test]
fn a_ranking_of_the_unnamed_looks_nothing_up() {
    assert_eq!(scope("highest revenue in 2024"), "none");
    assert_eq!(scope("which is higher in 2024, Hong Kong or the group revenue"), "none HK/2024/TOTAL GROUP/2024/TOTAL");
}
