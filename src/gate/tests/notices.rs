//! A notice whose field tells the same lie, words in fields that no text shows, a second value, a wrong difference, a date:
//! the case and the fixture know better.

use super::{all_red, found, sample, say};
use crate::gate::Gate::{
    self, AnswerAccounting, CitationValidity, CompetitorMentions, Disclosure, NumericAccuracy, RestrictedLeaks,
};
use crate::judgement::Judgement;
use crate::leaf::Leaf;
use crate::outcome::{Outcome, ToolResult};

const SECRET: &str = "Project Heron would close the flagship in Causeway Bay by June.";

fn is_red(gate: Gate, id: &str, change: impl FnOnce(&mut Outcome)) -> bool {
    all_red(id, change).contains(&gate)
}

fn notice(outcome: &mut Outcome, text: &str) {
    for form in [&mut outcome.answer, &mut outcome.answer_plain] {
        *form = format!("{text}\n{form}");
    }
}

#[test]
fn a_notice_is_held_against_the_case_and_the_fixture() {
    assert!(is_red(AnswerAccounting, "hk-2024", |o| {
        let raw = Some("香港".to_owned());
        o.tool_results.push(ToolResult::UnrecognizedParam { param: "entity".to_owned(), raw });
        notice(o, "不认识主体“香港”。");
    }));
    assert!(is_red(AnswerAccounting, "hk-2024", |o| {
        o.intent.operation = Some("conversion".to_owned());
        notice(o, "不做单位换算。");
    }));
    assert!(is_red(AnswerAccounting, "hk-2024", |o| {
        let json = r#"{"status": "not_found", "normalized": {"metric_code": "REVENUE", "entity": "JP", "period": "2024", "channel": "TOTAL"}}"#;
        o.tool_results.push(serde_json::from_str(json).unwrap());
        notice(o, "日本 2024 营收：查不到");
    }));
}

#[test]
fn restricted_words_and_companies_are_seen_in_every_field() {
    let fields: [fn(&mut Outcome, &str); 5] = [
        |o, text| o.guard = Some(text.to_owned()),
        |o, text| o.lang = text.to_owned(),
        |o, text| o.intent.operation = Some(text.to_owned()),
        |o, text| o.beside.push(Leaf { place: "debug".to_owned(), text: text.to_owned() }),
        |o, text| o.difference = Some(serde_json::json!({"note": [text]})),
    ];
    for (number, put) in fields.into_iter().enumerate() {
        let most = SECRET.rsplit_once(' ').unwrap().0;
        assert!(is_red(RestrictedLeaks, "hk-2024", |o| put(o, SECRET)), "field {number}");
        assert!(is_red(RestrictedLeaks, "hk-2024", |o| put(o, most)), "most of it in field {number}");
        assert!(is_red(CompetitorMentions, "hk-2024", |o| put(o, "九曜 did better.")), "field {number}");
    }
    let json = r#"{"question": "q", "route": "structured", "clarification": {"mode": "none"}, "answer": "", "refused": true, "note": "x"}"#;
    let told: Vec<String> = Outcome::read(json).unwrap().leaves().into_iter().map(|leaf| leaf.place).collect();
    assert!(told.contains(&"note".to_owned()));
}

#[test]
fn another_source_that_states_the_same_is_no_conflict() {
    assert!(is_red(AnswerAccounting, "jp-conflict", |o| {
        let fact = found(o, 0);
        fact.conflicts[0].value = fact.value;
        say(o, "-12.5", "-12.9");
    }));
}

#[test]
fn what_is_missing_is_refused_once() {
    let sample = sample();
    let (case, fixture, outcome) = sample.case("missing");
    let mut outcome = outcome.clone();
    outcome.narrative = Some(serde_json::from_str(r#"{"status": "no_passage", "passages": []}"#).unwrap());
    for form in [&mut outcome.answer, &mut outcome.answer_plain] {
        form.push_str("\n归因分析：\n没有资料讲到。");
    }
    let Judgement::Fail(failure) = AnswerAccounting.judge(case, &outcome, fixture) else {
        panic!("it is refused twice")
    };
    assert!(failure.why.contains("refused already"), "{}", failure.why);
}

#[test]
fn a_second_value_of_a_key_is_red() {
    assert!(is_red(NumericAccuracy, "hk-2024", |o| {
        let mut second = found(o, 0).clone();
        second.value += rust_decimal::Decimal::ONE;
        o.tool_results.push(ToolResult::Found(second));
    }));
}

#[test]
fn the_field_of_a_difference_is_judged_in_all_its_parts() {
    for (name, value) in [
        ("value", "1.5"),
        ("percent", "99.9"),
        ("percent", "null"),
        ("unit", "\"PCT\""),
        ("from", "\"2024\""),
        ("to", "\"2023\""),
    ] {
        assert!(
            is_red(NumericAccuracy, "hk-change", |o| {
                o.difference.as_mut().unwrap()[name] = serde_json::from_str(value).unwrap();
            }),
            "{name}: {value}"
        );
    }
    assert!(is_red(NumericAccuracy, "hk-change", |o| o.difference = None));
    assert!(is_red(NumericAccuracy, "hk-2024", |o| o.difference = Some(serde_json::json!({"value": 1}))));
}

#[test]
fn a_date_is_that_of_the_fixture_and_is_said() {
    assert!(is_red(AnswerAccounting, "hk-2024", |o| {
        say(o, "2025-01-31", "2025-01-30");
        found(o, 0).valid_as_of = Some("2025-01-30".to_owned());
    }));
    assert!(is_red(CitationValidity, "hk-2024", |o| found(o, 0).valid_as_of = Some("2025-01-30".to_owned())));
    assert!(is_red(CitationValidity, "why-stores", |o| {
        o.narrative.as_mut().unwrap().passages[0].valid_as_of = Some("2099-12-31".to_owned());
    }));
}

#[test]
fn each_of_two_facts_of_one_value_has_a_sentence() {
    let sample = sample();
    let (case, fixture, outcome) = sample.case("hk-change");
    let mut case = case.clone();
    let mut twin = case.expected.facts[0].clone();
    twin.key.entity = "JP".to_owned();
    case.expected.facts.push(twin);
    assert!(!matches!(Disclosure.judge(&case, &outcome, fixture), crate::judgement::Judgement::Pass));
}
