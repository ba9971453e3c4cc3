//! `ndcg`: whether what is more relevant stands higher, as the normalised discounted cumulated gain of the first ten
//! places (Järvelin and Kekäläinen, *Cumulated gain-based evaluation of IR techniques*, ACM TOIS 20(4), 2002). The gain of
//! a place is its grade (linear, as there: grades are given as worth, and an exponent would decide over their head);
//! place `i` is discounted by `1 / log2(i + 1)`, as `trec_eval` does; the ideal ranking has all items by falling grade.
//! Judged because a prompt and a reader trust the order. Unit: millionths of the ideal, rounded half to even from integer
//! sums, so that every machine finds the same. It cannot see anything behind the tenth place.

use crate::gate::credit;
use crate::golden::{Fixture, Query};
use crate::judgement::{Failure, Judgement, Points};
use crate::ranking::Ranking;

/// `1 / log2(i + 1)` for the places 1 to 10, in units of 10⁻¹².
const DISCOUNTS: [u64; 10] = [
    1_000_000_000_000,
    630_929_753_571,
    500_000_000_000,
    430_676_558_073,
    386_852_807_235,
    356_207_187_108,
    333_333_333_333,
    315_464_876_786,
    301_029_995_664,
    289_064_826_318,
];

/// Judges a ranking.
pub fn judge(query: &Query, ranking: &Ranking, fixture: &Fixture) -> Judgement {
    let mut ideal: Vec<u8> = query.relevant.values().copied().collect();
    ideal.sort_unstable_by(|a, b| b.cmp(a));
    let worth = |place: credit::Credit<'_>| place.map_or(0, |(_, grade)| grade);
    let grades: Vec<u8> = credit::places(query, ranking, fixture).into_iter().map(worth).collect();
    let points = Points::in_millionths(cumulated(&grades), cumulated(&ideal));
    Judgement::scored(points, || Failure {
        expected: credit::demanded(query),
        got: credit::ranked(ranking, DISCOUNTS.len()),
        why: format!("the first {} places are worth {points} of the ideal ranking", DISCOUNTS.len()),
    })
}

fn cumulated(grades: &[u8]) -> u128 {
    grades.iter().zip(DISCOUNTS).map(|(grade, discount)| u128::from(*grade) * u128::from(discount)).sum()
}

#[cfg(test)]
mod tests;
