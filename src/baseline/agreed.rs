//! The committed waivers held against those of another commit: a waiver runs once, from the day it was agreed to until its
//! last day. Whoever needs longer lets it run out, in plain sight, and agrees anew. Whether a waiver covers what is lower is
//! for [`super::check_against`] to say.

use jiff::civil::Date;
use serde::Deserialize;

use super::compare::{Finding, Kind};
use super::file::{LineFault, Unusable, each_line};
use super::waiver::{Cover, Waiver, Waivers};
use crate::gate::Gate;
use crate::golden::FileLine;
use crate::lane::Lane;
use crate::verdict::Key;

/// How many failures one change may newly excuse, over all lanes.
pub const NEW_A_CHANGE_MAX: usize = 8;

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
/// there is no such file there). `file` names it in faults.
pub fn check_waivers(file: &str, old: Option<&str>, new: &Waivers) -> Result<Vec<Finding>, Unusable> {
    let earlier = read(file, old.unwrap_or_default())?;
    let mut findings = Vec::new();
    let mut fresh = 0;
    for waiver in new.all.iter().filter(|waiver| waiver.cover == Cover::Failing) {
        let same = |then: &&Then| then.lane == waiver.lane && Key::new(&then.case, then.gate) == waiver.key();
        match earlier.iter().find(same) {
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
    Ok(findings)
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
            Ok(then) if then.cover == Cover::Failing => read.push(then),
            Ok(_) => {}
            Err(kind) => {
                let place = FileLine { file: format!("{file} of the other commit"), line };
                faults.push(LineFault { place, kind });
            }
        }
    }
    if faults.is_empty() { Ok(read) } else { Err(Unusable::Garbled(faults)) }
}
