//! What was found in a grid so far: facts and reviews in reading order, with what stops several values gathered in one
//! review. Whether a value is a fact was decided before.

use std::collections::BTreeMap;

use super::Context;
use super::cell::Outcome;
use super::path::{Source, Stop};
use crate::files::DocumentFault;
use crate::files::grid::{Cell, CellAt, Rgb, StyledGrid};
use crate::files::quota::Quota;
use crate::reading::{Candidate, Decided, Reading, ReviewReading, ReviewReason, Unseen};
use crate::rule::{Rule, value as rules};

/// A value that has no reading of its own: it is ignored, or waits for what another cell says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherValue {
    /// Where it stands.
    pub at: CellAt,
    /// What decided that.
    pub rule: &'static Rule,
    /// The cell of the review that it waits for; none where it is ignored.
    pub waits_for: Option<CellAt>,
}

impl OtherValue {
    /// Whether nothing waits for it: it holds nothing, or something of which the profile knows nothing.
    pub fn is_ignored(&self) -> bool {
        self.waits_for.is_none()
    }
}

/// What was found so far, with what stops several values gathered in one place.
pub(super) struct Outcomes<'a> {
    grid: &'a StyledGrid,
    context: &'a Context,
    quota: &'a Quota,
    stops: BTreeMap<Source, Stopped>,
    colors: BTreeMap<Rgb, (CellAt, Box<ReviewReading>)>,
    readings: Vec<Reading>,
    others: Vec<OtherValue>,
}

struct Stopped {
    stop: Stop,
    /// The first value that it stops.
    first: CellAt,
    candidate: Candidate,
    nearest: Option<String>,
    cells: u64,
    rule: &'static Rule,
}

impl Stopped {
    /// The cell of its review. A caption and the name of a sheet stand in no cell; the first value leads to them.
    fn place(&self) -> CellAt {
        match self.stop.source {
            Source::Cell(at) => at,
            Source::Caption(_) | Source::Name | Source::Beside | Source::File => self.first,
        }
    }
}

impl<'a> Outcomes<'a> {
    /// Nothing yet.
    pub(super) fn new(grid: &'a StyledGrid, context: &'a Context, quota: &'a Quota) -> Self {
        let (stops, colors) = (BTreeMap::new(), BTreeMap::new());
        Self { grid, context, quota, stops, colors, readings: Vec::new(), others: Vec::new() }
    }

    /// Takes what became of a value. Fails when there is no room for it.
    pub(super) fn enter(&mut self, cell: &Cell, outcome: Outcome) -> Result<(), DocumentFault> {
        match outcome {
            Outcome::Ignored(rule) => self.others.push(OtherValue { at: cell.at, rule, waits_for: None }),
            Outcome::Fact(fact) => self.push(Reading::Fact(fact))?,
            Outcome::Review(decided, reason, candidate) => {
                let review = self.review(cell, decided, reason, candidate);
                self.push(Reading::Review(review))?;
            }
            Outcome::Stopped(rule, stop, candidate, nearest) => {
                // It stands for several values and says what they share.
                let candidate = Candidate { value: None, unit: None, confidence: None, ..candidate };
                let stopped = self.stops.entry(stop.source).or_insert_with(|| Stopped {
                    first: cell.at,
                    candidate,
                    nearest,
                    cells: 0,
                    rule,
                    stop,
                });
                stopped.cells += 1;
                let waits_for = Some(stopped.place());
                self.others.push(OtherValue { at: cell.at, rule, waits_for });
            }
            Outcome::Colored(decided, color, candidate) => {
                let rule = decided.verdict;
                let review = self.review(cell, decided, ReviewReason::UnknownColor { color }, candidate);
                let (first, review) = self.colors.entry(color).or_insert_with(|| (cell.at, review));
                if *first != cell.at {
                    review.cells += 1;
                    self.others.push(OtherValue { at: cell.at, rule, waits_for: Some(*first) });
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, reading: Reading) -> Result<(), DocumentFault> {
        self.quota.take(1)?;
        self.readings.push(reading);
        Ok(())
    }

    fn review(&self, cell: &Cell, decided: Decided, reason: ReviewReason, candidate: Candidate) -> Box<ReviewReading> {
        let (locator, text) = (self.grid.locator(cell.at), cell.text.to_string());
        let unseen = Unseen::of(self.grid, cell);
        Box::new(ReviewReading { locator, text, reason, candidate, cells: 1, unseen, decided })
    }

    /// All readings, headers that are not understood first, and the values without a reading of their own.
    pub(super) fn finish(mut self) -> (Vec<Reading>, Vec<OtherValue>) {
        let (grid, context) = (self.grid, self.context);
        let stops = self.stops.into_values().map(|stopped| {
            let at = stopped.place();
            let nearest = stopped.nearest.or_else(|| context.nearest(&stopped.stop.words));
            Reading::Review(Box::new(ReviewReading {
                locator: grid.locator(at),
                text: stopped.stop.text,
                reason: if *stopped.rule == rules::SOMEBODY_ELSE {
                    ReviewReason::SomebodyElse { words: stopped.stop.words }
                } else {
                    ReviewReason::UnknownHeader { words: stopped.stop.words, nearest }
                },
                candidate: stopped.candidate,
                cells: stopped.cells,
                unseen: grid.cell(at).and_then(|cell| Unseen::of(grid, cell)),
                decided: Decided::by(stopped.rule),
            }))
        });
        self.readings.splice(..0, stops.chain(self.colors.into_values().map(|(_, review)| Reading::Review(review))));
        (self.readings, self.others)
    }
}
