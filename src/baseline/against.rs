//! The committed baseline held against that of another commit, so that nobody edits a way to green: whatever is lower
//! than there needs a waiver. It runs no case; whether the baseline is true is what a run says.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::compare::{Finding, Kind};
use super::file::{Baseline, Unusable};
use super::waiver::{Cover, Waiver, Waivers};
use crate::exit::Exit;
use crate::gate::Gate;
use crate::lane::Lane;
use crate::verdict::Key;

/// A baseline held against that of another commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    /// Whether the other commit has no baseline. Say so: nothing was compared.
    pub first: bool,
    /// Every way in which this one is lower, by key; waived ones are among them.
    pub findings: Vec<Finding>,
    /// The cases that were taken out, or ask for something else, which somebody has agreed to.
    pub agreed: BTreeSet<String>,
}

/// What is known of a change beside the baselines before and after it.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// The waivers after it.
    pub waivers: &'a Waivers,
    /// The cases that only demand more than before.
    pub grown: &'a BTreeSet<String>,
    /// The lanes of whose golden sets the change says why they are others.
    pub explained: &'a BTreeSet<Lane>,
    /// The day.
    pub today: Date,
}

impl Against {
    /// How the command ends.
    pub fn exit(&self) -> Exit {
        self.findings.iter().fold(Exit::Clean, |exit, finding| exit.worse(finding.kind.exit()))
    }
}

/// Holds the text of a baseline against the one at another commit (`old`; none when there is no such file there).
/// `file` names them in faults.
pub fn check_against(
    file: &str,
    old: Option<&str>,
    new: &str,
    lane: Lane,
    change: Change<'_>,
) -> Result<Against, Unusable> {
    let Change { waivers, grown, explained, today } = change;
    let new = Baseline::parse(file, new)?;
    let (old, first) = match old {
        Some(text) => (Baseline::parse(&format!("{file} of the other commit"), text)?, false),
        None => (Baseline::default(), true),
    };
    let (mut findings, mut agreed) = (Vec::new(), BTreeSet::new());
    let waiver_for = |key: &Key, covers: &[Cover], hash: &str| {
        let fits = |waiver: &&Waiver| waiver.key() == *key && covers.contains(&waiver.cover) && waiver.hash == hash;
        waivers.of(lane).filter(fits).find(|waiver| !waiver.has_expired(today)).cloned()
    };
    let mut judge = |key: &Key, kind: Kind, message: &str, waiver: Option<Waiver>| {
        if waiver.as_ref().is_some_and(|waiver| waiver.cover != Cover::Failing) {
            agreed.insert(key.case.clone());
        }
        findings.push(match waiver {
            Some(waiver) => {
                let message = format!("{message}; agreed to by {}: {}", waiver.owner, waiver.reason);
                Finding::of_key(Kind::Waived, key, message).with(&waiver)
            }
            None => Finding::of_key(kind, key, format!("{message}, and no waiver in force covers that")),
        });
    };
    for (key, before) in &old.entries {
        let Some(now) = new.entries.get(key) else {
            judge(key, Kind::Gone, "was taken out of the baseline", waiver_for(key, &[Cover::Removed], ""));
            continue;
        };
        if now.hash != before.hash && !grown.contains(&key.case) {
            let waiver = waiver_for(key, &[Cover::ExpectationChanged, Cover::Failing], &now.hash);
            judge(key, Kind::ExpectationChanged, "asks or demands something else", waiver);
        }
    }
    for (key, now) in &new.entries {
        let is_lowered = match old.entries.get(key) {
            Some(before) => now.is_below(before),
            None => now.is_failing(),
        };
        let has_grown = old.entries.get(key).is_some_and(|before| before.hash != now.hash && grown.contains(&key.case));
        // Less of more is no failure of anybody; that it is so, somebody has to say.
        if has_grown && now.points.is_some() && explained.contains(&lane) {
            continue;
        }
        let absolute = key.gate.is_absolute() && now.is_failing();
        if absolute || is_lowered {
            let waiver = if absolute { None } else { waiver_for(key, &[Cover::Failing], &now.hash) };
            let to = now.points.map_or_else(|| now.verdict.to_string(), |points| points.to_string());
            judge(key, Kind::Regressed, &format!("is lowered to {to}"), waiver);
        }
    }
    findings.extend(less_judged(&old, &new));
    findings.sort_by(|a, b| (a.kind, &a.key).cmp(&(b.kind, &b.key)));
    Ok(Against { first, findings, agreed })
}

/// An absolute gate excuses nothing, and so a case that it judges can be exchanged, but not dropped: no agreement makes what
/// it looks at less.
fn less_judged(old: &Baseline, new: &Baseline) -> Vec<Finding> {
    let judged = |baseline: &Baseline, gate: Gate| baseline.entries.keys().filter(|key| key.gate == gate).count();
    let less = |gate: Gate| {
        let (then, now) = (judged(old, gate), judged(new, gate));
        let message = format!(
            "judges {now} cases, and judged {then}; nobody can agree to less of it: bring a case for each that is taken out"
        );
        (now < then).then(|| Finding::of_gate(Kind::Gone, gate, message))
    };
    Gate::ALL.into_iter().filter(|gate| gate.is_absolute()).filter_map(less).collect()
}
