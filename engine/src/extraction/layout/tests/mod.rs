//! Grids drawn as text for the tests of this module, a line a row and `|` between cells. `<` continues the cell on the left
//! and `^` the one above as one merged cell; `!` in front makes bold, `@` coloured, each `>` indents by one step. Digits
//! are a stored number, `2024-12-31` is a stored date, and `'` in front keeps them text, as in a PDF.

mod doubts;
mod headers;
mod laws;
mod notes_and_forms;
mod rules;

use std::fmt::Write as _;

use super::{HeaderAt, Kind, Layout, analyse};
use crate::files::grid::{Cell, CellAt, CellValue, GridPlace, Rgb, Span, StyledGrid};

/// The grid of a drawing.
fn draw(drawing: &str) -> StyledGrid {
    let rows: Vec<Vec<&str>> =
        drawing.trim_matches('\n').lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    let symbol = |row: usize, col: usize| rows.get(row).and_then(|cells| cells.get(col)).copied().unwrap_or_default();
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let (mut cells, mut merges) = (Vec::new(), Vec::new());
    for (row, line) in rows.iter().enumerate() {
        for (col, text) in line.iter().enumerate().filter(|(_, text)| !matches!(**text, "" | "<" | "^")) {
            let at = CellAt { row: number(row), col: number(col) };
            let width = (col + 1..line.len()).take_while(|col| symbol(row, *col) == "<").count();
            let height = (row + 1..rows.len()).take_while(|row| symbol(*row, col) == "^").count();
            if width + height > 0 {
                merges.push(Span { first: at, last: CellAt { row: number(row + height), col: number(col + width) } });
            }
            cells.push(cell(at, text));
        }
    }
    let cols = rows.iter().map(Vec::len).max().unwrap_or_default();
    let place = GridPlace::Sheet { name: "Sheet1".to_owned() };
    StyledGrid { rows: number(rows.len()), cols: number(cols), merges, ..StyledGrid::of(place, cells) }
}

/// Columns that the rows of a drawing take up, as those of a page that lists cells do.
fn widths<'d>(lines: impl Iterator<Item = &'d str>) -> Vec<u32> {
    lines.map(|line| u32::try_from(line.split('|').count()).unwrap_or(u32::MAX)).collect()
}

fn cell(at: CellAt, drawn: &str) -> Cell {
    let text = drawn.trim_start_matches(['!', '@', '>', '\'', ' ']);
    let marks = drawn.get(..drawn.len() - text.len()).unwrap_or_default();
    let value = match (text.parse(), text.parse()) {
        _ if marks.contains('\'') => CellValue::Text,
        (Ok(number), _) if !text.starts_with('0') || text.len() == 1 => CellValue::Number(number),
        (_, Ok(date)) => CellValue::Date(date),
        _ => CellValue::Text,
    };
    Cell {
        value,
        fill: marks.contains('@').then_some(Rgb([0xDD, 0xEB, 0xF7])),
        bold: marks.contains('!'),
        indent: u8::try_from(marks.matches('>').count()).unwrap_or(u8::MAX),
        ..Cell::of(at, text)
    }
}

/// The kinds of a grid's cells, a letter a place: `t`itle, `h`eader, `v`alue, `n`ote, and `.` where nothing stands.
fn kinds(grid: &StyledGrid, layout: &Layout) -> String {
    let mut drawn = String::new();
    for row in 0..grid.rows {
        if row > 0 {
            drawn.push_str(" / ");
        }
        for col in 0..grid.cols {
            let index = grid.cells.binary_search_by_key(&CellAt { row, col }, |cell| cell.at);
            drawn.push(match index.ok().and_then(|index| layout.kinds.get(index)) {
                None | Some(Kind::Empty) => '.',
                Some(kind) => kind.as_str().chars().next().unwrap_or('?'),
            });
        }
    }
    drawn
}

/// The headers of a cell, as their texts: `Assets > Cash / 2024 > Q1`.
fn headers(grid: &StyledGrid, layout: &Layout, at: CellAt) -> String {
    let Some(table) = layout.table(at) else { return "no table".to_owned() };
    let texts = |headers: &[HeaderAt]| {
        let texts = headers.iter().map(|header| grid.cell(header.at).map_or("?", |cell| &*cell.text));
        texts.collect::<Vec<_>>().join(" > ")
    };
    let mut path = String::new();
    let _ = write!(path, "{} / {}", texts(table.headers_of_row(at)), texts(table.headers_of_col(at)));
    path.trim().to_owned()
}

/// Compares the kinds of all cells and the headers of some with what a person says they are.
#[track_caller]
fn check(drawing: &str, wanted: &str, paths: &[(&str, &str)]) {
    let grid = draw(drawing);
    let layout = analyse(&grid);
    let wanted: Vec<&str> = wanted.split_whitespace().filter(|row| *row != "/").collect();
    assert_eq!(kinds(&grid, &layout), wanted.join(" / "), "kinds of\n{drawing}");
    for (place, path) in paths {
        let Ok(at) = place.parse() else { panic!("no place: {place}") };
        assert_eq!(headers(&grid, &layout, at), *path, "headers of {place} in\n{drawing}");
    }
}
