//! Answers in prose: passages for the question, a model's account of them with forced citations, and a caution for every
//! number that no cited passage states. It never imports the structured channel, and no fact comes out of it.

mod account;
mod extract;
mod filter;
mod kind;
mod premise;
mod prompt;
mod rarity;
mod relevance;
mod sentences;

pub(crate) use account::{Means, tell};
pub use account::{Narrative, NarrativeStatus, PASSAGES_MAX, SearchFailure, Teller};
pub use extract::{SENTENCES_MAX, best_sentences};
pub use filter::Subject;
pub use premise::Contradiction;
