//! Processes that meet on one workspace, and processes that die.

use std::fmt::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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
fn a_reader_sees_the_old_state_while_a_run_is_killed() {
    let desk = Desk::with_rows("REVENUE,HK,2024,,10,USD_M,old.pptx,,\n");
    desk.file("big.csv", rows("big", 400_000));
    let log = desk.path(".engine/facts.db-wal");
    let mut child = spawn(&desk, &["ingest", "big.csv"]);
    // The log grows once rows are being written.
    let started = Instant::now();
    let size = || std::fs::metadata(&log).map_or(0, |log| log.len());
    while size() < 200_000 && started.elapsed() < Duration::from_secs(20) && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let ended = child.try_wait().unwrap();
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["10 US$m"]);
    assert!(ended.is_none(), "the run ended before it could be killed");
    child.kill().unwrap();
    child.wait().unwrap();
    let facts = desk.run(&["facts", "list", "--json"]).exits(0).json();
    assert_eq!((facts.len(), &facts[0]["doc"]), (1, &"old.pptx".into()), "a killed run leaves no trace");
    desk.run(&["doctor"]).exits(0);
    desk.file("next.csv", format!("{HEADER}REVENUE,HK,2023,,9,USD_M,next.pptx,,\n"));
    desk.run(&["ingest", "next.csv"]).exits(0);
    desk.run(&["ask", "Hong Kong revenue in FY2023?"]).prints(&["9 US$m"]);
}

#[test]
fn messages_that_nobody_reads_are_no_panic() {
    let desk = Desk::new();
    desk.file("bad.csv", format!("{HEADER}{}", "NO,HK,2024,,1,USD_M,d,,\n".repeat(20_000)));
    let mut child = spawn(&desk, &["ingest", "bad.csv"]);
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(3));
}
