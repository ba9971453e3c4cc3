//! Tests of `content`.

use super::*;

fn outcome() -> Outcome {
    serde_json::from_str(
            r#"{"question":"香港2024年FYP？","route":"structured","intent":{"metrics":["FYP"],"entities":["HK"],
            "periods":[{"type":"FY","value":"2024"}]},
            "clarification":{"mode":"answer_with_assumptions","assumed_slots":["channel"]},
            "tool_results":[{"status":"found","value":12345678901234567890.10,"unit":"USD_M","metric_code":"FYP","entity":"HK",
            "period_type":"FY","period":"2024","channel":"TOTAL","source":{"doc":"a.pdf","locator":"page=1"}},
            {"status":"not_found","normalized":{"metric_code":"FYP","entity":"SG","period":"2024","channel":"TOTAL"}},
            {"status":"unrecognized_param","param":"metric","raw":"利润"}],
            "answer":"第一行\r\n第二行","answer_plain":"x","refused":false}"#,
        )
        .unwrap()
}

#[test]
fn every_meaning_has_its_line_and_every_digit_is_kept() {
    let text = render(&outcome());
    let lines: Vec<&str> = text.lines().collect();
    for line in [
        "question: 香港2024年FYP？",
        "route: structured",
        "clarification: answer_with_assumptions",
        "assumed: channel",
        "guard: none",
        "intent: metrics FYP; entities HK; periods 2024",
        "found: HK 2024 FYP TOTAL | 12345678901234567890.10 USD_M | a.pdf · page=1",
        "missing: SG 2024 FYP TOTAL",
        "unrecognized: metric 利润",
        "  第一行\\r",
        "  第二行",
    ] {
        assert!(lines.contains(&line), "{line} is not in\n{text}");
    }
}

#[test]
fn no_line_is_lost_on_taking_it_apart() {
    let text = render(&outcome());
    let parts = parts(&text);
    assert_eq!(parts.prose, [("answer", "第一行\\r\n第二行".to_owned()), ("answer_plain", "x".to_owned())]);
    assert_eq!(parts.lines.len(), 10);
    assert_eq!(super::parts("edited by hand\n  odd").lines, [("edited by hand", ""), ("  odd", "")]);
}
