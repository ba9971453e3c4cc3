//! From a citation back to its text: `paraA-B`, a piece `paraA-A.N` of a long paragraph, or a whole citation
//! `DOC#paraA-B`. The paragraphs are those of the stored chunks, which hold all of a document's text.

use std::collections::BTreeMap;
use std::str::FromStr;

use engine::passage::Chunk;
use engine::retrieval::chunker::PARAGRAPH_BREAK;

/// A place in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Locator {
    pub(super) first: u32,
    pub(super) last: u32,
    /// Which piece of a paragraph that was cut; 0 for whole paragraphs.
    pub(super) piece: u32,
}

/// What a place must look like.
const FORM: &str = "not a place in a document; write para3, para3-5, or para3-3.2 for a piece of a long paragraph";

impl FromStr for Locator {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0).ok_or(FORM);
        let rest = text.strip_prefix("para").ok_or(FORM)?;
        let (range, piece) = match rest.split_once('.') {
            Some((range, piece)) => (range, number(piece)?),
            None => (rest, 0),
        };
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (number(first)?, number(last)?);
        if first > last || (piece > 0 && first != last) { Err(FORM) } else { Ok(Self { first, last, piece }) }
    }
}

/// A citation's document and place, if `text` is one.
pub(super) fn citation(text: &str) -> Option<(&str, Locator)> {
    let (doc, place) = text.rsplit_once('#')?;
    Some((doc, place.parse().ok()?))
}

/// The paragraphs of a document, by number, put together again from its chunks.
pub(super) fn paragraphs(chunks: &[Chunk]) -> BTreeMap<u32, String> {
    let mut paragraphs: BTreeMap<u32, String> = BTreeMap::new();
    for Chunk { id, text, .. } in chunks {
        if id.piece > 0 {
            paragraphs.entry(id.first).or_default().push_str(text);
            continue;
        }
        for (number, paragraph) in (id.first..=id.last).zip(text.split(PARAGRAPH_BREAK)) {
            paragraphs.entry(number).or_insert_with(|| paragraph.to_owned());
        }
    }
    paragraphs
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
