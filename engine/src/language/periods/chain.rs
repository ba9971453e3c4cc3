//! Wordings beside each other: lists, ranges, and the year or the part that one lends to another. It decides what each
//! wording borrows from the others; what it then means is the work of [`super::meaning`].
//!
//! - A part without a year takes the year of its list ("2024H1和H2", "Q1 and Q2 2025"), else the year that stands alone
//!   in the same sentence ("2024年香港上半年营收": both wordings then mean 2024H1), else the current one.
//! - A bare number in a list of years shares the part ("2023、2024年第一季度" asks for two quarters); a year that says it
//!   is a year stands for the whole of it ("2023年和2024年第一季度" asks for FY2023 and 2024Q1).

use std::ops::Range;

use super::PeriodMention;
use super::beyond::has_month;
use super::meaning::{PERIODS_MAX, copy_refinements};
use super::reader::{Footing, Link, Phrase, Reader, Wording, YearRef};
use super::words::Key;
use crate::period::Period;

impl Reader<'_> {
    /// What the wordings mean, in text order.
    pub(super) fn mentions(&self, phrases: Vec<Phrase>) -> Vec<PeriodMention> {
        let mut phrases = self.without_verbs(without_faint(phrases));
        let links = self.links(&phrases);
        lend_years_in_lists(&mut phrases, &links);
        share_parts(&mut phrases, &links);
        let groups = groups(&links);
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
        let kept: Vec<bool> = groups(&links)
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
        let is_small = |at| self.is_between(at);
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
        let joined =
            gap.clone().rev().take(3).find(|&at| !is_small(at)).is_some_and(|at| self.key(at) == Some(Key::And));
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
                } else if let Some(year) = self.credible_year(&phrases[before.end - 1].wording) {
                    set_year(&mut phrases[group.clone()], year);
                    if narrows && !taken && before.len() == 1 {
                        refined.push((before.start, group.clone()));
                    }
                }
                continue;
            }
            if let Some(after) = after.filter(|after| after.len() == 1 && self.can_narrow(phrases, after))
                && let Some(year) = self.credible_year(&phrases[after.start].wording)
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
        let is_year = |phrase: &Phrase| matches!(phrase.wording, Wording::Year { .. });
        phrases[group.clone()].iter().all(|phrase| is_year(phrase) && self.credible_year(&phrase.wording).is_some())
    }

    /// The year that a wording may lend over a distance.
    fn credible_year(&self, wording: &Wording) -> Option<YearRef> {
        let now = self.today.year();
        match *wording {
            Wording::Year { year: YearRef::Named { year, .. }, bare: true }
                if !(now.saturating_sub(20)..=now.saturating_add(10)).contains(&year) =>
            {
                None
            }
            _ => lent(wording).map(|(year, _)| year),
        }
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
}

/// Today and three years matter only where nothing else speaks of time.
fn without_faint(mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    let is_faint = |phrase: &Phrase| matches!(phrase.wording, Wording::Faint);
    if !phrases.iter().all(is_faint) {
        phrases.retain(|phrase| !is_faint(phrase));
    }
    phrases
}

/// The maximal runs of wordings that lists and ranges join.
fn groups(links: &[Link]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, link) in links.iter().enumerate() {
        match groups.last_mut().filter(|_| matches!(link, Link::List | Link::Range)) {
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
                (Some((_, false)), Some((year, false))) | (Some((year, _)), _) | (None, Some((year, _))) => Some(year),
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
    let listed = || (1..links.len()).filter(|&at| links[at] == Link::List);
    let forwards = listed().map(|at| (at - 1, at, false));
    let backwards = listed().rev().map(|at| (at, at - 1, true));
    for (lender, taker, from_behind) in forwards.chain(backwards) {
        let Wording::Parts { parts, year: Some(_), year_first, footing } = &phrases[lender].wording else { continue };
        if let Wording::Year { year, bare: true } = phrases[taker].wording
            && *year_first == from_behind
        {
            let (parts, footing, year_first) = (parts.clone(), *footing, *year_first);
            phrases[taker].wording = Wording::Parts { parts, year: Some(year), year_first, footing };
        }
    }
}

fn set_year(phrases: &mut [Phrase], lent: YearRef) {
    for phrase in phrases {
        if let Wording::Parts { year: year @ None, .. } = &mut phrase.wording {
            *year = Some(lent);
            phrase.borrowed = true;
        }
    }
}

fn lacks_year(wording: &Wording) -> bool {
    matches!(wording, Wording::Parts { year: None, .. })
}

fn is_month(wording: &Wording) -> bool {
    matches!(wording, Wording::Parts { parts, .. } if has_month(parts))
        || matches!(wording, Wording::Fixed(periods) if periods.iter().any(|p| matches!(p, Period::Month { .. })))
}
