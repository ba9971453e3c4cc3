//! The schema's versions. Each migration is one SQL file that is never edited again; `user_version` counts the ones that
//! a database has had. Nothing here opens a file.

use rusqlite::{Connection, TransactionBehavior};

/// Marks a database as a fact store (`PRAGMA application_id`): the letters `EFct`.
pub(super) const APPLICATION_ID: i32 = i32::from_be_bytes(*b"EFct");

/// Every migration, in order; the n-th leads to version n.
pub(super) const MIGRATIONS: &[&str] = &[include_str!("0001_facts.sql")];

/// Tables and indexes of the newest version.
const OBJECTS: [&str; 7] = ["run", "source", "document", "fact", "fact_refused", "history", "history_key"];

/// The version that a list of migrations leads to.
pub(super) fn newest(migrations: &[&str]) -> u32 {
    u32::try_from(migrations.len()).unwrap_or(u32::MAX)
}

/// The version of a database.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// The mark of the program that a database belongs to.
pub(super) fn application_id(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "application_id", |row| row.get(0))
}

/// Brings a database up to the newest version, all steps in one transaction. A database that is up to date is not locked.
pub(super) fn migrate(connection: &mut Connection, migrations: &[&str]) -> rusqlite::Result<()> {
    if version(connection)? >= newest(migrations) {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again under the lock: another process may have migrated while this one waited.
    let done = usize::try_from(version(&transaction)?).unwrap_or(usize::MAX);
    for step in migrations.iter().skip(done) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", newest(migrations).max(version(&transaction)?))?;
    transaction.commit()
}

/// Tables and indexes that are missing, by name.
pub(super) fn missing_objects(connection: &Connection) -> rusqlite::Result<Vec<&'static str>> {
    let mut find = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?1")?;
    let mut missing = Vec::new();
    for name in OBJECTS {
        if !find.exists([name])? {
            missing.push(name);
        }
    }
    Ok(missing)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const FACT: &str = "INSERT INTO run (id, at) VALUES (1, '2025-01-01T00:00:00Z');
        INSERT INTO source (id, name) VALUES (1, 'a.csv');
        INSERT INTO document (id, name, sensitivity) VALUES (1, 'a.xlsx', 'PUBLIC');
        INSERT INTO fact VALUES ('M', 'E', '2024', 'TOTAL', 1, '-0.070', 'U', 'row=2', NULL, 0, 0, 1, NULL, NULL, 1, 2, 1, 1);";

    fn value(connection: &Connection) -> String {
        connection.query_row("SELECT value FROM fact", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn an_older_schema_is_brought_up_step_by_step_and_keeps_its_facts() {
        let mut steps = MIGRATIONS.to_vec();
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &steps).unwrap();
        connection.execute_batch(FACT).unwrap();

        let base = newest(&steps);
        steps.push("ALTER TABLE fact ADD COLUMN note TEXT; UPDATE fact SET note = value || '!';");
        steps.push("ALTER TABLE fact RENAME COLUMN note TO remark;");
        migrate(&mut connection, &steps).unwrap();

        assert_eq!(version(&connection).unwrap(), base + 2);
        assert_eq!(value(&connection), "-0.070");
        let remark: String = connection.query_row("SELECT remark FROM fact", [], |row| row.get(0)).unwrap();
        assert_eq!(remark, "-0.070!", "the second step must run after the first, and each once");
        migrate(&mut connection, &steps).unwrap();
        assert!(missing_objects(&connection).unwrap().is_empty());
    }

    #[test]
    fn a_failing_step_leaves_the_older_version_whole() {
        let mut steps = MIGRATIONS.to_vec();
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &steps).unwrap();
        connection.execute_batch(FACT).unwrap();

        let base = newest(&steps);
        steps.extend(["DELETE FROM fact;", "ALTER TABLE no_such_table ADD COLUMN x;"]);
        assert!(migrate(&mut connection, &steps).is_err());

        assert_eq!(version(&connection).unwrap(), base);
        assert_eq!(value(&connection), "-0.070", "the step before the failing one must be undone too");
    }

    #[test]
    fn a_missing_table_is_named() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, MIGRATIONS).unwrap();
        connection.execute_batch("DROP TABLE history").unwrap();
        assert_eq!(missing_objects(&connection).unwrap(), ["history", "history_key"]);
    }
}
