//! Two inventories of one document, held against each other: what the truth lists and what was read. Both are counted, so
//! that nothing can be won by leaving out what is hard, nor by listing everything that might be. An item is a place and
//! what stands there; another thing in its place is one item missing and one too many.

use std::collections::{BTreeMap, BTreeSet};

use crate::extracted::{Extracted, Grid};
use crate::golden::Truth;
use crate::judgement::{Failure, Judgement, Points};

/// Differing places that a message names.
const PLACES_SHOWN_MAX: usize = 5;

/// Items by place, each with how often it is listed, and the rules that decided about places, where the engine tells.
#[derive(Debug, Default)]
pub(super) struct Inventory {
    items: BTreeMap<(String, String), u64>,
    rules: BTreeMap<String, BTreeSet<String>>,
}

impl Inventory {
    pub(super) fn add(&mut self, place: String, what: String) {
        *self.items.entry((place, what)).or_default() += 1;
    }

    /// Takes a rule that decided about a place.
    pub(super) fn decided(&mut self, place: &str, rule: Option<&String>) {
        if let Some(rule) = rule {
            self.rules.entry(place.to_owned()).or_default().insert(rule.clone());
        }
    }

    fn at(&self, place: &str) -> String {
        let there = self.items.keys().filter(|(other, _)| other == place).map(|(_, what)| what.as_str());
        let there: Vec<&str> = there.collect();
        let there = if there.is_empty() { "nothing".to_owned() } else { there.join(" and ") };
        let rules = self.rules.get(place).map(|rules| rules.iter().map(String::as_str).collect::<Vec<_>>().join(", "));
        let by = rules.map(|rules| format!(" (by {rules})")).unwrap_or_default();
        format!("{place}: {there}{by}")
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
    let keys: BTreeSet<_> = expected.items.keys().chain(got.items.keys()).collect();
    for key in keys {
        let count = |inventory: &Inventory| inventory.items.get(key).copied().unwrap_or_default();
        let (wanted, there) = (count(expected), count(got));
        found += wanted.min(there);
        missing += wanted.saturating_sub(there);
        extra += there.saturating_sub(wanted);
        if wanted != there && differing.last() != Some(&key.0.as_str()) {
            differing.push(&key.0);
        }
    }
    if expected.items.is_empty() {
        (found, missing) = if extra == 0 { (1, 0) } else { (0, 1) };
    }
    let points = Points::counted(found, missing, extra);
    Judgement::scored(points, || {
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
    })
}
