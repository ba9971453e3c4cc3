//! Whole evaluations of the sample's documents, through the public API: what a changed reading does to the baseline, and
//! that what was not read is never taken for right.

use harness::baseline::{Baseline, Cover, Kind, Refusal, Unusable, Waivers, compare, lower, ratchet};
use harness::exit::Exit;
use harness::extracted::Extracted;
use harness::gate::Gate;
use harness::golden::ExtractionSuite;
use harness::lane::Lane;
use harness::run::{Options, Run, Selection};
use harness::snapshot::{Folder, Mode, State};
use harness::target::{Extractor, TargetError};
use harness::verdict::Verdict;

use super::{TODAY, answers, held, keys, request, root};

const DOC: &str = "Stores_2021.xlsx";

fn documents() -> ExtractionSuite {
    let suite = ExtractionSuite::load(&root().join("extraction"), &root().join("fixtures"));
    suite.unwrap_or_else(|faults| panic!("{faults}"))
}

/// The sample's grids, with what one document yields changed.
struct Changed<F>(F);

impl<F> Extractor for Changed<F>
where
    F: Fn(Extracted) -> Result<Option<Extracted>, TargetError> + Send + Sync,
{
    fn extract(&self, fixture: &str, doc: &str) -> Result<Option<Extracted>, TargetError> {
        let right = answers().extract(fixture, doc)?.unwrap_or_default();
        if doc == DOC { (self.0)(right) } else { Ok(Some(right)) }
    }

    fn identity(&self) -> String {
        "changed".to_owned()
    }
}

fn run_of(extractor: &dyn Extractor) -> Run {
    Run::extract(&documents(), &Selection::default(), extractor, Options::default()).unwrap()
}

fn edited(edit: impl Fn(&mut Extracted) + Send + Sync) -> Run {
    run_of(&Changed(|mut extracted| {
        edit(&mut extracted);
        Ok(Some(extracted))
    }))
}

fn reached() -> Baseline {
    let missing = Unusable::Missing { file: "extraction.jsonl".into() };
    ratchet(&run_of(&answers()), Err(&missing), &Waivers::default(), TODAY, false).unwrap().baseline
}

#[test]
fn a_right_reading_is_clean_and_reads_back_from_its_baseline() {
    let (run, baseline) = (run_of(&answers()), reached());
    let comparison = held(&run, &baseline);
    assert_eq!((comparison.findings.len(), comparison.exit()), (0, Exit::Clean));
    assert_eq!(Baseline::parse("b", &baseline.render()).unwrap(), baseline);
    for gate in Gate::of(Lane::Extraction) {
        let rate = run.rate(gate);
        assert!(rate.out_of > 1 && rate.passed == rate.out_of && rate.extra == 0, "{gate}: {}", rate.quality());
    }
}

#[test]
fn an_invented_cell_is_a_regression_as_a_lost_one_is() {
    let invented = edited(|extracted| {
        let mut cell = extracted.grids[0].cells[0].clone();
        cell.at = "D9".into();
        extracted.grids[0].cells.push(cell);
    });
    let lost = edited(|extracted| drop(extracted.grids[0].cells.remove(0)));
    for (run, quality) in [(invented, "precision 14/15, recall 14/14"), (lost, "precision 13/13, recall 13/14")] {
        assert!(run.rate(Gate::CellValue).quality().starts_with(quality), "{}", run.rate(Gate::CellValue).quality());
        let comparison = held(&run, &reached());
        assert_eq!(keys(&comparison, Kind::Regressed), [format!("{DOC}:cell_value")]);
        assert_eq!(comparison.exit(), Exit::Regressed);
    }
}

#[test]
fn a_document_that_yields_nothing_or_is_not_read_stays_in_every_denominator() {
    let whole = run_of(&answers());
    let failed = |message: &str| Err(TargetError::Failed { message: message.to_owned() });
    let runs = [
        (edited(|extracted| extracted.grids.clear()), Verdict::Errored),
        (run_of(&Changed(|_| failed("damaged"))), Verdict::Errored),
        (run_of(&Changed(|_| Ok(None))), Verdict::NotRun),
    ];
    for (run, verdict) in runs {
        let scores: Vec<Verdict> =
            run.scores().filter(|(key, _, _)| key.case == DOC).map(|(_, _, score)| score.verdict).collect();
        assert_eq!(scores, [verdict; 4]);
        for gate in Gate::of(Lane::Extraction) {
            let (now, all) = (run.rate(gate), whole.rate(gate));
            assert_eq!((now.out_of, now.passed), (all.out_of, 1), "{gate}: the other document has one item");
        }
        assert_eq!(held(&run, &reached()).exit(), Exit::Regressed);
        let missing = Unusable::Missing { file: "f".into() };
        assert_eq!(compare(&run, Err(&missing), &Waivers::default(), TODAY).exit(), Exit::Unverified);
        let refusal = ratchet(&run, Err(&missing), &Waivers::default(), TODAY, false).unwrap_err();
        assert!(matches!(refusal, Refusal::Findings(_)), "{refusal}");
    }
}

#[test]
fn a_restricted_document_that_speaks_is_a_regression() {
    struct Leaking;
    impl Extractor for Leaking {
        fn extract(&self, fixture: &str, doc: &str) -> Result<Option<Extracted>, TargetError> {
            let mut extracted = answers().extract(fixture, DOC)?.unwrap();
            extracted.grids[0].doc = doc.to_owned();
            Ok(Some(extracted))
        }
        fn identity(&self) -> String {
            "leaking".to_owned()
        }
    }
    let comparison = held(&run_of(&Leaking), &reached());
    assert_eq!(keys(&comparison, Kind::Regressed).len(), 4);
    assert!(keys(&comparison, Kind::Regressed).iter().all(|key| key.starts_with("ExCo_Pack_2021.xlsx:")));
}

#[test]
fn a_lower_count_is_agreed_to_one_channel_at_a_time() {
    let lost = edited(|extracted| drop(extracted.grids[0].facts.remove(0)));
    let (baseline, none) = (reached(), Waivers::default());
    let lowered = lower(&request(&format!("{DOC}:facts")), &lost, &baseline, &none, TODAY).unwrap();
    assert_eq!(lowered.cover, Cover::Failing);
    assert_eq!(compare(&lost, Ok(&lowered.baseline), &lowered.waivers, TODAY).exit(), Exit::Clean);
    let regained = ratchet(&run_of(&answers()), Ok(&lowered.baseline), &lowered.waivers, TODAY, false).unwrap();
    assert_eq!((regained.raised.len(), regained.waivers.all.len(), regained.baseline), (1, 0, baseline));
}

#[test]
fn a_changed_grid_is_a_changed_snapshot_that_names_the_cell() {
    let folder = tempfile::tempdir().unwrap();
    let snapshots = Folder::of(folder.path());
    let right = run_of(&answers());
    assert!(
        snapshots
            .check(std::slice::from_ref(&right), Mode::Record)
            .unwrap()
            .findings
            .iter()
            .all(|found| found.state == State::New)
    );
    for case in [DOC, "ExCo_Pack_2021.xlsx"] {
        snapshots.decide(Lane::Extraction, case, harness::snapshot::Choice::Accept).unwrap();
    }
    assert_eq!(snapshots.check(std::slice::from_ref(&right), Mode::Verify).unwrap().matched, 2);
    let wrong = edited(|extracted| extracted.grids[0].cells[6].value = Some("811.52".into()));
    let found = snapshots.check(std::slice::from_ref(&wrong), Mode::Verify).unwrap().findings;
    let [finding] = &found[..] else { panic!("{found:?}") };
    let change = finding.diff.as_ref().unwrap().meaning[0].to_string();
    assert!(change.starts_with("cell sheet=Stores!B4: value 811.25 | row A4 香港"), "{change}");
    assert_eq!(finding.remedy(), format!("cargo xtask snapshots accept {DOC} --suite extraction"));
}
