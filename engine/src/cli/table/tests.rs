//! Tests of `table`.

use super::*;

fn in_columns(width: u16, columns: &[(&str, Layout)], row: &[String]) -> String {
    laid_out(columns, vec![row.iter().map(Cell::new).collect()], width)
}

#[test]
fn without_a_terminal_a_row_is_a_line() {
    let columns = [("Key", Layout::Key), ("Where", Layout::Text), ("File", Layout::Room)];
    let row =
        ["ACTIVE_AGENTS/CHINA/2025/AGENCY/AND/MORE", "slide=4,table=1", "of the group "].map(|text| text.repeat(9));
    let shown = in_columns(u16::MAX, &columns, &row);
    assert!(row.iter().all(|text| shown.lines().nth(2).unwrap_or_default().contains(text.trim())), "{shown}");
    assert_eq!(shown.lines().count(), 3, "{shown}");
}

#[test]
fn a_name_takes_the_room_that_is_left() {
    let columns = [("File", Layout::Room), ("Read", Layout::Figure), ("Outcome", Layout::Whole)];
    let name = "reports/2024/annual-report-of-the-group.pptx";
    let shown = in_columns(80, &columns, &[name.to_owned(), "12345".to_owned(), "taken".to_owned()]);
    assert!(shown.contains(name), "{shown}");
    let shown = in_columns(80, &columns, &[name.repeat(3), "12345".to_owned(), "taken".to_owned()]);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    assert!(shown.lines().any(|line| line.chars().count() > 70), "{shown}");
}

#[test]
fn a_long_locator_is_broken_and_a_figure_is_not() {
    let columns = [("Key", Layout::Key), ("Value", Layout::Figure), ("Where", Layout::Text)];
    let (key, value) = ("ACTIVE_AGENTS/CHINA/2025", "12345678901234567890.12");
    let row = [key.to_owned(), value.to_owned(), "slide=4,table=1,row=NBV:".repeat(8)];
    let shown = in_columns(80, &columns, &row);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    assert!(shown.contains(value) && shown.contains(key), "{shown}");
}
