//! Files that are not what `engine ingest` hopes for.

use crate::desk::{Desk, HEADER};

const GOOD: &str = "REVENUE,HK,2024,,10,USD_M,deck.pptx,,\n";

#[test]
fn a_bad_row_rejects_its_file_and_no_other() {
    let desk = Desk::new();
    desk.file(
        "bad.csv",
        format!("{HEADER}{GOOD}REVENU,HK,2023,,1,USD_M,deck.pptx,,\nREVENUE,HK,20x,,?,USD_M,deck.pptx,,\n"),
    );
    desk.file("good.csv", format!("{HEADER}REVENUE,GROUP,2024,,20,USD_M,other.pptx,,\n"));
    desk.run(&["ingest", "bad.csv", "good.csv"])
        .exits(3)
        .says(&["bad.csv:3: column 1 (metric) `REVENU`", "did you mean `Revenue`?", "bad.csv:4:", "--skip-bad-rows"])
        .prints(&["rejected", "taken"]);
    desk.run(&["facts", "list", "--json"]).prints(&["\"value\":20,"]);
    assert_eq!(desk.run(&["facts", "list", "--json"]).json().len(), 1);
}

#[test]
fn bad_rows_are_left_out_on_demand() {
    let desk = Desk::new();
    desk.file("mixed.csv", format!("{HEADER}{GOOD}REVENUE,NOWHERE,2023,,1,USD_M,deck.pptx,,\n"));
    let run = desk.run(&["ingest", "--skip-bad-rows", "--json", "mixed.csv"]).exits(4).says(&["mixed.csv:3:"]);
    let line = &run.json()[0];
    assert_eq!(line["outcome"], "bad_rows_left_out");
    assert_eq!((&line["rows"], &line["new"], &line["bad"]), (&2.into(), &1.into(), &1.into()));
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).prints(&["10"]);
    desk.file("all_bad.csv", format!("{HEADER}NO,HK,2023,,1,USD_M,d,,\n"));
    desk.run(&["ingest", "--skip-bad-rows", "all_bad.csv"]).exits(3);
}

#[test]
fn a_header_that_is_wrong_is_explained() {
    let desk = Desk::new();
    for (name, content, part) in [
        ("missing.csv", "metric,entity\nREVENUE,HK\n", "missing columns: period, value, unit, doc"),
        ("typo.csv", "metrik,entity,period,value,unit,doc\n", "did you mean `metric`?"),
        ("semicolon.csv", "metric;entity;period\n", "save the file with commas"),
        ("empty.csv", "", "the file is empty"),
    ] {
        desk.file(name, content);
        desk.run(&["ingest", name]).exits(3).says(&[name, part]).prints(&["unreadable"]);
    }
    desk.file("header.csv", HEADER);
    desk.run(&["ingest", "header.csv"]).exits(4).says(&["no rows below its header"]).prints(&["no facts"]);
}

#[test]
fn bytes_that_are_no_text_are_named_with_their_line() {
    let desk = Desk::new();
    let row = |cell: &[u8]| [HEADER.as_bytes(), GOOD.as_bytes(), b"REVENUE,HK,2023,,1,USD_M,", cell, b",,\n"].concat();
    desk.file("latin.csv", row(b"d\xE9ck"));
    desk.run(&["ingest", "latin.csv"]).exits(3).says(&["latin.csv:3: column 7 (doc)", "UTF-8"]);
    desk.file("nul.csv", row(b"d\0ck"));
    desk.run(&["ingest", "nul.csv"]).exits(3).says(&["nul.csv:3: column 7 (doc)", "control character"]);
    desk.file("utf16.csv", b"\xFF\xFEm\0e\0");
    desk.run(&["ingest", "utf16.csv"]).exits(3).says(&["UTF-8"]);
    desk.file("random.csv", (0..=255_u8).cycle().take(5000).collect::<Vec<_>>());
    desk.run(&["ingest", "random.csv"]).exits(3);
}

#[test]
fn files_of_other_kinds_are_refused_by_name_and_skipped_in_folders() {
    let desk = Desk::new();
    desk.file("in/deck.key", "x");
    desk.file("in/a.csv", format!("{HEADER}{GOOD}"));
    desk.run(&["ingest", "in/deck.key", "in/a.csv"]).exits(3).says(&[
        "not a file that is read",
        ".csv",
        ".md",
        "nothing was read",
    ]);
    desk.run(&["facts", "list"]).says(&["no facts yet"]);
    desk.run(&["ingest", "in"]).exits(0).says(&["skipped, neither facts nor documents: in/deck.key"]);
    let lines = desk.run(&["ingest", "in", "--json"]).exits(0).json();
    assert_eq!((&lines[0]["outcome"], &lines[1]["outcome"]), (&"unchanged".into(), &"skipped".into()));
    desk.file("none/deck.key", "x");
    desk.run(&["ingest", "none"]).exits(3).says(&["no file that is read in none", "*.csv with facts"]);
    desk.run(&["ingest", "in/b.csv"]).exits(3).says(&["in/b.csv: no such file", "did you mean in/a.csv?"]);
    desk.run(&["ingest"]).exits(2);
}

#[test]
fn another_spelling_of_a_path_is_the_same_file() {
    let desk = Desk::new();
    desk.file("in/a.csv", format!("{HEADER}{GOOD}"));
    desk.run(&["ingest", "in/a.csv"]).exits(0);
    let absolute = desk.path("in/a.csv");
    for path in ["./in/a.csv", "in/../in/a.csv", "in", absolute.to_str().unwrap()] {
        let lines = desk.run(&["ingest", "--json", path]).exits(0).json();
        assert_eq!((lines.len(), &lines[0]["outcome"]), (1, &"unchanged".into()), "{path}");
    }
    desk.file("in/a.csv", format!("{HEADER}REVENUE,HK,2023,,7,USD_M,deck.pptx,,\n"));
    let lines = desk.run(&["ingest", "--json", "in/a.csv", "./in/a.csv"]).exits(0).json();
    assert_eq!(lines.len(), 1, "a file that is named twice is read once");
    assert_eq!((&lines[0]["new"], &lines[0]["dropped"]), (&1.into(), &1.into()));
}

#[test]
fn a_changed_profile_reads_known_files_again() {
    let desk = Desk::with_rows(GOOD);
    let profile = desk.path(".engine/profile.toml");
    let text = std::fs::read_to_string(&profile).unwrap();
    std::fs::write(&profile, text + "\n# changed\n").unwrap();
    assert_eq!(desk.run(&["ingest", "--json", "facts.csv"]).exits(0).json()[0]["outcome"], "taken");
}

#[test]
fn a_bad_row_of_a_restricted_document_is_not_quoted() {
    let desk = Desk::new();
    let profile = desk.path(".engine/profile.toml");
    let text = std::fs::read_to_string(&profile).unwrap();
    std::fs::write(&profile, text + "restricted_keywords = [\"project kite\"]\n").unwrap();
    for (file, doc, locator) in [
        ("board-only.csv", "a.xlsx", "x"),
        ("b.csv", "board-only.xlsx", "x"),
        ("c.csv", "a.xlsx", "P.r.o.j.e.c.t kite"),
    ] {
        desk.file(file, format!("{HEADER}REVENUE,HK,2024,,4242 and more,USD_M,{doc},{locator},\n"));
        let run = desk
            .run(&["ingest", file])
            .exits(3)
            .says(&["(restricted document): line 2, column 5 (value): not a number"]);
        assert!(!(run.out.clone() + &run.err).contains("4242"), "{}{}", run.out, run.err);
    }
    desk.file("d.csv", format!("{HEADER}REVENUE,HK,2024,,4242,USD_M,a.xlsx,PROJECT-KITE,\n"));
    desk.run(&["ingest", "d.csv"]).exits(0);
    assert!(!desk.run(&["ask", "HK revenue FY2024?"]).out.contains("4242"));
}

#[test]
fn restricted_facts_are_counted_and_never_shown() {
    let desk = Desk::with_rows(GOOD);
    desk.file("more.csv", format!("{HEADER}REVENUE,HK,2024,,99,USD_M,board-only.pptx,,\n"));
    desk.run(&["ingest", "more.csv", "--show-restricted-count"]).exits(0).says(&["1 fact of restricted documents"]);
    for args in [&["facts", "list"][..], &["facts", "list", "--json"], &["facts", "conflicts"]] {
        let run = desk.run(args).exits(0);
        assert!(!run.err.contains("restricted"), "{}", run.err);
        let run =
            desk.run(&[args, &["--show-restricted-count"]].concat()).exits(0).says(&["1 fact of restricted documents"]);
        assert!(!run.out.contains("99") && !run.out.contains("board"), "{}", run.out);
    }
    for args in [
        &["facts", "show", "REVENUE/HK/2024"][..],
        &["facts", "history", "REVENUE/HK/2024"],
        &["ask", "--explain", "HK revenue FY2024?"],
    ] {
        let run = desk.run(args).exits(0);
        assert!(!run.out.contains("99") && !run.out.contains("board"), "{}", run.out);
    }
}
