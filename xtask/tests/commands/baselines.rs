//! `baseline`: the way down, the check against another commit, and the merge driver.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Bed, Ended, RIGHT, WRONG, program};

const TOOL: &str = "baselines/qa.tool.jsonl";

fn lower(bed: &Bed, key: &str, env: &[(&str, &str)]) -> Ended {
    let answers = bed.path("answers.jsonl");
    let args = ["baseline", "lower", key, "--lane", "tool", "--reason", "restated", "--owner", "finance"];
    let rest = ["--expires", "2999-12-31", "--answers", answers.to_str().unwrap()];
    bed.call(&[&args[..], &rest[..]].concat(), env)
}

#[test]
fn a_key_is_lowered_alone_and_its_waiver_stands_first_in_the_report() {
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
    assert!(run.out.starts_with("1 waivers on file, the earliest until 2999-12-31"), "{}", run.out);
    assert!(bed.read("reports/eval.md").contains("| finance | restated |"));
    let verbose = bed.eval(&["--lane", "tool", "--verbose"]).out;
    let first = verbose.lines().nth(1).unwrap_or_default();
    assert!(first.contains("hk-2024:numeric_accuracy until 2999-12-31"), "{verbose}");
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
fn repository(bed: &Bed) {
    fs::write(bed.path("Cargo.toml"), "[workspace]\n").unwrap();
    for args in [
        &["init", "--quiet", "--initial-branch", "main"][..],
        &["add", "."],
        &["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "--message", "x"],
    ] {
        assert!(Command::new("git").args(args).current_dir(bed.folder.path()).status().unwrap().success());
    }
}

fn check(bed: &Bed, against: &str) -> Ended {
    let mut command = program();
    command.current_dir(bed.folder.path()).env_remove("CARGO_MANIFEST_DIR");
    Ended::of(&command.args(["baseline", "check", "--against", against]).output().unwrap())
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
