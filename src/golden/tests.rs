//! Each fault of a golden set, made on purpose and found.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod restricted;

use super::{Fixture, Suite};

const PROFILE: &str = r#"
    [metrics.REVENUE]
    synonyms = ["营收"]
    [metrics.MARGIN]
    [entities.HK]
    [entities.CN]
    [units.USD_M]
    aliases = ["百万美元"]
    [units.PCT]
    [sensitivity]
    restricted_filename_patterns = ["*exco*"]
"#;

const FACTS: &str = "\
metric,entity,period,channel,value,unit,doc,locator,valid_as_of
REVENUE,HK,FY2024,TOTAL,\"1,320.50\",USD_M,a.xlsx,B2,2025-01-31
营收,HK,FY2023,,1200,百万美元,a.xlsx,B3,2025-01-31
REVENUE,CN,FY2024,TOTAL,(12.5),USD_M,a.xlsx,B4,2025-01-31
REVENUE,CN,FY2024,TOTAL,-12.9,USD_M,b.pdf,page=1,2025-02-28
MARGIN,HK,FY2024,TOTAL,14.8%,PCT,a.xlsx,B5,
REVENUE,CN,FY2023,TOTAL,7,USD_M,exco.pdf,page=9,
";

fn fixture() -> Fixture {
    Fixture::from_texts("shop", PROFILE, &[("facts.csv", FACTS)]).unwrap()
}

/// A line with the given id, question and expectation.
fn line(id: &str, question: &str, case_type: &str, expected: &str) -> String {
    format!(
        r#"{{"id":"{id}","question":"{question}","case_type":"{case_type}","reference_date":"2026-03-15","tags":{{"twin":"t"}},"expected":{expected}}}"#
    )
}

const REFUSE: &str = r#"{"clarification":"out_of_scope_entity","refuse":true}"#;
const HK_2024: &str = r#"{"clarification":"none","refuse":false,"value":"1320.50","unit":"USD_M","source":{"doc":"a.xlsx","locator":"B2"}}"#;

fn load(lines: &[String]) -> Result<Suite, String> {
    Suite::from_texts(&[("shop.qa.jsonl", &lines.join("\n"))], vec![fixture()]).map_err(|faults| faults.to_string())
}

/// The faults of a set of a good numeric case, a good refusal, and the given line.
fn faults_of(third: String) -> String {
    load(&[line("a", "qa", "numeric", HK_2024), line("b", "qa b", "refusal", REFUSE), third]).unwrap_err()
}

fn numeric(expected: &str) -> String {
    faults_of(line("x", "q", "numeric", expected))
}

#[test]
fn a_good_set_loads_in_id_order_with_keys_from_the_cited_rows() {
    let suite = load(&[line("b", "qa b", "refusal", REFUSE), line("a", "qa", "numeric", HK_2024)]).unwrap();
    let ids: Vec<_> = suite.cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids, ["a", "b"]);
    let fact = &suite.cases[0].expected.facts[0];
    assert_eq!((fact.key.to_string().as_str(), fact.value.to_string().as_str()), ("HK 2024 REVENUE", "1320.50"));
}

#[test]
fn every_fault_of_every_line_is_reported_at_once_with_file_line_and_case() {
    let report = load(&[
        line("a", "qa", "numeric", r#"{"clarification":"none","refuse":false,"valeu":"1","colour":"red"}"#),
        "not json".to_owned(),
        line("c", "qc", "numeric", HK_2024).replace("2026-03-15", "2026-02-30").replace("1320.50", "1e3"),
        line("b", "qa b", "refusal", REFUSE),
    ])
    .unwrap_err();
    for part in [
        "shop.qa.jsonl:1: case a: unknown field `expected.valeu`",
        "shop.qa.jsonl:1: case a: unknown field `expected.colour`",
        "shop.qa.jsonl:2: not a case",
        "shop.qa.jsonl:3: case c: `2026-02-30` is not a date",
        "shop.qa.jsonl:3: case c: `1e3` is not a number",
    ] {
        assert!(report.contains(part), "{part} in\n{report}");
    }
}

#[test]
fn fields_are_known_and_complete() {
    assert!(faults_of(r#"{"id":"x"}"#.to_owned()).contains("case x: missing field `question`"));
    assert!(numeric(r#"{"clarification":"none"}"#).contains("missing field `refuse`"));
    assert!(numeric(r#"{"clarification":"perhaps","refuse":false}"#).contains("unknown variant `perhaps`"));
    assert!(faults_of(line(" ", "q", "refusal", REFUSE)).contains("`id` is empty"));
    assert!(
        numeric(r#"{"clarification":"none","refuse":false,"value":"1320.50"}"#)
            .contains("`value`, `unit` and `source` stand together")
    );
}

#[test]
fn ids_and_questions_are_unique() {
    assert!(faults_of(line("a", "q", "numeric", HK_2024)).contains("the id is already that of shop.qa.jsonl:1"));
    assert!(faults_of(line("x", "qa", "refusal", REFUSE)).contains("asked on the same day at shop.qa.jsonl:1"));
}

#[test]
fn an_expectation_has_the_parts_its_case_type_needs() {
    assert!(numeric(r#"{"clarification":"none","refuse":false}"#).contains("a numeric case needs"));
    assert!(numeric(&HK_2024.replace("false", "true")).contains("a refusal states no value"));
    let refusal = faults_of(line("x", "q", "refusal", r#"{"clarification":"none","refuse":false}"#));
    assert!(refusal.contains("needs `refuse` set to true"));
    let asking = faults_of(line("x", "q", "clarification", r#"{"clarification":"none","refuse":false}"#));
    assert!(asking.contains("a clarification case asks"));
    let narrative = faults_of(line("x", "q", "narrative", r#"{"clarification":"none","refuse":false}"#));
    assert!(narrative.contains("needs `narrative_doc`"));
}

#[test]
fn a_one_sided_suite_is_a_fault() {
    assert!(load(&[line("a", "qa", "numeric", HK_2024)]).unwrap_err().contains("never refusing would pass"));
    assert!(load(&[line("b", "qa b", "refusal", REFUSE)]).unwrap_err().contains("always refusing would pass"));
    let lonely = line("x", "q", "refusal", REFUSE).replace(r#""twin":"t""#, r#""twin":"nobody""#);
    assert!(faults_of(lonely).contains("a refusal needs an answerable twin"));
}

/// One question that is near to nothing cannot stand beside every refusal.
#[test]
fn a_twin_asks_nearly_the_same_and_stands_beside_a_few() {
    let answered = line("a", "Revenue of Hong Kong in 2024?", "numeric", HK_2024);
    let refusal = |n: usize, question: &str| line(&format!("r{n}"), &format!("{question} {n}"), "refusal", REFUSE);
    let set = |question: &str, count: usize| {
        let refusals = (0..count).map(|n| refusal(n, question));
        load(&[answered.clone()].into_iter().chain(refusals).collect::<Vec<_>>()).map(|_| ())
    };
    assert_eq!(set("Revenue of Mars in 2024?", 6), Ok(()));
    let busy = set("Revenue of Mars in 2024?", 7).unwrap_err();
    assert!(busy.contains("shop.qa.jsonl:8: case r6: its twin a is that of more than 6 refusals"), "{busy}");
    let far = set("Why did the ship sink?", 1).unwrap_err();
    assert!(far.contains("its twin a asks something else: `Revenue of Hong Kong in 2024?`"), "{far}");
    assert_eq!(set("火星营收", 1), Ok(()), "words of two languages are not compared");
}

/// A trap that nobody can fall into judges nothing.
#[test]
fn what_must_not_be_mentioned_stands_somewhere() {
    let trap = |text: &str| {
        let demanded = format!("\"must_not_mention\":[\"{text}\"],\"value\"");
        let numeric = line("a", "qa", "numeric", &HK_2024.replace("\"value\"", &demanded));
        load(&[numeric, line("b", "qa b", "refusal", REFUSE)]).map(|_| ())
    };
    // The restricted row's value, another reading of a value, a document's name.
    for armed in ["7", "132.05", "148", "EXCO.pdf"] {
        assert_eq!(trap(armed), Ok(()), "{armed}");
    }
    for disarmed in ["77.8", "Project Heron", "exco2.pdf"] {
        let fault = trap(disarmed).unwrap_err();
        assert!(fault.contains(&format!("case a: `{disarmed}` stands nowhere in the fixture")), "{fault}");
    }
}

#[test]
fn a_question_back_rests_on_no_document() {
    let asking = r#"{"clarification":"ask_first","refuse":false,"narrative_doc":"a.md"}"#;
    let fault = faults_of(line("x", "q", "clarification", asking));
    assert!(fault.contains("`narrative_doc` belongs to narrative and composite cases"), "{fault}");
}

#[test]
fn zero_cases_are_a_fault() {
    assert!(load(&[]).unwrap_err().contains("no cases found"));
    assert!(Suite::from_texts(&[], vec![fixture()]).is_err());
}

#[test]
fn a_source_exists_and_says_what_is_expected() {
    assert!(numeric(&HK_2024.replace("B2", "B9")).contains("no fact at a.xlsx · B9"));
    assert!(
        numeric(&HK_2024.replace("1320.50", "1320.5")).contains("the value is `1320.5`, but the fixture has `1320.50`")
    );
    assert!(numeric(&HK_2024.replace("USD_M", "PCT")).contains("the unit is `PCT`, but the fixture has `USD_M`"));
    assert!(numeric(&HK_2024.replace("USD_M", "usd_m")).contains("unit `usd_m` is not a code"));
}

#[test]
fn listed_facts_agree_with_their_rows() {
    let with = |metric: &str, period: &str| {
        numeric(&format!(
            r#"{{"clarification":"none","refuse":false,"facts":[{{"metric":"{metric}","entity":"HK","period":"{period}","value":"1320.50","unit":"USD_M","source":{{"doc":"a.xlsx","locator":"B2"}}}}]}}"#
        ))
    };
    assert!(with("REVENUE", "2023").contains("the key is `HK 2023 REVENUE`, but the fixture has `HK 2024 REVENUE`"));
    assert!(with("PROFIT", "2024").contains("metric `PROFIT` is not a code"));
    assert!(with("REVENUE", "last year").contains("`last year` is not a period"));
}

#[test]
fn what_is_missing_must_be_missing_and_restricted_rows_count_as_missing() {
    let missing = |entity: &str, period: &str| {
        let key = format!(r#"{{"metric":"REVENUE","entity":"{entity}","period":"{period}"}}"#);
        line("x", "qa x", "refusal", &format!(r#"{{"clarification":"none","refuse":true,"missing":[{key}]}}"#))
    };
    assert!(faults_of(missing("HK", "2024")).contains("expected to be missing, but the fixture has it at a.xlsx · B2"));
    let good = [line("a", "qa", "numeric", HK_2024), missing("CN", "2023")];
    assert!(load(&good).is_ok(), "{:?}", load(&good).err());
    let citing = r#"{"clarification":"none","refuse":false,"value":"7","unit":"USD_M","source":{"doc":"exco.pdf","locator":"page=9"}}"#;
    assert!(numeric(citing).contains("restricted by the profile"));
}

#[test]
fn conflicts_are_listed_and_the_newest_statement_answers() {
    let cn = |value: &str, doc: &str, locator: &str, conflict: &str| {
        format!(
            r#"{{"clarification":"none","refuse":false,"value":"{value}","unit":"USD_M","source":{{"doc":"{doc}","locator":"{locator}"}},"conflict":[{conflict}]}}"#
        )
    };
    assert!(numeric(&cn("-12.9", "b.pdf", "page=1", "")).contains("a.xlsx · B4 states -12.5 for the same key"));
    assert!(numeric(&cn("-12.5", "a.xlsx", "B4", "")).contains("b.pdf · page=1 states the same key on a later"));
    let listed = cn("-12.9", "b.pdf", "page=1", r#"{"value":"-12.5","source":{"doc":"a.xlsx","locator":"B4"}}"#);
    let good = [line("a", "qa", "numeric", &listed), line("b", "qa b", "refusal", REFUSE)];
    assert!(load(&good).is_ok(), "{:?}", load(&good).err());
    assert!(numeric(&listed.replace("-12.5", "-12.6")).contains("the other value is `-12.6`"));
}

#[test]
fn a_difference_follows_from_its_facts() {
    let with = |value: &str, percent: &str| {
        let fact = |period: &str, value: &str, cell: &str| {
            format!(
                r#"{{"metric":"REVENUE","entity":"HK","period":"{period}","value":"{value}","unit":"USD_M","source":{{"doc":"a.xlsx","locator":"{cell}"}}}}"#
            )
        };
        format!(
            r#"{{"clarification":"none","refuse":false,"facts":[{},{}],"difference":{{"value":"{value}","percent":{percent}}}}}"#,
            fact("2024", "1320.50", "B2"),
            fact("2023", "1200", "B3")
        )
    };
    assert!(
        load(&[line("a", "qa", "numeric", &with("120.50", "\"10.0\"")), line("b", "qa b", "refusal", REFUSE)]).is_ok()
    );
    assert!(numeric(&with("120.5", "\"10.1\"")).contains("the difference must be 120.50 with percent 10.0"));
    assert!(numeric(&with("-120.5", "null")).contains("the difference must be 120.50"));
}

#[test]
fn a_demanded_text_must_not_be_an_echo_of_the_question() {
    let echo = HK_2024.replace("\"value\"", r#""must_mention":["q"],"value""#);
    assert!(numeric(&echo).contains("an echo would satisfy it"));
}

#[test]
fn a_choice_of_demanded_texts_offers_what_the_fixture_says_and_nothing_twice() {
    let with = |demanded: &str| {
        let expected = HK_2024.replace("\"value\"", &format!("\"must_mention\":[{demanded}],\"value\""));
        load(&[line("a", "qa", "numeric", &expected), line("b", "qa b", "refusal", REFUSE)])
    };
    let demands = with(r#""x",["营收","a.xlsx"]"#).unwrap().cases[0].expected.must_mention.clone();
    assert!(demands[0].is_met_by("x") && !demands[0].is_met_by("营收"));
    assert!(demands[1].is_met_by("… a.xlsx") && demands[1].is_met_by("营收") && !demands[1].is_met_by("b"));
    for (demanded, part) in [
        (r#"["营收","turnover"]"#, "`must_mention` offers `turnover`, which stands nowhere in the fixture"),
        (r#"["营收","q"]"#, "an echo would satisfy it"),
        (r#"["a.xlsx","xlsx"]"#, "`must_mention` has `a.xlsx` beside `xlsx`, which it contains"),
        (r#"["营收","营收"]"#, "`must_mention` has `营收` beside `营收`"),
        ("[]", "demands nothing"),
        (r#"["营收",""]"#, "demands nothing"),
        ("7", "a text or a list of texts is expected"),
    ] {
        let told = with(demanded).unwrap_err();
        assert!(told.contains(part), "{part} is not in {told}");
    }
}

#[test]
fn a_file_belongs_to_a_fixture() {
    let text = line("a", "qa", "numeric", HK_2024);
    let faults = Suite::from_texts(&[("mall.qa.jsonl", &text)], vec![fixture()]).unwrap_err().to_string();
    assert!(faults.contains("mall.qa.jsonl: no fixture `mall`"), "{faults}");
}

#[test]
fn a_bad_row_of_a_fixture_is_reported_with_its_line() {
    let rows = "metric,entity,period,value,unit,doc,locator\nREVENUE,HK,FY2024,1,USD_M,a,\nREVENUE,MARS,FY2024,1,USD_M,a,B1\nREVENUE,HK,FY24x,1,USD_M,a,B2\n";
    let faults = Fixture::from_texts("shop", PROFILE, &[("facts.csv", rows)]).unwrap_err();
    let text: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(text.len(), 3, "{text:?}");
    assert!(text[0].starts_with("facts.csv:2: the row has no doc or no locator"));
    assert!(text[1].starts_with("facts.csv:3: column `entity`: the profile knows no `MARS`"));
    assert!(text[2].starts_with("facts.csv:4: `FY24x` is not a period"));
    let no_column = Fixture::from_texts("shop", PROFILE, &[("facts.csv", "metric,entity\n")]).unwrap_err();
    assert!(no_column[0].to_string().contains("lacks the column `period`"));
}

#[test]
fn the_hash_follows_what_is_asked_and_demanded_and_nothing_else() {
    let hash = |text: String| load(&[text, line("b", "qa b", "refusal", REFUSE)]).unwrap().cases[0].hash.clone();
    let plain = hash(line("a", "qa", "numeric", HK_2024));
    assert_eq!(plain, hash(line("a", "qa", "numeric", HK_2024).replace(',', " , ")));
    assert_ne!(plain, hash(line("a", "qa?", "numeric", HK_2024)));
    assert_ne!(plain, hash(line("a", "qa", "numeric", HK_2024).replace("2026-03-15", "2026-03-16")));
    assert_ne!(
        plain,
        hash(line("a", "qa", "numeric", &HK_2024.replace("\"value\"", r#""must_mention":["x"],"value""#)))
    );
}
