//! Two inventories of one document, held against each other: what the truth lists and what was read. Both are counted, so
//! that nothing can be won by leaving out what is hard, nor by listing everything that might be. An item is a place and
//! what stands there; another thing in its place is one item missing and one too many.

use std::collections::BTreeMap;

use crate::extracted::{Extracted, Grid};
use crate::golden::Truth;
use crate::judgement::{Failure, Judgement, Points};

/// Differing places that a message names.
const PLACES_SHOWN_MAX: usize = 5;

/// Items by place, each with how often it is listed.
#[derive(Debug, Default)]
pub(super) struct Inventory(BTreeMap<(String, String), u64>);

impl Inventory {
    pub(super) fn add(&mut self, place: String, what: String) {
        *self.0.entry((place, what)).or_default() += 1;
    }

    fn at(&self, place: &str) -> String {
        let there = self.0.keys().filter(|(other, _)| other == place).map(|(_, what)| what.as_str());
        let there: Vec<&str> = there.collect();
        format!("{place}: {}", if there.is_empty() { "nothing".to_owned() } else { there.join(" and ") })
    }
}

/// The grids that were read of a document; one that says it is of another document is none of them.
pub(super) fn grids<'a>(truth: &'a Truth, extracted: &'a Extracted) -> impl Iterator<Item = &'a Grid> {
    extracted.grids.iter().filter(|grid| grid.doc == truth.doc)
}

/// Counts what was found, what is missing and what is too much. Where nothing is to be found, that is the one item: it is
/// there when nothing was.
pub(super) fn judge(expected: &Inventory, got: &Inventory) -> Judgement {
    let (mut found, mut missing, mut extra) = (0, 0, 0);
    let mut differing: Vec<&str> = Vec::new();
    let keys: std::collections::BTreeSet<_> = expected.0.keys().chain(got.0.keys()).collect();
    for key in keys {
        let count = |inventory: &Inventory| inventory.0.get(key).copied().unwrap_or_default();
        let (wanted, there) = (count(expected), count(got));
        found += wanted.min(there);
        missing += wanted.saturating_sub(there);
        extra += there.saturating_sub(wanted);
        if wanted != there && differing.last() != Some(&key.0.as_str()) {
            differing.push(&key.0);
        }
    }
    if expected.0.is_empty() {
        (found, missing) = if extra == 0 { (1, 0) } else { (0, 1) };
    }
    let points = Points::counted(found, missing, extra);
    let lacking = (!points.is_full()).then(|| {
        let shown = |inventory: &Inventory| {
            let places = differing.iter().take(PLACES_SHOWN_MAX).map(|place| inventory.at(place));
            places.collect::<Vec<_>>().join("; ")
        };
        let rest = differing.len().saturating_sub(PLACES_SHOWN_MAX);
        let rest = if rest == 0 { String::new() } else { format!("; {rest} more places differ") };
        Failure {
            expected: shown(expected),
            got: shown(got),
            why: format!("{missing} missing, {extra} too many: {}{rest}", points.quality()),
        }
    });
    Judgement::Scored(points, lacking)
}
