//! The filter of a question: documents about an asked entity, labelled with an asked period or one inside it. Metrics and
//! channels narrow nothing, since a document is about many.

use crate::code::{EntityCode, MetricCode};
use crate::intent::{AboutKind, AboutWord, Slot};
use crate::lang::is_cjk;
use crate::period::{FiscalCalendar, Period};
use crate::retrieval::{Attribute, Filter};

/// What a question asks about, as far as documents are labelled with it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Subject {
    /// Entities; a document about any of them will do.
    pub entities: Vec<EntityCode>,
    /// Periods; a document labelled with any of them will do.
    pub periods: Vec<Period>,
    /// Metrics whose figures are to be explained. They narrow no search, since a document is about many.
    pub metrics: Vec<MetricCode>,
    /// Whether these figures are not stored, so that only a document that names a metric can have a reason for it.
    pub is_figure_missing: bool,
    /// Words of the question that say a period which cannot be read; they narrow no search, and the answer says so.
    pub unread_periods: Vec<String>,
    /// Whether the question states the year of its periods, so that another year is not what was asked.
    pub is_year_stated: bool,
    /// Whether the question was read as one for a figure and names no metric. Documents are full of numbers, so that where it
    /// asks for one thing the one sentence must hold nearly all of its words.
    pub is_number_asked: bool,
    /// What else the question speaks of.
    pub about: Vec<AboutWord>,
    /// Characters of such words that touch in the question, two by two: where a Chinese word ends is a guess, and a name that
    /// no dictionary has falls into single characters.
    pub joints: Vec<String>,
}

impl Subject {
    /// Whether the question names nothing at all: "why?", 发生了什么.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty() && self.periods.is_empty() && self.metrics.is_empty() && self.about.is_empty()
    }

    /// What a question speaks of beside the profile's names, from the words that its parser left.
    #[must_use]
    pub fn speaking_of(mut self, words: &[Slot<AboutWord>]) -> Self {
        let is_part = |word: &AboutWord| word.kind != AboutKind::WholeName;
        let touching = words.windows(2).filter_map(|pair| match pair {
            [one, next] if one.span.end == next.span.start && is_part(&one.value) && is_part(&next.value) => {
                let ends = [one.value.text.chars().next_back()?, next.value.text.chars().next()?];
                ends.into_iter().all(is_cjk).then(|| ends.iter().collect())
            }
            _ => None,
        });
        self.joints = touching.collect();
        self.about = words.iter().map(|slot| slot.value.clone()).collect();
        self
    }

    /// The documents that may answer. A year's question is also answered by documents about its halves, quarters and
    /// months; not the other way round, since a year says little about one of its months.
    pub fn filter(&self, calendar: FiscalCalendar) -> Filter {
        let periods = self.periods.iter().flat_map(|period| calendar.within(*period)).map(Period::value);
        Filter::none()
            .with(Attribute::Entity, self.entities.iter().map(EntityCode::as_str))
            .with(Attribute::Period, periods)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
