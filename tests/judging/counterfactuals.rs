//! The counterfactual lane over the sample: the engine follows its sources, and whatever does not is red.

use std::path::Path;
use std::sync::Arc;

use harness::baseline::{Unusable, Waivers, compare, ratchet};
use harness::counterfactual::{Change, Plan};
use harness::exit::Exit;
use harness::gate::Gate;
use harness::lane::Lane;
use harness::outcome::Outcome;
use harness::run::{Options, Run, RunError, Selection, SelectionError};
use harness::target::{EngineOpener, EngineTarget, Target, TargetError};
use harness::verdict::Verdict;
use jiff::civil::Date;

use super::evaluation::suite;
use super::{TODAY, answers, root};

type Opened = Result<Arc<dyn Target>, TargetError>;

fn run(selection: &Selection, open: &(dyn Fn(&Path) -> Opened + Sync)) -> Run {
    let target = (open as _, "of a test".to_owned());
    Run::counterfactual(&suite(), selection, target, Options::default()).unwrap()
}

fn engine(fixtures: &Path) -> Opened {
    Ok(Arc::new(EngineTarget::open(fixtures, Lane::Counterfactual)?))
}

fn red(run: &Run, gate: Gate) -> (usize, usize) {
    let rate = run.rate(gate);
    (rate.out_of - rate.passed, rate.out_of)
}

const GATES: [Gate; 3] = [Gate::SourceDeleted, Gate::SourceChanged, Gate::SourceMoved];

/// The case that the engine takes for a question about reasons, for which the sample has no document.
const NOT_THE_ENGINES: &str = "hk-change";

#[test]
fn an_engine_that_reads_its_sources_is_clean() {
    let opener = EngineOpener::default();
    let run = run(&Selection::default(), &|fixtures| Ok(Arc::new(opener.open(fixtures, Lane::Counterfactual)?)));
    let others = run.scores().filter(|(key, _, _)| key.case != NOT_THE_ENGINES);
    let why = others.filter_map(|(key, _, score)| Some(format!("{key}: {}", score.failure.as_ref()?.why)));
    assert_eq!(why.collect::<Vec<_>>(), [""; 0]);
    assert_eq!(GATES.map(|gate| red(&run, gate).1 > 5), [true; 3]);
}

#[test]
fn the_next_run_is_held_against_this_one() {
    let opener = EngineOpener::default();
    let mut reads = run(&Selection::default(), &|fixtures| Ok(Arc::new(opener.open(fixtures, Lane::Counterfactual)?)));
    reads.results.retain(|result| result.case.id() != NOT_THE_ENGINES);
    let missing = Unusable::Missing { file: "counterfactual.jsonl".into() };
    let baseline = ratchet(&reads, Err(&missing), &Waivers::default(), TODAY, false).unwrap().baseline;
    let exit = |run: &Run| compare(run, Ok(&baseline), &Waivers::default(), TODAY).exit();
    assert_eq!(exit(&reads), Exit::Clean);
    let mut remembers = run(&Selection::default(), &|_| engine(&root().join("fixtures")));
    remembers.results.retain(|result| result.case.id() != NOT_THE_ENGINES);
    assert_eq!(exit(&remembers), Exit::Regressed);
    // A case that is asked no longer is gone, not left out.
    reads.results.truncate(1);
    assert_eq!(exit(&reads), Exit::Regressed);
}

#[test]
fn answers_that_stay_the_same_are_red_everywhere() {
    // An answer from a memory of the fixture as it was: the recorded ones, and the engine's own.
    let recorded = run(&Selection::default(), &|_| Ok(Arc::new(answers())));
    let remembered = run(&Selection::default(), &|_| engine(&root().join("fixtures")));
    for run in [recorded, remembered] {
        for gate in GATES {
            let (red, all) = red(&run, gate);
            assert_eq!(red, all, "{gate}");
        }
    }
}

/// Answers the question as it is, and where that is refused, the same about the year before.
struct Neighbour {
    target: Arc<dyn Target>,
}

impl Target for Neighbour {
    fn answer(&self, fixture: &str, question: &str, day: Date) -> Result<Outcome, TargetError> {
        let honest = self.target.answer(fixture, question, day)?;
        if honest.refused { self.target.answer(fixture, &question.replace("2024", "2023"), day) } else { Ok(honest) }
    }

    fn identity(&self) -> String {
        "a neighbour's".to_owned()
    }
}

#[test]
fn a_neighbour_that_comes_instead_is_red() {
    let selection = Selection { cases: vec!["hk-2024".to_owned()], ..Selection::default() };
    let run = run(&selection, &|fixtures| Ok(Arc::new(Neighbour { target: engine(fixtures)? })));
    assert!(run.partial);
    assert_eq!(red(&run, Gate::SourceChanged), (0, 1), "its own source is there, and it follows");
    assert_eq!(red(&run, Gate::SourceDeleted), (1, 1));
    let failure = run.results[0].scores[0].failure.as_ref().unwrap();
    assert!(failure.why.contains("HK 2023 REVENUE (TOTAL) = 1200 comes instead"), "{}", failure.why);
    assert!(
        failure.expected.contains("1320.50 USD_M is deleted, at Annual_2024.xlsx · sheet=PL!C7"),
        "{}",
        failure.expected
    );
}

#[test]
fn a_copy_that_cannot_be_opened_leaves_no_case_out() {
    let broken = |_: &Path| Err(TargetError::Failed { message: "out of memory".to_owned() });
    let run = run(&Selection::default(), &broken);
    let plan = Plan::of(&suite());
    assert_eq!(run.scores().count(), plan.count());
    assert!(run.scores().all(|(_, _, score)| score.verdict == Verdict::Errored));
    let missing = Unusable::Missing { file: "counterfactual.jsonl".into() };
    assert_eq!(compare(&run, Err(&missing), &Waivers::default(), TODAY).exit(), Exit::Unverified);
}

#[test]
fn a_selection_without_a_source_judges_nothing() {
    let selection = Selection { cases: vec!["competitor".to_owned()], ..Selection::default() };
    let open = |fixtures: &Path| engine(fixtures);
    let target = (&open as _, String::new());
    let ended = Run::counterfactual(&suite(), &selection, target, Options::default());
    assert!(matches!(ended, Err(RunError::Selection(SelectionError::NothingMatches))));
}

#[test]
fn each_kind_has_its_gate() {
    for (change, gate) in Change::ALL.into_iter().zip(GATES) {
        assert_eq!(Gate::of_change(change), gate);
        assert!(gate.judges(Lane::Counterfactual) && !gate.judges(Lane::Tool));
    }
}
