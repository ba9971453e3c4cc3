//! The only way down: one key, with a reason, an owner and an end. What is lowered follows from the run, never from the
//! request: a failure is recorded as a failure, a lower score as lower, a changed expectation as agreed to, a removed
//! case as removed.

use jiff::civil::Date;

use super::agreed::too_many_cases;
use super::file::{Baseline, Entry};
use super::no_waiver::NoWaiver;
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
    /// Nobody can agree to such a waiver.
    #[error(transparent)]
    NoWaiver(#[from] NoWaiver),
    /// With the waivers on file there would be too many.
    #[error("{0}")]
    Together(String),
    /// A waiver for the same failure is still running.
    #[error("{key} is waived until {until} already; a waiver is not extended: fix what fails, or let it run out")]
    Running {
        /// The key.
        key: Key,
        /// Its last day.
        until: Date,
    },
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
    /// The case demands more, and no less.
    #[error("{0} demands more than it did, which needs nobody's agreement; `eval --ratchet` claims it")]
    Grown(Key),
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
            if baseline.has_grown(key, &entry.hash) && !entry.is_failing() {
                return Err(LowerError::Grown(key.clone()));
            }
            let cover = covered(key, &entry, known)?;
            let hash = entry.hash.clone();
            next.entries.insert(key.clone(), entry);
            (cover, hash)
        }
    };
    let earlier = waivers.of(run.lane).find(|waiver| waiver.key() == *key);
    let running = earlier
        .filter(|waiver| waiver.cover == Cover::Failing && cover == Cover::Failing)
        .filter(|waiver| !waiver.has_expired(today));
    if let Some(waiver) = running.filter(|waiver| waiver.expires < *expires) {
        return Err(LowerError::Running { key: key.clone(), until: waiver.expires });
    }
    let waiver = Waiver {
        suite: run.suite.clone(),
        lane: run.lane,
        case: key.case.clone(),
        gate: key.gate,
        cover,
        hash,
        // Lowered twice, a score has to come back to where it was before the first time.
        was: earlier
            .and_then(|waiver| waiver.was)
            .max(known.and_then(|entry| entry.points))
            .filter(|_| cover == Cover::Failing),
        reason: reason.trim().to_owned(),
        owner: owner.trim().to_owned(),
        agreed: running.map_or(today, |waiver| waiver.agreed),
        expires: *expires,
    };
    if let Some(fault) = waiver.fault() {
        return Err(fault.into());
    }
    let waivers = with(waivers, waiver)?;
    Ok(Lowered { baseline: next, waivers, cover })
}

/// The waivers with another one, in the place of an earlier one for its key, when there may be as many.
fn with(waivers: &Waivers, waiver: Waiver) -> Result<Waivers, LowerError> {
    let (suite, lane, key, cover) = (waiver.suite.clone(), waiver.lane, waiver.key(), waiver.cover);
    let mut all = waivers.all.clone();
    all.retain(|other| !(other.suite == suite && other.lane == lane && other.key() == key));
    all.push(waiver);
    all.sort();
    let waivers = Waivers { all };
    waivers.hold("waivers.jsonl").map_err(|fault| LowerError::Together(fault.to_string()))?;
    let is_new = |case: &str| cover != Cover::Failing && case == key.case;
    match too_many_cases(&waivers, is_new, |_| true).into_iter().next() {
        Some(fault) => Err(LowerError::Together(fault.message)),
        None => Ok(waivers),
    }
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
