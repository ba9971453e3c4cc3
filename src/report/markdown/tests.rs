//! Tests of `markdown`.

use super::*;
use crate::report::{Settings, sample};
use crate::snapshot::Snapshots;

#[test]
fn an_answer_cannot_close_what_it_stands_in() {
    let (report, snapshots) = (sample::report(), Snapshots::default());
    let text = render(&Digest::new(&report, &snapshots, Settings::default()));
    // Indented lines are code, which shows every character as it is.
    for line in text.lines().filter(|line| !line.starts_with("    ")) {
        assert!(!line.contains("<script>") && !line.contains("<b>|") && !line.starts_with("```"), "{line}");
    }
    let pipes = |line: &str| line.replace("\\|", "").matches('|').count();
    let row = text.lines().find(|line| line.contains("restated"));
    assert_eq!(row.map(pipes), Some(7), "{text}");
}

#[test]
fn a_long_report_stays_a_comment_and_says_what_it_leaves_out() {
    let mut report = sample::report();
    let red = |at| sample::result(&format!("qa-{at}"), sample::answered(), crate::verdict::Verdict::Fail);
    for section in &mut report.sections {
        section.run.results.extend((100..2_100).map(red));
    }
    let snapshots = Snapshots::default();
    let text = render(&Digest::new(&report, &snapshots, Settings::default()));
    assert!(text.len() < 65_536, "{}", text.len());
    assert!(text.contains("more red cases are in"), "{}", text.len());
}
