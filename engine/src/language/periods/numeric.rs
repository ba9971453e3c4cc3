//! Wordings made of figures and marks alone: 2024-03, 03/2024, 2023/24, and the dates and impossible months that look
//! like them. A lone number is not read here.

use super::numerals::{plausible_year, two_digit_year_near};
use super::reader::{Reader, Wording};
use super::words::Key;
use crate::period::Period;

impl Reader<'_> {
    /// Figures joined by marks, beginning at `at`.
    pub(super) fn numeric(&self, at: usize) -> Option<(Wording, usize)> {
        let first = self.number(at).filter(|number| !number.han)?;
        if self.inside_figures(at) {
            return None;
        }
        if first.len >= 6 {
            return self.compact_date(at);
        }
        let mark = self.mark(at + 1).filter(|_| self.glued(at + 1))?;
        let second = self.number(at + 2).filter(|number| self.glued(at + 2) && !number.han)?;
        if let Some(date) = self.full_date(at, mark) {
            return Some(date);
        }
        if first.len == 4 && second.len <= 2 {
            let year = plausible_year(first.value)?;
            return self.year_and_month(year, at, mark);
        }
        let consecutive = first.len == 2 && second.len == 2 && second.value == first.value + 1 && mark == '/';
        if consecutive && two_digit_year_near(first.value, self.today.year()).is_some() && !self.counted(at + 3) {
            return Some((Wording::Unreadable, at + 3)); // 24/25 is a fiscal year to some and two years to others
        }
        if first.len <= 2 && second.len == 4 && matches!(mark, '/' | '-') && !self.counted(at + 3) {
            let year = plausible_year(second.value)?;
            return Some((month(year, first.value), at + 3));
        }
        None
    }

    /// Whether the number at `at` continues figures before it, as in 1.2024 or 12-2024-1.
    fn inside_figures(&self, at: usize) -> bool {
        let joined = |at: usize| self.glued(at) && matches!(self.mark(at - 1), Some('-' | '/' | '.'));
        at >= 2 && joined(at) && self.glued(at - 1) && self.number(at - 2).is_some()
    }

    fn year_and_month(&self, year: i16, at: usize, mark: char) -> Option<(Wording, usize)> {
        let second = self.number(at + 2)?;
        let after = at + 3;
        // 2024-1Q and 2024/1季度 are a year and a quarter; 2024-3月 is the month all the same.
        let part_follows = self.glued(after)
            && matches!(self.key(after), Some(Key::LetterH | Key::LetterQ | Key::Unit(_) | Key::Ordinal(_)));
        let ordinal_follows = matches!(self.word(after), "st" | "nd" | "rd" | "th") && self.glued(after);
        if part_follows || ordinal_follows || self.counted(after) || matches!(self.mark(after), Some('、')) {
            return None;
        }
        let after_month = self.past(after, Key::MonthMark);
        if self.number(after_month).is_some() && self.key(after_month + 1) == Some(Key::DayMark) {
            return Some((Wording::Unreadable, after_month + 2));
        }
        match mark {
            '.' if second.len == 2 && (1..=12).contains(&second.value) => {
                Some((month(year, second.value), after_month))
            }
            '-' | '/' if (1..=12).contains(&second.value) => Some((month(year, second.value), after_month)),
            '-' | '/' => self.pair(year, at).or(Some((Wording::Unreadable, after_month))),
            '–' | '—' | '~' | '〜' | '‐' | '−' => self.pair(year, at),
            _ => None,
        }
    }

    /// 2024-03-31, 31/03/2024, 2024.3.31.
    fn full_date(&self, at: usize, mark: char) -> Option<(Wording, usize)> {
        let joined = self.glued(at + 3) && self.mark(at + 3) == Some(mark) && self.glued(at + 4);
        if !joined || !matches!(mark, '-' | '/' | '.') {
            return None;
        }
        let [first, second, third] = [self.number(at)?, self.number(at + 2)?, self.number(at + 4)?];
        let short = |number: super::token::Number| number.len <= 2;
        let dated = plausible_year(first.value).is_some() && short(second) && short(third)
            || short(first) && short(second) && plausible_year(third.value).is_some();
        dated.then_some((Wording::Unreadable, at + 5))
    }

    /// 20240331 and 202403: too likely a date to be passed over, too likely something else to be read.
    fn compact_date(&self, at: usize) -> Option<(Wording, usize)> {
        let number = self.number(at)?;
        let (year_and_month, day) = match number.len {
            6 => (number.value, 1),
            8 => (number.value / 100, number.value % 100),
            _ => return None,
        };
        let year = plausible_year(year_and_month / 100)?;
        let near = (self.today.year() - year).abs() <= 30;
        let valid = near && (1..=12).contains(&(year_and_month % 100)) && (1..=31).contains(&day);
        (valid && self.stands_as_year(at)).then_some((Wording::Unreadable, at + 1))
    }
}

fn month(year: i16, month: u32) -> Wording {
    match i8::try_from(month) {
        Ok(month @ 1..=12) => Wording::Fixed(vec![Period::Month { year, month }]),
        _ => Wording::Unreadable,
    }
}
