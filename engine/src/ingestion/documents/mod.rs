//! Document files to [`Document`]s: Markdown, plain text, HTML, Word, PowerPoint, PDF, and JSON lines with a document each.
//! A reader takes bytes and a profile's wordings and hands out documents with their sensitivity settled; it knows no store
//! and no chunk, keeps nothing, and reads nothing but the bytes it is given.
//!
//! ```text
//! bytes ─ format ─ Draft (statements, paragraphs) ─ title, attributes, language, sensitivity ─ Document
//! ```
//!
//! Sensitivity is the label's, or the policy's default without one; a restricted name or word restricts the document
//! whatever its label says, and every doubt about a label does too. Faults and warnings never show a document's text.

mod assembler;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use std::io::{BufReader, Read};
use std::ops::ControlFlow;

use self::assembler::Assembler;
use crate::document::Document;
use crate::files::{self, ByteSource, DocumentFault, Format, RecordFault, StyledGrid, Warning, json_lines};
use crate::ingestion::Vocabulary;
use crate::profile::{Glossary, Profile, RestrictedWords};
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
    /// Its tables, or why they cannot be read.
    pub grids: Result<Vec<StyledGrid>, DocumentFault>,
}

/// What a reader comes upon in a file.
#[derive(Debug)]
pub enum Finding {
    /// A document.
    Document(Box<ReadDocument>),
    /// A record that is left out.
    Fault(RecordFault),
}

/// Reads a file, handing each of its documents and broken records to `visit` in the order of the file, one at a time, until
/// it breaks off. `name` is the file's own name: a single document is kept under it unless it names itself, and the
/// policy's patterns are compared with both. An error means that the file holds no document, or none from there on.
pub fn read(
    format: Format,
    name: &str,
    source: ByteSource<'_>,
    context: &ReadContext<'_>,
    visit: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<(), DocumentFault> {
    let mut source = files::open(source)?;
    if format == Format::JsonLines {
        return read_records(&mut source, name, context, visit);
    }
    let read = read_whole(format, name, &mut source, context)?;
    if read.document.paragraphs.is_empty() {
        return Err(DocumentFault::NoText { pictures: format.has_pictures() });
    }
    // Whether more is wanted does not matter after the only document.
    let _ = visit(Finding::Document(Box::new(read)));
    Ok(())
}

/// Reads a file that is one document, which may have no text.
pub(super) fn read_whole(
    format: Format,
    name: &str,
    source: &mut dyn Read,
    context: &ReadContext<'_>,
) -> Result<ReadDocument, DocumentFault> {
    let content = files::read(format, source)?;
    Ok(Assembler::new(context).document(content, name, name, None))
}

/// Reads a file of many documents, a record each.
fn read_records(
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
