//! What the checks say at their end.

use super::*;

fn done(name: &'static str, code: u8, output: &str) -> Done {
    let counts = Counts::read(output);
    Done { name, code, took: Duration::from_millis(1500), output: output.to_owned(), counts }
}

#[test]
fn counts_are_the_sum_of_what_the_runner_says() {
    let output = "test result: \u{1b}[32mok\u{1b}[0m. 24 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out\n\
                  running 2 tests\ntest result: FAILED. 1 passed; 12 failed; 0 ignored\nmy 9 passed\n";
    assert_eq!(Counts::read(output), Counts { passed: 25, failed: 12 });
}

#[test]
fn the_last_line_is_the_count_alone() {
    let done = [done("tests", 0, "test result: ok. 3 passed; 0 failed"), done("doc tests", 0, "")];
    assert_eq!(closing(&[], &done).lines().last(), Some("3 passed, 0 failed"));
}

#[test]
fn the_first_fault_is_last_on_the_screen_and_later_steps_are_named_as_not_run() {
    let steps: Vec<&Step> = STEPS.iter().collect();
    let text = closing(&steps, &[done("format", 0, "fine"), done("clippy", 101, "error: this line is wrong")]);
    assert!(text.ends_with("clippy failed:\nerror: this line is wrong\n"), "{text}");
    assert!(text.contains("clippy           1.5 s  FAILED (exit 101)"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("eval") && line.ends_with("not run")), "{text}");
    assert!(!text.contains("fine"));
}

/// The checks that nobody may have to remember, and what they say although they passed.
#[test]
fn the_baseline_is_held_against_the_commit_before_and_gains_are_claimed() {
    let has = |words: &[&str]| STEPS.iter().any(|step| words.iter().all(|word| step.cargo.contains(word)));
    assert!(has(&["baseline", "check"]) && has(&["eval", "--require-ratcheted"]));
    let text = closing(&[], &[done("baseline", 0, "note: held against nothing: HEAD is the first commit\nCLEAN\n")]);
    assert!(text.contains("\nbaseline: held against nothing: HEAD is the first commit\n"), "{text}");
    assert!(!text.contains("CLEAN"));
}
