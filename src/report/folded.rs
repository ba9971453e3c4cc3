//! The digest as a person reads it: what several lanes have in common is said once, and a case stands in one place, whatever
//! lanes it is red in. Nothing is left out, and nothing is counted here; programs get every lane by itself.

use std::collections::BTreeMap;

use super::digest::{Digest, LaneDigest, RedCase, Row};
use crate::baseline::{Finding, Kind};
use crate::gate::Gate;
use crate::lane::Lane;
use crate::run::{Answered, CaseResult};
use crate::snapshot;

/// Something with the lanes that it is said of, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said<T> {
    /// The lanes.
    pub lanes: Vec<Lane>,
    /// What is said.
    pub what: T,
}

/// A red verdict in words. Two lanes whose words are the same have one verdict to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told<'d> {
    /// The gate.
    pub gate: Gate,
    /// What became of it, and how that stands to the baseline.
    pub result: String,
    /// What is demanded, where it was judged.
    pub expected: Option<&'d str>,
    /// What came, where it was judged.
    pub got: Option<&'d str>,
    /// What is wrong with that, or why there is no verdict.
    pub why: String,
}

/// A case that is red in at least one lane of its suite.
#[derive(Debug)]
pub struct FoldedCase<'d> {
    /// The worst of its marks.
    pub mark: Kind,
    /// The lowest share among its scores, in millionths, where it merely falls short; else 0.
    pub lowest: u64,
    /// The case with the answer of the first lane that is red.
    pub result: &'d CaseResult,
    /// The lanes that it is red in.
    pub lanes: Vec<Lane>,
    /// Its red verdicts, by gate.
    pub verdicts: Vec<Said<Told<'d>>>,
    /// The first stage that differs.
    pub stages: Vec<Said<String>>,
    /// The rules that decided about words of the question.
    pub rules: Vec<Said<String>>,
    /// What is to be decided about its snapshots.
    pub snapshots: Vec<Said<&'d snapshot::Finding>>,
    /// The commands that show it alone.
    pub commands: Vec<String>,
}

/// Findings that no red verdict shows, about one case, one gate or one whole run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note<'d> {
    /// What was found.
    pub kind: Kind,
    /// The case; none when it is about a gate or a run.
    pub case: Option<&'d str>,
    /// The gates that it is about; none when it is about the whole run.
    pub gates: Vec<Gate>,
    /// What was, what is, and what to do next.
    pub message: &'d str,
}

impl Note<'_> {
    /// What the note is about, in front of its message: a pair, a gate, a case with its gates behind the message, or nothing.
    pub fn text(&self) -> String {
        let gates: Vec<&str> = self.gates.iter().map(|gate| gate.as_str()).collect();
        match (self.case, gates.as_slice()) {
            (Some(case), [gate]) => format!("{case}:{gate}: {}", self.message),
            (Some(case), gates) => format!("{case}: {} ({})", self.message, gates.join(", ")),
            (None, []) => self.message.to_owned(),
            (None, gates) => format!("{}: {}", gates.join(", "), self.message),
        }
    }
}

/// Says once what is equal, where it was first said.
fn fold<T: PartialEq>(items: impl IntoIterator<Item = (Lane, T)>) -> Vec<Said<T>> {
    fold_within_suites(items, |a, b| a == b)
}

/// Says once what `equal` takes for one thing. What two suites say stays apart, for they have other cases.
fn fold_within_suites<T>(items: impl IntoIterator<Item = (Lane, T)>, equal: impl Fn(&T, &T) -> bool) -> Vec<Said<T>> {
    let is_of_suite = |said: &Said<T>, lane: Lane| said.lanes.iter().all(|other| other.suite() == lane.suite());
    fold_where(items, |said, lane, what| is_of_suite(said, lane) && equal(&said.what, what))
}

/// Adds a lane to what was said before, where that `is` the same, and else begins anew.
fn fold_where<T>(items: impl IntoIterator<Item = (Lane, T)>, is: impl Fn(&Said<T>, Lane, &T) -> bool) -> Vec<Said<T>> {
    let mut folded: Vec<Said<T>> = Vec::new();
    for (lane, what) in items {
        match folded.iter_mut().find(|said| is(said, lane, &what)) {
            Some(said) => said.lanes.push(lane),
            None => folded.push(Said { lanes: vec![lane], what }),
        }
    }
    folded
}

/// Lanes as a reader names them: `tool, agent`.
pub(super) fn named(lanes: &[Lane]) -> String {
    lanes.iter().map(|lane| lane.as_str()).collect::<Vec<_>>().join(", ")
}

/// Lanes with their suites: `qa.tool, qa.agent`.
pub(super) fn named_in_full(lanes: &[Lane]) -> String {
    lanes.iter().map(|lane| lane.name()).collect::<Vec<_>>().join(", ")
}

impl<'a> Digest<'a> {
    /// The rows of all lanes; those that fell behind their baseline first.
    pub fn rows(&self) -> Vec<Said<&Row>> {
        let rows = self.lanes.iter().flat_map(|lane| lane.rows.iter().map(move |row| (lane.lane, row)));
        let mut rows = fold_within_suites(rows, |a, b| a == b);
        rows.sort_by_key(|said| !said.what.is_worse());
        rows
    }

    /// How many cases and verdicts there are, lanes of a suite with the same counts together.
    pub fn counts(&self) -> Vec<Said<&LaneDigest<'a>>> {
        let lanes = self.lanes.iter().map(|lane| (lane.lane, lane));
        fold_within_suites(lanes, |a, b| (a.cases, a.tally) == (b.cases, b.tally))
    }

    /// Every red case once, worst first: a regression of one lane stands before another's waived failure, and of the scores
    /// that merely fall short, the lowest first.
    pub fn red(&self) -> Vec<FoldedCase<'_>> {
        let mut cases: BTreeMap<(&str, &str), Vec<(Lane, &RedCase<'a>)>> = BTreeMap::new();
        for (lane, case) in self.lanes.iter().flat_map(|lane| lane.red.iter().map(move |case| (lane.lane, case))) {
            cases.entry((lane.suite(), case.result.case.id())).or_default().push((lane, case));
        }
        let mut folded: Vec<_> = cases.into_values().filter_map(|lanes| self.folded(&lanes)).collect();
        folded.sort_by_key(|case| (case.mark, case.lowest, case.lanes.first().copied()));
        folded
    }

    fn folded<'d>(&'d self, cases: &[(Lane, &'d RedCase<'a>)]) -> Option<FoldedCase<'d>> {
        let (_, first) = *cases.first()?;
        let told = |case: &'d RedCase<'a>, red: &'d super::Red<'a>| Told {
            gate: red.gate,
            result: format!("{}, {}", super::result_of(red), super::heading(red.mark)),
            expected: red.failure.map(|failure| failure.expected.as_str()),
            got: red.failure.map(|failure| failure.got.as_str()),
            why: red.failure.map_or_else(|| super::without_verdict(case, red), |failure| failure.why.clone()),
        };
        let verdicts = |(lane, case): &(Lane, &'d RedCase<'a>)| {
            let (lane, case) = (*lane, *case);
            case.verdicts.iter().map(move |red| (lane, told(case, red))).collect::<Vec<_>>()
        };
        let mut verdicts = fold(cases.iter().flat_map(verdicts));
        verdicts.sort_by_key(|said| said.what.gate);
        let id = first.result.case.id();
        let decisions = self.snapshots.findings.iter().filter(|found| found.case == id);
        let lanes: Vec<Lane> = cases.iter().map(|(lane, _)| *lane).collect();
        let of_suite = |found: &&snapshot::Finding| lanes.iter().any(|lane| lane.suite() == found.lane.suite());
        let snapshots: Vec<_> =
            decisions.filter(of_suite).map(|found| Said { lanes: vec![found.lane], what: found }).collect();
        let eval = if lanes.len() > 1 { &first.reproduce.of_suite } else { &first.reproduce.eval };
        let mut commands = vec![eval.clone(), first.reproduce.ask.clone()];
        commands.extend(snapshots.iter().map(|said| said.what.remedy()));
        Some(FoldedCase {
            mark: cases.iter().map(|(_, case)| case.mark).min()?,
            lowest: cases.iter().map(|(_, case)| case.lowest()).min()?,
            result: first.result,
            verdicts,
            stages: fold(cases.iter().map(|(lane, case)| (*lane, case.stage.to_string()))),
            rules: fold(cases.iter().filter_map(|(lane, case)| Some((*lane, rules(case)?)))),
            snapshots,
            commands,
            lanes,
        })
    }

    /// What no red verdict shows, worst first: of each case once, with all gates and lanes of which the same is said.
    pub fn notes(&self) -> Vec<Said<Note<'_>>> {
        let mut notes: Vec<(Lane, Note<'_>)> = Vec::new();
        for lane in &self.lanes {
            let start = notes.len();
            for Finding { kind, key, gate, message, .. } in &lane.notes {
                let case = key.as_ref().map(|key| key.case.as_str());
                let equal = notes.iter_mut().skip(start).map(|(_, note)| note).find(|note| {
                    (note.kind, note.case, note.message) == (*kind, case, message.as_str())
                        && note.gates.is_empty() == gate.is_none()
                });
                if let Some(note) = equal {
                    note.gates.extend(gate);
                } else {
                    let gates = gate.iter().copied().collect();
                    notes.push((lane.lane, Note { kind: *kind, case, gates, message }));
                }
            }
        }
        // What is said of a whole run may be said of all suites.
        let mut folded = fold_where(notes, |said, lane, note| {
            said.what == *note && (note.case.is_none() || said.lanes.iter().all(|other| other.suite() == lane.suite()))
        });
        folded.sort_by_key(|said| said.what.kind);
        folded
    }

    /// What is to be decided about snapshots of cases that are not shown as red ones: of those that are known, too, where only
    /// their names are told.
    pub fn undecided(&self, are_known_shown: bool) -> Vec<&snapshot::Finding> {
        let is_shown = |found: &&snapshot::Finding| {
            let mut of_suite = self.lanes.iter().filter(|lane| lane.lane.suite() == found.lane.suite());
            let shows =
                |case: &RedCase<'_>| case.result.case.id() == found.case && (are_known_shown || !is_known(case.mark));
            of_suite.any(|lane| lane.red.iter().any(shows))
        };
        self.snapshots.findings.iter().filter(|found| !is_shown(found)).collect()
    }
}

/// Whether what is marked so is no news.
fn is_known(mark: Kind) -> bool {
    matches!(mark, Kind::Waived | Kind::Short)
}

/// The rules that decided about words of a case's question, where the target shows them.
fn rules(case: &RedCase<'_>) -> Option<String> {
    match &case.result.answered {
        Answered::Outcome(outcome) if !outcome.rules.is_empty() => Some(outcome.rules.join(", ")),
        _ => None,
    }
}

impl FoldedCase<'_> {
    /// Whether nothing about it is worse than before: what fails is waived, and a score is as low as it was.
    pub fn is_known(&self) -> bool {
        is_known(self.mark)
    }

    /// Words behind something that is not said of all lanes of the case: ` (agent alone)`.
    pub fn only(&self, lanes: &[Lane]) -> String {
        if lanes == self.lanes { String::new() } else { format!(" ({} alone)", named(lanes)) }
    }
}
