//! The one model behind every report format: an evaluation turned into rows, red verdicts and a sentence. Formats only
//! lay it out; none of them counts, judges or decides on an exit code.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;

use super::readings::Readings;
use super::reproduce::{self, Reproduce};
use super::settings::Settings;
use super::stage::{self, Stage};
use super::words::{meaning, word};
use crate::baseline::{Finding, Kind, Report, Section, Waiver};
use crate::exit::Exit;
use crate::gate::Gate;
use crate::judgement::{Failure, Points};
use crate::lane::Lane;
use crate::run::{CaseResult, Identity};
use crate::snapshot::{self, Snapshots};
use crate::verdict::{Key, Rate, Verdict};

/// An evaluation as every format shows it.
#[derive(Debug, Serialize)]
pub struct Digest<'a> {
    /// How the command ends.
    pub exit: Exit,
    /// The verdict in one sentence, with the exit code and its meaning.
    pub sentence: String,
    /// Whether a filter left cases out.
    pub partial: bool,
    /// Whether a gain that nobody claimed is a fault.
    pub require_ratcheted: bool,
    /// Whether to show on the screen what is in the written reports anyway.
    #[serde(skip)]
    pub is_verbose: bool,
    /// Every waiver on file.
    pub waivers: &'a [Waiver],
    /// Those among them that excuse nothing, no longer, or not what was found.
    #[serde(skip)]
    pub disputed: Vec<&'a Waiver>,
    /// One for each lane, in lane order.
    pub lanes: Vec<LaneDigest<'a>>,
    /// What became of the snapshots.
    pub snapshots: &'a Snapshots,
}

/// One lane.
#[derive(Debug, Serialize)]
pub struct LaneDigest<'a> {
    /// Suite and lane, such as `qa.tool`.
    pub name: String,
    /// The lane.
    pub lane: Lane,
    /// What was judged against what.
    pub identity: &'a Identity,
    /// Cases of the manifest.
    pub cases: usize,
    /// Verdicts of all gates; for counting only, never a rate of merit.
    pub tally: Tally,
    /// One row a gate, in gate order.
    pub rows: Vec<Row>,
    /// Findings that no red verdict shows: a rate, a changed expectation, a case that is gone, a waiver's fault, a gain.
    pub notes: Vec<&'a Finding>,
    /// Cases with a verdict that is not `pass`, or a score below full marks, by id.
    #[serde(skip)]
    pub red: Vec<RedCase<'a>>,
    /// Every case, by id.
    #[serde(skip)]
    pub results: &'a [CaseResult],
}

/// Verdicts by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Pairs of the manifest; the sum of the five below.
    pub pairs: usize,
    /// As demanded.
    pub pass: usize,
    /// Not as demanded, waived or not.
    pub fail: usize,
    /// Given points.
    pub scored: usize,
    /// No answer to judge.
    pub errored: usize,
    /// Not asked.
    pub not_run: usize,
    /// Those of `fail` that a waiver covers.
    pub waived: usize,
}

impl Tally {
    fn count(&mut self, verdict: Verdict, mark: Option<Kind>) {
        self.pairs += 1;
        match verdict {
            Verdict::Pass => self.pass += 1,
            Verdict::Fail => self.fail += 1,
            Verdict::Scored => self.scored += 1,
            Verdict::Errored => self.errored += 1,
            Verdict::NotRun => self.not_run += 1,
        }
        if verdict == Verdict::Fail && mark == Some(Kind::Waived) {
            self.waived += 1;
        }
    }
}

/// One gate of one lane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The gate.
    pub gate: Gate,
    /// Passes out of the manifest's pairs, or the mean of points.
    pub now: Rate,
    /// The same in the baseline; none when it knows no such gate.
    pub before: Option<Rate>,
    /// The same before waivers lowered the baseline.
    pub unlowered: Option<Rate>,
    /// Whether the two speak of the same cases; a partial run is never held against the rate of a whole one.
    pub is_comparable: bool,
    /// The gate's verdicts by kind.
    pub tally: Tally,
}

impl Row {
    /// Passes gained (or lost, below zero) since the baseline; for a gate that gives points, millionths of their mean.
    /// What a waiver lowered counts as lost, until it is made good: excusing a failure is no way to a gain.
    pub fn gained(&self) -> Option<i64> {
        self.since(self.unlowered)
    }

    /// Whether the gate fell behind its baseline.
    pub fn is_worse(&self) -> bool {
        let is_below = self.before.is_some_and(|before| self.now.is_below(before));
        self.is_comparable && (is_below || self.since(self.before).is_some_and(|gained| gained < 0))
    }

    fn since(&self, before: Option<Rate>) -> Option<i64> {
        let count = |rate: Rate| i64::try_from(rate.reached(self.gate)).unwrap_or(i64::MAX);
        let before = before.filter(|_| self.is_comparable);
        before.map(|before| count(self.now) - count(before))
    }
}

/// A case with at least one verdict that is not `pass`, or a score below full marks.
#[derive(Debug, Serialize)]
pub struct RedCase<'a> {
    /// The worst of its marks.
    pub mark: Kind,
    /// The case with its answer.
    #[serde(skip)]
    pub result: &'a CaseResult,
    /// Its red verdicts, in gate order.
    pub verdicts: Vec<Red<'a>>,
    /// The first stage at which the answer left the expected way.
    pub stage: Stage,
    /// How to see it alone.
    pub reproduce: Reproduce,
    /// What it changes in its snapshot.
    pub snapshot: Option<&'a snapshot::Diff>,
}

/// A verdict that is not `pass`, or a score below full marks.
#[derive(Debug, Serialize)]
pub struct Red<'a> {
    /// The gate.
    pub gate: Gate,
    /// What became of it.
    pub verdict: Verdict,
    /// What was reached, when the gate gives points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// How it stands to the baseline.
    pub mark: Kind,
    /// Why it is red, when it was judged.
    pub failure: Option<&'a Failure>,
    /// What the comparison says about it.
    pub message: Option<&'a str>,
}

impl RedCase<'_> {
    /// Whether nothing is worse than before.
    pub fn is_merely_short(&self) -> bool {
        self.mark == Kind::Short
    }

    /// The lowest share among its scores, in millionths, for the order of cases that merely fall short; 0 for others.
    pub(super) fn lowest(&self) -> u64 {
        let shares = self.verdicts.iter().filter_map(|red| red.points).map(Points::millionths);
        if self.is_merely_short() { shares.min().unwrap_or_default() } else { 0 }
    }
}

impl<'a> Digest<'a> {
    /// Lays an evaluation out for the formats.
    pub fn new(report: &'a Report, snapshots: &'a Snapshots, settings: Settings<'_>) -> Self {
        let Settings { require_ratcheted, is_verbose, .. } = settings;
        let lanes: Vec<LaneDigest<'a>> =
            report.sections.par_iter().map(|section| lane(section, snapshots, settings)).collect();
        let partial = report.sections.iter().any(|section| section.run.partial);
        let mut digest = Self {
            exit: report.exit().worse(snapshots.exit()),
            sentence: String::new(),
            partial,
            require_ratcheted,
            is_verbose,
            waivers: &report.waivers,
            disputed: disputed(report),
            lanes,
            snapshots,
        };
        let notes = digest.lanes.iter().flat_map(|lane| &lane.notes);
        digest.exit = notes.fold(digest.exit, |exit, note| exit.worse(digest.end_of(note.kind)));
        digest.sentence = sentence(&digest);
        digest
    }

    /// The commands that make the workspaces in which the red cases' questions can be asked, each once.
    pub fn workspaces(&self) -> BTreeSet<&str> {
        self.lanes.iter().flat_map(|lane| &lane.red).map(|case| case.reproduce.workspace.as_str()).collect()
    }

    /// How the evaluation ends because of a finding.
    pub fn end_of(&self, kind: Kind) -> Exit {
        let is_to_be_claimed = matches!(kind, Kind::UnclaimedGain | Kind::IdentityChanged);
        if is_to_be_claimed && self.require_ratcheted { Exit::Regressed } else { kind.exit() }
    }
}

/// The waivers that findings other than a waived failure speak of, each once, in the order of the file.
fn disputed(report: &Report) -> Vec<&Waiver> {
    let findings = report.sections.iter().flat_map(|section| &section.comparison.findings);
    let named: Vec<&Waiver> =
        findings.filter(|finding| finding.kind != Kind::Waived).filter_map(|finding| finding.waiver.as_ref()).collect();
    report.waivers.iter().filter(|waiver| named.contains(waiver)).collect()
}

fn lane<'a>(section: &'a Section, snapshots: &'a Snapshots, settings: Settings<'_>) -> LaneDigest<'a> {
    let run = &section.run;
    let marks = marks(section);
    let mut tally = Tally::default();
    let mut gates: BTreeMap<Gate, Tally> = BTreeMap::new();
    for result in &run.results {
        for score in &result.scores {
            let mark = marks.get(&(result.case.id(), score.gate)).map(|(kind, _)| *kind);
            tally.count(score.verdict, mark);
            gates.entry(score.gate).or_default().count(score.verdict, mark);
        }
    }
    let diffs: BTreeMap<&str, &snapshot::Diff> = snapshots
        .findings
        .iter()
        .filter(|finding| finding.lane == run.lane)
        .filter_map(|finding| finding.diff.as_ref().map(|diff| (finding.case.as_str(), diff)))
        .collect();
    let red: Vec<RedCase<'a>> = run
        .results
        .iter()
        .filter_map(|result| {
            let shown = || {
                let unread = Readings::default();
                let readings = settings.readings.unwrap_or(&unread);
                let stage = stage::first_divergence(&result.case, &result.answered, readings);
                (stage, reproduce::of(&result.case, run.lane, settings))
            };
            red_case(result, shown, &marks, &diffs)
        })
        .collect();
    let shown: BTreeSet<(&str, Gate)> =
        red.iter().flat_map(|case| case.verdicts.iter().map(|verdict| (case.result.case.id(), verdict.gate))).collect();
    let in_red = |key: &Key| shown.contains(&(key.case.as_str(), key.gate));
    let says_more = |kind| matches!(kind, Kind::ExpectationChanged | Kind::WaiverFault | Kind::UnclaimedGain);
    let notes = section
        .comparison
        .findings
        .iter()
        .filter(|finding| says_more(finding.kind) || !finding.key.as_ref().is_some_and(in_red))
        .collect();
    LaneDigest {
        name: run.lane.name().to_owned(),
        lane: run.lane,
        identity: &run.identity,
        cases: run.results.len(),
        tally,
        rows: rows(section, &gates),
        notes,
        red,
        results: &run.results,
    }
}

type Marks<'a> = BTreeMap<(&'a str, Gate), (Kind, &'a str)>;

/// The worst finding about each pair. Findings come worst first, so the first one stays.
fn marks(section: &Section) -> Marks<'_> {
    let mut marks = Marks::new();
    for finding in &section.comparison.findings {
        if let Some(key) = &finding.key {
            marks.entry((key.case.as_str(), key.gate)).or_insert((finding.kind, finding.message.as_str()));
        }
    }
    marks
}

fn red_case<'a>(
    result: &'a CaseResult,
    shown: impl FnOnce() -> (Stage, Reproduce),
    marks: &Marks<'a>,
    diffs: &BTreeMap<&str, &'a snapshot::Diff>,
) -> Option<RedCase<'a>> {
    let id = result.case.id();
    let verdicts: Vec<Red<'a>> = result
        .scores
        .iter()
        .filter(|score| score.verdict != Verdict::Pass)
        .map(|score| {
            // A gain is noted beside the verdicts; it is no mark of what is still lacking.
            let found = marks.get(&(id, score.gate)).filter(|(kind, _)| *kind != Kind::UnclaimedGain);
            // A red verdict that the comparison has nothing to say about is still red.
            let unmarked = match score.verdict {
                Verdict::Fail => Kind::NewFailing,
                Verdict::Scored => Kind::Short,
                _ => Kind::Unverified,
            };
            Red {
                points: score.points,
                gate: score.gate,
                verdict: score.verdict,
                mark: found.map_or(unmarked, |(kind, _)| *kind),
                failure: score.failure.as_ref(),
                message: found.map(|(_, message)| *message),
            }
        })
        .filter(|red| red.mark != Kind::Short || red.failure.is_some())
        .collect();
    let mark = verdicts.iter().map(|verdict| verdict.mark).min()?;
    let (stage, reproduce) = shown();
    Some(RedCase { mark, result, verdicts, stage, reproduce, snapshot: diffs.get(id).copied() })
}

fn rows(section: &Section, gates: &BTreeMap<Gate, Tally>) -> Vec<Row> {
    section
        .comparison
        .rates
        .iter()
        .map(|rate| Row {
            gate: rate.gate,
            now: rate.now,
            before: rate.before,
            unlowered: rate.unlowered,
            is_comparable: !section.run.partial,
            tally: gates.get(&rate.gate).copied().unwrap_or_default(),
        })
        .collect()
}

/// The whole evaluation in one sentence.
fn sentence(digest: &Digest<'_>) -> String {
    let Digest { exit, partial, lanes, snapshots, .. } = digest;
    let gains = lanes.iter().flat_map(|lane| &lane.notes).filter(|note| note.kind == Kind::UnclaimedGain).count();
    let sum = |count: fn(&Tally) -> usize| lanes.iter().map(|lane| count(&lane.tally)).sum::<usize>();
    let (pass, pairs) = (sum(|tally| tally.pass), sum(|tally| tally.pairs - tally.scored));
    let names: Vec<&str> = lanes.iter().map(|lane| lane.name.as_str()).collect();
    let scope = if *partial { "PARTIAL, " } else { "" };
    let mut counts = vec![format!("{pass} of {pairs} verdicts pass ({})", names.join(", "))];
    for (count, what) in [
        (sum(|tally| tally.fail - tally.waived), "fail"),
        (sum(|tally| tally.waived), "fail under a waiver"),
        (sum(|tally| tally.scored), "scored"),
        (sum(|tally| tally.errored), "errored"),
        (sum(|tally| tally.not_run), "not run"),
        (gains, "gains unclaimed"),
        (snapshots.findings.len(), "snapshots to decide on"),
    ] {
        if count > 0 {
            counts.push(format!("{count} {what}"));
        }
    }
    format!("{scope}{}: {}; exit {}: {}.", word(*exit), counts.join(", "), exit.code(), meaning(*exit, *partial))
}
