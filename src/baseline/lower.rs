//! The only way down: one key, with a reason, an owner and an end. What is lowered follows from the run, never from the
//! request: a failure is recorded as a failure, a lower score as lower, a changed expectation as agreed to, a removed
//! case as removed.

use jiff::civil::Date;

use super::file::{Baseline, Entry};
use super::waiver::{Cover, Waiver, Waivers};
use crate::gate::Gate;
use crate::run::Run;
use crate::verdict::{Key, Verdict};

/// A request to lower one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lowering {
    /// The key.
    pub key: Key,
    /// Why, in a sentence.
    pub reason: String,
    /// Who answers for it.
    pub owner: String,
    /// The last day on which it holds.
    pub expires: Date,
}

/// What to write after a lowering.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lowered {
    /// The lowered baseline.
    pub baseline: Baseline,
    /// The waivers with the new one.
    pub waivers: Waivers,
    /// What the new waiver covers.
    pub cover: Cover,
}

/// Why nothing was lowered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// A waiver without a reason or an owner excuses nobody.
    #[error("--{0} is empty; say it in a few words")]
    Empty(&'static str),
    /// The last day is over.
    #[error("--expires {expires} is before today, {today}")]
    Past {
        /// The last day.
        expires: Date,
        /// Today.
        today: Date,
    },
    /// The gate is absolute.
    #[error("{0} can never be lowered: what it finds is a fault of the answer, not of the baseline")]
    Absolute(Gate),
    /// Neither the run nor the baseline has the key.
    #[error("neither the run nor the baseline has {0}")]
    Unknown(Key),
    /// The run did not select the case, so that nothing is known of it.
    #[error("the run left {0} out; run the whole suite, or the case itself")]
    NotSelected(Key),
    /// The key was not judged.
    #[error("{key} is {verdict}; only what was judged can be lowered")]
    Unjudged {
        /// The key.
        key: Key,
        /// What it is.
        verdict: Verdict,
    },
    /// The key is as good as before.
    #[error("{0} passes as before; there is nothing to lower")]
    NothingToLower(Key),
}

/// Lowers one key to what the run shows.
pub fn lower(
    request: &Lowering,
    run: &Run,
    baseline: &Baseline,
    waivers: &Waivers,
    today: Date,
) -> Result<Lowered, LowerError> {
    let Lowering { key, reason, owner, expires } = request;
    for (field, text) in [("reason", reason), ("owner", owner)] {
        if text.trim().is_empty() {
            return Err(LowerError::Empty(field));
        }
    }
    if *expires < today {
        return Err(LowerError::Past { expires: *expires, today });
    }
    let known = baseline.entries.get(key);
    let current = run.scores().find(|(found, _, _)| found == key);
    let mut next = baseline.clone();
    let (cover, hash) = match (current, known) {
        (None, None) => return Err(LowerError::Unknown(key.clone())),
        (None, Some(_)) if run.partial => return Err(LowerError::NotSelected(key.clone())),
        (None, Some(_)) => {
            next.entries.remove(key);
            (Cover::Removed, String::new())
        }
        (Some((_, result, score)), known) => {
            let Some(entry) = Entry::of(score, result.case.hash()) else {
                return Err(LowerError::Unjudged { key: key.clone(), verdict: score.verdict });
            };
            let cover = covered(key, &entry, known)?;
            let hash = entry.hash.clone();
            next.entries.insert(key.clone(), entry);
            (cover, hash)
        }
    };
    // Lowered twice, a score has to come back to where it was before the first time.
    let earlier = waivers.of(run.lane).find(|waiver| waiver.key() == *key).and_then(|waiver| waiver.was);
    let was = earlier.max(known.and_then(|entry| entry.points)).filter(|_| cover == Cover::Failing);
    let mut all = waivers.all.clone();
    all.retain(|waiver| !(waiver.suite == run.suite && waiver.lane == run.lane && waiver.key() == *key));
    all.push(Waiver {
        suite: run.suite.clone(),
        lane: run.lane,
        case: key.case.clone(),
        gate: key.gate,
        cover,
        hash,
        was,
        reason: reason.trim().to_owned(),
        owner: owner.trim().to_owned(),
        expires: *expires,
    });
    all.sort();
    Ok(Lowered { baseline: next, waivers: Waivers { all }, cover })
}

/// What a waiver for this entry covers; an error when it is as good as the known one.
fn covered(key: &Key, now: &Entry, known: Option<&Entry>) -> Result<Cover, LowerError> {
    if now.is_failing() && key.gate.is_absolute() {
        return Err(LowerError::Absolute(key.gate));
    }
    let is_lower = now.is_failing() || known.is_some_and(|known| now.is_below(known));
    match known {
        _ if is_lower => Ok(Cover::Failing),
        Some(known) if known.hash != now.hash => Ok(Cover::ExpectationChanged),
        _ => Err(LowerError::NothingToLower(key.clone())),
    }
}
