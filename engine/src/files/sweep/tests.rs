//! Tests of `sweep`.

use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn finds_what_a_look_at_all_of_them_finds(
        wanted in prop::collection::vec((0_u32..16, 0_u32..16, 0_u32..5, 0_u32..5), 0..30),
    ) {
        let mut spans: Vec<Span> = Vec::new();
        for (row, col, rows, cols) in wanted {
            let span = Span { first: CellAt { row, col }, last: CellAt { row: row + rows, col: col + cols } };
            let overlaps = |other: &Span| {
                other.first.row <= span.last.row && span.first.row <= other.last.row
                    && other.first.col <= span.last.col && span.first.col <= other.last.col
            };
            if !spans.iter().any(overlaps) {
                spans.push(span);
            }
        }
        spans.sort_unstable();
        let mut sweep = Sweep::new(&spans);
        for row in 0..22 {
            // Within a row places may be asked for in any order.
            for col in (0..22).rev() {
                let at = CellAt { row, col };
                prop_assert_eq!(sweep.covering(at), spans.iter().position(|span| span.covers(at)), "{}", at);
            }
        }
    }
}
