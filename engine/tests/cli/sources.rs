//! Which files an ingestion takes, and that the name of a restricted one is shown nowhere.

use crate::desk::{Desk, HEADER, Run};

fn hides(run: &Run, words: &[&str]) {
    for word in words {
        assert!(!run.out.contains(word) && !run.err.contains(word), "`{word}` is shown: {}\n{}", run.out, run.err);
    }
}

#[test]
fn patterns_are_expanded_by_the_program() {
    let desk = Desk::new();
    desk.file("in/a.md", "First.\n");
    desk.file("in/b.md", "Second.\n");
    desk.file("in/c.txt", "Third.\n");
    let lines = desk.run(&["ingest", "--json", "in/*.md"]).exits(0).json();
    let files: Vec<&str> = lines.iter().map(|line| line["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["in/a.md", "in/b.md"]);
    desk.run(&["ingest", "in/*.mdd"])
        .exits(3)
        .says(&["in/*.mdd: no file or folder is named like this; the nearest is in/"]);
    desk.run(&["ingest", "inn/*.md"]).exits(3).says(&["the nearest is in", "nothing was read or stored"]);
}

#[test]
fn a_long_name_takes_the_room_that_is_left() {
    let desk = Desk::new();
    let name = "annual-review-2025.md";
    desk.file(name, "Text.\n");
    let run = desk.run(&["ingest", name]).exits(0).prints(&[name]);
    assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
}

#[test]
fn the_name_of_a_restricted_file_is_shown_nowhere() {
    let desk = Desk::new();
    let profile = desk.path(".engine/profile.toml");
    let text = std::fs::read_to_string(&profile).unwrap();
    std::fs::write(&profile, text + "restricted_keywords = [\"project kite\"]\n").unwrap();
    desk.file("in/board-only-plans.md", "Plans.\n");
    desk.file("in/board-only-facts.csv", format!("{HEADER}REVENUE,HK,2024,,ten,USD_M,a.xlsx,,\n"));
    desk.file("in/board-only-notes.key", "x");
    desk.file("in/kite.md", "About Project Kite.\n");
    desk.file("in/labelled.md", "---\nsensitivity: RESTRICTED\ncolour: red\n---\nText.\n");
    desk.file("in/open.md", "Open.\n");
    let secret = ["board-only", "kite", "labelled", "`ten`"];
    for args in [&["ingest", "in"][..], &["ingest", "in", "--json"]] {
        let run = desk.run(args).exits(3);
        hides(&run, &secret);
        assert!(run.out.contains("(restricted document)") && run.out.contains("open.md"), "{}", run.out);
        assert!(run.err.contains("(restricted document): line 2, column 5 (value): not a number"), "{}", run.err);
    }
    let run = desk
        .run(&["ingest", "in/kite.md", "--show-restricted-count"])
        .exits(0)
        .says(&["they never answer and are never shown"]);
    assert!(run.out.contains("unchanged"), "{}", run.out);
    hides(&run, &secret);
    let other = Desk::new();
    other.file("board-only.md", "One.\n");
    other
        .run(&["ingest", "board-only.md", "--show-restricted-count"])
        .exits(0)
        .says(&["1 restricted document; it never answers and is never shown"]);
}

#[test]
fn what_is_no_cell_says_so() {
    let desk =
        Desk::with_rows("REVENUE,HK,2024,,10,USD_M,a.xlsx,,\nREVENUE,GROUP,2024,,11,USD_M,a.xlsx,sheet=PL!C7,\n");
    let show = |key| desk.run(&["facts", "show", key, "--context"]).exits(0);
    show("REVENUE/HK/2024").prints(&["its place, row=2, is no cell of a table"]);
    show("REVENUE/GROUP/2024").prints(&["holds no table itself", "sheet=PL!C7 in a.xlsx"]);
    std::fs::remove_file(desk.path("facts.csv")).unwrap();
    show("REVENUE/GROUP/2024").prints(&["the file is gone"]);
    desk.run(&["facts", "show", "REVENUE/HK/2024", "--context", "--json"]).exits(2);
}

#[test]
fn a_hidden_file_that_would_be_read_is_said() {
    let desk = Desk::new();
    desk.file("in/open.md", "Open.\n");
    desk.file("in/.hidden.md", "Hidden.\n");
    desk.file("in/.git/config", "x");
    desk.file("in/.DS_Store", "x");
    let run = desk
        .run(&["ingest", "in"])
        .exits(0)
        .says(&["skipped, hidden files; name them to have them read: in/.hidden.md"]);
    assert!(!run.err.contains("DS_Store") && !run.err.contains("config"), "{}", run.err);
    desk.run(&["ingest", "in/.hidden.md"]).exits(0);
}
