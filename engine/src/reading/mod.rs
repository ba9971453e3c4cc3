//! What comes out of a cell: a fact that is understood in every part, or a review that says why not. Both name the cell
//! they were read from. Whether a fact may answer is decided by who stores it.

mod candidate;
mod confidence;
mod reason;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use std::sync::Arc;

use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;

use crate::code::UnitCode;
use crate::fact::FactKey;
use crate::language::numbers::notation::shows_another;
use crate::rule::{Rule, value as rules};

pub use candidate::Candidate;
pub(crate) use confidence::confidence_after;
pub use confidence::{Confidence, Step, Unseen};
pub use reason::{HeaderDoubt, ReviewReason};

/// What was read from one cell or header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// A fact.
    Fact(FactReading),
    /// Something that a person has to look at; apart, for it is larger than a fact and mostly rarer.
    Review(Box<ReviewReading>),
}

/// What decided about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decided {
    /// Why it is a fact, or waits.
    pub verdict: &'static Rule,
    /// What its colour is to it, where it has one.
    pub color: Option<&'static Rule>,
}

impl Decided {
    /// A decision in which no colour had a part.
    pub fn by(verdict: &'static Rule) -> Self {
        Self { verdict, color: None }
    }
}

/// A fact as one document states it, understood in every part. As JSON it has the parts of its key beside the others; its
/// text and its rules are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FactReading {
    /// What the value is about.
    #[serde(flatten)]
    pub key: FactKey,
    /// The value, with the digits of the file. A percent-formatted 0.138 is 13.8 in the unit percent.
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    pub value: Decimal,
    /// The text of the cell, where the file stores a number apart from what a reader sees.
    #[serde(skip)]
    pub text: Option<Arc<str>>,
    /// The unit it is stated in.
    pub unit: UnitCode,
    /// The cell.
    pub locator: String,
    /// Further places of the document that state the same.
    pub also: Vec<String>,
    /// Tags from colours and headers, such as `forecast`, in order and each once. All of them may answer.
    pub tags: Vec<String>,
    /// How sure the reading is.
    pub confidence: Confidence,
    /// Business date, when the document states one.
    pub valid_as_of: Option<Date>,
    /// What its colour is to it, where it has one.
    #[serde(skip)]
    pub color_rule: Option<&'static Rule>,
}

impl FactReading {
    /// What made it a fact: all of it was understood.
    pub fn decided(&self) -> Decided {
        Decided { verdict: &rules::UNDERSTOOD, color: self.color_rule }
    }

    /// What was understood, as a reading that waits holds it.
    pub fn candidate(&self) -> Candidate {
        let Self { valid_as_of, confidence, .. } = *self;
        let read =
            Candidate { valid_as_of, tags: self.tags.clone(), confidence: Some(confidence), ..Candidate::default() };
        read.stating(&self.key, self.value, &self.unit)
    }

    /// The text of the cell, where it shows another number than is stored: a number format rounds it, or the file stores
    /// the binary double nearest to what was typed (33.300000000000004 for 33.3).
    pub fn shown(&self) -> Option<&str> {
        self.text.as_deref().filter(|text| shows_another(text, self.value))
    }
}

/// Something in a document that is not a fact for a reason that a person can do something about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewReading {
    /// The cell; for a header or colour that stops several values, the first of them in reading order.
    pub locator: String,
    /// The text of that cell.
    pub text: String,
    /// Why.
    pub reason: ReviewReason,
    /// As much as was understood.
    pub candidate: Candidate,
    /// How many value cells it stops, itself included.
    pub cells: u64,
    /// Why a reader of the document does not see that cell; none for one that is seen.
    pub unseen: Option<Unseen>,
    /// What makes it wait.
    pub decided: Decided,
}

impl ReviewReading {
    /// Why it is there, in a sentence. That it is hidden is said whatever else is the matter with it.
    pub fn message(&self) -> String {
        match (&self.reason, self.unseen) {
            // Its steps say so.
            (ReviewReason::LowConfidence { .. }, _) | (_, None) => self.reason.to_string(),
            (reason, Some(unseen)) => format!("{reason}; {unseen}"),
        }
    }
}
