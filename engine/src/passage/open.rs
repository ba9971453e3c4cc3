//! Text that may leave the retrieval stages: for a judge, an embedding backend, a prompt. [`OpenText`] is made of open
//! candidates and of questions alone, so that a stage that takes it cannot be given a restricted text.

use super::{Candidate, Chunk, Vetted};
use crate::document::Attributes;
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
    pub fn of(candidate: &'a Vetted) -> Option<Self> {
        let found = candidate.found();
        candidate.is_open().then_some(Self { title: &found.title, text: &found.chunk.text })
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

/// A candidate that is open, as a search by meaning keeps it: whole, whatever it says of competitors. What is found by it
/// is vetted before it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenChunk {
    found: Candidate,
}

impl OpenChunk {
    /// The candidate; none when it is restricted.
    pub fn of(found: Candidate) -> Option<Self> {
        (found.sensitivity < Sensitivity::Restricted).then_some(Self { found })
    }

    /// The chunk.
    pub fn chunk(&self) -> &Chunk {
        &self.found.chunk
    }

    /// Its document's title.
    pub fn title(&self) -> &str {
        &self.found.title
    }

    /// What its document is about.
    pub fn attributes(&self) -> &Attributes {
        &self.found.attributes
    }
}

impl<'a> From<&'a OpenChunk> for OpenText<'a> {
    fn from(open: &'a OpenChunk) -> Self {
        Self { title: open.title(), text: &open.chunk().text }
    }
}
