//! How much was reached, in integers: points of one pair, and the rate of a gate over all pairs. Shares are compared as
//! fractions, exactly; a decimal is made only to be shown.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::gate::Gate;

/// The whole of a score or rate, in the unit in which both are shown and averaged.
pub const MILLIONTHS: u64 = 1_000_000;

/// What was reached of what could be reached. `out_of` is never 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Points {
    /// What was reached.
    pub score: u64,
    /// What could be reached.
    pub out_of: u64,
    /// What is there and should not be; 0 where nothing can be too much. It counts against the score as what is missing
    /// does.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub extra: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Points {
    /// `score` of `out_of`; a whole of nothing counts as nothing reached of one.
    pub fn new(score: u64, out_of: u64) -> Self {
        let (score, out_of) = if out_of == 0 { (0, 1) } else { (score.min(out_of), out_of) };
        Self { score, out_of, extra: 0 }
    }

    /// What an inventory found, with what it lacks and what it invents.
    pub fn counted(found: u64, missing: u64, extra: u64) -> Self {
        Self { extra, ..Self::new(found, found + missing) }
    }

    /// Precision, recall and their harmonic mean F1 (van Rijsbergen, *Information Retrieval*, 1979, chapter 7), from the
    /// counts.
    pub fn quality(self) -> String {
        quality(self.score.into(), self.out_of.into(), self.extra.into())
    }

    /// The fraction `part` of `whole` in millionths, rounded half to even; nothing of an empty whole.
    pub fn in_millionths(part: u128, whole: u128) -> Self {
        if whole == 0 {
            return Self::new(0, MILLIONTHS);
        }
        let scaled = part.min(whole).saturating_mul(u128::from(MILLIONTHS));
        let (quotient, remainder) = (scaled / whole, scaled % whole);
        let up = match (2 * remainder).cmp(&whole) {
            Ordering::Greater => 1,
            Ordering::Equal => quotient % 2,
            Ordering::Less => 0,
        };
        Self::new(u64::try_from(quotient + up).unwrap_or(MILLIONTHS), MILLIONTHS)
    }

    /// The share in millionths, rounded half to even.
    pub fn millionths(self) -> u64 {
        Self::in_millionths(self.score.into(), self.whole()).score
    }

    /// Whether the share is lower than that of `other`, compared exactly.
    pub fn is_below(self, other: Self) -> bool {
        self.share(other) == Ordering::Less
    }

    /// Whether all was reached.
    pub fn is_full(self) -> bool {
        self.score >= self.out_of && self.extra == 0
    }

    /// What the share is a share of. With something extra this is the Jaccard index, which orders as F1 does: F1 is
    /// 2 J / (1 + J).
    fn whole(self) -> u128 {
        u128::from(self.out_of) + u128::from(self.extra)
    }

    fn share(self, other: Self) -> Ordering {
        (u128::from(self.score) * other.whole()).cmp(&(u128::from(other.score) * self.whole()))
    }
}

impl Ord for Points {
    /// By share; equal shares by what could be reached, then by what is too much.
    fn cmp(&self, other: &Self) -> Ordering {
        self.share(*other).then(self.out_of.cmp(&other.out_of)).then(self.extra.cmp(&other.extra))
    }
}

impl PartialOrd for Points {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Points {
    /// `2/3`, or `2/3, 4 too many`; millionths as a decimal fraction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.out_of == MILLIONTHS {
            f.write_str(&decimal(self.score, 6))
        } else if self.extra > 0 {
            write!(f, "{}/{}, {} too many", self.score, self.out_of, self.extra)
        } else {
            write!(f, "{}/{}", self.score, self.out_of)
        }
    }
}

fn quality(found: u128, out_of: u128, extra: u128) -> String {
    let f1 = decimal(f1(found, out_of, extra), 4);
    format!("precision {found}/{}, recall {found}/{out_of}, F1 {f1}", found + extra)
}

/// In millionths.
fn f1(found: u128, out_of: u128, extra: u128) -> u64 {
    Points::in_millionths(2 * found, out_of + found + extra).score
}

/// Millionths as a decimal fraction of so many places, rounded half to even.
pub(crate) fn decimal(millionths: u64, places: u32) -> String {
    let step = 10_u64.pow(6_u32.saturating_sub(places));
    let (quotient, remainder) = (millionths / step, millionths % step);
    let rounds_up = remainder * 2 > step || (remainder * 2 == step && quotient % 2 == 1);
    let value = quotient + u64::from(rounds_up);
    let one = 10_u64.pow(places);
    format!("{}.{:0width$}", value / one, value % one, width = places as usize)
}

/// Passes out of the manifest's pairs; for a gate that gives points, the points of all pairs in millionths out of what
/// they could be, so that the fraction is the mean over the pairs; for a gate that counts items, the items of all pairs.
/// Errored and not-run pairs stay in the denominator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Rate {
    /// Pairs that passed, or millionths reached.
    pub passed: usize,
    /// Pairs of the manifest, or a million for each, or items.
    pub out_of: usize,
    /// Items that are there and should not be.
    #[serde(skip_serializing_if = "is_none")]
    pub extra: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Rate {
    /// Counts one pair that passed or did not.
    pub fn count(&mut self, passes: bool) {
        self.passed += usize::from(passes);
        self.out_of += 1;
    }

    /// Counts one pair of a gate that gives points; none were given to a pair that was not judged.
    pub fn add(&mut self, points: Option<Points>) {
        let whole = |millionths: u64| usize::try_from(millionths).unwrap_or(usize::MAX);
        self.passed += whole(points.map_or(0, Points::millionths));
        self.out_of += whole(MILLIONTHS);
    }

    /// Counts the items of one pair.
    pub fn add_items(&mut self, points: Points) {
        let whole = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        self.passed += whole(points.score);
        self.out_of += whole(points.out_of);
        self.extra += whole(points.extra);
    }

    /// Precision, recall and F1 over the items of all pairs.
    pub fn quality(self) -> String {
        quality(self.passed as u128, self.out_of as u128, self.extra as u128)
    }

    fn whole(self) -> u128 {
        self.out_of as u128 + self.extra as u128
    }

    /// Whether this rate is lower than `other`, compared as fractions, exactly. An empty rate is lower than any
    /// that is not empty.
    pub fn is_below(self, other: Self) -> bool {
        match (self.out_of, other.out_of) {
            (_, 0) => false,
            (0, _) => true,
            _ => (self.passed as u128) * other.whole() < (other.passed as u128) * self.whole(),
        }
    }

    /// The rate of `gate` as people read it: `12/15`, or the mean of points with the number of pairs it is over,
    /// `0.8423 of 24`; for a gate that counts items F1 with the number of items, `0.9981 of 1525`.
    pub fn shown(self, gate: Gate) -> String {
        if gate.counts_items() {
            return format!("{} of {}", decimal(self.reached(gate), 4), self.out_of);
        }
        if gate.gives_points() { format!("{} of {}", self.mean(), self.pairs(gate)) } else { self.to_string() }
    }

    /// The pairs that a rate of `gate` is over.
    pub fn pairs(self, gate: Gate) -> usize {
        if gate.gives_points() { self.out_of / usize::try_from(MILLIONTHS).unwrap_or(1) } else { self.out_of }
    }

    /// How many pairs of `gate` passed; for a gate that gives points, their mean or F1 in millionths.
    pub fn reached(self, gate: Gate) -> u64 {
        if gate.counts_items() {
            return f1(self.passed as u128, self.out_of as u128, self.extra as u128);
        }
        if gate.gives_points() {
            Points::in_millionths(self.passed as u128, self.out_of as u128).score
        } else {
            self.passed as u64
        }
    }

    /// The fraction to four places.
    fn mean(self) -> String {
        decimal(Points::in_millionths(self.passed as u128, self.out_of as u128).score, 4)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.passed, self.out_of)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_share_in_millionths_is_rounded_half_to_even() {
        let millionths = |part, whole| Points::in_millionths(part, whole).score;
        assert_eq!(
            [millionths(1, 3), millionths(2, 3), millionths(1, 1), millionths(0, 7)],
            [333_333, 666_667, 1_000_000, 0]
        );
        // 0.0000005, 0.0000015 and 0.0000025.
        assert_eq!([1, 3, 5].map(|part| millionths(part, 2_000_000)), [0, 2, 2]);
        assert_eq!(millionths(3, 2), 1_000_000, "more than the whole is the whole");
        assert_eq!(millionths(1, 0), 0, "an empty whole is no full marks");
    }

    #[test]
    fn shares_compare_exactly_whatever_they_are_out_of() {
        assert!(Points::new(1, 3).is_below(Points::new(333_334, MILLIONTHS)));
        assert!(Points::new(333_333, MILLIONTHS).is_below(Points::new(1, 3)));
        assert!(!Points::new(1, 2).is_below(Points::new(2, 4)) && !Points::new(2, 4).is_below(Points::new(1, 2)));
        assert_ne!(Points::new(1, 2).cmp(&Points::new(2, 4)), Ordering::Equal);
    }

    #[test]
    fn what_is_too_much_counts_as_what_is_missing_does() {
        let points = Points::counted(9, 1, 2);
        assert_eq!(points.quality(), "precision 9/11, recall 9/10, F1 0.8571");
        assert_eq!(points.to_string(), "9/10, 2 too many");
        assert!(points.is_below(Points::counted(9, 1, 1)) && points.is_below(Points::counted(10, 0, 2)));
        assert!(!points.is_below(Points::counted(9, 2, 1)) && !Points::counted(10, 0, 1).is_full());
        let mut rate = Rate::default();
        rate.add_items(points);
        rate.add_items(Points::counted(0, 5, 0));
        assert_eq!(rate.quality(), "precision 9/11, recall 9/15, F1 0.6923");
        assert_eq!(rate.shown(Gate::CellValue), "0.6923 of 15");
        assert_eq!(serde_json::to_string(&points).unwrap(), r#"{"score":9,"out_of":10,"extra":2}"#);
    }

    #[test]
    fn a_mean_keeps_its_denominator_and_what_was_not_judged() {
        let mut rate = Rate::default();
        for points in [Some(Points::new(2, 3)), Some(Points::new(1, 1)), None] {
            rate.add(points);
        }
        assert_eq!(rate.shown(Gate::Ndcg), "0.5556 of 3");
        assert_eq!(Points::new(420_500, MILLIONTHS).to_string(), "0.420500");
    }
}
