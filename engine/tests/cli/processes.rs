//! Processes that meet on one workspace, and processes that die.

use std::fmt::Write;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::desk::{Desk, HEADER};

fn spawn(desk: &Desk, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_engine"))
        .args(args)
        .current_dir(desk.root())
        .env_remove("ENGINE_WORKSPACE")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn rows(doc: &str, count: usize) -> String {
    let mut text = HEADER.to_owned();
    for n in 0..count {
        writeln!(text, "REVENUE,HK,{}-{:02},,{n},USD_M,{doc}{},,", 1900 + n / 12 % 200, n % 12 + 1, n / 2400).unwrap();
    }
    text
}

#[test]
fn two_ingestions_at_once_both_go_in() {
    let desk = Desk::new();
    for name in ["a", "b", "c"] {
        desk.file(&format!("{name}.csv"), rows(name, 5000));
    }
    let running: Vec<Child> = ["a.csv", "b.csv", "c.csv"].map(|name| spawn(&desk, &["ingest", name])).into();
    for child in running {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(desk.run(&["facts", "list", "--json"]).exits(0).json().len(), 15_000);
    desk.run(&["doctor"]).exits(0);
}

#[test]
fn a_run_that_is_killed_leaves_the_old_state() {
    const ROWS: usize = 150_000;
    let desk = Desk::with_rows("REVENUE,HK,2024,,10,USD_M,old.pptx,,\n");
    desk.file("big.csv", rows("big", ROWS));
    let mut killed = 0;
    // Early in the run, amid its rows, and perhaps at its end: the outcome must be whole each time.
    for wait_ms in [100, 300, 600, 1200] {
        let mut child = spawn(&desk, &["ingest", "big.csv"]);
        std::thread::sleep(Duration::from_millis(wait_ms));
        desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["10 US$m"]);
        let ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        let count = desk.run(&["facts", "list", "--json"]).exits(0).out.lines().count();
        if count > 1 {
            assert_eq!(count, ROWS + 1, "a run is stored as a whole or not at all");
            break;
        }
        assert!(!ended, "the run said that it was done, and nothing is stored");
        killed += 1;
    }
    assert!(killed > 0, "every run ended before it could be killed");
    desk.run(&["doctor"]).exits(0);
    desk.file("next.csv", format!("{HEADER}REVENUE,HK,2023,,9,USD_M,next.pptx,,\n"));
    desk.run(&["ingest", "next.csv"]).exits(0);
    desk.run(&["ask", "Hong Kong revenue in FY2023?"]).prints(&["9 US$m"]);
}

#[test]
fn a_killed_run_leaves_whole_documents_and_is_taken_up_again() {
    const DOCUMENTS: usize = 2_400;
    let corpus = |text: &str| {
        let mut lines = String::new();
        for n in 0..DOCUMENTS {
            let words = format!("{text} {n} ").repeat(60);
            writeln!(lines, "{{\"_id\":\"d{n}\",\"text\":\"{words}\\n\\n{words}\"}}").unwrap();
        }
        lines
    };
    let desk = Desk::new();
    desk.file("corpus.jsonl", corpus("old"));
    desk.run(&["ingest", "corpus.jsonl"]).exits(0);
    desk.file("corpus.jsonl", corpus("new"));
    let text_of = |n: usize| desk.run(&["docs", "show", &format!("d{n}"), "--locator", "para1-2"]).exits(0).out;
    let mut killed_amid = 0;
    for reached in [0, DOCUMENTS / 4, DOCUMENTS / 2] {
        let mut child = spawn(&desk, &["ingest", "corpus.jsonl"]);
        while child.try_wait().unwrap().is_none() && !text_of(reached).contains("new") {}
        child.kill().unwrap();
        child.wait().unwrap();
        let mut new = 0;
        for n in (0..DOCUMENTS).step_by(DOCUMENTS / 40) {
            let text = text_of(n);
            let (olds, news) = (text.matches("old").count(), text.matches("new").count());
            assert!((olds, news) == (120, 0) || (olds, news) == (0, 120), "half a document: {text}");
            new += usize::from(news > 0);
        }
        killed_amid += usize::from(new > 0 && new < 40);
    }
    assert!(killed_amid > 0, "no run was killed amid its documents");
    desk.run(&["doctor"]).exits(0);
    let line = desk.run(&["ingest", "--json", "corpus.jsonl"]).exits(0).json().remove(0);
    assert_eq!(line["documents"], DOCUMENTS);
    desk.run(&["docs", "show", "d2399"]).exits(0).prints(&["new 2399"]);
}

#[test]
fn messages_that_nobody_reads_are_no_panic() {
    let desk = Desk::new();
    desk.file("bad.csv", format!("{HEADER}{}", "NO,HK,2024,,1,USD_M,d,,\n".repeat(20_000)));
    let mut child = spawn(&desk, &["ingest", "bad.csv"]);
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(3));
}
