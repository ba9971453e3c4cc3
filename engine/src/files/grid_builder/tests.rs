//! Tests of `grid_builder`.

use super::*;
use crate::files::grid::Rgb;

type Given<'t> = (&'t str, u32, Height);

fn placed(groups: &[&[&[Given<'_>]]]) -> StyledGrid {
    let mut builder = GridBuilder::default();
    for group in groups {
        for row in *group {
            builder.begin_row().unwrap();
            for (text, width, height) in *row {
                builder.add(Cell::of(CellAt::default(), *text), *width, *height).unwrap();
            }
        }
        builder.end_group();
    }
    builder.finish(GridPlace::Table { table: 1 }, Vec::new(), false).unwrap()
}

fn one(text: &str) -> Given<'_> {
    (text, 1, Height::Rows(1))
}

fn shown(grid: &StyledGrid) -> (Vec<String>, Vec<String>) {
    let cells = grid.cells.iter().map(|cell| format!("{}={}", cell.at, cell.text)).collect();
    (cells, grid.merges.iter().map(ToString::to_string).collect())
}

#[test]
fn cells_stand_beside_what_reaches_down_from_above() {
    let (cells, merges) = shown(&placed(&[&[
        &[("a", 1, Height::Rows(2)), ("b", 2, Height::Rows(1))],
        &[one("c"), one("")],
        &[one(""), ("d", 1, Height::Rest), one("e")],
        &[one("f"), one("g")],
    ]]));
    assert_eq!(cells, ["A1=a", "B1=b", "B2=c", "B3=d", "C3=e", "A4=f", "C4=g"]);
    assert_eq!(merges, ["A1:A2", "B1:C1", "B3:B4"]);
}

#[test]
fn spans_end_with_their_group_and_with_the_table() {
    let groups: [&[&[Given<'_>]]; 2] = [&[&[("a", 1, Height::Rows(9)), one("b")]], &[&[one("c"), one("d")]]];
    let grid = placed(&groups);
    assert_eq!(shown(&grid).0, ["A1=a", "B1=b", "A2=c", "B2=d"]);
    assert!(grid.merges.is_empty());
    let wide = placed(&[&[&[("t", 1000, Height::Rows(1))], &[one("x"), one("y")]]]);
    assert_eq!((wide.cols, shown(&wide).1), (2, vec!["A1:B1".to_owned()]));
}

#[test]
fn overlapping_spans_are_cut() {
    let rows: &[&[Given<'_>]] = &[&[one("a"), ("b", 1, Height::Rows(2)), one("c")], &[("d", 3, Height::Rows(1))]];
    let (cells, merges) = shown(&placed(&[rows]));
    assert_eq!(cells, ["A1=a", "B1=b", "C1=c", "A2=d"]);
    assert_eq!(merges, ["B1:B2"]);
}

#[test]
fn a_table_without_text_is_none_and_a_monstrous_one_a_fault() {
    let mut builder = GridBuilder::default();
    let empty = Cell::of(CellAt::default(), "");
    builder.add(Cell { fill: Some(Rgb([1, 2, 3])), ..empty.clone() }, 2, Height::Rows(2)).unwrap();
    assert_eq!(builder.finish(GridPlace::Table { table: 1 }, Vec::new(), false), None);
    let mut builder = GridBuilder::default();
    let fault = (0..3).find_map(|_| builder.add(empty.clone(), 1000, Height::Rows(u32::MAX)).err());
    assert!(fault.is_none());
    assert!(matches!(
        builder.add(empty.clone(), 1, Height::Rows(1)),
        Err(DocumentFault::TooMany { what: "columns in a table", .. })
    ));
}
