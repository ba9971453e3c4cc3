//! Tests of `labels`.

use std::time::{Duration, Instant};

use super::*;

#[test]
fn labels_are_known_by_their_keys_and_values() {
    for key in ["Classification", "security-level", "CONFIDENTIALITY", "数据密级", "Data Sensitivity"] {
        assert!(is_label_key(key), "{key}");
    }
    for key in ["security", "title", "author", "", &"classification".repeat(9)] {
        assert!(!is_label_key(key), "{key}");
    }
    for (value, expected) in [
        ("“Confidential”", Some(Level::Closed)),
        ("official-sensitive", Some(Level::Closed)),
        ("[PUBLIC]", Some(Level::Open)),
        ("绝密", Some(Level::Closed)),
        ("remarks", None),
        ("", None),
    ] {
        assert_eq!(level(value), expected, "{value}");
    }
}

#[test]
fn key_and_value_are_asked_together() {
    let names = [
        "classification",
        "dataSensitivity",
        "security-level",
        "document_classification_code",
        "is_confidential",
        "Confidentiality of this document",
        "密级",
        "文件密级",
        "保密级别",
        "敏感度",
        "文档密级code",
        "sensitivity_label_2",
    ];
    for key in names {
        assert_eq!(KeyKind::of(key), KeyKind::Name, "{key}");
        for value in
            [Stated::Text("L4"), Stated::Text("12"), Stated::Text("for the few"), Stated::Nothing, Stated::Other]
        {
            assert!(may_label(key, value), "{key}: {value:?}");
        }
    }
    let mentions = [
        "restricted_cash",
        "interest_rate_sensitivity",
        "classification_of_assets",
        "sensitivityAnalysis",
        "利率敏感性",
        "asset classification",
        "敏感性分析",
        "classified_loans",
        "restriction on dividends",
    ];
    for key in mentions {
        assert_eq!(KeyKind::of(key), KeyKind::Mention, "{key}");
        for label in ["Secret", "internal", "Confidential (board only)", "confidential - HR", "绝密", " "] {
            assert!(may_label(key, Stated::Text(label)), "{key}: {label}");
        }
        assert!(may_label(key, Stated::Nothing));
        for figure in ["12.5", "-3 %", "US$12.5m", "Cash held in restricted accounts", "FVTPL", "按摊余成本计量"]
        {
            assert!(!may_label(key, Stated::Text(figure)), "{key}: {figure}");
        }
        assert!(!may_label(key, Stated::Other), "its members are asked");
    }
    assert!(may_label("audience", Stated::Text("strictly confidential")) && may_label("tlp", Stated::Text("Red")));
    // As programs label office files.
    let msip = "MSIP_Label_9a3f27c1-0b62-4f3f-a7c8-1f1d1a0e7c55_Name";
    assert!(
        may_label(msip, Stated::Text("Confidential \\ All Employees")) && !may_label(msip, Stated::Text("General"))
    );
    assert!(!may_label("audience", Stated::Text("analysts")) && !may_label("audience", Stated::Nothing));
}

#[test]
fn a_label_is_seen_in_every_notation_of_a_value() {
    for value in [
        "{sensitivity: RESTRICTED}",
        "{\"sensitivity\": \"RESTRICTED\"}",
        "[sensitivity=RESTRICTED]",
        "[a, {b: {classification: L4}}]",
        "confidential, board",
        "[board, confidential]",
    ] {
        assert!(holds_label(value), "{value}");
    }
    for value in ["[board, people]", "{scope: public}", "{restricted: false}", "How sensitivity: is measured", "public"]
    {
        assert!(!holds_label(value), "{value}");
    }
}

#[test]
fn a_level_that_is_denied_is_no_label() {
    for key in ["restricted", "confidential", "is_confidential", "保密"] {
        assert!(!may_label(key, Stated::Text("false")) && may_label(key, Stated::Text("true")), "{key}");
    }
    assert!(may_label("sensitivity_label", Stated::Text("false")));
    assert!(!may_label("market", Stated::Text("public")));
}

#[test]
fn an_open_level_that_is_denied_is_a_label() {
    for (key, value) in [("public", "false"), ("isPublic", "no"), ("public_document", "0"), ("公开", "否")] {
        assert!(may_label(key, Stated::Text(value)) && !may_label(key, Stated::Text("true")), "{key}: {value}");
    }
    assert!(!may_label("public_holidays", Stated::Text("no")) && !may_label("published", Stated::Text("false")));
}

#[test]
fn who_may_read_a_document_is_a_label_unless_everybody_may() {
    for (key, value) in [
        ("readers", "[board]"),
        ("access", "board"),
        ("allowed_readers", "board, finance"),
        ("access_level", "3"),
        ("visibility", "hidden"),
        ("sharing", "none"),
        ("permissions", "[everyone, board]"),
        ("阅读权限", "董事会"),
        ("权限", "董事会"),
    ] {
        assert!(may_label(key, Stated::Text(value)), "{key}: {value}");
    }
    for (key, value) in [
        ("access", "public"),
        ("acl", "everyone"),
        ("readers", "[everyone]"),
        ("visibility", "true"),
        ("visibility", "10"),
        ("access", "open"),
        ("market_access", "limited"),
        ("readership", "limited"),
        ("permissions", "all staff"),
    ] {
        assert!(!may_label(key, Stated::Text(value)), "{key}: {value}");
    }
    assert!(may_label("permissions", Stated::Other) && !may_label("permissions", Stated::Nothing));
}

#[test]
fn whom_a_document_is_kept_to_is_a_label() {
    for (key, value) in
        [("acl", "board"), ("distribution", "Board only"), ("Handling", "Eyes only"), ("document-access", "secret")]
    {
        assert!(may_label(key, Stated::Text(value)), "{key}: {value}");
    }
    for (key, value) in
        [("distribution", "agency"), ("handling", "internal use only"), ("oracle", "board"), ("status", "only")]
    {
        assert!(!may_label(key, Stated::Text(value)), "{key}: {value}");
    }
    assert!(may_label_under("security", "level", Stated::Text("3")) && holds_label_under("security", "{level: 3}"));
    assert!(!may_label_under("report", "level", Stated::Text("3")) && !holds_label_under("water", "{level: 3}"));
}

#[test]
fn a_line_of_many_keys_is_not_read_again_behind_each() {
    let lines = |times: usize| {
        ["rate sensitivity: ".repeat(times), format!("{{{}", "a=b ".repeat(4 * times)), "密级 ".repeat(4 * times)]
    };
    let took = |line: &str| {
        let started = Instant::now();
        assert!(!restricts(line) && !holds_label(line));
        started.elapsed()
    };
    for (short, long) in lines(100).iter().zip(&lines(1_600)) {
        // Sixteen times as long where it is linear, 256 times where what follows is read again behind each key.
        let (short, long_took) = (took(short), took(long));
        assert!(long_took < short * 64 + Duration::from_millis(200), "{short:?} for a sixteenth, {long_took:?}");
        assert!(restricts(&format!("{long}\nClassification: Secret")), "what follows is read");
    }
}
