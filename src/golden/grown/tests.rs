use super::grown;

fn asks(file: &str, then: &str, now: &str) -> bool {
    let written = |line: &str| vec![(format!("golden/{file}"), format!("{line}\n"))];
    !grown(&written(then), &written(now)).is_empty()
}

fn expecting(more: &str) -> String {
    format!(
        "{{\"id\":\"a\",\"question\":\"Why?\",\"reference_date\":\"2026-03-15\",\"tags\":{{}},\
         \"expected\":{{\"refuse\":false,{more}}}}}"
    )
}

const OLD: &str = r#""must_mention":["north","fee"],"must_not_mention":["4102.9"],"narrative_doc":["a.md","b.md"]"#;

#[test]
fn a_case_that_demands_more_has_grown() {
    for more in [
        OLD,
        // Another text is demanded, another forbidden, fewer documents will do.
        r#""must_mention":["north","fee","since May"],"must_not_mention":["4102.9"],"narrative_doc":["a.md","b.md"]"#,
        r#""must_mention":["fee","north"],"must_not_mention":["x","4102.9"],"narrative_doc":["a.md","b.md"]"#,
        r#""must_mention":["north","fee"],"must_not_mention":["4102.9"],"narrative_doc":"b.md""#,
        // A longer text has the shorter one; a shorter trap catches whoever says the longer one.
        r#""must_mention":["the north","fee"],"must_not_mention":["4102"],"narrative_doc":["a.md","b.md"]"#,
        r#""must_mention":[["north wing","north side"],"fee"],"must_not_mention":["4102.9"],"narrative_doc":["a.md"]"#,
    ] {
        assert!(asks("qa/shop.qa.jsonl", &expecting(OLD), &expecting(more)), "{more}");
    }
    assert!(asks(
        "qa/shop.qa.jsonl",
        &expecting(OLD),
        &expecting(OLD).replace("\"tags\":{}", "\"tags\":{\"a\":\"b\"}")
    ));
    assert!(asks(
        "qa/shop.qa.jsonl",
        &expecting(r#""must_mention":["a"]"#),
        &expecting(r#""must_mention":["a"],"facts":[]"#)
    ));
}

#[test]
fn a_case_that_drops_a_demand_or_asks_something_else_has_not() {
    for less in [
        r#""must_mention":["north"],"must_not_mention":["4102.9"],"narrative_doc":["a.md","b.md"]"#,
        r#""must_mention":["north","fee"],"narrative_doc":["a.md","b.md"]"#,
        r#""must_mention":["north","fee"],"must_not_mention":["4102.95"],"narrative_doc":["a.md","b.md"]"#,
        r#""must_mention":["north","fee"],"must_not_mention":["4102.9"]"#,
        r#""must_mention":["north","fee"],"must_not_mention":["4102.9"],"narrative_doc":["a.md","c.md"]"#,
        r#""must_mention":[["north","south"],"fee"],"must_not_mention":["4102.9"],"narrative_doc":["a.md","b.md"]"#,
        r#""must_mention":[[],"north","fe"],"must_not_mention":["4102.9"],"narrative_doc":["a.md","b.md"]"#,
        r#""must_mention":["north","fee"],"must_not_mention":["4102.9"],"narrative_doc":["a.md"],"unrecognized":["metric"]"#,
    ] {
        assert!(!asks("qa/shop.qa.jsonl", &expecting(OLD), &expecting(less)), "{less}");
    }
    for (from, to) in [("Why?", "Why not?"), ("2026-03-15", "2026-03-16"), ("\"refuse\":false", "\"refuse\":true")] {
        assert!(!asks("qa/shop.qa.jsonl", &expecting(OLD), &expecting(OLD).replace(from, to)), "{to}");
    }
    let moved = |file: &str| vec![(format!("golden/qa/{file}"), expecting(OLD))];
    assert!(grown(&moved("shop.a.jsonl"), &moved("farm.a.jsonl")).is_empty(), "it is asked of another fixture");
    assert!(grown(&[], &moved("shop.a.jsonl")).is_empty(), "a new case has nothing to grow from");
}

#[test]
fn paragraphs_are_stricter_than_their_document_and_another_document_is_not() {
    let search = |relevant: &str| {
        format!("{{\"id\":\"a\",\"query\":\"q\",\"relevant\":{{{relevant}}},\"must_not\":[\"z.md\"]}}")
    };
    let old = search(r#""a.md":3,"b.md":2"#);
    let asks = |now: &str| asks("retrieval/shop.jsonl", &old, &search(now));
    assert!(asks(r#""a.md#para3-3":3,"b.md":2"#));
    assert!(asks(r#""a.md#para3-3":3,"a.md#para7-8":1,"b.md#para1-1":2"#));
    assert!(!asks(r#""a.md#para3-3":3"#), "b.md is dropped");
    assert!(!asks(r#""a.md#para3-3":2,"b.md":2"#), "worth less");
    assert!(!asks(r#""a.md":3,"b.md":2,"c.md":1"#), "something else has come to count");
    let narrower = r#"{"id":"a","query":"q","relevant":{"a.md#para3-5":3},"must_not":["y.md"]}"#;
    let within = |now: &str| super::tests::asks("retrieval/shop.jsonl", narrower, now);
    assert!(within(r#"{"id":"a","query":"q","relevant":{"a.md#para4-5":3},"must_not":["y.md","z.md"]}"#));
    assert!(!within(r#"{"id":"a","query":"q","relevant":{"a.md#para4-6":3},"must_not":["y.md"]}"#));
    assert!(!within(r#"{"id":"a","query":"q","relevant":{"a.md":3},"must_not":["y.md"]}"#));
    assert!(
        !within(r#"{"id":"a","query":"q","relevant":{"a.md#para4-5":3},"must_not":[]}"#),
        "what must stay out may come in"
    );
}
