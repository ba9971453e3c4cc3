//! What the targets of cargo-fuzz do with their bytes: a file goes through the whole of ingestion into stores in memory, by the
//! profile of a fixture, and a question through the whole of asking. A target fails by a panic, by its time or memory, and
//! by a broken promise: the same bytes come to the same, and a file that says that it is restricted shows nothing, whatever
//! else stands in it. What is read and answered is judged elsewhere.

#![allow(clippy::expect_used, clippy::missing_panics_doc, reason = "a target fails by a panic")]

mod desk;
mod package;
mod seeds;

use std::time::{Duration, Instant};

use engine::files::Format;

use self::desk::{Came, DESK};
use self::package::with_parts;

/// Longest that an input may take. Inputs are small, and the programs of a fuzzer slow.
const LONGEST: Duration = Duration::from_secs(10);

/// A word that restricts by the fixture's profile.
const RESTRICTED_WORD: &str = "绝密";
/// A competitor of the fixture's profile.
const COMPETITOR: &str = "竞安";

/// A target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A table of separated values.
    Csv,
    /// A Word file.
    Docx,
    /// The body of a Word file that is whole otherwise.
    DocxBody,
    /// A facts file.
    Facts,
    /// A page.
    Html,
    /// Documents of JSON lines.
    Jsonl,
    /// A Markdown document.
    Markdown,
    /// A PDF.
    Pdf,
    /// A deck.
    Pptx,
    /// A slide of a deck that is whole otherwise.
    PptxSlide,
    /// A question.
    Question,
    /// A workbook.
    Xlsx,
    /// A sheet of a workbook that is whole otherwise.
    XlsxSheet,
}

impl Target {
    /// Every target.
    pub const ALL: [Self; 13] = [
        Self::Csv,
        Self::Docx,
        Self::DocxBody,
        Self::Facts,
        Self::Html,
        Self::Jsonl,
        Self::Markdown,
        Self::Pdf,
        Self::Pptx,
        Self::PptxSlide,
        Self::Question,
        Self::Xlsx,
        Self::XlsxSheet,
    ];

    /// As its program is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Docx => "docx",
            Self::DocxBody => "docx_body",
            Self::Facts => "facts",
            Self::Html => "html",
            Self::Jsonl => "jsonl",
            Self::Markdown => "markdown",
            Self::Pdf => "pdf",
            Self::Pptx => "pptx",
            Self::PptxSlide => "pptx_slide",
            Self::Question => "question",
            Self::Xlsx => "xlsx",
            Self::XlsxSheet => "xlsx_sheet",
        }
    }

    /// Inputs to begin with, from the fixtures.
    pub fn seeds(self) -> Vec<Vec<u8>> {
        seeds::of(self)
    }

    /// Takes an input. Panics when a promise is broken.
    pub fn feed(self, bytes: &[u8]) {
        let started = Instant::now();
        match self {
            Self::Question => question(&String::from_utf8_lossy(bytes)),
            Self::Facts => facts(bytes),
            _ => self.file(bytes),
        }
        assert!(started.elapsed() < LONGEST, "{}: {:?} for {} bytes", self.name(), started.elapsed(), bytes.len());
    }

    fn file(self, bytes: &[u8]) {
        let (format, file) = match self {
            Self::Csv => (Format::Csv, bytes.to_vec()),
            Self::Html => (Format::Html, bytes.to_vec()),
            Self::Jsonl => (Format::JsonLines, bytes.to_vec()),
            Self::Markdown => (Format::Markdown, bytes.to_vec()),
            Self::Pdf => (Format::Pdf, bytes.to_vec()),
            Self::Docx => (Format::Docx, bytes.to_vec()),
            Self::Pptx => (Format::Pptx, bytes.to_vec()),
            Self::Xlsx => (Format::Xlsx, bytes.to_vec()),
            Self::DocxBody => (Format::Docx, seeds::document(bytes, &[])),
            Self::PptxSlide => (Format::Pptx, seeds::deck(bytes, &[])),
            Self::XlsxSheet => (Format::Xlsx, seeds::workbook(bytes, &[])),
            Self::Facts | Self::Question => return,
        };
        let came = DESK.ingest(format, &file);
        assert_eq!(came, DESK.ingest(format, &file), "the same bytes come to the same");
        if let Some(restricted) = self.restricted(bytes) {
            DESK.ingest(format, &restricted).assert_hidden();
        }
    }

    /// The file with a statement that it is restricted, where one can be put without understanding the file.
    fn restricted(self, bytes: &[u8]) -> Option<Vec<u8>> {
        let after = |head: &str| [head.as_bytes(), bytes].concat();
        let comment = ("word/comments.xml", format!("<w:comments><w:t>{RESTRICTED_WORD}</w:t></w:comments>"));
        let properties = (
            "docProps/custom.xml",
            "<Properties><property name=\"sensitivity\"><vt:lpwstr>RESTRICTED</vt:lpwstr></property></Properties>"
                .to_owned(),
        );
        Some(match self {
            Self::Markdown => after("---\nsensitivity: RESTRICTED\n---\n"),
            Self::Html => after("<meta name=\"sensitivity\" content=\"RESTRICTED\">\n"),
            Self::Csv => after(&format!("{RESTRICTED_WORD}\n")),
            Self::Jsonl => bytes.split(|byte| *byte == b'\n').flat_map(labelled).collect(),
            Self::DocxBody => seeds::document(bytes, &[comment]),
            Self::PptxSlide => seeds::deck(bytes, &[properties]),
            Self::XlsxSheet => seeds::workbook(bytes, &[properties]),
            Self::Docx | Self::Pptx | Self::Xlsx => with_parts(bytes, &[("zzz.xml", RESTRICTED_WORD.as_bytes())])?,
            Self::Pdf | Self::Facts | Self::Question => return None,
        })
    }
}

/// A line with a label as the first member of its record.
fn labelled(line: &[u8]) -> Vec<u8> {
    let mut labelled = line.to_vec();
    if let Some(at) = line.iter().position(|byte| *byte == b'{') {
        labelled.splice(at..=at, *b"{\"sensitivity\":\"RESTRICTED\",");
    }
    labelled.push(b'\n');
    labelled
}

fn facts(bytes: &[u8]) {
    let came = DESK.ingest_facts(bytes);
    assert_eq!(came, DESK.ingest_facts(bytes), "the same bytes come to the same");
    DESK.ingest_facts(&[bytes, b"\n", RESTRICTED_WORD.as_bytes()].concat()).assert_hidden();
}

fn question(text: &str) {
    let Some(answer) = DESK.ask(text) else { return };
    assert_eq!(DESK.ask(text), Some(answer.clone()), "the same question gets the same answer");
    for (more, always) in [(format!("{text}\n{COMPETITOR}"), true), (format!("{text}?"), answer.out_of_scope)] {
        if let Some(answer) = DESK.ask(&more) {
            assert!(answer.out_of_scope || !always, "a competitor is refused whatever stands beside it: {more:?}");
        }
    }
}

impl Came {
    fn assert_hidden(&self) {
        assert_eq!(self, &Came { notes: self.notes.clone(), ..Came::default() }, "a restricted file shows nothing");
    }
}

#[cfg(test)]
mod tests;
