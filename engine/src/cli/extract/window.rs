//! The part of a grid that a terminal shows: the first rows that hold something, and as many columns as fit. Rows and
//! columns without a cell take no place, however far apart the others stand.

use std::collections::BTreeMap;

use engine::extraction::{Cell, CellAt, StyledGrid};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::cli::counted;

/// Most rows of a grid that are shown.
const ROWS_MAX: usize = 40;
/// Most columns of the terminal that a cell's text takes.
const TEXT_WIDTH_MAX: usize = 28;
/// Columns of the terminal around a cell's text and for the mark of its fill.
const AROUND: usize = 5;
/// Columns of the terminal for the numbers of rows.
const MARGIN: usize = 9;

/// The part of a grid that is shown.
pub(super) struct Window<'g> {
    grid: &'g StyledGrid,
    /// Rows with the places of their cells in the grid's list.
    pub(super) rows: Vec<(u32, Vec<usize>)>,
    /// Columns.
    pub(super) cols: Vec<u32>,
    rows_left_out: u64,
    cols_left_out: u64,
}

impl<'g> Window<'g> {
    /// The part that fits into so many columns of a terminal.
    pub(super) fn of(grid: &'g StyledGrid, width: u16) -> Self {
        let mut rows: Vec<(u32, Vec<usize>)> = Vec::new();
        let mut widths: BTreeMap<u32, usize> = BTreeMap::new();
        let mut rows_left_out = 0;
        let mut last_row = None;
        for (index, cell) in grid.cells.iter().enumerate() {
            let known = last_row == Some(cell.at.row);
            last_row = Some(cell.at.row);
            if rows.len() == ROWS_MAX && !known || rows_left_out > 0 {
                rows_left_out += u64::from(!known);
                widths.entry(cell.at.col).or_default();
                continue;
            }
            match rows.last_mut().filter(|_| known) {
                Some((_, cells)) => cells.push(index),
                None => rows.push((cell.at.row, vec![index])),
            }
            let widest = widths.entry(cell.at.col).or_default();
            *widest = (*widest).max(cut(&cell.text).width());
        }
        let mut left = usize::from(width).saturating_sub(MARGIN);
        let mut cols = Vec::new();
        for (col, widest) in &widths {
            // The first column is shown however wide it is; it is cut to less than any terminal.
            let needed = widest + AROUND;
            if needed > left && !cols.is_empty() {
                break;
            }
            left = left.saturating_sub(needed);
            cols.push(*col);
        }
        let cols_left_out = (widths.len() - cols.len()) as u64;
        Self { grid, rows, cols, rows_left_out, cols_left_out }
    }

    /// A cell's text as it is shown.
    pub(super) fn text(&self, cell: &Cell) -> String {
        cut(&cell.text)
    }

    /// What is not shown; none when all is.
    pub(super) fn left_out(&self) -> Option<String> {
        let parts = [(self.cols_left_out, "column"), (self.rows_left_out, "row")];
        let parts: Vec<String> =
            parts.iter().filter(|(count, _)| *count > 0).map(|(count, thing)| counted(*count, thing)).collect();
        if parts.is_empty() {
            return None;
        }
        let last = self.grid.cells.iter().map(|cell| cell.at.col).max().unwrap_or_default();
        let end = CellAt { row: self.grid.rows.saturating_sub(1), col: last };
        Some(format!("… {} more up to {end}; --json has all", parts.join(" and ")))
    }
}

/// A text on one line. Control characters, which a terminal would obey, are left out.
pub(super) fn flat(text: &str) -> String {
    let pieces: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    let pieces: Vec<&str> = pieces.into_iter().filter(|piece| !piece.is_empty()).collect();
    pieces.join(" ")
}

/// A text on one line, as much of it as a column shows.
fn cut(text: &str) -> String {
    let near: String = text.chars().take(TEXT_WIDTH_MAX * 4).collect();
    let line = flat(&near);
    if line.width() <= TEXT_WIDTH_MAX {
        return line;
    }
    let mut taken = 0;
    let kept = line.chars().take_while(|c| {
        taken += c.width().unwrap_or_default();
        taken < TEXT_WIDTH_MAX
    });
    let kept: String = kept.collect();
    format!("{}…", kept.trim_end())
}

/// The letters of a column: `A`, `Z`, `AA`.
pub(super) fn letters(col: u32) -> String {
    let cell = CellAt { row: 0, col }.to_string();
    cell.trim_end_matches('1').to_owned()
}
