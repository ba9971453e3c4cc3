//! Counts and the full integrity check, for a health report. Both read the whole store and change nothing.

use rusqlite::Connection;

use super::place::Place;
use super::row::OPEN;
use super::schema;
use crate::store::{Stats, StoreError};

/// Faults after which the check stops; the first ones tell the story.
const FAULTS_MAX: usize = 20;

pub(super) fn stats(place: &Place, connection: &Connection) -> Result<Stats, StoreError> {
    let fault = place.fault("counting facts");
    let facts = format!(
        "SELECT
           count(*) FILTER (WHERE {OPEN} AND s.stated = 1 AND s.withdrawn = 0 AND s.review IN (0, 1)),
           count(*) FILTER (WHERE {OPEN} AND s.stated = 1 AND s.withdrawn = 0 AND s.review = 2),
           count(*) FILTER (WHERE {OPEN} AND (s.withdrawn = 1 OR s.review = 3)),
           count(*) FILTER (WHERE {OPEN} AND s.stated = 0 AND s.withdrawn = 0 AND s.review <> 3),
           count(*) FILTER (WHERE NOT ({OPEN}))
         FROM fact AS s JOIN document AS d ON d.id = s.doc"
    );
    let documents = format!("SELECT count(*), count(*) FILTER (WHERE NOT ({OPEN})) FROM document AS d");
    let mut stats = Stats { schema_version: schema::version(connection).map_err(&fault)?, ..Stats::default() };
    [stats.answering, stats.pending, stats.refused, stats.dropped, stats.restricted] =
        counts(connection, &facts).map_err(&fault)?;
    [stats.documents, stats.restricted_documents] = counts(connection, &documents).map_err(&fault)?;
    [stats.history] = counts(connection, "SELECT count(*) FROM history").map_err(&fault)?;
    Ok(stats)
}

fn counts<const N: usize>(connection: &Connection, sql: &str) -> rusqlite::Result<[u64; N]> {
    connection.query_row(sql, [], |row| {
        let mut counts = [0; N];
        for (column, count) in counts.iter_mut().enumerate() {
            *count = u64::try_from(row.get::<_, i64>(column)?).unwrap_or_default();
        }
        Ok(counts)
    })
}

/// SQLite's own check of pages, indexes and column types, then the references between the tables.
pub(super) fn check(place: &Place, connection: &Connection) -> Result<Vec<String>, StoreError> {
    let fault = place.fault("checking its integrity");
    let mut faults = Vec::new();
    let mut statement = connection.prepare("PRAGMA integrity_check(20)").map_err(&fault)?;
    let mut rows = statement.query([]).map_err(&fault)?;
    while let Some(row) = rows.next().map_err(&fault)? {
        let line: String = row.get(0).map_err(&fault)?;
        if line != "ok" {
            faults.push(line);
        }
    }
    let mut statement = connection
        .prepare("SELECT \"table\", \"parent\", count(*) FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2")
        .map_err(&fault)?;
    let mut rows = statement.query([]).map_err(&fault)?;
    while let Some(row) = rows.next().map_err(&fault)? {
        let (table, parent) = (row.get::<_, String>(0).map_err(&fault)?, row.get::<_, String>(1).map_err(&fault)?);
        let count: i64 = row.get(2).map_err(&fault)?;
        faults.push(format!("{count} rows of table {table} lead to no row of table {parent}"));
    }
    faults.truncate(FAULTS_MAX);
    Ok(faults)
}
