//! Tests of migrations, and what the tests of each store ask of its schema.

use rusqlite::Connection;

use super::schema::{application_id, migrate};
use super::{Schema, version};

/// Asserts that a schema names all of its tables and indexes, and notices one that is missing.
pub(crate) fn assert_complete(schema: &Schema) {
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
