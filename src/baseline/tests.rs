//! The file formats, the merge, and the committed baseline held against another commit. What a run does to a baseline
//! is tested end to end in `tests/judging/evaluation.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;

use jiff::civil::{Date, date};
use proptest::prelude::*;

use super::{Against, Baseline, Change, Cover, Entry, Finding, Kind, Unusable, Waiver, Waivers, merge};
use crate::exit::Exit;
use crate::gate::Gate;
use crate::judgement::Points;
use crate::lane::Lane;
use crate::verdict::{Key, Verdict};

const TODAY: Date = date(2026, 3, 15);

const TWO: &str = r#"{"case":"a","gate":"numeric_accuracy","verdict":"pass","hash":"h1"}
{"case":"a","gate":"fabrication","verdict":"pass","hash":"h1"}
"#;

fn waiver(gate: Gate, cover: Cover, hash: &str, expires: Date) -> Waivers {
    let (suite, case) = ("qa".to_owned(), "a".to_owned());
    let (reason, owner) = ("known and waiting".to_owned(), "li".to_owned());
    Waivers {
        all: vec![Waiver {
            suite,
            lane: Lane::Tool,
            case,
            gate,
            cover,
            hash: hash.to_owned(),
            was: None,
            reason,
            owner,
            agreed: date(2026, 2, 1),
            expires,
        }],
    }
}

fn check_against(file: &str, old: Option<&str>, new: &str, waivers: &Waivers, lane: Lane) -> Result<Against, Unusable> {
    let (grown, explained) = (BTreeSet::new(), BTreeSet::new());
    super::check_against(file, old, new, lane, Change { waivers, grown: &grown, explained: &explained, today: TODAY })
}

fn check_waivers(file: &str, old: Option<&str>, new: &Waivers) -> Result<Vec<Finding>, Unusable> {
    super::check_waivers(file, old, new, &BTreeSet::new())
}

fn against(old: Option<&str>, new: &str, waivers: &Waivers) -> (Exit, Vec<Kind>) {
    let against = check_against("qa.tool.jsonl", old, new, waivers, Lane::Tool).unwrap();
    (against.exit(), against.findings.iter().map(|finding| finding.kind).collect())
}

#[test]
fn a_file_reads_back_as_it_was_written_sorted() {
    let baseline = Baseline::parse("b", TWO).unwrap();
    assert_eq!(Baseline::parse("b", &baseline.render()).unwrap(), baseline);
    assert_eq!(baseline.render(), TWO);
    let shuffled = TWO.lines().rev().collect::<Vec<_>>().join("\n");
    assert_eq!(Baseline::parse("b", &shuffled).unwrap().render(), TWO);
}

#[test]
fn an_empty_or_garbled_file_is_no_baseline() {
    for (text, part) in [
        ("", "b: the file is empty"),
        (" \n\n", "the file is empty"),
        ("{}", "b:1: not a line of this file: missing field `case`"),
        (&TWO.replace("fabrication", "speed"), "b:2: not a line of this file: unknown variant `speed`"),
        (&TWO.replace("\"pass\"", "\"errored\""), "b:1: a baseline knows pass and fail, not errored"),
        (&TWO.repeat(2), "b:3: `a:numeric_accuracy` stands here a second time"),
        (&format!("<<<<<<< ours\n{TWO}"), "b:1: a merge conflict marker"),
        (&TWO.replace("\"h1\"", "\"h1\",\"note\":1"), "unknown field `note`"),
    ] {
        let fault = Baseline::parse("b", text).unwrap_err().to_string();
        assert!(fault.contains(part), "{part} in {fault}");
    }
}

#[test]
fn waivers_read_back_and_their_faults_have_lines() {
    let waivers = waiver(Gate::NumericAccuracy, Cover::Failing, "h1", TODAY);
    assert_eq!(Waivers::parse("w", &waivers.render()).unwrap(), waivers);
    let without_day = waivers.render().replace("\"agreed\":\"2026-02-01\",", "");
    assert!(Waivers::parse("w", &without_day).unwrap_err().to_string().contains("missing field `agreed`"));
    let without_owner = waivers.render().replace("\"owner\":\"li\",", "");
    assert!(Waivers::parse("w", &without_owner).unwrap_err().to_string().contains("w:1: not a line of this file"));
}

/// What `sed` can make of a file of waivers, and nobody can have agreed to.
#[test]
fn waivers_that_nobody_can_have_agreed_to_are_no_waivers() {
    let good = waiver(Gate::NumericAccuracy, Cover::Failing, "h1", TODAY).render();
    for (from, to, part) in [
        (
            "2026-03-15",
            "9999-12-31",
            "w:1: it runs from 2026-02-01 until 9999-12-31; a waiver holds for at most 90 days",
        ),
        ("2026-03-15", "2026-05-03", "it runs from 2026-02-01 until 2026-05-03"),
        ("2026-03-15", "2026-01-31", "it runs from 2026-02-01 until 2026-01-31"),
        ("known and waiting", "", "the reason `` is no sentence"),
        ("known and waiting", "known", "the reason `known` is no sentence"),
        ("known and waiting", "... ---", "the reason `... ---` is no sentence"),
        ("\"li\"", "\" \"", "there is no owner"),
    ] {
        assert!(good.contains(from), "{from}");
        let fault = Waivers::parse("w", &good.replace(from, to)).unwrap_err().to_string();
        assert!(fault.contains(part), "{part} in {fault}");
    }
    let longest = good.replace("2026-03-15", "2026-05-02");
    assert!(Waivers::parse("w", &longest).is_ok(), "90 days are allowed");
    let in_chinese = good.replace("known and waiting", "来源已更正，尚未重读");
    assert!(Waivers::parse("w", &in_chinese).is_ok());
}

#[test]
fn waivers_are_few_and_end_on_several_days() {
    let one = waiver(Gate::NumericAccuracy, Cover::Failing, "h1", TODAY).render();
    let many = |count: usize, days: usize| -> String {
        let line = |n| one.replace("\"a\"", &format!("\"a{n}\"")).replace("03-15", &format!("03-{:02}", 1 + n % days));
        (0..count).map(line).collect()
    };
    let fault = |text: &str| Waivers::parse("w", text).unwrap_err().to_string();
    assert!(Waivers::parse("w", &many(40, 20)).is_ok());
    assert!(fault(&many(41, 20)).contains("w:41: more than 40 failures are waived"));
    assert!(Waivers::parse("w", &many(8, 1)).is_ok());
    assert!(fault(&many(9, 1)).contains("w:9: more than 8 waivers end on 2026-03-01"));
    assert!(fault(&one.repeat(2)).contains("w:2: `a:numeric_accuracy` has a waiver already"));
}

#[test]
fn a_waiver_that_runs_is_neither_extended_nor_rewritten() {
    let then = waiver(Gate::NumericAccuracy, Cover::Failing, "h1", TODAY);
    let held = |old: Option<&str>, change: fn(&mut Waiver)| {
        let mut now = then.clone();
        now.all.iter_mut().for_each(change);
        check_waivers("w", old, &now).unwrap()
    };
    let old = then.render();
    assert_eq!(held(Some(&old), |_| ()), []);
    assert_eq!(held(Some(&old), |waiver| waiver.expires = date(2026, 3, 1)), [], "an earlier end is welcome");
    let says = |findings: &[Finding], part: &str| {
        assert!(
            matches!(findings, [one] if one.kind == Kind::WaiverFault && one.message.contains(part)),
            "{findings:?}"
        );
    };
    let extended = held(Some(&old), |waiver| waiver.expires = date(2026, 4, 15));
    says(&extended, "extended from 2026-03-15 to 2026-04-15");
    // The day it was agreed to is rewritten, with or without a later end.
    says(&held(Some(&old), |waiver| waiver.agreed = date(2026, 3, 1)), "now says 2026-03-01");
    let anew: fn(&mut Waiver) = |waiver| (waiver.agreed, waiver.expires) = (date(2026, 3, 10), date(2026, 6, 1));
    says(&held(Some(&old), anew), "extended");
    // A waiver of the old kind, without that day, is held to its end.
    let without_day = old.replace("\"agreed\":\"2026-02-01\",", "");
    says(&held(Some(&without_day), anew), "extended");
    // It has run out, and the branch was red: people may agree again.
    let after: fn(&mut Waiver) = |waiver| (waiver.agreed, waiver.expires) = (date(2026, 3, 16), date(2026, 6, 1));
    assert_eq!(held(Some(&old), after), []);
    assert!(check_waivers("w", Some("?"), &then).is_err(), "what cannot be read is not compared with");
}

#[test]
fn one_change_lowers_no_more_than_a_few_keys() {
    let many = |count: u8| {
        let one = waiver(Gate::NumericAccuracy, Cover::Failing, "h1", TODAY).all.remove(0);
        let numbered = |n| Waiver { case: format!("a{n}"), ..one.clone() };
        Waivers { all: (0..count).map(numbered).collect() }
    };
    assert_eq!(check_waivers("w", None, &many(8)).unwrap(), []);
    let findings = check_waivers("w", None, &many(10)).unwrap();
    assert!(findings.len() == 1 && findings[0].message.contains("10 failures are newly waived"), "{findings:?}");
    assert_eq!(check_waivers("w", Some(&many(4).render()), &many(10)).unwrap(), [], "six of them are new");
}

#[test]
fn an_edited_baseline_is_red_against_the_other_commit() {
    let none = Waivers::default();
    assert_eq!(against(Some(TWO), TWO, &none), (Exit::Clean, vec![]));
    let lowered = TWO.replacen("pass", "fail", 1);
    assert_eq!(against(Some(TWO), &lowered, &none), (Exit::Regressed, vec![Kind::Regressed]));
    let removed = TWO.lines().next().unwrap();
    let gone = vec![Kind::Gone, Kind::Gone];
    assert_eq!(against(Some(TWO), removed, &none), (Exit::Regressed, gone), "the line, and what `fabrication` judges");
    let changed = TWO.replacen("h1", "h2", 1);
    assert_eq!(against(Some(TWO), &changed, &none), (Exit::Regressed, vec![Kind::ExpectationChanged]));
    let added = format!("{TWO}{}", removed.replace("\"a\"", "\"b\"").replace("pass", "fail"));
    assert_eq!(against(Some(TWO), &added, &none), (Exit::Regressed, vec![Kind::Regressed]));
    let raised = against(Some(&lowered), TWO, &none);
    assert_eq!(raised, (Exit::Clean, vec![]));
}

#[test]
fn a_waiver_in_force_covers_exactly_its_key_and_hash() {
    let lowered = TWO.replacen("pass", "fail", 1);
    let good = waiver(Gate::NumericAccuracy, Cover::Failing, "h1", TODAY);
    assert_eq!(against(Some(TWO), &lowered, &good), (Exit::Clean, vec![Kind::Waived]));
    let expired = waiver(Gate::NumericAccuracy, Cover::Failing, "h1", date(2026, 3, 14));
    assert_eq!(against(Some(TWO), &lowered, &expired), (Exit::Regressed, vec![Kind::Regressed]));
    let other_hash = waiver(Gate::NumericAccuracy, Cover::Failing, "h9", TODAY);
    assert_eq!(against(Some(TWO), &lowered, &other_hash), (Exit::Regressed, vec![Kind::Regressed]));
    let other_gate = waiver(Gate::CitationValidity, Cover::Failing, "h1", TODAY);
    assert_eq!(against(Some(TWO), &lowered, &other_gate), (Exit::Regressed, vec![Kind::Regressed]));
    let agreed = waiver(Gate::NumericAccuracy, Cover::ExpectationChanged, "h2", TODAY);
    assert_eq!(against(Some(TWO), &TWO.replacen("h1", "h2", 1), &agreed), (Exit::Clean, vec![Kind::Waived]));
}

#[test]
fn fabrication_is_never_lowered() {
    let lowered = TWO
        .lines()
        .map(|line| line.replace("\"fabrication\",\"verdict\":\"pass\"", "\"fabrication\",\"verdict\":\"fail\"") + "\n")
        .collect::<String>();
    let waivers = waiver(Gate::Fabrication, Cover::Failing, "h1", TODAY);
    assert_eq!(against(Some(TWO), &lowered, &waivers), (Exit::Regressed, vec![Kind::Regressed]));
    assert_eq!(against(Some(&lowered), &lowered, &waivers), (Exit::Regressed, vec![Kind::Regressed]));
}

#[test]
fn a_first_baseline_is_allowed_says_so_and_hides_no_failure() {
    let first = check_against("f", None, TWO, &Waivers::default(), Lane::Tool).unwrap();
    assert!(first.first && first.findings.is_empty());
    let failing = TWO.replacen("pass", "fail", 1);
    assert_eq!(against(None, &failing, &Waivers::default()), (Exit::Regressed, vec![Kind::Regressed]));
    assert!(check_against("f", Some(""), TWO, &Waivers::default(), Lane::Tool).is_err());
    assert!(check_against("f", Some(TWO), "", &Waivers::default(), Lane::Tool).is_err());
}

const SCORED: &str = "{\"case\":\"a\",\"gate\":\"ndcg\",\"score\":900000,\"out_of\":1000000,\"hash\":\"h1\"}\n";

fn scored_against(old: Option<&str>, new: &str, waivers: &Waivers) -> (Exit, Vec<Kind>) {
    let against = check_against("retrieval.jsonl", old, new, waivers, Lane::Retrieval).unwrap();
    (against.exit(), against.findings.iter().map(|finding| finding.kind).collect())
}

#[test]
fn a_score_reads_back_and_a_gate_has_its_own_kind_of_line() {
    assert_eq!(Baseline::parse("b", SCORED).unwrap().render(), SCORED);
    let verdict = "\"verdict\":\"pass\"";
    for text in [
        SCORED.replace("\"score\":900000,", ""),
        SCORED.replace("900000", "1000001"),
        SCORED.replace("\"score\":900000,\"out_of\":1000000", "\"score\":0,\"out_of\":0"),
        SCORED.replace("\"score\":900000,\"out_of\":1000000", verdict),
        SCORED.replace("ndcg", "fabrication"),
        TWO.replacen(verdict, "\"score\":1,\"out_of\":1", 1),
    ] {
        let fault = Baseline::parse("b", &text).unwrap_err().to_string();
        assert!(fault.contains("b:1: a line of `"), "{fault}");
    }
}

#[test]
fn an_edited_score_is_red_against_the_other_commit() {
    let none = Waivers::default();
    let lower = SCORED.replace("900000", "899999");
    assert_eq!(scored_against(Some(SCORED), SCORED, &none), (Exit::Clean, vec![]));
    assert_eq!(scored_against(Some(&lower), SCORED, &none), (Exit::Clean, vec![]));
    assert_eq!(scored_against(Some(SCORED), &lower, &none), (Exit::Regressed, vec![Kind::Regressed]));
    let mut waivers = waiver(Gate::Ndcg, Cover::Failing, "h1", TODAY);
    for waiver in &mut waivers.all {
        (waiver.suite, waiver.lane) = ("retrieval".to_owned(), Lane::Retrieval);
    }
    assert_eq!(scored_against(Some(SCORED), &lower, &waivers), (Exit::Clean, vec![Kind::Waived]));
    let leak = SCORED
        .replace("ndcg", "restricted_leaks")
        .replace("\"score\":900000,\"out_of\":1000000", "\"verdict\":\"fail\"");
    assert_eq!(scored_against(Some(&leak), &leak, &waivers).0, Exit::Regressed, "a leak is excused by nothing");
}

fn any_baseline() -> impl Strategy<Value = Baseline> {
    let key = ("[a-d]", prop::sample::select(Gate::ALL.to_vec())).prop_map(|(case, gate)| Key::new(case, gate));
    let pair =
        (key, prop::bool::ANY, (0..4_u64, 1..4_u64), "[x-z]").prop_map(|(key, passes, (score, out_of), hash)| {
            let points = key.gate.gives_points().then(|| Points::new(score, out_of));
            let verdict = if passes { Verdict::Pass } else { Verdict::Fail };
            let verdict = points.map_or(verdict, |_| Verdict::Scored);
            (key, Entry { verdict, points, hash })
        });
    prop::collection::vec(pair, 0..12)
        .prop_map(|pairs| Baseline { entries: pairs.into_iter().collect(), ..Baseline::default() })
}

proptest! {
    #[test]
    fn merging_is_idempotent_and_has_no_sides(base in any_baseline(), ours in any_baseline(), theirs in any_baseline()) {
        prop_assert_eq!(merge(&base, &ours, &ours), ours.clone());
        let merged = merge(&base, &ours, &theirs);
        prop_assert_eq!(&merged, &merge(&base, &theirs, &ours));
        prop_assert_eq!(merge(&base, &merged, &merged), merged);
    }

    #[test]
    fn a_merge_is_never_below_either_side(base in any_baseline(), ours in any_baseline(), theirs in any_baseline()) {
        let merged = merge(&base, &ours, &theirs);
        for side in [&ours, &theirs] {
            for (key, entry) in &side.entries {
                let kept = &merged.entries[key];
                prop_assert!(!kept.is_below(entry));
            }
        }
        let known = |key: &Key| ours.entries.contains_key(key) || theirs.entries.contains_key(key);
        prop_assert!(merged.entries.keys().all(known));
    }

    #[test]
    fn any_baseline_reads_back(baseline in any_baseline()) {
        prop_assume!(!baseline.entries.is_empty());
        prop_assert_eq!(Baseline::parse("b", &baseline.render()).unwrap(), baseline);
    }
}
