//! What a question asks, before anything is looked up: slots with the place in the question where each was read, what
//! was named that the profile does not know, and the route. An intent is a reading, not a decision: it holds no default,
//! and nothing in it has been found in a store.

mod channel;
mod clauses;
mod cues;
mod leftover;
mod name;
mod operation;
mod preamble;
mod quantity;
mod residue;
mod rule;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod token;
mod unit;
mod wording;

use std::ops::Range;

use serde::Serialize;

use crate::code::{ChannelCode, EntityCode, MetricCode};
use crate::gate::Screened;
use crate::period::Period;
use crate::rule::Rule;

pub use crate::profile::Operation;
pub use clauses::Clause;
pub use rule::RuleIntentParser;
pub(crate) use token::{Token, TokenKind, tokens};

/// Which channel answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Route {
    /// Exact facts.
    Structured,
    /// Retrieved passages.
    Narrative,
    /// Facts first, then passages.
    Composite,
}

impl Route {
    /// Whether facts are looked up on this route.
    pub fn wants_facts(self) -> bool {
        self != Self::Narrative
    }

    /// Whether passages are retrieved on this route.
    pub fn wants_passages(self) -> bool {
        self != Self::Structured
    }
}

/// A value and the bytes of the question it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot<T> {
    /// What was read.
    pub value: T,
    /// Bytes of the original question.
    pub span: Range<usize>,
}

/// A dimension of the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Param {
    /// What is measured.
    Metric,
    /// Who it is measured for.
    Entity,
    /// When.
    Period,
    /// Through which channel.
    Channel,
}

/// Something the question names that the profile does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// The dimension it would belong to.
    pub param: Param,
    /// The question's own words.
    pub raw: String,
    /// Bytes of the original question.
    pub span: Range<usize>,
    /// Whether it stands beside known values as one more of a list ("Hong Kong and Atlantis"), so that the others can
    /// still be answered. Otherwise it narrows the whole question, and nothing can.
    pub listed: bool,
}

/// A reading of one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// Which channel answers.
    pub route: Route,
    /// Metrics in text order, without duplicates; so are the next three.
    pub metrics: Vec<Slot<MetricCode>>,
    /// Entities.
    pub entities: Vec<Slot<EntityCode>>,
    /// Periods, ranges expanded.
    pub periods: Vec<Slot<Period>>,
    /// Channels; empty means the total.
    pub channels: Vec<Slot<ChannelCode>>,
    /// What was named and is not known.
    pub unknown: Vec<Unknown>,
    /// Words that make another quantity of the metric beside them.
    pub qualifiers: Vec<Slot<String>>,
    /// What was asked for and is not computed.
    pub operation: Option<Slot<Operation>>,
    /// The display name of a competitor that the question names.
    pub external_entity: Option<String>,
    /// The question's own words that fill no slot and have no function in a question, in text order: what a passage that
    /// answers it speaks of.
    pub about: Vec<Slot<AboutWord>>,
    /// The clauses of a question for figures and reasons, each with what it names itself; empty where it is one clause.
    pub clauses: Vec<Clause>,
    /// The rules that decided about words which fill no slot, with the words. A parser that reads by other means has none.
    pub rules: Vec<Slot<&'static Rule>>,
    /// Where the question itself begins, behind greetings and instructions that only lead up to it.
    pub question_start: usize,
}

/// A word that says what a question is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AboutWord {
    /// The word as it is compared: folded.
    pub text: String,
    /// What kind of word it is.
    pub kind: AboutKind,
}

/// What a word says about the thing that a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AboutKind {
    /// A word of the language.
    Word,
    /// A name: a place, or a word that is in no dictionary. Where a Chinese one ends is a guess.
    Name,
    /// The name of somebody else, with the name of one of the profile's entities in it (中国银行). A part of it names
    /// another, so only the whole counts.
    WholeName,
}

impl Intent {
    /// An intent with nothing read.
    pub fn empty(route: Route) -> Self {
        Self {
            route,
            metrics: Vec::new(),
            entities: Vec::new(),
            periods: Vec::new(),
            channels: Vec::new(),
            unknown: Vec::new(),
            qualifiers: Vec::new(),
            operation: None,
            external_entity: None,
            about: Vec::new(),
            clauses: Vec::new(),
            rules: Vec::new(),
            question_start: 0,
        }
    }
}

/// Reads questions. The default, [`RuleIntentParser`], needs no model; another parser may, and still cannot weaken the
/// engine: it never sees a refused question, and each code it returns is checked against the profile.
pub trait IntentParser: Send + Sync {
    /// Reads a question that has passed the security screen.
    fn parse(&self, question: &Screened<'_>) -> Intent;
}
