//! Golden sets.

mod case;
mod fixture;
mod period;

pub use case::{
    Case, CaseType, ConflictingValue, Difference, Expected, ExpectedFact, FactKey, Operation, Place, Source,
};
pub use period::{NotAPeriod, Part, Period};
