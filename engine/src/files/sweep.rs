//! Which of many rectangles covers a place, for places that are asked for row by row. Rectangles are swept from the top, so
//! that a million of them cost about as much as a million places. Rectangles that overlap are not told apart here.

use std::collections::BTreeMap;

use crate::files::{CellAt, Span};

/// Rectangles that do not overlap, in the order of their first cells.
pub(crate) struct Sweep<'a> {
    spans: &'a [Span],
    /// How many of them begin in the rows up to the last one that was asked for.
    begun: usize,
    /// The begun ones by their first column. Those that were left behind are dropped when they are in the way.
    open: BTreeMap<u32, (usize, Span)>,
}

impl<'a> Sweep<'a> {
    pub(crate) fn new(spans: &'a [Span]) -> Self {
        Self { spans, begun: 0, open: BTreeMap::new() }
    }

    /// The place in the list of the rectangle that covers `at`, which stands in no row above an earlier one.
    pub(crate) fn covering(&mut self, at: CellAt) -> Option<usize> {
        while let Some(span) = self.spans.get(self.begun).filter(|span| span.first.row <= at.row) {
            // What began at the same column has ended, for the two do not overlap.
            self.open.insert(span.first.col, (self.begun, *span));
            self.begun += 1;
        }
        while let Some((&col, &(index, span))) = self.open.range(..=at.col).next_back() {
            if span.last.row >= at.row {
                return span.covers(at).then_some(index);
            }
            self.open.remove(&col);
        }
        None
    }
}

#[cfg(test)]
mod tests;
