//! A fact as the files of a fixture state it.

use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::key::{FactKey, Source};

/// One row of a facts file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub key: FactKey,
    /// The exact value.
    pub value: Decimal,
    /// Unit code.
    pub unit: String,
    /// Where it was read.
    pub source: Source,
    /// Business date of the statement.
    pub valid_as_of: Option<Date>,
    /// Whether the document never answers.
    pub restricted: bool,
}
