//! Cells with spans to places in a grid, by the rules of the HTML standard's table model, which slides follow too: a cell
//! stands in the first free column of its row. Where the standard lets spans overlap, the later one is cut, because a
//! [`StyledGrid`] has one cell at each place.

use crate::files::DocumentFault;
use crate::files::fault::at_most;
use crate::files::grid::{Cell, CellAt, GridPlace, ROWS_MAX, Span, StyledGrid};

/// Most columns of a table in a text document or on a slide. The HTML standard allows a cell to span 1,000.
const COLUMNS_MAX: u32 = 2_048;
/// Most cells of all tables of one document that hold something.
pub(super) const CELLS_MAX: usize = 2_000_000;
/// Most tables of one document.
pub(super) const TABLES_MAX: usize = 20_000;

/// How many rows a cell covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Height {
    Rows(u32),
    /// All that follow in its group of rows.
    Rest,
}

/// A table whose cells are being placed.
#[derive(Debug, Default)]
pub(super) struct GridBuilder {
    /// Rows that were begun.
    rows: u32,
    /// Where the next cell of the row may stand at the earliest.
    next_col: u32,
    /// For each column the first row that no cell from above covers.
    free_from: Vec<u32>,
    /// Columns in which some cell begins. Wider spans than that cover nothing that could be seen.
    cols: u32,
    cells: Vec<Cell>,
    merges: Vec<Span>,
    /// Columns that each row takes up so far.
    widths: Vec<u32>,
    /// How many spans are of groups of rows that have ended.
    settled: usize,
}

impl GridBuilder {
    /// Begins a row.
    pub(super) fn begin_row(&mut self) -> Result<(), DocumentFault> {
        at_most(self.rows as usize + 1, ROWS_MAX as usize, "rows in a table")?;
        self.rows += 1;
        self.widths.push(0);
        self.next_col = 0;
        Ok(())
    }

    /// Places a cell, wherever it says that it stands, in the row that was begun last; in the first one when none was.
    pub(super) fn add(&mut self, cell: Cell, width: u32, height: Height) -> Result<(), DocumentFault> {
        if self.rows == 0 {
            self.begin_row()?;
        }
        let row = self.rows - 1;
        let free = |free_from: &[u32], col: u32| free_from.get(col as usize).is_none_or(|first| *first <= row);
        let mut first = self.next_col;
        while !free(&self.free_from, first) {
            first += 1;
        }
        at_most(first as usize + 1, COLUMNS_MAX as usize, "columns in a table")?;
        let end = first.saturating_add(width.max(1)).min(COLUMNS_MAX);
        let end = (first + 1..end).find(|col| !free(&self.free_from, *col)).unwrap_or(end);
        let below = match height {
            Height::Rows(rows) => row.saturating_add(rows.max(1)),
            Height::Rest => u32::MAX,
        };
        if self.free_from.len() < end as usize {
            self.free_from.resize(end as usize, 0);
        }
        if let Some(covered) = self.free_from.get_mut(first as usize..end as usize) {
            covered.fill(below);
        }
        self.next_col = end;
        if let Some(width) = self.widths.last_mut() {
            *width = end;
        }
        self.cols = self.cols.max(first + 1);
        let at = CellAt { row, col: first };
        let spans = end > first + 1 || below > row + 1;
        if spans {
            self.merges.push(Span { first: at, last: CellAt { row: below - 1, col: end - 1 } });
        }
        if spans || !cell.text.is_empty() || cell.fill.is_some() {
            at_most(self.cells.len() + 1, CELLS_MAX, "cells in tables")?;
            self.cells.push(Cell { at, ..cell });
        }
        Ok(())
    }

    /// Ends a group of rows, out of which no cell reaches.
    pub(super) fn end_group(&mut self) {
        let last_row = self.rows.saturating_sub(1);
        let open = self.merges.get_mut(self.settled..).unwrap_or_default();
        if open.is_empty() {
            return;
        }
        for span in open {
            span.last.row = span.last.row.min(last_row);
        }
        self.settled = self.merges.len();
        self.free_from.fill(0);
    }

    /// How many cells hold something so far.
    pub(super) fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The grid; none when no cell holds text.
    pub(super) fn finish(mut self, place: GridPlace, captions: Vec<String>, hidden: bool) -> Option<StyledGrid> {
        self.end_group();
        let last_col = self.cols.saturating_sub(1);
        for span in &mut self.merges {
            span.last.col = span.last.col.min(last_col);
        }
        self.merges.retain(|span| span.first != span.last);
        let merges = self.merges;
        let begins_span = |at: CellAt| merges.binary_search_by_key(&at, |span| span.first).is_ok();
        let mut cells = self.cells;
        cells.retain(|cell| !cell.text.is_empty() || cell.fill.is_some() || begins_span(cell.at));
        if cells.iter().all(|cell| cell.text.is_empty()) {
            return None;
        }
        let lasts = || cells.iter().map(|cell| cell.at).chain(merges.iter().map(|span| span.last));
        let rows = lasts().map(|at| at.row + 1).max().unwrap_or_default();
        let cols = lasts().map(|at| at.col + 1).max().unwrap_or_default();
        Some(StyledGrid { captions, hidden, rows, cols, widths: self.widths, merges, ..StyledGrid::of(place, cells) })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
