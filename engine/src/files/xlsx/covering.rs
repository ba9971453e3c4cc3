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
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn span() -> impl Strategy<Value = Span> {
        (0_u32..12, 0_u32..12, 0_u32..4, 0_u32..4).prop_map(|(row, col, rows, cols)| Span {
            first: CellAt { row, col },
            last: CellAt { row: row + rows, col: col + cols },
        })
    }

    fn grid() -> Vec<Cell> {
        (0..16).flat_map(|row| (0..16).map(move |col| Cell::of(CellAt { row, col }, ""))).collect()
    }

    proptest! {
        #[test]
        fn merged_spans_never_overlap_and_hide_what_they_cover(spans in prop::collection::vec(span(), 0..20)) {
            let kept = merged(spans.clone());
            let mut cells = grid();
            uncover(&mut cells, &kept);
            let covering = |at| kept.iter().filter(|span| span.covers(at)).count();
            for place in grid() {
                let count = covering(place.at);
                prop_assert!(count <= 1);
                let is_first = kept.iter().any(|span| span.first == place.at);
                let is_there = cells.binary_search_by_key(&place.at, |cell| cell.at).is_ok();
                prop_assert_eq!(is_there, count == 0 || is_first);
            }
            // Only a span that overlaps a kept one is left out.
            for span in spans.iter().filter(|span| span.first != span.last && !kept.contains(span)) {
                let is_in_the_way = kept.iter().any(|other| {
                    other.first.row <= span.last.row && span.first.row <= other.last.row
                        && other.first.col <= span.last.col && span.first.col <= other.last.col
                });
                prop_assert!(is_in_the_way);
            }
            // The first cell of a span is there although the file has none.
            let mut none = Vec::new();
            uncover(&mut none, &kept);
            prop_assert_eq!(none.iter().map(|cell| cell.at).collect::<Vec<_>>(), kept.iter().map(|span| span.first).collect::<Vec<_>>());
        }

        #[test]
        fn ranges_mark_the_cells_in_them(ranges in prop::collection::vec(span(), 0..20)) {
            let mut cells = grid();
            mark(&mut cells, &ranges, &|cell| cell.conditional = true);
            for cell in cells {
                prop_assert_eq!(cell.conditional, ranges.iter().any(|range| range.covers(cell.at)));
            }
        }
    }
}
