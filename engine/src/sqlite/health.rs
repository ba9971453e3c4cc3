//! The full integrity check of a database, for a health report. It reads everything and changes nothing.

use rusqlite::Connection;

use super::error::StoreError;
use super::place::Location;

/// Faults after which the check stops; the first ones tell the story.
const FAULTS_MAX: usize = 20;

/// SQLite's own check of pages, indexes and column types, then the references between the tables.
pub(crate) fn check(place: &Location, connection: &Connection) -> Result<Vec<String>, StoreError> {
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
