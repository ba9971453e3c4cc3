//! What the cells of source files mean under a profile, and a memory so that each distinct cell is looked up once. Relative
//! wordings of periods mean nothing in a file, so there is no "today" here; no file is read and no store is known.

use std::collections::HashMap;

use super::Column;
use crate::code::{EntityCode, MetricCode, UnitCode};
use crate::language::periods::absolute_period;
use crate::period::Period;
use crate::profile::{Glossary, Names, Profile};

/// Resolves the wordings of cells to codes. A cell that the profile does not know has no code; it never gets the nearest
/// one.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary<'a> {
    profile: &'a Profile,
    pub(super) glossary: &'a Glossary,
}

impl<'a> Vocabulary<'a> {
    /// The vocabulary of a profile and its glossary.
    pub fn new(profile: &'a Profile, glossary: &'a Glossary) -> Self {
        Self { profile, glossary }
    }

    /// The entity that a cell names.
    pub fn entity(&self, cell: &str) -> Option<EntityCode> {
        self.glossary.entity(cell)
    }

    /// The one period that a cell names. Canonical spellings (`2024`, `FY2024`, `2024H1`, `2024Q1`, `2024-03`) are read
    /// before it is asked.
    pub fn period(&self, cell: &str) -> Option<Period> {
        absolute_period(cell, self.profile.calendar)
    }

    /// The unit that a metric's facts are stated in.
    pub fn unit_of(&self, metric: &MetricCode) -> Option<UnitCode> {
        self.profile.metrics.get(metric).map(|metric| metric.unit.clone())
    }

    /// The known name nearest to an unknown cell of `column`, for a message.
    pub fn nearest(&self, column: Column, cell: &str) -> Option<String> {
        let names = match column {
            Column::Metric => Names::Metrics,
            Column::Entity => Names::Entities,
            Column::Channel => Names::Channels,
            Column::Unit => Names::Units,
            _ => return None,
        };
        self.profile.nearest(names, cell).map(|near| near.name.to_owned())
    }
}

/// Distinct cells of a column that are remembered before the memory is given up and begun anew.
const CELLS_MAX: usize = 65_536;

/// What each distinct cell of one column came to.
pub(super) struct Memory<T>(HashMap<String, T, foldhash::fast::RandomState>);

impl<T> Default for Memory<T> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<T: Clone> Memory<T> {
    /// What `cell` comes to; `resolve` is asked when the cell is new.
    pub(super) fn get(&mut self, cell: &str, resolve: impl FnOnce(&str) -> T) -> T {
        if let Some(meaning) = self.0.get(cell) {
            return meaning.clone();
        }
        if self.0.len() >= CELLS_MAX {
            self.0.clear();
        }
        let meaning = resolve(cell);
        self.0.insert(cell.to_owned(), meaning.clone());
        meaning
    }
}

#[cfg(test)]
mod tests;
