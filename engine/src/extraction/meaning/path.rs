//! What the headers of a row or a column say together, from the outermost to the nearest. Two headers of one path that
//! say different things about a dimension are in conflict, with three exceptions in which the nearer one is the more
//! exact: a metric under a section that is itself a metric, an entity under a region that is itself an entity, and a
//! period inside the period above it.

use std::borrow::Cow;

use jiff::civil::Date;

use super::Context;
use super::text_meaning::{TextMeaning, Total, push};
use crate::code::{ChannelCode, EntityCode, MetricCode};
use crate::files::grid::CellAt;
use crate::language::periods::{self, Length};
use crate::language::units::Statement;
use crate::period::{FiscalCalendar, Period};
use crate::reading::HeaderDoubt;

/// What is said about one dimension.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Slot<T> {
    /// Nothing.
    #[default]
    Silent,
    /// One thing, in these words.
    One(T, String),
    /// Two things, in these words.
    Two(String, String),
}

impl<T: PartialEq + Clone> Slot<T> {
    /// The only value.
    pub(super) fn value(&self) -> Option<&T> {
        match self {
            Self::One(value, _) => Some(value),
            _ => None,
        }
    }

    /// What it says, without its value.
    pub(super) fn said(&self) -> Slot<()> {
        match self {
            Self::Silent => Slot::Silent,
            Self::One(..) => Slot::One((), String::new()),
            Self::Two(first, second) => Slot::Two(first.clone(), second.clone()),
        }
    }

    /// Whether another one says the same, in whatever words.
    pub(super) fn is_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Silent, Self::Silent) | (Self::Two(..), Self::Two(..)) => true,
            (Self::One(a, _), Self::One(b, _)) => a == b,
            _ => false,
        }
    }

    /// Two slots that must not disagree.
    pub(super) fn agreed<'a>(&'a self, other: &'a Self) -> Cow<'a, Self> {
        match (self, other) {
            (Self::Silent, slot) | (slot, Self::Silent) | (slot @ Self::Two(..), _) | (_, slot @ Self::Two(..)) => {
                Cow::Borrowed(slot)
            }
            (Self::One(a, _), Self::One(b, _)) if a == b => Cow::Borrowed(self),
            (Self::One(_, a), Self::One(_, b)) => Cow::Owned(Self::Two(a.clone(), b.clone())),
        }
    }

    /// What one text says.
    pub(super) fn of(values: &[T], words: &str) -> Self
    where
        T: std::fmt::Display,
    {
        match values {
            [] => Self::Silent,
            [one] => Self::One(one.clone(), words.to_owned()),
            [one, other, ..] => Self::Two(one.to_string(), other.to_string()),
        }
    }
}

/// A text that stops the values under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stop {
    /// Where it stands.
    pub(super) source: Source,
    /// All of it.
    pub(super) text: String,
    /// What is not understood.
    pub(super) words: String,
}

/// Where a text of a grid stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Source {
    /// In a cell.
    Cell(CellAt),
    /// In a caption, by its place among them.
    Caption(usize),
    /// In the name of the sheet.
    Name,
    /// Below the table, or at the edge of its page.
    Beside,
    /// In the name or the title of the document.
    File,
}

/// The headers of a row or column, read.
#[derive(Debug, Clone, Default)]
#[allow(clippy::struct_excessive_bools)] // Each is another thing that is said.
pub(super) struct Path {
    pub(super) metric: Slot<MetricCode>,
    pub(super) entity: Slot<EntityCode>,
    pub(super) channel: Slot<ChannelCode>,
    pub(super) period: Slot<Period>,
    pub(super) part: Slot<String>,
    /// Lengths that headers state which name no part of a year: quarter, 半年.
    lengths_alone: Vec<(Length, String)>,
    /// The header that names all of a year.
    whole_year: Option<String>,
    /// Lengths shorter than a year that its headers state.
    pub(super) lengths: Vec<Length>,
    /// The header that states one.
    pub(super) of_part: Option<String>,
    /// Units with the distance of their header from the values.
    pub(super) units: Vec<(usize, Statement)>,
    pub(super) tags: Vec<String>,
    /// A sum and whether nothing but channels stands beside it.
    pub(super) total: Option<(Total, bool)>,
    pub(super) dates: Vec<(Date, Stop)>,
    pub(super) stop: Option<Stop>,
    /// Whether it says anything that the profile knows.
    pub(super) knows: bool,
    /// Whether a header of it names somebody whom the profile does not know, or a competitor.
    pub(super) names_somebody: bool,
    /// Whether a nearer header made an outer one more exact.
    pub(super) narrowed: bool,
    /// Whether a header stands for more cells than it covers.
    pub(super) carried: bool,
    /// Whether no header of it holds a word.
    pub(super) wordless: bool,
    /// Whether others on its axis name periods of their own and it names none: then a title's is not its.
    pub(super) undated: bool,
    /// The sign, share, scale or rate beside its values that makes others of them, with its header.
    pub(super) modified_by: Option<String>,
    /// Why it is not certain which headers are those of its row or column.
    pub(super) doubt: Option<HeaderDoubt>,
}

/// A header of a path.
#[derive(Debug, Clone, Copy)]
pub(super) struct Header<'a> {
    pub(super) at: CellAt,
    pub(super) text: &'a str,
    pub(super) said: &'a TextMeaning,
    /// Whether only channels stand beside it on its axis.
    pub(super) among_channels: bool,
    /// Whether it stands for cells beyond those it covers.
    pub(super) carried: bool,
    /// Whether it may as well stand for other rows or columns than this one.
    pub(super) is_either: bool,
}

/// Reads a path, outermost header first.
pub(super) fn read(headers: &[Header<'_>], context: &Context) -> Path {
    let wordless = !headers.iter().any(|header| header.text.contains(char::is_alphanumeric));
    let mut path = Path { wordless, ..Path::default() };
    for (index, header) in headers.iter().enumerate() {
        let distance = headers.len() - 1 - index;
        let whole = index.checked_sub(1).and_then(|outer| whole_term(headers.get(outer)?, header, context));
        path.take(header, whole, distance, context);
    }
    // A part of another value, of which nothing says which one it is.
    if path.entity == Slot::Silent && path.channel == Slot::Silent {
        let part = headers.iter().find(|header| header.said.is_part);
        let stop = |part: &Header<'_>| Stop {
            source: Source::Cell(part.at),
            text: part.text.to_owned(),
            words: part.text.to_owned(),
        };
        path.stop = path.stop.take().or_else(|| part.map(stop));
    }
    // "Market" is what entities are called, and without one the figures are those of all of it.
    if path.entity == Slot::Silent {
        let others = headers.iter().find_map(|header| Some((header, header.said.others.clone()?)));
        let stop = |(header, words): (&Header<'_>, String)| Stop {
            source: Source::Cell(header.at),
            text: header.text.to_owned(),
            words,
        };
        path.stop = path.stop.take().or_else(|| others.map(stop));
    }
    // "Current year" names no year by itself; beside a period it says nothing more.
    if path.period == Slot::Silent {
        let current = headers.iter().find_map(|header| {
            let words = header.said.current.clone()?;
            Some(Stop { source: Source::Cell(header.at), text: header.text.to_owned(), words })
        });
        path.stop = path.stop.take().or(current);
    }
    path
}

/// The metric that an outer and an inner header spell together (New business value › Margin), where the inner one alone
/// is not understood.
fn whole_term(outer: &Header<'_>, inner: &Header<'_>, context: &Context) -> Option<MetricCode> {
    if inner.said.unknown.is_empty() || outer.said.metrics.is_empty() {
        return None;
    }
    let joined = [format!("{} {}", outer.text, inner.text), format!("{}{}", outer.text, inner.text)];
    joined.iter().find_map(|text| context.glossary.metric(text))
}

impl Path {
    fn take(&mut self, header: &Header<'_>, whole: Option<MetricCode>, distance: usize, context: &Context) {
        let (said, words) = (header.said, header.text);
        let stop =
            |unknown: &str| Stop { source: Source::Cell(header.at), text: words.to_owned(), words: unknown.to_owned() };
        self.carried |= header.carried;
        self.knows |= said.knows() || !said.metrics.is_empty();
        self.names_somebody |= !said.names.is_empty();
        if let Some(metric) = whole {
            self.metric = Slot::One(metric, words.to_owned());
        } else {
            if let Some(unknown) = said.unknown.first() {
                self.stop = self.stop.take().or_else(|| Some(stop(unknown)));
            }
            self.metric = self.narrow(self.metric.clone(), Slot::of(&said.metrics, words));
        }
        let entity = Slot::of(&said.entities, words);
        // A row of Hong Kong and Thailand is not Thailand's because that stands nearer.
        self.entity = match (self.entity.value(), entity.value()) {
            (Some(outer), Some(inner)) if context.profile.are_apart(outer, inner) => {
                self.entity.agreed(&entity).into_owned()
            }
            _ => self.narrow(self.entity.clone(), entity),
        };
        if said.home && said.entities.is_empty() {
            let home = Slot::One(context.profile.home.entity.clone(), words.to_owned());
            self.entity = self.entity.agreed(&home).into_owned();
        }
        self.channel = self.channel.agreed(&Slot::of(&said.channels, words)).into_owned();
        let periods: Vec<Period> = said.periods.iter().map(|(period, _)| *period).collect();
        let wording = said.periods.first().map_or(words, |(_, wording)| wording);
        self.period = match (&self.period, Slot::of(&periods, wording)) {
            (Slot::One(outer, _), Slot::One(inner, wording))
                if context.profile.calendar.within(*outer).contains(&inner) =>
            {
                Slot::One(inner, wording)
            }
            (outer, inner) => outer.agreed(&inner).into_owned(),
        };
        self.of_part = self.of_part.take().or_else(|| (!said.shorter.is_empty()).then(|| words.to_owned()));
        self.lengths.extend(said.shorter.iter().map(|shorter| shorter.length));
        self.whole_year = self.whole_year.take().or_else(|| said.whole_year.then(|| words.to_owned()));
        let alone = said.shorter.iter().filter(|shorter| shorter.period.is_none() && said.parts.is_empty());
        self.lengths_alone.extend(alone.map(|shorter| (shorter.length, words.to_owned())));
        let part = Slot::of(&said.parts, said.parts.first().map_or(words, String::as_str));
        self.part = self.part.agreed(&part).into_owned();
        // The unit beside the metric's own name is the most exact one, however far out it stands.
        let distance = if said.metrics.is_empty() { distance + 1 } else { 0 };
        self.units.extend(said.units.iter().map(|unit| (distance, unit.clone())));
        said.tags.iter().for_each(|tag| push(&mut self.tags, tag.clone()));
        if let Some(total) = said.total {
            // "Group total" and "Total premium" say of what the sum is.
            let named = !said.entities.is_empty() || !said.metrics.is_empty() || said.home;
            let explained = total == Total::All && (named || header.among_channels);
            self.total = Some(match self.total {
                Some((earlier, earlier_explained)) => {
                    (if earlier == Total::Part { earlier } else { total }, earlier_explained && explained)
                }
                None => (total, explained),
            });
        }
        self.dates.extend(said.dates.iter().map(|(date, wording)| (*date, stop(wording))));
    }

    /// Whether another path says the same of its values, in whatever words.
    pub(super) fn says_as(&self, other: &Self) -> bool {
        let units = |path: &Self| path.units.iter().map(|(_, unit)| unit.clone()).collect::<Vec<_>>();
        let dates = |path: &Self| path.dates.iter().map(|(date, _)| *date).collect::<Vec<_>>();
        self.metric.is_as(&other.metric)
            && self.entity.is_as(&other.entity)
            && self.channel.is_as(&other.channel)
            && self.period.is_as(&other.period)
            && self.part.is_as(&other.part)
            && (&self.lengths, &self.tags, self.total) == (&other.lengths, &other.tags, other.total)
            && self.stop.is_some() == other.stop.is_some()
            && (units(self), dates(self)) == (units(other), dates(other))
    }

    /// Takes what a text beside the values says of them: it completes the labels, or speaks against them.
    pub(super) fn qualify(&mut self, by: Self) {
        self.metric = self.metric.agreed(&by.metric).into_owned();
        self.entity = self.entity.agreed(&by.entity).into_owned();
        self.channel = self.channel.agreed(&by.channel).into_owned();
        self.period = self.period.agreed(&by.period).into_owned();
        self.part = self.part.agreed(&by.part).into_owned();
        self.undated &= by.period == Slot::Silent && by.part == Slot::Silent;
        self.units.extend(by.units);
        by.tags.into_iter().for_each(|tag| push(&mut self.tags, tag));
        self.total = self.total.or(by.total.filter(|(total, _)| *total == Total::Part));
        self.dates.extend(by.dates);
        self.stop = self.stop.take().or(by.stop);
        self.knows |= by.knows;
    }

    /// The nearer of two values where both are terms of their own.
    fn narrow<T: PartialEq + Clone>(&mut self, outer: Slot<T>, inner: Slot<T>) -> Slot<T> {
        match (outer, inner) {
            (Slot::One(a, _), Slot::One(b, words)) if a != b => {
                self.narrowed = true;
                Slot::One(b, words)
            }
            (outer, inner) => outer.agreed(&inner).into_owned(),
        }
    }
}

/// What the texts around a table say of its period.
#[derive(Debug, Default)]
pub(super) struct PeriodAround {
    /// The nearest that is named.
    pub(super) named: Slot<Period>,
    /// The same with the part of it that a nearer text names: First half, over which stands FY2024.
    pub(super) with_part: Slot<Period>,
    /// The text after which years in headers are no whole ones.
    pub(super) of_part: Option<String>,
    /// The text that names a period which is none of the headers'.
    pub(super) other: Option<String>,
    /// The text after which a month in a header is the last of a longer time.
    pub(super) of_months: Option<String>,
    /// The corner that names all of a year ("Year ended December 31", "Year-end"), so that a part of one is not what the
    /// headers seem to name.
    pub(super) whole_year: Option<String>,
}

/// The period that a row, a column and the texts around them name together, where nothing says that it is of another length:
/// neither a header nor, of a year, a text.
pub(super) fn period<'a>(
    row: &'a Path,
    col: &'a Path,
    around: &'a PeriodAround,
    calendar: FiscalCalendar,
) -> Cow<'a, Slot<Period>> {
    let period = named_period(row, col, around, calendar);
    let Slot::One(named, words) = &*period else { return period };
    let paths = || [row, col].into_iter();
    let other = match Length::of(*named) {
        // A month beside "quarter" is the one that it ends with, and so is one beside "full year".
        Some(length) => {
            let mut alone = row.lengths_alone.iter().chain(&col.lengths_alone);
            let alone = alone.find(|(other, _)| *other != length).map(|(_, other)| other.as_str());
            let of_months = || around.of_months.as_deref().filter(|_| length == Length::Month);
            let whole_year = paths().find_map(|path| path.whole_year.as_deref());
            alone.or(whole_year).or(around.whole_year.as_deref()).or_else(of_months)
        }
        None => paths().find_map(|path| path.of_part.as_deref()).or(around.of_part.as_deref()),
    };
    match other.or(around.other.as_deref()) {
        Some(other) => Cow::Owned(Slot::Two(words.clone(), other.to_owned())),
        None => period,
    }
}

/// The period that they name: a period, or a part of a year and its year. A part that headers name is nearer than one around.
fn named_period<'a>(
    row: &'a Path,
    col: &'a Path,
    around: &'a PeriodAround,
    calendar: FiscalCalendar,
) -> Cow<'a, Slot<Period>> {
    let full = row.period.agreed(&col.period);
    let part = row.part.agreed(&col.part);
    let is_silent = *full == Slot::Silent && !row.undated && !col.undated;
    match (is_silent, &*part) {
        (true, Slot::Silent) => Cow::Borrowed(&around.with_part),
        (false, Slot::Silent) => full,
        (true, part) => Cow::Owned(with_part(&around.named, part, calendar)),
        (false, part) => Cow::Owned(with_part(&full, part, calendar)),
    }
}

/// The part of a year together with its year.
pub(super) fn with_part(full: &Slot<Period>, part: &Slot<String>, calendar: FiscalCalendar) -> Slot<Period> {
    match (full, part) {
        (_, Slot::Two(a, b)) | (Slot::Two(a, b), _) => Slot::Two(a.clone(), b.clone()),
        (Slot::One(period, words), Slot::One(part, _)) => match periods::part_of((period, words), part, calendar) {
            Some(period) => Slot::One(period, format!("{words} {part}")),
            None => Slot::Two(words.clone(), part.clone()),
        },
        (Slot::Silent, _) | (_, Slot::Silent) => Slot::Silent,
    }
}
