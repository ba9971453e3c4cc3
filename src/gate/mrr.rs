//! `mrr`: how far down the first relevant place stands, as its reciprocal rank (Voorhees, *The TREC-8 Question Answering
//! Track Report*, 1999): 1 for the first place, 1/2 for the second, 0 when there is none. Judged because a reader takes
//! the first passage that looks right. Unit: millionths, rounded half to even; the rate over cases is the mean reciprocal
//! rank. It cannot see grades, nor anything behind the first relevant place.

use crate::gate::credit;
use crate::golden::{Fixture, Query};
use crate::judgement::{Failure, Judgement, Points};
use crate::ranking::Ranking;

/// Judges a ranking.
pub fn judge(query: &Query, ranking: &Ranking, fixture: &Fixture) -> Judgement {
    let first = credit::places(query, ranking, fixture).iter().position(Option::is_some).map(|place| place + 1);
    let points = Points::in_millionths(u128::from(first.is_some()), first.unwrap_or(1) as u128);
    Judgement::scored(points, || Failure {
        expected: credit::demanded(query),
        got: credit::ranked(ranking, first.unwrap_or(super::recall::PLACES)),
        why: first.map_or_else(
            || "nothing relevant was found".to_owned(),
            |place| format!("the first relevant place is number {place}"),
        ),
    })
}
