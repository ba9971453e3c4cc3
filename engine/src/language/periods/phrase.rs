//! One wording of a period: a year, parts of a year, or both side by side in either order, with what stands directly
//! before and behind. Lists, ranges and inherited years are not read here.

use super::numerals::{plausible_year, two_digit_year, two_digit_year_near};
use super::reader::{Footing, Part, Parts, Phrase, Reader, Wording, YearRef};
use super::words::{Key, Unit};

impl Reader<'_> {
    /// A wording at `at`, and where it ends.
    /// `last` is the wording before it.
    pub(super) fn phrase(&self, at: usize, last: Option<&Phrase>) -> Option<(Wording, usize)> {
        if let Some(bounded) = self.bounded(at, last) {
            return Some(bounded);
        }
        let (wording, next) = self.phrase_body(self.past_end_of(at))?;
        Some(self.with_suffix(wording, next))
    }

    /// The wording without what spoils it.
    pub(super) fn phrase_body(&self, at: usize) -> Option<(Wording, usize)> {
        let (wording, end) = self.beyond(at).or_else(|| self.plain(at))?;
        // December 2025 full year: whether the month is meant or its year, nobody can tell.
        let is_both = matches!(wording, Wording::Parts { .. }) && (at..end).any(|at| self.says_whole_year(at));
        Some((if is_both { Wording::Unreadable } else { wording }, end))
    }

    /// A wording that one of the period types may express.
    pub(super) fn plain(&self, at: usize) -> Option<(Wording, usize)> {
        if let Some((wording, next)) = self.final_part(at).or_else(|| self.short_years(at)).or_else(|| self.numeric(at))
        {
            return Some(self.with_parts(wording, next));
        }
        if let Some(found) = self.counted_from_today(at) {
            return Some(found);
        }
        if let Some((wording, next)) = self.year(at) {
            return Some(self.with_parts(wording, next));
        }
        self.parts(at).and_then(|(parts, next)| self.with_year(at, parts, next)).or_else(|| self.duration(at))
    }

    /// End of 2024, year-end 2024: the last day stands for the period.
    pub(super) fn past_end_of(&self, at: usize) -> usize {
        let end = if let Some(Key::Unit(Unit::Year) | Key::Fiscal) = self.key(at) {
            self.past_mark(self.past_mark(at + 1, "-") + usize::from(self.key(at) == Some(Key::Fiscal)), "-")
        } else {
            at
        };
        if self.key(end) != Some(Key::End) || !self.is_ascii(end) {
            return at;
        }
        [Key::Of, Key::The].into_iter().fold(self.past_mark(end + 1, "-"), |next, key| self.past(next, key))
    }

    /// Last quarter of 2024: the year's fourth, not the quarter before this one.
    fn final_part(&self, at: usize) -> Option<(Wording, usize)> {
        if self.key(at)? != Key::Step(-1) {
            return None;
        }
        let part = match self.key(at + 1)? {
            Key::Unit(Unit::Quarter) => Some(Part::Quarter(4)),
            Key::Unit(Unit::Half) => Some(Part::Half(2)),
            Key::Unit(Unit::Month) => None,
            _ => return None,
        };
        let of = self.past(at + 2, Key::Of);
        let (Wording::Year { year, .. }, next) = self.year(self.past(of, Key::The)).filter(|_| of > at + 2)? else {
            return None;
        };
        let Some(part) = part.filter(|_| !self.is_plural(at + 1)) else { return Some((Wording::Unreadable, next)) };
        let parts = vec![part];
        Some((Wording::Parts { parts, year: Some(year), year_first: false, footing: Footing::Firm }, next))
    }

    /// Adds the parts that stand behind a year: 2024 H1, 2024年上半年, last year's Q4.
    fn with_parts(&self, wording: Wording, next: usize) -> (Wording, usize) {
        let Wording::Year { year, .. } = wording else { return (wording, next) };
        let mut at = next;
        let mut loose = false;
        while at < next + 3 {
            let joins = match self.mark(at) {
                Some(',') => {
                    loose = true;
                    true
                }
                Some('.') => self.glued(at) && self.glued(at + 1),
                Some(mark @ ('-' | '–' | '—' | '/' | ':' | '(' | '_' | '\'' | '’' | '·')) => {
                    loose |= "-–—".contains(mark) && !(mark == '-' && self.glued(at));
                    true
                }
                _ => matches!(self.key(at), Some(Key::Of | Key::The)) || self.glued(at) && self.word(at) == "s",
            };
            if !joins {
                break;
            }
            at += 1;
        }
        let Some((Parts { parts, footing }, after)) = self.parts(at) else { return self.with_duration(wording, next) };
        // "In 2024, may we …" and "2024 may be …" name no month; "2024-may" and "2024, March" do.
        let verb = footing == Footing::Weak
            && match self.word(at) {
                "may" => loose || !self.glued(at),
                "march" => loose && !self.names_march(after),
                _ => false,
            };
        let closes = usize::from(self.mark(at.wrapping_sub(1)) == Some('(') && self.mark(after) == Some(')'));
        let own_year = loose && self.year(self.past(self.past_mark(after, "-/'"), Key::Of)).is_some();
        if verb || own_year {
            return (wording, next);
        }
        let merged = parts.map_or(Wording::Unreadable, |parts| Wording::Parts {
            parts,
            year: Some(year),
            year_first: true,
            footing: Footing::Firm,
        });
        (merged, after + closes)
    }

    /// 2024 9 months, 2024年三个季度: a stretch of the year that does not say where it begins.
    fn with_duration(&self, wording: Wording, next: usize) -> (Wording, usize) {
        let of_years = |end: usize| self.unit(end - 1) == Some(Unit::Year);
        match self.duration(next).filter(|&(_, end)| !of_years(end) && self.count(next).is_some()) {
            Some((_, end)) => (Wording::Unreadable, end),
            None => (wording, next),
        }
    }

    /// Adds the year that stands behind parts: Q1 2025, first half of last year, 上半年2024.
    fn with_year(&self, at: usize, read: Parts, next: usize) -> Option<(Wording, usize)> {
        let Parts { parts, footing } = read;
        if let Some((wording, after)) = self.year_behind(footing, next) {
            let Some(parts) = parts else { return Some((Wording::Unreadable, after)) };
            return Some(match wording {
                Wording::Year { year, .. } => {
                    (Wording::Parts { parts, year: Some(year), year_first: false, footing: Footing::Firm }, after)
                }
                _ => (Wording::Unreadable, after),
            });
        }
        if let Some((year, after)) = self.short_year_behind(at, next) {
            let wording = match (year, parts) {
                (Some(year), Some(parts)) => {
                    let year = Some(YearRef::Named { year, fiscal: false });
                    Wording::Parts { parts, year, year_first: false, footing: Footing::Firm }
                }
                _ => Wording::Unreadable,
            };
            return Some((wording, after));
        }
        // A part never takes the running year where figures of a year stand glued before it.
        let glued_year = self.glued(at)
            && at
                .checked_sub(1)
                .and_then(|before| self.number(before))
                .is_some_and(|number| number.len == 4 && plausible_year(number.value).is_some());
        match (parts, footing) {
            (_, Footing::Nothing) => None,
            _ if glued_year => Some((Wording::Unreadable, next)),
            (None, _) => Some((Wording::Unreadable, next)),
            (Some(parts), Footing::Weak) => {
                let footing = self.month_footing(at, next);
                Some((Wording::Parts { parts, year: None, year_first: false, footing }, next))
            }
            (Some(parts), _) => Some((Wording::Parts { parts, year: None, year_first: false, footing }, next)),
        }
    }

    /// "In may" and "march revenue" name months; "may I" and "march on" do not.
    fn month_footing(&self, at: usize, next: usize) -> Footing {
        let before = at.checked_sub(1).map(|at| self.word(at)).unwrap_or_default();
        let placed = matches!(before, "in" | "for" | "during" | "throughout" | "of");
        let march = self.word(at) == "march" && self.names_march(next);
        if placed || march { Footing::Firm } else { Footing::Weak }
    }

    /// Whether what follows "march" leaves it a month.
    fn names_march(&self, next: usize) -> bool {
        !matches!(self.word(next), "on" | "ahead" | "forward" | "in" | "into")
    }

    /// The year behind parts, across "of", "in", a comma.
    fn year_behind(&self, footing: Footing, next: usize) -> Option<(Wording, usize)> {
        let mut at = next;
        let mut comma = false;
        while at < next + 3 {
            comma |= self.mark(at) == Some(',');
            let joins = match self.key(at) {
                Some(Key::Of | Key::The) => true,
                Some(Key::In) => footing != Footing::Weak,
                Some(_) => false,
                None => self.mark(at).is_some_and(|mark| ",-/('’".contains(mark)),
            };
            if !joins {
                break;
            }
            at += 1;
        }
        if let Some(Key::Unit(Unit::Year)) = self.key(self.past(at, Key::Fiscal)) {
            let fiscal = self.key(at) == Some(Key::Fiscal);
            let of_the = at >= 2 && self.key(at - 1) == Some(Key::The) && self.key(at - 2) == Some(Key::Of);
            let named = self.number(self.past(at, Key::Fiscal) + 1).is_some();
            if of_the && !named {
                let year = YearRef::Away { offset: 0, fiscal };
                return Some((Wording::Year { year, bare: false }, self.past(at, Key::Fiscal) + 1));
            }
        }
        let (wording, after) = self.numeric(at).filter(|(wording, _)| !is_month(wording)).or_else(|| self.year(at))?;
        // "Q1, 2024 Q2" is a list.
        let next_part = comma && self.parts(self.past_mark(after, "-/")).is_some();
        (!next_part).then_some((wording, after))
    }

    /// The two digits of 1Q25, Q1'25, Mar-24: `Some(None)` when they are no year.
    fn short_year_behind(&self, at: usize, next: usize) -> Option<(Option<i16>, usize)> {
        let digits = self.past_mark(next, "'’‘-/");
        let number = self.number(digits).filter(|number| number.len == 2 && !number.han)?;
        let joint = self.mark(next).filter(|_| digits > next);
        let lettered = matches!(self.key(at), Some(Key::LetterH | Key::LetterQ)) || self.number(at).is_some();
        let after = digits + 1;
        if self.counted(after) || !self.is_ascii(at) || self.glued(after) && self.number(after).is_some() {
            return None;
        }
        let near = two_digit_year_near(number.value, self.today.year());
        match joint {
            Some('\'' | '’' | '‘') => Some((two_digit_year(number.value), after)),
            Some(_) if self.glued(next) && self.glued(digits) => Some((near, after)),
            Some(_) => None,
            None if self.glued(digits) => Some((if lettered { two_digit_year(number.value) } else { near }, after)),
            None => near.filter(|_| lettered && self.word(after).is_empty()).map(|year| (Some(year), after)),
        }
    }

    /// Takes in what stands behind: 末 and year-end say nothing more; 以来, 起, to date leave no period.
    pub(super) fn with_suffix(&self, wording: Wording, mut next: usize) -> (Wording, usize) {
        if matches!(wording, Wording::Faint) {
            return (wording, next);
        }
        if let Wording::Year { bare: false, .. } = wording
            && self.key(next) == Some(Key::Full)
            && !self.is_ascii(next)
        {
            next += 1;
        }
        if self.key(next) == Some(Key::End) && !self.is_ascii(next) {
            // 年底 is the end of December, whenever the fiscal year ends.
            let of_calendar = matches!(wording, Wording::Year { year: YearRef::Named { fiscal: false, .. }, .. });
            let other_end = of_calendar && self.word(next) == "底" && self.calendar.year_end_month() != 12;
            return (if other_end { Wording::Unreadable } else { wording }, next + 1);
        }
        let end = self.past_mark(next + 1, "-");
        if self.key(next) == Some(Key::Unit(Unit::Year)) && self.key(end) == Some(Key::End) {
            return (wording, end + 1);
        }
        if let Some(end) = self.open_end(next) {
            return (Wording::Unreadable, end);
        }
        // 2024年3月累计 begins in January.
        if matches!(wording, Wording::Parts { .. }) && self.rest(next).starts_with("累计") {
            return (Wording::Unreadable, next + 2);
        }
        if self.day_follows(next) {
            return (Wording::Unreadable, next + 2);
        }
        if matches!(wording, Wording::Year { .. }) && self.is_middle(next) {
            return (Wording::Unreadable, next + 1);
        }
        (wording, next)
    }

    /// 年中, the middle of the year, unless 中 opens a word of its own: 2024年中国 is a year and a place.
    pub(super) fn is_middle(&self, at: usize) -> bool {
        const OPENS: &str =
            "国华心小央介高低东信银资方端外部枢标意间台型等层文石海铁港建粮粤山学级长途短日美英欧非韩澳后转奖签位";
        let after_year = at > 0 && matches!(self.key(at - 1), Some(Key::YearMark { .. } | Key::Relative { .. }));
        let mut rest = self.rest(at).chars();
        after_year && self.mark(at) == Some('中') && rest.nth(1).is_none_or(|next| !OPENS.contains(next))
    }
}

fn is_month(wording: &Wording) -> bool {
    matches!(wording, Wording::Fixed(periods) if periods.iter().any(|period| period.type_code() == "MONTH"))
}
