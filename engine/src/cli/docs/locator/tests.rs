//! Tests of `locator`.

use engine::document::{Attributes, Document, Paragraph, ParagraphKind};
use engine::profile::Sensitivity;
use engine::retrieval::{ChunkLimits, chunks};

use super::*;

#[test]
fn every_locator_of_a_chunk_is_understood() {
    for (text, first, last, piece) in [("para3", 3, 3, 0), ("para3-5", 3, 5, 0), ("para3-3.2", 3, 3, 2)] {
        assert_eq!(text.parse(), Ok(Locator { first, last, piece }), "{text}");
    }
    for text in ["", "para", "para0", "para5-3", "3-5", "para3-5.1", "para1-2-3", "para1.0", "para-1", "para4294967296"]
    {
        assert!(text.parse::<Locator>().is_err(), "{text}");
    }
    assert_eq!(citation("a#b.md#para1-2"), Some(("a#b.md", Locator { first: 1, last: 2, piece: 0 })));
    assert_eq!(citation("a#b.md"), None);
}

#[test]
fn a_document_is_put_together_again() {
    let long = "long. ".repeat(9);
    let texts = ["one", "two two", long.trim_end(), "x", "y"].map(str::to_owned);
    let paragraph = |text: &String| Paragraph { text: text.clone(), kind: ParagraphKind::Text, breaks: Vec::new() };
    let document = Document {
        name: "d".to_owned(),
        title: "d".to_owned(),
        attributes: Attributes::default(),
        sensitivity: Sensitivity::Public,
        valid_as_of: None,
        paragraphs: texts.iter().map(paragraph).collect(),
    };
    for (max, overlap) in [(1, 0), (12, 8), (20, 5), (480, 80)] {
        let chunks = chunks(&document, ChunkLimits::new(max, overlap).unwrap());
        assert_eq!(paragraphs(&chunks).into_values().collect::<Vec<_>>(), texts, "{max} {overlap}");
    }
}
