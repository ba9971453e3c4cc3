//! From source files to the stores. A reader turns a facts file into statements and bad rows, and a document file into
//! [`documents`]; the store decides what they change. Nothing is guessed on the way: a cell that is not understood is a bad
//! row with its line, column and reason.

mod csv;
mod document_report;
mod document_run;
#[cfg(test)]
mod document_tests;
pub mod documents;
mod extract;
mod fault;
mod header;
mod row;
mod source;
mod structured_run;
mod table_report;
mod table_run;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;
mod vocabulary;

pub use self::csv::{CsvContent, CsvFile, CsvOptions, ingest_csv};
pub use document_report::{DocumentNote, DocumentOutcome, DocumentReport};
pub use document_run::{DocumentEvent, DocumentFile, DocumentOptions, ingest_documents};
pub use extract::{ExtractContext, extract};
pub use fault::{BadRow, FileFault, RowFault};
pub use header::{Column, is_facts_header};
pub use structured_run::{CsvJob, TableJob, ingest_structured};
pub use table_report::{TableOutcome, TableReport};
pub use table_run::{ReadTables, TableContent, TableFile, TableOptions, ingest_tables, is_unchanged, read_tables};
pub use vocabulary::Vocabulary;

use crate::store::FileCounts;

/// What became of one source file.
#[derive(Debug)]
pub struct FileReport {
    /// What the store did with the file's facts.
    pub counts: FileCounts,
    /// Rows below the header. Absent rows of an unchanged file are not counted.
    pub rows: u64,
    /// Rows that were not understood.
    pub bad_rows: u64,
    /// Whether the file went in.
    pub outcome: Outcome,
}

/// Whether a source file went in.
#[derive(Debug)]
pub enum Outcome {
    /// All of it.
    Taken,
    /// Its content was known; nothing was read or written.
    Unchanged,
    /// It has a header and no rows. What it stated before no longer answers.
    NoFacts,
    /// All but its bad rows.
    TakenWithoutBadRows,
    /// Nothing of it, because of its bad rows. What it stated before still answers.
    RejectedForBadRows,
    /// Nothing of it, because it could not be read as a facts file. What it stated before still answers.
    Unreadable(FileFault),
}

impl Outcome {
    /// Whether a person should look at the file.
    pub fn needs_attention(&self) -> bool {
        !matches!(self, Self::Taken | Self::Unchanged)
    }
}
