//! One lane over a manifest of cases: each case is asked once, in parallel, and judged by every gate that applies to it.
//! The manifest decides what is counted; a case whose target fails or panics stays in it as errored. Nothing is written,
//! and nothing is compared with the past here.

mod any_case;
mod counterfactual;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::Serialize;

use crate::counterfactual::Change;
use crate::extracted::Extracted;
use crate::gate::Gate;
use crate::golden::{
    Case, ExtractionSuite, Fixture, GoldenCase, GoldenSet, Phrasebook, Query, RetrievalSuite, Suite, Truth,
};
use crate::judgement::Judgement;
use crate::lane::Lane;
use crate::outcome::Outcome;
use crate::ranking::Ranking;
use crate::target::{Extractor, Searcher, Target, TargetError};
use crate::verdict::{Key, Rate, Score, Verdict};

pub use any_case::AnyCase;
pub use counterfactual::{Open, left_out};

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
    pub case: AnyCase,
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
    /// What was read.
    Extracted(Box<Extracted>),
    /// A ranking.
    Ranking(Box<Ranking>),
    /// What came of each copy in which the source is altered.
    Altered(BTreeMap<Change, Answered>),
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
    pub fn of<C: GoldenCase>(&self, suite: &GoldenSet<C>) -> Result<Vec<Arc<C>>, SelectionError> {
        if suite.cases.is_empty() {
            return Err(SelectionError::Empty);
        }
        let known: BTreeSet<&str> = suite.cases.iter().map(|case| case.id()).collect();
        if let Some(unknown) = self.cases.iter().find(|id| !known.contains(id.as_str())) {
            return Err(SelectionError::UnknownCase(unknown.clone()));
        }
        let matches = |case: &&Arc<C>| {
            self.filter.as_ref().is_none_or(|part| case.id().contains(part.as_str()))
                && self.tags.iter().all(|(tag, value)| case.tags().get(tag) == Some(value))
                && (self.cases.is_empty() || self.cases.iter().any(|id| id == case.id()))
        };
        let selected: Vec<Arc<C>> = suite.cases.iter().filter(matches).cloned().collect();
        if selected.is_empty() { Err(SelectionError::NothingMatches) } else { Ok(selected) }
    }
}

/// Says whether a score is one to stop at.
pub type IsFailure<'a> = dyn Fn(&Key, &Score) -> bool + Sync + 'a;

/// How to run.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Threads; 0 for as many as there are cores.
    pub jobs: usize,
    /// Ask no further cases after the first with a score of which this says that it is a failure; they become not run. What
    /// is known to fail and excused is for the caller to tell.
    pub fail_fast: Option<&'a IsFailure<'a>>,
    /// Called after each case, from any thread.
    pub progress: Option<&'a (dyn Fn(&CaseResult) + Sync)>,
    /// Another lane over the same suite. A gate sees the case and the answer, never the lane; so an answer that is equal to
    /// the one there, in every field, has been judged already and gets the scores that it got.
    pub judged: Option<&'a Run>,
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
    /// Asks the selected questions of a suite and judges the answers. The order of results is that of the case ids,
    /// whatever the number of threads.
    pub fn execute(
        suite: &Suite,
        selection: &Selection,
        lane: Lane,
        target: &dyn Target,
        options: Options<'_>,
    ) -> Result<Self, RunError> {
        let ask = |case: &Arc<Case>| {
            let outcome = target.answer(&case.fixture, &case.question, case.reference_date);
            outcome.map(|outcome| Answered::Outcome(Box::new(outcome)))
        };
        Self::of(suite, selection, (lane, target.identity()), &ask, options)
    }

    /// Searches for the selected queries of a suite and judges the rankings, in the same order as [`Run::execute`].
    pub fn search(
        suite: &RetrievalSuite,
        selection: &Selection,
        searcher: &dyn Searcher,
        options: Options<'_>,
    ) -> Result<Self, RunError> {
        let ask = |query: &Arc<Query>| {
            let ranking = searcher.search(&query.fixture, &query.query, &query.filters);
            let ranking = ranking?;
            ranking.check().map_err(|fault| TargetError::Unreadable { message: fault.to_string() })?;
            Ok(Answered::Ranking(Box::new(ranking)))
        };
        Self::of(suite, selection, (Lane::Retrieval, searcher.identity()), &ask, options)
    }

    /// Has the selected documents of a suite read and judges what came out, in the same order as [`Run::execute`]. A
    /// document that the extractor does not have is not run; one of which it reads nothing at all, where there is
    /// something, has not been read.
    pub fn extract(
        suite: &ExtractionSuite,
        selection: &Selection,
        extractor: &dyn Extractor,
        options: Options<'_>,
    ) -> Result<Self, RunError> {
        let ask = |truth: &Arc<Truth>| {
            let Some(extracted) = extractor.extract(&truth.fixture, &truth.doc)? else { return Ok(Answered::NotRun) };
            if extracted.grids.iter().all(|grid| grid.cells.is_empty()) && !truth.cells.is_empty() {
                return Err(TargetError::NothingRead { doc: truth.doc.clone() });
            }
            Ok(Answered::Extracted(Box::new(extracted)))
        };
        Self::of(suite, selection, (Lane::Extraction, extractor.identity()), &ask, options)
    }

    fn of<C: GoldenCase>(
        suite: &GoldenSet<C>,
        selection: &Selection,
        (lane, target): (Lane, String),
        ask: &(dyn Fn(&Arc<C>) -> Result<Answered, TargetError> + Sync),
        options: Options<'_>,
    ) -> Result<Self, RunError>
    where
        AnyCase: From<Arc<C>>,
    {
        let cases = selection.of(suite)?;
        let stop = AtomicBool::new(false);
        let judged: HashMap<&str, &CaseResult> =
            options.judged.iter().flat_map(|run| &run.results).map(|result| (result.case.id(), result)).collect();
        let one = |case: &Arc<C>| {
            let answered = if stop.load(Ordering::Relaxed) { Answered::NotRun } else { unharmed(|| ask(case)) };
            let case = AnyCase::from(Arc::clone(case));
            let result = if let Some(other) = judged.get(case.id()).filter(|other| other.is_equal(&case, &answered)) {
                CaseResult { case, answered, scores: other.scores.clone() }
            } else {
                let fixture = suite.fixtures.get(case.fixture()).map(Arc::as_ref);
                CaseResult::judged(case, answered, fixture)
            };
            let id = result.case.id();
            if options
                .fail_fast
                .is_some_and(|fails| result.scores.iter().any(|score| fails(&Key::new(id, score.gate), score)))
            {
                stop.store(true, Ordering::Relaxed);
            }
            if let Some(progress) = options.progress {
                progress(&result);
            }
            result
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs).build();
        let pool = pool.map_err(|fault| RunError::Threads { jobs: options.jobs, fault })?;
        let results: Vec<CaseResult> = pool.install(|| cases.par_iter().map(one).collect());
        Ok(Self {
            suite: lane.suite().to_owned(),
            lane,
            identity: Identity::of(&results, &suite.fixtures, target),
            results,
            partial: !selection.is_everything(),
        })
    }

    /// Every pair with its case and score, by case id, then gate.
    pub fn scores(&self) -> impl Iterator<Item = (Key, &CaseResult, &Score)> {
        self.results.iter().flat_map(|result| {
            result.scores.iter().map(move |score| (Key::new(result.case.id(), score.gate), result, score))
        })
    }

    /// Passes out of the pairs of a gate, the mean of its points, or all the items that it counts. Errored and not-run
    /// pairs are no passes, and have no points; of a document that was not read every item is missing.
    pub fn rate(&self, gate: Gate) -> Rate {
        self.rate_over(gate, |_| true)
    }

    /// The same over some of the pairs.
    pub fn rate_over(&self, gate: Gate, counts: impl Fn(&Key) -> bool) -> Rate {
        let mut rate = Rate::default();
        for (_, result, score) in self.scores().filter(|(key, _, score)| score.gate == gate && counts(key)) {
            if gate.counts_items() {
                rate.add_items(score.points.unwrap_or_else(|| result.case.unread(gate)));
            } else if gate.gives_points() {
                rate.add(score.points);
            } else {
                rate.count(score.verdict == Verdict::Pass);
            }
        }
        rate
    }
}

impl CaseResult {
    /// The scores of what a target gave back.
    pub fn judged(case: impl Into<AnyCase>, answered: Answered, fixture: Option<&Fixture>) -> Self {
        let case = case.into();
        let scores = case.gates().map(|gate| {
            let judgement = match (&case, &answered, fixture) {
                (AnyCase::Question(case), Answered::Outcome(outcome), Some(fixture)) => {
                    Ok(gate.judge(case, outcome, fixture))
                }
                (AnyCase::Document(truth), Answered::Extracted(extracted), _) => {
                    Ok(gate.judge_extraction(truth, extracted))
                }
                (AnyCase::Search(query), Answered::Ranking(ranking), Some(fixture)) => {
                    Ok(gate.judge_ranking(query, ranking, fixture))
                }
                (_, Answered::NotRun, _) => Err(Verdict::NotRun),
                _ => Err(Verdict::Errored),
            };
            score(gate, judgement)
        });
        let scores = scores.collect();
        Self { case, answered, scores }
    }

    /// Whether it is about the same question, with the same demands and the same answer.
    fn is_equal(&self, case: &AnyCase, answered: &Answered) -> bool {
        let is_same_case = self.case.id() == case.id() && self.case.hash() == case.hash();
        match (&self.answered, answered) {
            (Answered::Outcome(one), Answered::Outcome(other)) => is_same_case && one == other,
            _ => false,
        }
    }
}

/// What became of a gate that applies to a case.
fn score(gate: Gate, judgement: Result<Judgement, Verdict>) -> Score {
    let (verdict, points, failure) = match judgement {
        Ok(Judgement::Pass) => (Verdict::Pass, None, None),
        Ok(Judgement::Fail(failure)) => (Verdict::Fail, None, Some(failure)),
        Ok(Judgement::Scored(points, failure)) => (Verdict::Scored, Some(points), failure),
        // The gate applies, so an answer it does not judge has not been judged.
        Ok(Judgement::NotApplicable) => (Verdict::NotRun, None, None),
        Err(verdict) => (verdict, None, None),
    };
    Score { gate, verdict, points, failure }
}

/// Asks once. A panic is an error of this case alone.
fn unharmed(ask: impl FnOnce() -> Result<Answered, TargetError>) -> Answered {
    match catch_unwind(AssertUnwindSafe(ask)) {
        Ok(Ok(answered)) => answered,
        Ok(Err(error)) => Answered::Error(error),
        Err(payload) => {
            let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let message = text.or_else(|| payload.downcast_ref::<String>().cloned());
            Answered::Error(TargetError::Panicked { message: message.unwrap_or_else(|| "no message".to_owned()) })
        }
    }
}

impl Identity {
    fn of(results: &[CaseResult], fixtures: &BTreeMap<String, Arc<Fixture>>, target: String) -> Self {
        let hash = |parts: &mut dyn Iterator<Item = &str>| {
            let mut hasher = blake3::Hasher::new();
            for part in parts {
                hasher.update(part.as_bytes()).update(b"\n");
            }
            hasher.finalize().to_hex().to_string()
        };
        let phrases: Vec<Arc<Phrasebook>> = fixtures.values().map(|fixture| fixture.phrases()).collect();
        let fixtures = || fixtures.values();
        Self {
            golden: hash(&mut results.iter().flat_map(|result| [result.case.id(), result.case.hash()])),
            corpus: hash(&mut fixtures().map(|fixture| fixture.corpus_hash.as_str())),
            profile: hash(&mut fixtures().map(|fixture| fixture.profile_hash.as_str())),
            target,
            scorer: Gate::scorer_hash(phrases.iter().map(AsRef::as_ref)),
        }
    }
}
