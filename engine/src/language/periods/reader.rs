//! What every rule of the grammar works on: the tokens, the calendar, the day, and the half-read wordings that rules
//! hand on. No rule lives here.

use jiff::civil::Date;

use std::ops::Range;

use super::token::{Kind, Number, Token};
use super::words::{Key, Unit};
use crate::period::{FiscalCalendar, Period};

/// A question under the eyes of the grammar. A rule takes the index of the token to begin at and gives the index after
/// the last one it took.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) calendar: FiscalCalendar,
    pub(super) today: Date,
}

/// A year as worded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum YearRef {
    /// 2024, FY2024.
    Named { year: i16, fiscal: bool },
    /// Last year, 去年: so many years away.
    Away { offset: i16, fiscal: bool },
}

/// A part of a year as worded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Half(i8),
    Quarter(i8),
    Month(i8),
}

/// What parts of a year mean when no year stands by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Footing {
    /// The current year's.
    Firm,
    /// A month only in company: "may" next to "June 2024" or after "in".
    Weak,
    /// Nothing that can be read: 每季度.
    Vague,
    /// Nothing at all: "3h", "半年报".
    Nothing,
}

/// Parts of a year, read.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    /// `None` when the wording names an impossible part or a sum of parts.
    pub(super) parts: Option<Vec<Part>>,
    pub(super) footing: Footing,
}

/// One wording of a period before lists, ranges and inheritance.
#[derive(Debug, Clone)]
pub(super) enum Wording {
    /// A whole year; `bare` when nothing but four digits says so.
    Year { year: YearRef, bare: bool },
    /// Parts of a year; `year_first` tells on which side their year stands.
    Parts { parts: Vec<Part>, year: Option<YearRef>, year_first: bool, footing: Footing },
    /// Periods that need nothing from their neighbours.
    Fixed(Vec<Period>),
    /// Time that no period expresses.
    Unreadable,
    /// Time that matters only when the question names no other: today, three years.
    Faint,
}

/// A wording and the tokens that it takes.
pub(super) struct Phrase {
    pub(super) tokens: Range<usize>,
    pub(super) wording: Wording,
    /// The year was borrowed from another wording.
    pub(super) borrowed: bool,
}

/// How a wording stands to the one before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    List,
    Range,
    /// In the same sentence. `bound` when nothing between sets the two against each other.
    Near {
        bound: bool,
    },
    Apart,
}

impl<'a> Reader<'a> {
    /// `tokens` are those of the text.
    pub(super) fn new(text: &'a str, tokens: &'a [Token], calendar: FiscalCalendar, today: Date) -> Self {
        Self { text, tokens, calendar, today }
    }

    pub(super) fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    pub(super) fn key(&self, at: usize) -> Option<Key> {
        match self.kind(at)? {
            Kind::Key(key) => Some(key),
            _ => None,
        }
    }

    pub(super) fn number(&self, at: usize) -> Option<Number> {
        match self.kind(at)? {
            Kind::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn mark(&self, at: usize) -> Option<char> {
        match self.kind(at)? {
            Kind::Mark(mark) => Some(mark),
            _ => None,
        }
    }

    /// The token's text; empty beyond the end.
    pub(super) fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).and_then(|token| self.text.get(token.span.clone())).unwrap_or_default()
    }

    /// The text from the token on; empty beyond the end.
    pub(super) fn rest(&self, at: usize) -> &'a str {
        self.tokens.get(at).and_then(|token| self.text.get(token.span.start..)).unwrap_or_default()
    }

    /// Whether the token stands directly after the one before it.
    pub(super) fn glued(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.glued)
    }

    /// Whether the token is written in ASCII.
    pub(super) fn is_ascii(&self, at: usize) -> bool {
        self.word(at).is_ascii()
    }

    /// Whether an English unit is in the plural.
    pub(super) fn is_plural(&self, at: usize) -> bool {
        let word = self.word(at);
        word.ends_with('s') || word == "halves"
    }

    /// The index after the token if it is `key`, else the same index.
    pub(super) fn past(&self, at: usize, key: Key) -> usize {
        at + usize::from(self.key(at) == Some(key))
    }

    /// The index after the token if it is one of `marks`, else the same index.
    pub(super) fn past_mark(&self, at: usize, marks: &str) -> usize {
        at + usize::from(self.mark(at).is_some_and(|mark| marks.contains(mark)))
    }

    /// How many: digits up to three, Chinese numerals, or an English word.
    pub(super) fn count(&self, at: usize) -> Option<u32> {
        match self.kind(at)? {
            Kind::Number(number) if number.len <= 3 => Some(number.value),
            Kind::Key(Key::Count(count)) => Some(count),
            _ => None,
        }
    }

    /// The unit that a token counts, in either language.
    pub(super) fn unit(&self, at: usize) -> Option<Unit> {
        match self.key(at)? {
            Key::Unit(unit) => Some(unit),
            Key::YearMark { .. } | Key::Fy => Some(Unit::Year),
            Key::MonthMark => Some(Unit::Month),
            _ => None,
        }
    }

    /// The period of a unit that today falls in.
    pub(super) fn current(&self, unit: Unit) -> Option<Period> {
        match unit {
            Unit::Year => Some(Period::Year { year: self.calendar.year_of(self.today) }),
            Unit::Half => Some(self.calendar.half_of(self.today)),
            Unit::Quarter => Some(self.calendar.quarter_of(self.today)),
            Unit::Month => Some(Period::Month { year: self.today.year(), month: self.today.month() }),
            Unit::Other => None,
        }
    }

    /// The whole year that is meant.
    pub(super) fn whole(&self, year: YearRef) -> Period {
        Period::Year { year: self.fiscal_year(year) }
    }

    /// A part of the year that is meant. Halves and quarters are fiscal, months are those of the calendar year unless
    /// the wording says that the year is fiscal.
    pub(super) fn part(&self, part: Part, year: YearRef) -> Period {
        match part {
            Part::Half(half) => Period::Half { year: self.fiscal_year(year), half },
            Part::Quarter(quarter) => Period::Quarter { year: self.fiscal_year(year), quarter },
            Part::Month(month) => Period::Month { year: self.year_of_month(year, month), month },
        }
    }

    fn fiscal_year(&self, year: YearRef) -> i16 {
        match year {
            YearRef::Named { year, .. } => year,
            YearRef::Away { offset, .. } => self.calendar.year_of(self.today).saturating_add(offset),
        }
    }

    fn year_of_month(&self, year: YearRef, month: i8) -> i16 {
        match year {
            YearRef::Named { fiscal: true, .. } | YearRef::Away { fiscal: true, .. } => {
                self.calendar.calendar_year_of(self.fiscal_year(year), month)
            }
            YearRef::Named { year, .. } => year,
            YearRef::Away { offset, .. } => self.today.year().saturating_add(offset),
        }
    }
}
