//! What a change may do to cases: take some out, have some ask for something else, and have as many as it likes demand more.

use std::collections::BTreeSet;
use std::sync::Arc;

use harness::baseline::{
    Against, Baseline, Change, Cover, Entry, Identities, Kind, LowerError, NoWaiver, Unusable, Waiver, Waivers,
    check_against, check_agreed, check_waivers, compare, lower, ratchet,
};
use harness::exit::Exit;
use harness::gate::Gate;
use harness::judgement::Points;
use harness::lane::Lane;
use harness::run::Run;
use harness::verdict::{Key, Verdict};
use jiff::ToSpan;

use super::evaluation::{reached, run_of, suite};
use super::{TODAY, answers, keys, request};

const GATES: [Gate; 3] = [Gate::NumericAccuracy, Gate::AnswerRecall, Gate::Fabrication];

/// A baseline of so many cases, all of them with the same hash and so many points.
fn baseline(cases: usize, hash: &str, points: Points) -> Baseline {
    let entry = |gate: Gate| {
        if gate.gives_points() {
            Entry { verdict: Verdict::Scored, points: Some(points), hash: hash.to_owned() }
        } else {
            Entry { verdict: Verdict::Pass, points: None, hash: hash.to_owned() }
        }
    };
    let keys = (0..cases).flat_map(|n| GATES.map(|gate| (Key::new(format!("case-{n:03}"), gate), entry(gate))));
    Baseline { entries: keys.collect(), ..Baseline::default() }
}

/// An agreement for every key of so many cases, their last days spread as the rules want it.
fn agreements(cases: usize, cover: Cover, hash: &str) -> Waivers {
    let of_case = |n: usize| {
        GATES.map(|gate| Waiver {
            suite: "qa".to_owned(),
            lane: Lane::Tool,
            case: format!("case-{n:03}"),
            gate,
            cover,
            hash: hash.to_owned(),
            was: None,
            reason: "clearer wording".to_owned(),
            owner: "li".to_owned(),
            agreed: TODAY,
            expires: TODAY.saturating_add(i64::try_from(n / 8).unwrap().days()),
        })
    };
    Waivers { all: (0..cases).flat_map(of_case).collect() }
}

fn full() -> Points {
    Points::new(1, 1)
}

fn against(old: &Baseline, new: &Baseline, waivers: &Waivers, grown: &BTreeSet<String>, is_explained: bool) -> Against {
    let explained: BTreeSet<Lane> = is_explained.then_some(Lane::Tool).into_iter().collect();
    let change = Change { waivers, grown, explained: &explained, today: TODAY };
    check_against("qa.tool.jsonl", Some(&old.render()), &new.render(), Lane::Tool, change).unwrap()
}

fn ids(cases: usize) -> BTreeSet<String> {
    (0..cases).map(|n| format!("case-{n:03}")).collect()
}

/// Whatever regresses could be deleted in bulk, with a waiver a line.
#[test]
fn cases_are_not_taken_out_in_bulk_and_never_from_under_an_absolute_gate() {
    let (old, none) = (baseline(20, "h1", full()), BTreeSet::new());
    let few: Baseline = Baseline {
        entries: old.entries.clone().into_iter().filter(|(key, _)| *key.case >= *"case-001").collect(),
        ..Baseline::default()
    };
    let found = against(&old, &few, &agreements(1, Cover::Removed, ""), &none, false);
    assert_eq!(found.exit(), Exit::Regressed, "every key is agreed to, and still nobody looks for fabrication there");
    assert!(found.findings.iter().any(|finding| finding.gate == Some(Gate::Fabrication) && finding.key.is_none()));
    // Another case in its place is an exchange.
    let mut exchanged = few.clone();
    for gate in GATES {
        exchanged.entries.insert(Key::new("new", gate), old.entries[&Key::new("case-000", gate)].clone());
    }
    let found = against(&old, &exchanged, &agreements(1, Cover::Removed, ""), &none, false);
    assert_eq!((found.exit(), found.agreed), (Exit::Clean, ids(1)));
    // More of them than one change may, at a time, until one day.
    assert_eq!(check_agreed(&ids(8)), None);
    assert!(check_agreed(&ids(9)).unwrap().message.contains("9 cases are taken out or ask for something else"));
    let read = |waivers: &Waivers| match Waivers::parse("w", &waivers.render()) {
        Err(Unusable::NoWaivers(faults)) => faults.iter().map(|fault| fault.kind.to_string()).collect(),
        Ok(_) => Vec::new(),
        Err(other) => panic!("{other}"),
    };
    assert_eq!(read(&agreements(40, Cover::Removed, "")), [] as [String; 0]);
    assert_eq!(read(&agreements(41, Cover::Removed, "")), [NoWaiver::TooManyGone.to_string()]);
    let mut crowded = agreements(9, Cover::Removed, "");
    crowded.all.iter_mut().for_each(|waiver| waiver.expires = TODAY);
    assert_eq!(read(&crowded), [NoWaiver::CrowdedGone(TODAY).to_string()]);
}

/// The traps could be taken from every question, with a waiver a line.
#[test]
fn expectations_are_not_weakened_in_bulk() {
    let (old, new, none) = (baseline(60, "h1", full()), baseline(60, "h2", full()), BTreeSet::new());
    let waivers = agreements(60, Cover::ExpectationChanged, "h2");
    let found = against(&old, &new, &waivers, &none, false);
    assert_eq!((found.exit(), found.agreed.len()), (Exit::Clean, 60), "key by key it is agreed to");
    assert_eq!(check_agreed(&found.agreed).map(|finding| finding.kind), Some(Kind::WaiverFault));
    let says = |old: Option<&str>, waivers: &Waivers| -> Vec<String> {
        check_waivers("w", old, waivers, &none).unwrap().into_iter().map(|finding| finding.message).collect()
    };
    let at_all = says(None, &waivers);
    assert!(at_all.len() == 1 && at_all[0].starts_with("60 cases are agreed to be gone"), "{at_all:?}");
    assert_eq!(says(None, &agreements(40, Cover::ExpectationChanged, "h2")), [] as [&str; 0]);
    let mut crowded = agreements(9, Cover::ExpectationChanged, "h2");
    crowded.all.iter_mut().for_each(|waiver| waiver.expires = TODAY);
    assert!(says(None, &crowded)[0].starts_with("agreements about 9 cases end on 2026-03-15"));
    assert_eq!(says(Some(&waivers.render()), &waivers), [] as [&str; 0], "what is on file was judged when it came");
}

/// An honest change may make as many cases stricter as it likes; that less of more is reached, it has to say.
#[test]
fn demands_may_grow_without_an_agreement() {
    let grown = ids(170);
    let (old, new, none) = (baseline(170, "h1", full()), baseline(170, "h2", full()), Waivers::default());
    let found = against(&old, &new, &none, &grown, false);
    assert_eq!((found.findings.len(), found.agreed.len()), (0, 0));
    assert_eq!(against(&old, &new, &none, &BTreeSet::new(), true).exit(), Exit::Regressed);
    let half = baseline(170, "h2", Points::new(1, 2));
    assert_eq!(against(&old, &half, &none, &grown, true).exit(), Exit::Clean);
    let silent = against(&old, &half, &none, &grown, false);
    assert!(silent.findings.len() == 170 && silent.findings.iter().all(|finding| finding.kind == Kind::Regressed));
    // A case that fails where it passed fails, whatever else it demands now.
    let mut failing = new.clone();
    failing.entries.get_mut(&Key::new("case-000", Gate::NumericAccuracy)).unwrap().verdict = Verdict::Fail;
    assert_eq!(against(&old, &failing, &none, &grown, true).exit(), Exit::Regressed);
    // Lowered points of a case that demands what it did are none of this.
    let lowered = baseline(170, "h1", Points::new(1, 2));
    assert_eq!(against(&old, &lowered, &none, &grown, true).exit(), Exit::Regressed);
    // Agreements that are not needed count nowhere.
    let needless = agreements(170, Cover::ExpectationChanged, "h2");
    assert_eq!(check_waivers("w", None, &needless, &grown).unwrap(), []);
}

#[test]
fn a_run_claims_demands_that_have_grown_and_takes_needless_agreements_away() {
    let mut stricter = suite();
    let found = stricter.cases.iter_mut().find(|case| case.id == "why-stores").unwrap();
    Arc::make_mut(found).hash = "new".to_owned();
    let run = run_of(&stricter, &answers());
    let key = "why-stores:answer_recall";
    let known = reached();
    let agreed = lower(&request(key), &run, &known, &Waivers::default(), TODAY).unwrap();
    assert_eq!(agreed.cover, Cover::ExpectationChanged);
    let known = known.with_grown(&["why-stores".to_owned()].into());
    assert_eq!(
        lower(&request(key), &run, &known, &Waivers::default(), TODAY),
        Err(LowerError::Grown(key.parse().unwrap()))
    );
    let held = compare(&run, Ok(&known), &Waivers::default(), TODAY);
    assert_eq!(held.exit(), Exit::Clean, "{:?}", held.findings);
    assert!(keys(&held, Kind::UnclaimedGain).contains(&key.to_owned()));
    let claimed = ratchet(&run, Ok(&known), &agreed.waivers, TODAY, false).unwrap();
    assert_eq!((claimed.waivers, claimed.less_of_more), (Waivers::default(), false));
    assert_eq!(claimed.baseline.entries[&key.parse::<Key>().unwrap()].hash, "new");
    // Less of more is claimed with a reason.
    let mut before = known.clone();
    before.entries.get_mut(&key.parse().unwrap()).unwrap().points = Some(Points::new(2, 2));
    let mut run = run;
    let scored = run.results.iter_mut().find(|result| result.case.id() == "why-stores").unwrap();
    scored.scores.iter_mut().find(|score| score.gate == Gate::AnswerRecall).unwrap().points = Some(Points::new(2, 3));
    assert_eq!(compare(&run, Ok(&before), &Waivers::default(), TODAY).exit(), Exit::Clean);
    let claimed = ratchet(&run, Ok(&before), &Waivers::default(), TODAY, false).unwrap();
    assert!(claimed.less_of_more);
    let mut identities = Identities::default();
    identities.claim(&run, None, true).unwrap();
    run.identity.golden = "another".to_owned();
    assert!(identities.claim(&run, None, true).is_err(), "somebody has to say why");
    let then = identities.clone();
    identities.claim(&run, Some("each part of a reason is demanded"), true).unwrap();
    assert_eq!(identities.explained(&then), [Lane::Tool].into());
    assert_eq!(then.explained(&then), BTreeSet::new());
}

/// What would be told to be claimed, and could not be.
#[test]
fn a_waived_case_that_demands_more_and_still_fails_is_agreed_to_again() {
    let mut stricter = suite();
    let found = stricter.cases.iter_mut().find(|case| case.id == "why-stores").unwrap();
    Arc::make_mut(found).hash = "new".to_owned();
    let (key, mut run) = (Key::new("why-stores", Gate::Faithfulness), run_of(&stricter, &answers()));
    let mut known = reached().with_grown(&["why-stores".to_owned()].into());
    known.entries.get_mut(&key).unwrap().verdict = Verdict::Fail;
    let kinds = |run: &Run| -> Vec<Kind> {
        let found = compare(run, Ok(&known), &Waivers::default(), TODAY).findings;
        found.into_iter().filter(|finding| finding.key.as_ref() == Some(&key)).map(|finding| finding.kind).collect()
    };
    assert!(!kinds(&run).contains(&Kind::ExpectationChanged), "it passes now: {:?}", kinds(&run));
    let failing = run.results.iter_mut().find(|result| result.case.id() == "why-stores").unwrap();
    failing.scores.iter_mut().find(|score| score.gate == Gate::Faithfulness).unwrap().verdict = Verdict::Fail;
    assert!(kinds(&run).contains(&Kind::ExpectationChanged), "{:?}", kinds(&run));
}

#[test]
fn a_reason_written_by_hand_is_held_like_any_other() {
    let mut known = Identities::default();
    known.claim(&run_of(&suite(), &answers()), Some("the report was restated"), false).unwrap();
    let text = known.render();
    for none in ["", "because"] {
        let edited = text.replacen("the report was restated", none, 1);
        let refused = Identities::parse("identity.jsonl", &edited).unwrap_err().to_string();
        assert!(refused.contains("is no sentence"), "{refused}");
    }
}

/// Six hundred lines of the same fault are one fault, and a count.
#[test]
fn a_garbled_file_is_told_in_a_few_lines() {
    let garbled = baseline(200, "h1", full()).render().replace("\"case\"", "\"cas\"");
    let told = Baseline::parse("qa.tool.jsonl", &garbled).unwrap_err().to_string();
    assert!(told.lines().count() < 10 && told.ends_with("and 595 more such lines"), "{told}");
}
