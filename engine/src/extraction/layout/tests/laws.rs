//! What holds for the layout of any grid, however odd.

use proptest::prelude::*;

use super::{draw, headers, kinds};
use crate::extraction::layout::{Kind, analyse};
use crate::files::grid::{CellAt, GridPlace, Span, StyledGrid};
use crate::rule::cell::NOTHING_SHOWN;

/// Grids of what cells usually hold, thrown together: a drawing of up to 12 by 8 cells.
fn drawings() -> impl Strategy<Value = String> {
    // Four of them are empty.
    let cells = "; ; ; ; 100; 2.5; 2023; 2024; '(12); n/a; 2024-12-31; FY2024; Q1; 一季度; Revenue; !Assets; Total; 合计; >Cash; \
        Note: x; (1) y; 单位：万元; Actual; @Forecast; Metric; <; ^; 甲公司:";
    let cell = prop::sample::select(cells.split(';').map(str::trim).collect::<Vec<_>>());
    let line = prop::collection::vec(cell, 1..8).prop_map(|cells| {
        // A drawing's line cannot begin with what continues nothing.
        let mut cells = cells;
        if let Some(first) = cells.first_mut().filter(|first| matches!(**first, "<" | "^")) {
            *first = "";
        }
        cells.join(" | ")
    });
    prop::collection::vec(line, 1..12).prop_map(|lines| lines.join("\n").replace('^', ""))
}

/// Only spans that do not overlap, as a file has them.
fn sound(mut grid: StyledGrid) -> StyledGrid {
    let mut kept: Vec<Span> = Vec::new();
    for span in std::mem::take(&mut grid.merges) {
        let overlaps = |cell: CellAt| span.covers(cell) && cell != span.first;
        if !grid.cells.iter().any(|cell| overlaps(cell.at)) {
            kept.push(span);
        }
    }
    grid.merges = kept;
    grid
}

fn moved(grid: &StyledGrid, rows: u32, cols: u32) -> StyledGrid {
    let place = |at: CellAt| CellAt { row: at.row + rows, col: at.col + cols };
    let mut moved = grid.clone();
    moved.cells.iter_mut().for_each(|cell| cell.at = place(cell.at));
    moved.merges.iter_mut().for_each(|span| *span = Span { first: place(span.first), last: place(span.last) });
    (moved.rows, moved.cols) = (grid.rows + rows, grid.cols + cols);
    moved
}

proptest! {
    #[test]
    fn each_value_lies_in_one_table_under_header_cells(drawing in drawings(), is_sheet in any::<bool>()) {
        let mut grid = sound(draw(&drawing));
        if !is_sheet {
            grid.place = GridPlace::Table { table: 1 };
        }
        let layout = analyse(&grid);
        let kind = |at: CellAt| {
            let index = grid.cells.binary_search_by_key(&at, |cell| cell.at).ok();
            index.and_then(|index| layout.kinds.get(index)).copied()
        };
        let rule = |at: CellAt| {
            let index = grid.cells.binary_search_by_key(&at, |cell| cell.at).ok();
            index.and_then(|index| layout.rules.get(index)).map(|rule| rule.name())
        };
        prop_assert_eq!(layout.kinds.len(), grid.cells.len());
        for (cell, kind) in grid.cells.iter().zip(&layout.kinds) {
            let tables = layout.tables.iter().filter(|table| table.area.covers(cell.at)).count();
            prop_assert!(tables <= 1, "{} lies in {} tables of\n{}", cell.at, tables, drawing);
            prop_assert!(*kind != Kind::Value || tables == 1, "{} lies in no table of\n{}", cell.at, drawing);
            prop_assert_eq!(*kind == Kind::Empty, cell.text.is_empty());
            prop_assert_eq!(*kind == Kind::Empty, rule(cell.at) == Some(NOTHING_SHOWN.name()), "{} of\n{}", cell.at, drawing);
        }
        for table in &layout.tables {
            let paths = table.row_headers.values().chain(table.col_headers.values());
            for header in paths.flatten() {
                prop_assert_eq!(kind(header.at), Some(Kind::Header), "{} in\n{}", header.at, drawing);
            }
            prop_assert!(table.titles.iter().all(|at| kind(*at) == Some(Kind::Title)), "titles of\n{}", drawing);
            prop_assert!(table.notes.iter().all(|at| kind(*at) == Some(Kind::Note)), "notes of\n{}", drawing);
        }
    }

    #[test]
    fn a_grid_that_is_moved_keeps_its_layout(drawing in drawings(), rows in 0u32..1_000_000, cols in 0u32..16_000) {
        let grid = sound(draw(&drawing));
        let there = moved(&grid, rows, cols);
        let (layout, moved_layout) = (analyse(&grid), analyse(&there));
        prop_assert_eq!(&layout.kinds, &moved_layout.kinds, "{}", drawing);
        prop_assert_eq!(layout.tables.len(), moved_layout.tables.len());
        for cell in &grid.cells {
            let at = CellAt { row: cell.at.row + rows, col: cell.at.col + cols };
            prop_assert_eq!(headers(&grid, &layout, cell.at), headers(&there, &moved_layout, at), "{} in\n{}", cell.at, drawing);
        }
    }

    #[test]
    fn empty_rows_and_columns_before_a_grid_change_nothing(drawing in drawings()) {
        let plain = kinds(&draw(&drawing), &analyse(&draw(&drawing)));
        let below = format!("\u{20}\n\u{20}\n{drawing}");
        let layout = analyse(&draw(&below));
        prop_assert!(kinds(&draw(&below), &layout).ends_with(&plain), "{}", drawing);
    }
}
