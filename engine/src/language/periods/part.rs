//! Wordings of a part of a year, alone or several at once: H1, 1Q, first and second half, 一至三季度, 3月, March. Sums
//! over the first parts (前三季度, 9M, 1-9月) are recognised and marked impossible. The year is not read here.

use super::reader::{Footing, Part, Parts, Reader};
use super::words::{Key, Unit};

/// More parts than a year has months are no list of parts.
const PARTS_MAX: usize = 12;

/// What is read, and where it ends.
type PartsAt = Option<(Parts, usize)>;

impl Reader<'_> {
    /// Parts of a year at `at`.
    pub(super) fn parts(&self, at: usize) -> PartsAt {
        self.lettered(at)
            .or_else(|| self.ordinals(at))
            .or_else(|| self.named(at))
            .or_else(|| self.numbered(at))
            .or_else(|| self.all_parts(at))
            .or_else(|| self.sum_of_first(at))
    }

    /// Q1, H1, HY1, 1Q, 2H, Q1-3, and the impossible ones among them.
    fn lettered(&self, at: usize) -> PartsAt {
        if let (Some(number), Some(letter)) = (self.number(at), self.key(at + 1)) {
            let unit = letter_unit(letter).filter(|_| self.glued(at + 1) && number.len <= 2 && !number.han)?;
            let parts = part(unit, number.value).filter(|_| number.len == 1 && letter != Key::LetterM);
            // 3h, 9m and 24h are no parts, and a period at all only beside a year.
            let footing = if parts.is_some() { Footing::Firm } else { Footing::Nothing };
            return Some((Parts { parts: parts.map(|part| vec![part]), footing }, at + 2));
        }
        let letter = self.key(at).filter(|letter| *letter != Key::LetterM)?;
        let unit = letter_unit(letter)?;
        let digit = self.past_mark(at + 1, "-");
        let number = self.number(digit).filter(|number| number.len <= 2 && !number.han)?;
        let decimal = self.glued(digit + 1)
            && self.mark(digit + 1) == Some('.')
            && self.glued(digit + 2)
            && self.number(digit + 2).is_some();
        if decimal || self.glued(digit + 1) && self.mark(digit + 1) == Some('%') {
            return None;
        }
        let Some(first) = part(unit, number.value).filter(|_| number.len == 1) else {
            let quarter = unit == Unit::Quarter && number.len == 1 && self.glued(digit);
            let footing = if quarter { Footing::Firm } else { Footing::Nothing };
            return Some((Parts { parts: None, footing }, digit + 1));
        };
        let mut parts = vec![first];
        let mut next = digit + 1;
        if let Some(last) = self.bare_range_end(next).and_then(|value| part(unit, value)) {
            parts = through(first, last);
            next += 2;
        }
        Some((Parts { parts: Some(parts), footing: Footing::Firm }, next))
    }

    /// The 3 of Q1-3.
    fn bare_range_end(&self, at: usize) -> Option<u32> {
        let joined = self.glued(at) && self.mark(at).is_some_and(|mark| "-–~".contains(mark)) && self.glued(at + 1);
        let number = self.number(at + 1).filter(|number| joined && number.len == 1)?;
        (!self.glued(at + 2) || self.number(at + 2).is_none() && self.key(at + 2).is_none()).then_some(number.value)
    }

    /// First half, 3rd quarter, first and second quarters, first nine months, quarter 1.
    fn ordinals(&self, at: usize) -> PartsAt {
        if let (Some(Key::Unit(unit @ (Unit::Half | Unit::Quarter))), Some(count)) = (self.key(at), self.count(at + 1))
        {
            let single = self.is_ascii(at) && self.number(at + 1).is_none_or(|number| number.len == 1);
            let part = part(unit, count).filter(|_| single)?;
            return Some((Parts { parts: Some(vec![part]), footing: Footing::Firm }, at + 2));
        }
        let (first, mut next) = self.ordinal(at)?;
        let mut numbers = vec![first];
        let mut range = false;
        while numbers.len() < 4 {
            let mut joint = self.past_mark(next, ",&/-–");
            range |= joint > next && matches!(self.mark(next), Some('-' | '–'));
            if let Some(key @ (Key::And | Key::To)) = self.key(joint) {
                range |= key == Key::To;
                joint += 1;
            }
            let Some((number, after)) = self.ordinal(self.past(joint, Key::The)).filter(|_| joint > next) else {
                break;
            };
            numbers.push(number);
            next = after;
        }
        next = self.past_mark(next, "-");
        next = self.past(next, Key::Fiscal);
        if self.count(next).is_some() && matches!(self.unit(next + 1), Some(Unit::Quarter | Unit::Month | Unit::Half)) {
            return Some((Parts { parts: None, footing: Footing::Firm }, next + 2));
        }
        let unit = match self.key(next)? {
            Key::Unit(unit @ (Unit::Half | Unit::Quarter)) if self.is_ascii(next) => unit,
            Key::Unit(Unit::Month) => return Some((Parts { parts: None, footing: Footing::Nothing }, next + 1)),
            _ => return None,
        };
        let mut after = next + 1;
        let year = self.past_mark(after, "-");
        if unit == Unit::Half && self.key(year) == Some(Key::Unit(Unit::Year)) && self.number(year + 1).is_none() {
            after = year + 1;
        }
        let parts = numbers.iter().map(|&number| part(unit, number)).collect::<Option<Vec<_>>>();
        let parts = parts.map(|parts| if range { spread(&parts) } else { parts });
        Some((Parts { parts, footing: Footing::Firm }, after))
    }

    /// First, 1st.
    fn ordinal(&self, at: usize) -> Option<(u32, usize)> {
        match self.key(at) {
            Some(Key::Ordinal(number)) => Some((number, at + 1)),
            _ if self.glued(at + 1) && matches!(self.word(at + 1), "st" | "nd" | "rd" | "th") => {
                Some((self.number(at).filter(|number| number.len == 1)?.value, at + 2))
            }
            _ => None,
        }
    }

    /// March, 上半年, 首季度, 半年度, final quarter.
    fn named(&self, at: usize) -> PartsAt {
        let one = |part, footing, next| Some((Parts { parts: Some(vec![part]), footing }, next));
        match self.key(at)? {
            Key::Month { month, weak } => {
                let next = if weak && self.glued(at + 1) { self.past_mark(at + 1, ".") } else { at + 1 };
                one(Part::Month(month), if weak { Footing::Weak } else { Footing::Firm }, next)
            }
            Key::Half(half) => one(Part::Half(half), Footing::Firm, at + 1),
            Key::Halves => {
                let parts = Some(vec![Part::Half(1), Part::Half(2)]);
                Some((Parts { parts, footing: Footing::Firm }, at + 1))
            }
            Key::HalfReport => one(Part::Half(1), Footing::Nothing, at + 1),
            Key::FirstQuarter => one(Part::Quarter(1), Footing::Firm, at + 1),
            Key::LastQuarter => one(Part::Quarter(4), Footing::Firm, at + 1),
            Key::Final => match self.key(at + 1)? {
                Key::Unit(Unit::Quarter) => one(Part::Quarter(4), Footing::Firm, at + 2),
                Key::Unit(Unit::Half) => one(Part::Half(2), Footing::Firm, at + 2),
                _ => None,
            },
            Key::Unit(Unit::Half) => {
                // Half-year 2024 and 2024年半年 do not say which half.
                let year = self.past_mark(at + 1, "-");
                let english = self.key(year) == Some(Key::Unit(Unit::Year)) && !self.is_plural(year);
                let next = if self.is_ascii(at) { english.then_some(year + 1)? } else { at + 1 };
                Some((Parts { parts: None, footing: Footing::Nothing }, next))
            }
            _ => None,
        }
    }

    /// 第一季度, 一、二季度, 1至3季度, 3月, 三月份, 四个季度.
    fn numbered(&self, at: usize) -> PartsAt {
        let mut numbers: Vec<u32> = Vec::new();
        let (mut next, mut range, mut nth) = (at, false, false);
        loop {
            nth |= self.key(next) == Some(Key::Nth);
            let number_at = self.past(next, Key::Nth);
            let number = self.number(number_at).filter(|number| number.len <= 2)?;
            if number.han && number.len == 2 && !self.word(number_at).contains('十') && number.value > 9 {
                numbers.extend([number.value / 10, number.value % 10]); // 一二季度
            } else {
                numbers.push(number.value);
            }
            next = number_at + 1;
            let listed = matches!(self.mark(next), Some('、' | ',' | '/' | '&')) || self.key(next) == Some(Key::And);
            let ranged =
                self.key(next) == Some(Key::To) || self.mark(next).is_some_and(|mark| "-–—~〜−".contains(mark));
            if numbers.len() >= PARTS_MAX || !listed && !ranged {
                break;
            }
            range |= ranged;
            next += 1;
        }
        let measured = self.key(next) == Some(Key::Measure);
        let unit_at = next + usize::from(measured);
        let impossible = |next| Some((Parts { parts: None, footing: Footing::Firm }, next));
        let (unit, footing) = match self.key(unit_at)? {
            Key::Unit(Unit::Quarter) if self.is_ascii(unit_at) => return None,
            Key::Unit(Unit::Quarter) if measured && !nth => {
                let all = numbers == [4];
                return all.then(|| (every(Unit::Quarter), unit_at + 1));
            }
            // 四季 is the year's seasons as often as a quarter.
            Key::Unit(Unit::Quarter) if self.word(unit_at) == "季" && !nth => (Unit::Quarter, Footing::Nothing),
            Key::Unit(Unit::Quarter) => (Unit::Quarter, Footing::Firm),
            Key::QuarterReport if numbers == [1] => (Unit::Quarter, Footing::Firm),
            Key::QuarterReport => return impossible(unit_at + 1),
            // 1-9月 is a sum from the year's beginning.
            Key::MonthMark if range => return impossible(unit_at + 1),
            Key::MonthMark if !measured => (Unit::Month, Footing::Firm),
            _ => return None,
        };
        let after = unit_at + 1;
        if unit == Unit::Month && self.number(after).is_some() && self.key(after + 1) == Some(Key::DayMark) {
            return impossible(after + 2);
        }
        let parts = numbers.iter().map(|&number| part(unit, number)).collect::<Option<Vec<_>>>();
        Some((Parts { parts: parts.map(|parts| if range { spread(&parts) } else { parts }), footing }, after))
    }

    /// 各季度, each quarter, all four quarters, both halves.
    fn all_parts(&self, at: usize) -> PartsAt {
        if self.key(at)? != Key::Each {
            return None;
        }
        let next = self.past(at + 1, Key::The);
        let next = next + usize::from(self.count(next).is_some());
        let next = self.past(next, Key::Measure);
        match self.unit(next)? {
            unit @ (Unit::Half | Unit::Quarter | Unit::Month) => Some((every(unit), next + 1)),
            Unit::Year | Unit::Other => None,
        }
    }

    /// 前三季度, 前9个月.
    fn sum_of_first(&self, at: usize) -> PartsAt {
        if self.key(at)? != Key::Before || self.is_ascii(at) {
            return None;
        }
        self.count(at + 1)?;
        let unit_at = self.past(at + 2, Key::Measure);
        let counted = matches!(self.unit(unit_at), Some(Unit::Quarter | Unit::Month | Unit::Year | Unit::Other));
        counted.then(|| (Parts { parts: None, footing: Footing::Firm }, unit_at + 1))
    }
}

fn letter_unit(letter: Key) -> Option<Unit> {
    match letter {
        Key::LetterH => Some(Unit::Half),
        Key::LetterQ => Some(Unit::Quarter),
        Key::LetterM => Some(Unit::Month),
        _ => None,
    }
}

fn part(unit: Unit, number: u32) -> Option<Part> {
    let number = i8::try_from(number).ok()?;
    match (unit, number) {
        (Unit::Half, 1..=2) => Some(Part::Half(number)),
        (Unit::Quarter, 1..=4) => Some(Part::Quarter(number)),
        (Unit::Month, 1..=12) => Some(Part::Month(number)),
        _ => None,
    }
}

/// All parts of a unit that a year has.
fn every(unit: Unit) -> Parts {
    Parts { parts: Some((1..=12).map_while(|number| part(unit, number)).collect()), footing: Footing::Vague }
}

/// From the first part to the last of a range.
fn spread(parts: &[Part]) -> Vec<Part> {
    match parts {
        [first, .., last] => through(*first, *last),
        _ => parts.to_vec(),
    }
}

fn through(first: Part, last: Part) -> Vec<Part> {
    let (unit, from, to) = match (first, last) {
        (Part::Half(from), Part::Half(to)) => (Unit::Half, from, to),
        (Part::Quarter(from), Part::Quarter(to)) => (Unit::Quarter, from, to),
        (Part::Month(from), Part::Month(to)) => (Unit::Month, from, to),
        _ => return vec![first, last],
    };
    (from.min(to)..=from.max(to)).filter_map(|number| part(unit, number.unsigned_abs().into())).collect()
}
