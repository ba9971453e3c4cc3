//! A table on a page as places alone: rows and columns by their sides, and cells that are one. How the places are found is
//! not known here, and neither is what stands in them but words with places.

use std::collections::BTreeMap;

use hayro_interpret::kurbo::{Point, Rect};

use super::words::Word;
use crate::files::grid::{CellAt, Span};

/// How far, in points, sides lie beside the text of a table without rules.
/// Measured: nothing changes at 0.75 or 1.33, nor at half or twice as much.
pub(super) const SIDE: f64 = 1.0;

/// Rows and columns by their sides, and cells that are one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Table {
    /// Sides of the columns, from left to right; one more than columns.
    pub(super) xs: Vec<f64>,
    /// Sides of the rows, from top to bottom; one more than rows.
    pub(super) ys: Vec<f64>,
    /// By their first cell; they do not overlap.
    pub(super) merges: Vec<Span>,
}

impl Table {
    pub(super) fn rows(&self) -> usize {
        self.ys.len().saturating_sub(1)
    }

    pub(super) fn cols(&self) -> usize {
        self.xs.len().saturating_sub(1)
    }

    pub(super) fn area(&self) -> Rect {
        match (&self.xs[..], &self.ys[..]) {
            ([left, .., right], [top, .., bottom]) => Rect::new(*left, *top, *right, *bottom),
            _ => Rect::ZERO,
        }
    }

    /// The cell around a point, the first one of a merged span.
    fn cell_at(&self, point: Point) -> Option<CellAt> {
        let row = between(&self.ys, point.y)?;
        let col = between(&self.xs, point.x)?;
        Some(self.span(cell(row, col)).first)
    }

    /// The span that covers a cell; the cell itself where it is not merged.
    pub(super) fn span(&self, at: CellAt) -> Span {
        let end = self.merges.partition_point(|span| span.first.row <= at.row);
        let merged = self.merges[..end].iter().rev().copied().find(|span| span.covers(at));
        merged.unwrap_or(Span { first: at, last: at })
    }

    pub(super) fn span_area(&self, span: Span) -> Rect {
        let side = |sides: &[f64], index: u32| sides.get(index as usize).copied().unwrap_or_default();
        Rect::new(
            side(&self.xs, span.first.col),
            side(&self.ys, span.first.row),
            side(&self.xs, span.last.col + 1),
            side(&self.ys, span.last.row + 1),
        )
    }

    /// The words that stand in it, by cell: where their middles are.
    pub(super) fn words(&self, words: &[Word]) -> BTreeMap<CellAt, Vec<Word>> {
        let mut found: BTreeMap<CellAt, Vec<Word>> = BTreeMap::new();
        for word in words {
            if let Some(at) = self.cell_at(word.area.center()) {
                found.entry(at).or_default().push(word.clone());
            }
        }
        found
    }

    /// Moves its merged cells down by some rows.
    pub(super) fn merges_below(&self, rows: usize) -> impl Iterator<Item = Span> + '_ {
        let rows = cell(rows, 0).row;
        let lower = move |at: CellAt| CellAt { row: at.row + rows, ..at };
        self.merges.iter().map(move |span| Span { first: lower(span.first), last: lower(span.last) })
    }
}

/// Between which two of some sides a place is.
pub(super) fn between(sides: &[f64], at: f64) -> Option<usize> {
    let after = sides.partition_point(|side| *side <= at);
    (after > 0 && after < sides.len()).then(|| after - 1)
}

/// The cell in a row and a column.
#[allow(clippy::cast_possible_truncation)] // A page has few rows and columns.
pub(super) fn cell(row: usize, col: usize) -> CellAt {
    CellAt { row: row as u32, col: col as u32 }
}
