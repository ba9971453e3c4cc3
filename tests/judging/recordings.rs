//! Recorded answers, sets that hold a part of all suites, a target that hangs, and what a baseline was claimed against.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use harness::baseline::{Identities, Kind, Unusable, Waivers, compare, is_failure, lower, ratchet};
use harness::exit::Exit;
use harness::gate::Gate;
use harness::golden::{RetrievalSuite, Suite, strays};
use harness::lane::Lane;
use harness::outcome::Outcome;
use harness::ranking::Ranking;
use harness::run::{Options, Run, Selection};
use harness::target::{Patient, ScriptedTarget, Searcher, Target, TargetError};
use harness::verdict::{Key, Score, Verdict};
use jiff::civil::{Date, date};

use super::{TODAY, answers, keys, request, root};

const QUESTION: &str = "香港去年营收是多少？";

/// A recorded answer that only says what it is.
fn line(day: &str, answer: &str) -> String {
    let day = if day.is_empty() { String::new() } else { format!("\"reference_date\":\"{day}\",") };
    let mode = "\"clarification\":{\"mode\":\"none\"}";
    format!(
        "{{\"fixture\":\"shop\",{day}\"answer\":{{\"question\":\"{QUESTION}\",\"route\":\"structured\",{mode},\"answer\":\
         \"{answer}\",\"refused\":false}}}}\n"
    )
}

#[test]
fn an_answer_is_that_of_its_question_on_its_day() {
    let said = |lines: &str, day: Date| {
        let script = ScriptedTarget::from_lines(lines).unwrap();
        script.answer("shop", QUESTION, day).map(|outcome| outcome.answer)
    };
    let (then, now) = (date(2025, 3, 15), date(2026, 3, 15));
    let two = line("2025-03-15", "one") + &line("2026-03-15", "two");
    assert_eq!((said(&two, then), said(&two, now)), (Ok("one".to_owned()), Ok("two".to_owned())));
    assert!(said(&two, date(2024, 3, 15)).is_err(), "an answer of another day is none");
    assert_eq!(said(&line("", "always"), then), Ok("always".to_owned()));
}

/// A wrong answer, then a right one: which of the two is judged must not depend on their order.
#[test]
fn what_is_recorded_twice_is_refused() {
    let search = r#"{"fixture":"shop","query":"q","filters":{},"ranking":{"hits":[]}}"#.to_owned() + "\n";
    let grid = r#"{"fixture":"shop","grid":{"doc":"a.xlsx","sheet":"S","cells":[]}}"#.to_owned() + "\n";
    for (lines, part) in [
        (
            line("", "wrong") + &line("", "right"),
            "line 2 records an answer to `香港去年营收是多少？` of `shop` a second",
        ),
        (line("2026-03-15", "wrong") + &line("2026-03-15", "right"), "line 2 records an answer"),
        (line("2026-03-15", "wrong") + &line("", "right"), "line 2 records an answer"),
        (line("", "wrong") + "\n" + &line("2026-03-15", "right"), "line 3 records an answer"),
        (search.repeat(2), "line 2 records a ranking for `q`"),
        (grid.repeat(2), "line 2 records a grid of `a.xlsx`"),
        ("{\"fixture\":\"shop\"}".to_owned(), "line 1 records nothing"),
        ("?".to_owned(), "line 1 is no recorded answer"),
    ] {
        let fault = ScriptedTarget::from_lines(&lines).unwrap_err().to_string();
        assert!(fault.contains(part), "{part} in {fault}");
    }
}

/// Hangs at one question.
struct Hanging;

impl Target for Hanging {
    fn answer(&self, fixture: &str, question: &str, day: Date) -> Result<Outcome, TargetError> {
        if question == "营收是多少？" {
            thread::sleep(Duration::from_hours(1));
        }
        answers().answer(fixture, question, day)
    }

    fn identity(&self) -> String {
        "hanging".to_owned()
    }
}

fn suite() -> Suite {
    Suite::load(&root().join("golden"), &root().join("fixtures")).unwrap_or_else(|faults| panic!("{faults}"))
}

fn run_of(suite: &Suite, target: &dyn Target) -> Run {
    Run::execute(suite, &Selection::default(), Lane::Tool, target, Options::default()).unwrap()
}

#[test]
fn a_case_that_hangs_is_errored_with_its_name_and_the_run_ends() {
    let patient = Patient::<dyn Target>::new(Arc::new(Hanging), Duration::from_secs(1));
    let run = run_of(&suite(), &patient);
    let errored: Vec<String> =
        run.scores().filter(|(_, _, score)| score.verdict == Verdict::Errored).map(|(key, _, _)| key.case).collect();
    assert!(errored.len() == 9 && errored.iter().all(|case| case == "assumed"), "{errored:?}");
    assert_eq!(run.results.len(), suite().cases.len());
}

#[test]
fn what_a_waiver_excuses_stops_nothing() {
    let failing = ScriptedTarget::from_lines(&std::fs::read_to_string(root().join("answers.jsonl")).unwrap().replacen(
        "\"refused\": false",
        "\"refused\": true",
        1,
    ));
    let missing = Unusable::Missing { file: "f".into() };
    let right = run_of(&suite(), &answers());
    let baseline = ratchet(&right, Err(&missing), &Waivers::default(), TODAY, false).unwrap().baseline;
    let run = run_of(&suite(), &failing.unwrap());
    let red: Vec<(Key, Score)> = run
        .scores()
        .filter(|(_, _, score)| !score.is_judged_right())
        .map(|(key, _, score)| (key, score.clone()))
        .collect();
    let (key, score) = red.iter().find(|(key, _)| !key.gate.is_absolute()).unwrap();
    let fails = |waivers: &Waivers, day| is_failure(key, score, Lane::Tool, Some(&baseline), waivers, day);
    assert!(fails(&Waivers::default(), TODAY));
    let lowered = lower(&request(&key.to_string()), &run, &baseline, &Waivers::default(), TODAY).unwrap();
    assert!(!fails(&lowered.waivers, TODAY));
    assert!(fails(&lowered.waivers, date(2026, 7, 1)), "it has run out");
}

/// A set with questions for reasons alone is judged by what judges them, and says what it has none of.
#[test]
fn a_set_of_reasons_alone_is_judged() {
    let mut reasons = suite();
    reasons.cases.retain(|case| case.id == "why-stores");
    let run = run_of(&reasons, &answers());
    let missing = Unusable::Missing { file: "f".into() };
    let claimed = ratchet(&run, Err(&missing), &Waivers::default(), TODAY, false).unwrap();
    let comparison = compare(&run, Ok(&claimed.baseline), &Waivers::default(), TODAY);
    assert_eq!(comparison.exit(), Exit::Clean, "{:?}", comparison.findings);
    let without: Vec<_> = comparison.findings.iter().map(|finding| (finding.kind, finding.gate)).collect();
    assert_eq!(without, [(Kind::NotInSet, Some(Gate::NumericAccuracy))]);
    // What was judged before and is judged no more is gone, and not a choice.
    let whole = run_of(&suite(), &answers());
    let baseline = ratchet(&whole, Err(&missing), &Waivers::default(), TODAY, false).unwrap().baseline;
    assert_eq!(compare(&run, Ok(&baseline), &Waivers::default(), TODAY).exit(), Exit::Regressed);
}

/// The sample's rankings, filled up with nothing.
struct Padded<F>(F);

impl<F: Fn(&mut Ranking) + Send + Sync> Searcher for Padded<F> {
    fn search(
        &self,
        fixture: &str,
        query: &str,
        filters: &std::collections::BTreeMap<harness::golden::Attribute, std::collections::BTreeSet<String>>,
    ) -> Result<Ranking, TargetError> {
        let mut ranking = answers().search(fixture, query, filters)?;
        (self.0)(&mut ranking);
        Ok(ranking)
    }

    fn identity(&self) -> String {
        "padded".to_owned()
    }
}

/// What is done to a ranking.
type Edit = fn(&mut Ranking);

#[test]
fn hits_that_show_nothing_or_the_same_again_are_no_ranking() {
    let searches = RetrievalSuite::load(&root().join("retrieval"), &root().join("fixtures"));
    let searches = searches.unwrap_or_else(|faults| panic!("{faults}"));
    let missing = Unusable::Missing { file: "f".into() };
    let run =
        |searcher: &dyn Searcher| Run::search(&searches, &Selection::default(), searcher, Options::default()).unwrap();
    let baseline = ratchet(&run(&answers()), Err(&missing), &Waivers::default(), TODAY, false).unwrap().baseline;
    let edits: [(&str, Edit); 5] = [
        ("empty texts", |r| r.hits.iter_mut().for_each(|hit| hit.text.clear())),
        ("no places", |r| r.hits.iter_mut().for_each(|hit| hit.locator.clear())),
        ("doubled", |r| r.hits = r.hits.iter().flat_map(|hit| [hit.clone(), hit.clone()]).collect()),
        ("one place for all", |r| r.hits.iter_mut().for_each(|hit| hit.locator = "para1-1".to_owned())),
        ("one text for all", |r| r.hits.iter_mut().for_each(|hit| hit.text = "Stores.".to_owned())),
    ];
    for (name, edit) in edits {
        let comparison = compare(&run(&Padded(edit)), Ok(&baseline), &Waivers::default(), TODAY);
        assert_eq!(comparison.exit(), Exit::Regressed, "{name}");
        assert!(keys(&comparison, Kind::Regressed).iter().any(|key| key.starts_with("find-flagship:")), "{name}");
    }
}

#[test]
fn what_was_judged_against_is_remembered_and_changes_with_a_reason_alone() {
    let run = run_of(&suite(), &answers());
    let mut known = Identities::default();
    assert_eq!(known.check(&run).len(), 4, "nothing is on file");
    known.claim(&run, None, false).unwrap();
    assert_eq!(known.check(&run), []);
    assert_eq!(Identities::parse("f", &known.render()).unwrap(), known);
    for part in ["corpus", "profile", "scorer"] {
        let mut other = run.clone();
        match part {
            "corpus" => other.identity.corpus = "x".to_owned(),
            "profile" => other.identity.profile = "x".to_owned(),
            _ => other.identity.scorer = "x".to_owned(),
        }
        let findings = known.check(&other);
        assert!(findings.len() == 1 && findings[0].message.contains(&format!("the {part} changed")), "{findings:?}");
        let mut next = known.clone();
        for none in [None, Some(""), Some("because")] {
            assert!(next.claim(&other, none, false).is_err(), "{none:?} is no reason");
        }
        next.claim(&other, Some("the report was restated"), false).unwrap();
        assert_eq!(next.check(&other), []);
        assert_eq!(next.against(&known), [], "it says why");
        let silent = Identities::parse(
            "f",
            &next.render().replace("the report was restated", "written down for the first time"),
        );
        assert_eq!(silent.unwrap().against(&known).len(), 1, "the reason is that of before");
    }
    let partial = Run { partial: true, ..run.clone() };
    let mut selected = partial.clone();
    selected.identity.golden = "x".to_owned();
    assert_eq!(known.check(&selected), [], "a selection is not the golden set");
    assert_eq!(Identities::default().against(&known).len(), 4, "lines were taken out");
}

#[test]
fn what_no_suite_reads_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "{}").unwrap();
    };
    ["qa/shop.qa.jsonl", "README.md", "snapshots/x.snap"].into_iter().for_each(put);
    assert!(strays(folder.path()).is_ok());
    for stray in ["cases.jsonl", "qa2/shop.qa.jsonl", ".hidden.jsonl"] {
        put(stray);
        let fault = strays(folder.path()).unwrap_err().to_string();
        assert!(
            fault.contains(stray.split('/').next().unwrap()) && fault.contains("no golden set reads this"),
            "{fault}"
        );
    }
    for stray in ["qa/shop.more.json", "qa/shop.more.jsonl.txt", "qa/more/shop.qa.jsonl"] {
        put(stray);
        let faults = Suite::load(&folder.path().join("qa"), &root().join("fixtures")).unwrap_err().to_string();
        let name = folder.path().join(stray.strip_suffix("/shop.qa.jsonl").unwrap_or(stray));
        assert!(faults.contains(&format!("{}: no golden set reads this", name.display())), "{faults}");
    }
}
