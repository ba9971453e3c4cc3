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

/// Ways in which a disk, a cable or another program damages a file: a byte that changes, a page that is emptied, two pages
/// that change places, and a page that stands twice.
pub(crate) fn damages(sound: &[u8], most: usize) -> impl Iterator<Item = (String, Vec<u8>)> {
    const PAGE: usize = 4_096;
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    let pages = sound.len() / PAGE;
    (0..most).map(move |round| {
        let mut bytes = sound.to_vec();
        let (one, other) = (draw(pages) * PAGE, draw(pages) * PAGE);
        let what = match round % 6 {
            0 => {
                bytes[one..one + PAGE].fill(0);
                format!("page at {one} emptied")
            }
            1 => {
                let kept = bytes[one..one + PAGE].to_vec();
                bytes.copy_within(other..other + PAGE, one);
                bytes[other..other + PAGE].copy_from_slice(&kept);
                format!("pages at {one} and {other} changed places")
            }
            2 => {
                bytes.copy_within(other..other + PAGE, one);
                format!("page at {other} also at {one}")
            }
            _ => {
                let (at, bit) = (draw(bytes.len()), 1 << draw(8));
                bytes[at] ^= bit;
                format!("byte {at} by {bit}")
            }
        };
        (what, bytes)
    })
}
