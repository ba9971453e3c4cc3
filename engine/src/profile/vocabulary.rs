//! A profile as the readers of source files see it: what cells mean, what units metrics have, and which known name an
//! unknown cell is nearest to. Relative wordings of periods mean nothing in a file, so there is no "today" here.

use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::ingestion::{Column, Vocabulary};
use crate::intent::absolute_period;
use crate::period::Period;

use super::{Glossary, LocalText, Profile};

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
        let profile = self.profile;
        match column {
            Column::Metric => {
                nearest(cell, profile.metrics.iter().map(|(code, m)| (code.as_str(), &m.label, &m.synonyms)))
            }
            Column::Entity => {
                nearest(cell, profile.entities.iter().map(|(code, e)| (code.as_str(), &e.label, &e.synonyms)))
            }
            Column::Channel => {
                nearest(cell, profile.channels.iter().map(|(code, c)| (code.as_str(), &c.label, &c.synonyms)))
            }
            Column::Unit => nearest(cell, profile.units.iter().map(|(code, u)| (code.as_str(), &u.label, &u.aliases))),
            _ => None,
        }
    }
}

/// How alike two names must be to be offered as a correction (Jaro–Winkler, 1 = equal).
const ALIKE_MIN: f64 = 0.8;

/// The name that is most like `cell`.
fn nearest<'a>(cell: &str, known: impl Iterator<Item = (&'a str, &'a LocalText, &'a Vec<String>)>) -> Option<String> {
    let cell = cell.to_lowercase();
    known
        .flat_map(|(code, label, synonyms)| {
            std::iter::once(code).chain(label.all()).chain(synonyms.iter().map(String::as_str))
        })
        .map(|name| (strsim::jaro_winkler(&name.to_lowercase(), &cell), name))
        .filter(|(alike, _)| *alike >= ALIKE_MIN)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name.to_owned())
}
