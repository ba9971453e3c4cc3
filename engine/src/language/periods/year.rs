//! Wordings of a year: FY2024, fiscal year 2024, 2024年度, 24财年, last year, 去年, and four bare digits. Pairs such as
//! 2023/24 are read here too; what stands beside the year is not.

use super::numerals::{plausible_year, two_digit_year, two_digit_year_near};
use super::reader::{Reader, Wording, YearRef};
use super::token::Number;
use super::words::{Key, Unit};
use crate::period::Period;

/// More years than this are no list of two digits each.
const YEARS_MAX: usize = 12;

impl Reader<'_> {
    /// A year at `at`, and where it ends.
    pub(super) fn year(&self, at: usize) -> Option<(Wording, usize)> {
        self.relative_year(at)
            .or_else(|| self.prefixed_year(at))
            .or_else(|| self.short_form(at))
            .or_else(|| self.numbered_year(at))
    }

    /// 去年, last year, prior fiscal year, the year before last.
    fn relative_year(&self, at: usize) -> Option<(Wording, usize)> {
        let away = |offset, fiscal| Wording::Year { year: YearRef::Away { offset, fiscal }, bare: false };
        match self.key(at)? {
            Key::Relative { unit: Unit::Year, offset, fiscal } => {
                Some((away(offset, fiscal), self.past_year_marks(at + 1)))
            }
            Key::Unit(Unit::Year)
                if self.key(at + 1) == Some(Key::Before) && self.key(at + 2) == Some(Key::Step(-1)) =>
            {
                let stops = self.unit(at + 3).is_none();
                stops.then(|| (away(-2, false), at + 3))
            }
            Key::Step(offset) => {
                let mut next = self.past_mark(at + 1, "-");
                let mut fiscal = false;
                let mut of_calendar = false;
                while let Some(key @ (Key::Fiscal | Key::Full | Key::Complete | Key::Calendar)) = self.key(next) {
                    fiscal |= key == Key::Fiscal;
                    of_calendar |= key == Key::Calendar;
                    next = self.past_mark(next + 1, "-");
                    if next > at + 6 {
                        return None;
                    }
                }
                let singular = match self.key(next)? {
                    Key::Fy => true,
                    Key::Unit(Unit::Year) => !self.is_plural(next),
                    _ => false,
                };
                if of_calendar && singular && self.calendar.year_end_month() != 12 {
                    return Some((Wording::Unreadable, next + 1));
                }
                singular.then(|| (away(offset, fiscal || self.key(next) == Some(Key::Fy)), next + 1))
            }
            _ => None,
        }
    }

    /// FY24, fiscal year 2024, full-year 2024, calendar 2024.
    fn prefixed_year(&self, at: usize) -> Option<(Wording, usize)> {
        let (mut next, mut fiscal, mut calendar, mut named) = (at, false, false, false);
        while let Some(key @ (Key::Fy | Key::Fiscal | Key::Calendar | Key::Full | Key::Unit(Unit::Year))) =
            self.key(next)
        {
            if next > at + 4 {
                return None;
            }
            fiscal |= matches!(key, Key::Fy | Key::Fiscal);
            calendar |= key == Key::Calendar;
            named |= key != Key::Full;
            next = self.past_mark(next + 1, "-");
        }
        if next == at {
            return None;
        }
        let digits_at = self.past_mark(next, "'’‘_.");
        let abbreviated = digits_at > next && self.word(next) != ".";
        let number = self.number(digits_at)?;
        let after = digits_at + 1;
        let year = match number.len {
            4 => plausible_year(number.value),
            2 if (fiscal || abbreviated) && !self.counted(after) => two_digit_year(number.value),
            _ => return None,
        };
        let Some(year) = year else { return named.then_some((Wording::Unreadable, after)) };
        if calendar && self.calendar.year_end_month() != 12 {
            return Some((Wording::Unreadable, after));
        }
        // FY25/12/2024 and FY2024-12-31 are days, and FY12/2024 a month: no figure of them is a year by itself.
        let end = self.figures_end(digits_at);
        if self.is_day(digits_at, end) {
            return Some((Wording::Unreadable, end));
        }
        if let Some(years) = self.fiscal_list(year, digits_at).or_else(|| self.pair(year, digits_at)) {
            return Some(years);
        }
        if end > after + if number.len == 2 { 0 } else { 2 } {
            return Some((Wording::Unreadable, end));
        }
        let year = YearRef::Named { year, fiscal };
        Some((Wording::Year { year, bare: false }, self.past_year_marks(after)))
    }

    /// Whether three figures up to `end` can be a day: one of them is a month, one a day of a month, and one the year.
    fn is_day(&self, at: usize, end: usize) -> bool {
        let figures = [at, at + 2, at + 4].map(|at| self.number(at).filter(|_| at < end));
        let [Some(first), Some(month), Some(last)] = figures else { return false };
        end == at + 5
            && (1..=12).contains(&month.value)
            && [first, last].iter().any(|day| day.len <= 2 && (1..=31).contains(&day.value))
    }

    /// Where figures that marks join without a space end.
    fn figures_end(&self, at: usize) -> usize {
        let mut end = at + 1;
        while self.glued(end)
            && self.glued(end + 1)
            && matches!(self.mark(end), Some('-' | '/' | '.' | '–'))
            && self.number(end + 1).is_some()
        {
            end += 2;
        }
        end
    }

    /// The 24 of 24H1 and 24Q1, and '24.
    fn short_form(&self, at: usize) -> Option<(Wording, usize)> {
        let apostrophe = !self.glued(at) && self.mark(at).is_some_and(|mark| "'’‘".contains(mark));
        let digits = at + usize::from(apostrophe);
        let number = self.number(digits).filter(|number| number.len == 2 && !number.han)?;
        let letter = digits + 1;
        let lettered = matches!(self.key(letter), Some(Key::LetterH | Key::LetterQ)) && self.glued(letter);
        let part = lettered && self.glued(letter + 1) && self.number(letter + 1).is_some_and(|part| part.len == 1);
        let alone = apostrophe && self.glued(digits) && !self.glued(letter) && !self.counted(letter);
        let year = two_digit_year_near(number.value, self.today.year()).filter(|_| part || alone)?;
        Some((Wording::Year { year: YearRef::Named { year, fiscal: false }, bare: false }, letter))
    }

    /// 2024年, 24财年, 2024 fiscal year, 2024.
    fn numbered_year(&self, at: usize) -> Option<(Wording, usize)> {
        let number = self.number(at)?;
        let marked = match self.key(at + 1) {
            Some(Key::YearMark { fiscal }) => Some(fiscal),
            _ => None,
        };
        let after = at + 1 + usize::from(marked.is_some());
        if let Some(fiscal) = marked {
            let year = match number.len {
                4 => plausible_year(number.value),
                2 => Some(self.short_year(at, number, fiscal)?),
                _ => return None,
            };
            let Some(year) = year else { return Some((Wording::Unreadable, after)) };
            let end = self.past_year_marks(after);
            let of_calendar = (after..end).any(|at| self.key(at) == Some(Key::Calendar));
            if of_calendar && self.calendar.year_end_month() != 12 {
                return Some((Wording::Unreadable, end));
            }
            let year = YearRef::Named { year, fiscal };
            return Some((Wording::Year { year, bare: false }, end));
        }
        if number.len != 4 || !self.stands_as_year(at) {
            return None;
        }
        if number.value == 0 {
            return Some((Wording::Unreadable, after));
        }
        let year = plausible_year(number.value)?;
        if let Some(years) = self.spaced_pair(year, at) {
            return Some(years);
        }
        let end = self.past_year_marks(after);
        if self.calendar.year_end_month() != 12 && (after..end).any(|at| self.key(at) == Some(Key::Calendar)) {
            return Some((Wording::Unreadable, end));
        }
        let fiscal = (after..end).any(|at| matches!(self.key(at), Some(Key::Fiscal | Key::Fy)));
        Some((Wording::Year { year: YearRef::Named { year, fiscal }, bare: end == after }, end))
    }

    /// The year of 24年; `None` where the two digits count years.
    fn short_year(&self, at: usize, number: Number, fiscal: bool) -> Option<i16> {
        if fiscal {
            return two_digit_year(number.value);
        }
        let counted_before = at > 0 && matches!(self.key(at - 1), Some(Key::Nth | Key::Vague | Key::Each));
        if counted_before || self.word(at).contains('十') || self.is_term(at + 1) {
            return None;
        }
        two_digit_year_near(number.value, self.today.year())
    }

    /// Whether what follows 年 makes it a duration: 24年期, 24年来, 24年以上.
    pub(super) fn is_term(&self, year_mark: usize) -> bool {
        let rest = self.rest(year_mark + 1);
        let before = self.key(year_mark + 1) == Some(Key::Before) && self.number(year_mark + 2).is_none();
        let within = rest.starts_with('期') && !rest.starts_with("期末") && !rest.starts_with("期初");
        before || within || rest.starts_with(['缴', '来', '间', '以', '内', '后', '历', '级', '限', '之'])
    }

    /// What may follow a year and still say no more than the year: 年, 全年, full year, fiscal year.
    fn past_year_marks(&self, at: usize) -> usize {
        let mut at = match self.key(at) {
            Some(Key::YearMark { .. }) => at + 1,
            _ => at,
        };
        if let Some(Key::Full | Key::Fiscal | Key::Calendar) = self.key(at) {
            let unit = self.past_mark(at + 1, "-");
            let english = self.is_ascii(at);
            match self.key(unit) {
                Some(Key::Unit(Unit::Year)) if english && self.number(unit + 1).is_none() => at = unit + 1,
                _ if !english => at += 1,
                _ => {}
            }
        } else if self.key(at) == Some(Key::Fy) && self.number(at + 1).is_none() {
            at += 1;
        }
        at
    }

    /// 22、23、24年, 22-24年: years of two digits that one 年 closes.
    pub(super) fn short_years(&self, at: usize) -> Option<(Wording, usize)> {
        let first = self.number(at).filter(|number| !number.han && matches!(number.len, 2 | 4))?;
        let near = |value| two_digit_year_near(value, self.today.year());
        let of = |number: Number| if number.len == 4 { plausible_year(number.value) } else { near(number.value) };
        let joins_figures =
            self.glued(at) && at > 0 && (self.number(at - 1).is_some() || self.mark(at - 1) == Some('.'));
        let (mut years, mut next) = (vec![of(first).filter(|_| !joins_figures)?], at + 1);
        let ranged = self.mark(next).is_some_and(|mark| "-–—~〜−".contains(mark));
        while self.mark(next).is_some_and(|mark| if ranged { years.len() < 2 } else { "、,/".contains(mark) }) {
            let number = self.number(next + 1).filter(|number| !number.han && number.len == 2)?;
            years.push(near(number.value).filter(|_| years.len() < YEARS_MAX)?);
            next += 2;
        }
        let marked = matches!(self.key(next), Some(Key::YearMark { .. })) && !self.is_term(next);
        // Two years about a slash are one fiscal year to some and two years to others.
        let slashed = years.len() == 2 && self.mark(at + 1) == Some('/');
        if slashed || years.len() < 2 || !marked || self.parts(next + 1).is_some() || ranged && first.len == 4 {
            return None;
        }
        let (start, end) = (*years.first()?, *years.last()?);
        if ranged && end <= start {
            return Some((Wording::Unreadable, next + 1));
        }
        if ranged && end == start + 1 && self.calendar.year_end_month() != 12 {
            let year = YearRef::Named { year: end, fiscal: true };
            return Some((Wording::Year { year, bare: false }, self.past_year_marks(next)));
        }
        let years = if ranged { (start..=end).collect() } else { years };
        Some((
            Wording::Fixed(years.into_iter().map(|year| Period::Year { year }).collect()),
            self.past_year_marks(next),
        ))
    }

    /// FY22/23/24: three years and more; two are a pair.
    fn fiscal_list(&self, start: i16, at: usize) -> Option<(Wording, usize)> {
        let (mut years, mut next) = (vec![start], at + 1);
        while self.mark(next).is_some_and(|mark| "/、".contains(mark)) && self.glued(next) && self.glued(next + 1) {
            let number = self.number(next + 1).filter(|number| number.len == 2 && years.len() < YEARS_MAX)?;
            years.push(two_digit_year(number.value)?);
            next += 2;
        }
        let listed = years.len() > 2 || years.len() == 2 && self.mark(at + 1) == Some('、');
        let periods = years.into_iter().map(|year| Period::Year { year }).collect();
        (listed && !self.counted(next)).then(|| (Wording::Fixed(periods), self.past_year_marks(next)))
    }

    /// 2022 - 24, with spaces about the dash.
    fn spaced_pair(&self, start: i16, at: usize) -> Option<(Wording, usize)> {
        let dash = self.mark(at + 1).is_some_and(|mark| "-–—~〜‐−".contains(mark));
        let spaced = dash && !self.glued(at + 1) && !self.glued(at + 2);
        let number = self.number(at + 2).filter(|number| spaced && !number.han && number.len == 2)?;
        if self.counted(at + 3) || self.glued(at + 3) && self.number(at + 3).is_some() {
            return None;
        }
        let end = start - start % 100 + i16::try_from(number.value).ok()?;
        if end <= start || number.value <= 12 {
            return Some((Wording::Unreadable, at + 3)); // perhaps a month
        }
        Some((Wording::Fixed((start..=end).map(|year| Period::Year { year }).collect()), self.past_year_marks(at + 3)))
    }

    /// The second half of 2023/24 or 2022-24, whose first year stands at `at`.
    pub(super) fn pair(&self, start: i16, at: usize) -> Option<(Wording, usize)> {
        let joined = self.glued(at + 1) && self.mark(at + 1).is_some_and(|mark| "-/–—~〜‐−".contains(mark));
        let number = self.number(at + 2).filter(|number| joined && self.glued(at + 2) && number.len == 2)?;
        let after = at + 3;
        let continued = self.glued(after) && !matches!(self.key(after), Some(Key::YearMark { .. }));
        let joins_on = matches!(self.mark(after), Some('-' | '/' | '.')) && self.number(after + 1).is_some();
        if self.counted(after) || continued && (joins_on || self.number(after).is_some()) {
            return None;
        }
        let second = i16::try_from(number.value).ok()?;
        let end = start - start % 100 + second + if start % 100 == 99 && second == 0 { 100 } else { 0 };
        let next = self.past_year_marks(after);
        if end <= start {
            return Some((Wording::Unreadable, next));
        }
        if end == start + 1 && self.calendar.year_end_month() != 12 {
            return Some((Wording::Year { year: YearRef::Named { year: end, fiscal: true }, bare: false }, next));
        }
        Some((Wording::Fixed((start..=end).map(|year| Period::Year { year }).collect()), next))
    }
}
