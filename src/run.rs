//! One lane over a manifest of cases: each case is asked once, in parallel, and judged by every gate that applies to it.
//! The manifest decides what is counted; a case whose target fails or panics stays in it as errored. Nothing is written,
//! and nothing is compared with the past here.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::gate::Gate;
use crate::golden::{Case, Fixture, Suite};
use crate::outcome::Outcome;
use crate::target::{Target, TargetError};
use crate::verdict::{Judgement, Key, Rate, Score, Verdict};

/// Which half of the pipeline answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// No model: intent, gate and direct lookup; the ceiling of the pipeline.
    Tool,
    /// The whole engine with a provider.
    Agent,
}

impl Lane {
    /// The word for it in file names and reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Agent => "agent",
        }
    }
}

/// What was judged against what. Two runs are comparable when these are equal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Identity {
    /// BLAKE3 of the manifest's cases, in hex.
    pub golden: String,
    /// BLAKE3 of the fixtures' facts, in hex.
    pub corpus: String,
    /// BLAKE3 of the fixtures' profiles, in hex.
    pub profile: String,
    /// What answered.
    pub target: String,
    /// BLAKE3 of the gates' source, in hex.
    pub scorer: String,
}

/// The result of one case in one lane.
#[derive(Debug, Clone, Serialize)]
pub struct CaseResult {
    /// The case.
    pub case: Arc<Case>,
    /// The answer, or why there is none.
    pub answered: Answered,
    /// One score for each gate that applies to the case, in gate order.
    pub scores: Vec<Score>,
}

/// What the target gave back.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    /// An answer.
    Outcome(Box<Outcome>),
    /// No answer that could be judged.
    Error(TargetError),
    /// The target was not asked.
    NotRun,
}

/// One lane over a manifest of cases.
#[derive(Debug, Clone, Serialize)]
pub struct Run {
    /// Suite name, such as `qa`.
    pub suite: String,
    /// The lane.
    pub lane: Lane,
    /// What was judged against what.
    pub identity: Identity,
    /// One result for each case of the manifest, by case id.
    pub results: Vec<CaseResult>,
    /// Whether a filter left cases out; such a run is never compared as if it were whole.
    pub partial: bool,
}

/// Which cases of a suite to ask.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// A part of the id.
    pub filter: Option<String>,
    /// Tags that must all be there.
    pub tags: Vec<(String, String)>,
    /// Whole ids; when there are any, only these.
    pub cases: Vec<String>,
}

/// A selection that selects nothing judges nothing, and must never look green.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// The suite has no cases.
    #[error("the suite has no cases")]
    Empty,
    /// No case matches.
    #[error("no case matches the filter; nothing was judged")]
    NothingMatches,
    /// A case asked for by id does not exist.
    #[error("there is no case `{0}`; nothing was judged")]
    UnknownCase(String),
}

impl Selection {
    /// Whether it leaves nothing out.
    pub fn is_everything(&self) -> bool {
        *self == Self::default()
    }

    /// The selected cases, by id.
    pub fn of(&self, suite: &Suite) -> Result<Vec<Arc<Case>>, SelectionError> {
        if suite.cases.is_empty() {
            return Err(SelectionError::Empty);
        }
        let known: BTreeSet<&str> = suite.cases.iter().map(|case| case.id.as_str()).collect();
        if let Some(unknown) = self.cases.iter().find(|id| !known.contains(id.as_str())) {
            return Err(SelectionError::UnknownCase(unknown.clone()));
        }
        let matches = |case: &&Arc<Case>| {
            self.filter.as_ref().is_none_or(|part| case.id.contains(part.as_str()))
                && self.tags.iter().all(|(tag, value)| case.tags.get(tag) == Some(value))
                && (self.cases.is_empty() || self.cases.contains(&case.id))
        };
        let selected: Vec<Arc<Case>> = suite.cases.iter().filter(matches).cloned().collect();
        if selected.is_empty() { Err(SelectionError::NothingMatches) } else { Ok(selected) }
    }
}

/// How to run.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Threads; 0 for as many as there are cores.
    pub jobs: usize,
    /// Ask no further cases after the first that fails; they become not run.
    pub fail_fast: bool,
    /// Called after each case, from any thread.
    pub progress: Option<&'a (dyn Fn(&CaseResult) + Sync)>,
}

/// A run that could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Nothing was selected.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// The threads could not be started.
    #[error("cannot start {jobs} threads; try a smaller --jobs")]
    Threads {
        /// How many were asked for.
        jobs: usize,
        /// Why.
        #[source]
        fault: rayon::ThreadPoolBuildError,
    },
}

impl Run {
    /// Asks the selected cases of a suite and judges the answers. The order of results is that of the case ids,
    /// whatever the number of threads.
    pub fn execute(
        suite_name: &str,
        suite: &Suite,
        selection: &Selection,
        lane: Lane,
        target: &dyn Target,
        options: Options<'_>,
    ) -> Result<Self, RunError> {
        let cases = selection.of(suite)?;
        let stop = AtomicBool::new(false);
        let one = |case: &Arc<Case>| {
            let answered = if stop.load(Ordering::Relaxed) { Answered::NotRun } else { ask(case, target) };
            let result = CaseResult::judged(case, answered, suite.fixtures.get(&case.fixture).map(Arc::as_ref));
            if options.fail_fast && result.scores.iter().any(|score| score.verdict != Verdict::Pass) {
                stop.store(true, Ordering::Relaxed);
            }
            if let Some(progress) = options.progress {
                progress(&result);
            }
            result
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs).build();
        let pool = pool.map_err(|fault| RunError::Threads { jobs: options.jobs, fault })?;
        let results = pool.install(|| cases.par_iter().map(one).collect());
        Ok(Self {
            suite: suite_name.to_owned(),
            lane,
            identity: Identity::of(&cases, suite, target),
            results,
            partial: !selection.is_everything(),
        })
    }

    /// Every pair with its case and score, by case id, then gate.
    pub fn scores(&self) -> impl Iterator<Item = (Key, &CaseResult, &Score)> {
        self.results.iter().flat_map(|result| {
            result.scores.iter().map(move |score| (Key::new(&result.case.id, score.gate), result, score))
        })
    }

    /// Passes out of the pairs of a gate. Errored and not-run pairs are not passes.
    pub fn rate(&self, gate: Gate) -> Rate {
        let mut rate = Rate::default();
        for (_, _, score) in self.scores().filter(|(_, _, score)| score.gate == gate) {
            rate.out_of += 1;
            rate.passed += usize::from(score.verdict == Verdict::Pass);
        }
        rate
    }
}

impl CaseResult {
    /// The scores of what a target gave back.
    pub fn judged(case: &Arc<Case>, answered: Answered, fixture: Option<&Fixture>) -> Self {
        let scores = Gate::ALL.into_iter().filter(|gate| gate.applies(case)).map(|gate| {
            let (verdict, failure) = match (&answered, fixture) {
                (Answered::Outcome(outcome), Some(fixture)) => match gate.judge(case, outcome, fixture) {
                    Judgement::Pass => (Verdict::Pass, None),
                    Judgement::Fail(failure) => (Verdict::Fail, Some(failure)),
                    // The gate applies, so an answer it does not judge has not been judged.
                    Judgement::NotApplicable => (Verdict::NotRun, None),
                },
                (Answered::Error(_), _) | (Answered::Outcome(_), None) => (Verdict::Errored, None),
                (Answered::NotRun, _) => (Verdict::NotRun, None),
            };
            Score { gate, verdict, failure }
        });
        let scores = scores.collect();
        Self { case: Arc::clone(case), answered, scores }
    }
}

/// Asks once. A panic is an error of this case alone.
fn ask(case: &Case, target: &dyn Target) -> Answered {
    let answer = || target.answer(&case.fixture, &case.question, case.reference_date);
    match catch_unwind(AssertUnwindSafe(answer)) {
        Ok(Ok(outcome)) => Answered::Outcome(Box::new(outcome)),
        Ok(Err(error)) => Answered::Error(error),
        Err(payload) => {
            let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let message = text.or_else(|| payload.downcast_ref::<String>().cloned());
            Answered::Error(TargetError::Panicked { message: message.unwrap_or_else(|| "no message".to_owned()) })
        }
    }
}

impl Identity {
    fn of(cases: &[Arc<Case>], suite: &Suite, target: &dyn Target) -> Self {
        let hash = |parts: &mut dyn Iterator<Item = &str>| {
            let mut hasher = blake3::Hasher::new();
            for part in parts {
                hasher.update(part.as_bytes()).update(b"\n");
            }
            hasher.finalize().to_hex().to_string()
        };
        let fixtures = || suite.fixtures.values();
        Self {
            golden: hash(&mut cases.iter().flat_map(|case| [case.id.as_str(), case.hash.as_str()])),
            corpus: hash(&mut fixtures().map(|fixture| fixture.corpus_hash.as_str())),
            profile: hash(&mut fixtures().map(|fixture| fixture.profile_hash.as_str())),
            target: target.identity(),
            scorer: Gate::scorer_hash(),
        }
    }
}
