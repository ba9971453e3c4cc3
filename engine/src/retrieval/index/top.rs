//! The best hits of a search so far. A hit ranks by its score, then by its chunk's id, so that the outcome depends on no
//! order of scoring.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::paged::Damage;
use super::segment::Segment;
use super::{Hit, Part};

/// The best hits of one segment, at most `depth`.
pub(super) struct Top<'s> {
    segment: &'s Segment,
    depth: usize,
    floor: f64,
    /// The worst on top.
    hits: BinaryHeap<Found>,
}

/// A chunk of a segment, as it ranks: the greatest is the worst.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Found {
    score: f64,
    /// The rank of its document's name in the segment.
    rank: u32,
    ordinal: u32,
}

impl Eq for Found {}

impl Ord for Found {
    fn cmp(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then_with(|| (self.rank, self.ordinal).cmp(&(other.rank, other.ordinal)))
    }
}

impl PartialOrd for Found {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'s> Top<'s> {
    /// Keeps `depth` hits, more than none, of scores not below `floor`.
    pub(super) fn new(segment: &'s Segment, depth: usize, floor: f64) -> Self {
        Self { segment, depth, floor, hits: BinaryHeap::new() }
    }

    /// The least score that can still be among the best.
    #[inline]
    pub(super) fn floor(&self) -> f64 {
        self.floor
    }

    /// Offers a chunk.
    #[inline]
    pub(super) fn offer(&mut self, ordinal: u32, score: f64) -> Result<(), Damage> {
        if score < self.floor { Ok(()) } else { self.take(ordinal, score) }
    }

    fn take(&mut self, ordinal: u32, score: f64) -> Result<(), Damage> {
        let documents = self.segment.documents();
        let rank = documents.rank(documents.of(ordinal)?)?;
        let found = Found { score, rank, ordinal };
        if self.hits.len() < self.depth {
            self.hits.push(found);
        } else if let Some(mut worst) = self.hits.peek_mut()
            && found < *worst
        {
            *worst = found;
        }
        if self.hits.len() == self.depth
            && let Some(worst) = self.hits.peek()
        {
            self.floor = self.floor.max(worst.score);
        }
        Ok(())
    }
}

/// The best hits of several segments.
pub(super) struct Merged<'p> {
    parts: &'p [Part],
    depth: usize,
    hits: Vec<(usize, Found)>,
}

impl<'p> Merged<'p> {
    pub(super) fn new(parts: &'p [Part], depth: usize) -> Self {
        Self { parts, depth, hits: Vec::new() }
    }

    /// Takes over the hits of a part, and returns the least score that can still be among the best.
    pub(super) fn take(&mut self, part: usize, top: Top<'_>) -> f64 {
        self.hits.extend(top.hits.into_iter().map(|found| (part, found)));
        match self.depth.checked_sub(1).filter(|nth| *nth < self.hits.len()) {
            Some(nth) => self.hits.select_nth_unstable_by(nth, |a, b| b.1.score.total_cmp(&a.1.score)).1.1.score,
            None => 0.0,
        }
    }

    /// The best of all, in order.
    pub(super) fn finish(mut self) -> Result<Vec<Hit>, Damage> {
        let mut fault = None;
        let parts = self.parts;
        let name = |(part, found): &(usize, Found)| {
            let documents = parts[*part].segment.documents();
            documents.name(documents.of(found.ordinal)?)
        };
        self.hits.sort_unstable_by(|a, b| {
            let by_score = b.1.score.total_cmp(&a.1.score);
            if by_score.is_ne() || a.0 == b.0 {
                return by_score.then_with(|| a.1.cmp(&b.1));
            }
            match (name(a), name(b)) {
                (Ok(first), Ok(second)) => first.cmp(second),
                (Err(damage), _) | (_, Err(damage)) => {
                    fault = Some(damage);
                    Ordering::Equal
                }
            }
        });
        if let Some(damage) = fault {
            return Err(damage);
        }
        self.hits.truncate(self.depth);
        let hits = self.hits.iter();
        hits.map(|(part, found)| Ok(Hit { key: parts[*part].segment.key(found.ordinal)?, score: found.score }))
            .collect()
    }
}
