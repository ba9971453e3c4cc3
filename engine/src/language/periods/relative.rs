//! Wordings that count from today in units other than the year: last quarter, 上个月, 近三年, the latest fiscal year, two
//! years ago. "The last three years" are complete ones, so the running year is not among them.

use super::reader::{Reader, Wording};
use super::words::{Key, Unit};
use crate::period::Period;

/// More periods than this were never meant.
const COUNT_MAX: u32 = 200;

impl Reader<'_> {
    /// A wording that is fixed by today alone, beginning at `at`.
    pub(super) fn counted_from_today(&self, at: usize) -> Option<(Wording, usize)> {
        match self.key(at) {
            Some(Key::Relative { unit, offset, .. }) if unit != Unit::Year => {
                Some((self.away(unit, offset.into()), at + 1))
            }
            Some(Key::Step(offset)) => self.step(at, offset),
            Some(Key::Past | Key::Latest) => self.recent(at + 1),
            Some(Key::Unit(unit))
                if self.key(at + 1) == Some(Key::Before) && self.key(at + 2) == Some(Key::Step(-1)) =>
            {
                (unit != Unit::Year && self.unit(at + 3).is_none()).then(|| (self.away(unit, -2), at + 3))
            }
            _ => self.ago(at),
        }
    }

    /// Last quarter, this month, next half, last March, last three years.
    fn step(&self, at: usize, offset: i16) -> Option<(Wording, usize)> {
        if offset == -1
            && let Some(recent) = self.recent(at + 1).filter(|_| self.count(at + 1).is_some() || self.is_vague(at + 1))
        {
            return Some(recent);
        }
        let mut next = self.past_mark(at + 1, "-");
        for key in [Key::Full, Key::Complete, Key::Fiscal] {
            next = self.past_mark(self.past(next, key), "-");
        }
        match self.key(next)? {
            Key::Month { month, .. } if next == at + 1 => Some((self.month_away(month, offset), next + 1)),
            Key::Unit(unit @ (Unit::Half | Unit::Quarter | Unit::Month)) if !self.is_plural(next) => {
                let years = self.past_mark(next + 1, "-");
                let half_year = unit == Unit::Half && self.key(years) == Some(Key::Unit(Unit::Year));
                Some((self.away(unit, offset.into()), if half_year { years + 1 } else { next + 1 }))
            }
            Key::Unit(Unit::Other) => Some((Wording::Unreadable, next + 1)),
            _ => None,
        }
    }

    /// The last March is the latest one that is over; this and next are those of the calendar years.
    fn month_away(&self, month: i8, offset: i16) -> Wording {
        let year = self.today.year();
        let year = match offset {
            -1 if month < self.today.month() => year,
            1 if month > self.today.month() => year,
            _ => year.saturating_add(offset),
        };
        Wording::Fixed(vec![Period::Month { year, month }])
    }

    /// What follows 近, past or latest: three years, 三个财年, or a unit alone, which is one of it.
    fn recent(&self, at: usize) -> Option<(Wording, usize)> {
        let vague = self.is_vague(at);
        let count = self.count(at);
        let mut next = at + usize::from(vague || count.is_some());
        next = self.past(next, Key::Measure);
        let qualified = next;
        while matches!(self.key(next), Some(Key::Complete | Key::Fiscal | Key::Full | Key::Of)) && next < qualified + 4
        {
            next = self.past_mark(next + 1, "-");
        }
        let unit = self.unit(next)?;
        let after = next + 1;
        if vague || unit == Unit::Other || unit == Unit::Half && !self.is_ascii(next) {
            return Some((Wording::Unreadable, after));
        }
        if count.is_none() && self.is_ascii(next) && self.is_plural(next) {
            return Some((Wording::Unreadable, after));
        }
        Some((self.last_complete(unit, count.unwrap_or(1)), after))
    }

    fn is_vague(&self, at: usize) -> bool {
        self.key(at) == Some(Key::Vague)
    }

    /// 两年前, 3 months ago.
    fn ago(&self, at: usize) -> Option<(Wording, usize)> {
        let count = self.count(at)?;
        let unit_at = self.past(at + 1, Key::Measure);
        let unit = self.unit(unit_at)?;
        let ago = match self.key(unit_at + 1)? {
            Key::Ago => true,
            Key::Before => !self.is_ascii(unit_at + 1) && self.number(unit_at + 2).is_none(),
            Key::Open => matches!(self.word(unit_at + 1), "以前" | "之前"),
            _ => false,
        };
        let measured = unit_at > at + 1 || self.key(unit_at) != Some(Key::MonthMark);
        if !ago || !measured || count > COUNT_MAX {
            return None;
        }
        let back = i32::try_from(count).ok()?;
        Some((self.away(unit, -back), unit_at + 2))
    }

    /// The period of the unit so many places from the one that today falls in.
    fn away(&self, unit: Unit, by: i32) -> Wording {
        let period = self.current(unit).and_then(|current| current.shifted(by));
        period.map_or(Wording::Unreadable, |period| Wording::Fixed(vec![period]))
    }

    /// The last `count` periods that are over, the earliest first.
    fn last_complete(&self, unit: Unit, count: u32) -> Wording {
        let Some(current) = self.current(unit).filter(|_| (1..=COUNT_MAX).contains(&count)) else {
            return Wording::Unreadable;
        };
        let back = (1..=count).rev().filter_map(|back| i32::try_from(back).ok());
        Wording::Fixed(back.filter_map(|back| current.shifted(-back)).collect())
    }
}
