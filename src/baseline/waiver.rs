//! Waivers: the only way a result may be worse than before, one key at a time, with a reason, an owner and an end. A
//! waiver for a failure holds until its last day. One for a changed or removed case records an agreement; once the
//! change has been taken over, its end is of no further consequence, so that no branch turns red by the calendar for
//! something that is settled. A file of waivers that break these rules is never read, whoever wrote it: what a person
//! could not have agreed to excuses nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::file::{Baseline, LineFault, Unusable, each_line, render, text_of};
use super::no_waiver::{CASES_A_DAY_MAX, CASES_MAX, ENDING_A_DAY_MAX, FAILING_MAX, NoWaiver, TERM_DAYS_MAX};
use crate::gate::Gate;
use crate::golden::FileLine;
use crate::judgement::Points;
use crate::lane::Lane;
use crate::verdict::{Key, Rate, Score, Verdict};

/// What a waiver excuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// The key fails, or reaches less than `was`. Expires: after that day it is red again.
    Failing,
    /// The case's question or expectation was changed. The new hash is what was agreed to.
    ExpectationChanged,
    /// The case was removed from the golden set.
    Removed,
}

/// One line of `baselines/waivers.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// Suite name, such as `qa`.
    pub suite: String,
    /// Lane.
    pub lane: Lane,
    /// Case id.
    pub case: String,
    /// Gate.
    pub gate: Gate,
    /// What is excused.
    pub cover: Cover,
    /// Hash of the case when it was agreed to; empty for a removed case.
    pub hash: String,
    /// What a score was lowered from; none for a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<Points>,
    /// Why, in a sentence.
    pub reason: String,
    /// Who answers for it.
    pub owner: String,
    /// The day it was agreed to, from which its term is counted.
    pub agreed: Date,
    /// The last day on which it holds.
    pub expires: Date,
}

impl Waiver {
    /// The pair it is about.
    pub fn key(&self) -> Key {
        Key::new(&self.case, self.gate)
    }

    /// Whether what it excuses is over: a failure passes, a score is back where it was.
    pub(super) fn is_made_good(&self, score: &Score) -> bool {
        match (score.points, self.was) {
            (Some(now), Some(was)) => !now.is_below(was),
            (Some(_), None) => true,
            (None, _) => score.verdict == Verdict::Pass,
        }
    }

    /// Why nobody can have agreed to it, if so.
    pub(super) fn fault(&self) -> Option<NoWaiver> {
        let Self { agreed, expires, .. } = *self;
        let last = agreed.saturating_add(TERM_DAYS_MAX.days());
        if !is_sentence(&self.reason) {
            Some(NoWaiver::Reason(self.reason.clone()))
        } else if self.owner.trim().is_empty() {
            Some(NoWaiver::Owner)
        } else if expires < agreed || expires > last {
            Some(NoWaiver::Term { agreed, expires })
        } else {
            None
        }
    }

    /// Whether `today` is later than the last day.
    pub fn has_expired(&self, today: Date) -> bool {
        self.expires < today
    }
}

/// Whether a text is more than one word. Chinese is written without spaces, and its words are about two characters.
pub(super) fn is_sentence(text: &str) -> bool {
    let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
    let signs = text.chars().filter(|c| c.is_alphabetic() && !c.is_ascii()).count();
    words > 1 || signs >= 4
}

/// Every waiver on file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waivers {
    /// Sorted by suite, lane, case and gate.
    pub all: Vec<Waiver>,
}

impl Waivers {
    /// Reads a file; no file is no waivers.
    pub fn load(path: &Path) -> Result<Self, Unusable> {
        let text = text_of(path)?;
        text.map_or_else(|| Ok(Self::default()), |text| Self::parse(&path.display().to_string(), &text))
    }

    /// Reads a text; `file` names it in faults.
    pub fn parse(file: &str, text: &str) -> Result<Self, Unusable> {
        let mut waivers = Self::default();
        let mut faults = Vec::new();
        for (line, result) in each_line::<Waiver>(text) {
            match result {
                Ok(waiver) => waivers.all.push(waiver),
                Err(kind) => faults.push(LineFault { place: FileLine { file: file.to_owned(), line }, kind }),
            }
        }
        if !faults.is_empty() {
            return Err(Unusable::Garbled(faults));
        }
        waivers.hold(file)?;
        waivers.all.sort();
        Ok(waivers)
    }

    /// Everything that keeps these from being waivers, by their lines in `file` when they stand there in this order.
    pub(super) fn hold(&self, file: &str) -> Result<(), Unusable> {
        let mut faults = Vec::new();
        let (mut failing, mut seen, mut ending) = (0, BTreeMap::new(), BTreeMap::<Date, usize>::new());
        let (mut gone, mut gone_until) = (BTreeSet::new(), BTreeMap::<Date, BTreeSet<&str>>::new());
        for (index, waiver) in self.all.iter().enumerate() {
            let mut fault = |kind: NoWaiver| {
                let place = FileLine { file: file.to_owned(), line: index + 1 };
                faults.push(LineFault { place, kind: kind.into() });
            };
            waiver.fault().into_iter().for_each(&mut fault);
            if seen.insert((&waiver.suite, waiver.lane, waiver.key()), index).is_some() {
                fault(NoWaiver::Twice(waiver.key()));
            }
            if waiver.cover == Cover::Removed {
                let until = gone_until.entry(waiver.expires).or_default();
                if gone.insert(&waiver.case) && gone.len() == CASES_MAX + 1 {
                    fault(NoWaiver::TooManyGone);
                }
                if until.insert(&waiver.case) && until.len() == CASES_A_DAY_MAX + 1 {
                    fault(NoWaiver::CrowdedGone(waiver.expires));
                }
            }
            if waiver.cover != Cover::Failing {
                continue;
            }
            failing += 1;
            let on_that_day = ending.entry(waiver.expires).or_default();
            *on_that_day += 1;
            if failing == FAILING_MAX + 1 {
                fault(NoWaiver::TooMany);
            }
            if *on_that_day == ENDING_A_DAY_MAX + 1 {
                fault(NoWaiver::Crowded(waiver.expires));
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(Unusable::NoWaivers(faults)) }
    }

    /// The text of the file: sorted, one waiver a line.
    pub fn render(&self) -> String {
        render(self.all.iter())
    }

    /// The waivers of a lane.
    pub fn of(&self, lane: Lane) -> impl Iterator<Item = &Waiver> {
        self.all.iter().filter(move |waiver| waiver.lane == lane && waiver.suite == lane.suite())
    }

    /// The rate of a gate as it was before these waivers lowered it: what is agreed to is missing from what was reached,
    /// and nobody has won anything by it.
    pub(super) fn rate_unlowered(&self, lane: Lane, baseline: &Baseline, gate: Gate) -> Option<Rate> {
        let mut before = baseline.clone();
        for waiver in self.of(lane).filter(|waiver| waiver.gate == gate && waiver.cover == Cover::Failing) {
            let Some(entry) = before.entries.get_mut(&waiver.key()) else { continue };
            match waiver.was {
                Some(was) => entry.points = Some(was).max(entry.points),
                None if entry.is_failing() => entry.verdict = Verdict::Pass,
                None => {}
            }
        }
        before.rate(gate)
    }
}
