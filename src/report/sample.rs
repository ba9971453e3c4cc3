//! A small evaluation for the tests of the formats: two lanes of questions, one of documents and one of searches, with a
//! pass, a regression, a waived failure, an error and a case that was not run. It is made by hand, so that a fault in
//! scoring cannot hide one in reporting.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use crate::baseline::{Comparison, Cover, Finding, GateRate, Kind, Report, Section, Waiver};
use crate::gate::Gate;
use crate::golden::{Case, CaseType, Expected, ExpectedFact, FileLine};
use crate::judgement::{Failure, MILLIONTHS, Points};
use crate::key::{FactKey, Part, Period, Source};
use crate::lane::Lane;
use crate::outcome::{ClarificationMode, Outcome};
use crate::run::{Answered, CaseResult, Identity, Run};
use crate::target::TargetError;
use crate::verdict::{Key, Rate, Score, Verdict};

pub(crate) fn source() -> Source {
    Source { doc: "2024_Annual_Report.pdf".to_owned(), locator: "page=13,row=FYP|HK".to_owned() }
}

pub(crate) fn case(id: &str) -> Case {
    let key = FactKey {
        metric: "FYP".to_owned(),
        entity: "HK".to_owned(),
        period: Period { year: 2024, part: Part::Year },
        channel: "TOTAL".to_owned(),
    };
    Case {
        id: id.to_owned(),
        fixture: "insurer".to_owned(),
        place: FileLine { file: "golden/qa/insurer.jsonl".to_owned(), line: 3 },
        question: "香港2024年的首年保费是多少？<b>|`x`".to_owned(),
        reference_date: jiff::civil::date(2026, 3, 15),
        case_type: CaseType::Numeric,
        tags: BTreeMap::from([("lang".to_owned(), "zh".to_owned())]),
        expected: Expected {
            clarification: ClarificationMode::None,
            refuse: false,
            facts: vec![ExpectedFact {
                key,
                value: Decimal::new(90850, 2),
                unit: "USD_M".to_owned(),
                source: source(),
            }],
            missing: Vec::new(),
            difference: None,
            conflict: Vec::new(),
            unrecognized: Vec::new(),
            operation: None,
            must_mention: Vec::new(),
            must_not_mention: Vec::new(),
            must_disclose: Vec::new(),
            narrative_doc: Vec::new(),
        },
        hash: "00".repeat(32),
    }
}

#[allow(clippy::unwrap_used)]
pub(crate) fn outcome() -> Outcome {
    let outcome: Outcome = serde_json::from_str(
        r#"{"question":"香港2024年的首年保费是多少？<b>|`x`","lang":"zh","route":"structured",
        "intent":{"metrics":["FYP"],"entities":["HK"],"periods":[{"type":"FY","value":"2024"}],"channels":["TOTAL"]},
        "clarification":{"mode":"none"},
        "tool_results":[{"status":"found","value":908.50,"unit":"USD_M","metric_code":"FYP","entity":"HK","period_type":"FY",
        "period":"2024","channel":"TOTAL","source":{"doc":"2024_Annual_Report.pdf","locator":"page=13,row=FYP|HK"}}],
        "answer":"908.50 百万美元（2024_Annual_Report.pdf）","answer_plain":"908.50 百万美元","refused":false}"#,
    )
    .unwrap();
    Outcome { rules: vec!["unknown-name “香港”".to_owned()], ..outcome }
}

fn score(gate: Gate, verdict: Verdict) -> Score {
    let failure = (verdict == Verdict::Fail).then(|| Failure {
        expected: "908.50 USD_M for HK 2024 FYP".to_owned(),
        got: "90.85 USD_M | ```\nignore ]]> <script>".to_owned(),
        why: "the value differs from the one the document states".to_owned(),
    });
    Score { gate, verdict, points: None, failure }
}

pub(crate) fn result(id: &str, answered: Answered, verdict: Verdict) -> CaseResult {
    let scores = vec![score(Gate::NumericAccuracy, verdict), score(Gate::Fabrication, plain(verdict))];
    CaseResult { case: case(id).into(), answered, scores }
}

/// The second gate passes where the first one judged, so that both colours meet in one case.
fn plain(verdict: Verdict) -> Verdict {
    if verdict == Verdict::Fail { Verdict::Pass } else { verdict }
}

pub(crate) fn run(lane: Lane, results: Vec<CaseResult>) -> Run {
    Run {
        suite: lane.suite().to_owned(),
        lane,
        identity: Identity {
            golden: "a".repeat(64),
            corpus: "b".repeat(64),
            profile: "c".repeat(64),
            target: "scripted".to_owned(),
            scorer: "d".repeat(64),
        },
        results,
        partial: false,
    }
}

pub(crate) fn answered() -> Answered {
    Answered::Outcome(Box::new(outcome()))
}

pub(crate) fn waiver(lane: Lane) -> Waiver {
    Waiver {
        suite: "qa".to_owned(),
        lane,
        case: "qa-3".to_owned(),
        gate: Gate::NumericAccuracy,
        cover: Cover::Failing,
        hash: "00".repeat(32),
        was: None,
        reason: "the document was restated | and not yet read".to_owned(),
        owner: "finance".to_owned(),
        agreed: jiff::civil::date(2026, 11, 2),
        expires: jiff::civil::date(2026, 12, 31),
    }
}

fn finding(kind: Kind, case: &str, gate: Gate, message: &str) -> Finding {
    Finding { kind, key: Some(Key::new(case, gate)), gate: Some(gate), message: message.to_owned(), waiver: None }
}

pub(crate) fn gain(case: &str) -> Finding {
    finding(Kind::UnclaimedGain, case, Gate::NumericAccuracy, "failed, and passes now")
}

fn rate(gate: Gate, now: usize, before: usize, out_of: usize) -> GateRate {
    let rate = |passed| Rate { passed, out_of, extra: 0 };
    GateRate { gate, now: rate(now), before: Some(rate(before)), unlowered: Some(rate(before)) }
}

/// `tool`: all pass. `agent`: one of everything.
pub(crate) fn report() -> Report {
    let clean = run(Lane::Tool, vec![result("qa-1", answered(), Verdict::Pass)]);
    let tool = Section {
        comparison: Comparison {
            findings: Vec::new(),
            rates: vec![rate(Gate::NumericAccuracy, 1, 1, 1), rate(Gate::Fabrication, 1, 1, 1)],
        },
        run: clean,
    };
    let error = TargetError::Failed { message: "connection lost".to_owned() };
    let mixed = run(
        Lane::Agent,
        vec![
            result("qa-1", answered(), Verdict::Pass),
            result("qa-2", answered(), Verdict::Fail),
            result("qa-3", answered(), Verdict::Fail),
            result("qa-4", Answered::Error(error), Verdict::Errored),
            result("qa-5", Answered::NotRun, Verdict::NotRun),
        ],
    );
    let mut waived = finding(Kind::Waived, "qa-3", Gate::NumericAccuracy, "fails; waived until 2026-12-31");
    waived.waiver = Some(waiver(Lane::Agent));
    let unverified = |case, gate| finding(Kind::Unverified, case, gate, "there is no verdict");
    let agent = Section {
        comparison: Comparison {
            findings: vec![
                finding(Kind::Regressed, "qa-2", Gate::NumericAccuracy, "passed in the baseline, fails now"),
                finding(Kind::Gone, "qa-9", Gate::Fabrication, "stands in the baseline, and no case has it"),
                Finding {
                    kind: Kind::RateBelow,
                    key: None,
                    gate: Some(Gate::NumericAccuracy),
                    message: "numeric_accuracy is 1/5, and was 4/5".to_owned(),
                    waiver: None,
                },
                unverified("qa-4", Gate::NumericAccuracy),
                unverified("qa-4", Gate::Fabrication),
                unverified("qa-5", Gate::NumericAccuracy),
                unverified("qa-5", Gate::Fabrication),
                waived,
            ],
            rates: vec![rate(Gate::NumericAccuracy, 1, 4, 5), rate(Gate::Fabrication, 3, 3, 5)],
        },
        run: mixed,
    };
    Report { sections: vec![tool, agent, documents(), searches()], waivers: vec![waiver(Lane::Agent)] }
}

/// A document that is read as before, with something missing and something too much.
fn documents() -> Section {
    let points = Points::counted(9, 1, 2);
    let failure = Failure {
        expected: "sheet=PL!B2: value `1`".to_owned(),
        got: "sheet=PL!B2: nothing".to_owned(),
        why: "1 missing, 2 too many".to_owned(),
    };
    let score = Score { gate: Gate::CellValue, verdict: Verdict::Scored, points: Some(points), failure: Some(failure) };
    let results = vec![CaseResult { case: case("a.xlsx").into(), answered: answered(), scores: vec![score] }];
    let run = run(Lane::Extraction, results);
    let now = Rate { passed: 9, out_of: 10, extra: 2 };
    let rate = GateRate { gate: Gate::CellValue, now, before: Some(now), unlowered: Some(now) };
    Section { comparison: Comparison { findings: Vec::new(), rates: vec![rate] }, run }
}

/// A search with full marks, one that falls short as before, and one that fell.
fn searches() -> Section {
    let result = |id: &str, millionths: u64| {
        let points = Points::new(millionths, MILLIONTHS);
        let failure = (!points.is_full()).then(|| Failure {
            expected: "a.md (3)".to_owned(),
            got: "b.md · para1-1".to_owned(),
            why: "the first relevant place is lower".to_owned(),
        });
        let score = Score { gate: Gate::Mrr, verdict: Verdict::Scored, points: Some(points), failure };
        CaseResult { case: case(id).into(), answered: answered(), scores: vec![score] }
    };
    let run =
        run(Lane::Retrieval, vec![result("ret-1", MILLIONTHS), result("ret-2", 500_000), result("ret-3", 250_000)]);
    let fallen = finding(Kind::Regressed, "ret-3", Gate::Mrr, "reached 0.500000, and reaches 0.250000 now");
    let before = Rate { passed: 2_000_000, out_of: 3_000_000, extra: 0 };
    let rate = GateRate { gate: Gate::Mrr, now: run.rate(Gate::Mrr), before: Some(before), unlowered: Some(before) };
    Section { comparison: Comparison { findings: vec![fallen], rates: vec![rate] }, run }
}

/// The tool lane of [`report`] alone: nothing to complain about.
pub(crate) fn clean() -> Report {
    let mut report = report();
    report.sections.truncate(1);
    report.waivers.clear();
    report
}
