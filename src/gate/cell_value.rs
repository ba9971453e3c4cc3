//! `cell_value`: the cells of a document, each with its kind, its exact stored value, the span it is merged over, and whether
//! it is hidden. Judged because everything else rests on it, and because a reader that skips what it does not understand
//! must not look better than one that tries. Values compare as texts with every digit. Unit: cells. It cannot see number
//! formats and fonts.

use crate::extracted::Extracted;
use crate::gate::inventory::{self, Inventory};
use crate::golden::Truth;
use crate::judgement::Judgement;
use crate::key::cell_locator;

/// The word for a cell that holds nothing but style.
const EMPTY: &str = "empty";

/// Judges what was read.
pub fn judge(truth: &Truth, extracted: &Extracted) -> Judgement {
    let (mut expected, mut got) = (Inventory::default(), Inventory::default());
    for cell in &truth.cells {
        let what = item(cell.kind.as_str(), &cell.value, cell.merge_span.as_deref(), cell.hidden);
        expected.add(cell_locator(&cell.sheet, &cell.cell_ref), what);
    }
    for grid in inventory::grids(truth, extracted) {
        for cell in grid.cells.iter().filter(|cell| cell.kind != EMPTY) {
            got.decided(&grid.locator(&cell.at), cell.rule.as_ref());
            let what = item(&cell.kind, cell.stored(), cell.merge.as_deref(), cell.hidden);
            got.add(grid.locator(&cell.at), what);
        }
    }
    inventory::judge(&expected, &got)
}

fn item(kind: &str, value: &str, merge: Option<&str>, hidden: bool) -> String {
    let merge = merge.map(|span| format!(" over {span}")).unwrap_or_default();
    let hidden = if hidden { "hidden " } else { "" };
    format!("{hidden}{kind} `{value}`{merge}")
}
