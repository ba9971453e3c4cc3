//! The way down: what can be lowered, by whom, for how long, and what becomes of it.

use std::sync::Arc;

use harness::baseline::{Cover, Kind, LowerError, Lowering, Waivers, compare, lower, ratchet};
use harness::exit::Exit;
use harness::gate::Gate;
use harness::run::Run;
use harness::verdict::Key;
use jiff::civil::date;

use super::evaluation::{HK_2024, edited, reached, run_of, suite};
use super::{TODAY, answers, keys, request};

#[test]
fn lowering_is_one_key_with_a_waiver_and_ends_when_the_failure_does() {
    let failing = edited(HK_2024, |o| o.sources.clear());
    let (baseline, none) = (reached(), Waivers::default());
    let lowered = lower(&request("hk-2024:citation_validity"), &failing, &baseline, &none, TODAY).unwrap();
    assert_eq!(lowered.cover, Cover::Failing);
    let differing = lowered.baseline.entries.iter().filter(|(key, entry)| baseline.entries.get(key) != Some(entry));
    assert_eq!(differing.count(), 1);
    let held = |run: &Run, day| compare(run, Ok(&lowered.baseline), &lowered.waivers, day);
    let now = held(&failing, TODAY);
    assert_eq!((now.exit(), now.findings[0].kind), (Exit::Clean, Kind::Waived));
    // It has run out.
    let late = held(&failing, date(2026, 7, 1));
    assert_eq!(late.exit(), Exit::Regressed);
    assert_eq!(keys(&late, Kind::WaiverFault).len(), 1);
    // It covers nothing any more, until the ratchet claims the gain and takes it away.
    let fixed = run_of(&suite(), &answers());
    assert_eq!(held(&fixed, TODAY).exit(), Exit::Regressed);
    assert_eq!(keys(&held(&fixed, TODAY), Kind::UnclaimedGain), [] as [&str; 0], "what was lowered is no gain");
    let claimed = ratchet(&fixed, Ok(&lowered.baseline), &lowered.waivers, TODAY, false).unwrap();
    assert_eq!((claimed.baseline, claimed.waivers), (baseline, none));
}

#[test]
fn a_lowering_is_a_sentence_with_an_owner_and_an_end_in_sight_and_is_not_extended() {
    let failing = edited(HK_2024, |o| o.sources.clear());
    let (baseline, none) = (reached(), Waivers::default());
    let key = "hk-2024:citation_validity";
    let tried = |request: &Lowering, waivers: &Waivers, day| lower(request, &failing, &baseline, waivers, day);
    for request in [
        Lowering { reason: " ".into(), ..request(key) },
        Lowering { reason: "please".into(), ..request(key) },
        Lowering { owner: String::new(), ..request(key) },
        Lowering { expires: date(9999, 12, 31), ..request(key) },
        Lowering { expires: date(2026, 6, 14), ..request(key) },
    ] {
        let refused = tried(&request, &none, TODAY);
        assert!(matches!(refused, Err(LowerError::NoWaiver(_))), "{request:?} gives {refused:?}");
    }
    let lowered = tried(&Lowering { expires: date(2026, 4, 1), ..request(key) }, &none, TODAY).unwrap();
    let later = Lowering { expires: date(2026, 4, 2), ..request(key) };
    let again = |request: &Lowering, day| {
        let answer = lower(request, &failing, &lowered.baseline, &lowered.waivers, day);
        answer.map(|lowered| (lowered.waivers.all[0].agreed, lowered.waivers.all[0].expires))
    };
    let until = date(2026, 4, 1);
    assert_eq!(again(&later, until), Err(LowerError::Running { key: key.parse().unwrap(), until }));
    let sooner = Lowering { expires: date(2026, 3, 20), ..request(key) };
    assert_eq!(again(&sooner, date(2026, 3, 18)), Ok((TODAY, date(2026, 3, 20))), "the first day stays");
    assert_eq!(again(&later, date(2026, 4, 2)), Ok((date(2026, 4, 2), date(2026, 4, 2))), "it had run out");
    // A day that is to come was not agreed on.
    let mut ahead = lowered.waivers.clone();
    ahead.all[0].agreed = date(2026, 3, 16);
    let comparison = compare(&failing, Ok(&lowered.baseline), &ahead, TODAY);
    assert_eq!((keys(&comparison, Kind::WaiverFault).len(), comparison.exit()), (1, Exit::Regressed));
}

#[test]
fn a_lowered_gate_is_never_shown_as_a_gain() {
    let failing = edited(HK_2024, |o| o.sources.clear());
    let baseline = reached();
    let key = "hk-2024:citation_validity";
    let lowered = lower(&request(key), &failing, &baseline, &Waivers::default(), TODAY).unwrap();
    for (run, lost) in [(failing, 1), (run_of(&suite(), &answers()), 0)] {
        let comparison = compare(&run, Ok(&lowered.baseline), &lowered.waivers, TODAY);
        let rate = comparison.rates.iter().find(|rate| rate.gate == Gate::CitationValidity).unwrap();
        let before = rate.unlowered.unwrap();
        assert_eq!((rate.now.passed + lost, rate.now.out_of), (before.passed, before.out_of));
    }
}
/// An agreement is there for the check of its pull request; the first ratchet after its last day takes it away.
#[test]
fn an_agreement_goes_when_its_last_day_is_over() {
    let mut edited = suite();
    edited
        .cases
        .iter_mut()
        .filter(|case| case.id == "hk-2024")
        .for_each(|case| Arc::make_mut(case).hash = "new".into());
    let run = run_of(&edited, &answers());
    let key = "hk-2024:citation_validity";
    let lowered = lower(&request(key), &run, &reached(), &Waivers::default(), TODAY).unwrap();
    assert_eq!(lowered.cover, Cover::ExpectationChanged);
    let mut baseline = lowered.baseline;
    let known: Vec<Key> = baseline.entries.keys().filter(|key| key.case == "hk-2024").cloned().collect();
    for key in &known {
        baseline.entries.get_mut(key).unwrap().hash = "new".into();
    }
    let kept = |day| ratchet(&run, Ok(&baseline), &lowered.waivers, day, false).unwrap().waivers.all.len();
    assert_eq!((kept(TODAY), kept(date(2026, 6, 9)), kept(date(2026, 6, 10))), (1, 1, 0));
}

#[test]
fn fabrication_cannot_be_lowered() {
    let inventing = edited(HK_2024, |o| o.answer.push_str(" 99"));
    let refused = lower(&request("hk-2024:fabrication"), &inventing, &reached(), &Waivers::default(), TODAY);
    assert_eq!(refused, Err(LowerError::Absolute(Gate::Fabrication)));
}

#[test]
fn a_lowering_needs_its_reason_and_something_to_lower() {
    let (run, baseline, none) = (run_of(&suite(), &answers()), reached(), Waivers::default());
    let key = "hk-2024:citation_validity";
    let error = |request: &Lowering| lower(request, &run, &baseline, &none, TODAY).unwrap_err();
    let past = Lowering { expires: date(2026, 1, 1), ..request(key) };
    assert_eq!(error(&past), LowerError::Past { expires: date(2026, 1, 1), today: TODAY });
    assert_eq!(error(&request(key)), LowerError::NothingToLower(key.parse().unwrap()));
    assert_eq!(error(&request("nope:fabrication")), LowerError::Unknown("nope:fabrication".parse().unwrap()));
    assert!("hk-2024:speed".parse::<Key>().is_err() && "fabrication".parse::<Key>().is_err());
}

#[test]
fn a_removed_or_changed_case_can_be_agreed_to() {
    let mut fewer = suite();
    fewer.cases.retain(|case| case.id != "conversion");
    let run = run_of(&fewer, &answers());
    let (mut baseline, mut waivers) = (reached(), Waivers::default());
    let conversion = suite().cases.into_iter().find(|case| case.id == "conversion").unwrap();
    for gate in Gate::ALL.into_iter().filter(|gate| gate.applies(&conversion)) {
        let key = Key::new("conversion", gate).to_string();
        let lowered = lower(&request(&key), &run, &baseline, &waivers, TODAY).unwrap();
        assert_eq!(lowered.cover, Cover::Removed);
        (baseline, waivers) = (lowered.baseline, lowered.waivers);
    }
    assert_eq!(compare(&run, Ok(&baseline), &waivers, TODAY).exit(), Exit::Clean);
    // The case is back: the agreement covers nothing.
    let back = compare(&run_of(&suite(), &answers()), Ok(&baseline), &waivers, TODAY);
    assert_eq!((keys(&back, Kind::WaiverFault).len(), back.exit()), (9, Exit::Regressed));
}
