//! Statements, and rows to values. Texts that the store cannot have written itself (a date that is none) are a fault that
//! names the store, never a guess; an unknown label counts as the strictest.

use std::ops::ControlFlow;

use jiff::Timestamp;
use jiff::civil::Date;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Params, Row};
use rust_decimal::Decimal;

use super::fault::{Fault, NotStored};
use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::period::Period;
use crate::profile::Sensitivity;

/// Documents (`d`) that may be shown. An unknown label counts as restricted, so that this is a list of what is open.
pub(crate) const OPEN: &str = "d.sensitivity IN ('PUBLIC', 'INTERNAL')";

/// Most document names that are looked at for the nearest one.
const NAMES_MAX: i64 = 10_000;

/// Names further away than this (Jaro-Winkler, 0 to 1) are no proposal.
const NEARNESS_MIN: f64 = 0.7;

/// Statements that the connection keeps prepared.
pub(crate) trait Prepared {
    /// Every row, as `read` takes it.
    fn all<T>(&self, sql: &str, params: impl Params, read: impl Read<T>) -> rusqlite::Result<Vec<T>>;

    /// The first row, if there is one.
    fn first<T>(&self, sql: &str, params: impl Params, read: impl Read<T>) -> rusqlite::Result<Option<T>>;

    /// The only column of the only row.
    fn value<T: FromSql>(&self, sql: &str, params: impl Params) -> rusqlite::Result<T>;

    /// Hands on the rows until the visitor breaks off.
    fn visit<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl Read<T>,
        visit: &mut dyn FnMut(T) -> ControlFlow<()>,
    ) -> rusqlite::Result<()>;

    /// Changes rows, and tells how many.
    fn change(&self, sql: &str, params: impl Params) -> rusqlite::Result<usize>;
}

/// From a row to a value.
pub(crate) trait Read<T>: FnMut(&Row<'_>) -> rusqlite::Result<T> {}

impl<T, F: FnMut(&Row<'_>) -> rusqlite::Result<T>> Read<T> for F {}

impl Prepared for Connection {
    fn all<T>(&self, sql: &str, params: impl Params, read: impl Read<T>) -> rusqlite::Result<Vec<T>> {
        self.prepare_cached(sql)?.query_map(params, read)?.collect()
    }

    fn first<T>(&self, sql: &str, params: impl Params, read: impl Read<T>) -> rusqlite::Result<Option<T>> {
        self.prepare_cached(sql)?.query_row(params, read).optional()
    }

    fn value<T: FromSql>(&self, sql: &str, params: impl Params) -> rusqlite::Result<T> {
        self.prepare_cached(sql)?.query_row(params, |row| row.get(0))
    }

    fn visit<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl Read<T>,
        visit: &mut dyn FnMut(T) -> ControlFlow<()>,
    ) -> rusqlite::Result<()> {
        for value in self.prepare_cached(sql)?.query_map(params, read)? {
            if visit(value?).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn change(&self, sql: &str, params: impl Params) -> rusqlite::Result<usize> {
        self.prepare_cached(sql)?.execute(params)
    }
}

/// The counts of a row of counts.
pub(crate) fn counts<const N: usize>(row: &Row<'_>) -> rusqlite::Result<[u64; N]> {
    let mut counts = [0; N];
    counts.iter_mut().enumerate().try_for_each(|(column, count)| row.get(column).map(|found| *count = found))?;
    Ok(counts)
}

/// A value that is stored as its text.
pub(crate) trait Stored: Sized {
    /// What is expected, for a message about a text that is none.
    const WHAT: &'static str;

    /// The value of a text; none for a text that the store cannot have written.
    fn of_text(text: &str) -> Option<Self>;
}

/// A text that the store cannot have written.
pub(crate) fn not_stored(what: String) -> FromSqlError {
    FromSqlError::other(NotStored(what))
}

struct Text<T>(T);

impl<T: Stored> FromSql for Text<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        let read = T::of_text(text).map(Self);
        read.ok_or_else(|| not_stored(format!("`{text}` is stored as {}", T::WHAT)))
    }
}

/// The value of a column.
pub(crate) fn stored<T: Stored>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    row.get(column).map(|Text(value)| value)
}

/// The value of a column that may be empty.
pub(crate) fn stored_or_none<T: Stored>(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<T>> {
    Ok(row.get::<_, Option<Text<T>>>(column)?.map(|Text(value)| value))
}

/// How values that are stored as text are read.
macro_rules! stored_texts {
    ($($type:ty, $what:literal, $read:expr;)*) => {$(
        impl $crate::sqlite::Stored for $type {
            const WHAT: &'static str = $what;

            fn of_text(text: &str) -> Option<Self> {
                $read(text)
            }
        }
    )*};
}

stored_texts! {
    MetricCode, "a metric", |text| Some(Self::new(text));
    EntityCode, "an entity", |text| Some(Self::new(text));
    ChannelCode, "a channel", |text| Some(Self::new(text));
    UnitCode, "a unit", |text| Some(Self::new(text));
    Period, "a period", |text: &str| text.parse().ok();
    Decimal, "a value", |text| Self::from_str_exact(text).ok();
    Date, "a date", |text: &str| text.parse().ok();
    Timestamp, "a time", |text: &str| text.parse().ok();
}

/// How values go into statements: each is given as the text or the number that it is stored as.
macro_rules! parameters {
    ($($type:ty, |$value:ident| $stored:expr;)*) => {$(
        impl rusqlite::types::ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                let $value = self;
                Ok($stored.into())
            }
        }
    )*};
}

pub(crate) use parameters;
pub(crate) use stored_texts;

parameters! {
    MetricCode, |code| code.as_str();
    EntityCode, |code| code.as_str();
    ChannelCode, |code| code.as_str();
    UnitCode, |code| code.as_str();
    Period, |period| period.value();
}

impl ToSql for Sensitivity {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Public => "PUBLIC",
            Self::Internal => "INTERNAL",
            Self::Restricted => "RESTRICTED",
        }
        .into())
    }
}

/// An unknown label counts as the strictest.
impl FromSql for Sensitivity {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Ok(match value.as_str()? {
            "PUBLIC" => Self::Public,
            "INTERNAL" => Self::Internal,
            _ => Self::Restricted,
        })
    }
}

/// An instant as the store keeps it: UTC, to the second.
pub(crate) fn instant_text(instant: Timestamp) -> String {
    // Every second of a valid instant is itself a valid instant.
    Timestamp::from_second(instant.as_second()).unwrap_or(instant).to_string()
}

/// What column `column` says about the content with which a source file was last taken; none when it must be read.
pub(crate) fn content_of_source(
    connection: &Connection,
    column: &str,
    source: &str,
) -> rusqlite::Result<Option<String>> {
    let sql = format!("SELECT {column} FROM source WHERE name = ?1");
    connection.first(&sql, [source], |row| row.get(0)).map(Option::flatten)
}

/// The open document whose name is most like `wanted`; a restricted one is never proposed.
pub(crate) fn nearest_document(connection: &Connection, wanted: &str) -> rusqlite::Result<Option<String>> {
    let sql = format!("SELECT d.name FROM document AS d WHERE {OPEN} ORDER BY d.name LIMIT ?1");
    let names: Vec<String> = connection.all(&sql, [NAMES_MAX], |row| row.get(0))?;
    let near = names.into_iter().map(|name| (strsim::jaro_winkler(&name, wanted), name));
    // Of equally near names the first.
    let nearest = near.filter(|(nearness, _)| *nearness >= NEARNESS_MIN).min_by(|(a, _), (b, _)| b.total_cmp(a));
    Ok(nearest.map(|(_, name)| name))
}

/// The fault of a name that no open document has.
pub(crate) fn unknown_document(connection: &Connection, doc: &str) -> Fault {
    match nearest_document(connection, doc) {
        Ok(nearest) => Fault::UnknownDocument { doc: doc.to_owned(), nearest },
        Err(error) => error.into(),
    }
}
