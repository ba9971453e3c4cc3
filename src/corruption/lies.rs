//! What becomes of the answers when a model lies: which verdicts of the honest answers are lost. Whatever a model does, no
//! figure may change, and nothing that may never be said may be said.

use std::collections::BTreeMap;

use crate::gate::Gate;
use crate::run::Run;
use crate::target::Lies;
use crate::verdict::{Key, Score, Verdict};

/// A verdict that an honest model's answer has, and a liar's has not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The case and the gate.
    pub key: Key,
    /// What the gate found.
    pub why: String,
}

/// The gates that must find in a liar's answers what they find in the honest ones.
pub fn must_hold(lies: Lies, gate: Gate) -> bool {
    lies == Lies::Idle || gate.is_absolute()
}

/// What is worse in a run with a liar than in the run without a model.
pub fn lost(honest: &Run, with_liar: &Run, lies: Lies) -> Vec<Lost> {
    let before: BTreeMap<Key, &Score> = honest.scores().map(|(key, _, score)| (key, score)).collect();
    let worse = with_liar.scores().filter(|(key, _, score)| {
        must_hold(lies, score.gate) && before.get(key).is_some_and(|before| is_worse(score, before))
    });
    let why = |score: &Score| {
        score
            .failure
            .as_ref()
            .map_or_else(|| "no answer".to_owned(), |failure| format!("{}: {}", failure.why, failure.got))
    };
    worse.map(|(key, _, score)| Lost { key, why: why(score) }).collect()
}

fn is_worse(now: &Score, before: &Score) -> bool {
    match (before.verdict, before.points, now.points) {
        (Verdict::Pass, ..) => now.verdict != Verdict::Pass,
        (Verdict::Scored, Some(before), Some(now)) => now.is_below(before),
        (Verdict::Scored, ..) => true,
        _ => false,
    }
}
