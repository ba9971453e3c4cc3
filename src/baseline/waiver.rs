//! Waivers: the only way a result may be worse than before, one key at a time, with a reason, an owner and an end. A
//! waiver for a failure holds until its last day. One for a changed or removed case records an agreement; once the
//! change has been taken over, its end is of no further consequence, so that no branch turns red by the calendar for
//! something that is settled.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::file::{LineFault, Unusable, each_line, render};
use crate::gate::Gate;
use crate::golden::FileLine;
use crate::judgement::Points;
use crate::lane::Lane;
use crate::verdict::{Key, Score, Verdict};

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

    /// Whether `today` is later than the last day.
    pub fn has_expired(&self, today: Date) -> bool {
        self.expires < today
    }
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
        let file = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&file, &text),
            Err(fault) if fault.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(fault) => Err(Unusable::Unreadable { file, fault }),
        }
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
        waivers.all.sort();
        if faults.is_empty() { Ok(waivers) } else { Err(Unusable::Garbled(faults)) }
    }

    /// The text of the file: sorted, one waiver a line.
    pub fn render(&self) -> String {
        render(self.all.iter())
    }

    /// The waivers of a lane.
    pub fn of(&self, lane: Lane) -> impl Iterator<Item = &Waiver> {
        self.all.iter().filter(move |waiver| waiver.lane == lane && waiver.suite == lane.suite())
    }
}
