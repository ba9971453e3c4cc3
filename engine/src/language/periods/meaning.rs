//! What each wording finally means, once every year and part is lent: its periods, the expansion of a range in order of
//! time whichever end comes first, or nothing readable. Ends of different types make no range. It looks at no text.

use std::ops::Range;

use super::reader::{Footing, Link, Part, Phrase, Reader, Wording, YearRef};
use super::{PeriodMention, PeriodReading};
use crate::period::Period;

/// A range with more periods than this was never meant.
const RANGE_MAX: i32 = 200;
/// All the periods of ranges and lists that one question may expand to; a wording beyond it stays unreadable.
pub(super) const PERIODS_MAX: usize = 4096;

impl Reader<'_> {
    /// The reading that begins at each wording; the second half of a range has none of its own.
    pub(super) fn readings(&self, phrases: &[Phrase], links: &[Link]) -> Vec<Option<(Range<usize>, PeriodReading)>> {
        let mut readings = Vec::with_capacity(phrases.len());
        while readings.len() < phrases.len() {
            let at = readings.len();
            let range = links.get(at + 1) == Some(&Link::Range);
            if let Some(end) = phrases.get(at + 1).filter(|_| range) {
                let reading = self.range(&phrases[at], end);
                readings.push(Some((at..at + 2, reading)));
                readings.push(None);
            } else {
                readings.push(Some((at..at + 1, self.single(&phrases[at].wording))));
            }
        }
        readings
    }

    fn single(&self, wording: &Wording) -> PeriodReading {
        match wording {
            Wording::Year { year, bare: true } => PeriodReading::BareYear(self.whole(*year)),
            Wording::Parts { year: None, footing: Footing::Vague, .. } | Wording::Unreadable | Wording::Faint => {
                PeriodReading::Unreadable
            }
            other => PeriodReading::Periods(self.periods(other)),
        }
    }

    fn periods(&self, wording: &Wording) -> Vec<Period> {
        match wording {
            Wording::Year { year, .. } => vec![self.whole(*year)],
            Wording::Parts { parts, year, .. } => {
                let year = year.unwrap_or(YearRef::Away { offset: 0, fiscal: false });
                parts.iter().map(|&part| self.part(part, year)).collect()
            }
            Wording::Fixed(periods) => periods.clone(),
            Wording::Unreadable | Wording::Faint => Vec::new(),
        }
    }

    /// All periods from one wording to another of the same type.
    fn range(&self, from: &Phrase, to: &Phrase) -> PeriodReading {
        let borrowed = from.borrowed || to.borrowed;
        let (from, to) = (&from.wording, &to.wording);
        // 2022-2024年上半年 may end with a half or run over three of them.
        let open_ended = matches!((from, to), (Wording::Year { .. }, Wording::Parts { .. }));
        if let (
            Wording::Parts { parts, year: Some(first), year_first: false, .. },
            Wording::Year { year: last, bare: true },
        ) = (from, to)
        {
            return self.parts_of_years(parts, *first, *last);
        }
        let (&[from], &[to]) = (self.periods(from).as_slice(), self.periods(to).as_slice()) else {
            return PeriodReading::Unreadable;
        };
        let Some(places) = to.places_after(from).filter(|places| places.abs() < RANGE_MAX && !open_ended) else {
            return PeriodReading::Unreadable;
        };
        // "2024Q3 to Q1" means the next year's, or a slip: a borrowed year never turns a range round.
        if places < 0 && borrowed {
            return PeriodReading::Unreadable;
        }
        let first = if places < 0 { to } else { from };
        PeriodReading::Periods((0..=places.abs()).filter_map(|by| first.shifted(by)).collect())
    }

    /// Q1 2022-2024: the part of each year.
    fn parts_of_years(&self, parts: &[Part], first: YearRef, last: YearRef) -> PeriodReading {
        let (first, last) = (self.whole(first).year(), self.whole(last).year());
        if i32::from(first.abs_diff(last)) >= RANGE_MAX {
            return PeriodReading::Unreadable;
        }
        let years = first.min(last)..=first.max(last);
        let of_year = |year| parts.iter().map(move |&part| self.part(part, YearRef::Named { year, fiscal: false }));
        PeriodReading::Periods(years.flat_map(of_year).collect())
    }

    /// Turns readings into mentions, within the bounds on their number.
    pub(super) fn emit(
        &self,
        phrases: &[Phrase],
        readings: Vec<Option<(Range<usize>, PeriodReading)>>,
    ) -> Vec<PeriodMention> {
        let mut left = PERIODS_MAX;
        let mut mentions = Vec::with_capacity(readings.len());
        for (group, mut reading) in readings.into_iter().flatten() {
            if let PeriodReading::Periods(periods) = &reading
                && periods.len() > 1
            {
                match left.checked_sub(periods.len()) {
                    Some(rest) => left = rest,
                    None => reading = PeriodReading::Unreadable,
                }
            }
            let first = self.tokens.get(phrases[group.start].tokens.start);
            let last = phrases[group.end - 1].tokens.end.checked_sub(1).and_then(|at| self.tokens.get(at));
            if let (Some(first), Some(last)) = (first, last) {
                mentions.push(PeriodMention { span: first.span.start..last.span.end, reading });
            }
        }
        mentions
    }
}

/// Lets a narrowed year mean what narrows it.
pub(super) fn copy_refinements(
    readings: &mut [Option<(Range<usize>, PeriodReading)>],
    refined: &[(usize, Range<usize>)],
) {
    for (year, parts) in refined {
        let mut periods: Vec<Period> = Vec::new();
        for (_, reading) in readings[parts.clone()].iter().flatten() {
            if let PeriodReading::Periods(narrower) = reading {
                periods.extend(narrower);
            }
        }
        if let Some((_, reading)) = readings[*year].as_mut().filter(|_| !periods.is_empty()) {
            *reading = PeriodReading::Periods(periods);
        }
    }
}
