//! `engine facts`: listing, showing, disagreeing, remembering, withdrawing.

use crate::desk::{Desk, HEADER, Run};

const ROWS: &str = "REVENUE,HK,2024,,10,USD_M,early.pptx,\"slide=4,row=1\",2024-12-31
REVENUE,HK,2024,,11,USD_M,late.pptx,slide=5,2025-02-01
REVENUE,HK,2024H1,AGENCY,4,USD_M,early.pptx,slide=6,
P/E,GROUP,2024,,12.50,TIMES,early.pptx,slide=7,
";

#[test]
fn facts_are_listed_narrowed_and_paged() {
    let desk = Desk::with_rows(ROWS);
    let count = |args: &[&str]| desk.run(&[&["facts", "list", "--json"], args].concat()).exits(0).json().len();
    assert_eq!(count(&[]), 4);
    assert_eq!(count(&["--metric", "营业收入", "--entity", "香港"]), 3);
    assert_eq!(count(&["--period", "2024年上半年", "--channel", "代理", "--doc", "early.pptx"]), 1);
    assert_eq!(count(&["--limit", "2", "--offset", "3"]), 1);
    assert_eq!(count(&["--doc", "nobody.pptx"]), 0);
    desk.run(&["facts", "list", "--limit", "2"]).says(&["--offset 2 shows the next"]);
    desk.run(&["facts", "list", "--limit", "4"]).exits(0).prints(&["REVENUE/HK/2024H1/AGENCY"]);
    desk.run(&["facts", "list", "--metric", "revenu"]).exits(2).says(&["did you mean `Revenue`?"]);
    desk.run(&["facts", "list", "--period", "2024-13"]).exits(2).says(&["not a period"]);
    desk.run(&["facts", "list", "--limit", "0"]).exits(2);
    desk.run(&["facts", "list", "--offset", "18446744073709551615"]).exits(0);
    assert!(desk.run(&["facts", "list"]).out.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn a_key_is_shown_in_any_wording_with_the_answering_statement_first() {
    let desk = Desk::with_rows(ROWS);
    for key in ["REVENUE/HK/2024", "营收/香港/2024", "sales/Hong Kong/FY2024/TOTAL", "revenue／hk／2024年"] {
        let run = desk.run(&["facts", "show", key]).exits(0);
        let first = run.out.find("11 USD_M  (answers)").unwrap();
        assert!(first < run.out.find("10 USD_M  (CONTRADICTS the answer)").unwrap(), "{}", run.out);
        run.prints(&["late.pptx · slide=5", "2025-02-01", "auto-approved", "line 2"]);
    }
    desk.run(&["facts", "show", "P/E/GROUP/2024"]).exits(0).prints(&["12.50 TIMES"]);
    desk.run(&["facts", "show", "REVENUE/HK/2019"]).exits(0).says(&["no document states REVENUE/HK/2019"]);
    desk.run(&["facts", "show", "REVENUE/HK"]).exits(2).says(&["METRIC/ENTITY/PERIOD[/CHANNEL]"]);
    desk.run(&["facts", "show", "REVENUE/HK/2024/TOTAL/TOTAL"]).exits(2).says(&["too many parts"]);
    desk.run(&["facts", "show", "REVENUE/HKK/2024"]).exits(2).says(&["entity `HKK`"]);
    desk.run(&["facts", "show", "REVENUE/HK/last year"]).exits(2).says(&["not a period"]);
    desk.run(&["facts", "show", &"/".repeat(5000)]).exits(2);
}

#[test]
fn conflicts_name_the_value_that_answers() {
    let desk = Desk::with_rows(ROWS);
    let lines = desk.run(&["facts", "conflicts", "--json"]).exits(0).json();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["answers"]["doc"], "late.pptx");
    assert_eq!(lines[0]["others"][0]["doc"], "early.pptx");
    desk.run(&["facts", "conflicts"]).prints(&["REVENUE/HK/2024", "against"]).says(&["1 key in conflict"]);
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).prints(&["11 US$m", "10 US$m"]);
}

#[test]
fn a_changed_value_stays_in_the_history() {
    let desk = Desk::with_rows("REVENUE,HK,2024,,10,USD_M,deck.pptx,,\n");
    desk.file("facts.csv", format!("{HEADER}REVENUE,HK,2024,,12,USD_M,deck.pptx,,\n"));
    desk.run(&["ingest", "facts.csv"]).exits(0);
    let lines = desk.run(&["facts", "history", "REVENUE/HK/2024", "--json"]).exits(0).json();
    assert_eq!(lines[0]["ended"]["action"], "changed");
    assert!(lines[1]["ended"].is_null());
    desk.run(&["facts", "history", "REVENUE/HK/2024"]).prints(&["10", "changed", "12", "present"]);
    desk.run(&["facts", "history", "REVENUE/HK/2020"]).exits(0).says(&["no document ever stated"]);
}

#[test]
fn a_withdrawn_fact_stays_withdrawn_until_it_is_restored() {
    let desk = Desk::with_rows(ROWS);
    let ask = || desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0);
    let withdraw = |args: &[&str]| -> Run { desk.run(&[&["facts", "withdraw"], args].concat()) };
    withdraw(&["营收/香港/2024", "--doc", "late.pptx", "--reason", "typo"]).exits(0).prints(&["1 fact withdrawn"]);
    ask().prints(&["10 US$m"]);
    withdraw(&["--doc", "early.pptx", "--reason", "draft"]).exits(0).prints(&["3 facts withdrawn"]);
    assert!(!ask().out.contains("10"));
    desk.run(&["ingest", "facts.csv"]).exits(0);
    desk.file("facts.csv", format!("{HEADER}{ROWS}\n"));
    desk.run(&["ingest", "facts.csv"]).exits(0).says(&["still withdrawn, as a person decided: 4 facts"]);
    assert!(!ask().out.contains("10"), "a later ingestion must not undo a decision");
    assert_eq!(desk.run(&["facts", "list", "--withdrawn", "--json"]).json().len(), 4);
    desk.run(&["facts", "history", "REVENUE/HK/2024"]).prints(&["typo", "draft"]);
    desk.run(&["facts", "show", "REVENUE/HK/2024"]).says(&["2 statements withdrawn"]);
    withdraw(&["--doc", "early.pptx", "--undo", "--reason", "final now"]).exits(0).prints(&["3 facts restored"]);
    ask().prints(&["10 US$m"]);
}

#[test]
fn a_withdrawal_that_changes_nothing_is_no_success() {
    let desk = Desk::with_rows(ROWS);
    let withdraw = |args: &[&str]| -> Run { desk.run(&[&["facts", "withdraw"], args].concat()) };
    withdraw(&["--reason", "x"]).exits(2);
    withdraw(&["REVENUE/HK/2024"]).exits(2).says(&["--reason"]);
    withdraw(&["REVENUE/HK/2024", "--reason", "  "]).exits(2);
    withdraw(&["--doc", "erly.pptx", "--reason", "x"]).exits(3).says(&["did you mean `early.pptx`?"]);
    withdraw(&["REVENUE/HK/2019", "--reason", "x"]).exits(3).says(&["nothing was changed"]);
    withdraw(&["REVENUE/HK/2024", "--reason", "x"]).exits(0);
    withdraw(&["REVENUE/HK/2024", "--reason", "x"]).exits(0).prints(&["0 facts withdrawn (2 before)"]);
}
