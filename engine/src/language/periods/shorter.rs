//! What a text around figures says of the time that they cover, where that is not a whole year: a half or quarter without
//! its year, `quarterly`, six months, 中期, as at 30 June, or the year before. A year in a header beside it names the year
//! that such a time lies in, and not the time.

use std::ops::Range;
use std::sync::LazyLock;

use jiff::civil::Date;

use super::absolute::scan_absolute;
use super::days::{self, Day};
use super::english;
use super::reader::{Footing, Part, Reader};
use super::token::{Kind, tokens};
use super::words::{Key, Unit};
use crate::language::lists::{WordList, words};
use crate::period::{FiscalCalendar, Period};
use crate::text::TextView;

/// Any day: nothing here depends on it.
const DAY: Date = jiff::civil::date(2021, 5, 15);
const MONTHS_OF_YEAR: u32 = 12;

/// What halves of a year are called by where they are not counted.
static HALF_YEARS: LazyLock<WordList> = words!("periods/half_years.txt");

/// How much of a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    Half,
    Quarter,
    Month,
    /// A time that no period expresses, or another than this year.
    Other,
}

impl Length {
    /// Of a period; none of a year.
    pub(crate) fn of(period: Period) -> Option<Self> {
        match period {
            Period::Year { .. } => None,
            Period::Half { .. } => Some(Self::Half),
            Period::Quarter { .. } => Some(Self::Quarter),
            Period::Month { .. } => Some(Self::Month),
        }
    }

    fn of_months(months: u32) -> Option<Self> {
        match months {
            1 => Some(Self::Month),
            3 => Some(Self::Quarter),
            6 => Some(Self::Half),
            2..MONTHS_OF_YEAR => Some(Self::Other),
            _ => None,
        }
    }
}

/// A time that is shorter than a year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shorter {
    pub(crate) length: Length,
    /// Which one, where its year stands by it; else it is one of any year.
    pub(crate) period: Option<Period>,
    /// Whether it only says how often something is: quarterly, 月度.
    pub(crate) is_rate: bool,
}

/// Every time shorter than a year that a text states, of which a view shows what is to be read.
pub(crate) fn shorter_than_years(text: &str, view: &TextView, calendar: FiscalCalendar) -> Vec<Shorter> {
    let (dated, rest) = dated(view, calendar);
    let tokens = tokens(rest.text());
    let reader = Reader::new(rest.text(), &tokens, calendar, DAY);
    // A month that may be another word is one where it is written as a name.
    let is_name = |at: usize| {
        let span = tokens.get(at).map(|token| view.source_span(token.span.clone()));
        let words = span.and_then(|span| text.get(span)).unwrap_or_default();
        words.starts_with(char::is_uppercase) || !text.contains(char::is_uppercase)
    };
    let mut found = dated;
    let mut at = 0;
    while at < tokens.len() {
        let (length, end) = reader.shorter(at, &is_name);
        found.extend(length.map(|length| Shorter { length, period: None, is_rate: reader.is_rate(at) }));
        at = end.max(at + 1);
    }
    found
}

/// Whether a text names all of a year without saying which: full year, 全年.
pub(crate) fn names_whole_year(view: &TextView, calendar: FiscalCalendar) -> bool {
    let tokens = tokens(view.text());
    let reader = Reader::new(view.text(), &tokens, calendar, DAY);
    (0..tokens.len()).any(|at| reader.says_whole_year(at))
}

/// The times that stand with their years, and the text without them.
fn dated(view: &TextView, calendar: FiscalCalendar) -> (Vec<Shorter>, TextView) {
    let mut taken: Vec<Range<usize>> = Vec::new();
    let mut found = Vec::new();
    for mention in days::find(view.text(), calendar) {
        let period = match mention.meaning {
            Day::Ends(period) => Some(period),
            // Days within a month are those on which somebody wrote.
            Day::On(date) if date == date.last_of_month() && !ends_year(date.month(), calendar) => {
                Some(Period::Month { year: date.year(), month: date.month() })
            }
            Day::On(_) | Day::Unreadable => None,
        };
        let length = period.and_then(Length::of);
        let length = if matches!(mention.meaning, Day::On(_)) { length.map(|_| Length::Other) } else { length };
        found.extend(length.map(|length| Shorter { length, period, is_rate: false }));
        taken.push(mention.span);
    }
    let rest = view.blanking(&taken);
    for mention in scan_absolute(&rest, calendar) {
        // Ranges and lists say what the headers say again.
        let lengths: Vec<Option<Length>> = mention.reading.periods().iter().map(|period| Length::of(*period)).collect();
        if lengths.is_empty() || lengths.contains(&None) {
            continue;
        }
        if let ([Some(length)], [period]) = (&lengths[..], mention.reading.periods()) {
            found.push(Shorter { length: *length, period: Some(*period), is_rate: false });
        }
        taken.push(mention.span);
    }
    (found, view.blanking(&taken))
}

/// Whether the fiscal year ends with a month.
fn ends_year(month: i8, calendar: FiscalCalendar) -> bool {
    month == calendar.year_end_month()
}

/// The length at a token, and where its wording ends.
type LengthAt = (Option<Length>, usize);

impl Reader<'_> {
    /// Whether words for all of a year begin at a token: full year, 全年.
    pub(super) fn says_whole_year(&self, at: usize) -> bool {
        let unit = self.past_mark(at + 1, "-");
        self.key(at) == Some(Key::Full) && (!self.is_ascii(at) || self.key(unit) == Some(Key::Unit(Unit::Year)))
    }

    fn shorter(&self, at: usize, is_name: &impl Fn(usize) -> bool) -> LengthAt {
        self.day_without_year(at)
            .or_else(|| self.counted_length(at))
            .or_else(|| self.part_length(at, is_name))
            .or_else(|| self.other_year(at))
            .or_else(|| self.unit_length(at))
            .unwrap_or((None, at + 1))
    }

    /// As at 30 June, 六月三十日. The last day of the year says nothing of its length.
    fn day_without_year(&self, at: usize) -> Option<LengthAt> {
        let is_day = |at: usize| self.number(at).is_some_and(|day| day.len <= 2 && (1..=31).contains(&day.value));
        let (month, end) = match (self.kind(at)?, self.key(at + 1)) {
            (Kind::Key(Key::Month { month, .. }), _) if is_day(at + 1) => (month, at + 2),
            (Kind::Number(number), Some(Key::MonthMark))
                if is_day(at + 2) && self.key(at + 3) == Some(Key::DayMark) =>
            {
                (i8::try_from(number.value).ok()?, at + 4)
            }
            (Kind::Number(number), Some(Key::MonthMark)) if self.key(at + 2) == Some(Key::End) => {
                (i8::try_from(number.value).ok()?, at + 3)
            }
            (Kind::Number(_), _) if is_day(at) => {
                let month = at + 1 + usize::from(matches!(self.word(at + 1), "st" | "nd" | "rd" | "th"));
                let month = self.past(month, Key::Of);
                match self.key(month)? {
                    Key::Month { month: named, .. } => (named, month + 1),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(((!ends_year(month, self.calendar)).then_some(Length::Other), end))
    }

    /// Six months, 三个月, two quarters. What is longer than a year, or a year, is no part of one.
    fn counted_length(&self, at: usize) -> Option<LengthAt> {
        let count = self.count(at)?;
        let unit_at = at + 1 + usize::from(matches!(self.word(at + 1), "th" | "st" | "nd" | "rd"));
        let is_nth = unit_at > at + 1 || at.checked_sub(1).is_some_and(|before| self.key(before) == Some(Key::Nth));
        let unit_at = self.past(self.past_mark(unit_at, "-"), Key::Measure);
        let is_month_of_year = self.key(unit_at) == Some(Key::MonthMark) && unit_at == at + 1;
        let months = match self.unit(unit_at)? {
            Unit::Month if !is_month_of_year => 1,
            Unit::Quarter if self.is_ascii(unit_at) || unit_at > at + 1 => 3,
            Unit::Half => 6,
            _ => return None,
        };
        if is_nth && count <= MONTHS_OF_YEAR {
            return None;
        }
        Some((Length::of_months(count.saturating_mul(months)), unit_at + 1))
    }

    /// H1, first half, 三季度, March, 半年度.
    fn part_length(&self, at: usize, is_name: &impl Fn(usize) -> bool) -> Option<LengthAt> {
        let (parts, end) = self.parts(at)?;
        let is_letter = |at: usize| matches!(self.key(at), Some(Key::LetterH | Key::LetterQ | Key::LetterM));
        let length = match (parts.parts.as_deref(), parts.footing) {
            // 24h and 5m are amounts.
            (None, Footing::Nothing) if is_letter(at) || is_letter(at + 1) => None,
            (None, Footing::Nothing) if self.key(at) == Some(Key::Unit(Unit::Half)) => Some(Length::Half),
            (None, _) => Some(Length::Other),
            (Some(_), Footing::Weak) if !is_name(at) => None,
            // 四季 is all of a year.
            (Some([Part::Quarter(_)]), Footing::Nothing) | (Some([]), _) => None,
            (Some([Part::Half(_), ..]), _) => Some(Length::Half),
            (Some([Part::Quarter(_), ..]), _) => Some(Length::Quarter),
            (Some([Part::Month(_), ..]), _) => Some(Length::Month),
        };
        Some((length, end))
    }

    /// A text that opens with another year: the prior year, 上年同期. Behind other words it is compared with.
    fn other_year(&self, at: usize) -> Option<LengthAt> {
        let opens = at.checked_sub(1).is_none_or(|before| {
            self.mark(before).is_some() || self.number(before).is_some() || self.key(before) == Some(Key::The)
        });
        let next = self.past_mark(at + 1, "-");
        if let Some(end) = self.to_date(at) {
            return Some((Some(Length::Other), end));
        }
        let end = match self.key(at)? {
            Key::Same => self.same_period(at)?,
            Key::Beyond if self.word(at).ends_with("同期") => at + 1,
            Key::Beyond => return Some((Some(Length::Other), at + 1)),
            Key::Relative { unit: Unit::Year, offset, .. } if offset != 0 => at + 1,
            Key::Step(offset) if offset != 0 => {
                let unit = self.past(next, Key::Fiscal);
                (self.key(unit) == Some(Key::Unit(Unit::Year)) || self.word(unit) == "period").then_some(unit + 1)?
            }
            _ => return None,
        };
        Some((opens.then_some(Length::Other), end))
    }

    /// Whether a token is a quarter or month that nothing counts.
    fn is_rate(&self, at: usize) -> bool {
        let of_rate = self.word(at).strip_suffix("ly").and_then(english::word);
        matches!(
            self.key(at).or(of_rate),
            Some(Key::Unit(Unit::Quarter | Unit::Month) | Key::MonthMark | Key::QuarterReport | Key::Each)
        )
    }

    /// Half-yearly, quarterly, 季度, 月报, interim.
    fn unit_length(&self, at: usize) -> Option<LengthAt> {
        if HALF_YEARS.strip_start(self.rest(at)).is_some() {
            return Some((Some(Length::Half), at + 1));
        }
        let of_rate = self.word(at).strip_suffix("ly").and_then(english::word);
        let is_chinese = !self.is_ascii(at);
        let length = match self.key(at).or(of_rate)? {
            Key::Unit(Unit::Half) | Key::Relative { unit: Unit::Half, .. } => Length::Half,
            Key::Unit(Unit::Quarter) | Key::Relative { unit: Unit::Quarter, .. } | Key::QuarterReport => {
                Length::Quarter
            }
            Key::Unit(Unit::Month) | Key::Relative { unit: Unit::Month, .. } | Key::MonthMark => Length::Month,
            Key::Unit(Unit::Other) | Key::DayMark if is_chinese && self.rest(at + 1).starts_with('报') => {
                Length::Other
            }
            _ => return None,
        };
        Some((Some(length), at + 1))
    }
}
