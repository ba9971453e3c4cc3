//! `engine ask`: its options, and questions that are none.

use std::os::unix::ffi::OsStrExt;

use crate::desk::{Desk, finish};

const ROWS: &str = "REVENUE,HK,2024,,10.50,USD_M,deck.pptx,\"slide=4,row=1\",2024-12-31
REVENUE,GROUP,2025,,77,USD_M,deck.pptx,slide=9,
";

#[test]
fn a_workspace_goes_from_nothing_to_an_answer_with_lineage() {
    let desk = Desk::empty();
    desk.run(&["init"]).exits(0).prints(&["engine ingest FILE.csv"]);
    desk.file("facts.csv", "metric,entity,period,value,unit,doc\nrevenue,香港,FY2024,138734348.36,US$m,deck.pptx\n");
    desk.run(&["ingest", "facts.csv"]).exits(0).prints(&["taken"]);
    desk.run(&["ask", "香港2024年营收是多少？"]).exits(0).prints(&["138734348.36 百万美元", "deck.pptx", "row=2"]);
    desk.run(&["ask", "What was Hong Kong revenue in FY2024?"]).exits(0).prints(&["138734348.36 US$m"]);
}

#[test]
fn init_never_touches_what_is_there() {
    let desk = Desk::new();
    let before = std::fs::read(desk.path(".engine/facts.db")).unwrap();
    desk.run(&["init"]).exits(3).says(&["already exists"]);
    assert_eq!(std::fs::read(desk.path(".engine/facts.db")).unwrap(), before);
    desk.file("plain", "x");
    desk.run(&["init", "plain"]).exits(3).says(&["plain"]);
    desk.run(&["init", "plain/below"]).exits(3);
    desk.run(&["init", "a", "-w", "b"]).exits(2);
    desk.file("broken.toml", "schema = 1\n[home]\n");
    desk.run(&["init", "c", "--profile", "broken.toml"]).exits(3).says(&["broken.toml"]);
    assert!(!desk.path("c").exists(), "a broken profile makes no workspace");
    desk.run(&["init", "-w", "with space"]).exits(0).prints(&["'with space'"]);
    desk.run(&["-w", "with space", "ask", "revenue in FY2024?"]).exits(0);
}

#[test]
fn the_language_can_be_chosen() {
    let desk = Desk::with_rows(ROWS);
    desk.run(&["ask", "--lang", "zh", "Hong Kong revenue in FY2024?"]).prints(&["百万美元"]);
    desk.run(&["ask", "--lang", "EN", "香港2024年营收？"]).prints(&["US$m"]);
    desk.run(&["ask", "--lang", "fr", "x"]).exits(2).says(&["zh or en"]);
}

#[test]
fn the_day_governs_relative_periods_and_must_exist() {
    let desk = Desk::with_rows(ROWS);
    desk.run(&["ask", "--date", "2026-03-15", "group revenue last year"]).prints(&["77 US$m"]);
    for date in ["2025-02-30", "2025-2-3", "20250203", "yesterday", "2025-02-03T00", "", "-001-01-01"] {
        desk.run(&["ask", "--date", date, "revenue"]).exits(2);
    }
    for date in ["0000-01-01", "9999-12-31"] {
        for question in ["revenue last year", "revenue next year", "上个月营收", "revenue in the last 5 years"] {
            desk.run(&["ask", "--date", date, question]).exits(0);
        }
    }
}

#[test]
fn a_refusal_counts_only_on_demand() {
    let desk = Desk::with_rows(ROWS);
    let refused = "Hong Kong revenue in FY2019?";
    desk.run(&["ask", refused]).exits(0);
    desk.run(&["ask", "--fail-on-refusal", refused]).exits(1);
    desk.run(&["ask", "--fail-on-refusal", "--json", "Contoso revenue?"]).exits(1).prints(&["\"refused\":true"]);
    desk.run(&["ask", "--fail-on-refusal", "Hong Kong revenue in FY2024?"]).exits(0);
    desk.run(&["ask", "--fail-on-refusal"]).exits(2);
}

#[test]
fn a_text_that_is_no_question_is_a_usage_error() {
    let desk = Desk::with_rows(ROWS);
    for question in ["", "   ", "\u{200B}\u{FEFF}", "\t\n"] {
        desk.run(&["ask", question]).exits(2).says(&["empty"]);
    }
    desk.run(&["ask", &"revenue ".repeat(12_000)]).exits(2).says(&["bytes", "fewer words"]);
    desk.feed(&["ask"], "").exits(2).says(&["no question given", "engine batch"]);
    finish(desk.command().arg("ask").arg(std::ffi::OsStr::from_bytes(b"revenue \xFF"))).exits(2).says(&["UTF-8"]);
    desk.run(&["ask", "two", "words"]).exits(2);
}

#[test]
fn an_explanation_shows_spans_calls_guard_and_lineage() {
    let desk = Desk::with_rows(ROWS);
    desk.run(&["ask", "--explain", "Hong Kong revenue in FY2024?"]).exits(0).prints(&[
        "gate     passed",
        "metric REVENUE  ← “revenue” bytes 10–17",
        "entity HK  ← “Hong Kong” bytes 0–9",
        "period FY2024",
        "asked by the model through query_metric",
        "found 10.50 USD_M",
        "guard    found",
        "lineage  deck.pptx · slide=4,row=1",
    ]);
    desk.run(&["ask", "--provider", "none", "--explain", "Hong Kong revenue in FY2024?"])
        .prints(&["asked by the engine"]);
    desk.run(&["ask", "--explain", "--json", "x"]).exits(2);
}

#[test]
fn a_trace_holds_no_content() {
    let desk = Desk::with_rows(ROWS);
    let question = "Hong Kong revenue in FY2024, please?";
    desk.run(&["ask", "--trace", "trace.jsonl", question]).exits(0);
    desk.feed(&["batch", "--trace", "trace.jsonl"], format!("{{\"id\":1,\"question\":\"{question}\"}}\n")).exits(0);
    let trace = std::fs::read_to_string(desk.path("trace.jsonl")).unwrap();
    assert_eq!(trace.lines().count(), 2, "a trace is appended to");
    for part in ["please", "revenue in", "10.50", "deck.pptx", "slide", "US$m"] {
        assert!(!trace.contains(part), "{part} in {trace}");
    }
    assert!(trace.contains("REVENUE") && trace.contains("\"found\":1"), "{trace}");
    desk.run(&["ask", "--trace", ".", question]).exits(3).says(&["trace"]);
    desk.run(&["ask", "--trace", "none/trace.jsonl", question]).exits(3).says(&["none/trace.jsonl"]);
}
