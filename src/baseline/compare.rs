//! A run held against its baseline, key by key. Whatever one of the two has and the other lacks is a finding; nothing
//! is skipped for want of a counterpart. Only a selected run leaves the keys it did not select alone.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Serialize;

use super::file::{Baseline, Entry, Unusable};
use super::finding::{Finding, Kind, Lookup};
use super::rates::{GateRate, rates};
use super::waiver::{Cover, Waiver, Waivers};
use crate::exit::Exit;
use crate::judgement::Points;
use crate::lane::Lane;
use crate::run::{CaseResult, Run};
use crate::verdict::{Key, Score, Verdict};

/// A run held against its baseline.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// Every difference, worst first, then by key.
    pub findings: Vec<Finding>,
    /// The rate of each gate in the run and in the baseline.
    pub rates: Vec<GateRate>,
}

impl Comparison {
    /// With further findings about the same run.
    #[must_use]
    pub fn and(mut self, more: Vec<Finding>) -> Self {
        self.findings.extend(more);
        self.findings.sort_by(|a, b| (a.kind, a.gate, &a.key, &a.message).cmp(&(b.kind, b.gate, &b.key, &b.message)));
        self
    }

    /// How the command ends.
    pub fn exit(&self) -> Exit {
        self.findings.iter().fold(Exit::Clean, |exit, finding| exit.worse(finding.kind.exit()))
    }
}

/// Holds a run against its baseline on the given day.
pub fn compare(run: &Run, baseline: Result<&Baseline, &Unusable>, waivers: &Waivers, today: Date) -> Comparison {
    let empty = Baseline::default();
    let known = baseline.unwrap_or(&empty);
    let mut findings = Vec::new();
    if let Err(unusable) = baseline {
        findings.push(Finding::of_run(Kind::Unverified, unusable.to_string()));
    }
    if run.results.is_empty() {
        findings.push(Finding::of_run(Kind::Unverified, "no case was judged".to_owned()));
    }
    let now: BTreeMap<Key, (&CaseResult, &Score)> =
        run.scores().map(|(key, result, score)| (key, (result, score))).collect();
    let lookup = Lookup { run, known, is_usable: baseline.is_ok(), waivers, today };
    for (key, (result, score)) in &now {
        let entry = known.entries.get(key);
        findings.extend(entry.and_then(|entry| changed(key, (result, score), entry, known)));
        match entry {
            Some(entry) => findings.extend(lookup.known_key(key, result, score, entry)),
            // Without a baseline every pass would be listed as a gain; the missing baseline says it once.
            None if baseline.is_err() && score.is_judged_right() => {}
            None => findings.push(lookup.unrecorded(key, result, score).unwrap_or_else(|| new_key(key, score))),
        }
    }
    if !run.partial {
        for key in known.entries.keys().filter(|key| !now.contains_key(*key)) {
            let message = "stands in the baseline, and no case has it; restore the case, or lower the key".to_owned();
            findings.push(Finding::of_key(Kind::Gone, key, message));
        }
    }
    findings.extend(lookup.waiver_faults(&now));
    let rates = rates(&lookup, &mut findings);
    Comparison { findings: Vec::new(), rates }.and(findings)
}

/// The case asks or demands something else than the baseline knows.
fn changed(key: &Key, (result, score): (&CaseResult, &Score), entry: &Entry, known: &Baseline) -> Option<Finding> {
    (result.case.hash() != entry.hash).then(|| {
        // That a case fails was agreed to for what it demanded then.
        let still_fails = entry.is_failing() && score.verdict == Verdict::Fail;
        if known.has_grown(key, result.case.hash()) && !still_fails {
            let message = "demands more than it did; `eval --ratchet` claims it".to_owned();
            return Finding::of_key(Kind::UnclaimedGain, key, message);
        }
        let message = "question or expectation changed; if that is right, `baseline lower CASE:GATE` agrees to it";
        Finding::of_key(Kind::ExpectationChanged, key, message.to_owned())
    })
}

/// A key that the baseline does not have.
fn new_key(key: &Key, score: &Score) -> Finding {
    let (kind, message) = match score.verdict {
        Verdict::Scored => (Kind::UnclaimedGain, "new, and scored; `eval --ratchet` claims it"),
        Verdict::Pass => (Kind::UnclaimedGain, "new, and passes; `eval --ratchet` claims it"),
        Verdict::Fail => (Kind::NewFailing, "new, and fails; make it pass, or lower it with a waiver"),
        Verdict::Errored => (Kind::Unverified, "new, and errored"),
        Verdict::NotRun => (Kind::Unverified, "new, and not run"),
    };
    Finding::of_key(kind, key, message.to_owned())
}

/// Whether a score is one to stop at: worse than the baseline, or not judged right without a waiver in force.
pub fn is_failure(
    key: &Key,
    score: &Score,
    lane: Lane,
    baseline: Option<&Baseline>,
    waivers: &Waivers,
    today: Date,
) -> bool {
    let known = baseline.and_then(|baseline| baseline.entries.get(key));
    let is_excused = || {
        let mut of_key = waivers.of(lane).filter(|waiver| waiver.key() == *key && waiver.cover == Cover::Failing);
        score.verdict == Verdict::Fail && of_key.any(|waiver| !waiver.has_expired(today))
    };
    match (score.points, known.and_then(|entry| entry.points)) {
        (Some(now), Some(before)) => now.is_below(before),
        _ => !score.is_judged_right() && !is_excused(),
    }
}

impl Lookup<'_> {
    fn known_key(&self, key: &Key, result: &CaseResult, score: &Score, entry: &Entry) -> Option<Finding> {
        let finding = |kind, message: String| Some(Finding::of_key(kind, key, message));
        if let (Some(before), Some(now)) = (entry.points, score.points) {
            if now.is_below(before) && self.known.has_grown(key, result.case.hash()) {
                let message =
                    format!("reached {before}, and reaches {now} of more; `eval --ratchet --reason` claims it");
                return finding(Kind::UnclaimedGain, message);
            }
            return self.scored(key, score, before, now);
        }
        match (entry.verdict, score.verdict) {
            (Verdict::Scored, now) => finding(Kind::Regressed, format!("was scored, and is {now} now")),
            (_, Verdict::Scored) => finding(Kind::Regressed, "had a verdict, and has points now".to_owned()),
            (Verdict::Pass, Verdict::Pass) => None,
            (Verdict::Pass, now) => finding(Kind::Regressed, format!("passed, and is {now} now")),
            // The waiver that covers nothing any more says so.
            (_, Verdict::Pass) if self.failing(key).is_some() => None,
            (_, Verdict::Pass) => {
                finding(Kind::UnclaimedGain, "failed, and passes now; `eval --ratchet` claims it".to_owned())
            }
            (_, Verdict::Errored | Verdict::NotRun) => {
                finding(Kind::Unverified, format!("failed before, and is {} now", score.verdict))
            }
            (_, Verdict::Fail) => Some(self.still_low(key, "fails")),
        }
    }

    fn scored(&self, key: &Key, score: &Score, before: Points, now: Points) -> Option<Finding> {
        let finding = |kind, message: String| Some(Finding::of_key(kind, key, message));
        let is_lowered = || self.failing(key).is_some_and(|waiver| !waiver.is_made_good(score));
        if now.is_below(before) {
            finding(Kind::Regressed, format!("reached {before}, and reaches {now} now"))
        } else if is_lowered() {
            Some(self.still_low(key, &format!("reaches {now}")))
        } else if before.is_below(now) && self.failing(key).is_none() {
            finding(Kind::UnclaimedGain, format!("reached {before}, and reaches {now} now; `eval --ratchet` claims it"))
        } else {
            None
        }
    }

    /// A failure that somebody answers for, while there is no baseline to record it: the want of a baseline is said once,
    /// and must not look like a fault of every case that a waiver excuses.
    fn unrecorded(&self, key: &Key, result: &CaseResult, score: &Score) -> Option<Finding> {
        let waiver = self.failing(key)?;
        let is_unrecorded = !self.is_usable && score.verdict == Verdict::Fail;
        let covers = waiver.hash == result.case.hash() && !waiver.has_expired(self.today);
        (is_unrecorded && covers && !key.gate.is_absolute()).then(|| self.still_low(key, "fails"))
    }

    /// The waiver for a failure of the key.
    fn failing(&self, key: &Key) -> Option<&Waiver> {
        self.waivers.of(self.run.lane).find(|waiver| waiver.cover == Cover::Failing && waiver.key() == *key)
    }

    /// A key that is as low as the baseline knows; `what` it does, such as `fails`.
    fn still_low(&self, key: &Key, what: &str) -> Finding {
        if key.gate.is_absolute() {
            let message = format!("{what}, and {} can be excused by nothing", key.gate);
            return Finding::of_key(Kind::Unwaived, key, message);
        }
        match self.failing(key) {
            Some(waiver) if !waiver.has_expired(self.today) => {
                let message = format!("{what}; waived until {} by {}: {}", waiver.expires, waiver.owner, waiver.reason);
                Finding::of_key(Kind::Waived, key, message).with(waiver)
            }
            Some(waiver) => {
                let message = format!("{what}, and its waiver ran out on {}", waiver.expires);
                Finding::of_key(Kind::Unwaived, key, message).with(waiver)
            }
            None => {
                let message = format!("{what}, and no waiver covers it; the baseline was lowered by hand");
                Finding::of_key(Kind::Unwaived, key, message)
            }
        }
    }

    /// Waivers that have run out, or cover nothing.
    fn waiver_faults(&self, now: &BTreeMap<Key, (&CaseResult, &Score)>) -> Vec<Finding> {
        let mut faults = Vec::new();
        for waiver in self.waivers.of(self.run.lane) {
            let key = waiver.key();
            let current = now.get(&key);
            if current.is_none() && self.run.partial {
                continue;
            }
            let fault = match waiver.cover {
                _ if waiver.agreed > self.today => {
                    Some(format!("was agreed to on {}, which is to come", waiver.agreed))
                }
                Cover::Failing if key.gate.is_absolute() => Some(format!("{} can be excused by nothing", key.gate)),
                Cover::Failing => {
                    let was = waiver.was;
                    let is_lowered = |entry: &Entry| {
                        entry.is_failing() || was.zip(entry.points).is_some_and(|(was, now)| now.is_below(was))
                    };
                    // Without a baseline nothing is known of what was recorded.
                    let lowered = !self.is_usable || self.known.entries.get(&key).is_some_and(is_lowered);
                    let passes = current.is_none_or(|(_, score)| waiver.is_made_good(score));
                    match (passes || !lowered, waiver.has_expired(self.today)) {
                        (true, _) => Some("covers no failure; remove it, or claim the gain with --ratchet".to_owned()),
                        (false, true) => Some(format!("ran out on {}", waiver.expires)),
                        (false, false) => None,
                    }
                }
                Cover::ExpectationChanged => {
                    let stale = current.is_none_or(|(result, _)| result.case.hash() != waiver.hash);
                    stale.then(|| "agrees to an expectation that the case does not have; remove it".to_owned())
                }
                Cover::Removed => {
                    current.map(|_| "agrees to the removal of a case that is there; remove it".to_owned())
                }
            };
            if let Some(fault) = fault {
                faults.push(Finding::of_key(Kind::WaiverFault, &key, format!("the waiver {fault}")).with(waiver));
            }
        }
        faults
    }
}

/// One lane's run with its comparison.
#[derive(Debug, Clone, Serialize)]
pub struct Section {
    /// The run.
    pub run: Run,
    /// Held against its baseline.
    pub comparison: Comparison,
}

/// What every report format shows: all lanes of one evaluation. There is no verdict anywhere but in here.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// One for each lane, in lane order.
    pub sections: Vec<Section>,
    /// Every waiver on file, shown first in every format.
    pub waivers: Vec<Waiver>,
}

impl Report {
    /// How the command ends. A report without a section has judged nothing.
    pub fn exit(&self) -> Exit {
        match self.sections.as_slice() {
            [] => Exit::Unverified,
            sections => sections.iter().fold(Exit::Clean, |exit, section| exit.worse(section.comparison.exit())),
        }
    }
}
