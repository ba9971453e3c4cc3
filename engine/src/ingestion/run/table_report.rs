//! What became of a file with tables: cells, facts, and what waits for a person. Nothing here shows a cell, or the name of
//! a restricted document.

use std::sync::Arc;

use crate::files::DocumentFault;
use crate::store::FileCounts;

/// What became of one file with tables.
#[derive(Debug)]
pub struct TableReport {
    /// What the store did with the file's facts and readings.
    pub counts: FileCounts,
    /// The document, under which its facts are kept; none for a file that was not read, and for a restricted one.
    pub doc: Option<String>,
    /// Whether the document is restricted.
    pub restricted: bool,
    /// Grids that were read.
    pub grids: u64,
    /// Cells that hold something.
    pub cells: u64,
    /// Value cells that say nothing which the profile knows.
    pub ignored: u64,
    /// Whether the file went in.
    pub outcome: TableOutcome,
}

/// Whether a file with tables went in.
#[derive(Debug, Default)]
pub enum TableOutcome {
    /// All of it.
    #[default]
    Taken,
    /// Its content was known; nothing was read or written.
    Unchanged,
    /// There is no table in it. What it stated before no longer answers.
    NoTables,
    /// Its tables hold no fact that the profile knows. What it stated before no longer answers.
    NoFacts,
    /// Nothing of it, because another file brought a document of its name, which keeps it.
    Claimed {
        /// That file; none when one of the two is restricted.
        by: Option<String>,
    },
    /// Nothing of it, because it could not be read. What it stated before still answers, unless its label cannot be read
    /// either: then it is hidden and forgotten.
    Unreadable(Arc<DocumentFault>),
}

impl TableReport {
    /// An outcome without any reading.
    pub(super) fn of(outcome: TableOutcome, restricted: bool) -> Self {
        let counts = FileCounts::default();
        Self { counts, doc: None, restricted, grids: 0, cells: 0, ignored: 0, outcome }
    }
}
