//! The report as `JUnit` XML, for CI systems: one suite a lane, one test a verdict, and one test a finding that no
//! verdict shows. A CI system that shows it red ends red, and the other way round: a waived failure is `skipped` with
//! its waiver, and what was not looked at is an `error`, for skipped tests count as green. It holds no durations.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Property, Report as Document, TestCase, TestCaseStatus, TestSuite};

use super::digest::{Digest, LaneDigest, Red, RedCase};
use super::words::heading;
use crate::baseline::Kind;
use crate::exit::Exit;
use crate::gate::Gate;
use crate::snapshot::Snapshots;
use crate::verdict::{Key, Verdict};

/// The report could not be written as XML.
#[derive(Debug, thiserror::Error)]
#[error("the JUnit report could not be written")]
pub struct JunitError(#[from] quick_junit::SerializeError);

/// The whole report.
pub fn render(digest: &Digest<'_>) -> Result<String, JunitError> {
    let mut document = Document::new("eval");
    for lane in &digest.lanes {
        document.add_test_suite(suite(digest, lane));
    }
    if let Some(suite) = nothing_judged(digest) {
        document.add_test_suite(suite);
    }
    document.add_test_suite(snapshots(digest.snapshots));
    Ok(document.to_string()?)
}

fn suite(digest: &Digest<'_>, lane: &LaneDigest<'_>) -> TestSuite {
    let mut suite = TestSuite::new(lane.name.as_str());
    suite.add_property(Property::new("target", lane.identity.target.as_str()));
    let red: BTreeMap<(&str, Gate), (&RedCase<'_>, &Red<'_>)> = lane
        .red
        .iter()
        .flat_map(|case| case.verdicts.iter().map(move |red| ((case.result.case.id(), red.gate), (case, red))))
        .collect();
    for result in lane.results {
        let id = result.case.id();
        for score in &result.scores {
            let status = match red.get(&(id, score.gate)) {
                Some((case, red)) => status(case, red),
                None => TestCaseStatus::success(),
            };
            let mut test = TestCase::new(Key::new(id, score.gate).to_string(), status);
            test.set_classname(format!("{}.{}", lane.name, score.gate));
            if let Some(points) = score.points {
                test.add_property(Property::new("score", points.to_string()));
            }
            suite.add_test_case(test);
        }
    }
    for note in lane.notes.iter().filter(|note| digest.end_of(note.kind) != Exit::Clean) {
        let name = format!("{} {}", heading(note.kind), super::subject(note).unwrap_or_else(|| "run".to_owned()));
        let kind = if note.kind.exit() == Exit::Unverified { NonSuccessKind::Error } else { NonSuccessKind::Failure };
        suite.add_test_case(finding(
            &name,
            &format!("{}.baseline", lane.name),
            kind,
            heading(note.kind),
            &note.message,
        ));
    }
    suite
}

fn status(case: &RedCase<'_>, red: &Red<'_>) -> TestCaseStatus {
    let mut status = match (red.verdict, red.mark) {
        // A score that is no worse than before is no fault, however low it is.
        (Verdict::Scored, mark) if mark.exit() == Exit::Clean => return TestCaseStatus::success(),
        (Verdict::Fail, Kind::Waived) => TestCaseStatus::skipped(),
        (Verdict::Fail | Verdict::Pass | Verdict::Scored, _) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        (Verdict::Errored | Verdict::NotRun, _) => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let kind = if red.mark == Kind::Waived { heading(red.mark) } else { red.verdict.as_str() };
    let why = red.failure.map_or_else(|| super::without_verdict(case, red), |failure| failure.why.clone());
    status.set_type(kind).set_message(format!("{}: {why}", heading(red.mark)));
    status.set_description(super::explanation(case, red));
    status
}

fn finding(name: &str, class: &str, kind: NonSuccessKind, what: &str, message: &str) -> TestCase {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(what).set_message(message);
    let mut test = TestCase::new(name, status);
    test.set_classname(class);
    test
}

/// A report whose end no test would show.
fn nothing_judged(digest: &Digest<'_>) -> Option<TestSuite> {
    let is_empty = digest.lanes.iter().all(|lane| lane.tally.pairs == 0);
    is_empty.then(|| {
        let mut suite = TestSuite::new("run");
        suite.add_test_case(finding("verdicts", "run", NonSuccessKind::Error, "not_run", &digest.sentence));
        suite
    })
}

fn snapshots(snapshots: &Snapshots) -> TestSuite {
    let mut suite = TestSuite::new("snapshots");
    if let Some(why) = &snapshots.skipped {
        suite.add_property(Property::new("skipped", why.as_str()));
    }
    suite.add_property(Property::new("matched", snapshots.matched.to_string()));
    for found in &snapshots.findings {
        let class = format!("snapshots.{}", found.lane.as_str());
        let mut message = found.remedy();
        if let Some(diff) = &found.diff {
            message = format!("{}\n{message}", super::diff_lines(diff).join("\n"));
        }
        suite.add_test_case(finding(&found.case, &class, NonSuccessKind::Failure, found.state.as_str(), &message));
    }
    suite
}
