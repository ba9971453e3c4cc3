//! A profile as the readers of source files see it: what cells mean, what units metrics have, and which known name an
//! unknown cell is nearest to. Relative wordings of periods mean nothing in a file, so there is no "today" here.

use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::language::periods::absolute_period;
use crate::period::Period;
use crate::profile::{Glossary, Names, Profile};

use super::{Column, Vocabulary};

/// What the cells of a source file mean under a profile.
#[derive(Debug, Clone, Copy)]
pub struct ProfileVocabulary<'a> {
    profile: &'a Profile,
    glossary: &'a Glossary,
}

impl<'a> ProfileVocabulary<'a> {
    /// The vocabulary of a profile and its glossary.
    pub fn new(profile: &'a Profile, glossary: &'a Glossary) -> Self {
        Self { profile, glossary }
    }
}

impl Vocabulary for ProfileVocabulary<'_> {
    fn metric(&self, cell: &str) -> Option<MetricCode> {
        self.glossary.metric(cell)
    }

    fn entity(&self, cell: &str) -> Option<EntityCode> {
        self.glossary.entity(cell)
    }

    fn channel(&self, cell: &str) -> Option<ChannelCode> {
        self.glossary.channel(cell)
    }

    fn unit(&self, cell: &str) -> Option<UnitCode> {
        self.glossary.unit(cell)
    }

    fn period(&self, cell: &str) -> Option<Period> {
        absolute_period(cell, self.profile.calendar)
    }

    fn unit_of(&self, metric: &MetricCode) -> Option<UnitCode> {
        self.profile.metrics.get(metric).map(|metric| metric.unit.clone())
    }

    fn percent_unit(&self) -> Option<UnitCode> {
        self.glossary.unit("%")
    }

    fn nearest(&self, column: Column, cell: &str) -> Option<String> {
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
