//! The baseline file: one line of JSON a key, sorted, with nothing that could be derived. A file that is missing, empty
//! or garbled is never read as "nothing to compare with".

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::no_waiver::NoWaiver;
use crate::gate::Gate;
use crate::golden::FileLine;
use crate::judgement::Points;
use crate::lane::Lane;
use crate::verdict::{Key, Rate, Score, Verdict};

/// What is known of one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// `pass`, or `fail` when a waiver lowered it; `scored` for a gate that gives points. A baseline knows no other
    /// verdict.
    pub verdict: Verdict,
    /// What was reached; present exactly when the verdict is `scored`.
    pub points: Option<Points>,
    /// Hash of the case's question and expectation.
    pub hash: String,
}

/// What was reached before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    /// Entries by key.
    pub entries: BTreeMap<Key, Entry>,
    /// The cases that, by version control, only demand more than the entries know. No file says so.
    pub grown: BTreeSet<String>,
}

/// A line as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    case: String,
    gate: Gate,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    out_of: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    extra: Option<u64>,
    hash: String,
}

impl Line {
    /// Key and entry, when the line states what its gate gives: a verdict, or points.
    fn read(self) -> Result<(Key, Entry), LineFaultKind> {
        let Self { case, gate, verdict, score, out_of, extra, hash } = self;
        if extra.is_some() && !gate.counts_items() {
            return Err(LineFaultKind::Shape(gate));
        }
        let (verdict, points) = match (verdict, score, out_of) {
            (Some(verdict @ (Verdict::Pass | Verdict::Fail)), None, None) => (verdict, None),
            (Some(verdict), None, None) => return Err(LineFaultKind::Verdict(verdict)),
            (None, Some(score), Some(out_of)) if score <= out_of && out_of > 0 => {
                (Verdict::Scored, Some(Points { score, out_of, extra: extra.unwrap_or_default() }))
            }
            _ => return Err(LineFaultKind::Shape(gate)),
        };
        if points.is_some() != gate.gives_points() {
            return Err(LineFaultKind::Shape(gate));
        }
        Ok((Key::new(case, gate), Entry { verdict, points, hash }))
    }
}

/// Why there is no baseline to compare with.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// There is no file.
    #[error(
        "there is no baseline at {file}, so nothing was compared; restore the file from version control, or, when there \
         never was one, run `eval --ratchet` and commit it"
    )]
    Missing {
        /// Where it should be.
        file: String,
    },
    /// The file cannot be read.
    #[error("cannot read {file}: {fault}")]
    Unreadable {
        /// Where it is.
        file: String,
        /// Why.
        #[source]
        fault: std::io::Error,
    },
    /// The file stands somewhere else.
    #[error("{file} is a link; put the file itself there, where a review sees what it says")]
    Link {
        /// Where the link is.
        file: String,
    },
    /// The file is not a baseline.
    #[error("the baseline is garbled, so nothing was compared; restore the file from version control:\n{}", listed(.0))]
    Garbled(Vec<LineFault>),
    /// The file holds waivers that nobody can have agreed to.
    #[error("these waivers excuse nothing, so nothing was judged; repair them or take them out:\n{}", listed(.0))]
    NoWaivers(Vec<LineFault>),
}

/// How many faults of a file are spelled out. Who has garbled one line sees it, and who has garbled all sees how many.
const FAULTS_SHOWN_MAX: usize = 5;

fn listed(faults: &[LineFault]) -> String {
    let mut lines: Vec<String> = faults.iter().take(FAULTS_SHOWN_MAX).map(|fault| format!("  {fault}")).collect();
    if let Some(more) = faults.len().checked_sub(FAULTS_SHOWN_MAX).filter(|more| *more > 0) {
        lines.push(format!("  and {more} more such lines"));
    }
    lines.join("\n")
}

/// A fault of a line.
#[derive(Debug)]
pub struct LineFault {
    /// File and line.
    pub place: FileLine,
    /// What is wrong.
    pub kind: LineFaultKind,
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// What is wrong with a line of a baseline or of the waivers.
#[derive(Debug, thiserror::Error)]
pub enum LineFaultKind {
    /// There is no line at all.
    #[error("the file is empty; restore it from git, or run `eval --ratchet`")]
    Empty,
    /// It is no JSON object of the expected shape.
    #[error("not a line of this file: {0}")]
    Json(#[from] serde_json::Error),
    /// A verdict that no baseline has.
    #[error("a baseline knows pass and fail, not {0}")]
    Verdict(Verdict),
    /// The line states something else than its gate gives.
    #[error("a line of `{0}` has {what}, and the other lines have not", what = if .0.gives_points() { "`score` and `out_of`, the first at most the second" } else { "`verdict`" })]
    Shape(Gate),
    /// The key stands on another line already.
    #[error("`{0}` stands here a second time")]
    Duplicate(Key),
    /// A waiver that breaks the rules of waivers.
    #[error(transparent)]
    Waiver(#[from] NoWaiver),
    /// Nobody says why what is judged changed.
    #[error("the reason `{0}` is no sentence; say in a few words why this changed")]
    NoReason(String),
    /// A merge was not finished.
    #[error("a merge conflict marker; finish the merge with `baseline merge`")]
    ConflictMarker,
}

impl Entry {
    /// What a score reached, for a baseline; none when it was not judged.
    pub fn of(score: &Score, hash: &str) -> Option<Self> {
        let is_judged = matches!(score.verdict, Verdict::Pass | Verdict::Fail | Verdict::Scored);
        is_judged.then(|| Self { verdict: score.verdict, points: score.points, hash: hash.to_owned() })
    }

    /// Whether it needs a waiver. A score has none to need: what it once reached is what it is held to.
    pub fn is_failing(&self) -> bool {
        self.verdict == Verdict::Fail
    }

    /// Whether less is reached here than there.
    pub fn is_below(&self, other: &Self) -> bool {
        match (self.points, other.points) {
            (Some(points), Some(others)) => points.is_below(others),
            _ => other.verdict != Verdict::Fail && self.verdict == Verdict::Fail,
        }
    }
}

impl Baseline {
    /// The file's name for a lane.
    pub fn file_name(lane: Lane) -> String {
        format!("{}.jsonl", lane.name())
    }

    /// Reads a file.
    pub fn load(path: &Path) -> Result<Self, Unusable> {
        let file = path.display().to_string();
        match text_of(path)? {
            Some(text) => Self::parse(&file, &text),
            None => Err(Unusable::Missing { file }),
        }
    }

    /// Reads a text; `file` names it in faults.
    pub fn parse(file: &str, text: &str) -> Result<Self, Unusable> {
        let mut baseline = Self::default();
        let mut faults = Vec::new();
        for (line, result) in each_line::<Line>(text) {
            let place = FileLine { file: file.to_owned(), line };
            let kind = match result.and_then(Line::read) {
                Ok((key, entry)) => {
                    let earlier = baseline.entries.insert(key.clone(), entry);
                    earlier.map(|_| LineFaultKind::Duplicate(key))
                }
                Err(kind) => Some(kind),
            };
            faults.extend(kind.map(|kind| LineFault { place, kind }));
        }
        if baseline.entries.is_empty() && faults.is_empty() {
            let place = FileLine { file: file.to_owned(), line: 0 };
            faults.push(LineFault { place, kind: LineFaultKind::Empty });
        }
        if faults.is_empty() { Ok(baseline) } else { Err(Unusable::Garbled(faults)) }
    }

    /// The text of the file: sorted, one key a line.
    pub fn render(&self) -> String {
        let lines = self.entries.iter().map(|(key, entry)| Line {
            case: key.case.clone(),
            gate: key.gate,
            verdict: entry.points.is_none().then_some(entry.verdict),
            score: entry.points.map(|points| points.score),
            out_of: entry.points.map(|points| points.out_of),
            extra: entry.points.map(|points| points.extra).filter(|extra| *extra > 0),
            hash: entry.hash.clone(),
        });
        render(lines)
    }

    /// With the cases that only demand more than it knows.
    #[must_use]
    pub fn with_grown(self, grown: &BTreeSet<String>) -> Self {
        Self { grown: grown.clone(), ..self }
    }

    /// Whether a case demands more than is known of the key, and nothing less.
    pub(super) fn has_grown(&self, key: &Key, hash: &str) -> bool {
        self.grown.contains(&key.case) && self.entries.get(key).is_some_and(|entry| entry.hash != hash)
    }

    /// Passes out of the keys of a gate, or the mean of its points; none when the baseline has no line for it.
    pub fn rate(&self, gate: Gate) -> Option<Rate> {
        self.rate_of(gate, |_, _| true)
    }

    /// The same over some of its keys.
    pub(super) fn rate_of(&self, gate: Gate, is_meant: impl Fn(&Key, &Entry) -> bool) -> Option<Rate> {
        let mut rate = Rate::default();
        for (_, entry) in self.entries.iter().filter(|(key, entry)| key.gate == gate && is_meant(key, entry)) {
            if gate.counts_items() {
                entry.points.into_iter().for_each(|points| rate.add_items(points));
            } else if gate.gives_points() {
                rate.add(entry.points);
            } else {
                rate.count(entry.verdict == Verdict::Pass);
            }
        }
        (rate.out_of > 0).then_some(rate)
    }
}

/// The text of a file; none when there is no such file.
pub(super) fn text_of(path: &Path) -> Result<Option<String>, Unusable> {
    let file = path.display().to_string();
    if path.is_symlink() {
        return Err(Unusable::Link { file });
    }
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(fault) if fault.kind() == ErrorKind::NotFound => Ok(None),
        Err(fault) => Err(Unusable::Unreadable { file, fault }),
    }
}

/// Every line that is not blank, read, with its number.
pub(super) fn each_line<T: serde::de::DeserializeOwned>(
    text: &str,
) -> impl Iterator<Item = (usize, Result<T, LineFaultKind>)> {
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(|(index, line)| {
        let is_marker = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|marker| line.starts_with(marker));
        let read = if is_marker { Err(LineFaultKind::ConflictMarker) } else { Ok(()) };
        (index + 1, read.and_then(|()| Ok(serde_json::from_str(line)?)))
    })
}

/// Lines of JSON. The types written have text keys only, so that writing cannot fail.
pub(super) fn render<T: Serialize>(lines: impl Iterator<Item = T>) -> String {
    lines.filter_map(|line| serde_json::to_string(&line).ok()).map(|line| line + "\n").collect()
}
