//! Rows to values. Texts that the store cannot have written itself (a date that is none) are a fault that names the store,
//! never a guess; an unknown label counts as the strictest.

use jiff::Timestamp;
use jiff::civil::Date;
use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, Row};

use super::error::StoreError;
use super::place::Location;
use crate::profile::Sensitivity;

/// Documents (`d`) that may be shown. An unknown label counts as restricted, so that this is a list of what is open.
pub(crate) const OPEN: &str = "d.sensitivity IN ('PUBLIC', 'INTERNAL')";

/// Most document names that are looked at for the nearest one.
const NAMES_MAX: i64 = 10_000;

/// Names further away than this (Jaro-Winkler, 0 to 1) are no proposal.
const NEARNESS_MIN: f64 = 0.7;

/// A row that is being read.
pub(crate) struct StoredRow<'r> {
    pub(crate) place: &'r Location,
    pub(crate) row: &'r Row<'r>,
}

impl StoredRow<'_> {
    pub(crate) fn get<T: FromSql>(&self, column: usize) -> Result<T, StoreError> {
        self.row.get(column).map_err(self.place.fault("reading a row"))
    }

    /// A text column, borrowed.
    pub(crate) fn text(&self, column: usize) -> Result<&str, StoreError> {
        let value = self.row.get_ref(column).map_err(self.place.fault("reading a row"))?;
        value.as_str().map_err(|_| self.place.damaged(format!("column {column} of a row is no text")))
    }

    pub(crate) fn optional_text(&self, column: usize) -> Result<Option<&str>, StoreError> {
        let value = self.row.get_ref(column).map_err(self.place.fault("reading a row"))?;
        value.as_str_or_null().map_err(|_| self.place.damaged(format!("column {column} of a row is no text")))
    }

    /// Column `column` as what `read` makes of its text.
    pub(crate) fn parsed<T>(
        &self,
        column: usize,
        what: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, StoreError> {
        let text = self.text(column)?;
        read(text).ok_or_else(|| self.place.damaged(format!("`{text}` is stored as {what}")))
    }

    pub(crate) fn date(&self, column: usize) -> Result<Option<Date>, StoreError> {
        match self.optional_text(column)? {
            None => Ok(None),
            Some(_) => self.parsed(column, "a date", |text| text.parse().ok()).map(Some),
        }
    }

    pub(crate) fn instant(&self, column: usize) -> Result<Timestamp, StoreError> {
        self.parsed(column, "a time", |text| text.parse().ok())
    }
}

/// How a label is stored.
pub(crate) fn sensitivity_code(sensitivity: Sensitivity) -> &'static str {
    match sensitivity {
        Sensitivity::Public => "PUBLIC",
        Sensitivity::Internal => "INTERNAL",
        Sensitivity::Restricted => "RESTRICTED",
    }
}

/// A stored label; an unknown one counts as the strictest.
pub(crate) fn sensitivity_from(code: &str) -> Sensitivity {
    match code {
        "PUBLIC" => Sensitivity::Public,
        "INTERNAL" => Sensitivity::Internal,
        _ => Sensitivity::Restricted,
    }
}

/// An instant as the store keeps it: UTC, to the second.
pub(crate) fn instant_text(instant: Timestamp) -> String {
    // Every second of a valid instant is itself a valid instant.
    Timestamp::from_second(instant.as_second()).unwrap_or(instant).to_string()
}

/// What column `column` says about the content with which a source file was last taken; none when it must be read.
pub(crate) fn content_of_source(
    place: &Location,
    connection: &Connection,
    column: &str,
    source: &str,
) -> Result<Option<String>, StoreError> {
    connection
        .prepare_cached(&format!("SELECT {column} FROM source WHERE name = ?1"))
        .and_then(|mut find| find.query_row([source], |row| row.get(0)).optional())
        .map(Option::flatten)
        .map_err(place.fault("looking a source file up"))
}

/// The open document whose name is most like `wanted`; a restricted one is never proposed.
pub(crate) fn nearest_document(connection: &Connection, wanted: &str) -> rusqlite::Result<Option<String>> {
    let mut statement =
        connection.prepare(&format!("SELECT d.name FROM document AS d WHERE {OPEN} ORDER BY d.name LIMIT ?1"))?;
    let mut rows = statement.query([NAMES_MAX])?;
    let mut best: Option<(f64, String)> = None;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        let nearness = strsim::jaro_winkler(&name, wanted);
        if nearness >= NEARNESS_MIN && best.as_ref().is_none_or(|(most, _)| nearness > *most) {
            best = Some((nearness, name));
        }
    }
    Ok(best.map(|(_, name)| name))
}
