//! Prose: each way in which it can claim more than its passages say turns the right gate red.

use super::{Gate, add, red, say};
use crate::outcome::{CitedPassage, Outcome};
use Gate::{AnswerRecall, CitationValidity, Fabrication, Faithfulness, NumericAccuracy, RefusalAppropriateness};

/// The same change in the prose, and in both forms of the answer.
fn tell(outcome: &mut Outcome, from: &str, to: &str) {
    say(outcome, from, to);
    let prose = outcome.narrative.as_mut().unwrap().prose.as_mut().unwrap();
    *prose = prose.replace(from, to);
}

fn passage(outcome: &mut Outcome) -> &mut CitedPassage {
    &mut outcome.narrative.as_mut().unwrap().passages[0]
}

#[test]
fn a_number_that_no_cited_passage_states_is_red_in_every_form() {
    for invented in ["1,300", "1.200", "一千三百", "thirteen hundred", "１２０１"] {
        let gates = red("why-stores", |o| tell(o, "1,200", invented));
        assert_eq!(gates, [Fabrication, Faithfulness], "{invented}");
    }
    assert_eq!(red("hk-why", |o| tell(o, "三月", "四月")), [Fabrication, Faithfulness]);
    // The same number in other digits is the same number.
    assert_eq!(red("why-stores", |o| tell(o, "1,200", "1200")), []);
}

#[test]
fn a_declared_number_is_no_fabrication_where_a_caution_names_it_and_still_unfaithful() {
    let declared = |o: &mut Outcome| {
        tell(o, "1,200", "1,300");
        o.unsupported_numbers.push("1,300".into());
        say(o, "\nSources:", "\nNobody states: 1,300\nSources:");
        o.answer_plain.push_str("\nNobody states: 1,300");
    };
    assert_eq!(red("why-stores", declared), [Faithfulness]);
    let several = |o: &mut Outcome| {
        tell(o, "1,200", "1,300 or 1,450");
        o.unsupported_numbers.extend(["1,300".into(), "1,450".into()]);
        say(o, "\nSources:", "\nNobody states: 1,300, 1,450 …\nSources:");
        o.answer_plain.push_str("\nNobody states: 1,300, 1,450 …");
    };
    assert_eq!(red("why-stores", several), [Faithfulness]);
    let unwarned = |o: &mut Outcome| {
        tell(o, "1,200", "1,300");
        o.unsupported_numbers.push("1,300".into());
    };
    assert_eq!(red("why-stores", unwarned), [Fabrication, Faithfulness]);
    // What is declared to go with prose excuses nothing where no prose is demanded.
    let elsewhere = |o: &mut Outcome| {
        o.unsupported_numbers.push("99".into());
        add(o, " 99");
    };
    assert_eq!(red("hk-2024", elsewhere), [Fabrication]);
}

#[test]
fn a_sentence_that_the_passages_do_not_have_is_red() {
    let invented = " Competitors closed several shops because wages exploded.";
    let claim = |o: &mut Outcome| {
        let prose = o.narrative.as_mut().unwrap().prose.as_mut().unwrap();
        prose.push_str(invented);
        add(o, invented);
    };
    assert_eq!(red("why-stores", claim), [Faithfulness]);
    let in_chinese = |o: &mut Outcome| tell(o, "带动香港营收增长", "但竞争对手大幅降价抢走客流");
    assert_eq!(red("hk-why", in_chinese), [Faithfulness]);
    let paraphrase = |o: &mut Outcome| {
        tell(
            o,
            "Tourists came back after the border was opened.",
            "After the border was opened, the tourists came back.",
        );
    };
    assert_eq!(red("why-stores", paraphrase), []);
}

/// `hk-why` may be answered from a Chinese document or an English one.
#[test]
fn one_of_several_demanded_texts_is_enough() {
    let recall = |to: &str| red("hk-why", |o| tell(o, "旗舰店", to)).contains(&AnswerRecall);
    assert!(!recall("flagship"));
    assert!(recall("门店") && recall("Flagship"), "texts are compared as they are");
}

#[test]
fn a_sentence_without_a_citation_is_red_whatever_the_passages_say() {
    assert_eq!(red("why-stores", |o| tell(o, "[1]", "")), [Faithfulness], "no sentence cites anything");
    assert_eq!(red("why-stores", |o| tell(o, "opened.[1]", "opened.")), [Faithfulness], "one of two cites nothing");
    let no_passage = red("why-stores", |o| tell(o, "opened.[1]", "opened.[2]"));
    assert_eq!(no_passage, [Fabrication, Faithfulness], "there is no passage 2");
    let by_name = |o: &mut Outcome| tell(o, "opened.[1]", "opened (stores_2024.md).");
    assert_eq!(red("why-stores", by_name), []);
    assert_eq!(red("why-stores", |o| tell(o, " Tourists", " In short: Tourists")), []);
}

#[test]
fn a_negation_made_of_the_right_words_is_not_seen() {
    assert_eq!(red("why-stores", |o| tell(o, "Tourists came back", "Tourists never came back")), []);
}

#[test]
fn a_passage_that_the_fixture_does_not_bear_out_supports_nothing() {
    let all = [CitationValidity, Fabrication, Faithfulness];
    assert_eq!(red("why-stores", |o| passage(o).text = "It drew 1,200 visitors.".into()), all);
    assert_eq!(red("why-stores", |o| passage(o).title = "1,200 visitors in March 2024".into()), all);
    let neighbour = |o: &mut Outcome| {
        passage(o).locator = "para1-2".into();
        o.sources[0].locator = "para1-2".into();
        say(o, "para2-3", "para1-2");
    };
    assert_eq!(red("why-stores", neighbour), all);
    let restricted = |o: &mut Outcome| {
        let leak = passage(o);
        leak.doc = "exco_stores.md".into();
        leak.locator = "para2-2".into();
        leak.text = "Project Heron would close the flagship in Causeway Bay by June.".into();
    };
    assert!(red("why-stores", restricted).contains(&CitationValidity));
}

#[test]
fn prose_cites_an_expected_document_names_it_and_lists_it() {
    assert_eq!(red("why-stores", |o| o.sources.clear()), [CitationValidity]);
    let unnamed = |o: &mut Outcome| {
        say(o, "Stores in 2024 (stores_2024.md · para2-3)", "a report");
    };
    assert_eq!(red("why-stores", unnamed), [CitationValidity]);
    let another = |o: &mut Outcome| {
        let cited = passage(o);
        cited.doc = "门店回顾2024.md".into();
        cited.title = "2024年门店回顾".into();
        cited.locator = "para3-3".into();
        cited.text = "日本门店因装修停业两个月。".into();
    };
    assert!(red("why-stores", another).contains(&CitationValidity));
    assert!(red("why-stores", |o| passage(o).cited = false).contains(&CitationValidity));
    // A composite answer needs both lineages.
    assert_eq!(red("hk-why", |o| drop(o.sources.remove(0))), [CitationValidity]);
    assert_eq!(red("hk-why", |o| drop(o.sources.remove(1))), [CitationValidity]);
    let stray = crate::key::Source { doc: "stores_2024.md".into(), locator: "para3-3".into() };
    assert_eq!(red("why-stores", |o| o.sources.push(stray)), [CitationValidity]);
}

#[test]
fn what_must_be_mentioned_is_counted_and_what_must_not_be_leaves_nothing() {
    assert_eq!(red("why-stores", |o| tell(o, "new flagship", "flagship")), [AnswerRecall]);
    assert_eq!(red("why-stores", |o| add(o, " Project Heron")), [AnswerRecall]);
    let points = |change: fn(&mut Outcome)| {
        let sample = super::sample();
        let (case, fixture, mut outcome) = sample.case("why-stores");
        change(&mut outcome);
        let crate::judgement::Judgement::Scored(points, _) = AnswerRecall.judge(case, &outcome, fixture) else {
            panic!()
        };
        points.to_string()
    };
    assert_eq!(points(|_| ()), "2/2");
    assert_eq!(points(|o| say(o, "new flagship", "flagship")), "1/2");
    assert_eq!(points(|o| add(o, " Project Heron")), "0/2");
}

#[test]
fn an_answer_without_prose_satisfies_no_gate_that_demands_some() {
    let silent = |o: &mut Outcome| {
        o.narrative = None;
        o.sources.clear();
        o.answer = "I do not know.".into();
        o.answer_plain = o.answer.clone();
    };
    assert_eq!(red("why-stores", silent), [CitationValidity, Faithfulness, AnswerRecall]);
    let honest = |o: &mut Outcome| {
        silent(o);
        o.refused = true;
    };
    assert_eq!(red("why-stores", honest), [CitationValidity, RefusalAppropriateness, Faithfulness, AnswerRecall]);
    let withheld = |o: &mut Outcome| o.narrative.as_mut().unwrap().status = "no_passage".into();
    assert_eq!(red("why-stores", withheld), [RefusalAppropriateness]);
    assert!(red("hk-why", |o| o.tool_results.clear()).contains(&NumericAccuracy));
}

#[test]
fn foreign_answers_are_read_leniently() {
    let json = r#"{"route":"narrative","clarification":{"mode":"none"},"answer":"x","refused":false,
        "unsupported_numbers":[12.50,"13"],"narrative":{"status":"answered","passages":[{"doc":"a","locator":"para1-1"}]}}"#;
    let outcome: Outcome = serde_json::from_str(json).unwrap();
    assert_eq!(outcome.unsupported_numbers, ["12.50", "13"]);
    assert!(outcome.cited().count() == 1 && outcome.narrative.unwrap().prose.is_none());
    let bare = r#"{"route":"narrative","clarification":{"mode":"none"},"answer":"x","refused":false,"narrative":null}"#;
    assert_eq!(serde_json::from_str::<Outcome>(bare).unwrap().narrative, None);
}
