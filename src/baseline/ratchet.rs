//! Claiming what was reached. The ratchet raises single keys and does nothing else: it never lowers, never accepts a
//! changed expectation, and refuses as a whole rather than recording half of a bad run.

use jiff::civil::Date;

use super::compare::{Finding, Kind, compare};
use super::file::{Baseline, Entry, Unusable};
use super::identity::NoReason;
use super::waiver::{Cover, Waiver, Waivers};
use crate::run::{CaseResult, Run};
use crate::verdict::{Key, Score};

/// What to write after a ratchet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratcheted {
    /// The raised baseline.
    pub baseline: Baseline,
    /// The waivers without those whose failure is gone, and without agreements whose last day is over.
    pub waivers: Waivers,
    /// The keys that were raised or are new.
    pub raised: Vec<Key>,
    /// Whether some score is lower for demands that have grown, of which somebody has to say why.
    pub less_of_more: bool,
    /// Whether there was no baseline before. Say so: nothing was compared.
    pub first: bool,
}

/// Why nothing was claimed.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// CI must not write what it judges.
    #[error("the ratchet does not run under CI; run it locally and commit the baseline")]
    Ci,
    /// A filter left cases out.
    #[error("the run is partial; run the whole suite to ratchet")]
    Partial,
    /// The baseline is there and cannot be read.
    #[error("{0}")]
    Unusable(String),
    /// There is no baseline, and waivers that excuse what one recorded.
    #[error(
        "there is no baseline at {file}, and {waivers} waivers speak of one; restore the file from version control, for a \
         new one would forget what was reached"
    )]
    Lost {
        /// Where the baseline should be.
        file: String,
        /// How many waivers the lane has.
        waivers: usize,
    },
    /// What is judged changed, and nobody says why.
    #[error(transparent)]
    NoReason(#[from] NoReason),
    /// Something is worse, changed, or was not judged.
    #[error("nothing was claimed, because of:\n{}", .0.iter().map(line).collect::<Vec<_>>().join("\n"))]
    Findings(Vec<Finding>),
}

fn line(finding: &Finding) -> String {
    match (&finding.key, finding.gate) {
        (Some(key), _) => format!("  {key}: {}", finding.message),
        (None, Some(gate)) => format!("  {gate}: {}", finding.message),
        (None, None) => format!("  {}", finding.message),
    }
}

/// Raises the baseline to a run. A baseline that never was can be made from a run in which everything passes.
pub fn ratchet(
    run: &Run,
    baseline: Result<&Baseline, &Unusable>,
    waivers: &Waivers,
    today: Date,
    ci: bool,
) -> Result<Ratcheted, Refusal> {
    if ci {
        return Err(Refusal::Ci);
    }
    if run.partial {
        return Err(Refusal::Partial);
    }
    let first = match baseline {
        Ok(_) => false,
        Err(Unusable::Missing { file }) => match waivers.of(run.lane).count() {
            0 => true,
            waivers => return Err(Refusal::Lost { file: file.clone(), waivers }),
        },
        Err(unusable) => return Err(Refusal::Unusable(unusable.to_string())),
    };
    let findings = compare(run, baseline, waivers, today).findings;
    let blocking: Vec<Finding> = findings.into_iter().filter(blocks).collect();
    if !blocking.is_empty() || run.results.is_empty() {
        return Err(Refusal::Findings(blocking));
    }
    let is_lower = |(key, result, score): (Key, &CaseResult, &Score)| {
        let known = baseline.ok().filter(|known| known.has_grown(&key, result.case.hash()));
        let before = known.and_then(|known| known.entries.get(&key)).and_then(|entry| entry.points);
        before.zip(score.points).is_some_and(|(before, now)| now.is_below(before))
    };
    let less_of_more = run.scores().any(is_lower);
    let mut raised = Vec::new();
    let mut next = baseline.cloned().unwrap_or_default();
    let mut made_good: Vec<Waiver> = Vec::new();
    for (key, result, score) in run.scores().filter(|(_, _, score)| score.is_judged_right()) {
        let Some(entry) = Entry::of(score, result.case.hash()) else { continue };
        // A score that only comes out of another number of points is no gain.
        if next.entries.get(&key).is_some_and(|known| known.hash == entry.hash && !known.is_below(&entry)) {
            continue;
        }
        made_good
            .extend(waivers.of(run.lane).filter(|waiver| waiver.key() == key && waiver.is_made_good(score)).cloned());
        next.entries.insert(key.clone(), entry);
        raised.push(key);
    }
    let grown = std::mem::take(&mut next.grown);
    let mut kept = waivers.clone();
    // The check of a pull request reads agreements; on their last day it has been merged or given up.
    // Of a case that only demands more, nothing has to be agreed to.
    let is_settled =
        |waiver: &Waiver| waiver.lane == run.lane && (waiver.has_expired(today) || grown.contains(&waiver.case));
    kept.all.retain(|waiver| match waiver.cover {
        Cover::Failing => !made_good.contains(waiver),
        Cover::ExpectationChanged | Cover::Removed => !is_settled(waiver),
    });
    Ok(Ratcheted { baseline: next, waivers: kept, raised, first, less_of_more })
}

/// Whether a finding forbids to claim anything. A waiver that a gain made useless goes with the gain; a gate or a whole
/// baseline that is new is what a ratchet records.
fn blocks(finding: &Finding) -> bool {
    match finding.kind {
        Kind::Waived
        | Kind::UnclaimedGain
        | Kind::WaiverFault
        | Kind::Short
        | Kind::IdentityChanged
        | Kind::NotInSet => false,
        Kind::Unverified => finding.key.is_some(),
        Kind::Regressed
        | Kind::Gone
        | Kind::NewFailing
        | Kind::Unwaived
        | Kind::RateBelow
        | Kind::ExpectationChanged => true,
    }
}
