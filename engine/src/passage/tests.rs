//! Tests of the exits, and candidates for the tests of those who pass them on.

use super::{Candidate, Chunk, ChunkId, OpenText, Passage, Scores, Vetted};
use crate::document::Attributes;
use crate::gate::{CompetitorScreen, Outline};
use crate::profile::Sensitivity;

/// A candidate that is the whole of its document.
pub(crate) fn candidate(doc: &str, title: &str, text: &str, sensitivity: Sensitivity) -> Candidate {
    let id = ChunkId { doc: doc.into(), first: 1, last: 1, piece: 0 };
    Candidate {
        chunk: Chunk { id, text: text.to_owned(), outline: Outline::default() },
        title: title.to_owned(),
        attributes: Attributes::default(),
        valid_as_of: None,
        sensitivity,
        scores: Scores::default(),
    }
}

/// A candidate where nobody is a competitor.
pub(crate) fn vetted(found: Candidate) -> Vetted {
    Vetted::new(found, &CompetitorScreen::of_nobody()).expect("nothing is kept back")
}

/// An open document of one passage.
pub(crate) fn passage(doc: &str, title: &str, text: &str, attributes: Attributes) -> Passage {
    let found = Candidate { attributes, ..candidate(doc, title, text, Sensitivity::Internal) };
    Passage::open(vetted(found)).expect("it is open")
}

#[test]
fn a_restricted_candidate_has_no_open_text() {
    let of = |sensitivity| vetted(candidate("a.md", "Sales", "words", sensitivity));
    let open = of(Sensitivity::Internal);
    assert_eq!(OpenText::of(&open).map(|text| text.whole()), Some("Sales\nwords".to_owned()));
    assert_eq!(OpenText::of(&of(Sensitivity::Restricted)), None);
    assert_eq!(OpenText::question("why?").whole(), "why?");
}
