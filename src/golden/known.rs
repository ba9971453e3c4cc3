//! What golden sets tell about a fixture beyond its files: which readings of its reports wait for a person, and in which words
//! plain questions are asked. With it a notice of an answer is held against something that the answer did not write.

use super::profile::Profile;
use crate::key::FactKey;

/// A reading that waits for a person, as the truth about its document lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wait {
    /// The word for the reason.
    pub(super) reason: String,
    /// All that says what the reading is of: titles, its headers, its sheet.
    pub(super) words: String,
}

/// What golden sets tell about a fixture.
#[derive(Debug, Clone, Default)]
pub struct Known {
    pub(super) waits: Vec<Wait>,
    plain: Vec<String>,
}

impl Known {
    /// Takes in questions for one figure that must be answered with it, and with nothing beside.
    pub(super) fn learn(&mut self, questions: &[String]) {
        self.plain = questions.iter().map(|question| question.to_lowercase()).collect();
    }

    /// Whether a reading that may be of this key waits for that reason: two of metric, entity and period stand in what is
    /// said about it, for the third may be what it waits for.
    pub fn waits(&self, key: &FactKey, reason: &str, profile: &Profile) -> bool {
        let named = |words: &str, names: &[String]| names.iter().any(|name| words.contains(&name.to_lowercase()));
        self.waits.iter().filter(|wait| wait.reason == reason).any(|wait| {
            let about = [
                named(&wait.words, profile.metrics.spellings(&key.metric)),
                named(&wait.words, profile.entities.spellings(&key.entity)),
                // A table may write the year over its parts.
                named(&wait.words, &[key.period.year.to_string()]),
            ];
            about.into_iter().filter(|is_named| *is_named).count() >= 2
        })
    }

    /// Whether plain questions use these words, which then name nothing unknown.
    pub fn is_plain(&self, words: &str) -> bool {
        let words = words.trim().to_lowercase();
        let inner = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let stands = |question: &String| {
            question.match_indices(&words).any(|(at, _)| {
                let before = question.get(..at).and_then(|text| text.chars().next_back());
                let behind = question.get(at + words.len()..).and_then(|text| text.chars().next());
                !(inner(before) && inner(words.chars().next()) || inner(behind) && inner(words.chars().next_back()))
            })
        };
        !words.is_empty() && self.plain.iter().any(stands)
    }
}
