//! A candidate behind the screen for competitors. It decides nothing about what is restricted.

use std::borrow::Cow;

use super::Candidate;
use crate::document::Attributes;
use crate::gate::CompetitorScreen;
use crate::profile::Sensitivity;

/// A candidate that says of competitors what the profile allows. It may still be restricted.
///
/// ```compile_fail,E0451
/// # fn forge(found: engine::passage::Candidate) -> engine::passage::Vetted {
/// engine::passage::Vetted { found }
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Vetted {
    found: Candidate,
}

impl Vetted {
    /// What is left of a candidate behind the screen; none when nothing is.
    pub fn new(mut found: Candidate, screen: &CompetitorScreen) -> Option<Self> {
        let Attributes { topic, entity, geography, .. } = &mut found.attributes;
        for named in [topic, entity, geography].into_iter().flatten().chain([&mut found.title]) {
            if let Cow::Owned(shown) = screen.name(named)? {
                *named = shown;
            }
        }
        if let Cow::Owned(shown) = screen.name(&found.chunk.id.doc)? {
            found.chunk.id.doc = shown.into();
        }
        if let Cow::Owned(shown) = screen.piece(&found.chunk.text, &found.chunk.outline) {
            if !shown.chars().any(char::is_alphanumeric) {
                return None;
            }
            found.chunk.text = shown;
        }
        Some(Self { found })
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.found.sensitivity < Sensitivity::Restricted
    }

    /// What was found, for the stages of retrieval.
    pub fn found(&self) -> &Candidate {
        &self.found
    }

    /// What was found, for a passage.
    pub(super) fn into_inner(self) -> Candidate {
        self.found
    }
}
