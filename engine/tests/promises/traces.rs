//! P8: a trace holds codes, counts and timings. Every text in it is a code of the company, a canonical period or a word of
//! the format; so there is no place for a question, an answer, a value or a document.

use std::collections::HashSet;

use engine::code::{ChannelCode, EntityCode, MetricCode};
use proptest::prelude::*;
use serde_json::Value;

use crate::asking::{any_text, question, scoped};
use crate::check;
use crate::company::{PROFILE_OF, statements, store_of};
use crate::model::script;
use crate::stage::Stage;

/// The words of the format.
const WORDS: [&str; 35] = [
    "zh",
    "en",
    "structured",
    "narrative",
    "composite",
    "none",
    "ask_first",
    "answer_with_assumptions",
    "out_of_scope_entity",
    "metric",
    "entity",
    "period",
    "channel",
    "found",
    "not_found",
    "unrecognized_param",
    "exclusion",
    "ranking",
    "total",
    "average",
    "breakdown",
    "comparison",
    "conversion",
    "forecast",
    "TOTAL",
    "FY",
    "HY",
    "QUARTER",
    "answered",
    "no_retriever",
    "no_documents",
    "no_passage",
    "search_failed",
    "model_failed",
    "withheld",
];

#[test]
fn a_trace_holds_codes_counts_and_timings_only() {
    let stage = Stage::new(&PROFILE_OF);
    let asked = prop_oneof![1 => scoped().prop_map(|asked| asked.text), 2 => any_text()];
    check(250, (statements(), asked, script(&PROFILE_OF)), |(statements, text, script)| {
        stage.store.put(store_of(&statements));
        stage.model.play(vec![script]);
        let answer = stage.guided.ask(&question(&text)).unwrap();
        let traces = stage.traces.take();
        prop_assert_eq!(traces.len(), 1, "each question leaves one trace");
        holds_codes_only(&traces[0])?;
        prop_assert!(!traces[0].contains(&text) || text.len() < 8, "{}", traces[0]);
        for source in &answer.sources {
            prop_assert!(!traces[0].contains(&source.doc) && !traces[0].contains(&source.locator));
        }
        Ok(())
    });
}

/// Whether a trace's JSON holds nothing but codes, periods, words of the format, switches and counts.
pub(crate) fn holds_codes_only(trace: &str) -> Result<(), TestCaseError> {
    let trace: Value = serde_json::from_str(trace).unwrap();
    let profile = &*PROFILE_OF;
    let codes: HashSet<&str> = (profile.metrics.keys().map(MetricCode::as_str))
        .chain(profile.entities.keys().map(EntityCode::as_str))
        .chain(profile.channels.keys().map(ChannelCode::as_str))
        .chain(WORDS)
        .collect();
    for (name, value) in trace.as_object().unwrap() {
        let members = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        for member in members {
            let passes = match member {
                Value::String(text) if name == "periods" => {
                    text.chars().all(|c| c.is_ascii_digit() || matches!(c, 'H' | 'Q' | '-'))
                }
                Value::String(text) => codes.contains(text.as_str()),
                Value::Number(count) => count.as_u64().is_some_and(|count| name == "elapsed_us" || count <= 2_000),
                Value::Null | Value::Bool(_) => true,
                Value::Array(_) | Value::Object(_) => false,
            };
            prop_assert!(passes, "{name}: {member}");
        }
    }
    Ok(())
}
