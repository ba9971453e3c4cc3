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
mod tests {
    use super::*;

    #[test]
    fn several_values_are_any_of_them_and_a_period_brings_its_parts() {
        let subject = Subject {
            entities: vec![EntityCode::new("HK"), EntityCode::new("CN")],
            periods: vec![Period::Half { year: 2025, half: 1 }, Period::Year { year: 2023 }],
            ..Subject::default()
        };
        let filter = subject.filter(FiscalCalendar::ending_in(12).unwrap());
        let wanted: Vec<_> = filter.wanted().collect();
        assert_eq!(wanted[0].0, Attribute::Entity);
        assert_eq!(wanted[0].1.iter().collect::<Vec<_>>(), ["CN", "HK"]);
        let periods = wanted[1].1;
        for inside in ["2025H1", "2025Q2", "2025-06", "2023", "2023H2", "2023-12"] {
            assert!(periods.contains(inside), "{inside}");
        }
        for outside in ["2025", "2025H2", "2025-07", "2022-12"] {
            assert!(!periods.contains(outside), "{outside}");
        }
        assert_eq!(wanted.len(), 2);
    }

    #[test]
    fn a_question_that_names_nobody_and_no_period_is_not_narrowed() {
        assert!(Subject::default().filter(FiscalCalendar::ending_in(12).unwrap()).is_empty());
    }
}
