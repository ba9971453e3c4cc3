//! `header_attribution`: the row and column headers that each value stands under, from the outermost to the nearest. Judged
//! because a right number under a wrong header is a wrong fact that looks right. Unit: paths, two a value cell at most; a
//! path is right as a whole and in its order, or it is missing and another one is too many. It cannot see what a header
//! means: that shows in the facts.

use crate::extracted::{Extracted, Header};
use crate::gate::inventory::{self, Inventory};
use crate::golden::Truth;
use crate::judgement::Judgement;
use crate::key::cell_locator;

/// Judges what was read.
pub fn judge(truth: &Truth, extracted: &Extracted) -> Judgement {
    let (mut expected, mut got) = (Inventory::default(), Inventory::default());
    for cell in &truth.cells {
        let Some(paths) = &cell.headers else { continue };
        let place = cell_locator(&cell.sheet, &cell.cell_ref);
        for (axis, path) in [("rows", &paths.row), ("columns", &paths.col)] {
            add(&mut expected, &place, axis, &path.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
    for grid in inventory::grids(truth, extracted) {
        for cell in &grid.cells {
            let place = grid.locator(&cell.at);
            for (axis, path) in [("rows", &cell.row_headers), ("columns", &cell.col_headers)] {
                for header in path {
                    got.decided(&place, header.rule.as_ref());
                }
                add(&mut got, &place, axis, &path.iter().map(|Header { at, .. }| at.as_str()).collect::<Vec<_>>());
            }
        }
    }
    inventory::judge(&expected, &got)
}

/// A cell under no header of an axis has no path there.
fn add(inventory: &mut Inventory, place: &str, axis: &str, path: &[&str]) {
    if !path.is_empty() {
        inventory.add(place.to_owned(), format!("{axis} {}", path.join(" > ")));
    }
}
