//! All formats say the same: the counts are read back from each written form, never from the digest.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Report as Document, TestCaseStatus};
use serde_json::Value;

use super::{Colours, Digest, Settings, sample};
use crate::baseline::Report;
use crate::exit::Exit;
use crate::snapshot::{self, Diff, Finding, Snapshots, State};

/// Counts of one lane: pass, fail, waived, scored, errored, not run.
type Counts = BTreeMap<String, [usize; 6]>;

fn from_json(text: &str) -> (Counts, u64) {
    let report: Value = serde_json::from_str(text).unwrap();
    let mut counts = Counts::new();
    for case in report["cases"].as_array().unwrap() {
        let lane = counts.entry(case["lane"].as_str().unwrap().to_owned()).or_default();
        for verdict in case["verdicts"].as_array().unwrap() {
            let at = match verdict["verdict"].as_str().unwrap() {
                "pass" => 0,
                "fail" => 1,
                "scored" => 3,
                "errored" => 4,
                "not_run" => 5,
                other => panic!("unknown verdict {other}"),
            };
            lane[at] += 1;
        }
        for red in case["red"]["verdicts"].as_array().into_iter().flatten() {
            lane[2] += usize::from(red["mark"] == "waived" && red["verdict"] == "fail");
        }
    }
    for lane in report["lanes"].as_array().unwrap() {
        let tally = &lane["tally"];
        let stated =
            ["pass", "fail", "waived", "scored", "errored", "not_run"].map(|name| tally[name].as_u64().unwrap());
        let counted = counts[lane["name"].as_str().unwrap()].map(|count| count as u64);
        assert_eq!(stated, counted, "the head of the JSON says something else than its cases");
    }
    (counts, report["exit_code"].as_u64().unwrap())
}

fn from_junit(text: &str) -> (Counts, bool) {
    let document = Document::deserialize_from_str(text).unwrap();
    let mut counts = Counts::new();
    let mut is_red = false;
    for suite in &document.test_suites {
        for test in &suite.test_cases {
            is_red |= matches!(test.status, TestCaseStatus::NonSuccess { .. });
            let class = test.classname.as_ref().map(|class| class.as_str().to_owned()).unwrap_or_default();
            if ["run", "snapshots"].contains(&suite.name.as_str()) || class.ends_with(".baseline") {
                continue;
            }
            let lane = counts.entry(suite.name.as_str().to_owned()).or_default();
            match &test.status {
                _ if test.properties.iter().any(|property| property.name.as_str() == "score") => lane[3] += 1,
                TestCaseStatus::Success { .. } => lane[0] += 1,
                TestCaseStatus::Skipped { .. } => {
                    lane[1] += 1;
                    lane[2] += 1;
                }
                TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, .. } => lane[1] += 1,
                TestCaseStatus::NonSuccess { ty, .. } => {
                    lane[if ty.as_ref().unwrap().as_str() == "errored" { 4 } else { 5 }] += 1;
                }
            }
        }
    }
    (counts, is_red)
}

fn from_markdown(text: &str) -> Counts {
    let (_, table) = text.split_once("| lane | cases |").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let number = |at: usize| cells[at].parse().unwrap();
        (cells[1].to_owned(), [number(4), number(5), number(6), number(7), number(8), number(9)])
    })
    .collect()
}

fn from_terminal(text: &str) -> Counts {
    let joined = text.replace('\n', " ");
    let names = ["qa.tool", "qa.agent", "extraction", "retrieval"];
    let mut counts = Counts::new();
    // `qa.tool, qa.agent: 1524 cases, 13690 verdicts each: …` states the counts of both.
    for (before, rest) in joined.match_indices(" cases, ").map(|(at, _)| joined.split_at(at)) {
        let Some((lanes, cases)) = before.rsplit_once(": ") else { continue };
        let stated = rest.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).take(7);
        let numbers: Vec<usize> = stated.map(|part| part.parse().unwrap()).collect();
        if !cases.bytes().all(|c| c.is_ascii_digit()) || !rest.contains(" verdicts") {
            continue;
        }
        let words: Vec<&str> =
            lanes.rsplit(' ').take_while(|word| names.contains(&word.trim_end_matches(','))).collect();
        for lane in words.iter().map(|word| word.trim_end_matches(',')) {
            let [pass, fail, waived, scored, errored, not_run] = numbers[1..7] else { panic!("{rest}") };
            counts.insert(lane.to_owned(), [pass, fail, waived, scored, errored, not_run]);
        }
    }
    counts
}

fn agree(report: &Report, snapshots: &Snapshots) -> Counts {
    let digest = Digest::new(report, snapshots, Settings::default());
    let (counts, code) = from_json(&super::json(&digest).unwrap());
    let (junit, is_red) = from_junit(&super::junit(&digest).unwrap());
    assert_eq!(junit, counts);
    assert_eq!(from_markdown(&super::markdown(&digest)), counts);
    assert_eq!(from_terminal(&super::terminal(&digest, Colours::Off)), counts);
    assert_eq!(code, u64::from(digest.exit.code()));
    assert_eq!(is_red, digest.exit != Exit::Clean, "JUnit shows another colour than the exit code");
    for text in [super::markdown(&digest), super::terminal(&digest, Colours::Off)] {
        let sentence = text.replace('\\', "");
        assert!(sentence.contains(&digest.sentence), "the sentence is not in\n{text}");
    }
    counts
}

#[test]
fn all_formats_state_the_same_counts_and_the_same_end() {
    let counts = agree(&sample::report(), &Snapshots::default());
    assert_eq!(counts["qa.tool"], [2, 0, 0, 0, 0, 0]);
    assert_eq!(counts["qa.agent"], [4, 2, 1, 0, 2, 2]);
    assert_eq!(counts["extraction"], [0, 0, 0, 1, 0, 0]);
    assert_eq!(counts["retrieval"], [0, 0, 0, 3, 0, 0]);
    let (report, snapshots) = (sample::report(), Snapshots::default());
    let digest = Digest::new(&report, &snapshots, Settings::default());
    for text in [super::markdown(&digest).replace('\\', ""), super::terminal(&digest, Colours::Off)] {
        assert!(text.contains("cell_value: precision 9/11, recall 9/10, F1 0.8571"), "{text}");
    }
    agree(&sample::clean(), &Snapshots::default());
}

#[test]
fn a_snapshot_nobody_accepted_is_red_in_every_format() {
    let findings = [State::New, State::Changed, State::Orphaned, State::Pending].map(|state| Finding {
        lane: crate::lane::Lane::Tool,
        case: "qa-1".to_owned(),
        state,
        diff: (state == State::Changed).then(|| Diff {
            meaning: vec![snapshot::Change { what: "route".to_owned(), was: None, is: Some("x".to_owned()) }],
            wording: Vec::new(),
        }),
    });
    for finding in findings {
        let snapshots = Snapshots { matched: 0, findings: vec![finding], skipped: None };
        agree(&sample::clean(), &snapshots);
        assert_eq!(Digest::new(&sample::clean(), &snapshots, Settings::default()).exit, Exit::Regressed);
    }
}

#[test]
fn a_gain_nobody_claimed_is_red_only_when_that_is_asked_for() {
    let (mut report, snapshots) = (sample::clean(), Snapshots::default());
    report.sections[0].comparison.findings.push(sample::gain("qa-1"));
    for (require, exit) in [(false, Exit::Clean), (true, Exit::Regressed)] {
        let digest = Digest::new(&report, &snapshots, Settings { require_ratcheted: require, ..Settings::default() });
        assert_eq!(digest.exit, exit);
        assert_eq!(from_junit(&super::junit(&digest).unwrap()).1, require);
        assert!(digest.sentence.contains("1 gains unclaimed"), "{}", digest.sentence);
    }
}

#[test]
fn a_report_without_a_verdict_is_unverified_in_every_format() {
    let empty = Report { sections: Vec::new(), waivers: Vec::new() };
    let snapshots = Snapshots::default();
    let digest = Digest::new(&empty, &snapshots, Settings::default());
    assert_eq!(digest.exit, Exit::Unverified);
    assert!(from_junit(&super::junit(&digest).unwrap()).1);
}

#[test]
fn two_runs_over_the_same_answers_are_equal_byte_for_byte() {
    let written = || {
        let folder = tempfile::tempdir().unwrap();
        let (report, snapshots) = (sample::report(), Snapshots::default());
        super::write(&Digest::new(&report, &snapshots, Settings::default()), folder.path()).unwrap();
        super::FILES.map(|name| std::fs::read(folder.path().join(name)).unwrap())
    };
    assert_eq!(written(), written());
}

#[test]
fn the_summary_file_is_appended_to_and_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("summary.md");
    std::fs::write(&file, "before\n").unwrap();
    let (report, snapshots) = (sample::clean(), Snapshots::default());
    super::append_summary(&Digest::new(&report, &snapshots, Settings::default()), &file).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("before\n## Evaluation") && text.contains("CLEAN: 2 of 2 verdicts pass"), "{text}");
}
