//! Tests of `window`.

use engine::files::GridPlace;

use super::*;
use crate::cli::letters;

fn grid(cells: &[(&str, &str)]) -> StyledGrid {
    let cell = |(at, text): &(&str, &str)| Cell::of(at.parse().unwrap(), *text);
    let mut cells: Vec<Cell> = cells.iter().map(cell).collect();
    cells.sort_by_key(|cell| cell.at);
    StyledGrid::of(GridPlace::Table { table: 1 }, cells)
}

#[test]
fn far_cells_are_shown_beside_each_other() {
    let grid = grid(&[("B2", "a"), ("XFD1048576", "b")]);
    let window = Window::of(&grid, 80);
    assert_eq!(window.cols.iter().map(|col| letters(*col)).collect::<Vec<_>>(), ["B", "XFD"]);
    assert_eq!(window.rows, [(1, vec![0]), (1_048_575, vec![1])]);
    assert_eq!(window.left_out(), None);
}

#[test]
fn texts_give_way_to_columns_and_figures_do_not() {
    let text = "a long text about nothing at all";
    let figure = "1234567890123.123456";
    let grid = grid(&[("A1", text), ("B1", text), ("C1", figure)]);
    let window = Window::of(&grid, 80);
    let shown: Vec<String> = grid.cells.iter().map(|cell| window.text(cell)).collect();
    assert_eq!(shown, ["a long text about…", "a long text about…", figure]);
    assert_eq!(Window::of(&grid, 40).left_out().as_deref(), Some("… 2 columns more up to C1; --json has all"));
}

#[test]
fn long_grids_tell_how_many_rows_follow() {
    let places: Vec<String> = (1..=50).map(|row| format!("A{row}")).collect();
    let cells: Vec<(&str, &str)> = places.iter().map(|at| (at.as_str(), "x")).collect();
    let grid = grid(&cells);
    let window = Window::of(&grid, 80);
    assert_eq!(window.rows.len(), ROWS_MAX);
    assert_eq!(window.left_out().as_deref(), Some("… 10 rows more up to A50; --json has all"));
}

#[test]
fn a_terminal_gets_one_line_and_no_orders() {
    assert_eq!(flat(" a\n\u{1B}[31m b\u{0} "), "a [31m b");
    assert_eq!(cut("营业收入营业收入", 12), "营业收入营…");
}
