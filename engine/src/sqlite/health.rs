//! The full integrity check of a database, for a health report. It reads everything and changes nothing.

use rusqlite::Connection;

use super::row::Prepared;

/// Faults after which the check stops; the first ones tell the story.
const FAULTS_MAX: usize = 20;

/// SQLite's own check of pages, indexes and column types, then the references between the tables.
pub(crate) fn check(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut faults: Vec<String> = connection.all("PRAGMA integrity_check(20)", [], |row| row.get(0))?;
    faults.retain(|line| line != "ok");
    let sql = "SELECT \"table\", \"parent\", count(*) FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2";
    faults.extend(connection.all(sql, [], |row| {
        let (table, parent, count): (String, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(format!("{count} rows of table {table} lead to no row of table {parent}"))
    })?);
    faults.truncate(FAULTS_MAX);
    Ok(faults)
}
