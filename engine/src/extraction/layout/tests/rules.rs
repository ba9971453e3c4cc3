//! Each rule about cells decides in its example: it is what the layout says of the cell, of its table, or of one of its
//! headers.

use super::{draw, widths};
use crate::extraction::layout::{Layout, analyse};
use crate::files::{CellAt, GridPlace, StyledGrid};
use crate::rule::cell::CELL_RULES;

/// The cell of an example and its grid.
fn example(written: &str) -> (CellAt, StyledGrid) {
    let Some((at, rows)) = written.split_once(" in ") else { panic!("no example: `{written}`") };
    let Ok(at) = at.parse() else { panic!("no cell: {written}") };
    let (rows, is_table) = rows.strip_prefix("the table ").map_or((rows, false), |rows| (rows, true));
    let mut grid = draw(&rows.split(';').map(str::trim).collect::<Vec<_>>().join("\n"));
    if is_table {
        (grid.place, grid.widths) = (GridPlace::Table { table: 1 }, widths(rows.split(';')));
    }
    (at, grid)
}

/// The names of the rules that decided about a cell.
fn deciding(grid: &StyledGrid, layout: &Layout, at: CellAt) -> Vec<&'static str> {
    let index = grid.cells.binary_search_by_key(&at, |cell| cell.at).ok();
    let of_cell = index.and_then(|index| layout.rules.get(index).copied());
    let table = layout.table(at);
    let headers = table.iter().flat_map(|table| table.headers_of_row(at).iter().chain(table.headers_of_col(at)));
    let rules = of_cell.into_iter().chain(table.map(|table| table.rule)).chain(headers.map(|header| header.rule));
    rules.map(crate::rule::Rule::name).collect()
}

#[test]
fn each_rule_decides_in_its_example() {
    let mut wrong = Vec::new();
    for rule in CELL_RULES {
        let (at, grid) = example(rule.example());
        let deciding = deciding(&grid, &analyse(&grid), at);
        if !deciding.contains(&rule.name()) {
            wrong.push(format!("{}: {}\n  decided: {}", rule.name(), rule.example(), deciding.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), CELL_RULES.len(), wrong.join("\n"));
}
