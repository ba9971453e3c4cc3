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

mod about;
pub(crate) mod decode;
mod docx;
mod draft;
mod fault;
pub(crate) mod front_matter;
pub(crate) mod hidden;
pub(crate) mod html;
mod json_lines;
mod layout;
mod markdown;
mod metadata;
pub(crate) mod package;
pub(crate) mod pages;
mod pdf;
pub(crate) mod pptx;
mod properties;
pub(crate) mod running;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
pub(crate) mod xml;

use std::fs::File;
use std::io::{BufReader, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

pub(crate) use about::{Stated, about};
pub use fault::{DocumentFault, MetadataProblem, RecordFault, RecordProblem, Warning};
pub use metadata::Key;

use self::draft::{Assembler, Draft};
use self::running::Paragraphs;
use super::RestrictedWords;
use crate::document::{Document, Paragraph};
use crate::ingestion::ProfileVocabulary;
use crate::profile::{Glossary, Profile};
use crate::text::VocabularyTooLarge;

/// Most bytes of a file that is one text. Half a million pages; the whole of it is in memory while it is read.
pub const TEXT_BYTES_MAX: u64 = 64 << 20;

/// Most bytes of an office document or a PDF, most of which are pictures. It is in memory while it is read.
pub const BINARY_BYTES_MAX: u64 = 256 << 20;

/// A format of document files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Markdown, with front matter.
    Markdown,
    /// Plain text, with front matter.
    Text,
    /// HTML.
    Html,
    /// Word, since 2007.
    Docx,
    /// PowerPoint, since 2007.
    Pptx,
    /// PDF with text in it.
    Pdf,
    /// A document a line, in JSON.
    JsonLines,
}

impl Format {
    /// The format of a file by the end of its name; none when it is not read.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "md" | "markdown" => Self::Markdown,
            "txt" => Self::Text,
            "html" | "htm" => Self::Html,
            "docx" | "docm" => Self::Docx,
            "pptx" | "pptm" | "ppsx" => Self::Pptx,
            "pdf" => Self::Pdf,
            "jsonl" | "ndjson" => Self::JsonLines,
            _ => return None,
        })
    }
}

/// Where the bytes of a file are.
#[derive(Debug, Clone, Copy)]
pub enum Content<'a> {
    /// On disk.
    Path(&'a Path),
    /// In memory.
    Bytes(&'a [u8]),
}

/// What readers need to know of a profile. Made once, read by many threads.
#[derive(Debug)]
pub struct ReadContext<'a> {
    profile: &'a Profile,
    vocabulary: ProfileVocabulary<'a>,
    restricted: RestrictedWords,
}

impl<'a> ReadContext<'a> {
    /// The context of a profile and its glossary. Fails only for gigabytes of restricted words.
    pub fn new(profile: &'a Profile, glossary: &'a Glossary) -> Result<Self, VocabularyTooLarge> {
        let restricted = RestrictedWords::new(&profile.sensitivity)?;
        Ok(Self { profile, vocabulary: ProfileVocabulary::new(profile, glossary), restricted })
    }

    /// Whether the policy restricts a document with these texts in it, which follow on each other.
    pub(crate) fn restricts<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> bool {
        self.restricted.stand_in(texts)
    }
}

/// A document and what a person may want to know of its reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadDocument {
    /// The document.
    pub document: Document,
    /// What was odd about it. Shows nothing of a restricted document.
    pub warnings: Vec<Warning>,
    /// 1-based line of its record, where a file holds several.
    pub line: Option<u64>,
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
    bytes: Content<'_>,
    context: &ReadContext<'_>,
    visit: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<(), DocumentFault> {
    let source = open(bytes)?;
    let mut assembler = Assembler::new(context);
    if format == Format::JsonLines {
        return read_lines(source, name, &mut assembler, visit);
    }
    let draft = draft(format, source)?;
    if draft.paragraphs.is_empty() {
        let pictures = matches!(format, Format::Docx | Format::Pptx | Format::Pdf);
        return Err(DocumentFault::NoText { pictures });
    }
    let read = assembler.document(draft, name, name, None);
    // Whether more is wanted does not matter after the only document.
    let _ = visit(Finding::Document(Box::new(read)));
    Ok(())
}

fn read_lines(
    source: Box<dyn Read + '_>,
    file: &str,
    assembler: &mut Assembler<'_>,
    visit: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<(), DocumentFault> {
    let mut records = json_lines::Records::new(BufReader::with_capacity(1 << 16, source));
    let mut empty = true;
    while let Some((line, record)) = records.next()? {
        empty = false;
        let finding = match record {
            Ok(record) => {
                let read = assembler.document(record.draft, file, &record.name, Some(line));
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

/// What a file that is one document holds.
fn draft(format: Format, mut source: Box<dyn Read + '_>) -> Result<Draft, DocumentFault> {
    match format {
        Format::Docx | Format::Pptx | Format::Pdf => {
            let bytes = decode::read_all(&mut source, BINARY_BYTES_MAX)?;
            contained(|| match format {
                Format::Docx => docx::read(bytes),
                Format::Pdf => pdf::read(bytes),
                _ => pptx::read(bytes),
            })
        }
        _ => {
            let text = decode::text(decode::read_all(&mut source, TEXT_BYTES_MAX)?)?;
            contained(|| match format {
                Format::Html => html::read(&text).into_draft(),
                Format::Markdown => with_front_matter(&text, markdown::paragraphs),
                _ => with_front_matter(&text, plain),
            })
        }
    }
}

fn with_front_matter(text: &str, paragraphs: fn(&str) -> Vec<Paragraph>) -> Result<Draft, DocumentFault> {
    let (metadata, body) = front_matter::split(text)?;
    Ok(Draft { metadata, paragraphs: paragraphs(body), aside: Vec::new() })
}

fn plain(text: &str) -> Vec<Paragraph> {
    let mut paragraphs = Paragraphs::default();
    paragraphs.add_plain(text);
    paragraphs.list
}

/// Runs a reader whose library may give up on hostile bytes by panicking; one bad file must not end the run.
pub(crate) fn contained<T>(reader: impl FnOnce() -> Result<T, DocumentFault>) -> Result<T, DocumentFault> {
    catch_unwind(AssertUnwindSafe(reader)).unwrap_or(Err(DocumentFault::Contained))
}

pub(crate) fn open(content: Content<'_>) -> Result<Box<dyn Read + '_>, DocumentFault> {
    match content {
        Content::Bytes(bytes) => Ok(Box::new(bytes)),
        Content::Path(path) => {
            let file = File::open(path)?;
            if file.metadata()?.is_dir() { Err(DocumentFault::Folder) } else { Ok(Box::new(file)) }
        }
    }
}
