//! The committed baseline held against that of another commit, so that nobody edits a way to green: whatever is lower
//! than there needs a waiver. It runs no case; whether the baseline is true is what a run says.

use jiff::civil::Date;

use super::compare::{Finding, Kind};
use super::file::{Baseline, Unusable};
use super::waiver::{Cover, Waiver, Waivers};
use crate::exit::Exit;
use crate::lane::Lane;
use crate::verdict::Key;

/// A baseline held against that of another commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    /// Whether the other commit has no baseline. Say so: nothing was compared.
    pub first: bool,
    /// Every way in which this one is lower, by key; waived ones are among them.
    pub findings: Vec<Finding>,
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
    waivers: &Waivers,
    lane: Lane,
    today: Date,
) -> Result<Against, Unusable> {
    let new = Baseline::parse(file, new)?;
    let (old, first) = match old {
        Some(text) => (Baseline::parse(&format!("{file} of the other commit"), text)?, false),
        None => (Baseline::default(), true),
    };
    let mut findings = Vec::new();
    let waiver_for = |key: &Key, covers: &[Cover], hash: &str| {
        let fits = |waiver: &&Waiver| waiver.key() == *key && covers.contains(&waiver.cover) && waiver.hash == hash;
        waivers.of(lane).filter(fits).find(|waiver| !waiver.has_expired(today)).cloned()
    };
    let mut judge = |key: &Key, kind: Kind, message: &str, waiver: Option<Waiver>| {
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
        if now.hash != before.hash {
            let waiver = waiver_for(key, &[Cover::ExpectationChanged, Cover::Failing], &now.hash);
            judge(key, Kind::ExpectationChanged, "asks or demands something else", waiver);
        }
    }
    for (key, now) in &new.entries {
        let is_lowered = match old.entries.get(key) {
            Some(before) => now.is_below(before),
            None => now.is_failing(),
        };
        let absolute = key.gate.is_absolute() && now.is_failing();
        if absolute || is_lowered {
            let waiver = if absolute { None } else { waiver_for(key, &[Cover::Failing], &now.hash) };
            let to = now.points.map_or_else(|| now.verdict.to_string(), |points| points.to_string());
            judge(key, Kind::Regressed, &format!("is lowered to {to}"), waiver);
        }
    }
    findings.sort_by(|a, b| (a.kind, &a.key).cmp(&(b.kind, &b.key)));
    Ok(Against { first, findings })
}
