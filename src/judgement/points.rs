//! How much was reached on one case, in integers. Shares are compared as fractions, exactly; a decimal is made only to be
//! shown.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

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

/// Precision, recall and F1 of counts that may be too many for [`Points`].
pub(crate) fn quality(found: u128, out_of: u128, extra: u128) -> String {
    let f1 = decimal(f1(found, out_of, extra), 4);
    format!("precision {found}/{}, recall {found}/{out_of}, F1 {f1}", found + extra)
}

/// F1 in millionths.
pub(crate) fn f1(found: u128, out_of: u128, extra: u128) -> u64 {
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

#[cfg(test)]
mod tests;
