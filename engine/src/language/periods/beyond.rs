//! Wordings of time that none of the four period types expresses: days, dates, weeks, decades, sums to date, open ends,
//! bare durations. They are recognised so that no default ever takes their place.

use std::ops::Range;

use jiff::civil::Date;

use super::reader::{Part, Reader, Wording, YearRef};
use super::words::{Key, Unit};

impl Reader<'_> {
    /// Time beyond the period types at `at`.
    pub(super) fn beyond(&self, at: usize) -> Option<(Wording, usize)> {
        match self.key(at) {
            Some(Key::Beyond | Key::Years) => return Some((Wording::Unreadable, at + 1)),
            Some(Key::Today) => return Some((Wording::Faint, at + 1)),
            Some(Key::Each) if self.each(at).is_some() => {}
            Some(Key::Each) if self.unit(at + 1) == Some(Unit::Year) => return Some((Wording::Faint, at + 2)),
            // 年初 and 年内 without a number in front.
            Some(Key::YearMark { .. }) if self.key(at + 1) == Some(Key::Open) || self.word(at + 1) == "内" => {
                return Some((Wording::Unreadable, at + 2));
            }
            Some(Key::YearMark { .. }) if self.is_middle(at + 1) => return Some((Wording::Unreadable, at + 2)),
            _ => {}
        }
        let next = self
            .era(at)
            .or_else(|| self.to_date(at))
            .or_else(|| self.same_period(at))
            .or_else(|| self.week(at))
            .or_else(|| self.day_of_month(at))
            .or_else(|| self.slice(at))
            .or_else(|| self.some_of_year(at))
            .or_else(|| self.each(at));
        if let Some(next) = next {
            return Some((Wording::Unreadable, next));
        }
        self.ended(at)
    }

    /// 90年代, 1990s, 20th century.
    fn era(&self, at: usize) -> Option<usize> {
        let number = self.number(at)?;
        if self.key(at + 1) == Some(Key::Era) {
            return Some(at + 2);
        }
        let plural = self.glued(at + 1) && self.word(at + 1) == "s";
        if plural && number.value % 10 == 0 && matches!(number.len, 2 | 4) {
            return Some(at + 2);
        }
        let ordinal = self.glued(at + 1) && matches!(self.word(at + 1), "st" | "nd" | "rd" | "th");
        (ordinal && self.key(at + 2) == Some(Key::Unit(Unit::Other))).then_some(at + 3)
    }

    /// Year to date, month-to-date.
    pub(super) fn to_date(&self, at: usize) -> Option<usize> {
        if !matches!(self.key(at)?, Key::Unit(_)) {
            return None;
        }
        let to = self.past_mark(at + 1, "-");
        let date = self.past_mark(self.past(to, Key::To), "-");
        (date > to && self.word(date) == "date").then_some(date + 1)
    }

    /// Same period last year, corresponding quarter of 2023.
    pub(super) fn same_period(&self, at: usize) -> Option<usize> {
        let stepped = matches!(self.key(at)?, Key::Same | Key::Step(_)) && self.word(at + 1) == "period";
        let next = match self.key(at)? {
            Key::Same if self.unit(at + 1).is_some() || stepped || self.word(at + 1) == "time" => at + 2,
            Key::Step(_) if stepped => at + 2,
            Key::Unit(Unit::Year) if self.word(at + 1) == "earlier" => at + 2,
            Key::Step(_) if self.unit(at + 1) == Some(Unit::Year) && self.word(at + 2) == "period" => at + 3,
            Key::Step(_) if self.key(at + 1) == Some(Key::Unit(Unit::Year)) && self.word(at + 3) == "period" => at + 4,
            _ => return None,
        };
        let year = [Key::Of, Key::In, Key::The].into_iter().fold(next, |next, key| self.past(next, key));
        Some(self.year(year).map_or(next, |(_, after)| after))
    }

    /// Every March, 每年3月, each week, per day: one time of each of many.
    fn each(&self, at: usize) -> Option<usize> {
        let per = self.word(at) == "per";
        if !per && (self.key(at)? != Key::Each || matches!(self.word(at), "all" | "both")) {
            return None;
        }
        if self.key(at + 1) == Some(Key::Unit(Unit::Other)) {
            return Some(at + 2);
        }
        let year = self.unit(at + 1) == Some(Unit::Year);
        let part = [Key::In, Key::Of].into_iter().fold(at + 1 + usize::from(year), |next, key| self.past(next, key));
        if per || self.key(part).is_some_and(|key| matches!(key, Key::Unit(_) | Key::Each)) {
            return None;
        }
        self.parts(part).map(|(_, end)| self.year_across(end).unwrap_or(end))
    }

    /// Week 5, 第5周.
    fn week(&self, at: usize) -> Option<usize> {
        if self.key(at) == Some(Key::Unit(Unit::Other)) && self.is_ascii(at) && !self.is_plural(at) {
            return self.number(at + 1).filter(|number| number.len <= 2).map(|_| at + 2);
        }
        let number = self.past(at, Key::Nth);
        self.number(number)?;
        (number > at && self.key(number + 1) == Some(Key::Unit(Unit::Other))).then_some(number + 2)
    }

    /// March 31, 31st of March 2024: a day, with or without its year.
    fn day_of_month(&self, at: usize) -> Option<usize> {
        let is_day = |at: usize| self.number(at).is_some_and(|n| n.len <= 2 && !n.han && (1..=31).contains(&n.value));
        let suffix = |at: usize| matches!(self.word(at), "st" | "nd" | "rd" | "th") && self.glued(at);
        let named_may = |at: usize| self.word(at) == "may";
        let year_after = |at: usize| {
            let year = self.past_mark(at, ",");
            self.number(year).is_some_and(|number| number.len == 4).then_some(year + 1)
        };
        if let Some(Key::Month { .. }) = self.key(at) {
            let day = self.past_mark(at + 1, ".");
            if !is_day(day) || self.glued(day) || self.counted(day + 1) {
                return None;
            }
            let after = day + 1 + usize::from(suffix(day + 1));
            let spelled_out = after > day + 1 || year_after(after).is_some() || !named_may(at);
            return spelled_out.then(|| year_after(after).unwrap_or(after));
        }
        if !is_day(at) {
            return None;
        }
        let month = at + 1 + usize::from(suffix(at + 1));
        let spelled_out = month > at + 1;
        let month = self.past(month, Key::Of);
        let Some(Key::Month { .. }) = self.key(month) else { return None };
        let after = self.past_mark(month + 1, ".");
        (spelled_out || year_after(after).is_some() || !named_may(month)).then(|| year_after(after).unwrap_or(after))
    }

    /// Year ended 31 December 2024, year to March 2024, three months ended March 2024. Only twelve months that end when
    /// the fiscal year does are a period.
    fn ended(&self, at: usize) -> Option<(Wording, usize)> {
        let count = self.count(at);
        let unit_at = if count.is_some() { self.past_mark(at + 1, "-") } else { at };
        let Key::Unit(unit) = self.key(unit_at)? else { return None };
        let mut ended = self.past_mark(unit_at + 1, "-");
        match self.key(ended)? {
            Key::Ended => {}
            // Three years to 2024 count years; year-to-year compares them.
            Key::To if unit != Unit::Year || count.is_none() && !self.is_plural(unit_at) => {
                ended = self.past_mark(ended + 1, "-") - 1;
                if matches!(self.key(ended + 1), Some(Key::Unit(_))) {
                    return None;
                }
            }
            _ => return None,
        }
        let date = [Key::In, Key::The].into_iter().fold(ended + 1, |next, key| self.past(next, key));
        let end = self.day_of_month(date).or_else(|| Some(self.plain(date)?.1))?;
        let month = (date..end).find_map(|at| match self.key(at)? {
            Key::Month { month, .. } => Some(month),
            _ => None,
        });
        let year = (date..end).find_map(|at| {
            let number = self.number(at).filter(|number| number.len == 4)?;
            super::numerals::plausible_year(number.value)
        });
        let twelve_months = unit == Unit::Year && count.is_none() || unit == Unit::Month && count == Some(12);
        let wording = match (month, year) {
            (Some(month), Some(year))
                if twelve_months
                    && month == self.calendar.year_end_month()
                    && self.days_end(date..end, year, month) =>
            {
                Wording::Year { year: YearRef::Named { year, fiscal: true }, bare: false }
            }
            _ => Wording::Unreadable,
        };
        Some((wording, end))
    }

    /// Whether every day that a date names is the last of its month: a year that ends before is not the fiscal one.
    fn days_end(&self, date: Range<usize>, year: i16, month: i8) -> bool {
        let last = Date::new(year, month, 1).map(|first| u32::try_from(first.days_in_month()).unwrap_or_default());
        let mut days = date.filter_map(|at| self.number(at).filter(|number| number.len <= 2));
        last.is_ok_and(|last| days.all(|day| day.value == last))
    }

    /// Three years, 6个月, 半年: how long, not when.
    pub(super) fn duration(&self, at: usize) -> Option<(Wording, usize)> {
        if self.key(at) == Some(Key::Unit(Unit::Half)) && !self.is_ascii(at) {
            return Some((Wording::Faint, at + 1));
        }
        self.count(at).or_else(|| (self.key(at) == Some(Key::Vague)).then_some(0))?;
        let unit_at = self.past(at + 1, Key::Measure);
        self.unit(unit_at)?;
        let unit_key = self.key(unit_at)?;
        let measured = unit_at > at + 1 || unit_key != Key::Unit(Unit::Quarter) || self.is_ascii(unit_at);
        let nth = at > 0 && self.key(at - 1) == Some(Key::Nth);
        let policy_term = self.rest(unit_at + 1).starts_with(['期', '缴', '级', '限']);
        // A "five-year plan" is a kind of plan.
        let adjective = self.is_ascii(unit_at) && !self.is_plural(unit_at);
        if nth || !measured || policy_term || adjective || unit_key == Key::Fy {
            return None;
        }
        Some((Wording::Faint, unit_at + 1))
    }

    /// Whether a month among the parts has a day behind it: 上个月5日, 2024年3号.
    pub(super) fn day_follows(&self, at: usize) -> bool {
        self.number(at).is_some_and(|number| number.len <= 2) && self.key(at + 1) == Some(Key::DayMark)
    }
}

/// Whether any of the parts is a month.
pub(super) fn has_month(parts: &[Part]) -> bool {
    parts.iter().any(|part| matches!(part, Part::Month(_)))
}
