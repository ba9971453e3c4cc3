//! Tests of `terminal`.

use super::*;
use crate::gate::Gate;
use crate::report::{Settings, sample};
use crate::snapshot::Snapshots;

fn shown(report: &crate::baseline::Report, colours: Colours) -> String {
    let snapshots = Snapshots::default();
    render(&Digest::new(report, &snapshots, Settings::default()), colours)
}

fn width(line: &str) -> usize {
    line.chars().map(|c| if c.is_ascii() || ('─'..='╿').contains(&c) || c == '·' { 1 } else { 2 }).sum()
}

#[test]
fn every_line_fits_80_columns_but_the_verdict_and_commands_to_paste() {
    let text = shown(&sample::report(), Colours::Off);
    let last = text.lines().last();
    for line in text.lines().filter(|line| Some(*line) != last) {
        let is_command = line.starts_with("  cargo ");
        assert!(is_command || width(line) <= usize::from(COLUMNS), "{} columns: {line}", width(line));
    }
}

#[test]
fn without_colours_there_is_no_escape_and_with_them_the_same_text() {
    let plain = shown(&sample::report(), Colours::Off);
    let coloured = shown(&sample::report(), Colours::On);
    assert!(!plain.contains('\u{1b}'));
    assert!(coloured.contains('\u{1b}'));
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
}

#[test]
fn waivers_stand_first_regressions_before_the_rest_and_the_verdict_last() {
    let text = shown(&sample::report(), Colours::Off);
    assert!(
        text.starts_with("1 waivers on file, the earliest until 2026-12-31; in full: --verbose, eval.md\n"),
        "{text}"
    );
    let at = |needle: &str| text.find(needle).unwrap_or_else(|| panic!("{needle} is not in\n{text}"));
    assert!(at("qa.agent qa-2 regressed") < at("qa.agent qa-4 unverified"));
    assert!(at("qa.agent qa-4 unverified") < at("qa.agent qa-3 waived"));
    assert!(at("retrieval ret-3 regressed") < at("retrieval ret-2 short of full marks"));
    assert!(at("0.5833 of 3") > 0 && at("0.6667 of 3") > 0 && at("-0.0833") > 0, "{text}");
    assert!(at("1/5") < at("1/1"), "the gate that fell behind is not the first row:\n{text}");
    assert!(text.trim_end().lines().last().is_some_and(|line| line.starts_with("REGRESSED: ")), "{text}");
}

#[test]
fn a_red_case_names_the_rules_that_decided_about_its_words() {
    let text = shown(&sample::report(), Colours::Off);
    assert!(text.contains("rules") && text.contains("unknown-name “香港”"), "{text}");
}

#[test]
fn waivers_are_counted_and_shown_in_full_when_at_fault_or_asked_for() {
    let mut report = sample::report();
    assert!(!shown(&report, Colours::Off).contains("restated"));
    let snapshots = Snapshots::default();
    let verbose = Settings { is_verbose: true, ..Settings::default() };
    let text = render(&Digest::new(&report, &snapshots, verbose), Colours::Off);
    assert!(text.lines().nth(1).is_some_and(|line| line.contains("qa.agent qa-3:numeric_accuracy")), "{text}");
    let (_, agent) = report.sections.split_at_mut(1);
    for finding in agent.iter_mut().flat_map(|section| &mut section.comparison.findings) {
        if finding.kind == Kind::Waived {
            finding.kind = Kind::Unwaived;
        }
    }
    let text = shown(&report, Colours::Off);
    assert!(text.lines().nth(1).is_some_and(|line| line.contains("qa.agent qa-3:numeric_accuracy")), "{text}");
}

#[test]
fn the_longest_names_stand_on_one_line_of_the_table() {
    let mut report = sample::report();
    for rate in report.sections.iter_mut().flat_map(|section| &mut section.comparison.rates) {
        if rate.gate == Gate::NumericAccuracy {
            rate.gate = Gate::ClarificationAppropriateness;
        }
    }
    let text = shown(&report, Colours::Off);
    assert!(text.contains("clarification_appropriateness"), "{text}");
}

#[test]
fn control_characters_of_an_answer_do_not_reach_the_terminal() {
    let mut report = sample::report();
    for section in &mut report.sections {
        for result in &mut section.run.results {
            for score in &mut result.scores {
                if let Some(failure) = &mut score.failure {
                    failure.got = "\u{1b}]0;x\u{7}\u{1b}[2Jgone".to_owned();
                }
            }
        }
    }
    assert!(!shown(&report, Colours::Off).contains(['\u{1b}', '\u{7}']));
}
