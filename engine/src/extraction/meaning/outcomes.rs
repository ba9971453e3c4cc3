//! What was found in a grid so far: facts and reviews in reading order, with what stops several values gathered in one
//! review. Whether a value is a fact was decided before.

use std::collections::BTreeMap;

use super::Context;
use super::cell::Outcome;
use super::path::{Source, Stop};
use crate::files::DocumentFault;
use crate::files::grid::{Cell, CellAt, Rgb, StyledGrid};
use crate::files::quota::Quota;
use crate::reading::{Candidate, Reading, ReviewReading, ReviewReason, Unseen};

/// What was found so far, with what stops several values gathered in one place.
pub(super) struct Outcomes<'a> {
    grid: &'a StyledGrid,
    context: &'a Context,
    quota: &'a Quota,
    stops: BTreeMap<Source, Stopped>,
    colors: BTreeMap<Rgb, Box<ReviewReading>>,
    readings: Vec<Reading>,
    ignored: u64,
}

struct Stopped {
    stop: Stop,
    /// The first value that it stops.
    first: CellAt,
    candidate: Candidate,
    nearest: Option<String>,
    cells: u64,
}

impl<'a> Outcomes<'a> {
    /// Nothing yet.
    pub(super) fn new(grid: &'a StyledGrid, context: &'a Context, quota: &'a Quota) -> Self {
        let (stops, colors) = (BTreeMap::new(), BTreeMap::new());
        Self { grid, context, quota, stops, colors, readings: Vec::new(), ignored: 0 }
    }

    /// Takes what became of a value. Fails when there is no room for it.
    pub(super) fn enter(&mut self, cell: &Cell, outcome: Outcome) -> Result<(), DocumentFault> {
        match outcome {
            Outcome::Ignored => self.ignored += 1,
            Outcome::Fact(fact) => self.push(Reading::Fact(fact))?,
            Outcome::Review(reason, candidate) => {
                let review = self.review(cell, reason, candidate);
                self.push(Reading::Review(review))?;
            }
            Outcome::Stopped(stop, candidate, nearest) => {
                // It stands for several values and says what they share.
                let candidate = Candidate { value: None, unit: None, confidence: None, ..candidate };
                let stopped = self.stops.entry(stop.source).or_insert_with(|| Stopped {
                    first: cell.at,
                    candidate,
                    nearest,
                    cells: 0,
                    stop,
                });
                stopped.cells += 1;
            }
            Outcome::Colored(color, candidate) => {
                let review = self.review(cell, ReviewReason::UnknownColor { color }, candidate);
                self.colors.entry(color).and_modify(|earlier| earlier.cells += 1).or_insert(review);
            }
        }
        Ok(())
    }

    fn push(&mut self, reading: Reading) -> Result<(), DocumentFault> {
        self.quota.take(1)?;
        self.readings.push(reading);
        Ok(())
    }

    fn review(&self, cell: &Cell, reason: ReviewReason, candidate: Candidate) -> Box<ReviewReading> {
        let (locator, text) = (self.grid.locator(cell.at), cell.text.to_string());
        Box::new(ReviewReading { locator, text, reason, candidate, cells: 1, unseen: Unseen::of(self.grid, cell) })
    }

    /// All readings, headers that are not understood first, and how many values were ignored.
    pub(super) fn finish(mut self) -> (Vec<Reading>, u64) {
        let (grid, context) = (self.grid, self.context);
        let stops = self.stops.into_values().map(|stopped| {
            // A caption and the name of a sheet stand in no cell; the first value leads to them.
            let at = match stopped.stop.source {
                Source::Cell(at) => at,
                Source::Caption(_) | Source::Name => stopped.first,
            };
            let nearest = stopped.nearest.or_else(|| context.nearest(&stopped.stop.words));
            Reading::Review(Box::new(ReviewReading {
                locator: grid.locator(at),
                text: stopped.stop.text,
                reason: ReviewReason::UnknownHeader { words: stopped.stop.words, nearest },
                candidate: stopped.candidate,
                cells: stopped.cells,
                unseen: grid.cell(at).and_then(|cell| Unseen::of(grid, cell)),
            }))
        });
        self.readings.splice(..0, stops.chain(self.colors.into_values().map(Reading::Review)));
        (self.readings, self.ignored)
    }
}
