//! From source files to the stores. A reader turns a facts file into statements and bad rows, and a document file into
//! [`documents`]; the store decides what they change. Nothing is guessed on the way: a cell that is not understood is a bad
//! row with its line, column and reason.

mod column;
mod csv;
pub mod documents;
mod extract;
mod fault;
mod header;
mod row;
mod run;
mod source;
#[cfg(test)]
mod tests;
mod vocabulary;

pub use self::csv::{CsvContent, CsvFile, CsvJob, CsvOptions, ingest_csv};
pub use self::run::{
    FileEvent, FileJob, FileOutcome, Ingested, SourceFile, TableContent, TableOutcome, TableReport, TablesInto,
    TextNote, TextOutcome, TextReport, TextsInto, Understand, ingest, is_unchanged, understand_tables,
};
pub use column::Column;
pub use extract::{ExtractContext, extract};
pub use fault::{BadRow, FileFault, RowFault};
pub use header::is_facts_header;
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
