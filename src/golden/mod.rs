//! Golden sets: hand-written questions with what a right answer must do, one JSON object a line, and the fixtures they
//! cite. Loading is checking: a [`Suite`] exists only when every case agrees with its fixture. Nothing here asks or
//! scores anything.

mod case;
mod fault;
mod fixture;
mod notation;
mod period;
mod profile;
mod raw;
mod resolve;
mod suite;
#[cfg(test)]
mod tests;

pub use case::{
    Case, CaseType, ConflictingValue, Difference, Expected, ExpectedFact, FactKey, Operation, Place, Source,
};
pub use fault::{Fault, FaultKind, Faults, Mismatch};
pub use fixture::{Fact, Fixture};
pub use notation::NotANumber;
pub use period::{NotAPeriod, Part, Period};
pub use profile::{Dimension, Profile};
pub use suite::Suite;
