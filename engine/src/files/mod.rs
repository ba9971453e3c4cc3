//! Files to what stands in them: statements about the document, paragraphs and grids, for each format by the module of its
//! name. A reader takes the bytes of a file and keeps what the file says; it decides nothing about it. Limits hold for what
//! is really unpacked, and every fault is a [`DocumentFault`]. No store, no extraction and no profile's wordings are known
//! here.

mod blemish;
mod captions;
mod cell_text;
pub(crate) mod csv;
pub(crate) mod decode;
mod docx;
mod fault;
mod front_matter;
pub(crate) mod grid;
mod grid_builder;
pub(crate) mod html;
pub(crate) mod json_lines;
mod key;
pub(crate) mod markdown;
pub(crate) mod metadata;
pub(crate) mod number_format;
pub(crate) mod office;
pub(crate) mod paragraphs;
pub(crate) mod pdf;
pub(crate) mod pptx;
pub(crate) mod quota;
mod rgb;
pub(crate) mod strings;
pub(crate) mod sweep;
#[cfg(test)]
mod tests;
pub(crate) mod xlsx;

use std::fs::{self, File};
use std::io::{Cursor, Read, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::SystemTime;

pub use blemish::Blemish;
pub use fault::{DocumentFault, MetadataProblem, RecordFault, RecordProblem, Warning};
pub use grid::{CORRECTED, Cell, CellAt, CellValue, GridPlace, Rgb, Span, StyledGrid};
pub use key::Key;
pub use number_format::NumberFormat;

use self::metadata::Metadata;
use self::paragraphs::Paragraphs;
use crate::document::Paragraph;

/// Most bytes of a file that is one text. Half a million pages; the whole of it is in memory while it is read.
pub const TEXT_BYTES_MAX: u64 = 64 << 20;

/// Most bytes of an office document or a PDF, most of which are pictures. It is in memory while it is read.
pub const BINARY_BYTES_MAX: u64 = 256 << 20;

/// A format of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Markdown, with front matter, pipe tables and HTML.
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
    /// Excel, since 2007.
    Xlsx,
    /// Separated values.
    Csv,
}

impl Format {
    /// The names of files from which tables are read, for messages.
    pub const TABLE_NAMES: &'static str = "*.xlsx, *.csv, *.pptx, *.pdf, *.html, *.md";

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
            "xlsx" | "xlsm" => Self::Xlsx,
            "csv" | "tsv" => Self::Csv,
            _ => return None,
        })
    }

    /// Whether files of this format are read as text.
    pub fn has_text(self) -> bool {
        !matches!(self, Self::Xlsx | Self::Csv)
    }

    /// Whether tables are read from files of this format.
    pub fn has_tables(self) -> bool {
        !matches!(self, Self::Text | Self::Docx | Self::JsonLines)
    }

    /// Whether files of this format can show text that is a picture.
    pub(crate) fn has_pictures(self) -> bool {
        matches!(self, Self::Docx | Self::Pptx | Self::Pdf)
    }

    /// Most bytes of a file. The whole of it is in memory while it is read.
    fn bytes_max(self) -> u64 {
        match self {
            Self::Docx | Self::Pptx | Self::Pdf | Self::Xlsx => BINARY_BYTES_MAX,
            Self::Markdown | Self::Text | Self::Html | Self::Csv | Self::JsonLines => TEXT_BYTES_MAX,
        }
    }
}

/// Where the bytes of a file are.
#[derive(Debug, Clone, Copy)]
pub enum ByteSource<'a> {
    /// On disk.
    Path(&'a Path),
    /// In memory.
    Memory(&'a [u8]),
}

/// What stands in one document, as far as its file says.
#[derive(Debug)]
pub struct FileContent {
    /// What the document states about itself.
    pub(crate) metadata: Metadata,
    /// Its text, in the order in which it is read. Tables stand in it too, a paragraph a row.
    pub(crate) paragraphs: Vec<Paragraph>,
    /// Every string of the file, wherever it stands, and what readers know of text beside the document's, such as page
    /// headers: never part of the document, and looked through for restricted words.
    pub(crate) aside: Vec<String>,
    /// Its tables, in the order of the document. One that cannot be read takes the others with it, and leaves the text.
    pub(crate) grids: Result<Vec<StyledGrid>, DocumentFault>,
}

impl Default for FileContent {
    fn default() -> Self {
        let (metadata, paragraphs, aside) = Default::default();
        Self { metadata, paragraphs, aside, grids: Ok(Vec::new()) }
    }
}

/// Reads a file that is one document. JSON lines are many: [`json_lines`].
pub(crate) fn read(format: Format, source: &mut dyn Read) -> Result<FileContent, DocumentFault> {
    let bytes = decode::read_all(source, format.bytes_max())?;
    contained(|| match format {
        Format::Docx => docx::read(bytes),
        Format::Pptx => pptx::read(bytes),
        Format::Pdf => pdf::read(bytes),
        Format::Xlsx => xlsx::read(bytes),
        Format::Csv => Ok(separated(bytes)),
        Format::Html => html::read(&decode::text(bytes)?),
        Format::Markdown => markdown::read(&decode::text(bytes)?),
        Format::Text | Format::JsonLines => plain(&decode::text(bytes)?),
    })
}

fn separated(bytes: Vec<u8>) -> FileContent {
    match decode::text(bytes) {
        Ok(text) => FileContent { grids: csv::read(&text), aside: vec![text], ..FileContent::default() },
        Err(fault) => FileContent { grids: Err(fault), ..FileContent::default() },
    }
}

fn plain(text: &str) -> Result<FileContent, DocumentFault> {
    let (metadata, body) = front_matter::split(text)?;
    let mut paragraphs = Paragraphs::default();
    paragraphs.add_plain(body);
    Ok(FileContent { metadata, paragraphs: paragraphs.list, aside: vec![text.to_owned()], ..FileContent::default() })
}

/// Runs a reader whose library may give up on hostile bytes by panicking; one bad file must not end the run.
fn contained<T>(reader: impl FnOnce() -> Result<T, DocumentFault>) -> Result<T, DocumentFault> {
    catch_unwind(AssertUnwindSafe(reader)).unwrap_or(Err(DocumentFault::Contained))
}

/// Opens a file.
pub(crate) fn open(source: ByteSource<'_>) -> Result<Box<dyn ReadSeek + '_>, DocumentFault> {
    match source {
        ByteSource::Memory(bytes) => Ok(Box::new(Cursor::new(bytes))),
        ByteSource::Path(path) => {
            let file = File::open(path)?;
            if file.metadata()?.is_dir() { Err(DocumentFault::Folder) } else { Ok(Box::new(file)) }
        }
    }
}

/// What tells that a file was written to: its length, and when it was last changed. None for bytes in memory, and for a file
/// that cannot be asked.
pub(crate) fn stamp(source: ByteSource<'_>) -> Option<(u64, SystemTime)> {
    let ByteSource::Path(path) = source else { return None };
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

/// Bytes that can be gone through again, so that a file is opened once to see whether it changed and to read it.
pub(crate) trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}
