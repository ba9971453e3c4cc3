//! What can be wrong with a document file, in words that let a person find and repair it. Places are lines, byte offsets and
//! parts of the file; the text of a document is never shown, because what is wrong may be the very label that restricts it.

use std::io;

use super::key::Key;

/// Why a file is not read as a document.
#[derive(Debug, thiserror::Error)]
pub enum DocumentFault {
    /// It cannot be read.
    #[error("the file cannot be read")]
    Io(#[from] io::Error),
    /// Another program wrote to it at the same time, so that its beginning and its end may belong to different contents.
    #[error("the file was changed while it was read; ingest it again when it is complete")]
    Changed,
    /// A folder.
    #[error("it is a folder; name a file")]
    Folder,
    /// Larger than its format is read.
    #[error("the file is larger than {} MiB, the most that is read of this format; split it", .bytes_max >> 20)]
    TooLarge {
        /// Most bytes of a file of this format.
        bytes_max: u64,
    },
    /// Bytes that are no text in a format that is text.
    #[error("byte {offset} is NUL, so that the file is no text; check that its name ends in what it is")]
    Binary {
        /// From 0, in the decoded text.
        offset: u64,
    },
    /// Bytes in another encoding.
    #[error("the text is not UTF-8 at byte {offset}; save the file as UTF-8")]
    NotUtf8 {
        /// From 0.
        offset: u64,
    },
    /// A byte order mark of UTF-16 before bytes that are none.
    #[error("the text is not UTF-16 at byte {offset}, although it begins as such; save the file as UTF-8")]
    NotUtf16 {
        /// From 0.
        offset: u64,
    },
    /// Front matter that is not understood. It may hold the label that restricts the document, so it is no text either.
    #[error("line {line}: {problem}")]
    FrontMatter {
        /// 1-based.
        line: u64,
        /// What is wrong there.
        problem: MetadataProblem,
    },
    /// A property of an HTML or office document that is not understood.
    #[error("the document's properties: {0}")]
    Property(MetadataProblem),
    /// Nothing to read in it.
    #[error("the file holds no text{}", if *.pictures { "; what it shows is pictures, on which text recognition must be run first" } else { "" })]
    NoText {
        /// Whether files of its format can show text that is a picture.
        pictures: bool,
    },
    /// No zip archive, as office documents are, or only the beginning of one.
    #[error(
        "the file is {}", if *.cut { "cut: it begins like an office document, and its end is missing; fetch or save it again" }
        else { "no office document: these are zip archives, and it is none, whatever its name says; save it again in the \
        program that it comes from" }
    )]
    NoArchive {
        /// Whether it begins like one.
        cut: bool,
    },
    /// A zip archive that is damaged.
    #[error("the file is no office document, or it is damaged; open it and save it again")]
    Package(#[source] Box<zip::result::ZipError>),
    /// Two parts of one name, of which another program may read the other one.
    #[error(
        "two parts of the archive have the same name, so that nobody can tell which one counts; open the file and save it again"
    )]
    TwoParts,
    /// A compound file: what office programs wrote before 2007, and what they wrap encrypted documents in.
    #[error(
        "the document is encrypted, or of the format before 2007; save it as .docx, .pptx or .xlsx without a password"
    )]
    OldOffice,
    /// A workbook in records instead of XML.
    #[error("the workbook is of the binary format (.xlsb); save it as .xlsx")]
    BinaryWorkbook,
    /// A part that says what cannot be.
    #[error("the part `{part}` holds {what}; open the file and save it again")]
    Damaged {
        /// Path inside the archive.
        part: String,
        /// What cannot be.
        what: &'static str,
    },
    /// A part that every document of its kind has.
    #[error("the part `{part}` is missing; the file is no {kind} document, or it is damaged")]
    MissingPart {
        /// Path inside the archive.
        part: &'static str,
        /// The format.
        kind: &'static str,
    },
    /// More entries than an office document has.
    #[error("the archive has more than {entries_max} entries; this is no office document")]
    TooManyEntries {
        /// Most entries.
        entries_max: usize,
    },
    /// A zip bomb.
    #[error("the archive unpacks to far more than its size (more than {} MiB, or {ratio_max} to 1); it is not read", .bytes_max >> 20)]
    Inflates {
        /// Most bytes of all parts that are read.
        bytes_max: u64,
        /// Most bytes for each packed one.
        ratio_max: u64,
    },
    /// A part that is no XML.
    #[error("the part `{part}` is damaged at byte {offset}; open the file and save it again")]
    Xml {
        /// Path inside the archive.
        part: String,
        /// From 0, in the unpacked part.
        offset: u64,
        /// Why.
        #[source]
        cause: Box<quick_xml::Error>,
    },
    /// A document type, which office documents never have; entities that it declares are never expanded or loaded.
    #[error("the part `{part}` declares a document type, which office documents never do; it is not read")]
    DocumentType {
        /// Path inside the archive.
        part: String,
    },
    /// A document that a password protects.
    #[error("the document is encrypted; save a copy without a password")]
    Encrypted,
    /// A PDF without its end.
    #[error("the PDF is cut off: its end is missing, and perhaps pages; copy or download it again")]
    CutOff,
    /// No PDF, or a damaged one.
    #[error("the file is no PDF, or it is damaged; open it and save it again")]
    Pdf,
    /// More work than a document can need.
    #[error("the document has more than {most} {what}; split it")]
    TooMany {
        /// What it has.
        what: &'static str,
        /// How many are read.
        most: usize,
    },
    /// A library gave up on the file.
    #[error("the file could not be understood, because it is damaged or very unusual; open it and save it again")]
    Contained,
}

impl DocumentFault {
    /// Whether the file is another version that nobody can look into: its label may be another one now, and every doubt about a
    /// label restricts. Of a file that is not there as a whole (it is being copied, or cannot be opened), and of one whose text
    /// alone is missing, nothing says that there is another version.
    pub fn hides_label(&self) -> bool {
        match self {
            Self::FrontMatter { .. }
            | Self::Property(_)
            | Self::Binary { .. }
            | Self::NotUtf8 { .. }
            | Self::NotUtf16 { .. }
            | Self::OldOffice
            | Self::Encrypted
            | Self::TooLarge { .. }
            | Self::Package(_)
            | Self::TwoParts
            | Self::BinaryWorkbook
            | Self::Damaged { .. }
            | Self::MissingPart { .. }
            | Self::TooManyEntries { .. }
            | Self::Inflates { .. }
            | Self::Xml { .. }
            | Self::DocumentType { .. }
            | Self::Pdf
            | Self::TooMany { .. }
            | Self::Contained => true,
            Self::Io(_)
            | Self::Changed
            | Self::Folder
            | Self::NoText { .. }
            | Self::NoArchive { .. }
            | Self::CutOff => false,
        }
    }
}

/// Fails when there are more things of a kind than are read.
pub(crate) fn at_most(count: usize, most: usize, what: &'static str) -> Result<(), DocumentFault> {
    if count > most { Err(DocumentFault::TooMany { what, most }) } else { Ok(()) }
}

/// What is wrong with a statement about a document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MetadataProblem {
    /// Front matter without an end.
    #[error("the front matter that begins here is never closed; write `---` below its last line")]
    Unclosed,
    /// A line that is no `key: value`.
    #[error("not understood; each line between the `---` lines must be `key: value`, with the value on the same line")]
    NoPair,
    /// A quote that is not closed, or text after it.
    #[error("the value of `{0}` has an opening quote without its closing one at the end")]
    Quote(Key),
    /// A key twice.
    #[error("`{key}` was stated {}already; keep one of the two", place(*.first_line))]
    Twice {
        /// The key.
        key: Key,
        /// 1-based line of the first one, where lines count.
        first_line: Option<u64>,
    },
    /// No date.
    #[error("`{}` is not a date; write YYYY-MM-DD, for example 2024-12-31", Key::ValidAsOf)]
    Date,
    /// A name that cannot be cited.
    #[error("`{}` is empty, longer than {chars_max} characters, or holds a control character", Key::Doc)]
    Name {
        /// Most characters of a name.
        chars_max: usize,
    },
    /// A list or another shape where a text must be.
    #[error("`{0}` must be a text")]
    NotText(Key),
}

fn place(line: Option<u64>) -> String {
    line.map_or_else(String::new, |line| format!("in line {line} "))
}

/// Why a record of a JSON lines file is left out.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordFault {
    /// 1-based line.
    pub line: u64,
    /// What is wrong with it.
    pub problem: RecordProblem,
}

/// What is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordProblem {
    /// No JSON object.
    #[error("not a JSON object on one line; it stops making sense at character {column}")]
    Json {
        /// 1-based byte of the line.
        column: usize,
    },
    /// Bytes in another encoding.
    #[error("the text is not UTF-8 at byte {offset} of the line; save the file as UTF-8")]
    NotUtf8 {
        /// From 0, in the line.
        offset: usize,
    },
    /// A line that never ends.
    #[error("the line is longer than {} MiB; split the record", .bytes_max >> 20)]
    TooLong {
        /// Most bytes of a line.
        bytes_max: u64,
    },
    /// No name to keep it under.
    #[error("`_id` (or `doc_id`) must be a non-empty text or a number, the same where both are given")]
    Id,
    /// A name that is taken.
    #[error("line {first_line} has the same `_id`; each document of a file needs its own")]
    DuplicateId {
        /// 1-based line of the first one.
        first_line: u64,
    },
    /// No text to read.
    #[error("neither `text` nor `title` holds any text, or one of them is not a text")]
    NoText,
    /// A statement about the document that is not understood.
    #[error("{0}")]
    Metadata(#[from] MetadataProblem),
}

/// Something about a document that a person may want to know, although it was read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// A key of the front matter that means nothing here.
    #[error("line {line}: {}unknown key; known are {}", .key.as_ref().map(|key| format!("`{key}` is an ")).unwrap_or_default(), Key::names())]
    UnknownKey {
        /// 1-based.
        line: u64,
        /// As written; left out for a restricted document.
        key: Option<String>,
    },
    /// A label that is neither PUBLIC, INTERNAL nor RESTRICTED.
    #[error("the sensitivity label is not PUBLIC, INTERNAL or RESTRICTED; the document counts as RESTRICTED")]
    UnknownLabel,
    /// Several labels.
    #[error("the document has several sensitivity labels; it counts as RESTRICTED")]
    SeveralLabels,
    /// Files inside of the file, and encrypted parts, in which nobody looked for restricted words.
    #[error(
        "{parts} embedded or encrypted {} could not be looked through for restricted words; look at {}, and label the \
         document if need be", if *.parts == 1 { "file" } else { "files" }, if *.parts == 1 { "it" } else { "them" }
    )]
    Unscanned {
        /// How many.
        parts: u64,
    },
    /// Pictures inside of the file, in which nobody looked for restricted words.
    #[error(
        "{pictures} {} in the document could not be looked through for restricted words; label the document if what {} \
         must not be shown", if *.pictures == 1 { "picture" } else { "pictures" },
        if *.pictures == 1 { "it shows" } else { "they show" }
    )]
    Pictures {
        /// How many.
        pictures: u64,
    },
    /// Tables with numbers of which only the text is read.
    #[error(
        "{tables} {} read as text alone: no figures are taken from tables of Word documents; ingest them from {names} or \
         a facts CSV", if *.tables == 1 { "table was" } else { "tables were" }, names = crate::files::Format::TABLE_NAMES
    )]
    TablesAsText {
        /// How many.
        tables: u64,
    },
    /// Slides that nobody is shown.
    #[error(
        "{slides} hidden {}", if *.slides == 1 { "slide was left out; show it in the deck to have it read" }
        else { "slides were left out; show them in the deck to have them read" }
    )]
    HiddenSlides {
        /// How many.
        slides: u64,
    },
    /// Characters that the file draws and does not name.
    #[error("{characters} characters could not be read, because the file does not say which they are; check the text")]
    UnreadableCharacters {
        /// How many.
        characters: u64,
    },
}
