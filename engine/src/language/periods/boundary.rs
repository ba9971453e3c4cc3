//! Words that bound a period instead of naming it: before 2024, up to Q3, so far this year, 截至2024年3月, 2024 and later.
//! What they leave is a stretch of time that no period expresses. The two ends of a range are not read here.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::reader::{Phrase, Reader, Wording};
use super::words::{Key, Unit};
use crate::language::lists::words;

/// Words before "about" that make what follows the topic of the question.
static TOPICS: LazyLock<HashSet<&str>> = words!("periods/topics.txt");
/// Words before "to" that point at a period rather than run up to it.
static POINTERS: LazyLock<HashSet<&str>> = words!("periods/pointers.txt");

/// What may stand between a boundary and its period, at most.
const SMALL_MAX: usize = 5;

impl Reader<'_> {
    /// A boundary at `at` and the period behind it. `last` is the wording before: "2022 through 2024" is a range, and
    /// "through" in it no boundary.
    pub(super) fn bounded(&self, at: usize, last: Option<&Phrase>) -> Option<(Wording, usize)> {
        if let Some(next) = self.so_far(at) {
            let period = self.period_behind(next).filter(|(wording, _)| !matches!(wording, Wording::Faint));
            return Some((Wording::Unreadable, period.map_or(next, |(_, end)| end)));
        }
        if let Some(next) = self.cut_off(at) {
            let (wording, end) = self.period_behind(next)?;
            return (!matches!(wording, Wording::Year { .. } | Wording::Faint)).then_some((Wording::Unreadable, end));
        }
        if self.key(at) == Some(Key::From) {
            let (_, end) = self.period_behind(at + 1)?;
            let on = matches!(self.word(end), "on" | "forward" | "forwards" | "upward" | "upwards");
            return (on && self.period_behind(end + 1).is_none()).then_some((Wording::Unreadable, end + 1));
        }
        let next = self.boundary(at).or_else(|| self.upper_bound(at, last))?;
        let (wording, end) = self.period_behind(next)?;
        (!matches!(wording, Wording::Faint)).then_some((Wording::Unreadable, end))
    }

    /// The wording behind a boundary, across small words and "the end of".
    fn period_behind(&self, at: usize) -> Option<(Wording, usize)> {
        let mut next = self.past_mark(at, "-");
        for _ in 0..SMALL_MAX {
            let small = matches!(self.key(next), Some(Key::Of | Key::The | Key::In | Key::Spoils))
                || self.key(next) == Some(Key::End) && self.is_ascii(next)
                || matches!(self.word(next), "about" | "around");
            next += usize::from(small);
        }
        let (wording, end) = self.phrase_body(self.past_end_of(next))?;
        Some(self.with_suffix(wording, end))
    }

    /// Boundaries whatever stands before them: since, before, prior to, by, later than.
    fn boundary(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1).map(|at| self.word(at)).unwrap_or_default();
        let to = self.key(at + 1) == Some(Key::To);
        match self.key(at) {
            Some(Key::Spoils | Key::Ended) => return Some(at + 1),
            Some(Key::Before) if self.is_ascii(at) => return Some(at + 1),
            Some(Key::Past) if self.word(at) == "past" && self.counted_from_today(at).is_none() => return Some(at + 1),
            _ => {}
        }
        match self.word(at) {
            // In code: the grammar of this wording alone.
            "beyond" | "around" | "circa" | "pre" | "post" | "starting" | ">" | "<" | "≥" | "≤" => {
                Some(at + 1 + usize::from(self.mark(at + 1) == Some('=') || self.key(at + 1) == Some(Key::From)))
            }
            "by" => (before != "followed" && !matches!(self.key(at + 1), Some(Key::Unit(_)))).then_some(at + 1),
            "about" => (!self.topical(at)).then_some(at + 1),
            "prior" | "previous" | "subsequent" | "leading" => to.then_some(at + 2),
            "ahead" => (self.key(at + 1) == Some(Key::Of)).then_some(at + 2),
            // "Settled sooner in 2024" says how, "later in 2024" says when.
            "sooner" if self.key(at + 1) == Some(Key::In) => None,
            "earlier" | "later" | "sooner" | "older" | "newer" if self.key(at + 1) != Some(Key::Of) => {
                Some(at + 1 + usize::from(self.word(at + 1) == "than"))
            }
            _ => None,
        }
    }

    /// Whether "about" opens the topic: tell me about 2024.
    fn topical(&self, about: usize) -> bool {
        (about.saturating_sub(4)..about).any(|at| TOPICS.contains(self.word(at)))
    }

    /// Until, through, up to, to, 到, 至, unless they end a range.
    fn upper_bound(&self, at: usize, last: Option<&Phrase>) -> Option<usize> {
        let to = at + usize::from(self.word(at) == "up");
        if self.key(to) != Some(Key::To) {
            return None;
        }
        let duration = last.is_some_and(|last| matches!(last.wording, Wording::Faint));
        let ends_range = last
            .is_some_and(|last| (last.tokens.end..at).all(|at| self.key(at) == Some(Key::To) || self.is_between(at)));
        if ends_range && !duration {
            return None;
        }
        let firm = to > at || !matches!(self.word(to), "to" | "到" | "至");
        if firm {
            // Up to and including 2024.
            let including = self.key(to + 1) == Some(Key::And) && self.word(to + 2) == "including";
            return Some(to + 1 + 2 * usize::from(including));
        }
        // A plain "to" ends so many things that it is a boundary only where nothing else explains it.
        let explained = (at.saturating_sub(4)..at)
            .any(|at| matches!(self.key(at), Some(Key::Compare | Key::Filler)) || POINTERS.contains(self.word(at)));
        let stepwise = at > 0 && self.unit(at + 1).is_some() && self.unit(at - 1) == self.unit(at + 1); // year to year
        let before = self.text.get(..self.tokens.get(at)?.span.start)?.chars().next_back();
        let of_verb =
            !self.is_ascii(at) && before.is_some_and(|c| "达看得查拿给提想找收涉谈说见受感做回甚乃以".contains(c));
        // What somebody objects to in 2024 runs up to nothing.
        let of_verb = of_verb || self.is_ascii(at) && self.key(at + 1) == Some(Key::In);
        if last.is_some() || explained || stepwise || of_verb {
            return None;
        }
        // "To 2024 from 2023" is a range told backwards.
        let (_, end) = self.period_behind(at + 1)?;
        (self.key(end) != Some(Key::From)).then_some(at + 1)
    }

    /// What may stand between the ends of a range beside the word that joins them.
    pub(super) fn is_between(&self, at: usize) -> bool {
        matches!(self.key(at), Some(Key::The | Key::In | Key::From)) || self.word(at) == "up"
    }

    /// So far, thus far, to date.
    pub(super) fn so_far(&self, at: usize) -> Option<usize> {
        let is_so_far = match self.word(at) {
            "so" | "thus" => self.word(at + 1) == "far",
            "to" => self.word(at + 1) == "date",
            _ => false,
        };
        is_so_far.then_some(at + 2)
    }

    /// As of, 截至: the end of a year stands for the year, the end of a part for all that came before it in the year.
    fn cut_off(&self, at: usize) -> Option<usize> {
        match self.word(at) {
            "截至" | "截止" => Some(self.past(at + 1, Key::To)),
            "as" => matches!(self.word(at + 1), "of" | "at").then_some(at + 2),
            _ => None,
        }
    }

    /// 以来, onwards, to date, and later, behind a period: where the wording ends that they leave open.
    pub(super) fn open_end(&self, next: usize) -> Option<usize> {
        let now = |word| matches!(word, "date" | "now" | "present" | "today" | "今" | "目前" | "今天");
        match self.key(next) {
            Some(Key::Open | Key::Slice { .. }) => return Some(next + 1),
            Some(Key::Before) if !self.is_ascii(next) && self.number(next + 1).is_none() => return Some(next + 1),
            Some(Key::To) if now(self.word(next + 1)) => return Some(next + 2),
            Some(Key::Spoils) if self.word(next) == "interim" => return Some(next + 1),
            Some(Key::Beyond) if self.is_ascii(next) => return Some(next + 1), // March 2024 YTD
            Some(Key::And) => {
                let rest = self.rest(next + 1);
                if rest.starts_with("更早") || rest.starts_with("更晚") {
                    return Some(next + 3);
                }
                let beyond = next + 1;
                let open = matches!(self.key(beyond), Some(Key::Open | Key::Before))
                    || matches!(self.word(beyond), "after" | "earlier" | "later" | "beyond" | "prior" | "since");
                let own = || self.boundary(beyond).is_some_and(|at| self.period_behind(at).is_some());
                return (open && self.phrase_body(beyond).is_none() && !own()).then_some(beyond + 1);
            }
            _ => {}
        }
        if self.mark(next) == Some('+') && self.glued(next) && !self.glued(next + 1) {
            return Some(next + 1); // 2024+
        }
        self.so_far(next)
    }

    /// Weekdays, holidays in 2024, summer of 2024: some days of a time.
    pub(super) fn slice(&self, at: usize) -> Option<usize> {
        let Key::Slice { alone } = self.key(at)? else { return None };
        let year = self.year_across(at + 1);
        year.or_else(|| alone.then_some(at + 1))
    }

    /// Any month of 2024, one quarter in 2024, six months 2024: a stretch of the year that nobody named.
    pub(super) fn some_of_year(&self, at: usize) -> Option<usize> {
        // In code: the grammar of this wording alone.
        let some = matches!(self.word(at), "any" | "some" | "certain" | "single" | "given" | "particular" | "a" | "an");
        self.count(at).filter(|_| self.number(at).is_none_or(|number| number.len <= 2)).or(some.then_some(1))?;
        let hyphen = self.past_mark(at + 1, "-");
        let unit_at = self.past(hyphen, Key::Measure);
        let measured = unit_at > hyphen || self.is_ascii(unit_at);
        if !measured || !matches!(self.unit(unit_at)?, Unit::Month | Unit::Quarter | Unit::Half | Unit::Other) {
            return None;
        }
        self.year_across(unit_at + 1)
    }

    /// Where a year behind "of", "in" and their like ends.
    pub(super) fn year_across(&self, at: usize) -> Option<usize> {
        let mut next = at;
        for _ in 0..3 {
            next += usize::from(matches!(self.key(next), Some(Key::Of | Key::In | Key::The)));
        }
        self.year(next).map(|(_, end)| end)
    }
}
