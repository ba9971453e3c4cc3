//! `color_mapping`: the fill of each cell as the eye sees it, and the tags of each value. Judged because a colour is often
//! the only mark of a forecast or a draft, and a wrong one lets a number answer that must not. A tag shows in the fact or
//! review of its cell. Unit: fills and tags. It cannot see the tag of a value about which nothing is known, and where a tag
//! comes from: a colour, a legend or a header.

use crate::extracted::Extracted;
use crate::gate::inventory::{self, Inventory};
use crate::golden::{CellKind, Truth};
use crate::judgement::Judgement;
use crate::key::cell_locator;

/// Judges what was read.
pub fn judge(truth: &Truth, extracted: &Extracted) -> Judgement {
    let (mut expected, mut got) = (Inventory::default(), Inventory::default());
    for cell in &truth.cells {
        let place = cell_locator(&cell.sheet, &cell.cell_ref);
        let tags = cell.tags.iter().filter(|_| cell.kind == CellKind::Value).map(|tag| tagged(tag));
        cell.fill.iter().map(|fill| filled(fill)).chain(tags).for_each(|what| expected.add(place.clone(), what));
    }
    for grid in inventory::grids(truth, extracted) {
        for cell in &grid.cells {
            let place = grid.locator(&cell.at);
            let tags = grid.tags(&cell.at).into_iter().map(tagged);
            cell.fill.iter().map(|fill| filled(fill)).chain(tags).for_each(|what| got.add(place.clone(), what));
        }
    }
    inventory::judge(&expected, &got)
}

fn filled(fill: &str) -> String {
    format!("fill {fill}")
}

fn tagged(tag: &str) -> String {
    format!("tag {tag}")
}
