//! The part of a grid that a terminal shows: the first rows that hold something, and as many columns as fit. Rows and
//! columns without a cell take no place, however far apart the others stand.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use engine::files::{Cell, CellAt, StyledGrid};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::cli::{counted, flat};

/// Most rows of a grid that are shown.
const ROWS_MAX: usize = 40;
/// Most columns of the terminal that a cell's text takes: less where more columns of the grid can be shown for it.
const TEXT_WIDTHS_MAX: [usize; 3] = [28, 18, 12];
/// Most columns of the terminal that a figure takes. It is not cut for the sake of others.
const FIGURE_WIDTH_MAX: usize = 28;
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
    /// Most columns of the terminal that a text takes here.
    text_width_max: usize,
}

impl<'g> Window<'g> {
    /// The part that fits into so many columns of a terminal.
    pub(super) fn of(grid: &'g StyledGrid, width: u16) -> Self {
        let (rows, rows_left_out) = first_rows(grid);
        let of_width = |text_width_max: usize| {
            let widths = widths(grid, &rows, text_width_max);
            let cols = fitting(&widths, usize::from(width).saturating_sub(MARGIN));
            (text_width_max, (widths.len() - cols.len()) as u64, cols)
        };
        let narrower = TEXT_WIDTHS_MAX.into_iter().map(of_width);
        // The widest texts with which no column is left out, or else with which the fewest are.
        let best = narrower.min_by_key(|(text_width_max, left_out, _)| (*left_out, Reverse(*text_width_max)));
        let (text_width_max, cols_left_out, cols) = best.unwrap_or_default();
        Self { grid, rows, cols, rows_left_out, cols_left_out, text_width_max }
    }

    /// A cell's text as it is shown.
    pub(super) fn text(&self, cell: &Cell) -> String {
        cut(&cell.text, self.text_width_max)
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

/// The first rows of a grid with the places of their cells, and how many rows with cells follow.
fn first_rows(grid: &StyledGrid) -> (Vec<(u32, Vec<usize>)>, u64) {
    let mut rows: Vec<(u32, Vec<usize>)> = Vec::new();
    let mut left_out = 0;
    let mut last_row = None;
    for (index, cell) in grid.cells.iter().enumerate() {
        let begins = last_row != Some(cell.at.row);
        last_row = Some(cell.at.row);
        let full = rows.len() == ROWS_MAX;
        match rows.last_mut() {
            _ if left_out > 0 || begins && full => left_out += u64::from(begins),
            Some((_, cells)) if !begins => cells.push(index),
            _ => rows.push((cell.at.row, vec![index])),
        }
    }
    (rows, left_out)
}

/// How wide each column is that has a cell, in the rows that are shown.
fn widths(grid: &StyledGrid, rows: &[(u32, Vec<usize>)], text_width_max: usize) -> BTreeMap<u32, usize> {
    let mut widths: BTreeMap<u32, usize> = grid.cells.iter().map(|cell| (cell.at.col, 0)).collect();
    for cell in rows.iter().flat_map(|(_, cells)| cells).filter_map(|index| grid.cells.get(*index)) {
        let widest = widths.entry(cell.at.col).or_default();
        *widest = (*widest).max(cut(&cell.text, text_width_max).width());
    }
    widths
}

/// The first columns that fit into so many of the terminal. One is shown however wide it is.
fn fitting(widths: &BTreeMap<u32, usize>, mut left: usize) -> Vec<u32> {
    let mut cols = Vec::new();
    for (col, widest) in widths {
        let needed = widest + AROUND;
        if needed > left && !cols.is_empty() {
            break;
        }
        left = left.saturating_sub(needed);
        cols.push(*col);
    }
    cols
}

/// A text on one line, as much of it as a column shows.
fn cut(text: &str, text_width_max: usize) -> String {
    let width_max = if text.contains(char::is_alphabetic) { text_width_max } else { FIGURE_WIDTH_MAX };
    let near: String = text.chars().take(width_max * 4).collect();
    let line = flat(&near);
    if line.width() <= width_max {
        return line;
    }
    let mut taken = 0;
    let kept = line.chars().take_while(|c| {
        taken += c.width().unwrap_or_default();
        taken < width_max
    });
    let kept: String = kept.collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
