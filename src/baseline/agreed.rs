//! The committed waivers held against those of another commit: a waiver runs once, from the day it was agreed to until its
//! last day. Whoever needs longer lets it run out, in plain sight, and agrees anew. Whether a waiver covers what is lower is
//! for [`super::check_against`] to say.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde::Deserialize;

use super::compare::{Finding, Kind};
use super::file::{LineFault, Unusable, each_line};
use super::no_waiver::{CASES_A_DAY_MAX, CASES_MAX};
use super::waiver::{Cover, Waiver, Waivers};
use crate::gate::Gate;
use crate::golden::FileLine;
use crate::lane::Lane;
use crate::verdict::Key;

/// How many failures one change may newly excuse, over all lanes.
pub const NEW_A_CHANGE_MAX: usize = 8;

/// How many cases one change may take out or have ask for something else, over all lanes. Cases that demand more than they
/// did are not among them.
pub const CASES_A_CHANGE_MAX: usize = 8;

/// What is read of a waiver at the other commit, whatever else its rules were then.
#[derive(Deserialize)]
struct Then {
    lane: Lane,
    case: String,
    gate: Gate,
    cover: Cover,
    agreed: Option<Date>,
    expires: Date,
}

/// Everything about the waivers that nobody may do in a change, against their text at another commit (`old`; none when
/// there is no such file there). `file` names it in faults; of the cases that have `grown`, nothing need be agreed to.
pub fn check_waivers(
    file: &str,
    old: Option<&str>,
    new: &Waivers,
    grown: &BTreeSet<String>,
) -> Result<Vec<Finding>, Unusable> {
    let earlier = read(file, old.unwrap_or_default())?;
    let mut findings = Vec::new();
    let mut fresh = 0;
    for waiver in new.all.iter().filter(|waiver| waiver.cover == Cover::Failing) {
        let same = |then: &&Then| then.lane == waiver.lane && Key::new(&then.case, then.gate) == waiver.key();
        match earlier.iter().filter(|then| then.cover == Cover::Failing).find(same) {
            Some(then) if then.expires >= waiver.agreed => {
                let fault = changed(then, waiver)
                    .map(|message| Finding::of_key(Kind::WaiverFault, &waiver.key(), message).with(waiver));
                findings.extend(fault);
            }
            _ => fresh += 1,
        }
    }
    if fresh > NEW_A_CHANGE_MAX {
        let message = format!("{fresh} failures are newly waived in one change; at most {NEW_A_CHANGE_MAX} are");
        findings.push(Finding::of_run(Kind::WaiverFault, message));
    }
    let known: BTreeSet<&str> =
        earlier.iter().filter(|then| then.cover != Cover::Failing).map(|then| then.case.as_str()).collect();
    let is_meant = |case: &str| !grown.contains(case);
    findings.extend(too_many_cases(new, |case| is_meant(case) && !known.contains(case), is_meant));
    Ok(findings)
}

/// What is too much about the cases of a change that are taken out or ask for something else.
pub fn check_agreed(cases: &BTreeSet<String>) -> Option<Finding> {
    (cases.len() > CASES_A_CHANGE_MAX).then(|| {
        let message = format!(
            "{} cases are taken out or ask for something else in one change; at most {CASES_A_CHANGE_MAX} do (a case that \
             only demands more needs no agreement)",
            cases.len()
        );
        Finding::of_run(Kind::WaiverFault, message)
    })
}

/// What is too much, all in all, as soon as an agreement is added: how many cases there are agreements about, and how many
/// of those end on one day. What is on file already turns nothing red by itself.
pub(super) fn too_many_cases(
    waivers: &Waivers,
    is_new: impl Fn(&str) -> bool,
    is_meant: impl Fn(&str) -> bool,
) -> Vec<Finding> {
    let (mut all, mut ending) = (BTreeSet::new(), BTreeMap::<Date, BTreeSet<&str>>::new());
    for waiver in waivers.all.iter().filter(|waiver| waiver.cover != Cover::Failing && is_meant(&waiver.case)) {
        all.insert(waiver.case.as_str());
        ending.entry(waiver.expires).or_default().insert(&waiver.case);
    }
    let has_new = |cases: &BTreeSet<&str>| cases.iter().any(|case| is_new(case));
    let at_all = (all.len() > CASES_MAX && has_new(&all)).then(|| {
        format!(
            "{} cases are agreed to be gone or to ask for something else; at most {CASES_MAX} are at a time",
            all.len()
        )
    });
    let on_a_day =
        ending.into_iter().filter(|(_, cases)| cases.len() > CASES_A_DAY_MAX && has_new(cases)).map(|(day, cases)| {
            format!("agreements about {} cases end on {day}; at most {CASES_A_DAY_MAX} do: spread them", cases.len())
        });
    at_all.into_iter().chain(on_a_day).map(|message| Finding::of_run(Kind::WaiverFault, message)).collect()
}

/// What was done to a waiver that was still running.
fn changed(then: &Then, now: &Waiver) -> Option<String> {
    if now.expires > then.expires {
        let (from, to) = (then.expires, now.expires);
        return Some(format!("the waiver is extended from {from} to {to}; fix what fails, or let it run out"));
    }
    let agreed = then.agreed.filter(|agreed| *agreed != now.agreed)?;
    Some(format!("the waiver was agreed to on {agreed}, and now says {}; a day is not rewritten", now.agreed))
}

fn read(file: &str, text: &str) -> Result<Vec<Then>, Unusable> {
    let (mut read, mut faults) = (Vec::new(), Vec::new());
    for (line, result) in each_line::<Then>(text) {
        match result {
            Ok(then) => read.push(then),
            Err(kind) => {
                let place = FileLine { file: format!("{file} of the other commit"), line };
                faults.push(LineFault { place, kind });
            }
        }
    }
    if faults.is_empty() { Ok(read) } else { Err(Unusable::Garbled(faults)) }
}
