//! The way of a reading from a real report through the queue into answers and back, and the cells that a person is shown on
//! that way. The reports are those of the fictitious insurer.

use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use rust_xlsxwriter::{Format, Workbook};
use serde_json::json;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::desk::{Desk, PROFILE, Run};

const DECK: &str = "Half_Year_Deck_2021.pptx";
/// What waits on the deck's hidden slide.
const HIDDEN_KEY: &str = "EV/VIETNAM/2021H1";
const QUESTION: &str = "Vietnam embedded value in 2021H1?";

fn insurer() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/insurer")
}

fn report(name: &str) -> Vec<u8> {
    std::fs::read(insurer().join("reports").join(name)).unwrap()
}

/// A workspace of the insurer with these reports ingested.
fn with_reports(names: &[&str]) -> Desk {
    let desk = Desk::empty();
    desk.run(&["init", "--profile", insurer().join("profile.toml").to_str().unwrap()]).exits(0);
    for name in names {
        desk.file(&format!("in/{name}"), report(name));
    }
    desk.run(&["ingest", "in"]).exits(0);
    desk
}

/// The number of the item at a place of a document.
fn item(desk: &Desk, doc: &str, locator: &str) -> String {
    let items = desk.run(&["review", "list", "--doc", doc, "--status", "all", "--json"]).exits(0).json();
    let found = items.iter().find(|item| item["locator"] == locator);
    found.unwrap_or_else(|| panic!("{locator} in {items:?}"))["id"].to_string()
}

fn ask(desk: &Desk, question: &str) -> Run {
    desk.run(&["ask", question]).exits(0)
}

/// A deck with a text of it replaced in every part.
fn edited(deck: &[u8], was: &str, now: &str) -> Vec<u8> {
    let mut archive = ZipArchive::new(Cursor::new(deck)).unwrap();
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    let mut replaced = 0;
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).unwrap();
        let name = part.name().unwrap().into_owned();
        let mut bytes = Vec::new();
        part.read_to_end(&mut bytes).unwrap();
        out.start_file(name, SimpleFileOptions::default()).unwrap();
        match String::from_utf8(bytes) {
            Ok(text) => {
                replaced += text.matches(was).count();
                out.write_all(text.replace(was, now).as_bytes()).unwrap();
            }
            Err(other) => out.write_all(other.as_bytes()).unwrap(),
        }
    }
    assert_eq!(replaced, 1, "{was}");
    out.finish().unwrap().into_inner()
}

/// Has every file read again, as a new edition of the profile does.
fn read_again(desk: &Desk) -> Run {
    let profile = desk.path(".engine/profile.toml");
    let text = std::fs::read_to_string(&profile).unwrap();
    std::fs::write(&profile, text + "\n# another edition\n").unwrap();
    desk.run(&["ingest", "in"]).exits(0)
}

#[test]
fn a_key_that_waits_is_told_with_the_way_to_it_and_never_with_its_value() {
    let desk = with_reports(&[DECK]);
    let told = ask(&desk, QUESTION).prints(&[
        "Not found: EV / VIETNAM / 2021H1",
        "waits for review (low_confidence)",
        "see: engine review list --metric EV --entity VIETNAM --period 2021H1",
    ]);
    let chinese =
        ask(&desk, "越南2021年上半年内含价值是多少？").prints(&["待人工审核（low_confidence）", "engine review list"]);
    let json = desk.run(&["ask", QUESTION, "--json"]).exits(0);
    let explained =
        desk.run(&["ask", QUESTION, "--explain"]).exits(0).prints(&["a reading waits for review (low_confidence)"]);
    for run in [&told, &chinese, &json, &explained] {
        assert!(!run.out.contains("905"), "{}", run.out);
    }
    let result = &json.json()[0]["tool_results"][0];
    assert_eq!(result["status"], "not_found");
    let see = result["waiting"]["see"].as_str().unwrap();
    assert_eq!(result["waiting"]["reasons"], json!(["low_confidence"]));
    let command: Vec<&str> = see.split(' ').skip(1).chain(["--json"]).collect();
    desk.run(&command).exits(0).prints(&["slide=3,table=1,row=2,col=2"]);
    let other = desk.run(&["ask", "Vietnam embedded value in 2019?", "--json"]).exits(0).json().remove(0);
    assert_eq!(other["tool_results"][0].get("waiting"), None, "nothing waits there");
    assert!(!ask(&desk, "Vietnam embedded value in 2019?").out.contains("review"));
}

#[test]
fn of_a_restricted_report_not_even_the_waiting_is_told() {
    let desk = with_reports(&[DECK]);
    let profile = desk.path(".engine/profile.toml");
    let text = std::fs::read_to_string(&profile).unwrap();
    let at = text.find("restricted_filename_patterns = [").unwrap() + "restricted_filename_patterns = [".len();
    std::fs::write(&profile, format!("{}\"*half_year_deck*\", {}", &text[..at], &text[at..])).unwrap();
    desk.run(&["ingest", "in"]).exits(0);
    let run = desk.run(&["ask", QUESTION, "--json"]).exits(0);
    assert!(run.out.contains("not_found") && !run.out.contains("waiting"), "{}", run.out);
    desk.run(&["review", "show", "1", "--context"]).exits(3).says(&["no review item 1"]);
}

#[test]
fn a_reading_goes_through_the_queue_and_stays_as_it_was_decided() {
    let desk = with_reports(&[DECK]);
    let hidden = item(&desk, DECK, "slide=3,table=1,row=2,col=2");
    desk.run(&["review", "list"]).exits(0).prints(&["low_confidence", "tagged"]);
    desk.run(&["review", "show", &hidden, "--context"]).exits(0).prints(&[
        "read with confidence 0.46, below 0.80: its slide or the table on it is hidden (0.50)",
        "the entity comes from",
        ">905.0<",
    ]);
    desk.run(&["review", "approve", &hidden, "--note", "seen in the filing"]).exits(0);
    let answered = ask(&desk, QUESTION).prints(&["905.0", DECK, "slide=3,table=1,row=2,col=2"]);
    assert!(!answered.out.contains("waits"), "{}", answered.out);

    let forecast = item(&desk, DECK, "slide=1,table=1,row=4,col=3");
    desk.run(&["review", "correct", &forecast, "--value", "3.2", "--note", "as audited"]).exits(0);
    ask(&desk, "Vietnam OPAT in 2021H2?").prints(&["3.2", "(corrected)"]);
    let agents = "ACTIVE_AGENTS/MALAYSIA/2021H1/AGENCY";
    desk.run(&["review", "reject", agents, "--note", "a typo in the deck"]).exits(0).prints(&["rejected"]);
    desk.run(&["review", "reject", agents, "--doc", DECK, "--note", "again"]).exits(0).prints(&["nothing was changed"]);
    let refused = ask(&desk, "Malaysia agency active agents in 2021H1?").prints(&["Not found"]);
    assert!(!refused.out.contains("waits") && !refused.out.contains("6.35"), "{}", refused.out);

    let still = |desk: &Desk| {
        ask(desk, QUESTION).prints(&["905.0"]);
        ask(desk, "Vietnam OPAT in 2021H2?").prints(&["3.2"]);
        ask(desk, "Malaysia agency active agents in 2021H1?").prints(&["Not found"]);
    };
    let again = read_again(&desk).says(&["still rejected, as a person decided: 1 fact"]);
    assert!(!again.err.contains("withdrawn") && !again.err.contains("changed since"), "{}", again.err);
    still(&desk);

    desk.file(&format!("in/{DECK}"), edited(&report(DECK), ">905.0<", ">906.0<"));
    desk.run(&["ingest", "in"]).exits(0).says(&["1 reading changed since a person decided"]);
    still(&desk);
    desk.run(&["review", "list", "--changed"]).exits(0).prints(&["CHANGED"]);
    desk.run(&["review", "show", &hidden, "--context"]).exits(0).prints(&["was `905.0`", "now `906.0`", ">906.0<"]);
    desk.run(&["review", "approve", &hidden, "--note", "the new edition"]).exits(0);
    ask(&desk, QUESTION).prints(&["906.0"]);
    desk.run(&["facts", "history", HIDDEN_KEY]).exits(0).prints(&["905.0", "906.0", "approved"]);
}

#[test]
fn the_cells_around_a_fact_are_shown_for_every_kind_of_report() {
    let reports = [
        ("Market_Snapshots_FY2020.xlsx", "NBV/THAILAND/2020", ">101.3<", "sheet=Thailand!B4"),
        ("香港业绩简报_2021年.pptx", "EV/HK/2020", ">5,120.00<", "slide=1,table=1,row=2,col=3"),
        ("Solvency_Filing_FY2021.pdf", "NET_PROFIT/THAILAND/2020", ">66.05<", "page=2,table=1,row=2,col=3"),
        ("Market_Bulletin_2021.html", "FYP/CHINA/2021Q3", ">180.3<", "table=1,row=3,col=2"),
        ("Market_Export_2020.csv", "ACTIVE_AGENTS/HK/2020H1", ">11.05<", "table=1,row=2,col=3"),
        ("渠道快报_2020年.md", "NBV_MARGIN/MALAYSIA/2020", ">58.2%<", "table=2,row=2,col=2"),
    ];
    let names: Vec<&str> = reports.iter().map(|(name, ..)| *name).collect();
    let desk = with_reports(&names);
    for (name, key, marked, locator) in reports {
        let run = desk.run(&["facts", "show", key, "--context"]).exits(0).prints(&[name, locator, marked]);
        let header = run.out.lines().find(|line| line.contains(marked)).unwrap().split_whitespace().nth(1);
        assert!(header.is_some_and(|header| header != marked), "the header of its row stands beside it: {}", run.out);
        assert!(!run.out.contains("changed since"), "{}", run.out);
    }
    std::fs::remove_file(desk.path("in/Market_Export_2020.csv")).unwrap();
    desk.run(&["facts", "show", "ACTIVE_AGENTS/HK/2020H1", "--context"]).exits(0).prints(&["the file is gone"]);
}

#[test]
fn the_unit_of_a_correction_goes_without_saying_and_is_said() {
    let (pack, dashboard) = ("Board_Pack_FY2021.xlsx", "KPI_Dashboard_FY2021.xlsx");
    let desk = with_reports(&[pack, dashboard, "Market_Snapshots_FY2020.xlsx"]);
    let correct = |doc: &str, locator: &str, args: &[&str]| {
        let id = item(&desk, doc, locator);
        desk.run(&[&["review", "correct", id.as_str(), "--note", "as audited"], args].concat())
    };
    let in_other = correct(pack, "sheet=KPIs!C8", &["--value", "88012500"]).exits(0);
    in_other.prints(&["AUM/GROUP/2021 = 88012500 USD_K", "the unit, which --unit does not say, is USD_K"]);
    let scaled = correct(dashboard, "sheet=Dashboard!B9", &["--value", "0.5", "--json"]).exits(0).json().remove(0);
    assert_eq!((&scaled["fact"]["unit"], &scaled["unit_by_default"]), (&json!("USD_M"), &json!(true)));
    // Without a value the document's own number would be put into another unit.
    let in_its_own = correct(pack, "sheet=KPIs!D8", &["--entity", "GROUP"]).exits(2);
    in_its_own.says(&["the unit is USD_M, and AUM is stated in USD_K", "never converted"]);
    correct(dashboard, "sheet=Dashboard!B13", &["--period", "2021"]).exits(3).says(&["does not say which unit"]);
    // What is missing there is the period alone.
    let dated = correct("Market_Snapshots_FY2020.xlsx", "sheet=Undated!B4", &["--period", "2020"]).exits(0);
    let dated = dated.prints(&["NBV/VIETNAM/2020/AGENCY = 6.6 USD_M"]);
    assert!(!dated.out.contains("--unit"), "the sheet states it: {}", dated.out);
}

#[test]
fn what_a_cell_shows_stands_beside_its_exact_value() {
    let desk = Desk::new();
    let mut book = Workbook::new();
    let (sheet, one_digit) = (book.add_worksheet(), Format::new().set_num_format("0.0"));
    sheet.write(0, 0, "Hong Kong, US$m").unwrap().write(1, 1, "FY2023").unwrap().write(1, 2, "FY2024").unwrap();
    sheet.write(2, 0, "Revenue").unwrap().write(2, 1, 12.5).unwrap();
    sheet.write_with_format(2, 2, 33.300_000_000_000_004, &one_digit).unwrap();
    desk.file("a.xlsx", book.save_to_buffer().unwrap());
    desk.run(&["ingest", "a.xlsx"]).exits(0);
    let shown = desk.run(&["facts", "show", "REVENUE/HK/2024"]).exits(0);
    shown.prints(&["33.300000000000004 USD_M  (answers)", "shown as  33.3 (in the cell)"]);
    let line = desk.run(&["facts", "show", "REVENUE/HK/2024", "--json"]).exits(0).json().remove(0);
    assert_eq!((line["value"].to_string(), &line["shown"]), ("33.300000000000004".to_owned(), &json!("33.3")));
    let plain = desk.run(&["facts", "show", "REVENUE/HK/2023"]).exits(0);
    assert!(!plain.out.contains("shown as"), "{}", plain.out);
}

#[test]
fn facts_that_a_new_synonym_puts_to_review_are_counted_in_the_report() {
    let desk = Desk::new();
    let profile = desk.path(".engine/profile.toml");
    desk.file("in/a.md", "# Hong Kong, US$m\n\n| | FY2024 |\n|---|---|\n| Revenue | 10.5 |\n| Takings | 11.5 |\n");
    desk.run(&["ingest", "in"]).exits(0);
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["10.5"]);
    std::fs::write(&profile, PROFILE.replace("\"sales\"", "\"sales\", \"takings\"")).unwrap();
    let told = desk.run(&["ingest", "in"]).exits(0);
    told.says(&[
        "1 fact that it stated before stopped answering: 1 now waits for a person as contradiction",
        "engine review list --reason contradiction --doc a.md",
    ]);
    let line = desk.run(&["ingest", "in", "--json"]).exits(0).json().pop().unwrap();
    assert_eq!((&line["dropped_to_review"], &line["waiting"]), (&json!({}), &json!(2)), "it is told once: {line}");
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["waits for review (contradiction)"]);
}

#[test]
fn what_waits_in_many_files_is_one_line() {
    let desk = with_reports(&[DECK, "Board_Pack_FY2021.xlsx", "KPI_Dashboard_FY2021.xlsx"]);
    let told = read_again(&desk).says(&["18 readings of 3 files wait for a person: engine review list"]);
    assert_eq!(told.err.matches("wait for a person").count(), 1, "{}", told.err);
    let one = desk.run(&["ingest", &format!("in/{DECK}")]).exits(0);
    one.says(&[&format!("{DECK}: 2 readings wait for a person: engine review list")]);
}

#[test]
fn a_table_is_not_broken_where_no_terminal_asks_for_it() {
    let desk = with_reports(&["Board_Pack_FY2021.xlsx"]);
    let wide = crate::desk::finish(desk.command().env_remove("COLUMNS").args(["review", "list"]));
    let line = wide.out.lines().find(|line| line.contains("sheet=KPIs!C8")).unwrap();
    for part in ["88012.5", "AUM/GROUP/2021", "Board_Pack_FY2021.xlsx · sheet=KPIs!C8", "unit_mismatch"] {
        assert!(line.contains(part), "{part}: {line}");
    }
    let narrow = desk.run_with(&[("COLUMNS", "60")], &["review", "list"]).exits(0);
    assert!(narrow.out.lines().all(|line| line.chars().count() <= 60), "{}", narrow.out);
}
