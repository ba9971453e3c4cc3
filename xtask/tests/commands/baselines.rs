//! `baseline`: the way down, the check against another commit, and the merge driver.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Bed, Ended, RIGHT, WRONG, program};

const TOOL: &str = "baselines/qa.tool.jsonl";

fn lower(bed: &Bed, key: &str, env: &[(&str, &str)]) -> Ended {
    let answers = bed.path("answers.jsonl");
    let args = ["baseline", "lower", key, "--lane", "tool", "--reason", "it was restated", "--owner", "finance"];
    let rest = ["--days", "30", "--answers", answers.to_str().unwrap()];
    bed.call(&[&args[..], &rest[..]].concat(), env)
}

#[test]
fn a_key_is_lowered_alone_and_its_waiver_stands_at_the_end_of_the_report() {
    let bed = Bed::settled();
    bed.edit("answers.jsonl", RIGHT, WRONG);
    let before = bed.read(TOOL);
    let ended = lower(&bed, "hk-2024:numeric_accuracy", &[]);
    assert_eq!(ended.code, 0, "{}", ended.all());
    let changed: Vec<String> = bed
        .read(TOOL)
        .lines()
        .zip(before.lines())
        .filter(|(now, was)| now != was)
        .map(|(now, _)| now.to_owned())
        .collect();
    assert!(changed.len() == 1 && changed[0].contains("hk-2024"), "{changed:?}");
    let run = bed.eval(&["--lane", "tool"]);
    let (_, end) = run.out.split_once("\nlane ").unwrap();
    assert!(end.contains("\n1 waivers on file, the earliest until 2"), "{}", run.out);
    assert!(bed.read("reports/eval.md").contains("| finance | it was restated |"));
    let verbose = bed.eval(&["--lane", "tool", "--verbose"]).out;
    assert!(verbose.contains("qa.tool hk-2024:numeric_accuracy until 2"), "{verbose}");
    assert_eq!(run.code, 1, "the other gates of the case are still red");
    assert_eq!(bed.call(&["baseline", "show", "--lane", "tool"], &[]).code, 0);
}

#[test]
fn fabrication_is_never_lowered_and_nothing_is_under_ci() {
    let bed = Bed::settled();
    bed.edit("answers.jsonl", RIGHT, WRONG);
    let before = bed.read(TOOL);
    assert_eq!(lower(&bed, "hk-2024:fabrication", &[]).code, 2);
    assert_eq!(lower(&bed, "hk-2024:numeric_accuracy", &[("CI", "true")]).code, 2);
    assert_eq!(lower(&bed, "hk-2024:accuracy", &[]).code, 2, "there is no such gate");
    assert_eq!(bed.read(TOOL), before);
    assert!(!bed.path("baselines/waivers.jsonl").exists());
}

/// A repository of its own, with the bed's baselines committed.
pub(crate) fn repository(bed: &Bed) {
    fs::write(bed.path("Cargo.toml"), "[workspace]\n").unwrap();
    git(bed.folder.path(), &["init", "--quiet", "--initial-branch", "main"]);
    commit(bed);
}

pub(crate) fn commit(bed: &Bed) {
    git(bed.folder.path(), &["add", "."]);
    git(bed.folder.path(), &["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "x"]);
}

pub(crate) fn git(folder: &Path, args: &[&str]) {
    assert!(Command::new("git").args(args).current_dir(folder).status().unwrap().success(), "git {args:?}");
}

fn check(bed: &Bed, against: &str) -> Ended {
    check_in(bed.folder.path(), &["--against", against], &[])
}

/// `baseline check` in a clone, away from what the CI of this repository says about itself.
fn check_in(folder: &Path, args: &[&str], env: &[(&str, &str)]) -> Ended {
    let mut command = program();
    command.current_dir(folder).env_remove("CARGO_MANIFEST_DIR").env_remove("GITHUB_BASE_REF");
    Ended::of(&command.args(["baseline", "check"]).args(args).envs(env.iter().copied()).output().unwrap())
}

#[test]
fn a_baseline_cannot_be_edited_to_green() {
    let bed = Bed::settled();
    repository(&bed);
    let same = check(&bed, "main");
    assert!(same.code == 0 && same.out.contains("was compared"), "{}", same.all());
    let text = bed.read(TOOL);
    fs::write(bed.path(TOOL), text.replacen("\"pass\"", "\"fail\"", 1)).unwrap();
    assert_eq!(check(&bed, "main").code, 1, "a lowered line");
    let rest: Vec<String> = text.lines().skip(1).map(|line| format!("{line}\n")).collect();
    fs::write(bed.path(TOOL), rest.concat()).unwrap();
    assert_eq!(check(&bed, "main").code, 1, "a line taken out");
    assert_eq!(check(&bed, "no-such-branch").code, 2, "nothing to compare with is not green");
}

/// Question, baseline and snapshots are weakened together: every run is clean, and only the commit before knows better.
#[test]
fn what_is_weakened_together_is_red_against_the_commit_before() {
    let bed = Bed::settled();
    repository(&bed);
    for (lane, line) in [("qa.tool", "hk-2024"), ("qa.agent", "hk-2024")] {
        let file = format!("baselines/{lane}.jsonl");
        let rest: Vec<String> =
            bed.read(&file).lines().filter(|text| !text.contains(line)).map(|line| format!("{line}\n")).collect();
        fs::write(bed.path(&file), rest.concat()).unwrap();
    }
    let found = |bed: &Bed| check_in(bed.folder.path(), &[], &[]);
    // On the main branch, without a remote: uncommitted, HEAD is the only commit and there is none before it.
    let first = found(&bed);
    assert!(first.code == 0 && first.out.contains("note: the baselines were held against nothing"), "{}", first.all());
    commit(&bed);
    let ended = found(&bed);
    assert!(ended.code == 1 && ended.out.contains("the commit before HEAD"), "{}", ended.all());
    assert!(ended.out.contains("gone: hk-2024:numeric_accuracy"), "{}", ended.all());
}

#[test]
fn waivers_rewritten_by_hand_are_refused_everywhere() {
    let bed = Bed::settled();
    bed.edit("answers.jsonl", RIGHT, WRONG);
    assert_eq!(lower(&bed, "hk-2024:numeric_accuracy", &[]).code, 0);
    let text = bed.read("baselines/waivers.jsonl");
    let (before, _) = text.split_once("\"expires\":\"").unwrap();
    fs::write(bed.path("baselines/waivers.jsonl"), format!("{before}\"expires\":\"9999-12-31\"}}\n")).unwrap();
    let run = bed.eval(&[]);
    assert!(run.code != 0 && run.err.contains("until 9999-12-31; a waiver holds for at most 90 days"), "{}", run.all());
    fs::write(bed.path("baselines/waivers.jsonl"), text.replace("it was restated", "")).unwrap();
    let run = bed.eval(&[]);
    assert!(run.code != 0 && run.err.contains("is no sentence"), "{}", run.all());
    fs::write(bed.path("baselines/waivers.jsonl"), &text).unwrap();
    // A second `lower` is no way to a longer term.
    let answers = bed.path("answers.jsonl");
    let args = ["baseline", "lower", "hk-2024:numeric_accuracy", "--lane", "tool", "--reason", "still not restated"];
    let rest = ["--owner", "finance", "--days", "60", "--answers", answers.to_str().unwrap()];
    let again = bed.call(&[&args[..], &rest[..]].concat(), &[]);
    assert!(again.code == 2 && again.err.contains("a waiver is not extended"), "{}", again.all());
    assert_eq!(bed.read("baselines/waivers.jsonl"), text);
}

/// The commit before the last line of history that a shallow clone has is not there, and that is said.
#[test]
fn a_clone_without_history_says_so_and_a_pull_request_in_it_is_refused() {
    let bed = Bed::settled();
    repository(&bed);
    fs::write(bed.path("note.txt"), "a second commit").unwrap();
    commit(&bed);
    let source = format!("file://{}", bed.folder.path().display());
    let clones = tempfile::tempdir().unwrap();
    git(clones.path(), &["clone", "--quiet", "--depth", "1", &source, "shallow"]);
    git(clones.path(), &["clone", "--quiet", &source, "whole"]);
    let (shallow, whole) = (clones.path().join("shallow"), clones.path().join("whole"));
    let ended = check_in(&shallow, &[], &[]);
    assert!(ended.code == 0 && ended.out.contains("this clone is shallow"), "{}", ended.all());
    let ended = check_in(&whole, &[], &[]);
    assert!(ended.code == 0 && ended.out.contains("held against the commit before HEAD"), "{}", ended.all());
    git(&whole, &["remote", "remove", "origin"]);
    assert_eq!(check_in(&whole, &[], &[]).code, 0, "a clean clone without a remote");
    // A pull request names its target, which must then be there.
    for folder in [&shallow, &whole] {
        let ended = check_in(folder, &[], &[("GITHUB_BASE_REF", "release")]);
        assert!(ended.code == 2 && ended.err.contains("no common ancestor of HEAD and `release`"), "{}", ended.all());
    }
}

fn merge(folder: &Path, [base, ours, theirs]: [&str; 3]) -> (i32, String) {
    for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
        fs::write(folder.join(name), text).unwrap();
    }
    let paths = ["base", "ours", "theirs"].map(|name| folder.join(name));
    let output = program().args(["baseline", "merge"]).args(paths).arg(TOOL).output().unwrap();
    (output.status.code().unwrap(), fs::read_to_string(folder.join("ours")).unwrap())
}

#[test]
fn a_merge_keeps_the_better_of_both_and_refuses_what_it_cannot_read() {
    let folder = tempfile::tempdir().unwrap();
    let line = |case: &str, verdict: &str| {
        format!("{{\"case\":\"{case}\",\"gate\":\"fabrication\",\"verdict\":\"{verdict}\",\"hash\":\"h\"}}\n")
    };
    let (ours, theirs) = (line("a", "fail") + &line("b", "pass"), line("a", "pass") + &line("c", "pass"));
    let (code, merged) = merge(folder.path(), ["", &ours, &theirs]);
    assert_eq!((code, merged), (0, line("a", "pass") + &line("b", "pass") + &line("c", "pass")));
    let (code, kept) = merge(folder.path(), ["", &ours, "<<<<<<< garbled\n"]);
    assert_ne!(code, 0);
    assert_eq!(kept, ours, "a merge that failed must leave the file as it was");
}
