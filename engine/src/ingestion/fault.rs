//! What can be wrong with a source file or one of its rows, in words that let a person find and repair it. Cell texts are
//! shown shortened; nothing here decides whether a file is taken.

use std::fmt;

use super::column::Column;
use crate::code::{MetricCode, UnitCode};
use crate::language::numbers::exact::NumberFault;
use crate::store::FirstStatement;

/// Characters of a cell that a message shows.
const SHOWN_CHARS: usize = 60;

/// A row that is not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadRow {
    /// Source file.
    pub source: String,
    /// 1-based line of the file where the row begins.
    pub line: u64,
    /// The column at fault and its 1-based number in the file; `None` when the row as a whole is.
    pub column: Option<(Column, usize)>,
    /// The cell's text, shortened; empty when the row as a whole is at fault.
    pub cell: String,
    /// Whether the file or the row's document is restricted, so that nothing is shown of the row but where it is at fault.
    pub is_restricted: bool,
    /// Why.
    pub fault: RowFault,
}

impl fmt::Display for BadRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_restricted {
            let column =
                self.column.map_or_else(String::new, |(column, number)| format!(", column {number} ({column})"));
            return write!(f, "(restricted document): line {}{column}: {}", self.line, self.fault.kind());
        }
        write!(f, "{}:{}: ", self.source, self.line)?;
        if let Some((column, number)) = self.column {
            write!(f, "column {number} ({column})")?;
            if !self.cell.is_empty() {
                write!(f, " `{}`", self.cell)?;
            }
            f.write_str(": ")?;
        }
        self.fault.fmt(f)
    }
}

/// Why a row is not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowFault {
    /// Too few or too many cells.
    #[error("the row has {found} cells, and the header has {expected} columns; a quote or a comma may be missing")]
    Cells {
        /// Columns of the header.
        expected: usize,
        /// Cells of the row.
        found: usize,
    },
    /// Bytes that are no UTF-8.
    #[error("the text is not UTF-8; save the file as \"CSV UTF-8\"")]
    NotUtf8,
    /// A NUL or another control character.
    #[error("the cell holds a control character or a line break")]
    ControlCharacter,
    /// A cell that must be filled.
    #[error("the cell is empty")]
    Empty,
    /// A wording that the profile does not know.
    #[error("the profile does not know it{}", meant(.nearest.as_deref()))]
    Unknown {
        /// The nearest name it knows.
        nearest: Option<String>,
    },
    /// No period.
    #[error("not a period; write 2024, 2024H1, 2024Q3 or 2024-03{}", meant(.nearest.as_deref()))]
    Period {
        /// The nearest name the profile knows.
        nearest: Option<String>,
    },
    /// No number.
    #[error("{0}")]
    Number(#[from] NumberFault),
    /// A unit that the metric is not stated in. Nothing is converted.
    #[error("the unit is {given}, and {metric} is stated in {expected}; values are never converted")]
    Unit {
        /// The metric.
        metric: MetricCode,
        /// The row's unit.
        given: UnitCode,
        /// The metric's unit.
        expected: UnitCode,
    },
    /// A percent sign on a metric that is not in percent.
    #[error("a percent sign, but the unit is {unit}")]
    Percent {
        /// The row's unit.
        unit: UnitCode,
    },
    /// No business date.
    #[error("not a date; write YYYY-MM-DD, for example 2024-12-31")]
    Date,
    /// Another row of the same document says something else.
    #[error("the same document states {} {}{} for the same key in {}, line {}", .0.value, .0.unit, as_of(.0), .0.source, .0.line)]
    Contradiction(FirstStatement),
}

impl RowFault {
    /// What is wrong, without a word of the row.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Cells { .. } => "another number of cells than the header has",
            Self::NotUtf8 => "the text is not UTF-8",
            Self::ControlCharacter => "a control character or a line break",
            Self::Empty => "the cell is empty",
            Self::Unknown { .. } => "the profile does not know it",
            Self::Period { .. } => "not a period",
            Self::Number(_) => "not a number",
            Self::Unit { .. } => "another unit than the metric's",
            Self::Percent { .. } => "a percent sign where the unit is none",
            Self::Date => "not a date",
            Self::Contradiction(_) => "another row of the same document says something else",
        }
    }
}

/// Why a file is not read as a facts file.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// It cannot be read.
    #[error("the file cannot be read")]
    Io(#[from] std::io::Error),
    /// Another program wrote to it at the same time, so that its rows may belong to different contents.
    #[error("the file was changed while it was read; ingest it again when it is complete")]
    Changed,
    /// A folder.
    #[error("it is a folder; name a CSV file")]
    Folder,
    /// Nothing in it.
    #[error("the file is empty; the first line must name the columns: {}", Column::NAMES.join(", "))]
    Empty,
    /// The header is no text.
    #[error("line 1 is not UTF-8 text; save the file as \"CSV UTF-8\"")]
    NotUtf8,
    /// Another separator.
    #[error("the columns seem to be separated by {0:?}; save the file with commas")]
    Separator(char),
    /// A column that a facts file does not have.
    #[error("unknown column `{name}` (number {number}); the columns are {}{}", Column::NAMES.join(", "), meant(.nearest.as_deref()))]
    UnknownColumn {
        /// As the header spells it.
        name: String,
        /// 1-based.
        number: usize,
        /// The column that is most like it.
        nearest: Option<String>,
    },
    /// A column that is there twice.
    #[error("column `{column}` is there twice, as numbers {first} and {second}")]
    DuplicateColumn {
        /// The column.
        column: Column,
        /// 1-based.
        first: usize,
        /// 1-based.
        second: usize,
    },
    /// Columns that must be there.
    #[error("missing columns: {}; found: {found}", .missing.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    MissingColumns {
        /// What is missing.
        missing: Vec<Column>,
        /// The header's names.
        found: String,
    },
    /// A row without an end.
    #[error(
        "the row that begins in line {line} is longer than {bytes_max} bytes; a quote that was opened may never be closed"
    )]
    EndlessRow {
        /// 1-based.
        line: u64,
        /// Most bytes of a row.
        bytes_max: u64,
    },
}

/// A cell as a message shows it: shortened, and without characters that would break a line or the terminal.
pub(super) fn shown(cell: &str) -> String {
    let mut shown: String =
        cell.chars().take(SHOWN_CHARS).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if cell.chars().nth(SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

fn as_of(first: &FirstStatement) -> String {
    first.valid_as_of.map(|date| format!(" (as of {date})")).unwrap_or_default()
}
