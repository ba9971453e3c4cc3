//! Tests of `terminal`.

use super::*;
use crate::gate::Gate;
use crate::report::{Settings, sample};
use crate::snapshot::Snapshots;

fn shown(report: &crate::baseline::Report, colours: Colours) -> String {
    let snapshots = Snapshots::default();
    render(&Digest::new(report, &snapshots, Settings::default()), colours)
}

fn shown_with(report: &crate::baseline::Report, is_verbose: bool) -> String {
    let (snapshots, arguments) = (Snapshots::default(), format!("--golden /tmp/{}", "a/".repeat(20)));
    let settings = Settings { is_verbose, arguments: &arguments, ..Settings::default() };
    render(&Digest::new(report, &snapshots, settings), Colours::Off)
}

fn width(line: &str) -> usize {
    line.chars().map(|c| if c.is_ascii() || ('─'..='╿').contains(&c) || c == '·' { 1 } else { 2 }).sum()
}

#[test]
fn every_line_fits_80_columns_but_the_verdict() {
    let mut report = sample::report();
    for verbose in [false, true] {
        let text = shown_with(&report, verbose);
        let last = text.lines().last();
        for line in text.lines().filter(|line| Some(*line) != last) {
            assert!(width(line) <= usize::from(COLUMNS), "{} columns: {line}", width(line));
        }
        // Once more with long paths.
        for section in &mut report.sections {
            section.run.partial = true;
        }
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
fn red_cases_stand_first_waivers_after_the_rates_and_the_verdict_last() {
    let text = shown(&sample::report(), Colours::Off);
    let at = |needle: &str| text.find(needle).unwrap_or_else(|| panic!("{needle} is not in\n{text}"));
    let order = [
        "qa-2 regressed in qa.agent",
        "ret-3 regressed in retrieval",
        "qa-4 unverified in qa.agent",
        "gone in qa.agent",
        "lane        gate",
        "1 cases fail under a waiver: qa-3; in full: --verbose",
        "2 cases are as short of full marks as before, the lowest of them: ret-2, a.xlsx; in full: --verbose",
        "1 waivers on file, the earliest until 2026-12-31; in full: --verbose, eval.md",
        "REGRESSED: ",
    ];
    assert!(text.starts_with(order[0]), "{text}");
    let joined = text.replace('\n', " ");
    let places: Vec<_> =
        order.map(|part| joined.find(part).unwrap_or_else(|| panic!("{part} is not in\n{text}"))).into();
    assert!(places.is_sorted(), "{places:?} in\n{text}");
    assert!(at("0.5833 of 3") > 0 && at("0.6667 of 3") > 0 && at("-0.0833") > 0, "{text}");
    assert!(at("1/5") < at("1/1"), "the gate that fell behind is not the first row:\n{text}");
    assert!(text.trim_end().lines().last().is_some_and(|line| line.starts_with("REGRESSED: ")), "{text}");
}

#[test]
fn what_was_selected_is_shown_in_full_however_it_stands() {
    let mut report = sample::report();
    for section in &mut report.sections {
        section.run.partial = true;
    }
    let text = shown(&report, Colours::Off);
    assert!(
        text.contains("qa-3 waived in qa.agent") && text.contains("ret-2 short of full marks in retrieval"),
        "{text}"
    );
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
    let told = |text: &str| text.lines().any(|line| line.trim().starts_with("qa.agent qa-3:numeric_accuracy until"));
    assert!(told(&text), "{text}");
    let (_, agent) = report.sections.split_at_mut(1);
    for finding in agent.iter_mut().flat_map(|section| &mut section.comparison.findings) {
        if finding.kind == Kind::Waived {
            finding.kind = Kind::Unwaived;
        }
    }
    let text = shown(&report, Colours::Off);
    assert!(told(&text), "{text}");
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

/// The agent lane of the sample, and the tool lane with the same results.
fn alike() -> crate::baseline::Report {
    let mut report = sample::report();
    let mut tool = report.sections[1].clone();
    tool.run.lane = crate::lane::Lane::Tool;
    report.sections[0] = tool;
    report
}

#[test]
fn lanes_that_say_the_same_are_read_once() {
    let text = shown(&alike(), Colours::Off);
    let count = |part: &str| text.matches(part).count();
    assert_eq!(count("qa-2 regressed in qa.tool, qa.agent\n"), 1, "{text}");
    assert_eq!(
        (count("qa-2 "), count("908.50 USD_M for HK 2024 FYP"), count("gone in qa.tool, qa.agent\n")),
        (1, 1, 1)
    );
    assert_eq!((count("tool, agent  numeric_accuracy"), count("numeric_accuracy  ")), (1, 1), "{text}");
    assert!(text.contains("qa.tool, qa.agent: 5 cases, 10 verdicts each:"), "{text}");
    assert!(text.contains("cargo xtask eval --suite qa --case qa-2\n"), "one command judges both lanes\n{text}");
}

#[test]
fn a_case_that_is_red_in_its_own_way_in_each_lane_is_still_one_case() {
    let mut report = alike();
    for score in &mut report.sections[1].run.results[1].scores {
        if let Some(failure) = &mut score.failure {
            failure.got = "nothing".to_owned();
        }
    }
    let text = shown(&report, Colours::Off);
    assert_eq!(text.matches("qa-2 ").count(), 1, "{text}");
    for part in ["numeric_accuracy: fail, regressed (tool alone)", "numeric_accuracy: fail, regressed (agent alone)"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert_eq!(text.matches("908.50 USD_M for HK 2024 FYP").count(), 1, "what is demanded is said once\n{text}");
}

/// An answer of a hundred lines, with which six gates find fault, each at length.
#[test]
fn a_case_has_at_most_40_lines_and_says_what_is_cut() {
    let mut report = sample::report();
    let long = |what: &str| (0..100).map(|line| format!("{what} {line}")).collect::<Vec<_>>().join("\n");
    let result = &mut report.sections[1].run.results[1];
    let score = result.scores[0].clone();
    for (at, gate) in Gate::ALL.into_iter().take(6).enumerate() {
        let mut score = score.clone();
        score.gate = gate;
        let failure = score.failure.as_mut().unwrap();
        (failure.expected, failure.got, failure.why) = (long("expected"), long("got"), long(&format!("{at} why")));
        result.scores.push(score);
    }
    let snapshots = Snapshots::default();
    let height = |is_verbose| {
        let digest = Digest::new(&report, &snapshots, Settings { is_verbose, ..Settings::default() });
        let case = digest.red().into_iter().find(|case| case.result.case.id() == "qa-2").unwrap();
        case::lines(&case, is_verbose)
    };
    let (short, whole) = (height(false), height(true));
    assert_eq!(short.len(), case::LINES_MAX, "{}", short.join("\n"));
    assert!(whole.len() > 600 && whole.iter().any(|line| line.contains("5 why 99")), "{}", whole.len());
    assert!(short.iter().any(|line| line.contains("more lines (--verbose)")), "{}", short.join("\n"));
    let cut = short.iter().position(|line| line.starts_with("  cut ")).unwrap();
    let end = short.iter().position(|line| line.starts_with("  cargo ")).unwrap();
    let told: Vec<&str> = short[cut..end].iter().map(|line| line.trim()).collect();
    assert!(told.join(" ").ends_with("all of them: the next command with --verbose"), "{told:?}");
    let is_named = |gate: Gate| short.iter().any(|line| line.contains(gate.as_str()));
    assert!(Gate::ALL.into_iter().take(6).all(is_named), "a red gate is not named\n{}", short.join("\n"));
    assert!(short[end].contains("cargo xtask eval --lane agent --case qa-2"), "{}", short.join("\n"));
    assert!(short.iter().any(|line| line.contains("ask --workspace")), "commands are never cut\n{}", short.join("\n"));
}

#[test]
fn a_red_case_says_what_is_to_be_decided_about_its_snapshot_and_nobody_else_does() {
    let report = sample::report();
    let diff = snapshot::Diff {
        meaning: vec![snapshot::Change { what: "route".to_owned(), was: None, is: Some("x".to_owned()) }],
        wording: Vec::new(),
    };
    let found = |case: &str| snapshot::Finding {
        lane: crate::lane::Lane::Agent,
        case: case.to_owned(),
        state: snapshot::State::Changed,
        diff: Some(diff.clone()),
    };
    let snapshots = Snapshots { findings: vec![found("qa-1"), found("qa-2"), found("qa-3")], ..Snapshots::default() };
    let text = render(&Digest::new(&report, &snapshots, Settings::default()), Colours::Off);
    // A waived case is named and not shown.
    assert_eq!(text.matches("snapshot changed qa-3 (agent)").count(), 1, "{text}");
    assert_eq!(text.matches("snapshot changed qa-1 (agent)").count(), 1, "{text}");
    assert_eq!(text.matches("snapshot changed qa-2").count(), 0, "{text}");
    assert_eq!(text.matches("cargo xtask snapshots accept qa-2 --lane agent").count(), 1, "{text}");
}
