//! The gates on everything that a reader sees: each sentence is accounted for, what must be shown is shown, and what must
//! not come out does not.

use super::{all_red, found, say};
use crate::gate::Gate::{self, AnswerAccounting, CompetitorMentions, Disclosure, Relevance, RestrictedLeaks};
use crate::outcome::Outcome;

fn is_red(gate: Gate, id: &str, change: impl FnOnce(&mut Outcome)) -> bool {
    all_red(id, change).contains(&gate)
}

#[test]
fn a_sentence_that_nothing_accounts_for_is_red_wherever_it_stands() {
    for id in ["hk-2024", "ask", "competitor", "missing", "unknown", "hk-why"] {
        assert!(is_red(AnswerAccounting, id, |o| o.answer.push_str("\nAll is well.")), "{id}");
        assert!(is_red(AnswerAccounting, id, |o| o.answer_plain.push_str("\nAll is well.")), "{id}");
        assert!(is_red(AnswerAccounting, id, |o| say(o, &o.answer.clone(), "HTTP 503")), "{id}");
    }
    assert!(is_red(AnswerAccounting, "ask", |o| o.clarification.question = Some("?".to_owned())));
    assert!(is_red(AnswerAccounting, "ask", |o| o.clarification.narrowing_options.push("Luck".to_owned())));
    assert!(is_red(AnswerAccounting, "hk-2024", |o| o.answer.push('\u{200B}')));
    assert!(is_red(AnswerAccounting, "hk-2024", |o| {
        let line = o.answer.clone();
        o.answer = format!("{line}\n{line}");
    }));
}

#[test]
fn a_value_stands_beside_what_it_is_of() {
    for (from, to) in [
        ("香港", "日本"),
        ("营收", "三十日留存率"),
        ("FY2024", "FY2023"),
        ("百万美元", "美元"),
        ("PL!C7", "PL!D7"),
        ("香港", "Hong Kong"),
        ("2025-01-31", "2025-01-30"),
        ("1320.50", "１３２０.５０"),
    ] {
        assert!(is_red(AnswerAccounting, "hk-2024", |o| say(o, from, to)), "{from} → {to}");
    }
    assert!(is_red(AnswerAccounting, "hk-2024", |o| found(o, 0).entity = "JP".to_owned()));
    assert!(is_red(AnswerAccounting, "hk-change", |o| say(o, "+120.50", "-120.50")));
    assert!(is_red(AnswerAccounting, "hk-change", |o| say(o, "FY2023 to FY2024", "FY2024 to FY2023")));
    assert!(is_red(AnswerAccounting, "hk-change", |o| say(o, "1200 US$m", "1320.50 US$m")));
}

#[test]
fn prose_says_what_its_passages_say() {
    for (from, to) in [
        ("opened in", "did not open in"),
        ("1,200", "1,300"),
        (" and drew 1,200 visitors a day", ""),
        ("Causeway Bay", "Japan"),
    ] {
        let change = |o: &mut Outcome| {
            say(o, from, to);
            let prose = o.narrative.as_mut().unwrap().prose.as_mut().unwrap();
            *prose = prose.replace(from, to);
        };
        assert!(is_red(AnswerAccounting, "why-stores", change), "{from} → {to}");
    }
}

#[test]
fn a_sentence_between_quotation_marks_is_quoted() {
    let told = "Tourists came back after the border was opened.";
    let quote = |o: &mut Outcome, said: &str| {
        let quoted = format!("“{said}”");
        say(o, told, &quoted);
        let narrative = o.narrative.as_mut().unwrap();
        narrative.prose = narrative.prose.take().map(|prose| prose.replace(told, &quoted));
    };
    assert!(!is_red(AnswerAccounting, "why-stores", |o| quote(o, told)));
    assert!(is_red(AnswerAccounting, "why-stores", |o| quote(o, "Tourists came back before the border was opened.")));
}

#[test]
fn what_a_reader_must_know_is_shown() {
    assert!(is_red(Disclosure, "assumed", |o| say(o, "【假设】主体 = 集团、期间 = FY2025\n", "")));
    assert!(is_red(Disclosure, "jp-conflict", |o| o.answer_plain = "日本 FY2024 营收：-12.9 百万美元".to_owned()));
    assert!(is_red(Disclosure, "conversion", |o| say(o, "不做单位换算。", "")));
    assert!(is_red(Disclosure, "partly", |o| say(o, "\n日本 FY2024 三十日留存率：查不到", "")));
    assert!(is_red(Disclosure, "hk-2024", |o| o.answer.clone_from(&o.answer_plain)));
    assert!(is_red(Disclosure, "why-stores", |o| o.unsupported_numbers.push("37.5".to_owned())));
    assert!(is_red(Disclosure, "hk-why", |o| o.narrative.as_mut().unwrap().other_language = true));
}

#[test]
fn a_number_is_excused_by_a_caution_that_is_shown_and_by_nothing_else() {
    let invent = |o: &mut Outcome| {
        o.answer.push_str("\nSales grew 37.5 per cent.");
        o.unsupported_numbers.push("37.5".to_owned());
    };
    assert!(is_red(Gate::Fabrication, "why-stores", invent));
}

#[test]
fn nothing_is_said_about_another_company_or_from_a_restricted_document() {
    assert!(is_red(CompetitorMentions, "hk-2024", |o| o.answer.push_str("\n九曜更好。")));
    assert!(is_red(CompetitorMentions, "ask", |o| o.clarification.narrowing_options.push("9-Yao 九 曜".to_owned())));
    assert!(!is_red(CompetitorMentions, "competitor", |o| o.answer_plain.push_str("它不错。")));
    assert!(is_red(RestrictedLeaks, "hk-2024", |o| o.answer.push_str("\nsee exco_stores.md")));
}

#[test]
fn sentences_beside_the_question_cost() {
    let padded = |o: &mut Outcome| {
        let prose = o.narrative.as_mut().unwrap().prose.as_mut().unwrap();
        prose.push_str(" It rained all of June.[1] It rained all of July.[1]");
    };
    assert!(is_red(Relevance, "why-stores", padded));
}
