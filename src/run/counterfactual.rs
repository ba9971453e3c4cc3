//! The counterfactual lane: every case with a source, asked of the copies in which that source is deleted, changed and moved.
//! A copy is written to a folder of its own, opened by whoever answers, asked all that was planned for it, and forgotten. A
//! copy that cannot be made or opened leaves its questions errored, never out.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{
    Answered, AnyCase, CaseResult, Identity, Options, Run, RunError, Selection, SelectionError, score, unharmed,
};
use crate::counterfactual::{Change, Copy, Counterfactual, Plan, Sourced};
use crate::gate::Gate;
use crate::golden::{Fixture, Suite};
use crate::lane::Lane;
use crate::target::{Target, TargetError};
use crate::verdict::{Key, Score, Verdict};

/// Opens what answers over the fixtures of a folder.
pub type Open<'a> = dyn Fn(&Path) -> Result<Arc<dyn Target>, TargetError> + Sync + 'a;

/// What came of one counterfactual.
type Found = (Answered, Score);

impl Run {
    /// Asks the counterfactuals of the selected cases and judges the answers, in the order of the case ids. What shares a
    /// copy is planned over the whole suite, so that a case is asked of the same copy whether alone or among all.
    pub fn counterfactual(
        suite: &Suite,
        selection: &Selection,
        (open, target): (&Open<'_>, String),
        options: Options<'_>,
    ) -> Result<Self, RunError> {
        let selected: Vec<_> = selection.of(suite)?.iter().map(|case| case.id.clone()).collect();
        let plan = Plan::of(suite);
        let is_selected = |sourced: &&Arc<Sourced>| selected.binary_search(&sourced.case.id).is_ok();
        let cases: Vec<&Arc<Sourced>> = plan.cases.iter().filter(is_selected).collect();
        if cases.is_empty() {
            return Err(SelectionError::NothingMatches.into());
        }
        let mut of_copies: BTreeMap<usize, Vec<(&Arc<Sourced>, &Counterfactual)>> = BTreeMap::new();
        for sourced in &cases {
            for one in sourced.asked() {
                of_copies.entry(one.copy).or_default().push((sourced, one));
            }
        }
        let stop = AtomicBool::new(false);
        let of_copy = |(copy, asked): (usize, Vec<(&Arc<Sourced>, &Counterfactual)>)| {
            let opened = match plan.copies.get(copy) {
                _ if stop.load(Ordering::Relaxed) => Err(Answered::NotRun),
                Some(copy) => Opened::of(copy, open).map_err(Answered::Error),
                None => Err(Answered::NotRun),
            };
            let one = |(sourced, one): (&Arc<Sourced>, &Counterfactual)| {
                let found = match &opened {
                    Ok(opened) if !stop.load(Ordering::Relaxed) => opened.ask(one),
                    Ok(_) => unjudged(one, Answered::NotRun),
                    Err(answered) => unjudged(one, answered.clone()),
                };
                let key = Key::new(&sourced.case.id, found.1.gate);
                if options.fail_fast.is_some_and(|fails| fails(&key, &found.1)) {
                    stop.store(true, Ordering::Relaxed);
                }
                (sourced.case.id.clone(), one.change, found)
            };
            asked.into_iter().map(one).collect::<Vec<_>>()
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs).build();
        let pool = pool.map_err(|fault| RunError::Threads { jobs: options.jobs, fault })?;
        let found: Vec<_> = pool.install(|| of_copies.into_par_iter().flat_map_iter(of_copy).collect());
        let mut by_case: BTreeMap<String, BTreeMap<_, Found>> = BTreeMap::new();
        for (id, change, found) in found {
            by_case.entry(id).or_default().insert(change, found);
        }
        let results: Vec<CaseResult> = cases
            .into_iter()
            .map(|sourced| result(sourced, by_case.remove(&sourced.case.id).unwrap_or_default()))
            .inspect(|result| options.progress.into_iter().for_each(|progress| progress(result)))
            .collect();
        Ok(Self {
            suite: Lane::Counterfactual.suite().to_owned(),
            lane: Lane::Counterfactual,
            identity: Identity::of(&results, &suite.fixtures, target),
            results,
            partial: !selection.is_everything(),
        })
    }
}

fn result(sourced: &Arc<Sourced>, found: BTreeMap<Change, Found>) -> CaseResult {
    let mut answered = BTreeMap::new();
    let mut scores = Vec::new();
    for (change, (answer, score)) in found {
        answered.insert(change, answer);
        scores.push(score);
    }
    CaseResult { case: AnyCase::Sourced(Arc::clone(sourced)), answered: Answered::Altered(answered), scores }
}

/// A copy, as the harness and as the target read it.
struct Opened<'a> {
    original: &'a Fixture,
    fixture: Fixture,
    target: Arc<dyn Target>,
}

impl<'a> Opened<'a> {
    fn of(copy: &'a Copy, open: &Open<'_>) -> Result<Self, TargetError> {
        let failed = |what: &dyn std::fmt::Display| TargetError::Failed { message: format!("the copy: {what}") };
        let folder = tempfile::tempdir().map_err(|fault| failed(&fault))?;
        copy.write(folder.path()).map_err(|fault| failed(&fault))?;
        let fixture = Fixture::load(&folder.path().join(&copy.fixture.name))
            .map_err(|faults| failed(&faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")))?;
        let target = open(folder.path())?;
        Ok(Self { original: &copy.fixture, fixture: fixture.as_copy_of(&copy.fixture), target })
    }

    fn ask(&self, one: &Counterfactual) -> Found {
        let case = &one.demanded;
        let answered = unharmed(|| {
            let outcome = self.target.answer(&case.fixture, &case.question, case.reference_date)?;
            Ok(Answered::Outcome(Box::new(outcome)))
        });
        let Answered::Outcome(outcome) = &answered else { return unjudged(one, answered) };
        let gate = Gate::of_change(one.change);
        let judged = score(gate, Ok(gate.judge_counterfactual(one, outcome, (&self.fixture, self.original))));
        (answered, judged)
    }
}

/// A counterfactual without an answer to judge.
fn unjudged(one: &Counterfactual, answered: Answered) -> Found {
    let verdict = if matches!(answered, Answered::NotRun) { Verdict::NotRun } else { Verdict::Errored };
    (answered, score(Gate::of_change(one.change), Err(verdict)))
}

/// The counterfactuals that cases with a source do not have, by what and why.
pub fn left_out(results: &[CaseResult]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for result in results {
        let AnyCase::Sourced(sourced) = &result.case else { continue };
        for (change, why) in sourced.left_out() {
            *counts.entry(format!("{}: {why}", Gate::of_change(change))).or_default() += 1;
        }
    }
    counts
}
