//! What is sound in a damaged database goes into a new one. Rows are read through their seals, so that nothing that was
//! altered comes along; what cannot be read is left out and counted. It reads no source file: whoever asked for it does.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use super::error::StoreError;
use super::fault::Fault;
use super::open;
use super::place::{Access, Location};
use super::row::Prepared;
use super::schema::Schema;

/// A table of a store, and how its rows are found one by one where they cannot be read in order.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// Its integer key; none for a table whose rows stand in the order of another key.
    pub(crate) id: Option<&'static str>,
}

/// What a store says about its salvage.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Its tables, those that others lead to first.
    pub(crate) tables: &'static [Table],
    /// What makes the new database agree with itself, with what is missing left out. It takes the hashes of source files
    /// back, so that each is read again.
    pub(crate) settle: &'static str,
    /// A query for the source files whose names may be shown: those of which only open documents are known.
    pub(crate) open_sources: &'static str,
    /// A query for the documents that a person has withdrawn.
    pub(crate) withdrawn: &'static str,
}

/// What became of a damaged database.
#[derive(Debug, Default)]
pub struct Salvage {
    /// Where the damaged file is now.
    pub kept_as: PathBuf,
    /// Rows that were taken over.
    pub rows: u64,
    /// Places at which rows could not be read. What stood there is unknown.
    pub holes: u64,
    /// The source files that the database knew, by name.
    pub sources: Vec<String>,
    /// Those of them whose names may be shown, because all that is known to be in them is open.
    pub open_sources: Vec<String>,
    /// Documents that a person had taken out of answers.
    pub withdrawn: Vec<String>,
}

/// Puts a new database in the place of a damaged one, with all rows that are sound. The damaged file stays beside it.
pub(crate) fn salvage(schema: &Schema, plan: &Plan, path: &Path) -> Result<Salvage, StoreError> {
    let place = Location::file(schema.kind, path, Access::Write);
    let fresh = beside(path, "repairing");
    // What an interrupted repair left is worth nothing.
    for suffix in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(with(&fresh, suffix));
    }
    open::create(schema, &fresh)?;
    let new = Location::file(schema.kind, &fresh, Access::Write).writer()?;
    let fault = place.fault::<Fault>("taking over what is sound");
    let mut salvage = Salvage::default();
    // SQLite would write a journal into the file before it is read. None is this file's.
    let _ = fs::rename(with(path, "-journal"), with(path, "-journal.foreign"));
    if let Ok(old) = Location::file(schema.kind, path, Access::Tidy).reader() {
        fill(&old, &new, plan, &mut salvage).map_err(|error| fault(error.into()))?;
    } else {
        salvage.holes += 1;
    }
    drop(new);
    salvage.kept_as = (1..=u32::MAX)
        .map(|number| beside(path, &format!("damaged-{number}")))
        .find(|kept| !kept.exists())
        .unwrap_or_else(|| beside(path, "damaged"));
    let moved = ["-wal", "-shm"].iter().try_for_each(|suffix| {
        match fs::rename(with(path, suffix), with(&salvage.kept_as, suffix)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    });
    let moved = moved.and_then(|()| fs::rename(path, &salvage.kept_as)).and_then(|()| fs::rename(&fresh, path));
    moved.map_err(|error| place.open_fault(error.into()))?;
    Ok(salvage)
}

fn beside(path: &Path, what: &str) -> PathBuf {
    with(path, &format!(".{what}"))
}

fn with(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn fill(old: &Connection, new: &Connection, plan: &Plan, salvage: &mut Salvage) -> rusqlite::Result<()> {
    // Rows whose partners are lost are dealt with when all are there.
    new.execute_batch("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE")?;
    for table in plan.tables {
        copy(old, new, table, salvage)?;
    }
    new.execute_batch(plan.settle)?;
    salvage.sources = new.all("SELECT name FROM source ORDER BY name", [], |row| row.get(0))?;
    salvage.open_sources = new.all(plan.open_sources, [], |row| row.get(0))?;
    salvage.withdrawn = new.all(plan.withdrawn, [], |row| row.get(0))?;
    new.execute_batch("COMMIT")
}

/// Copies a table: from its beginning and from its end until a page cannot be read, and what stands between row by row.
fn copy(old: &Connection, new: &Connection, table: &Table, salvage: &mut Salvage) -> rusqlite::Result<()> {
    let columns_of =
        |of: &Connection| of.all("SELECT name FROM pragma_table_info(?1)", [table.name], |row| row.get::<_, String>(0));
    let mut columns = columns_of(new)?;
    // A database of before lacks some.
    let known = columns_of(old).unwrap_or_default();
    columns.retain(|column| known.is_empty() || known.contains(column));
    let marks = vec!["?"; columns.len()].join(", ");
    let listed = columns.join(", ");
    let insert = format!("INSERT OR REPLACE INTO {} ({listed}) VALUES ({marks})", table.name);
    let read = |row: &Row<'_>| (0..columns.len()).map(|at| row.get(at)).collect::<rusqlite::Result<Vec<Value>>>();
    let select = format!("SELECT {listed} FROM {}", table.name);
    let key = table.id.map_or_else(|| "metric, entity, period, channel, doc".to_owned(), str::to_owned);
    let at = table.id.and_then(|id| columns.iter().position(|column| column == id));
    // The ids between which rows are missing.
    let (mut above, mut below) = (None, None);
    for (order, edge) in [("", &mut above), (&*descending(&key), &mut below)] {
        let order = if order.is_empty() { key.clone() } else { order.to_owned() };
        let Ok(mut rows) = old.prepare(&format!("{select} ORDER BY {order}")) else { break };
        let Ok(mut rows) = rows.query([]) else { break };
        loop {
            match rows.next() {
                Ok(Some(row)) => {
                    let Ok(row) = read(row) else { break };
                    if let Some(Value::Integer(id)) = at.and_then(|at| row.get(at)) {
                        *edge = Some(*id);
                    }
                    salvage.rows += new.change(&insert, params_from_iter(row))? as u64;
                }
                Ok(None) => return Ok(()),
                Err(_) => break,
            }
        }
        salvage.holes += 1;
    }
    if let (Some(id), Some(below)) = (table.id, below) {
        let one = format!("{select} WHERE {id} = ?1");
        for number in above.unwrap_or(0) + 1..below {
            if let Ok(Some(row)) = old.first(&one, [number], read) {
                salvage.rows += new.change(&insert, params_from_iter(row))? as u64;
            }
        }
    }
    Ok(())
}

fn descending(key: &str) -> String {
    key.split(", ").map(|column| format!("{column} DESC")).collect::<Vec<_>>().join(", ")
}
