//! The filter of a question: documents about an asked entity, labelled with an asked period or one inside it. Metrics and
//! channels narrow nothing, since a document is about many.

use crate::code::{EntityCode, MetricCode};
use crate::intent::AboutWord;
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
    /// What else the question speaks of.
    pub about: Vec<AboutWord>,
}

impl Subject {
    /// Whether the question names nothing at all: "why?", 发生了什么.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty() && self.periods.is_empty() && self.metrics.is_empty() && self.about.is_empty()
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
