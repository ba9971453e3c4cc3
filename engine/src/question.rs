//! A question that is worth reading: text within bounds, the day it is asked on, and the language it will be answered
//! in. What it means is not known yet.

use jiff::civil::Date;

use crate::lang::Lang;

/// Longest question, in bytes. A page of text is about 3,000.
pub const QUESTION_BYTES_MAX: usize = 64 * 1024;

/// Why a text is no question.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// Nothing visible was asked.
    #[error("the question is empty; ask for a metric, for example \"revenue in FY2024\"")]
    Empty,
    /// More text than a question can be.
    #[error("the question has {bytes} bytes, more than the {QUESTION_BYTES_MAX} that are read; ask it in fewer words")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
}

/// A question, as it was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    text: String,
    today: Date,
    lang: Lang,
}

impl Question {
    /// Takes a question that is asked on the day `today`; the answer comes in the question's own language.
    pub fn new(text: impl Into<String>, today: Date) -> Result<Self, QuestionError> {
        let text = text.into();
        if text.len() > QUESTION_BYTES_MAX {
            return Err(QuestionError::TooLong { bytes: text.len() });
        }
        if crate::text::TextView::new(&text).text().is_empty() {
            return Err(QuestionError::Empty);
        }
        let lang = Lang::of(&text);
        Ok(Self { text, today, lang })
    }

    /// Asks for the answer in `lang` instead.
    #[must_use]
    pub fn answered_in(mut self, lang: Lang) -> Self {
        self.lang = lang;
        self
    }

    /// The words, untouched.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The day that "last year" is relative to.
    pub fn today(&self) -> Date {
        self.today
    }

    /// The language of the answer.
    pub fn lang(&self) -> Lang {
        self.lang
    }
}
