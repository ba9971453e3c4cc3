//! Schemas and their versions. Each migration is one SQL file that is never edited again; `user_version` counts the ones
//! that a database has had. Nothing here opens a file or knows a table.

use rusqlite::{Connection, TransactionBehavior};

use crate::store::StoreKind;

/// What makes a database one of this program's stores.
#[derive(Debug)]
pub(crate) struct Schema {
    /// Which store it is.
    pub(crate) kind: StoreKind,
    /// Marks a database as this store (`PRAGMA application_id`).
    pub(crate) application_id: i32,
    /// Every migration, in order; the n-th leads to version n.
    pub(crate) migrations: &'static [&'static str],
    /// Tables and indexes of the newest version.
    pub(crate) objects: &'static [&'static str],
    /// A query that touches the newest rows, as a last look on opening. It yields one row.
    pub(crate) probe: &'static str,
}

impl Schema {
    /// The version that the migrations lead to.
    pub(crate) fn newest(&self) -> u32 {
        newest(self.migrations)
    }

    /// Brings a database up to the newest version, all steps in one transaction. A database that is up to date is not
    /// locked.
    pub(crate) fn migrate(&self, connection: &mut Connection) -> rusqlite::Result<()> {
        migrate(connection, self.application_id, self.migrations)
    }

    /// Tables and indexes that are missing, by name.
    pub(crate) fn missing_objects(&self, connection: &Connection) -> rusqlite::Result<Vec<&'static str>> {
        let mut find = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?1")?;
        let mut missing = Vec::new();
        for name in self.objects {
            if !find.exists([name])? {
                missing.push(*name);
            }
        }
        Ok(missing)
    }
}

/// The version of a database.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// The mark of the program that a database belongs to.
pub(super) fn application_id(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "application_id", |row| row.get(0))
}

fn newest(migrations: &[&str]) -> u32 {
    u32::try_from(migrations.len()).unwrap_or(u32::MAX)
}

fn migrate(connection: &mut Connection, application_id: i32, migrations: &[&str]) -> rusqlite::Result<()> {
    if version(connection)? >= newest(migrations) {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again under the lock: another process may have migrated while this one waited.
    let done = usize::try_from(version(&transaction)?).unwrap_or(usize::MAX);
    for step in migrations.iter().skip(done) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", application_id)?;
    transaction.pragma_update(None, "user_version", newest(migrations).max(version(&transaction)?))?;
    transaction.commit()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const ID: i32 = 7;
    const FIRST: &str = "CREATE TABLE fact (value TEXT NOT NULL) STRICT; CREATE INDEX fact_value ON fact (value);";
    const FACT: &str = "INSERT INTO fact VALUES ('-0.070');";

    fn value(connection: &Connection) -> String {
        connection.query_row("SELECT value FROM fact", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn an_older_schema_is_brought_up_step_by_step_and_keeps_its_rows() {
        let mut steps = vec![FIRST];
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, ID, &steps).unwrap();
        connection.execute_batch(FACT).unwrap();

        steps.push("ALTER TABLE fact ADD COLUMN note TEXT; UPDATE fact SET note = value || '!';");
        steps.push("ALTER TABLE fact RENAME COLUMN note TO remark;");
        migrate(&mut connection, ID, &steps).unwrap();

        assert_eq!((version(&connection).unwrap(), application_id(&connection).unwrap()), (3, ID));
        assert_eq!(value(&connection), "-0.070");
        let remark: String = connection.query_row("SELECT remark FROM fact", [], |row| row.get(0)).unwrap();
        assert_eq!(remark, "-0.070!", "the second step must run after the first, and each once");
        migrate(&mut connection, ID, &steps).unwrap();
    }

    #[test]
    fn a_failing_step_leaves_the_older_version_whole() {
        let mut steps = vec![FIRST];
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, ID, &steps).unwrap();
        connection.execute_batch(FACT).unwrap();

        steps.extend(["DELETE FROM fact;", "ALTER TABLE no_such_table ADD COLUMN x;"]);
        assert!(migrate(&mut connection, ID, &steps).is_err());

        assert_eq!(version(&connection).unwrap(), 1);
        assert_eq!(value(&connection), "-0.070", "the step before the failing one must be undone too");
    }

    #[test]
    fn every_store_names_all_of_its_tables_and_indexes() {
        for schema in [&crate::store::SCHEMA, &crate::retrieval::store::SCHEMA] {
            let mut connection = Connection::open_in_memory().unwrap();
            schema.migrate(&mut connection).unwrap();
            assert!(schema.missing_objects(&connection).unwrap().is_empty());
            connection.query_row(schema.probe, [], |_| Ok(())).unwrap();
            let named = "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'";
            let made: u32 = connection.query_row(named, [], |row| row.get(0)).unwrap();
            assert_eq!(schema.objects.len(), made as usize, "{}", schema.kind);
            connection.execute_batch("DROP TABLE document").unwrap();
            assert!(schema.missing_objects(&connection).unwrap().contains(&"document"));
        }
    }
}
