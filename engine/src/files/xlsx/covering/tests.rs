//! Tests of `covering`.

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
