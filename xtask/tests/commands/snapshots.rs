//! The life of a snapshot: new, accepted, changed, pending, orphaned.

use std::fs;

use crate::{Bed, CASE, RIGHT, WRONG};

const ACCEPTED: &str = "golden/snapshots/qa.tool/hk-2024.snap";
const PENDING: &str = "golden/snapshots/qa.tool/hk-2024.snap.new";

#[test]
fn a_new_answer_is_written_for_review_and_is_not_green() {
    let bed = Bed::settled();
    let accepted = bed.read(ACCEPTED);
    fs::remove_file(bed.path(ACCEPTED)).unwrap();
    let run = bed.eval(&[]);
    assert_eq!(run.code, 1, "{}", run.all());
    assert!(run.out.contains("snapshot new hk-2024 (tool)"), "{}", run.out);
    assert_eq!(bed.read(PENDING), accepted);
    assert!(!bed.path(ACCEPTED).exists(), "a run accepted an answer by itself");
}

#[test]
fn ci_writes_no_pending_snapshot_and_is_red() {
    let bed = Bed::settled();
    fs::remove_file(bed.path(ACCEPTED)).unwrap();
    for (args, env) in [(&["--check"][..], &[][..]), (&[], &[("CI", "true")])] {
        let run = bed.eval_with(args, env);
        assert_eq!(run.code, 1, "{}", run.all());
        assert!(!bed.path(PENDING).exists());
    }
}

#[test]
fn a_changed_answer_is_shown_by_meaning_and_accepted_by_id_alone() {
    let bed = Bed::settled();
    // A change of wording that no gate judges.
    bed.edit("answers.jsonl", "香港 FY2024 营收：", "香港 FY2024 的营收：");
    let run = bed.eval(&["--lane", "tool"]);
    assert_eq!(run.code, 1, "{}", run.all());
    assert!(run.out.contains("snapshot changed hk-2024 (tool)") && run.out.contains("{+的+}"), "{}", run.out);
    let shown = bed.call(&["snapshots", "show", CASE], &[]);
    assert!(shown.code == 0 && shown.out.contains("{+的+}"), "{}", shown.all());
    assert_eq!(bed.call(&["snapshots", "list"], &[]).code, 1);
    assert_eq!(bed.call(&["snapshots", "accept", "--new"], &[]).code, 0);
    assert!(bed.path(PENDING).exists(), "--new accepted a changed answer");
    assert_eq!(bed.call(&["snapshots", "accept"], &[]).code, 2, "accept without ids");
    assert_eq!(bed.call(&["snapshots", "accept", CASE], &[("CI", "1")]).code, 2, "accept under CI");
    assert!(bed.path(PENDING).exists());
    let accepted = bed.call(&["snapshots", "accept", CASE, "conversion", "hk-why", "--lane", "tool"], &[]);
    assert_eq!(accepted.code, 0, "{}", accepted.all());
    let run = bed.eval(&["--lane", "tool"]);
    assert_eq!(run.code, 0, "{}", run.all());
}

#[test]
fn an_old_pending_snapshot_is_red_in_ci_and_cleared_by_a_run_that_does_not_bear_it_out() {
    let bed = Bed::settled();
    fs::copy(bed.path(ACCEPTED), bed.path(PENDING)).unwrap();
    let run = bed.eval(&["--check"]);
    assert_eq!(run.code, 1, "{}", run.all());
    assert!(run.out.contains("snapshot pending hk-2024 (tool)"), "{}", run.out);
    assert_eq!(bed.eval(&[]).code, 0);
    assert!(!bed.path(PENDING).exists());
}

#[test]
fn an_orphaned_snapshot_is_red_until_it_is_pruned() {
    let bed = Bed::settled();
    fs::copy(bed.path(ACCEPTED), bed.path("golden/snapshots/qa.tool/gone.snap")).unwrap();
    let run = bed.eval(&[]);
    assert_eq!(run.code, 1, "{}", run.all());
    assert!(run.out.contains("snapshot orphaned gone (tool)"), "{}", run.out);
    assert_eq!(bed.eval(&["--case", CASE]).code, 0, "a partial run cannot know what is orphaned");
    let pruned = bed.call(&["snapshots", "prune"], &[]);
    assert!(pruned.code == 0 && pruned.out.contains("removed qa.tool gone.snap"), "{}", pruned.all());
    assert_eq!(bed.eval(&[]).code, 0);
}

#[test]
fn a_rejected_snapshot_leaves_the_accepted_one_as_it_was() {
    let bed = Bed::settled();
    let accepted = bed.read(ACCEPTED);
    bed.edit("answers.jsonl", RIGHT, WRONG);
    bed.eval(&[]);
    assert!(bed.path(PENDING).exists());
    assert_eq!(bed.call(&["snapshots", "reject", "--all"], &[]).code, 0);
    assert!(!bed.path(PENDING).exists());
    assert_eq!(bed.read(ACCEPTED), accepted);
    assert_eq!(bed.call(&["snapshots", "reject", CASE], &[]).code, 3, "there was nothing to reject");
}

#[test]
fn a_golden_set_without_snapshots_says_that_none_were_looked_at() {
    let bed = Bed::bare();
    assert_eq!(bed.eval(&["--ratchet"]).code, 0);
    let run = bed.eval(&[]);
    assert!(run.code == 0 && run.out.contains("snapshots were not looked at"), "{}", run.all());
}

/// What the agent lane says otherwise is a file of its own, from the day on which a person accepts it until it says the same again.
#[test]
fn a_lane_that_answers_otherwise_is_shown_accepted_and_given_up() {
    let bed = Bed::settled();
    assert!(!bed.path("golden/snapshots/qa.agent").exists(), "the lanes answer alike, and both were kept");
    let own = "golden/snapshots/qa.agent/hk-2024.snap";
    let answers = bed.read("answers.jsonl");
    bed.edit("answers.jsonl", "香港 FY2024 营收：", "香港 FY2024 的营收：");
    let run = bed.eval(&["--lane", "agent", "--case", CASE]);
    assert!(run.code == 1 && run.out.contains("snapshot differs hk-2024 (agent)"), "{}", run.all());
    let shown = bed.call(&["snapshots", "show", CASE], &[]).out;
    assert!(shown.starts_with("qa.agent hk-2024: differs from qa.tool\n") && shown.contains("{+的+}"), "{shown}");
    assert_eq!(bed.call(&["snapshots", "accept", CASE], &[]).code, 0);
    assert!(bed.path(own).exists());
    assert_eq!(bed.eval(&["--lane", "agent", "--case", CASE]).code, 0);
    fs::write(bed.path("answers.jsonl"), answers).unwrap();
    let run = bed.eval(&[]);
    assert!(run.code == 1 && run.out.contains("snapshot agrees hk-2024 (agent)"), "{}", run.all());
    let accepted = bed.call(&["snapshots", "accept", CASE], &[]);
    assert!(accepted.out.contains("removed qa.agent hk-2024, which is what qa.tool has"), "{}", accepted.all());
    assert!(!bed.path(own).exists());
    assert_eq!(bed.eval(&[]).code, 0);
}
