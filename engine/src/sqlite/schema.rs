//! Schemas and their versions. Each migration is one SQL file that is never edited again; `user_version` counts the ones
//! that a database has had. Nothing here opens a file or knows a table.

use rusqlite::{Connection, TransactionBehavior};

use super::error::StoreKind;

/// What makes a database one of this program's stores.
#[derive(Debug)]
pub(crate) struct Schema {
    /// Which store it is.
    pub(crate) kind: StoreKind,
    /// Marks a database as this store (`PRAGMA application_id`).
    pub(crate) application_id: i32,
    /// The first version whose files carry seals.
    pub(crate) sealed_from: u32,
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

pub(super) fn migrate(connection: &mut Connection, application_id: i32, migrations: &[&str]) -> rusqlite::Result<()> {
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
