//! What was reached before, and how a run is held against it. A baseline goes up by [`ratchet`], and down only by
//! [`lower`], one key at a time, with a [`Waiver`]. Nothing here reads git or writes a file: texts come in, texts go out.

mod against;
mod agreed;
mod compare;
mod file;
mod identity;
mod lower;
mod merge;
mod no_waiver;
mod ratchet;
mod rates;
#[cfg(test)]
mod tests;
mod waiver;

pub use against::{Against, Change, check_against};
pub use agreed::{CASES_A_CHANGE_MAX, NEW_A_CHANGE_MAX, check_agreed, check_waivers};
pub use compare::{Comparison, Finding, Kind, Report, Section, compare, is_failure};
pub use file::{Baseline, Entry, LineFault, LineFaultKind, Unusable};
pub use identity::{Identities, Judged, NoReason, Part};
pub use lower::{LowerError, Lowered, Lowering, lower};
pub use merge::merge;
pub use no_waiver::{CASES_A_DAY_MAX, CASES_MAX, ENDING_A_DAY_MAX, FAILING_MAX, NoWaiver, TERM_DAYS_MAX};
pub use ratchet::{Ratcheted, Refusal, ratchet};
pub use rates::GateRate;
pub use waiver::{Cover, Waiver, Waivers};
