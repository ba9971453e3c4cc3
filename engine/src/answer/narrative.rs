//! The narrative part of an answer: what must be said before the prose, the prose, what must be said about it, and the list
//! of its sources. It adds lines behind what is there and reads no fact.

use super::TwoForms;
use super::sentences::Sentences;
use crate::fact::Lineage;
use crate::narrative::{Narrative, NarrativeStatus};
use crate::sealed::UnsupportedNumbers;

/// Adds the narrative part.
pub(super) fn narrative_lines(text: &mut TwoForms, sentences: &Sentences<'_>, narrative: &Narrative) {
    let retrieved = &narrative.retrieved;
    if !retrieved.relaxed.is_empty() && !retrieved.passages.is_empty() {
        text.line(&sentences.relaxed(&retrieved.relaxed, &narrative.subject));
    }
    if let Some(sentence) = sentences.unread_periods(&narrative.subject)
        && !retrieved.passages.is_empty()
    {
        text.line(&sentence);
    }
    if let Some(sentence) = sentences.no_prose(narrative.status) {
        text.line(sentence);
    }
    if narrative.is_foreign {
        text.line(sentences.foreign());
    }
    if let Some(contradiction) = &narrative.contradiction {
        let (marked, plain) = sentences.contradicted(contradiction);
        text.lines(&marked, &plain);
    }
    if let Some(prose) = &narrative.prose
        && let (Some(marked), Some(plain)) = (prose.text(), prose.without_marks())
    {
        text.lines(marked, &plain);
        if prose.shortened() {
            text.line(sentences.shortened());
        }
    }
    if is_cautioned(narrative) {
        text.line(&sentences.caution(narrative.unsupported_numbers()));
    }
    source_lines(text, sentences, narrative);
}

/// The list of sources: each cited passage, then every document that was found and is not cited.
fn source_lines(text: &mut TwoForms, sentences: &Sentences<'_>, narrative: &Narrative) {
    let mut docs: Vec<&str> = Vec::new();
    for (position, (number, passage)) in narrative.cited().enumerate() {
        if position == 0 {
            text.source("");
            text.source(sentences.sources_heading());
        }
        text.source(&sentences.cited(number, passage));
        docs.push(passage.doc());
    }
    let cited = docs.len();
    for passage in &narrative.retrieved.passages {
        if !docs.contains(&passage.doc()) {
            docs.push(passage.doc());
        }
    }
    if let Some(others) = docs.get(cited..).filter(|others| !others.is_empty()) {
        if cited == 0 {
            text.source("");
        }
        text.source(&sentences.also_retrieved(others));
    }
}

/// Adds the cited passages to the sources of an answer, each once.
pub(super) fn cite(sources: &mut Vec<Lineage>, narrative: &Narrative) {
    for (_, passage) in narrative.cited() {
        let source = Lineage { doc: passage.doc().to_owned(), locator: passage.chunk().id.locator() };
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
}

/// Whether the answer names numbers that no cited passage states.
fn is_cautioned(narrative: &Narrative) -> bool {
    narrative.status == NarrativeStatus::Answered
        && narrative.policy == UnsupportedNumbers::Flag
        && !narrative.unsupported_numbers().is_empty()
}
