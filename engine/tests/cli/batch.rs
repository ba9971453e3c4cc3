//! `engine batch`: order, alignment and every kind of bad line.

use std::io::Read;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::desk::Desk;

fn line(id: usize, question: &str) -> String {
    format!("{}\n", json!({ "id": id, "question": question }))
}

#[test]
fn answers_come_in_the_order_of_the_questions_whatever_the_threads() {
    let desk = Desk::empty();
    let input: String = (0..3000)
        .map(|id| line(id, if id % 2 == 0 { "Hong Kong NBV in FY2025?" } else { "2024年集团新业务价值是多少？" }))
        .collect();
    desk.file("questions.jsonl", &input);
    let one = desk.run(&["batch", "--demo", "--date", "2026-03-15", "--jobs", "1", "questions.jsonl"]).exits(0);
    let many = desk.feed(&["batch", "--demo", "--date", "2026-03-15", "--jobs", "7"], input).exits(0);
    assert_eq!(one.out, many.out);
    let ids: Vec<Value> = one.json().iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, (0..3000).map(Value::from).collect::<Vec<_>>());
    assert!(one.json()[0]["answer"].as_str().unwrap().contains("566.9"));
}

#[test]
fn a_line_that_cannot_be_asked_gets_an_error_in_its_place() {
    let desk = Desk::empty();
    let mut input = "\u{FEFF}".as_bytes().to_vec();
    let long = line(8, &"x".repeat(1_000_000));
    let good = line(1, "Hong Kong NBV in FY2025?");
    let lines: [&[u8]; 12] = [
        good.as_bytes(),
        b"\n   \r\n",
        b"not json\n",
        b"{\"id\": \"a\"}\n",
        b"{\"id\": 5, \"question\": \"  \"}\n",
        b"{\"id\": 6, \"question\": \"NBV\", \"reference_date\": \"2025-02-30\"}\n",
        b"{\"id\": 7, \"question\": \"NBV\", \"referencedate\": \"2025-02-03\"}\n",
        long.as_bytes(),
        b"{\"id\": 9, \"question\": \"\xFF\"}\n",
        b"[1, 2]\n",
        b"{\"id\": 10, \"question\": \"NBV\", \"reference_date\": \"20250203\"}\n",
        b"{\"id\": {\"x\": [1]}, \"question\": \"NBV in FY2025\", \"reference_date\": null}",
    ];
    input.extend(lines.concat());
    let run = desk.feed(&["batch", "--demo"], input).exits(2).says(&["9 lines could not be answered"]);
    let answers = run.json();
    let error = |at: usize| answers[at]["error"]["message"].as_str().unwrap().to_owned();
    assert_eq!(answers.len(), 11);
    assert!(answers[0]["answer"].as_str().unwrap().contains("566.9"));
    assert_eq!(answers[1]["error"]["line"], 4, "blank lines count");
    assert!(error(2).contains("missing field `question`"), "{}", error(2));
    assert!(error(3).contains("empty"), "{}", error(3));
    assert!(error(4).contains("not a day that exists"), "{}", error(4));
    assert!(error(5).contains("did you mean `reference_date`?"), "a date is not lost in silence: {}", error(5));
    assert!(error(6).contains("bytes"), "{}", error(6));
    assert_eq!((&answers[2]["id"], &answers[4]["id"]), (&json!("a"), &json!(6)));
    assert_eq!(answers[10]["id"], json!({"x": [1]}));
    assert!(answers[10]["answer"].is_string());
}

#[test]
fn fields_that_are_not_read_are_named_once_for_all_lines() {
    let desk = Desk::empty();
    let asked = |topic: &str| {
        format!("{{\"id\": 1, \"question\": \"Hong Kong NBV in FY2025?\", \"topic\": {topic}, \"b\\u001b\": 1e400}}\n")
    };
    let run = desk.feed(&["batch", "--demo"], asked("\"value\"") + &asked("[1.50, {}]")).exits(0);
    let run = run.says(&["warning: fields that are not read: b", "topic; only id, question, reference_date are"]);
    let answers = run.json();
    assert!(answers.iter().all(|answer| answer["answer"].as_str().unwrap().contains("566.9")), "{answers:?}");
}

#[test]
fn a_line_without_end_is_told_and_passed_over() {
    let desk = Desk::empty();
    let input = format!("{}\n{}", "y".repeat(5_000_000), line(2, "Hong Kong NBV in FY2025?"));
    let answers = desk.feed(&["batch", "--demo"], input).exits(2).json();
    assert!(answers[0]["error"]["message"].as_str().unwrap().contains("longer than"));
    assert_eq!(answers[1]["id"], 2);
}

#[test]
fn what_cannot_be_read_is_a_fault() {
    let desk = Desk::empty();
    desk.run(&["batch", "--demo", "none.jsonl"]).exits(3).says(&["none.jsonl"]);
    desk.run(&["batch", "--demo", "."]).exits(3);
    desk.run(&["batch", "--demo", "--jobs", "0"]).exits(2);
    assert_eq!(desk.feed(&["batch", "--demo"], "").exits(0).out, "");
}

#[test]
fn a_reader_that_leaves_ends_the_batch_quietly() {
    let desk = Desk::empty();
    let input: String = (0..20_000).map(|id| line(id, "Hong Kong NBV in FY2025?")).collect();
    desk.file("questions.jsonl", input);
    let mut child = Command::new(env!("CARGO_BIN_EXE_engine"))
        .args(["batch", "--demo", "questions.jsonl"])
        .current_dir(desk.root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 100]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
