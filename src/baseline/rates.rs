//! The rate of each gate in a run, held against that in the baseline.

use std::collections::BTreeMap;

use serde::Serialize;

use super::compare::{Finding, Kind, Lookup};
use crate::gate::Gate;
use crate::verdict::{Key, Rate};

/// One gate's rate now and before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GateRate {
    /// The gate.
    pub gate: Gate,
    /// In the run: passes out of the manifest's pairs.
    pub now: Rate,
    /// In the baseline; none when it has no line for the gate.
    pub before: Option<Rate>,
    /// In the baseline, before waivers lowered it. A gain is measured from here.
    pub unlowered: Option<Rate>,
}

/// The rates of every gate, with what is wrong with them.
pub(super) fn rates(lookup: &Lookup<'_>, findings: &mut Vec<Finding>) -> Vec<GateRate> {
    let Lookup { run, known, is_usable, waivers, .. } = *lookup;
    let rate = |gate| GateRate {
        gate,
        now: run.rate(gate),
        before: known.rate(gate),
        unlowered: waivers.rate_unlowered(run.lane, known, gate),
    };
    // What is measured against other demands is compared nowhere.
    let scores = run.scores().filter(|(key, ..)| known.grown.contains(&key.case));
    let hashes: BTreeMap<Key, &str> = scores.map(|(key, result, _)| (key, result.case.hash())).collect();
    let has_grown = |key: &Key| hashes.get(key).is_some_and(|hash| known.has_grown(key, hash));
    let again = |gate| run.rate_over(gate, |key| known.entries.contains_key(key) && !has_grown(key));
    let ungrown = |gate| known.rate_of(gate, |key, _| !has_grown(key));
    let rates: Vec<GateRate> = Gate::of(run.lane).map(rate).collect();
    if !run.partial {
        for GateRate { gate, now, before, .. } in rates.iter().copied() {
            let finding = match before {
                // Over the pairs that were judged before: a new case that is hard to answer makes nothing worse.
                Some(_) if ungrown(gate).is_some_and(|before| again(gate).is_below(before)) => {
                    let before = ungrown(gate).unwrap_or_default();
                    let message = format!("is {}, and was {}", again(gate).shown(gate), before.shown(gate));
                    Some(Finding::of_gate(Kind::RateBelow, gate, message))
                }
                // A system that does nothing must not become the measure of the next one.
                _ if gate.gives_points() && now.out_of > 0 && now.passed == 0 => {
                    let message = "no case reaches anything".to_owned();
                    Some(Finding::of_gate(Kind::NewFailing, gate, message))
                }
                // Had it been judged before, its cases would be gone.
                _ if now.out_of == 0 => {
                    let message = "no case of this golden set is judged by this gate".to_owned();
                    Some(Finding::of_gate(Kind::NotInSet, gate, message))
                }
                None if is_usable => {
                    let message = "the baseline has no line for this gate; claim it with `eval --ratchet`".to_owned();
                    Some(Finding::of_gate(Kind::Unverified, gate, message))
                }
                _ => None,
            };
            findings.extend(finding);
        }
    }
    rates
}
