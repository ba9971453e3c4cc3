//! `recall`: how much of what is relevant stands on the first five places. Judged because what is not found cannot be
//! answered from, and because a reader (or a prompt) sees the first few passages only. Five is what fits on a screen
//! beside an answer. Unit: relevant items found out of those that five places can hold. It cannot see the order among
//! the five, nor whether a passage of a relevant document is the one that matters.

use std::collections::BTreeSet;

use crate::gate::credit;
use crate::golden::{Fixture, Item, Query};
use crate::judgement::{Failure, Judgement, Points};
use crate::ranking::Ranking;

/// Places that count.
pub const PLACES: usize = 5;

/// Judges a ranking.
pub fn judge(query: &Query, ranking: &Ranking, fixture: &Fixture) -> Judgement {
    let places = credit::places(query, ranking, fixture);
    let found: BTreeSet<&Item> = places.iter().take(PLACES).flatten().map(|(item, _)| *item).collect();
    let points = Points::new(found.len() as u64, query.relevant.len().min(PLACES) as u64);
    Judgement::scored(points, || {
        let unseen: Vec<_> =
            query.relevant.keys().filter(|item| !found.contains(item)).map(ToString::to_string).collect();
        Failure {
            expected: credit::demanded(query),
            got: credit::ranked(ranking, PLACES),
            why: format!("{points} stand on the first {PLACES} places; not there: {}", unseen.join(", ")),
        }
    })
}
