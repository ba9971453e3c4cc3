//! What was read from a document as a snapshot shows it: grid after grid, one line a cell with its kind, value, headers
//! and fill, then one line a fact and a review. The difference of two says which cell, fact or review is another one now.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::change::Change;
use super::content::visible;
use crate::extracted::{Cell, Extracted, Fact, Header};
use crate::golden::Truth;

/// The names of lines that speak of one place.
pub(super) const PLACED: [&str; 3] = ["cell", "fact", "review"];

/// The lines of a snapshot.
pub(super) fn render(truth: &Truth, extracted: &Extracted) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "document: {}", visible(&truth.doc));
    for grid in &extracted.grids {
        let _ = writeln!(text, "grid: {} | {} rows, {} columns", visible(&grid.sheet), grid.rows, grid.cols);
        for cell in &grid.cells {
            let _ = writeln!(text, "cell: {} | {}", visible(&grid.locator(&cell.at)), visible(&shown(cell)));
        }
        for fact in &grid.facts {
            let Fact { metric, entity, period, channel, value, unit, locator, also, tags, .. } = fact;
            let also = also.iter().map(|place| format!(" | also {place}"));
            let tags = tags.iter().map(|tag| format!(" | tagged {tag}"));
            let rest: String = also.chain(tags).collect();
            let stated = format!("{locator} | {metric} {entity} {period} {channel} | {value} {unit}{rest}");
            let _ = writeln!(text, "fact: {}", visible(&stated));
        }
        for review in &grid.reviews {
            let tags = review.candidate.tags.iter().map(|tag| format!(" | tagged {tag}")).collect::<Vec<_>>().concat();
            let stated = format!("{} | {} | {}{tags}", review.locator, review.reason, review.text);
            let _ = writeln!(text, "review: {}", visible(&stated));
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn shown(cell: &Cell) -> String {
    let mut text = format!("{} {}", cell.kind, cell.stored());
    if cell.stored() != cell.text {
        let _ = write!(text, " (shown as {})", cell.text);
    }
    for (axis, path) in [("row", &cell.row_headers), ("column", &cell.col_headers)] {
        if !path.is_empty() {
            let path: Vec<String> = path.iter().map(|Header { at, text, .. }| format!("{at} {text}")).collect();
            let _ = write!(text, " | {axis} {}", path.join(" > "));
        }
    }
    for (name, what) in [("fill", &cell.fill), ("over", &cell.merge)] {
        if let Some(what) = what {
            let _ = write!(text, " | {name} {what}");
        }
    }
    text
}

/// What became of each place that lines of one name speak of, in the order of the new ones, then of those that are gone.
pub(super) fn compare(name: &str, was: &[&str], is: &[&str]) -> Vec<Change> {
    fn placed<'a>(line: &&'a str) -> (&'a str, &'a str) {
        line.split_once(" | ").unwrap_or((line, ""))
    }
    fn by_place<'a>(lines: &[&'a str]) -> BTreeMap<&'a str, Vec<&'a str>> {
        let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (place, what) in lines.iter().map(placed) {
            places.entry(place).or_default().push(what);
        }
        places
    }
    let (before, after) = (by_place(was), by_place(is));
    let joined = |whats: Option<&Vec<&str>>| whats.map(|whats| whats.join(" and "));
    let (mut changes, mut seen) = (Vec::new(), BTreeSet::new());
    for (place, _) in is.iter().chain(was).map(placed) {
        let (old, new) = (before.get(place), after.get(place));
        if old != new && seen.insert(place) {
            changes.push(Change { what: format!("{name} {place}"), was: joined(old), is: joined(new) });
        }
    }
    changes
}

#[cfg(test)]
mod tests;
