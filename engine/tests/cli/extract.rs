//! `engine extract`: the dump that other programs read, the table that people read, and what is refused.

use std::path::Path;

use serde_json::{Value, json};

use crate::desk::{Desk, PROFILE};

const PAGE: &str = "<h1>Results 2024</h1><p>单位：US$m</p>\
    <table><tr><th rowspan=2>Region<th colspan=2>Revenue<tr><th>FY2023<th>FY2024\
    <tr><td>Hong Kong<td>1,234.50<td bgcolor='#FFF2CC'>(12.0)<tr><td>Group<td>2<td hidden>3</table>";

fn cell<'v>(grid: &'v Value, at: &str) -> &'v Value {
    grid["cells"].as_array().unwrap().iter().find(|cell| cell["ref"] == at).unwrap()
}

#[test]
fn the_dump_has_one_object_a_grid_and_line() {
    let desk = Desk::empty();
    desk.file("page.html", format!("{PAGE}<h2>Other</h2>{}", "<table><tr><td>x<td>1<tr><td>y<td>2</table>"));
    let grids = desk.run(&["extract", "page.html", "--json"]).exits(0).json();
    assert_eq!(grids.len(), 2);
    let grid = &grids[0];
    assert_eq!(
        (&grid["doc"], &grid["sheet"], &grid["rows"], &grid["cols"]),
        (&json!("page.html"), &json!("table=1"), &json!(4), &json!(3))
    );
    assert_eq!(grid["captions"], json!(["Results 2024", "单位：US$m"]));
    assert_eq!((&grid["facts"], &grid["reviews"]), (&json!([]), &json!([])), "without a profile nothing has a meaning");
    let value = cell(grid, "C3");
    for (key, wanted) in [
        ("text", json!("(12.0)")),
        ("value", json!("(12.0)")),
        ("number_format", json!(null)),
        ("fill", json!("FFF2CC")),
        ("font_color", json!(null)),
        ("bold", json!(false)),
        ("merge", json!(null)),
        ("hidden", json!(false)),
        ("kind", json!("value")),
        ("row_headers", json!([{"ref": "A3", "text": "Hong Kong"}])),
        ("col_headers", json!([{"ref": "B1", "text": "Revenue"}, {"ref": "C2", "text": "FY2024"}])),
    ] {
        assert_eq!(value[key], wanted, "{key}");
    }
    assert_eq!((&cell(grid, "B1")["merge"], &cell(grid, "B1")["kind"]), (&json!("B1:C1"), &json!("header")));
    assert_eq!(cell(grid, "C4")["hidden"], json!(true));
}

#[test]
fn people_see_a_table_within_80_columns() {
    let desk = Desk::empty();
    desk.file("page.html", PAGE);
    let run = desk.run(&["extract", "page.html"]).exits(0).prints(&[
        "table=1 (4 rows × 3 columns)",
        "Hong Kong",
        "(12.0) ▪a",
        "fills: ▪a FFF2CC 1 cell",
        "1 table, 10 cells, 4 values: 0 facts, 0 for review, 4 ignored",
    ]);
    assert!(!run.out.contains('\u{1B}'), "a pipe gets no colours: {}", run.out);
    assert!(run.out.lines().all(|line| !line.ends_with(' ')), "{}", run.out);
    let colored = desk.run_with(&[("CLICOLOR_FORCE", "1")], &["extract", "page.html"]).exits(0);
    assert!(colored.out.contains("\u{1B}[48;2;255;242;204m"), "{}", colored.out);
    let plain = desk.run_with(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &["extract", "page.html"]).exits(0);
    assert_eq!(plain.out, run.out);
    let row = |row: usize| (0..60).map(|col| format!("| 营收 {row}.{col} ")).collect::<Vec<_>>().concat();
    let rows: Vec<String> = (0..100).map(row).collect();
    desk.file("wide.md", format!("{}|\n{}|\n{}|\n", rows[0], "|---".repeat(60), rows[1..].join("|\n")));
    let run = desk.run(&["extract", "wide.md"]).exits(0).prints(&["more up to BH100; --json has all"]);
    let columns = |c: char| if matches!(c, '\u{4E00}'..='\u{9FFF}') { 2 } else { 1 };
    for line in run.out.lines() {
        assert!(line.chars().map(columns).sum::<usize>() <= 80, "{line}");
    }
}

#[test]
fn a_profile_gives_facts_and_reviews() {
    let desk = Desk::empty();
    desk.file("page.html", PAGE);
    desk.file("p.toml", PROFILE);
    let grid = desk.run(&["extract", "page.html", "--profile", "p.toml", "--json"]).exits(0).json().remove(0);
    let facts = grid["facts"].as_array().unwrap();
    let fact = facts.iter().find(|fact| fact["locator"] == "table=1,row=3,col=2").unwrap_or_else(|| panic!("{grid}"));
    assert_eq!((&fact["metric"], &fact["entity"], &fact["unit"]), (&json!("REVENUE"), &json!("HK"), &json!("USD_M")));
    assert_eq!(fact["value"].to_string(), "1234.50");
    assert_eq!(fact["period"], json!({"type": "FY", "value": "2023"}));
    let reviews = grid["reviews"].as_array().unwrap();
    assert!(reviews.iter().any(|review| review["reason"] == "unknown_color"), "{grid}");
    desk.run(&["extract", "page.html", "--profile", "p.toml"]).exits(0).prints(&[
        "REVENUE/HK/2023",
        "1234.50",
        "FFF2CC",
    ]);
}

#[test]
fn of_a_restricted_file_nothing_is_shown() {
    let desk = Desk::new();
    desk.file("open.md", "---\nsensitivity: RESTRICTED\n---\n| secret |\n|---|\n| 1 |\n");
    desk.file("board-only.html", PAGE);
    for args in [
        &["extract", "open.md"][..],
        &["extract", "open.md", "--json"],
        &["extract", "board-only.html", "-w", ".engine", "--json"],
        &["extract", "board-only.html", "--profile", "profile.toml"],
        // The workspace that every command works on restricts here too.
        &["extract", "board-only.html", "--json"],
    ] {
        let run = desk.run(args).exits(4).says(&["the file is restricted; nothing of it is shown"]);
        assert_eq!(run.out, "", "{args:?}");
        assert!(!run.err.contains("board-only") && !run.err.contains("secret"), "{}", run.err);
    }
}

#[test]
fn what_cannot_be_read_is_told_with_its_remedy() {
    let desk = Desk::empty();
    desk.file("deck.pptx", "PK");
    desk.file("deck.key", "x");
    desk.file("text.html", "<p>nothing");
    desk.file("broken.toml", "schema = \"x\"\n");
    std::fs::create_dir(desk.path("folder.html")).unwrap();
    desk.run(&["extract", "dekc.pptx"]).exits(3).says(&["dekc.pptx: no such file; did you mean deck.pptx?"]);
    desk.run(&["extract", "deck.key"]).exits(3).says(&["deck.key: not a file whose tables are read (*.", "*.pptx"]);
    desk.run(&["extract", "folder.html"]).exits(3).says(&["folder.html: it is a folder"]);
    desk.run(&["extract", "deck.pptx"]).exits(3).says(&["deck.pptx: the file is cut", "fetch or save it again"]);
    desk.file("text.xlsx", "metric,entity");
    let text = desk.run(&["extract", "text.xlsx"]).exits(3).says(&["text.xlsx: the file is no office document"]);
    assert!(!text.err.contains("EOCD"), "{}", text.err);
    for (name, content) in [("empty.csv", ""), ("blank.csv", " , \n\n")] {
        desk.file(name, content);
        desk.run(&["extract", name]).exits(4).says(&["the file holds no table"]);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("gone.pptx", desk.path("link.pptx")).unwrap();
        desk.run(&["extract", "link.pptx"]).exits(3).says(&["link.pptx: a link to gone.pptx, which is not there"]);
    }
    desk.run(&["extract", "text.html"]).exits(4).says(&["the file holds no table"]);
    desk.run(&["extract", "text.html", "--profile", "broken.toml"]).exits(3).says(&["broken.toml"]);
    desk.run(&["extract", "text.html", "--profile", "none.toml"]).exits(3).says(&["none.toml"]);
    desk.run(&["extract", "text.html", "--profile", "broken.toml", "-w", "x"]).exits(2).says(&["not both"]);
    desk.run(&["extract"]).exits(2);
}

/// A report of a fixture and its profile, in a folder of its own.
fn with_report(report: &str) -> Desk {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/grid");
    let desk = Desk::empty();
    desk.file("profile.toml", std::fs::read(fixture.join("profile.toml")).unwrap());
    desk.file("report.pdf", std::fs::read(fixture.join("reports").join(report)).unwrap());
    desk
}

#[test]
fn a_cell_says_why_it_waits_and_what_would_free_it() {
    let cell = |desk: &Desk, place: &str| {
        desk.run(&["extract", "report.pdf", "--profile", "profile.toml", "--cell", place]).exits(0)
    };
    let desk = with_report("停电时间报送_2021财年.pdf");
    cell(&desk, "page=1,table=1,row=4,col=2").prints(&[
        "page=1,table=1,row=4,col=2 (B4)",
        "text      3.1%",
        "is a      value by behind-labels: What stands behind the labels",
        " by labels-row: ",
        " by over-column: ",
        "waits     another-unit: The unit that is stated is not the metric's; nothing is converted.",
        "why       the unit is PCT, and the metric is stated in MIN",
        "to free   Give the value in the metric's unit by hand",
    ]);
    // A value that a header stops waits with the header's review.
    let desk = with_report("线损报送_2021财年.pdf");
    cell(&desk, "page=1,table=1,row=4,col=2").prints(&[
        "waits     unknown-label: ",
        "why       the profile does not know `恒联输电` at page=1,table=1,row=4,col=1 (stops 2 values)",
        "to free   If `恒联输电` is a name of something that the profile knows, add it there as a synonym",
    ]);
    cell(&desk, "page=1,table=1,row=3,col=2").prints(&["states    ", "fact      understood: ", "sure      0."]);
    cell(&desk, "page=1,table=1,row=4,col=1").prints(&["is a      header by label-column: "]);
    let plain = desk.run(&["extract", "report.pdf", "--cell", "page=1,table=1,row=4,col=2"]).exits(0);
    plain.prints(&["profile   none; without one headers have no meaning"]);
    for (place, why) in [
        ("page=9,table=1,row=4,col=2", "the file has no table at page=9,table=1"),
        ("page=1,table=1,row=99,col=2", "page=1,table=1,row=99,col=2 holds nothing in this file"),
        ("B4", "the file holds several tables; name the table with the cell"),
        ("nowhere", "`nowhere` is no place of a cell; the first cells of its tables are page=1,table=1,row=1,col=1"),
    ] {
        desk.run(&["extract", "report.pdf", "--cell", place]).exits(2).says(&[why]);
    }
}

#[test]
fn rules_stand_beside_what_they_decided() {
    let desk = Desk::empty();
    desk.file("page.html", PAGE);
    desk.file("p.toml", PROFILE);
    let args = ["extract", "page.html", "--profile", "p.toml"];
    let plain = desk.run(&args).exits(0);
    assert!(!plain.out.contains("behind-labels"), "{}", plain.out);
    desk.run(&[&args[..], &["--rules"]].concat()).exits(0).prints(&[
        "rule header-row: A1 B1",
        "rule behind-labels: B3 C3",
        "rule set-apart: A1:C4",
        "understood",
        "color-unknown",
    ]);
    let plain = desk.run(&[&args[..], &["--json"]].concat()).exits(0);
    assert!(!plain.out.contains("rule"), "{}", plain.out);
    let grid = desk.run(&[&args[..], &["--json", "--rules"]].concat()).exits(0).json().remove(0);
    let value = cell(&grid, "C3");
    assert_eq!((&value["rule"], &value["table_rule"]), (&json!("behind-labels"), &json!("set-apart")));
    assert_eq!(value["col_headers"][0], json!({"ref": "B1", "text": "Revenue", "rule": "merged-over"}));
    let review = grid["reviews"].as_array().unwrap().iter().find(|review| review["reason"] == "unknown_color").unwrap();
    assert_eq!((&review["rule"], &review["color_rule"]), (&json!("color-unknown"), &json!("color-unknown")));
    assert_eq!(review["remedy"], json!("Register FFF2CC under [colors] in the profile."));
    // The only table of a file need not be named.
    let args = [&args[..], &["--cell", "C3"]].concat();
    desk.run(&args).exits(0).prints(&["colour    color-unknown: ", "to free   Register FFF2CC under [colors]"]);
}
