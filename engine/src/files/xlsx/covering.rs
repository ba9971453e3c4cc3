//! Which cells lie in which rectangles, for any number of them: merged spans that hide cells, ranges of conditional formats,
//! hidden columns. Rectangles are swept from the top, so that a million of them cost about as much as a million cells.

use std::collections::BTreeMap;

use super::{COLUMNS_MAX, Cell, CellAt, Span};
use crate::files::sweep::Sweep;

/// Merged spans that do not overlap, in order: of two that do, as damaged files have them, the first one.
pub(super) fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.retain(|span| span.first != span.last && span.first.row <= span.last.row && span.first.col <= span.last.col);
    spans.sort_unstable();
    let mut open = Open::default();
    spans.retain(|span| open.insert(*span));
    spans
}

/// Takes away the cells that merged spans cover, and adds the first cell of those that have none. Spans and cells are in
/// order.
pub(super) fn uncover(cells: &mut Vec<Cell>, spans: &[Span]) {
    let mut sweep = Sweep::new(spans);
    cells.retain(|cell| sweep.covering(cell.at).is_none_or(|index| spans[index].first == cell.at));
    let is_missing = |at: &CellAt| cells.binary_search_by_key(at, |cell| cell.at).is_err();
    let missing: Vec<CellAt> = spans.iter().map(|span| span.first).filter(is_missing).collect();
    if !missing.is_empty() {
        cells.extend(missing.into_iter().map(|at| Cell::of(at, "")));
        cells.sort_unstable_by_key(|cell| cell.at);
    }
}

/// Spans that a sweep from the top has reached, by their first column. Those it has left behind are dropped when they are
/// in the way.
#[derive(Default)]
struct Open(BTreeMap<u32, Span>);

impl Open {
    /// Adds a span unless it overlaps one that is there.
    fn insert(&mut self, span: Span) -> bool {
        while let Some((&col, other)) = self.0.range(..=span.last.col).next_back() {
            if other.last.col < span.first.col {
                break;
            }
            if other.last.row >= span.first.row {
                return false;
            }
            self.0.remove(&col);
        }
        self.0.insert(span.first.col, span);
        true
    }
}

/// Marks the cells that lie in any of the ranges, which may overlap. Cells are in order.
pub(super) fn mark(cells: &mut [Cell], ranges: &[Span], mark: &dyn Fn(&mut Cell)) {
    if ranges.is_empty() {
        return;
    }
    let mut begins = ranges.to_vec();
    begins.sort_unstable_by_key(|range| range.first.row);
    let mut ends = ranges.to_vec();
    ends.sort_unstable_by_key(|range| range.last.row);
    let (mut begins, mut ends) = (begins.iter().peekable(), ends.iter().peekable());
    let mut open = Counts::default();
    for cell in cells {
        while let Some(range) = begins.next_if(|range| range.first.row <= cell.at.row) {
            open.add(range, 1);
        }
        while let Some(range) = ends.next_if(|range| range.last.row < cell.at.row) {
            open.add(range, -1);
        }
        if open.at(cell.at.col) > 0 {
            mark(cell);
        }
    }
}

/// How many ranges cover each column: a tree of partial sums (Fenwick, 1994), so that ranges over all columns cost no more
/// than narrow ones.
struct Counts(Vec<i64>);

impl Default for Counts {
    fn default() -> Self {
        Self(vec![0; COLUMNS_MAX as usize + 2])
    }
}

impl Counts {
    fn add(&mut self, range: &Span, count: i64) {
        self.add_from(range.first.col, count);
        self.add_from(range.last.col + 1, -count);
    }

    fn add_from(&mut self, col: u32, count: i64) {
        let mut index = col as usize + 1;
        while let Some(sum) = self.0.get_mut(index) {
            *sum += count;
            index += index & index.wrapping_neg();
        }
    }

    fn at(&self, col: u32) -> i64 {
        let (mut index, mut sum) = (col as usize + 1, 0);
        while index > 0 {
            sum += self.0.get(index).copied().unwrap_or_default();
            index &= index - 1;
        }
        sum
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
