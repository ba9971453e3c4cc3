//! Tables on their way into a workspace: what answers, what waits, and what a person sees of both.

use crate::desk::Desk;

const TABLE: &str = "# Results of the year\n\n| US$m | FY2023 | FY2024 |\n|---|---|---|\n| Hong Kong | | |\n| Revenue | 9.50 | 10.50 |\n";

#[test]
fn text_and_tables_of_a_file_go_in_under_one_name() {
    let desk = Desk::new();
    desk.file("in/review.md", TABLE);
    let run = desk.run(&["ingest", "in"]).exits(0).prints(&["in/review.md", "its tables"]);
    assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
    desk.run(&["docs", "list"]).exits(0).prints(&["review.md"]);
    let lines = desk.run(&["ingest", "--json", "in"]).exits(0).json();
    assert_eq!((&lines[0]["kind"], &lines[0]["outcome"]), (&"documents".into(), &"unchanged".into()));
}

#[test]
fn a_csv_file_is_a_facts_file_or_a_table_by_its_header() {
    let desk = Desk::new();
    desk.file("table.csv", "US$m,FY2024\nRevenue,10.50\n");
    let line = desk.run(&["ingest", "--json", "table.csv"]).json().remove(0);
    assert_eq!((&line["kind"], &line["doc"]), (&"tables".into(), &"table.csv".into()), "{line}");
    desk.file("facts.csv", "metric,entity,perid,value,unit,doc\nREVENUE,HK,2024,1,USD_M,a.xlsx\n");
    desk.run(&["ingest", "facts.csv"]).exits(3).says(&["did you mean `period`?"]);
    desk.file("empty.csv", "name,remark\nx,y\n");
    desk.run(&["ingest", "empty.csv"]).exits(4).says(&["empty.csv: no"]);
}

#[test]
fn what_restricts_a_table_restricts_its_text() {
    let desk = Desk::new();
    let profile = desk.path(".engine/profile.toml");
    let text = std::fs::read_to_string(&profile).unwrap();
    std::fs::write(&profile, text + "restricted_keywords = [\"kite\"]\n").unwrap();
    desk.file("plan.md", TABLE.replace("Hong Kong", "Kite"));
    for args in [
        &["ingest", "plan.md"][..],
        &["ingest", "plan.md", "--json"],
        &["docs", "list"],
        &["facts", "list"],
        &["review", "list"],
    ] {
        let run = desk.run(args);
        assert!(!run.out.contains("plan.md") && !run.err.contains("plan.md"), "{} {}", run.out, run.err);
        assert!(!run.out.contains("10.50"), "{}", run.out);
    }
}
