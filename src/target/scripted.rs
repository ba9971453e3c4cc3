//! A target that answers from a prepared map of questions to JSON. It understands nothing; tests of gates, runs and
//! reports use it to state any answer, right or wrong.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Deserialize;

use super::{Target, TargetError};
use crate::outcome::Outcome;

/// Answers by looking the question up.
#[derive(Debug, Clone, Default)]
pub struct ScriptedTarget {
    answers: BTreeMap<(String, String), String>,
}

/// One line of a script: an answer, which names its question, and the fixture it was asked of.
#[derive(Deserialize)]
struct Line {
    fixture: String,
    answer: serde_json::Value,
}

impl ScriptedTarget {
    /// A target that has no answers yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A target from JSON lines `{"fixture": …, "answer": {"question": …, …}}`.
    pub fn from_lines(text: &str) -> Result<Self, serde_json::Error> {
        let mut target = Self::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let Line { fixture, answer } = serde_json::from_str(line)?;
            let question = answer.get("question").and_then(serde_json::Value::as_str).unwrap_or_default();
            target.answers.insert((fixture, question.to_owned()), answer.to_string());
        }
        Ok(target)
    }

    /// Prepares the JSON for a question of a fixture; replaces an earlier one.
    #[must_use]
    pub fn with(mut self, fixture: &str, question: &str, answer_json: &str) -> Self {
        self.answers.insert((fixture.to_owned(), question.to_owned()), answer_json.to_owned());
        self
    }
}

impl Target for ScriptedTarget {
    fn answer(&self, fixture: &str, question: &str, _reference_date: Date) -> Result<Outcome, TargetError> {
        let key = (fixture.to_owned(), question.to_owned());
        let json = self.answers.get(&key).ok_or_else(|| TargetError::Failed {
            message: format!("the script has no answer to `{question}` of `{fixture}`"),
        })?;
        serde_json::from_str(json).map_err(|fault| TargetError::Unreadable { message: fault.to_string() })
    }

    fn identity(&self) -> String {
        "scripted".to_owned()
    }
}
