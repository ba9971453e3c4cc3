//! Ways around the evaluation that somebody in a hurry would try, each of them in a repository of its own.

use std::fs;
use std::path::Path;

use crate::baselines::{commit, git, repository};
use crate::{Bed, Ended, RIGHT, WRONG, program};

const TOOL: &str = "baselines/qa.tool.jsonl";

/// A command called inside a repository, away from what the CI of this one says about itself.
fn within(folder: &Path, args: &[&str], env: &[(&str, &str)]) -> Ended {
    let mut command = program();
    command.current_dir(folder).env_remove("CARGO_MANIFEST_DIR").env_remove("GITHUB_BASE_REF");
    Ended::of(&command.args(args).envs(env.iter().copied()).output().unwrap())
}

fn check(folder: &Path, env: &[(&str, &str)]) -> Ended {
    within(folder, &["baseline", "check"], env)
}

fn eval(bed: &Bed, args: &[&str]) -> Ended {
    within(bed.folder.path(), &[&["eval", "--answers", "answers.jsonl"], args].concat(), &[])
}

/// A settled bed in a repository, whose second commit lowers the baseline by hand.
fn lowered() -> Bed {
    let bed = Bed::settled();
    repository(&bed);
    fs::write(bed.path(TOOL), bed.read(TOOL).replacen("\"pass\"", "\"fail\"", 1)).unwrap();
    commit(&bed);
    bed
}

fn clone(bed: &Bed, into: &Path, args: &[&str]) {
    let source = format!("file://{}", bed.folder.path().display());
    git(into, &[&["clone", "--quiet"], args, &[&source, "."]].concat());
}

/// Drone names the pushed branch as its own target; a push to `pr` may name `pr`.
#[test]
fn a_branch_is_never_held_against_itself() {
    let bed = lowered();
    let folder = tempfile::tempdir().unwrap();
    clone(&bed, folder.path(), &[]);
    for env in [("DRONE_TARGET_BRANCH", "main"), ("GITHUB_BASE_REF", "main"), ("CI_X", "")] {
        let ended = check(folder.path(), &[env, ("CI", "true")]);
        assert!(ended.code == 1 && ended.out.contains("the commit before HEAD"), "{env:?} {}", ended.all());
    }
    let named = within(folder.path(), &["baseline", "check", "--against", "main"], &[]);
    assert!(named.code == 3 && named.out.contains("held against itself"), "{}", named.all());
}

/// git takes a tag for a branch of its name.
#[test]
fn a_tag_is_no_branch() {
    let bed = lowered();
    let folder = tempfile::tempdir().unwrap();
    git(bed.folder.path(), &["branch", "pr"]);
    git(bed.folder.path(), &["reset", "--quiet", "--hard", "HEAD^"]);
    clone(&bed, folder.path(), &["--branch", "pr"]);
    for tag in ["origin/main", "origin/HEAD", "main", "heads/main"] {
        git(folder.path(), &["tag", tag]);
    }
    for env in [("GITHUB_BASE_REF", "main"), ("CI_X", "")] {
        let ended = check(folder.path(), &[env]);
        assert!(ended.code == 1 && ended.out.contains("the merge base with origin/"), "{env:?} {}", ended.all());
    }
    let named = within(folder.path(), &["baseline", "check", "--against", "origin/main"], &[]);
    assert_eq!(named.code, 1, "{}", named.all());
}

/// A system that merges by colour must not be told green for want of history; a person may look without it.
#[test]
fn without_history_ci_is_told_that_nothing_can_be_said() {
    let bed = lowered();
    fs::write(bed.path("note.txt"), "a third commit").unwrap();
    commit(&bed);
    let folder = tempfile::tempdir().unwrap();
    clone(&bed, folder.path(), &["--depth", "1"]);
    let ended = check(folder.path(), &[("CI", "true")]);
    assert!(ended.code == 3 && ended.out.contains("this clone is shallow"), "{}", ended.all());
    assert_eq!(check(folder.path(), &[]).code, 0);
    // One branch alone, without the main one: what was not looked at is said.
    git(bed.folder.path(), &["branch", "pr"]);
    let single = tempfile::tempdir().unwrap();
    clone(&bed, single.path(), &["--single-branch", "--branch", "pr"]);
    let ended = check(single.path(), &[("CI", "true")]);
    let told = ended.out.replace("\n      ", " ");
    assert!(ended.code == 0 && told.contains("HEAD alone (this clone has no main branch"), "{}", ended.all());
}

/// Lines are taken out of the baseline, and worse answers claimed as new ones.
#[test]
fn the_ratchet_does_not_claim_on_top_of_what_was_taken_out() {
    let bed = Bed::settled();
    repository(&bed);
    fs::write(bed.path("second.txt"), "so that there is a commit before").unwrap();
    commit(&bed);
    bed.edit("answers.jsonl", RIGHT, WRONG);
    for lane in ["qa.tool", "qa.agent"] {
        let file = format!("baselines/{lane}.jsonl");
        let kept: Vec<String> =
            bed.read(&file).lines().filter(|line| !line.contains("hk-2024")).map(|line| format!("{line}\n")).collect();
        fs::write(bed.path(&file), kept.concat()).unwrap();
    }
    bed.edit("answers.jsonl", WRONG, RIGHT);
    let ended = eval(&bed, &["--ratchet", "--no-snapshots"]);
    assert!(ended.code == 1 && ended.err.contains("hk-2024:numeric_accuracy: was taken out"), "{}", ended.all());
}

/// A demand that is added needs nobody; one that is dropped needs somebody.
#[test]
fn a_stricter_case_is_claimed_and_a_weaker_one_is_not() {
    let bed = Bed::settled();
    repository(&bed);
    fs::write(bed.path("second.txt"), "so that there is a commit before").unwrap();
    commit(&bed);
    let golden = "golden/qa/shop.qa.jsonl";
    bed.edit(golden, r#""must_not_mention": ["Project Heron"]"#, r#""must_not_mention": ["Project Heron", "Heron"]"#);
    let told = eval(&bed, &[]);
    assert!(told.code == 0 && told.out.contains("demands more than it did"), "{}", told.all());
    assert_eq!(eval(&bed, &["--require-ratcheted"]).code, 1);
    let claimed = eval(&bed, &["--ratchet"]);
    assert_eq!(claimed.code, 0, "{}", claimed.all());
    assert!(!bed.path("baselines/waivers.jsonl").exists());
    commit(&bed);
    let ended = check(bed.folder.path(), &[]);
    assert_eq!(ended.code, 0, "{}", ended.all());
    bed.edit(golden, r#""must_mention": ["new flagship", "border"]"#, r#""must_mention": ["border"]"#);
    let ended = eval(&bed, &["--ratchet"]);
    assert!(ended.code == 1 && ended.all().contains("question or expectation changed"), "{}", ended.all());
}

/// The phrases that are used are those that are remembered, whatever the program was built with.
#[test]
fn a_phrase_that_lets_free_words_through_is_seen() {
    let bed = Bed::settled();
    let text = bed.read("golden/phrases.toml");
    let more = "\n[[phrase]]\nkind = \"shortened\"\nen = \"The board is pleased with this.\"\n";
    fs::write(bed.path("golden/phrases.toml"), text + more).unwrap();
    let ended = bed.eval(&["--require-ratcheted"]);
    assert!(ended.code == 1 && ended.out.contains("the scorer changed since"), "{}", ended.all());
}

#[test]
fn reports_of_an_earlier_run_do_not_outlive_the_next() {
    let bed = Bed::settled();
    assert!(bed.path("reports/eval.md").exists());
    bed.edit("golden/qa/shop.qa.jsonl", "\"question\"", "\"questoin\"");
    assert_eq!(bed.eval(&[]).code, 2);
    for name in ["eval.md", "eval.json", "eval.junit.xml"] {
        assert!(!bed.path("reports").join(name).exists(), "{name} is that of the run before");
    }
}

#[cfg(unix)]
#[test]
fn what_is_judged_and_judged_by_is_no_link() {
    let outside = tempfile::tempdir().unwrap();
    for file in [
        "golden/qa/shop.qa.jsonl",
        "golden/phrases.toml",
        "golden/retrieval",
        TOOL,
        "baselines/identity.jsonl",
        "fixtures/shop/profile.toml",
        "fixtures/shop/docs",
    ] {
        let bed = Bed::settled();
        let target = outside.path().join(file.replace('/', "-"));
        fs::rename(bed.path(file), &target).unwrap();
        std::os::unix::fs::symlink(&target, bed.path(file)).unwrap();
        let ended = bed.eval(&[]);
        let told = ended.all().replace("\n    ", " ");
        assert!(ended.code > 1 && told.contains("is a link; put the file itself"), "{file}: {}", ended.all());
    }
}

#[test]
fn a_summary_that_cannot_be_written_hides_no_verdict() {
    let bed = Bed::settled();
    let ended = bed.eval_with(&[], &[("GITHUB_STEP_SUMMARY", "/nowhere/at/all/summary.md")]);
    assert!(ended.code == 0 && ended.out.contains("CLEAN: "), "{}", ended.all());
    assert!(ended.err.contains("there is no summary of this job"), "{}", ended.all());
}
