//! Golden sets: hand-written questions and searches with what a right answer or ranking must hold, one JSON object a
//! line, documents with what a right extraction holds, one JSON file each, and the fixtures they cite. Loading is checking:
//! a [`GoldenSet`] exists only when every case agrees with its fixture. Nothing here asks or scores anything.

mod case;
mod demand;
mod document;
mod fact;
mod fault;
mod fixture;
mod grown;
mod notation;
mod phrases;
mod profile;
mod query;
mod raw;
mod relevance;
mod resolve;
mod restricted;
mod set;
mod suite;
#[cfg(test)]
mod tests;
mod trap;
mod truth;
mod twin;

pub use case::{Case, CaseType, ConflictingValue, Expected, ExpectedFact, FileLine, Operation};
pub use demand::Demand;
pub use document::{Document, paragraph_range, sequence, skeleton};
pub use fact::Fact;
pub use fault::{Fault, FaultKind, Faults, Mismatch};
pub use fixture::Fixture;
pub use grown::{Written, grown};
pub use notation::NotANumber;
pub use phrases::{Part, Phrase, PhraseFault, PhraseKind, Phrasebook, Slot};
pub use profile::{Dimension, Profile};
pub use query::Query;
pub use relevance::{Attribute, GRADE_MAX, Item};
pub use restricted::Restricted;
pub use set::{GoldenCase, GoldenSet, strays};
pub use truth::{CellKind, Paths, Truth, TruthCell, TruthFact, TruthReview};

/// The golden set of questions.
pub type Suite = GoldenSet<Case>;
/// The golden set of searches.
pub type RetrievalSuite = GoldenSet<Query>;
/// The golden set of documents.
pub type ExtractionSuite = GoldenSet<Truth>;
