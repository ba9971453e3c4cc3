//! Text that may leave the retrieval stages: for a judge, an embedding backend, a prompt. [`OpenText`] is made of open
//! candidates and of questions alone, so that a stage that takes it cannot be given a restricted text.

use super::{Candidate, Passage};
use crate::profile::Sensitivity;

/// A text that is known to be open.
///
/// ```compile_fail,E0451
/// # fn forge(secret: &str) -> engine::passage::OpenText<'_> {
/// engine::passage::OpenText { title: "", text: secret }
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenText<'a> {
    title: &'a str,
    text: &'a str,
}

impl<'a> OpenText<'a> {
    /// A candidate's title and text; none when it is restricted.
    pub fn of(candidate: &'a Candidate) -> Option<Self> {
        let open = candidate.sensitivity < Sensitivity::Restricted;
        open.then_some(Self { title: &candidate.title, text: &candidate.chunk.text })
    }

    /// What a person asked, which is the person's own text.
    pub fn question(question: &'a str) -> Self {
        Self { title: "", text: question }
    }

    /// The title of the document; empty for a question.
    pub fn title(&self) -> &'a str {
        self.title
    }

    /// The text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Title and text as one, as they are indexed and embedded.
    pub fn whole(&self) -> String {
        if self.title.is_empty() { self.text.to_owned() } else { format!("{}\n{}", self.title, self.text) }
    }
}

impl<'a> From<&'a Passage> for OpenText<'a> {
    fn from(passage: &'a Passage) -> Self {
        Self { title: passage.title(), text: &passage.chunk().text }
    }
}
