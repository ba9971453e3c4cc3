//! How much of a gate was reached over all pairs, in integers. Rates are compared as fractions, exactly; a decimal is made
//! only to be shown.

use std::fmt;

use serde::Serialize;

use crate::gate::Gate;
use crate::judgement::{MILLIONTHS, Points, decimal, f1, quality};

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
mod tests;
