//! Whole evaluations of the sample's searches, through the public API: what a changed ranking does to the baseline, and
//! what no baseline may begin with.

use std::collections::{BTreeMap, BTreeSet};

use harness::baseline::{
    Baseline, Cover, Finding, Kind, LowerError, Refusal, Unusable, Waivers, compare, lower, ratchet,
};
use harness::exit::Exit;
use harness::gate::Gate;
use harness::golden::{Attribute, RetrievalSuite};
use harness::ranking::Ranking;
use harness::run::{Options, Run, Selection};
use harness::target::{Searcher, TargetError};
use jiff::civil::date;

use super::{TODAY, answers, held, keys, request, root};

const FLAGSHIP: &str = "flagship in Causeway Bay";

fn searches() -> RetrievalSuite {
    let suite = RetrievalSuite::load(&root().join("retrieval"), &root().join("fixtures"));
    suite.unwrap_or_else(|faults| panic!("{faults}"))
}

fn run_of(suite: &RetrievalSuite, searcher: &dyn Searcher) -> Run {
    Run::search(suite, &Selection::default(), searcher, Options::default()).unwrap()
}

/// The sample's rankings, one of them changed.
struct Reordered<F> {
    query: &'static str,
    change: F,
}

impl<F: Fn(&mut Ranking) + Send + Sync> Searcher for Reordered<F> {
    fn search(
        &self,
        fixture: &str,
        query: &str,
        filters: &BTreeMap<Attribute, BTreeSet<String>>,
    ) -> Result<Ranking, TargetError> {
        let mut ranking = answers().search(fixture, query, filters)?;
        if query == self.query {
            (self.change)(&mut ranking);
        }
        Ok(ranking)
    }

    fn identity(&self) -> String {
        "reordered".to_owned()
    }
}

#[test]
fn a_new_search_that_is_hard_makes_no_rate_worse() {
    let searches = searches();
    let run_of = |searcher: &dyn Searcher| run_of(&searches, searcher);
    let missing = Unusable::Missing { file: "retrieval.jsonl".into() };
    let first = ratchet(&run_of(&answers()), Err(&missing), &Waivers::default(), TODAY, false).unwrap();
    let mut baseline = first.baseline;
    baseline.entries.retain(|key, _| key.case != "find-flagship");
    let hard = run_of(&Reordered { query: FLAGSHIP, change: |ranking: &mut Ranking| ranking.hits.swap(0, 1) });
    assert!(hard.rate(Gate::Ndcg).is_below(baseline.rate(Gate::Ndcg).unwrap()), "it lowers the mean over all");
    let comparison = held(&hard, &baseline);
    assert!(comparison.findings.iter().all(|finding| finding.kind != Kind::RateBelow), "{:?}", comparison.findings);
}

#[test]
fn a_search_that_falls_is_red_is_lowered_with_its_old_score_and_must_come_back_to_it() {
    let searches = searches();
    let run_of = |searcher: &dyn Searcher| run_of(&searches, searcher);
    let missing = Unusable::Missing { file: "retrieval.jsonl".into() };
    let right = run_of(&answers());
    assert_eq!(compare(&right, Err(&missing), &Waivers::default(), TODAY).exit(), Exit::Unverified);
    let none = Waivers::default();
    let first = ratchet(&right, Err(&missing), &none, TODAY, false).unwrap();
    assert!(first.first);
    let baseline = first.baseline;
    assert_eq!(compare(&right, Ok(&baseline), &none, TODAY).findings, []);
    let fallen = run_of(&Reordered { query: FLAGSHIP, change: |ranking: &mut Ranking| ranking.hits.swap(0, 1) });
    let comparison = held(&fallen, &baseline);
    assert_eq!(keys(&comparison, Kind::Regressed), ["find-flagship:ndcg"]);
    assert!(comparison.findings.iter().any(|f| f.kind == Kind::RateBelow && f.gate == Some(Gate::Ndcg)));
    assert!(matches!(ratchet(&fallen, Ok(&baseline), &none, TODAY, false), Err(Refusal::Findings(_))));
    let lowered = lower(&request("find-flagship:ndcg"), &fallen, &baseline, &none, TODAY).unwrap();
    let was = lowered.waivers.all[0].was.unwrap();
    assert!(was.is_full() && lowered.cover == Cover::Failing);
    let after = |run: &Run, day| compare(run, Ok(&lowered.baseline), &lowered.waivers, day);
    assert_eq!((after(&fallen, TODAY).exit(), after(&fallen, TODAY).findings[0].kind), (Exit::Clean, Kind::Waived));
    assert_eq!(after(&fallen, date(2026, 7, 1)).exit(), Exit::Regressed, "the waiver has run out");
    let claimed = ratchet(&right, Ok(&lowered.baseline), &lowered.waivers, TODAY, false).unwrap();
    assert_eq!((claimed.baseline, claimed.waivers), (baseline, none));
}

#[test]
fn a_search_that_leaks_or_finds_nothing_at_all_is_never_baselined() {
    let searches = searches();
    let missing = Unusable::Missing { file: "retrieval.jsonl".into() };
    let refused = |run: &Run| {
        let refusal = ratchet(run, Err(&missing), &Waivers::default(), TODAY, false).unwrap_err();
        let Refusal::Findings(findings) = refusal else { panic!("{refusal}") };
        let subject = |finding: &Finding| match (&finding.key, finding.gate) {
            (Some(key), _) => key.to_string(),
            (None, gate) => gate.unwrap().to_string(),
        };
        findings.iter().map(subject).collect::<Vec<_>>()
    };
    let leak =
        Reordered { query: FLAGSHIP, change: |ranking: &mut Ranking| ranking.hits[2].doc = "exco_stores.md".into() };
    let leaking = run_of(&searches, &leak);
    assert_eq!(refused(&leaking), ["find-flagship:exclusion", "find-flagship:restricted_leaks"]);
    let lowering =
        lower(&request("find-flagship:restricted_leaks"), &leaking, &Baseline::default(), &Waivers::default(), TODAY);
    assert_eq!(lowering, Err(LowerError::Absolute(Gate::RestrictedLeaks)));
    assert_eq!(refused(&run_of(&searches, &Silent)), ["recall", "mrr", "ndcg"]);
}

/// Finds nothing.
struct Silent;

impl Searcher for Silent {
    fn search(&self, _: &str, _: &str, _: &BTreeMap<Attribute, BTreeSet<String>>) -> Result<Ranking, TargetError> {
        Ok(Ranking::default())
    }

    fn identity(&self) -> String {
        "silent".to_owned()
    }
}
