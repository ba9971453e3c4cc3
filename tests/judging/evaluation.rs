//! Whole evaluations over `tests/sample`, through the public API: what a change of the answers, the golden set or the
//! baseline does to the exit. Each silent pass known from other tools has a test here (or in `src/gate/tests.rs`) that
//! shows it red or unverified.

use std::path::Path;
use std::sync::Arc;

use harness::baseline::{Baseline, Kind, Refusal, Report, Unusable, Waivers, compare, lower, ratchet};
use harness::exit::Exit;
use harness::gate::Gate;
use harness::golden::{Case, Suite};
use harness::lane::Lane;
use harness::outcome::Outcome;
use harness::run::{Options, Run, RunError, Selection, SelectionError};
use harness::target::{Target, TargetError};
use harness::verdict::{Key, Score, Verdict};
use jiff::civil::{Date, date};

use super::{TODAY, answers, held, keys, request, root};

pub(super) fn suite() -> Suite {
    Suite::load(&root().join("golden"), &root().join("fixtures")).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The sample's answers, one of them changed.
struct Changed<F> {
    question: &'static str,
    change: F,
}

impl<F: Fn(Outcome) -> Result<Outcome, TargetError> + Send + Sync> Target for Changed<F> {
    fn answer(&self, fixture: &str, question: &str, day: Date) -> Result<Outcome, TargetError> {
        let outcome = answers().answer(fixture, question, day)?;
        if question == self.question { (self.change)(outcome) } else { Ok(outcome) }
    }

    fn identity(&self) -> String {
        "changed".to_owned()
    }
}

pub(super) const HK_2024: &str = "香港2024年营收是多少？";
const COMPETITOR: &str = "九曜2024年营收是多少？";

pub(super) fn run_of(suite: &Suite, target: &dyn Target) -> Run {
    Run::execute(suite, &Selection::default(), Lane::Tool, target, Options::default()).unwrap()
}

fn changed(question: &'static str, change: impl Fn(Outcome) -> Result<Outcome, TargetError> + Send + Sync) -> Run {
    run_of(&suite(), &Changed { question, change })
}

pub(super) fn edited(question: &'static str, edit: impl Fn(&mut Outcome) + Send + Sync) -> Run {
    changed(question, move |mut outcome| {
        edit(&mut outcome);
        Ok(outcome)
    })
}

/// The baseline of the right answers.
pub(super) fn reached() -> Baseline {
    let missing = Unusable::Missing { file: "qa.tool.jsonl".into() };
    ratchet(&run_of(&suite(), &answers()), Err(&missing), &Waivers::default(), TODAY, false).unwrap().baseline
}

#[test]
fn right_answers_are_clean_and_judged_to_the_last_pair() {
    let run = run_of(&suite(), &answers());
    let comparison = held(&run, &reached());
    assert_eq!(comparison.findings, []);
    assert_eq!(comparison.exit(), Exit::Clean);
    for gate in Gate::of(Lane::Tool) {
        let rate = run.rate(gate);
        assert!(rate.out_of > 0 && rate.passed == rate.out_of, "{gate} {rate}");
    }
}

/// Gates that judge the answer as a reader sees it.
const WHOLE: [Gate; 2] = [Gate::AnswerAccounting, Gate::Disclosure];

#[test]
fn each_break_turns_the_right_gate_red() {
    type Edit = fn(&mut Outcome);
    let breaks: [(&str, &'static str, Edit, &str); 5] = [
        ("wrong unit", HK_2024, |o| o.answer = o.answer.replace("百万美元", "美元"), "hk-2024:numeric_accuracy"),
        ("wrong locator", HK_2024, |o| o.sources[0].locator = "sheet=PL!D7".into(), "hk-2024:citation_validity"),
        ("dropped refusal", COMPETITOR, |o| o.refused = false, "competitor:refusal_appropriateness"),
        (
            "needless question",
            HK_2024,
            |o| o.clarification.mode = harness::outcome::ClarificationMode::AskFirst,
            "hk-2024:clarification_appropriateness",
        ),
        ("number in a refusal", COMPETITOR, |o| o.answer.push_str("约一千三百二十"), "competitor:fabrication"),
    ];
    for (name, question, edit, key) in breaks {
        let comparison = held(&edited(question, edit), &reached());
        // The gates on the whole answer see all of these too.
        let of_one_field = |other: &String| !WHOLE.iter().any(|gate| other.ends_with(gate.as_str()));
        let regressed: Vec<String> = keys(&comparison, Kind::Regressed).into_iter().filter(of_one_field).collect();
        assert_eq!(regressed, [key], "{name}");
        assert_eq!(comparison.exit(), Exit::Regressed, "{name}");
    }
}

#[test]
fn a_deleted_or_renamed_case_is_red() {
    let baseline = reached();
    let mut fewer = suite();
    fewer.cases.retain(|case| case.id != "assumed");
    let comparison = held(&run_of(&fewer, &answers()), &baseline);
    assert_eq!(keys(&comparison, Kind::Gone).len(), 9);
    assert_eq!(comparison.exit(), Exit::Regressed);
    let mut renamed = suite();
    for case in &mut renamed.cases {
        if case.id == "assumed" {
            Arc::make_mut(case).id = "assumed-too".to_owned();
        }
    }
    assert_eq!(held(&run_of(&renamed, &answers()), &baseline).exit(), Exit::Regressed);
}

#[test]
fn an_edited_expectation_is_red_even_when_the_answer_passes() {
    let mut edited = suite();
    for case in &mut edited.cases {
        if case.id == "hk-2024" {
            Arc::make_mut(case).hash = "edited".to_owned();
        }
    }
    let comparison = held(&run_of(&edited, &answers()), &reached());
    assert_eq!(keys(&comparison, Kind::ExpectationChanged).len(), 9);
    assert_eq!(comparison.exit(), Exit::Regressed);
}

#[test]
fn an_edited_baseline_is_red() {
    let failing = edited(HK_2024, |o| o.sources.clear());
    let mut lowered = reached();
    let key: Key = "hk-2024:citation_validity".parse().unwrap();
    lowered.entries.get_mut(&key).unwrap().verdict = Verdict::Fail;
    let comparison = held(&failing, &lowered);
    assert_eq!(keys(&comparison, Kind::Unwaived), ["hk-2024:citation_validity"]);
    assert_eq!(comparison.exit(), Exit::Regressed);
}

#[test]
fn zero_cases_or_a_filter_that_matches_nothing_is_no_run() {
    let none =
        |selection: Selection| match Run::execute(&suite(), &selection, Lane::Tool, &answers(), Options::default()) {
            Err(RunError::Selection(error)) => error,
            other => panic!("{other:?}"),
        };
    assert_eq!(none(Selection { filter: Some("nope".into()), ..Selection::default() }), SelectionError::NothingMatches);
    let tags = vec![("topic".into(), "nope".into())];
    assert_eq!(none(Selection { tags, ..Selection::default() }), SelectionError::NothingMatches);
    let cases = vec!["nope".into()];
    assert_eq!(none(Selection { cases, ..Selection::default() }), SelectionError::UnknownCase("nope".into()));
    assert_eq!(Report { sections: vec![], waivers: vec![] }.exit(), Exit::Unverified);
    let mut empty = run_of(&suite(), &answers());
    empty.results.clear();
    let missing = Unusable::Missing { file: "f".into() };
    assert_eq!(compare(&empty, Err(&missing), &Waivers::default(), TODAY).exit(), Exit::Unverified);
    assert_eq!(held(&empty, &reached()).exit(), Exit::Regressed);
}

#[test]
fn a_missing_empty_or_garbled_baseline_is_unverified() {
    let run = run_of(&suite(), &answers());
    for unusable in
        [Baseline::load(Path::new("/nowhere/qa.tool.jsonl")), Baseline::parse("f", ""), Baseline::parse("f", "?")]
    {
        let unusable = unusable.unwrap_err();
        assert_eq!(compare(&run, Err(&unusable), &Waivers::default(), TODAY).exit(), Exit::Unverified);
    }
}

/// What a baseline records under a waiver is no regression for want of the file; the want alone is said, and a ratchet
/// does not fill it with less.
#[test]
fn a_lost_baseline_is_unverified_although_waivers_speak_of_it() {
    let failing = edited(HK_2024, |o| o.sources.clear());
    let (baseline, none) = (reached(), Waivers::default());
    let waivers = lower(&request("hk-2024:citation_validity"), &failing, &baseline, &none, TODAY).unwrap().waivers;
    for unusable in [Unusable::Missing { file: "f".into() }, Baseline::parse("f", "?").unwrap_err()] {
        let held = |run: &Run, day| compare(run, Err(&unusable), &waivers, day);
        let comparison = held(&failing, TODAY);
        let kinds: Vec<Kind> = comparison.findings.iter().map(|finding| finding.kind).collect();
        assert_eq!((comparison.exit(), kinds), (Exit::Unverified, vec![Kind::Unverified, Kind::Waived]));
        assert!(comparison.findings[0].message.contains("restore the file"), "{}", comparison.findings[0].message);
        // What no waiver covers, or no longer, is a known fault whatever else is missing.
        assert_eq!(held(&failing, date(2026, 7, 1)).exit(), Exit::Regressed);
        assert_eq!(held(&edited(HK_2024, |o| o.refused = true), TODAY).exit(), Exit::Regressed);
    }
    let missing = Unusable::Missing { file: "f".into() };
    let refusal = ratchet(&failing, Err(&missing), &waivers, TODAY, false).unwrap_err();
    assert!(matches!(refusal, Refusal::Lost { waivers: 1, .. }), "{refusal}");
}

#[test]
fn a_gate_missing_from_the_run_or_from_the_baseline_is_not_skipped() {
    let run = run_of(&suite(), &answers());
    let mut without = reached();
    without.entries.retain(|key, _| key.gate != Gate::CitationValidity);
    let comparison = held(&run, &without);
    assert_eq!(comparison.exit(), Exit::Unverified);
    let mut lost = run;
    for result in &mut lost.results {
        result.scores.retain(|score| score.gate != Gate::CitationValidity);
    }
    let comparison = held(&lost, &reached());
    assert_eq!(comparison.exit(), Exit::Regressed);
    assert!(!keys(&comparison, Kind::Gone).is_empty());
    assert!(comparison.findings.iter().any(|f| f.kind == Kind::RateBelow && f.gate == Some(Gate::CitationValidity)));
}

#[test]
fn errored_cases_stay_in_the_denominator_and_are_red() {
    let whole = run_of(&suite(), &answers()).rate(Gate::Fabrication);
    let run = changed(HK_2024, |_| Err(TargetError::Failed { message: "rate limited".into() }));
    let rate = run.rate(Gate::Fabrication);
    assert_eq!((rate.out_of, rate.passed), (whole.out_of, whole.passed - 1));
    assert!(rate.is_below(whole));
    let comparison = held(&run, &reached());
    assert_eq!((keys(&comparison, Kind::Regressed).len(), comparison.exit()), (9, Exit::Regressed));
    let missing = Unusable::Missing { file: "f".into() };
    assert_eq!(compare(&run, Err(&missing), &Waivers::default(), TODAY).exit(), Exit::Unverified);
}

#[test]
fn a_panic_is_an_error_of_its_case_alone() {
    let run = changed(HK_2024, |_| panic!("boom"));
    let errored: Vec<_> = run.scores().filter(|(_, _, score)| score.verdict == Verdict::Errored).collect();
    assert!(errored.len() == 9 && errored.iter().all(|(key, _, _)| key.case == "hk-2024"));
}

#[test]
fn an_empty_rate_is_below_any_other() {
    use harness::verdict::Rate;
    let rate = |passed, out_of| Rate { passed, out_of, extra: 0 };
    let (empty, full, half) = (Rate::default(), rate(4, 4), rate(3, 6));
    assert!(empty.is_below(full) && empty.is_below(half) && half.is_below(full));
    assert!(!full.is_below(half) && !half.is_below(rate(1, 2)) && !full.is_below(empty));
}

#[test]
fn a_new_failing_case_is_red_and_a_new_passing_one_is_an_unclaimed_gain() {
    let mut earlier = reached();
    earlier.entries.retain(|key, _| key.case != "hk-2024");
    let gained = held(&run_of(&suite(), &answers()), &earlier);
    assert_eq!((keys(&gained, Kind::UnclaimedGain).len(), gained.exit()), (9, Exit::Clean));
    let failing = held(&edited(HK_2024, |o| o.sources.clear()), &earlier);
    assert_eq!(keys(&failing, Kind::NewFailing), ["hk-2024:citation_validity"]);
    assert_eq!(failing.exit(), Exit::Regressed);
}

#[test]
fn a_first_run_does_not_baseline_whatever_it_got() {
    let missing = Unusable::Missing { file: "f".into() };
    let failing = edited(HK_2024, |o| o.sources.clear());
    let refusal = ratchet(&failing, Err(&missing), &Waivers::default(), TODAY, false).unwrap_err();
    assert!(matches!(refusal, Refusal::Findings(_)), "{refusal}");
    let good = ratchet(&run_of(&suite(), &answers()), Err(&missing), &Waivers::default(), TODAY, false).unwrap();
    assert!(good.first && good.raised.len() == good.baseline.entries.len());
}

#[test]
fn the_ratchet_refuses_regressions_partial_runs_garbled_files_and_ci() {
    let (run, baseline, none) = (run_of(&suite(), &answers()), reached(), Waivers::default());
    assert!(matches!(ratchet(&run, Ok(&baseline), &none, TODAY, true), Err(Refusal::Ci)));
    let partial = Run { partial: true, ..run.clone() };
    assert!(matches!(ratchet(&partial, Ok(&baseline), &none, TODAY, false), Err(Refusal::Partial)));
    let garbled = Baseline::parse("f", "").unwrap_err();
    assert!(matches!(ratchet(&run, Err(&garbled), &none, TODAY, false), Err(Refusal::Unusable(_))));
    let worse = edited(HK_2024, |o| o.refused = true);
    assert!(matches!(ratchet(&worse, Ok(&baseline), &none, TODAY, false), Err(Refusal::Findings(_))));
    let unchanged = ratchet(&run, Ok(&baseline), &none, TODAY, false).unwrap();
    assert_eq!((unchanged.raised.len(), unchanged.baseline), (0, baseline));
}

#[test]
fn a_selected_run_is_partial_and_leaves_the_other_keys_alone() {
    let selection = Selection { cases: vec!["hk-2024".into()], ..Selection::default() };
    let run = Run::execute(&suite(), &selection, Lane::Tool, &answers(), Options::default()).unwrap();
    assert!(run.partial && run.results.len() == 1);
    assert_eq!(held(&run, &reached()).findings, []);
}

#[test]
fn what_was_not_asked_is_not_run_and_not_green() {
    let failing =
        Changed { question: "营收是多少？", change: |_| Err(TargetError::Failed { message: "no".into() }) };
    let fails = |_: &Key, score: &Score| !score.is_judged_right();
    let options = Options { jobs: 1, fail_fast: Some(&fails), ..Options::default() };
    let run = Run::execute(&suite(), &Selection::default(), Lane::Tool, &failing, options).unwrap();
    let not_run = run.scores().filter(|(_, _, score)| score.verdict == Verdict::NotRun).count();
    assert!(not_run > 0);
    assert_eq!(run.results.len(), suite().cases.len());
    assert_eq!(held(&run, &reached()).exit(), Exit::Regressed);
}

/// What another lane answered alike is not judged twice; what it answered otherwise, and what is demanded otherwise, is.
#[test]
fn a_score_is_taken_over_only_with_the_same_answer_to_the_same_case() {
    let (suite, everything) = (suite(), Selection::default());
    let after = |judged: &Run, suite: &Suite, target: &dyn Target| {
        let options = Options { judged: Some(judged), ..Options::default() };
        Run::execute(suite, &everything, Lane::Agent, target, options).unwrap()
    };
    let (right, wrong) = (run_of(&suite, &answers()), edited(HK_2024, |o| o.refused = true));
    for (judged, answer) in [(&right, &right), (&right, &wrong), (&wrong, &right), (&wrong, &wrong)] {
        let is_refused = std::ptr::eq(answer, &raw const wrong);
        let target = Changed {
            question: HK_2024,
            change: move |mut outcome: Outcome| {
                outcome.refused |= is_refused;
                Ok(outcome)
            },
        };
        let scores = |run: &Run| run.scores().map(|(key, _, score)| (key, score.clone())).collect::<Vec<_>>();
        assert_eq!(scores(&after(judged, &suite, &target)), scores(answer));
    }
    // Scores that nobody would give show that they are taken over, and from where.
    let mut odd = right.clone();
    for result in &mut odd.results {
        result.scores.iter_mut().for_each(|score| score.verdict = Verdict::NotRun);
    }
    let verdicts = |run: &Run| run.scores().map(|(_, _, score)| score.verdict).collect::<Vec<_>>();
    assert_eq!(verdicts(&after(&odd, &suite, &answers())), verdicts(&odd));
    let mut demanded = suite.clone();
    for case in &mut demanded.cases {
        let mut other = Case::clone(case);
        other.hash.push('x');
        *case = Arc::new(other);
    }
    assert_eq!(verdicts(&after(&odd, &demanded, &answers())), verdicts(&right));
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let json = |jobs| {
        let options = Options { jobs, ..Options::default() };
        let run = Run::execute(&suite(), &Selection::default(), Lane::Tool, &answers(), options).unwrap();
        serde_json::to_string(&run).unwrap()
    };
    assert_eq!(json(1), json(2));
    assert_eq!(json(2), json(2));
}
