//! Golden sets: hand-written questions and searches with what a right answer or ranking must hold, one JSON object a
//! line, and the fixtures they cite. Loading is checking: a [`GoldenSet`] exists only when every case agrees with its fixture. Nothing here asks or
//! scores anything.

mod case;
mod document;
mod fault;
mod fixture;
mod notation;
mod period;
mod profile;
mod query;
mod raw;
mod resolve;
mod set;
mod suite;
#[cfg(test)]
mod tests;

pub use case::{
    Case, CaseType, ConflictingValue, Difference, Expected, ExpectedFact, FactKey, Operation, Place, Source,
};
pub use document::{Document, paragraph_range};
pub use fault::{Fault, FaultKind, Faults, Mismatch};
pub use fixture::{Fact, Fixture};
pub use notation::NotANumber;
pub use period::{NotAPeriod, Part, Period};
pub use profile::{Dimension, Profile};
pub use query::{Attribute, GRADE_MAX, Item, Query};
pub use set::{GoldenCase, GoldenSet};

/// The golden set of questions.
pub type Suite = GoldenSet<Case>;
/// The golden set of searches.
pub type RetrievalSuite = GoldenSet<Query>;
