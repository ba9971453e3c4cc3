//! A question that went through the security gate. No other module can make one, so no stage can run before the gate.

use jiff::civil::Date;

use super::{CompetitorHit, SecurityGate};
use crate::lang::Lang;
use crate::question::Question;

/// A question with every competitor's name masked.
#[derive(Debug)]
pub struct Screened<'q> {
    question: &'q Question,
    masked: String,
    hits: Vec<CompetitorHit>,
}

impl<'q> Screened<'q> {
    /// Screens a question.
    pub fn new(gate: &SecurityGate, question: &'q Question) -> Self {
        let screening = gate.screen(question.text());
        Self { question, masked: screening.masked(question.text()), hits: screening.hits }
    }

    /// The question, untouched.
    pub fn question(&self) -> &'q Question {
        self.question
    }

    /// The question with competitors' names blanked; spans are those of the original.
    pub fn masked(&self) -> &str {
        &self.masked
    }

    /// The competitors that were named.
    pub fn hits(&self) -> &[CompetitorHit] {
        &self.hits
    }

    /// The day that relative periods are relative to.
    pub fn today(&self) -> Date {
        self.question.today()
    }

    /// The language of the answer.
    pub fn lang(&self) -> Lang {
        self.question.lang()
    }
}
