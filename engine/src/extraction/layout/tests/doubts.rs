//! Values of which the layout does not say which header is theirs, each judged by eye, and tables like these that say it.

use super::{check, draw, widths};
use crate::extraction::layout::{Kind, analyse};
use crate::files::GridPlace;
use crate::rule::cell::{FEWER_HEADERS, LABEL_EITHER_WAY, LONGER_ROW, OVER_SEVERAL};

/// The values that wait in a sheet, or in the table of a page, with the rule of each, as `C4 over-several-headers`.
fn doubted(drawing: &str, is_page: bool) -> String {
    let mut grid = draw(drawing);
    if is_page {
        (grid.place, grid.widths) = (GridPlace::Table { table: 1 }, widths(drawing.lines()));
    }
    let layout = analyse(&grid);
    let values = grid.cells.iter().zip(layout.kinds.iter().zip(&layout.rules));
    let doubts = values.filter(|(_, (kind, _))| **kind == Kind::Value).filter_map(|(cell, (_, rule))| {
        let headers = layout.table(cell.at).into_iter().flat_map(|table| table.headers_of_row(cell.at));
        let rules = headers.map(|header| header.rule).chain([*rule]);
        let doubts = [&LABEL_EITHER_WAY, &OVER_SEVERAL, &LONGER_ROW, &FEWER_HEADERS];
        let rule = rules.into_iter().find(|rule| doubts.contains(rule))?;
        Some(format!("{} {}", cell.at, rule.name()))
    });
    doubts.collect::<Vec<_>>().join(", ")
}

#[test]
fn a_label_in_the_middle_of_its_rows_may_be_that_of_either_side() {
    let drawing = "Region | Item | 2024\n | Cash | 1\nNorth | Stock | 2\n | Loans | 3\n | Cash | 4\nSouth | Stock | 5\n | Loans | 6";
    check(
        drawing,
        "hhh / .hv / hhv / .hv / .hv / hhv / .hv",
        &[
            ("C3", "North > Stock / 2024"),
            ("C4", "North > South > Loans / 2024"),
            ("C5", "North > South > Cash / 2024"),
            ("C7", "South > Loans / 2024"),
        ],
    );
    assert_eq!(doubted(drawing, false), "C2 label-either-way, C4 label-either-way, C5 label-either-way");
    // Between two rows, and beside the last of them.
    assert_eq!(
        doubted("Region | Item | 2024\n | Cash | 1\nNorth\n | Loans | 3\n | Cash | 4\nSouth\n | Loans | 6", false),
        "C2 label-either-way, C4 label-either-way, C5 label-either-way"
    );
    assert_eq!(
        doubted("Region | Item | 2024\n | Cash | 1\nNorth | Loans | 3\n | Cash | 4\nSouth | Loans | 6", false),
        "C2 label-either-way, C4 label-either-way"
    );
    // A label in the middle ends nothing further in.
    assert_eq!(
        doubted(
            "Region | Kind | Item | 2024\n | Own | Cash | 1\nNorth | | Loans | 2\n | Lent | Cash | 3\n | | Loans | 4\n\
             South | Own | Cash | 5\n | | Loans | 6",
            false
        ),
        "D2 label-either-way, D4 label-either-way, D5 label-either-way"
    );
}

#[test]
fn a_label_beside_the_first_of_its_rows_is_theirs() {
    for drawing in [
        "Region | Item | 2024\nNorth | Cash | 1\n | Loans | 2\nSouth | Cash | 3\n | Loans | 4",
        "Region | Item | 2024\nNorth | Cash | 1\n^ | Loans | 2\nSouth | Cash | 3\n^ | Loans | 4",
        "Region | | 2024\nNorth\n | Cash | 1\n | Loans | 2\nSouth\n | Cash | 3",
        // The sum of a region stands beside its name, and each of its parts below.
        "Region | Kind | Item | 2024\nNorth | | Cash | 1\n | Own | Cash | 2\nSouth | | Cash | 3\n | Own | Cash | 4",
        // No row lies below the labels of the inner column.
        "Region | Kind | Item | 2024\nNorth | | Cash | 1\n | Own | Cash | 2\n | Lent | Cash | 3",
    ] {
        assert_eq!(doubted(drawing, false), "", "{drawing}");
    }
}

#[test]
fn a_value_that_is_merged_over_several_headers_is_of_none() {
    for (drawing, wanted) in [
        ("Item | 2023 | 2024\nCash | 1 | <\nLoans | 2 | 3", "B2 over-several-headers"),
        ("Item | 2023 | 2024\nCash | 1 | 4\nLoans | ^ | 3", "B2 over-several-headers"),
        ("Item | 2024 | <\n^ | H1 | H2\nCash | 1 | <\nLoans | 2 | 3", "B3 over-several-headers"),
        ("Item | 2023 | < | 2024 | <\nCash | 1 | < | 2 | <\nLoans | 2 | < | 3 | <", ""),
        ("Item | 2024 | <\nCash | 1 | <\nLoans | 2 | <", ""),
    ] {
        assert_eq!(doubted(drawing, false), wanted, "{drawing}");
    }
}

#[test]
fn a_row_of_more_cells_than_headers_waits_where_cells_are_counted() {
    let drawing = "Item | 2023 | 2024\nCash | 1 | 200 | 3\nLoans | 2 | 3";
    let all = "B2 longer-than-headers, C2 longer-than-headers, D2 longer-than-headers";
    assert_eq!(doubted(drawing, true), all);
    // On a sheet a column without a header is one.
    assert_eq!(doubted(drawing, false), "");
    // And so is one whose header is written and empty.
    assert_eq!(doubted("Item | 2023 | 2024 | \nCash | 1 | 200 | 3\nLoans | 2 | 3 | 4", true), "");
    assert_eq!(doubted("Item | 2023 | 2024\nCash | 1 | 200 | audited\nLoans | 2 | 3", true), "");
}

#[test]
fn headers_that_may_stand_one_column_too_far_left_hold_everything_back() {
    let all = |names: [&str; 4]| names.map(|at| format!("{at} fewer-headers-than-columns")).join(", ");
    for drawing in ["2023 | 2024\nCash | 1 | 2\nLoans | 3 | 4", "North | South\nCash | 1 | 2\nLoans | 3 | 4"] {
        assert_eq!(doubted(drawing, false), all(["B2", "C2", "B3", "C3"]), "{drawing}");
    }
    for drawing in [
        " | 2023 | 2024\nCash | 1 | 2\nLoans | 3 | 4",
        "Item | 2023\nCash | 1 | 2\nLoans | 3 | 4",
        "Results by product | 2023\nCash | 1 | 2\nLoans | 3 | 4",
        "2024 | North | South\nCash | 1 | 2\nLoans | 3 | 4",
    ] {
        assert_eq!(doubted(drawing, false), "", "{drawing}");
    }
}
