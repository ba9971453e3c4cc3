//! Times shorter than a year that texts around a table state. A year in a header beside "interim results" is the year of the
//! half, and its value none of the whole year, unless the headers name halves themselves.

use std::collections::BTreeMap;

use super::Context;
use super::path::{Path, Slot};
use super::text_meaning::{self, Standing, TextMeaning};
use crate::language::periods::{Length, Shorter};
use crate::period::{FiscalCalendar, Period};

/// A text that states times shorter than a year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Time {
    text: String,
    shorter: Vec<Shorter>,
}

impl Time {
    /// Of a text that was read; none where it states no such time.
    pub(super) fn of(text: &str, said: &TextMeaning) -> Option<Self> {
        let shorter = said.shorter.clone();
        (!shorter.is_empty()).then(|| Self { text: text.to_owned(), shorter })
    }

    /// Of a line that is a title.
    pub(super) fn read(text: &str, context: &Context) -> Option<Self> {
        Self::of(text, &text_meaning::read(text, Standing::Title, context))
    }

    /// Of the name or title of a document.
    pub(super) fn of_document(name: &str, whole: &str, context: &Context) -> Option<Self> {
        Some(Self { text: whole.to_owned(), ..Self::read(name, context)?.of_name()? })
    }

    /// Of a name, under which stand as many tables as one likes: how often it comes says nothing of them.
    pub(super) fn of_name(mut self) -> Option<Self> {
        self.shorter.retain(|shorter| !shorter.is_rate);
        (!self.shorter.is_empty()).then_some(self)
    }
}

/// Whether periods that a text names are none of the figures': none of them is one that the headers name, or that stands over
/// these where they name none, lies in one or holds one, and one at least is no shorter than all of these. The bare year behind
/// the last of theirs is the one in which a report came out.
pub(super) fn are_of_others<'p>(
    periods: &[(Period, String)],
    headers: impl Iterator<Item = &'p Path>,
    around: &Slot<Period>,
    calendar: FiscalCalendar,
) -> bool {
    let mut named: Vec<Period> = headers.filter_map(|path| path.period.value().copied()).collect();
    if named.is_empty() {
        named.extend(around.value());
    }
    let holds = |whole: Period, part: Period| calendar.within(whole).contains(&part);
    let is_related = |period: Period| named.iter().any(|named| holds(*named, period) || holds(period, *named));
    let months =
        |period: Period| calendar.within(period).iter().filter(|part| matches!(part, Period::Month { .. })).count();
    let Some(shortest) = named.iter().map(|named| months(*named)).min() else { return false };
    let last = named.iter().map(|named| named.year()).max();
    let is_of_report = |(period, wording): &(Period, String)| {
        wording.chars().all(|c| c.is_ascii_digit() || c == '年') && last.is_some_and(|last| period.year() == last + 1)
    };
    let speaks = |stated: &&(Period, String)| months(stated.0) >= shortest && !is_of_report(stated);
    !periods.iter().any(|(period, _)| is_related(*period)) && periods.iter().any(|stated| speaks(&stated))
}

/// The first text that states a half or a quarter without saying which, over months that are as far apart: they are the last ones
/// of these.
pub(super) fn over_months<'t, 'p>(times: &'t [Time], headers: impl Iterator<Item = &'p Path>) -> Option<&'t str> {
    let (mut lengths, mut months): (Vec<Length>, Vec<i32>) = (Vec::new(), Vec::new());
    for path in headers {
        lengths.extend(path.lengths.iter().copied().filter(|length| *length != Length::Month));
        match path.period.value() {
            Some(Period::Month { year, month }) => months.push(i32::from(*year) * 12 + i32::from(*month)),
            Some(period) => lengths.extend(Length::of(*period)),
            None => {}
        }
    }
    months.sort_unstable();
    months.dedup();
    let apart = months.windows(2).filter_map(|pair| Some(pair.last()? - pair.first()?)).min().unwrap_or(i32::MAX);
    let speaks = |shorter: &Shorter| {
        let length = match shorter.length {
            Length::Half => 6,
            Length::Quarter => 3,
            Length::Month | Length::Other => return false,
        };
        shorter.period.is_none() && apart >= length && !lengths.contains(&shorter.length)
    };
    let found = times.iter().find(|time| time.shorter.iter().any(speaks)).map(|time| time.text.as_str());
    found.filter(|_| !months.is_empty())
}

/// The first text after which the years of the headers are no whole ones: it states a shorter time of any year or of one of
/// theirs, and no header states one that is as long.
pub(super) fn against_years<'t, 'p>(
    times: &'t [Time],
    headers: impl Iterator<Item = &'p Path>,
    around: &Slot<Period>,
    calendar: FiscalCalendar,
) -> Option<&'t str> {
    let (mut lengths, mut years): (Vec<Length>, Vec<Period>) = (Vec::new(), Vec::new());
    for path in headers {
        lengths.extend(path.lengths.iter().copied());
        match path.period.value() {
            Some(period) if Length::of(*period).is_none() => years.push(*period),
            Some(period) => lengths.extend(Length::of(*period)),
            None => {}
        }
    }
    if years.is_empty() {
        years.extend(around.value());
    }
    let is_told = |length: Length| lengths.contains(&length) || length == Length::Other && !lengths.is_empty();
    let concerns = |period: Period| years.iter().any(|year| calendar.within(*year).contains(&period));
    let speaks = |shorter: &Shorter| !is_told(shorter.length) && shorter.period.is_none_or(concerns);
    times.iter().find(|time| time.shorter.iter().any(speaks)).map(|time| time.text.as_str())
}

/// Marks the lines of an axis that name no period where others do: what stands beside the years (a change, a share) is of
/// none of them. Parts of years have a sum beside them ("Full year"), which is the title's, unless it has no name.
pub(super) fn mark_undated(paths: &mut BTreeMap<u32, Path>) {
    let is_dated = paths.values().any(|path| path.period != Slot::Silent);
    let is_divided = paths.values().any(|path| path.part != Slot::Silent);
    for path in paths.values_mut().filter(|path| path.period == Slot::Silent) {
        path.undated = is_dated || is_divided && path.part == Slot::Silent && path.wordless;
    }
}
