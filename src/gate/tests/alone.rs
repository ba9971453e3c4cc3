//! What several gates see must be seen by each of them: a gate that rests on the others could be lost unseen.

use super::{all_red, found, red, sample, say};
use crate::gate::Gate::{
    self, AnswerAccounting, CitationValidity, CompetitorMentions, Disclosure, Fabrication, NumericAccuracy, Relevance,
    RestrictedLeaks,
};
use crate::golden::PhraseKind;
use crate::outcome::Outcome;

fn is_red(gate: Gate, id: &str, change: impl FnOnce(&mut Outcome)) -> bool {
    all_red(id, change).contains(&gate)
}

/// The answer with another prose, wherever it stands.
fn retold(outcome: &mut Outcome, prose: &str) {
    let told = outcome.narrative.as_mut().unwrap().prose.as_mut().unwrap();
    let before = std::mem::replace(told, prose.to_owned());
    say(outcome, &before, prose);
}

#[test]
fn the_digits_of_a_field_are_those_of_the_source() {
    let sample = sample();
    let (case, fixture, mut outcome) = sample.case("hk-2024");
    found(&mut outcome, 0).value = "1320.5".parse().unwrap();
    assert_ne!(NumericAccuracy.judge(case, &outcome, fixture), crate::judgement::Judgement::Pass);
}

#[test]
fn an_account_from_a_document_that_is_not_wanted_is_red() {
    let sample = sample();
    let (_, _, other) = sample.case("hk-why");
    let elsewhere = |o: &mut Outcome| {
        o.narrative.clone_from(&other.narrative);
        o.sources = other.sources.iter().skip(1).cloned().collect();
        o.answer.clone_from(&other.answer);
    };
    assert!(red("why-stores", elsewhere).contains(&CitationValidity));
}

#[test]
fn each_cell_of_one_document_is_named() {
    assert!(is_red(CitationValidity, "hk-change", |o| o.sources.truncate(1)));
}

#[test]
fn a_number_of_the_question_is_no_number_of_something_else() {
    let sample = sample();
    let (case, fixture, outcome) = sample.case("why-stores");
    let mut case = case.clone();
    case.question = "Why did Hong Kong's 37 stores do well?".to_owned();
    let said = |sentence: &str| {
        let mut outcome = outcome.clone();
        outcome.answer.push_str(sentence);
        Fabrication.judge(&case, &outcome, fixture)
    };
    assert_eq!(said("\nAll 37 stores did well."), crate::judgement::Judgement::Pass);
    assert_ne!(said("\nThey hired 37 agents."), crate::judgement::Judgement::Pass);
}

#[test]
fn two_forms_that_say_different_things_are_red_by_themselves() {
    let shorter = |o: &mut Outcome| o.answer_plain = "日本 FY2024 营收：-12.9 百万美元".to_owned();
    assert!(is_red(AnswerAccounting, "jp-conflict", shorter));
}

#[test]
fn sentences_cost_that_answer_nothing_and_those_beyond_what_is_needed() {
    let beside = "Tourists came back after the border was opened.[1] Rents fell by a fifth.[1]";
    assert!(is_red(Relevance, "why-stores", |o| retold(o, beside)));
    let long = "New stores opened.[1] Stores drew visitors.[1] Stores did well.[1] Hong Kong drew visitors.[1]";
    assert!(is_red(Relevance, "why-stores", |o| retold(o, long)));
}

#[test]
fn a_restricted_figure_and_an_english_name_are_red_wherever_they_stand() {
    assert!(is_red(RestrictedLeaks, "hk-2024", |o| o.answer.push_str("\n77.7")));
    assert!(is_red(CompetitorMentions, "hk-2024", |o| o.answer.push_str("\nNineyao did better.")));
}

#[test]
fn documents_contradict_a_question_where_the_case_says_so_and_nowhere_else() {
    use crate::outcome::Contradiction;
    let made_up = |o: &mut Outcome| {
        let (asked, stated) = ("do well".to_owned(), "drew".to_owned());
        o.narrative.as_mut().unwrap().contradiction = Some(Contradiction { asked, stated, passage: 1 });
    };
    assert!(is_red(Disclosure, "why-stores", made_up));
    let sample = sample();
    let (case, fixture, outcome) = sample.case("why-stores");
    let mut case = case.clone();
    case.expected.must_disclose = vec![PhraseKind::OtherLanguage];
    assert_ne!(Disclosure.judge(&case, &outcome, fixture), crate::judgement::Judgement::Pass, "it is not told");
}

#[test]
fn the_digits_of_a_document_that_nobody_has_are_no_name() {
    let source = crate::key::Source { doc: "777".into(), locator: "sheet=PL!C7".into() };
    let named = |o: &mut Outcome| {
        o.sources.push(source);
        o.answer.push_str(" 777");
    };
    assert!(red("hk-2024", named).contains(&Fabrication));
}
