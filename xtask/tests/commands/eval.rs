//! `eval`: exit codes, reports and reproduction commands.

use std::fs;
use std::process::Stdio;

use crate::{Bed, CASE, RIGHT, WRONG, program};

const FILES: [&str; 3] = ["reports/eval.json", "reports/eval.junit.xml", "reports/eval.md"];

#[test]
fn a_settled_run_is_clean_and_the_verdict_is_the_last_line() {
    let run = Bed::settled().eval(&[]);
    let last = run.out.lines().last().unwrap();
    assert!(last.starts_with("CLEAN: 217 of 217 verdicts pass") && last.contains("exit 0"), "{last}");
}

#[test]
fn a_wrong_value_is_red_and_named_with_stage_and_command() {
    let bed = Bed::settled();
    bed.edit("answers.jsonl", RIGHT, WRONG);
    let run = bed.eval(&["--verbose"]);
    assert_eq!(run.code, 1, "{}", run.all());
    for text in [
        "hk-2024 regressed in qa.tool, qa.agent\n",
        "first at lookup",
        "value of HK 2024 REVENUE TOTAL: 1320.50 → 132.05",
        "[-1320.50-]{+132.05+}",
        "--suite qa --case hk-2024\n",
        "engine -- ask --workspace .engine/shop --date 2026-03-15",
        "engine -- init .engine/shop --profile",
        "fixtures/shop\n",
    ] {
        assert!(run.joined().contains(text), "`{text}` is not in\n{}", run.out);
    }
    let titles = run.out.lines().filter(|line| line.starts_with("hk-2024 ")).count();
    assert_eq!(titles, 1, "a case stands in one place\n{}", run.out);
    assert!(run.out.lines().last().unwrap().starts_with("REGRESSED: "), "{}", run.out);
}

#[test]
fn the_command_that_reproduces_a_case_reproduces_it() {
    let bed = Bed::settled();
    bed.edit("answers.jsonl", RIGHT, WRONG);
    let shown = bed.eval(&["--lane", "tool"]).joined();
    let line = shown.lines().find(|line| line.contains("cargo xtask eval ") && line.contains(CASE)).unwrap();
    let words: Vec<&str> = line.trim().strip_prefix("cargo xtask ").unwrap().split(' ').collect();
    let output = program().args(&words).arg("--reports").arg(bed.path("again")).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let again = String::from_utf8(output.stdout).unwrap();
    assert!(again.contains("hk-2024 regressed in qa.tool\n") && again.contains("PARTIAL, REGRESSED"), "{again}");
}

#[test]
fn a_filter_that_matches_nothing_is_not_green() {
    let bed = Bed::settled();
    for args in [["--filter", "no-such-case"], ["--case", "no-such-case"], ["--tag", "lang=xx"]] {
        let run = bed.eval(&args);
        assert_eq!(run.code, 3, "{}", run.all());
    }
}

#[test]
fn a_corruption_that_nobody_knows_is_not_green() {
    let ended = Bed::bare().call(&["selftest", "no such corruption"], &[]);
    assert_eq!(ended.code, 3, "{}", ended.all());
    assert!(ended.err.contains("no corruption is named `no such corruption`; nothing was judged"), "{}", ended.all());
}

#[test]
fn a_partial_run_says_so_and_never_ratchets() {
    let bed = Bed::settled();
    let before = bed.read("baselines/qa.tool.jsonl");
    let run = bed.eval(&["--case", CASE, "--ratchet"]);
    assert_eq!(run.code, 2, "{}", run.all());
    assert!(run.out.contains("PARTIAL") && run.err.contains("partial"), "{}", run.all());
    assert_eq!(bed.read("baselines/qa.tool.jsonl"), before);
}

#[test]
fn a_first_run_claims_nothing_by_itself() {
    let bed = Bed::bare();
    assert_eq!(bed.eval(&[]).code, 3);
    assert!(!bed.path("baselines").exists());
}

#[test]
fn nothing_is_ratcheted_under_ci() {
    let bed = Bed::bare();
    let run = bed.eval_with(&["--ratchet"], &[("CI", "true")]);
    assert_eq!(run.code, 2, "{}", run.all());
    assert!(!bed.path("baselines").exists());
}

#[test]
fn a_regression_in_one_lane_claims_nothing_in_the_other() {
    let bed = Bed::settled();
    // Forgetting one key makes a gain to claim; the wrong value makes a regression in both lanes.
    let before: Vec<String> = ["tool", "agent"].map(|lane| bed.read(&format!("baselines/qa.{lane}.jsonl"))).to_vec();
    bed.edit("answers.jsonl", RIGHT, WRONG);
    let run = bed.eval(&["--ratchet"]);
    assert_eq!(run.code, 1, "{}", run.all());
    let after: Vec<String> = ["tool", "agent"].map(|lane| bed.read(&format!("baselines/qa.{lane}.jsonl"))).to_vec();
    assert_eq!(after, before);
}

#[test]
fn an_unclaimed_gain_fails_only_with_require_ratcheted() {
    let bed = Bed::settled();
    let file = "baselines/qa.tool.jsonl";
    let rest: Vec<String> = bed.read(file).lines().skip(1).map(|line| format!("{line}\n")).collect();
    fs::write(bed.path(file), rest.concat()).unwrap();
    let run = bed.eval(&[]);
    assert_eq!(run.code, 0, "{}", run.all());
    assert!(run.out.contains("unclaimed gain") && run.out.contains("1 gains unclaimed"), "{}", run.out);
    assert_eq!(bed.eval(&["--require-ratcheted"]).code, 1);
}

#[test]
fn an_invalid_golden_set_judges_nothing() {
    let bed = Bed::settled();
    bed.edit("golden/qa/shop.qa.jsonl", RIGHT, WRONG);
    let run = bed.eval(&[]);
    assert_eq!(run.code, 2, "{}", run.all());
    assert!(run.err.contains("shop.qa.jsonl:1: case hk-2024"), "{}", run.err);
    assert!(run.out.is_empty());
}

#[test]
fn a_missing_answer_is_errored_and_never_leaves_the_denominator() {
    let bed = Bed::settled();
    bed.edit("answers.jsonl", "\"route\": \"structured\"", "\"route\": 7");
    let run = bed.eval(&[]);
    assert_ne!(run.code, 0);
    assert!(run.out.contains("of 217 verdicts pass") && run.out.contains("errored"), "{}", run.out);
}

#[test]
fn two_runs_write_the_same_bytes() {
    let bed = Bed::settled();
    bed.edit("answers.jsonl", RIGHT, WRONG);
    let mut written = Vec::new();
    for jobs in ["1", "2"] {
        let run = bed.eval(&["--jobs", jobs]);
        written.push((run.out, FILES.map(|name| bed.read(name))));
    }
    assert_eq!(written[0], written[1]);
}

#[test]
fn json_on_standard_output_is_the_written_report() {
    let bed = Bed::settled();
    let run = bed.eval(&["--json"]);
    assert_eq!(run.out, bed.read("reports/eval.json"));
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(harness::report::schema_faults(&report), Vec::<String>::new());
    assert_eq!(report["exit_code"], 0);
    assert_eq!(report["cases"].as_array().unwrap().len(), 30);
}

#[test]
fn a_ci_system_gets_its_summary() {
    let bed = Bed::settled();
    let summary = bed.path("summary.md");
    bed.eval_with(&[], &[("GITHUB_STEP_SUMMARY", summary.to_str().unwrap())]);
    assert!(bed.read("summary.md").starts_with("## Evaluation"));
    assert!(!fs::metadata(summary).unwrap().permissions().readonly());
}

#[test]
fn no_color_is_honoured_and_so_is_a_wish_for_colours() {
    let bed = Bed::settled();
    assert!(!bed.eval(&[]).out.contains('\u{1b}'), "colours went into a pipe");
    assert!(bed.eval_with(&[], &[("CLICOLOR_FORCE", "1")]).out.contains('\u{1b}'));
    let both = bed.eval_with(&[], &[("CLICOLOR_FORCE", "0"), ("NO_COLOR", "1")]);
    assert!(!both.out.contains('\u{1b}'));
}

#[test]
fn an_exit_code_is_not_swallowed_by_a_reader_that_goes_away() {
    let bed = Bed::settled();
    bed.edit("answers.jsonl", RIGHT, WRONG);
    let mut command = program();
    command.arg("eval").arg("--answers").arg(bed.path("answers.jsonl")).arg("--reports").arg(bed.path("reports"));
    for name in ["golden", "fixtures", "baselines"] {
        command.arg(format!("--{name}")).arg(bed.path(name));
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn an_exit_code_is_not_swallowed_by_the_cargo_alias() {
    let alias = include_str!("../../../.cargo/config.toml");
    assert!(alias.contains("xtask = \"run --quiet --package xtask --\""), "cargo run passes the exit code on");
    let output = program().args(["eval", "--lane", "neither"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "a wrong command line is exit 2");
}

#[test]
fn a_partial_run_never_says_that_everything_was_judged() {
    let run = Bed::settled().eval(&["--case", CASE]);
    assert!(run.code == 0 && !run.out.contains("everything was judged"), "{}", run.all());
    assert!(run.out.contains("what was selected was judged"), "{}", run.out);
}

/// Nothing stops at what a person has excused; what nobody excused stops the run, which is then not green.
#[test]
fn fail_fast_stops_at_nothing_that_is_waived() {
    let bed = Bed::settled();
    bed.edit("answers.jsonl", "\"mode\": \"ask_first\"", "\"mode\": \"none\"");
    let answers = bed.path("answers.jsonl");
    let before = bed.eval(&["--fail-fast", "--no-snapshots", "--jobs", "1"]);
    assert!(before.code == 1 && before.out.contains("not run"), "{}", before.all());
    for lane in ["tool", "agent"] {
        let shown = bed.eval(&["--lane", lane, "--no-snapshots", "--verbose", "--case", "ask"]).out;
        for gate in shown.lines().filter_map(|line| line.trim().strip_prefix("gate ")) {
            let gate = gate.trim().split(':').next().unwrap();
            let key = format!("ask:{gate}");
            let args =
                ["baseline", "lower", &key, "--lane", lane, "--reason", "it is being looked at", "--owner", "li"];
            let rest = ["--days", "30", "--answers", answers.to_str().unwrap()];
            let lowered = bed.call(&[&args[..], &rest[..]].concat(), &[]);
            assert_eq!(lowered.code, 0, "{}", lowered.all());
        }
    }
    let run = bed.eval(&["--fail-fast", "--no-snapshots", "--jobs", "1"]);
    assert_eq!(run.code, 0, "{}", run.all());
}

/// A row that no case cites, a weakened trap: no case changes, and the corpus does.
#[test]
fn a_changed_fixture_is_told_and_claimed_with_a_reason_alone() {
    let bed = Bed::settled();
    let rows = "fixtures/shop/facts/annual.csv";
    bed.edit(rows, "6400", "6500");
    let run = bed.eval(&[]);
    assert!(run.code == 0 && run.out.contains("the corpus changed since the"), "{}", run.all());
    assert_eq!(bed.eval(&["--require-ratcheted"]).code, 1, "CI demands that it is claimed");
    let refused = bed.eval(&["--ratchet"]);
    assert!(refused.code == 2 && refused.err.contains("say why with --reason"), "{}", refused.all());
    assert_eq!(bed.eval(&["--ratchet", "--reason", "the half year was restated"]).code, 0);
    assert_eq!(bed.eval(&["--require-ratcheted"]).code, 0);
    assert!(bed.read("baselines/identity.jsonl").contains("the half year was restated"));
}

/// Sets that hold one suite are judged by it. A suite that was judged once is not left out by losing its folder.
#[test]
fn a_set_of_one_suite_is_judged_and_a_lost_suite_is_not() {
    for suite in ["qa", "retrieval"] {
        let bed = Bed::bare();
        for other in ["qa", "extraction", "retrieval"].iter().filter(|other| **other != suite) {
            fs::remove_dir_all(bed.path("golden").join(other)).unwrap();
        }
        let lint = bed.call(&["golden", "lint"], &[]);
        assert_eq!(lint.code, 0, "{}", lint.all());
        assert_eq!(bed.eval(&["--ratchet"]).code, 0);
        let run = bed.eval(&[]);
        assert!(run.code == 0 && run.out.lines().last().unwrap().contains(&format!("({suite}")), "{}", run.all());
    }
    let bed = Bed::settled();
    fs::remove_dir_all(bed.path("golden/retrieval")).unwrap();
    assert_ne!(bed.eval(&[]).code, 0);
    assert_ne!(bed.call(&["golden", "lint"], &[]).code, 0);
}

/// What the engine answers is judged alike, whether it is asked or was recorded, on whatever day it was asked.
#[test]
fn a_faithful_recording_of_the_engine_is_judged_as_the_engine_is() {
    let bed = Bed::bare();
    // The sample's reports are names without content.
    fs::remove_dir_all(bed.path("golden/extraction")).unwrap();
    fs::remove_dir_all(bed.path("fixtures/shop/reports")).unwrap();
    let lines = bed.read("golden/qa/shop.qa.jsonl");
    let first = lines.lines().next().unwrap();
    let relative = |id: &str, day: &str| {
        let asked = first.replace("hk-2024", id).replace("香港2024年营收", "香港去年营收");
        asked.replace("2026-03-15", day) + "\n"
    };
    // The same words on two days; on one of them the engine has another answer, which is wrong there.
    let more = relative("last-year", "2025-03-15") + &relative("last-year-later", "2025-09-15");
    fs::write(bed.path("golden/qa/shop.qa.jsonl"), lines + &more).unwrap();
    let file = bed.path("recorded.jsonl");
    let recorded = bed.call(&["record", file.to_str().unwrap()], &[]);
    assert_eq!(recorded.code, 0, "{}", recorded.all());
    let verdicts = |answers: &[&str]| {
        let reports = bed.path("reports");
        let own = ["eval", "--lane", "agent", "--no-snapshots", "--json", "--reports", reports.to_str().unwrap()];
        let run = bed.call(&[&own, answers].concat(), &[]);
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.all()));
        let cases = report["cases"].as_array().unwrap().clone();
        let judged: Vec<_> = cases.into_iter().map(|case| (case["case"].clone(), case["verdicts"].clone())).collect();
        judged
    };
    let (asked, replayed) = (verdicts(&[]), verdicts(&["--answers", file.to_str().unwrap()]));
    assert_eq!(asked.len(), 14);
    assert_eq!(asked, replayed);
}

#[test]
fn altered_sources_are_judged_where_they_are_asked_for_and_never_by_a_recording() {
    let bed = Bed::settled();
    let recorded = bed.eval(&["--suite", "counterfactual"]);
    assert_eq!(recorded.code, 3, "{}", recorded.all());
    assert!(recorded.err.contains("recorded answers cannot follow an altered fixture"), "{}", recorded.all());
    let reports = bed.path("reports");
    let engine = ["eval", "--suite", "counterfactual", "--case", CASE, "--reports", reports.to_str().unwrap()];
    let unclaimed = bed.call(&engine, &[]);
    assert_eq!(unclaimed.code, 3, "{}", unclaimed.all());
    assert!(unclaimed.out.contains("there is no baseline at"), "{}", unclaimed.all());
    assert!(unclaimed.out.contains("3 of 3 verdicts pass (counterfactual)"), "{}", unclaimed.all());
    assert!(!bed.eval(&[]).out.contains("counterfactual"), "it is run only where it is asked for");
}
