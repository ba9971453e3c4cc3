//! Tests of `front_matter`.

use super::*;
use crate::profile::Sensitivity;

fn problem(text: &str) -> (u64, MetadataProblem) {
    match split(text) {
        Err(DocumentFault::FrontMatter { line, problem }) => (line, problem),
        other => panic!("{text:?}: {other:?}"),
    }
}

#[test]
fn statements_and_text_are_parted() {
    let text =
        "---\r\nTitle: \"A: b # c\"  # note\r\ntopic: x # y\n\n# all\nperiod：FY2025\n'doc': a.md\n---\nBody\n---\n";
    let (metadata, body) = split(text).unwrap();
    assert_eq!(body, "Body\n---\n");
    let stated = [Key::Title, Key::Topic, Key::Period, Key::Doc, Key::Entity].map(|key| metadata.get(key));
    assert_eq!(stated, [Some("A: b # c"), Some("x"), Some("FY2025"), Some("a.md"), None]);
    assert_eq!(split("text\n---\n").unwrap().1, "text\n---\n");
    assert_eq!(split("").unwrap().1, "");
}

#[test]
fn broken_front_matter_is_a_fault_of_its_line() {
    assert_eq!(problem("---\ntitle: a\n"), (1, MetadataProblem::Unclosed));
    assert_eq!(problem("---"), (1, MetadataProblem::Unclosed));
    assert_eq!(problem("---\ntitle: a\nno pair\n---\n"), (3, MetadataProblem::NoPair));
    assert_eq!(problem("---\ntopic:\n  - a\n---\n"), (3, MetadataProblem::NoPair));
    assert_eq!(problem("---\ntitle: \"a\n---\n"), (2, MetadataProblem::Quote(Key::Title)));
    assert_eq!(problem("---\nvalid_as_of: soon\n---\n"), (2, MetadataProblem::Date));
    let twice = MetadataProblem::Twice { key: Key::Topic, first_line: Some(2) };
    assert_eq!(problem("---\ntopic: a\ntopic: b\n---\n"), (3, twice));
}

#[test]
fn unknown_keys_are_skipped_with_what_belongs_to_them() {
    let (metadata, body) = split("---\ntags:\n  - a\n- b\nauthor: X\ntopic: t\n---\nBody").unwrap();
    assert_eq!((metadata.get(Key::Topic), body), (Some("t"), "Body"));
    let lines: Vec<String> = metadata.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[1].starts_with("line 5: `author` is an unknown key"), "{}", lines[1]);
}

#[test]
fn front_matter_is_found_wherever_a_person_sees_it() {
    let of = |text: &str| split(text).map(|(metadata, body)| (metadata.labelled(), body.trim().to_owned()));
    let restricted = |text: &str| matches!(of(text), Ok((Some(Sensitivity::Restricted), body)) if body == "Body");
    for (open, close) in [
        ("---", "---"),
        ("\n\n---", "---"),
        ("\u{FEFF}\n \t---", "---"),
        ("-----", "-----"),
        ("———", "———"),
        ("－－－", "－－－"),
        ("- - -", "---"),
        ("+++", "+++"),
        ("```yaml", "```"),
        ("~~~", "~~~"),
        ("\n---  ", " ---"),
    ] {
        for end in ["\n", "\r", "\r\n", "\u{2028}", "\u{85}"] {
            for statement in [
                "sensitivity: RESTRICTED",
                "sensitivity = \"secret\"",
                "classification: PUBLIC",
                "level: Confidential",
                "sensitivity:",
                "密级：绝密",
                "# sensitivity: RESTRICTED",
                "x:\n  - sensitivity: RESTRICTED",
                "sensitivity: null",
                "meta: {sensitivity: RESTRICTED}",
                "meta: {\"sensitivity\": \"RESTRICTED\"}",
                "labels: [sensitivity=RESTRICTED]",
                "meta: {a: [1, {classification: L4}]}",
                "sensitivity: INTERNAL # RESTRICTED",
                "sensitivity: INTERNAL # in truth RESTRICTED",
                "sensitivity: \"PUBLIC\" # see note; now confidential",
                "sensitivity: PUBLIC # 实为机密文件",
                "sensitivity: PUBLIC\n# in truth RESTRICTED",
                "restricted: false # no longer: strictly confidential",
                "topic: Results # CONFIDENTIAL",
                "tags: confidential, board",
                "topic: confidential",
            ] {
                let lines = ["", open, "title: T", statement, close, "", "Body"];
                let text = lines.get(usize::from(open == "---")..).unwrap().join("\n").replace('\n', end);
                assert!(restricted(&text), "{text:?}: {:?}", of(&text));
            }
        }
    }
    assert_eq!(problem("\n ---\nsensitivity: RESTRICTED\n"), (2, MetadataProblem::Unclosed));
    for text in ["\n---\n\nA rule: and what follows.\n\n---\n", "```\nlet x: u8 = 1;\n```", "\n+++\n", "===\ntitle: x"]
    {
        assert_eq!(split(text).unwrap().1, text);
    }
}

#[test]
fn what_is_no_label_restricts_nothing() {
    for open in [
        "market: public",
        "restricted: false",
        "tags: [board, people]",
        "meta: {owner: board}",
        "sensitivity: INTERNAL # of the group",
    ] {
        let labelled = split(&format!("---\n{open}\n---\nBody")).unwrap().0.labelled();
        assert_ne!(labelled, Some(Sensitivity::Restricted), "{open}");
    }
}

#[test]
fn a_broken_label_restricts() {
    for label in ["", "\"PUBLIC", "PUBLIC\nsensitivity: PUBLIC", "\n  - PUBLIC", "[PUBLIC]", "# PUBLIC", "> \n  PUBLIC"]
    {
        let text = format!("---\nSensitivity: {label}\n---\nBody");
        assert_eq!(split(&text).unwrap().0.labelled(), Some(Sensitivity::Restricted), "{label:?}");
    }
}
