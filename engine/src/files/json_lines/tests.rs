//! Tests of `json_lines`.

use super::*;
use crate::profile::Sensitivity;

fn all(file: &[u8]) -> Vec<(u64, Result<Record, RecordProblem>)> {
    let mut records = Records::new(file);
    std::iter::from_fn(|| records.next().unwrap())
        .map(|(line, record)| (line, record.map_err(|fault| fault.problem)))
        .collect()
}

fn one(line: &str) -> Result<Record, RecordProblem> {
    record(line.as_bytes())
}

fn label(members: &str) -> Option<Sensitivity> {
    one(&format!(r#"{{"_id":"a","text":"t",{members}}}"#)).unwrap().content.metadata.labelled()
}

#[test]
fn a_line_is_a_document() {
    let file = "\u{FEFF}{\"_id\": 7, \"title\": \"T\", \"text\": \"a\\n\\nb\", \"url\": [1]}\r\n\n{\"doc_id\":\"8\",\"title\":\"only\"}";
    let found = all(file.as_bytes());
    let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 3]);
    let records: Vec<Record> = found.into_iter().map(|(_, record)| record.unwrap()).collect();
    assert_eq!((records[0].name.as_str(), records[0].content.paragraphs.len()), ("7", 2));
    assert_eq!(records[1].content.paragraphs[0].text, "only");
}

#[test]
fn a_broken_line_is_a_fault_and_the_rest_is_read() {
    let file = b"{\"_id\":\"a\",\"text\":\"x\"}\n{broken\n[1]\n{\"text\":\"x\"}\n{\"_id\":\"\",\"text\":\"x\"}\n\
            {\"_id\":\"b\"}\n{\"_id\":\"a\",\"text\":\"y\"}\n\xFF\n{\"_id\":\"c\",\"text\":5}\n{\"_id\":\"d\",\"text\":\"z\"}";
    let problems: Vec<Option<RecordProblem>> = all(file).into_iter().map(|(_, record)| record.err()).collect();
    assert_eq!(
        problems,
        [
            None,
            Some(RecordProblem::Json { column: 2 }),
            Some(RecordProblem::Json { column: 1 }),
            Some(RecordProblem::Id),
            Some(RecordProblem::Id),
            Some(RecordProblem::NoText),
            Some(RecordProblem::DuplicateId { first_line: 1 }),
            Some(RecordProblem::NotUtf8 { offset: 0 }),
            Some(RecordProblem::NoText),
            None,
        ]
    );
    assert!(matches!(one(r#"{"_id":"a","doc_id":"b","text":"x"}"#), Err(RecordProblem::Id)));
    assert!(matches!(
        one(r#"{"_id":"a","text":"x","topic":{}}"#),
        Err(RecordProblem::Metadata(MetadataProblem::NotText(Key::Topic)))
    ));
}

#[test]
fn labels_never_get_lost() {
    assert_eq!(label(r#""x":1"#), None);
    assert_eq!(label(r#""sensitivity":"PUBLIC""#), Some(Sensitivity::Public));
    assert_eq!(label(r#""metadata":{"sensitivity":"INTERNAL"}"#), Some(Sensitivity::Internal));
    for broken in [
        r#""sensitivity":"RESTRICTED","sensitivity":"PUBLIC""#,
        r#""Sensitivity":"PUBLIC","sensitivity":"PUBLIC""#,
        r#""sensitivity":"PUBLIC","metadata":{"sensitivity":"RESTRICTED"}"#,
        r#""metadata":{"sensitivity":"RESTRICTED","sensitivity":"PUBLIC"}"#,
        r#""sensitivity":["PUBLIC"]"#,
        r#""sensitivity":"""#,
        r#""sensitivity":1"#,
        r#""sensitivity":true"#,
        r#""sensitivity":null"#,
        r#""metadata":{"sensitivity":null}"#,
        r#""metadata":{"labels":[{"sensitivity":"PUBLIC"}]}"#,
        r#""more":{"deep":{"er":{"sensitivity":"RESTRICTED"}}}"#,
        r#""confidentiality":"PUBLIC""#,
        r#""audience":"Strictly Confidential""#,
        r#""sens\u0069tivity":"secret""#,
        r#""classification":{"level":4}"#,
        r#""classification" : 7"#,
        r#""interest_rate_sensitivity":"secret""#,
        r#""restricted_cash":null"#,
        r#""board":{"classification of assets":"Confidential (board)"}"#,
        r#""marks":["Strictly Confidential"]"#,
        r#""topic":"confidential""#,
        r#""tags":"confidential, board""#,
        r#""restricted":true"#,
    ] {
        assert_eq!(label(broken), Some(Sensitivity::Restricted), "{broken}");
    }
}

#[test]
fn figures_under_words_of_the_business_are_no_labels() {
    for open in [
        r#""restricted_cash":12.5"#,
        r#""interest_rate_sensitivity":{"up 100bp":-4,"down 100bp":3}"#,
        r#""classification_of_assets":"Financial assets at amortised cost""#,
        r#""tables":[{"restricted cash":[1,2,null]},{"利率敏感性":"-1.2%"}]"#,
        r#""scope":"internal""#,
        r#""restricted":false"#,
        r#""confidential":false,"x":{"is_confidential":"no"}"#,
    ] {
        assert_eq!(label(open), None, "{open}");
    }
}

#[test]
fn every_text_of_a_record_is_seen() {
    let record = one(r#"{"_id":"a","text":"t","x":{"y":["o\"n\u0065",{"two":3}],"z":"}"}}"#).unwrap();
    assert_eq!(record.content.aside, ["_id", "a", "text", "t", "x", "y", "o\"ne", "two", "z", "}"]);
}

#[test]
fn a_line_without_an_end_is_skipped() {
    let length = usize::try_from(LINE_BYTES_MAX).unwrap() + 10;
    let mut file = vec![b' '; length];
    file.extend_from_slice(b"\n{\"_id\":\"a\",\"text\":\"x\"}\n");
    let found = all(&file);
    assert!(matches!(found[0], (1, Err(RecordProblem::TooLong { .. }))));
    assert!(matches!(found[1], (2, Ok(_))));
}

#[test]
fn deep_nesting_is_no_danger() {
    let deep = "[".repeat(500_000) + &"]".repeat(500_000);
    assert!(one(&format!(r#"{{"_id":"a","text":"x","other":{deep}}}"#)).is_ok());
    assert_eq!(label(&format!(r#""sensitivity":{deep}"#)), Some(Sensitivity::Restricted));
}

#[test]
fn members_in_members_are_gone_through_once() {
    let deep = format!(r#"{{"_id":"a","text":"t","m":{}1{}}}"#, r#"{"a":"#.repeat(20_000), "}".repeat(20_000));
    let started = std::time::Instant::now();
    let _ = one(&deep);
    let (texts, is_label) = literals::literals(&deep);
    assert!(texts.len() > 20_000 && !is_label);
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}
