//! Document files to [`Document`]s: Markdown, plain text, HTML, Word, PowerPoint, PDF, and JSON lines with a document each.
//! A reader takes bytes and a profile's wordings and hands out documents with their sensitivity settled; it knows no store
//! and no chunk, keeps nothing, and reads nothing but the bytes it is given.
//!
//! ```text
//! bytes ─ format ─ FileContent (statements, paragraphs, grids) ─ title, attributes, language, sensitivity ─ Document
//! ```
//!
//! Sensitivity is the label's, or the policy's default without one; a restricted name or word restricts the document
//! whatever its label says, and every doubt about a label does too. Faults and warnings never show a document's text.

mod assembler;
mod standing;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use std::io::{BufReader, Read};
use std::ops::ControlFlow;

use self::assembler::Assembler;
use crate::document::Document;
use crate::files::{self, DocumentFault, Format, RecordFault, StyledGrid, Warning, json_lines};
use crate::ingestion::Vocabulary;
use crate::profile::{Glossary, Profile, RestrictedWords, SensitivityPolicy};
use crate::text::VocabularyTooLarge;

/// What readers need to know of a profile. Made once, read by many threads.
#[derive(Debug)]
pub struct ReadContext<'a> {
    profile: &'a Profile,
    vocabulary: Vocabulary<'a>,
    restricted: RestrictedWords,
}

impl<'a> ReadContext<'a> {
    /// The context of a profile and its glossary. Fails only for gigabytes of restricted words.
    pub fn new(profile: &'a Profile, glossary: &'a Glossary) -> Result<Self, VocabularyTooLarge> {
        let restricted = RestrictedWords::new(&profile.sensitivity)?;
        Ok(Self { profile, vocabulary: Vocabulary::new(profile, glossary), restricted })
    }

    /// The words that restrict a document in which they stand.
    pub fn restricted_words(&self) -> &RestrictedWords {
        &self.restricted
    }

    /// Which names and words restrict a document.
    pub(super) fn policy(&self) -> &'a SensitivityPolicy {
        &self.profile.sensitivity
    }
}

/// A document and what a person may want to know of its reading.
#[derive(Debug)]
pub struct ReadDocument {
    /// The document.
    pub document: Document,
    /// What was odd about it. Shows nothing of a restricted document.
    pub warnings: Vec<Warning>,
    /// 1-based line of its record, where a file holds several.
    pub line: Option<u64>,
    /// Whose it says that it is.
    pub owners: Vec<String>,
    /// What it states about itself under keys that nobody knows.
    pub stated: Vec<String>,
    /// Of what time it says that it is.
    pub period: Option<String>,
    /// Its tables, or why they cannot be read.
    pub grids: Result<Vec<StyledGrid>, DocumentFault>,
}

impl ReadDocument {
    /// The document as one whose text is wanted: without any it is a fault.
    pub(super) fn with_text(self, format: Format) -> Result<Self, DocumentFault> {
        let pictures = format.has_pictures();
        if self.document.paragraphs.is_empty() { Err(DocumentFault::NoText { pictures }) } else { Ok(self) }
    }
}

/// What a reader comes upon in a file of many documents.
#[derive(Debug)]
pub enum Finding {
    /// A document.
    Document(Box<ReadDocument>),
    /// A record that is left out.
    Fault(RecordFault),
}

/// Reads a file that is one document, which may have no text. It is kept under the file's own `name` unless it names itself,
/// and the policy's patterns are compared with both.
pub(super) fn read_whole(
    format: Format,
    name: &str,
    source: &mut dyn Read,
    context: &ReadContext<'_>,
) -> Result<ReadDocument, DocumentFault> {
    let read = files::read(format, source)?;
    Ok(Assembler::new(context).document(read, name, name, None))
}

/// Reads a file of many documents, handing each of them and each broken record to `visit` in the order of the file, until it
/// breaks off. `file` is the file's own name, with which the policy's patterns are compared, as with a document's. An error
/// means that the file holds no document, or none from there on.
pub(super) fn read_records(
    source: &mut dyn Read,
    file: &str,
    context: &ReadContext<'_>,
    visit: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<(), DocumentFault> {
    let mut assembler = Assembler::new(context);
    let mut records = json_lines::Records::new(BufReader::with_capacity(1 << 16, source));
    let mut empty = true;
    while let Some((line, record)) = records.next()? {
        empty = false;
        let finding = match record {
            Ok(record) => {
                let read = assembler.document(record.content, file, &record.name, Some(line));
                Finding::Document(Box::new(read))
            }
            Err(fault) => Finding::Fault(fault),
        };
        if visit(finding).is_break() {
            break;
        }
    }
    if empty { Err(DocumentFault::NoText { pictures: false }) } else { Ok(()) }
}
