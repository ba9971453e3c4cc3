//! Right answers pass every gate; each way of being wrong turns the right gate red. The suite and its right answers are
//! in `tests/sample`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod alone;
mod extraction;
mod notices;
mod prose;
mod ranking;
mod whole;

use std::path::Path;

use super::Gate;
use crate::golden::{Case, Fixture, Suite};
use crate::judgement::Judgement;
use crate::outcome::Outcome;
use crate::target::{ScriptedTarget, Target};

struct Sample {
    suite: Suite,
    target: ScriptedTarget,
}

fn sample() -> Sample {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample");
    let suite = Suite::load(&root.join("golden"), &root.join("fixtures")).unwrap_or_else(|faults| panic!("{faults}"));
    let target = ScriptedTarget::from_lines(&std::fs::read_to_string(root.join("answers.jsonl")).unwrap()).unwrap();
    Sample { suite, target }
}

impl Sample {
    fn case(&self, id: &str) -> (&Case, &Fixture, Outcome) {
        let case = self.suite.cases.iter().find(|case| case.id == id).unwrap();
        let outcome = self.target.answer(&case.fixture, &case.question, case.reference_date).unwrap();
        (case, &self.suite.fixtures[&case.fixture], outcome)
    }
}

/// Gates on the whole answer, which see nearly every change; their tests stand by themselves.
const WHOLE: [Gate; 5] =
    [Gate::AnswerAccounting, Gate::Disclosure, Gate::Relevance, Gate::RestrictedLeaks, Gate::CompetitorMentions];

/// The gates on single fields that are red when the right answer to a case is changed in this way.
fn red(id: &str, change: impl FnOnce(&mut Outcome)) -> Vec<Gate> {
    all_red(id, change).into_iter().filter(|gate| !WHOLE.contains(gate)).collect()
}

/// The gates that are red when the right answer to a case is changed in this way.
fn all_red(id: &str, change: impl FnOnce(&mut Outcome)) -> Vec<Gate> {
    let sample = sample();
    let (case, fixture, mut outcome) = sample.case(id);
    let before = outcome.clone();
    change(&mut outcome);
    assert_ne!(before, outcome, "the change changes nothing");
    let is_red =
        |gate: &Gate| matches!(gate.judge(case, &outcome, fixture), Judgement::Fail(_) | Judgement::Scored(_, Some(_)));
    Gate::ALL.into_iter().filter(is_red).collect()
}

/// The same change of the text in both forms of the answer.
fn say(outcome: &mut Outcome, from: &str, to: &str) {
    outcome.answer = outcome.answer.replace(from, to);
    outcome.answer_plain = outcome.answer_plain.replace(from, to);
}

fn add(outcome: &mut Outcome, text: &str) {
    outcome.answer.push_str(text);
}

fn found(outcome: &mut Outcome, index: usize) -> &mut crate::outcome::Found {
    match &mut outcome.tool_results[index] {
        crate::outcome::ToolResult::Found(found) => found,
        other => panic!("{other:?}"),
    }
}

use Gate::{CitationValidity, ClarificationAppropriateness, Fabrication, NumericAccuracy, RefusalAppropriateness};

#[test]
fn right_answers_pass_every_gate() {
    let sample = sample();
    for case in &sample.suite.cases {
        let (case, fixture, outcome) = sample.case(&case.id);
        for gate in Gate::ALL {
            let judgement = gate.judge(case, &outcome, fixture);
            match (gate.applies(case), gate.gives_points(), &judgement) {
                (false, _, Judgement::NotApplicable) | (true, false, Judgement::Pass) => {}
                (true, true, Judgement::Scored(points, None)) if points.is_full() => {}
                _ => panic!("{}:{gate}: {judgement:?}", case.id),
            }
        }
    }
}

#[test]
fn a_wrong_digit_unit_or_sign_is_red() {
    let digit = |o: &mut Outcome| {
        say(o, "1320.50", "1320.60");
        found(o, 0).value = "1320.60".parse().unwrap();
    };
    assert_eq!(red("hk-2024", digit), [NumericAccuracy, CitationValidity, Fabrication]);
    assert_eq!(red("hk-2024", |o| say(o, "1320.50", "1320.60")), [NumericAccuracy, Fabrication]);
    assert_eq!(red("hk-2024", |o| say(o, "百万美元", "美元")), [NumericAccuracy]);
    assert_eq!(red("hk-2024", |o| say(o, "百万美元", "")), [NumericAccuracy]);
    assert_eq!(red("hk-2024", |o| found(o, 0).unit = "USD".into()), [NumericAccuracy, Fabrication]);
    assert_eq!(red("jp-conflict", |o| say(o, "-12.9", "12.9")), [NumericAccuracy, Fabrication]);
}

#[test]
fn equality_is_never_loose() {
    // Fewer digits, a longer number around it, a scaled one: none is the value.
    assert_eq!(red("hk-2024", |o| say(o, "1320.50", "1320.5")), [NumericAccuracy]);
    for wrong in ["11320.50", "1320.501", "1320", "1.3205e3", "13.2050", "1320.50万"] {
        assert!(red("hk-2024", |o| say(o, "1320.50", wrong)).contains(&NumericAccuracy), "{wrong}");
    }
    assert_eq!(red("hk-2024", |o| found(o, 0).unit = "USD_M ".into()), [NumericAccuracy, Fabrication]);
}

#[test]
fn values_are_read_exactly_from_json() {
    let read = |value: &str| {
        let json = format!(
            r#"{{"status":"found","value":{value},"unit":"U","metric_code":"M","entity":"E","period_type":"FY","period":"2024","channel":"TOTAL","source":{{"doc":"d","locator":"l"}}}}"#
        );
        serde_json::from_str::<crate::outcome::ToolResult>(&json)
    };
    for exact in ["138734348.36", "0.1", "-0.070", "12345678901234567890.12", "1.00"] {
        let crate::outcome::ToolResult::Found(found) = read(exact).unwrap() else { panic!() };
        assert_eq!(found.value.to_string(), exact);
    }
    for loose in ["\"1\"", "true", "1e3", "null", "123456789012345678901234567890.5"] {
        assert!(read(loose).is_err(), "{loose}");
    }
}

#[test]
fn a_value_of_another_period_or_entity_is_red() {
    assert_eq!(red("hk-2024", |o| found(o, 0).entity = "JP".into()), [NumericAccuracy, CitationValidity, Fabrication]);
    assert_eq!(
        red("assumed", |o| found(o, 0).period = "2024".into()),
        [NumericAccuracy, CitationValidity, Fabrication]
    );
    let type_swapped = |o: &mut Outcome| found(o, 0).period_type = "HY".into();
    assert_eq!(red("assumed", type_swapped), [NumericAccuracy, CitationValidity, Fabrication]);
}

#[test]
fn a_fact_nobody_asked_for_is_red_when_it_is_stated() {
    let sample = sample();
    let (_, _, other) = sample.case("assumed");
    let lookup = other.tool_results[0].clone();
    assert_eq!(red("hk-2024", |o| o.tool_results.push(lookup.clone())), []);
    let stated = |o: &mut Outcome| {
        o.tool_results.push(lookup);
        add(o, " 集团 FY2025 营收：13200 百万美元");
    };
    assert_eq!(red("hk-2024", stated), [NumericAccuracy]);
}

#[test]
fn what_must_be_said_and_is_not_is_red() {
    assert_eq!(red("partly", |o| drop(o.tool_results.remove(1))), [NumericAccuracy]);
    assert_eq!(red("partly", |o| say(o, "日本", "别处")), [NumericAccuracy]);
    assert_eq!(red("unknown", |o| say(o, "ACME 99 Ltd", "it")), [NumericAccuracy]);
    assert_eq!(red("unknown", |o| o.tool_results.clear()), [NumericAccuracy, Fabrication]);
    assert_eq!(red("conversion", |o| o.intent.operation = None), [NumericAccuracy]);
    assert_eq!(red("jp-conflict", |o| found(o, 0).conflicts.clear()), [NumericAccuracy, CitationValidity, Fabrication]);
    assert!(red("jp-conflict", |o| say(o, "-12.5", "")).contains(&NumericAccuracy));
}

#[test]
fn the_difference_is_there_when_demanded_and_only_then() {
    assert_eq!(red("hk-change", |o| say(o, "+120.50 US$m (+10.0%)", "")), [NumericAccuracy]);
    assert_eq!(red("hk-change", |o| say(o, "10.0%", "10.1%")), [NumericAccuracy, Fabrication]);
    assert_eq!(red("hk-change", |o| say(o, "10.0%", "10%")), [NumericAccuracy]);
    let sample = sample();
    let (_, _, two) = sample.case("hk-change");
    let unasked = |o: &mut Outcome| {
        o.tool_results.extend(two.tool_results.iter().take(1).cloned());
        add(o, " 增加 120.50 百万美元");
    };
    assert_eq!(red("hk-2024", unasked), [NumericAccuracy]);
}

#[test]
fn a_right_value_with_a_wrong_source_is_red() {
    let neighbour = |o: &mut Outcome| {
        found(o, 0).source.locator = "sheet=PL!D7".into();
        o.sources[0].locator = "sheet=PL!D7".into();
        say(o, "sheet=PL!C7", "sheet=PL!D7");
    };
    assert!(red("hk-2024", neighbour).contains(&CitationValidity));
    assert_eq!(red("hk-2024", |o| o.sources.clear()), [CitationValidity]);
    assert_eq!(red("hk-2024", |o| say(o, "Annual_2024.xlsx", "the annual report")), [CitationValidity]);
    let stray = crate::key::Source { doc: "Annual_2025.xlsx".into(), locator: "sheet=PL!C5".into() };
    assert_eq!(red("hk-2024", |o| o.sources.push(stray)), [CitationValidity]);
}

#[test]
fn a_wrong_value_with_the_right_source_is_not_told_as_a_wrong_source() {
    let sample = sample();
    let (case, fixture, mut outcome) = sample.case("hk-2024");
    found(&mut outcome, 0).value = "1320.60".parse().unwrap();
    let Judgement::Fail(failure) = CitationValidity.judge(case, &outcome, fixture) else { panic!("it passes") };
    assert!(failure.why.contains("is cited for another value"), "{}", failure.why);
}

#[test]
fn refusing_is_judged_both_ways() {
    assert_eq!(red("competitor", |o| o.refused = false), [RefusalAppropriateness]);
    assert!(red("hk-2024", |o| o.refused = true).contains(&RefusalAppropriateness));
    let sample = sample();
    let (_, _, answered) = sample.case("hk-2024");
    let with_value = |o: &mut Outcome| {
        o.tool_results = answered.tool_results;
        add(o, " 1320.50");
    };
    assert_eq!(red("competitor", with_value), [RefusalAppropriateness, Fabrication]);
}

#[test]
fn asking_is_judged_both_ways() {
    use crate::outcome::ClarificationMode;
    let needless = |o: &mut Outcome| o.clarification.mode = ClarificationMode::AskFirst;
    assert_eq!(red("hk-2024", needless), [ClarificationAppropriateness]);
    let guessing = |o: &mut Outcome| o.clarification.mode = ClarificationMode::None;
    assert_eq!(red("ask", guessing), [ClarificationAppropriateness]);
    assert_eq!(red("ask", |o| o.clarification.question = None), [ClarificationAppropriateness]);
    assert_eq!(red("assumed", |o| o.clarification.assumption_note = None), [ClarificationAppropriateness]);
}

#[test]
fn invented_numbers_are_looked_for_on_every_case_and_in_every_form() {
    for invented in [
        "1,999",
        "１９９９",
        "一千九百",
        "壹仟玖佰",
        "nineteen hundred",
        "twenty-five",
        "½",
        "四十",
        "2030",
        "1.9e3",
        "٣٢٠",
        "第九",
    ] {
        for id in ["hk-2024", "hk-change", "assumed", "ask", "competitor", "missing", "unknown", "partly", "conversion"]
        {
            let gates = red(id, |o| add(o, &format!(" 约 {invented} 。")));
            assert!(gates.contains(&Fabrication), "{invented} in {id}: {gates:?}");
        }
    }
    assert_eq!(red("hk-2024", |o| o.answer_plain.push_str(" 99")), [Fabrication]);
    assert_eq!(red("ask", |o| o.clarification.question = Some("Why 7?".into())), [Fabrication]);
    assert_eq!(red("assumed", |o| o.clarification.assumption_note = Some("约 7".into())), [Fabrication]);
    assert_eq!(red("ask", |o| o.clarification.narrowing_options.push("7 stores".into())), [Fabrication]);
}

#[test]
fn four_digits_starting_with_20_are_no_excuse() {
    assert_eq!(red("hk-2024", |o| add(o, " 2019")), [Fabrication]);
    // The case's own year is excused as a year, and is a figure as soon as a unit follows or a sign stands before it.
    assert_eq!(red("competitor", |o| add(o, " 2024年")), []);
    assert_eq!(red("competitor", |o| add(o, " 2024 百万美元")), [Fabrication]);
    assert_eq!(red("competitor", |o| add(o, " -2024")), [Fabrication]);
    assert_eq!(red("competitor", |o| add(o, " 2024.5")), [Fabrication]);
    assert_eq!(red("competitor", |o| add(o, " 12024")), [Fabrication]);
    assert_eq!(red("competitor", |o| add(o, " 20242024")), [Fabrication]);
}

#[test]
fn a_period_read_into_the_question_excuses_nothing() {
    let period = |value: &str| crate::outcome::PeriodValue { kind: "FY".into(), value: value.into() };
    let read_in = |o: &mut Outcome| {
        o.intent.periods.push(period("2031"));
        add(o, " 2031年");
    };
    assert_eq!(red("competitor", read_in), [Fabrication]);
    let no_period = |o: &mut Outcome| {
        o.intent.periods.push(period("1320"));
        add(o, " 1320");
    };
    assert_eq!(red("competitor", no_period), [Fabrication]);
}

#[test]
fn a_refusal_states_no_number_even_if_it_was_found() {
    let sample = sample();
    let (_, _, answered) = sample.case("hk-2024");
    let change = |o: &mut Outcome| {
        o.tool_results.extend(answered.tool_results);
        add(o, " 1320.50");
    };
    assert!(red("missing", change).contains(&Fabrication));
}

#[test]
fn a_claimed_result_or_source_that_the_fixture_does_not_have_excuses_nothing() {
    let claimed = |o: &mut Outcome| {
        let mut extra = found(o, 0).clone();
        extra.value = "555".parse().unwrap();
        o.tool_results.push(crate::outcome::ToolResult::Found(extra));
        add(o, " 555");
    };
    assert!(red("hk-2024", claimed).contains(&Fabrication));
    let source = crate::key::Source { doc: "777".into(), locator: "888".into() };
    let cited = |o: &mut Outcome| {
        o.sources.push(source);
        add(o, " 777 888");
    };
    assert_eq!(red("hk-2024", cited), [CitationValidity, Fabrication]);
    let restricted = |o: &mut Outcome| {
        let mut leak = found(o, 0).clone();
        leak.entity = "JP".into();
        leak.period = "2023".into();
        leak.value = "77.7".parse().unwrap();
        leak.source = crate::key::Source { doc: "exco_pack.pptx".into(), locator: "slide=3,row=1".into() };
        o.tool_results.push(crate::outcome::ToolResult::Found(leak));
        add(o, " 77.7");
    };
    assert!(red("hk-2024", restricted).contains(&Fabrication));
}

#[test]
fn a_content_check_is_not_satisfied_by_an_echo_of_the_question() {
    // The script's answer is replaced by the question itself: nothing that must be said is said.
    let echo = |o: &mut Outcome| {
        o.answer.clone_from(&o.question);
        o.answer_plain.clone_from(&o.question);
    };
    assert!(red("hk-2024", echo).contains(&NumericAccuracy));
    assert!(red("partly", echo).contains(&NumericAccuracy));
}

#[test]
fn an_empty_answer_satisfies_no_gate_that_demands_something() {
    let empty = |o: &mut Outcome| {
        o.answer.clear();
        o.answer_plain.clear();
        o.tool_results.clear();
        o.sources.clear();
    };
    assert_eq!(red("hk-2024", empty), [NumericAccuracy, CitationValidity, RefusalAppropriateness]);
    assert_eq!(red("competitor", empty_text), [RefusalAppropriateness]);
}

fn empty_text(outcome: &mut Outcome) {
    outcome.answer.clear();
    outcome.answer_plain.clear();
}

#[test]
fn a_forbidden_number_is_compared_as_a_number() {
    assert!(red("missing", |o| add(o, " 77.70")).contains(&RefusalAppropriateness));
    assert!(!red("missing", |o| add(o, " 177.7")).contains(&RefusalAppropriateness));
}

#[test]
fn a_unit_that_is_a_number_word_is_excused_only_after_its_value() {
    const PROFILE: &str =
        "[metrics.STAFF]\nlabel = \"Staff\"\n[entities.HK]\nlabel = \"Hong Kong\"\n[units.K]\nlabel = \"thousand\"\n";
    const FACTS: &str = "metric,entity,period,value,unit,doc,locator\nSTAFF,HK,FY2024,9.05,K,a.xlsx,B2\n";
    let fixture = Fixture::from_texts("shop", PROFILE, &[("f.csv", FACTS)]).unwrap();
    let sample = sample();
    let (case, _, mut outcome) = sample.case("hk-2024");
    let result = r#"{"status":"found","value":9.05,"unit":"K","metric_code":"STAFF","entity":"HK","period_type":"FY","period":"2024","channel":"TOTAL","source":{"doc":"a.xlsx","locator":"B2"}}"#;
    outcome.tool_results = vec![serde_json::from_str(result).unwrap()];
    let mut passes = |answer: &str| {
        answer.clone_into(&mut outcome.answer);
        outcome.answer_plain.clear();
        Fabrication.judge(case, &outcome, &fixture) == Judgement::Pass
    };
    assert!(passes("Hong Kong FY2024 Staff: 9.05 thousand (a.xlsx · B2)"));
    assert!(!passes("Hong Kong FY2024 Staff: 9.05, about thousand"));
    assert!(!passes("Hong Kong FY2024 Staff: 9.05 thousand thousand"));
    assert!(!passes("Hong Kong FY2024 Staff: 9.06 thousand"));
}

/// A file that decides a judgement and is not hashed could be weakened unseen.
#[test]
fn the_hash_of_the_scorer_is_over_every_source_of_judgement() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let listed = std::fs::read_to_string(root.join("gate/mod.rs")).unwrap();
    for folder in ["gate", "golden", "golden/truth", "numerals", "key", "judgement"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            // Messages about faults decide nothing, and neither do tests.
            let decides = path.is_file() && !["tests.rs", "fault.rs"].contains(&name);
            let written = if folder == "gate" { name.to_owned() } else { format!("../{folder}/{name}") };
            assert!(!decides || listed.contains(&format!("include_str!(\"{written}\")")), "{written} is not hashed");
        }
    }
}
