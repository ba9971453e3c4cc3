//! Wordings beside each other: lists, ranges, and the year or the part that one lends to another. It decides what each
//! wording finally means; it reads no text but the words between two wordings.
//!
//! - A part without a year takes the year of its list ("2024H1和H2", "Q1 and Q2 2025"), else the year that stands alone
//!   in the same sentence ("2024年香港上半年营收": both wordings then mean 2024H1), else the current one.
//! - A bare number in a list of years shares the part ("2023、2024年第一季度" asks for two quarters); a year that says it
//!   is a year stands for the whole of it ("2023年和2024年第一季度" asks for FY2023 and 2024Q1).
//! - A range expands in order of time, whichever end comes first; ends of different types are unreadable.

use std::ops::Range;

use super::beyond::has_month;
use super::reader::{Footing, Reader, Wording, YearRef};
use super::words::Key;
use super::{PeriodMention, PeriodReading};
use crate::period::Period;

/// A range with more periods than this was never meant.
const RANGE_MAX: i32 = 200;
/// All the periods that one question may expand to; a wording beyond it stays unreadable.
const PERIODS_MAX: usize = 4096;

/// A wording and the tokens that it takes.
pub(super) struct Phrase {
    pub(super) tokens: Range<usize>,
    pub(super) wording: Wording,
}

/// How a wording stands to the one before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    List,
    Range,
    /// In the same sentence. `bound` when nothing between sets the two against each other.
    Near {
        bound: bool,
    },
    Apart,
}

impl Reader<'_> {
    /// What the wordings mean, in text order.
    pub(super) fn mentions(&self, phrases: Vec<Phrase>) -> Vec<PeriodMention> {
        let mut phrases = self.without_verbs(phrases);
        let links = self.links(&phrases);
        lend_years_in_lists(&mut phrases, &links);
        share_parts(&mut phrases, &links);
        let groups = groups(&links, phrases.len());
        let refined = self.refine(&mut phrases, &links, &groups);
        let mut readings = self.readings(&phrases, &links);
        copy_refinements(&mut readings, &refined);
        self.emit(&phrases, readings)
    }

    /// Drops lone words such as "may" that no other month makes a month.
    fn without_verbs(&self, phrases: Vec<Phrase>) -> Vec<Phrase> {
        let weak = |phrase: &Phrase| matches!(phrase.wording, Wording::Parts { footing: Footing::Weak, .. });
        if !phrases.iter().any(weak) {
            return phrases;
        }
        let links = self.links(&phrases);
        let kept: Vec<bool> = groups(&links, phrases.len())
            .into_iter()
            .flat_map(|group| {
                let months = phrases[group.clone()].iter().filter(|phrase| is_month(&phrase.wording)).count();
                phrases[group].iter().map(move |phrase| !weak(phrase) || months > 1)
            })
            .collect();
        phrases.into_iter().zip(kept).filter_map(|(phrase, kept)| kept.then_some(phrase)).collect()
    }

    fn links(&self, phrases: &[Phrase]) -> Vec<Link> {
        let pairs = phrases.windows(2).filter_map(|pair| <&[Phrase; 2]>::try_from(pair).ok());
        let mut links = vec![Link::Apart];
        links.extend(pairs.map(|[before, after]| self.link(before, after)));
        links.truncate(phrases.len());
        links
    }

    fn link(&self, before: &Phrase, after: &Phrase) -> Link {
        let gap = before.tokens.end..after.tokens.start;
        let is_dash = |at| self.mark(at).is_some_and(|mark| "-–—~〜−‐".contains(mark));
        let is_list = |at: usize| match self.key(at) {
            Some(Key::And) => true,
            Some(_) => false,
            None => self.mark(at).is_some_and(|mark| "、,&/+".contains(mark)),
        };
        let is_small = |at| matches!(self.key(at), Some(Key::The | Key::In | Key::From));
        if (1..=4).contains(&gap.len()) {
            let ranged = gap.clone().any(|at| is_dash(at) || self.key(at) == Some(Key::To));
            if ranged && gap.clone().all(|at| is_dash(at) || is_small(at) || self.key(at) == Some(Key::To)) {
                return Link::Range;
            }
            let listed = gap.clone().any(is_list) && gap.clone().all(|at| is_list(at) || is_small(at));
            let between = before.tokens.start.checked_sub(1).and_then(|at| self.key(at)) == Some(Key::Between)
                || self.rest(after.tokens.end).starts_with("之间");
            if listed {
                return if between { Link::Range } else { Link::List };
            }
        }
        if gap.clone().any(|at| self.ends_sentence(at)) {
            return Link::Apart;
        }
        let compared = gap.clone().any(|at| self.key(at) == Some(Key::Compare));
        let joined = gap.clone().rev().take(3).find(|&at| !is_small(at)).is_some_and(|at| self.key(at) == Some(Key::And));
        Link::Near { bound: !compared && !joined }
    }

    fn ends_sentence(&self, at: usize) -> bool {
        match self.mark(at) {
            Some('。' | '?' | '!' | ';') => true,
            Some('.') => !self.glued(at + 1),
            _ => false,
        }
    }

    /// Lends a year that stands alone to the parts without a year in its sentence. Returns, for each whole year that is
    /// thereby narrowed, the wordings that narrow it.
    fn refine(&self, phrases: &mut [Phrase], links: &[Link], groups: &[Range<usize>]) -> Vec<(usize, Range<usize>)> {
        let mut refined: Vec<(usize, Range<usize>)> = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            if !phrases[group.clone()].iter().all(|phrase| lacks_year(&phrase.wording)) {
                continue;
            }
            let earlier = index.checked_sub(1).map(|at| groups[at].clone());
            let later = groups.get(index + 1).cloned();
            let before = earlier.filter(|_| matches!(links[group.start], Link::Near { .. }));
            let after = later.filter(|later| links[later.start] == Link::Near { bound: true });
            if let Some(before) = before {
                let narrows = links[group.start] == Link::Near { bound: true } && self.can_narrow(phrases, &before);
                let taken = refined.last().is_some_and(|(at, _)| before.contains(at));
                if narrows && before.len() > 1 && group.len() == 1 {
                    self.narrow_each(phrases, before, group.start);
                } else if let Some(year) = year_of(&phrases[before.end - 1].wording) {
                    set_year(&mut phrases[group.clone()], year);
                    if narrows && !taken && before.len() == 1 {
                        refined.push((before.start, group.clone()));
                    }
                }
                continue;
            }
            if let Some(after) = after.filter(|after| after.len() == 1 && self.can_narrow(phrases, after))
                && let Some(year) = year_of(&phrases[after.start].wording)
            {
                set_year(&mut phrases[group.clone()], year);
                refined.push((after.start, group.clone()));
            }
        }
        refined
    }

    /// Whether all of these are whole years that may turn out to be years of parts. A bare number far from now is too
    /// likely a count to lend itself.
    fn can_narrow(&self, phrases: &[Phrase], group: &Range<usize>) -> bool {
        let now = self.today.year();
        phrases[group.clone()].iter().all(|phrase| match phrase.wording {
            Wording::Year { year: YearRef::Named { year, .. }, bare: true } => {
                (now.saturating_sub(20)..=now.saturating_add(10)).contains(&year)
            }
            Wording::Year { .. } => true,
            _ => false,
        })
    }

    /// 2023年和2024年香港上半年: the part belongs to each of the years.
    fn narrow_each(&self, phrases: &mut [Phrase], years: Range<usize>, at: usize) {
        let Wording::Parts { parts, .. } = phrases[at].wording.clone() else { return };
        let mut all = Vec::new();
        for phrase in &mut phrases[years] {
            if let Wording::Year { year, .. } = phrase.wording {
                if all.len() < PERIODS_MAX {
                    all.extend(parts.iter().map(|&part| self.part(part, year)));
                }
                phrase.wording =
                    Wording::Parts { parts: parts.clone(), year: Some(year), year_first: true, footing: Footing::Firm };
            }
        }
        phrases[at].wording = Wording::Fixed(all);
    }

    /// The reading that begins at each wording; the second half of a range has none of its own.
    fn readings(&self, phrases: &[Phrase], links: &[Link]) -> Vec<Option<(Range<usize>, PeriodReading)>> {
        let mut readings = Vec::with_capacity(phrases.len());
        while readings.len() < phrases.len() {
            let at = readings.len();
            let range = links.get(at + 1) == Some(&Link::Range);
            if let Some(end) = phrases.get(at + 1).filter(|_| range) {
                let reading = self.range(&phrases[at].wording, &end.wording);
                readings.push(Some((at..at + 2, reading)));
                readings.push(None);
            } else {
                readings.push(Some((at..at + 1, self.single(&phrases[at].wording))));
            }
        }
        readings
    }

    fn single(&self, wording: &Wording) -> PeriodReading {
        match wording {
            Wording::Year { year, bare: true } => PeriodReading::BareYear(self.whole(*year)),
            Wording::Parts { year: None, footing: Footing::Vague, .. } | Wording::Unreadable | Wording::Faint => {
                PeriodReading::Unreadable
            }
            other => PeriodReading::Periods(self.periods(other)),
        }
    }

    fn periods(&self, wording: &Wording) -> Vec<Period> {
        match wording {
            Wording::Year { year, .. } => vec![self.whole(*year)],
            Wording::Parts { parts, year, .. } => {
                let year = year.unwrap_or(YearRef::Away { offset: 0, fiscal: false });
                parts.iter().map(|&part| self.part(part, year)).collect()
            }
            Wording::Fixed(periods) => periods.clone(),
            Wording::Unreadable | Wording::Faint => Vec::new(),
        }
    }

    /// All periods from one wording to another of the same type.
    fn range(&self, from: &Wording, to: &Wording) -> PeriodReading {
        // 2022-2024年上半年 may end with a half or run over three of them.
        let open_ended = matches!((from, to), (Wording::Year { .. }, Wording::Parts { .. }));
        let (&[from], &[to]) = (self.periods(from).as_slice(), self.periods(to).as_slice()) else {
            return PeriodReading::Unreadable;
        };
        let Some(places) = to.places_after(from).filter(|places| places.abs() < RANGE_MAX && !open_ended) else {
            return PeriodReading::Unreadable;
        };
        let first = if places < 0 { to } else { from };
        PeriodReading::Periods((0..=places.abs()).filter_map(|by| first.shifted(by)).collect())
    }

    /// Turns readings into mentions, within the bounds on their number.
    fn emit(
        &self,
        phrases: &[Phrase],
        readings: Vec<Option<(Range<usize>, PeriodReading)>>,
    ) -> Vec<PeriodMention> {
        let only_faint = phrases.iter().all(|phrase| matches!(phrase.wording, Wording::Faint));
        let mut left = PERIODS_MAX;
        let mut mentions = Vec::with_capacity(readings.len());
        for (group, mut reading) in readings.into_iter().flatten() {
            let faint = group.len() == 1 && matches!(phrases[group.start].wording, Wording::Faint);
            if faint && !only_faint {
                continue;
            }
            if let PeriodReading::Periods(periods) = &reading
                && periods.len() > 1
            {
                match left.checked_sub(periods.len()) {
                    Some(rest) => left = rest,
                    None => reading = PeriodReading::Unreadable,
                }
            }
            let first = self.tokens.get(phrases[group.start].tokens.start);
            let last = phrases[group.end - 1].tokens.end.checked_sub(1).and_then(|at| self.tokens.get(at));
            if let (Some(first), Some(last)) = (first, last) {
                mentions.push(PeriodMention { span: first.span.start..last.span.end, reading });
            }
        }
        mentions
    }
}

/// The maximal runs of wordings that lists and ranges join.
fn groups(links: &[Link], len: usize) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for at in 0..len {
        match groups.last_mut().filter(|_| matches!(links[at], Link::List | Link::Range)) {
            Some(group) => group.end = at + 1,
            None => groups.push(at..at + 1),
        }
    }
    groups
}

/// Gives each part without a year the year of its list: the one before it, unless the years stand behind their parts
/// ("Q4 2023, Q1 and Q2 2024"), where it is the one after it.
fn lend_years_in_lists(phrases: &mut [Phrase], links: &[Link]) {
    let mut after: Vec<Option<(YearRef, bool)>> = vec![None; phrases.len()];
    let mut next = None;
    for at in (0..phrases.len()).rev() {
        after[at] = next;
        next = lent(&phrases[at].wording).or(next).filter(|_| matches!(links[at], Link::List | Link::Range));
    }
    let mut before = None;
    for (at, phrase) in phrases.iter_mut().enumerate() {
        before = before.filter(|_| matches!(links[at], Link::List | Link::Range));
        let own = lent(&phrase.wording);
        if lacks_year(&phrase.wording) {
            let year = match (before, after[at]) {
                (Some((_, false)), Some((year, false))) => Some(year),
                (Some((year, _)), _) | (None, Some((year, _))) => Some(year),
                (None, None) => None,
            };
            if let Some(year) = year {
                set_year(std::slice::from_mut(phrase), year);
            }
        }
        // Only what the text itself says is lent on.
        before = own.or(before);
    }
}

/// The year that a wording lends, and whether it stands before its parts.
fn lent(wording: &Wording) -> Option<(YearRef, bool)> {
    match wording {
        Wording::Year { year, .. } => Some((*year, true)),
        Wording::Parts { year: Some(year), year_first, .. } => Some((*year, *year_first)),
        _ => None,
    }
}

/// Gives bare years of a list the part beside them: Q1 2023 and 2024; 2023、2024年第一季度.
fn share_parts(phrases: &mut [Phrase], links: &[Link]) {
    for at in 1..phrases.len() {
        let (before, after) = phrases.split_at_mut(at);
        let (Some(lender), Some(taker)) = (before.last(), after.first_mut()) else { return };
        let Wording::Parts { parts, year: Some(_), year_first: false, footing } = &lender.wording else { continue };
        let (parts, footing) = (parts.clone(), *footing);
        if let (Wording::Year { year, bare: true }, Link::List | Link::Range) = (&taker.wording, links[at]) {
            taker.wording = Wording::Parts { parts, year: Some(*year), year_first: false, footing };
        }
    }
    for at in (1..phrases.len()).rev() {
        let (before, after) = phrases.split_at_mut(at);
        let (Some(taker), Some(lender)) = (before.last_mut(), after.first()) else { return };
        let Wording::Parts { parts, year: Some(_), year_first: true, footing } = &lender.wording else { continue };
        let (parts, footing) = (parts.clone(), *footing);
        if let (Wording::Year { year, bare: true }, Link::List) = (&taker.wording, links[at]) {
            taker.wording = Wording::Parts { parts, year: Some(*year), year_first: true, footing };
        }
    }
}

/// Lets a narrowed year mean what narrows it.
fn copy_refinements(
    readings: &mut [Option<(Range<usize>, PeriodReading)>],
    refined: &[(usize, Range<usize>)],
) {
    for (year, parts) in refined {
        let mut periods: Vec<Period> = Vec::new();
        for (_, reading) in readings[parts.clone()].iter().flatten() {
            if let PeriodReading::Periods(narrower) = reading {
                periods.extend(narrower);
            }
        }
        if let Some((_, reading)) = readings[*year].as_mut().filter(|_| !periods.is_empty()) {
            *reading = PeriodReading::Periods(periods);
        }
    }
}

fn set_year(phrases: &mut [Phrase], lent: YearRef) {
    for phrase in phrases {
        if let Wording::Parts { year: year @ None, .. } = &mut phrase.wording {
            *year = Some(lent);
        }
    }
}

fn year_of(wording: &Wording) -> Option<YearRef> {
    lent(wording).map(|(year, _)| year)
}

fn lacks_year(wording: &Wording) -> bool {
    matches!(wording, Wording::Parts { year: None, .. })
}

fn is_month(wording: &Wording) -> bool {
    matches!(wording, Wording::Parts { parts, .. } if has_month(parts))
        || matches!(wording, Wording::Fixed(periods) if periods.iter().any(|p| matches!(p, Period::Month { .. })))
}

