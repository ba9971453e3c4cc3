//! What was reached before, and how a run is held against it.

mod compare;
mod waiver;

pub use compare::{Comparison, Finding, GateRate, Kind, Report, Section};
pub use waiver::{Cover, Waiver};
