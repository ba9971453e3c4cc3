//! A merge driver for baselines. Each key gets the better of both sides, so that a merge never lowers what either side
//! had reached; a lowering or removal that one side had agreed to is made again with `baseline lower`.

use super::file::{Baseline, Entry};

/// Merges two baselines whose common ancestor is `base`. Where both sides changed a case's hash in different ways, one
/// of the two is kept by a fixed order; the next run then reports the case as changed.
#[must_use]
pub fn merge(base: &Baseline, ours: &Baseline, theirs: &Baseline) -> Baseline {
    let mut merged = ours.clone();
    for (key, their) in &theirs.entries {
        let entry = match ours.entries.get(key) {
            Some(our) => better(base.entries.get(key), our, their),
            None => their.clone(),
        };
        merged.entries.insert(key.clone(), entry);
    }
    merged
}

fn better(base: Option<&Entry>, ours: &Entry, theirs: &Entry) -> Entry {
    let best =
        if ours.is_below(theirs) || (!theirs.is_below(ours) && ours.points < theirs.points) { theirs } else { ours };
    let unchanged = |entry: &Entry| base.is_some_and(|base| base.hash == entry.hash);
    let hash = match (unchanged(ours), unchanged(theirs)) {
        (true, false) => &theirs.hash,
        (false, true) => &ours.hash,
        _ => (&ours.hash).max(&theirs.hash),
    };
    Entry { hash: hash.clone(), ..best.clone() }
}
