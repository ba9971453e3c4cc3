//! What is sound in a damaged database goes into a new one. Rows are read through their seals, so that nothing that was
//! altered comes along; what cannot be read is left out and counted. Labels and decisions stand twice in a store, on pages of
//! their own each, and one of them is enough. It reads no source file: whoever asked for it does.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use super::error::{StoreError, StoreKind};
use super::fault::Fault;
use super::graft::{Beginning, Graft};
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
    /// The index in which its rows stand a second time, for a table of which no file tells what it says: which files to read
    /// again, how strictly a document was once labelled, what of it was withdrawn. The rows of other tables mean nothing
    /// without it.
    pub(crate) vital: Option<&'static str>,
}

/// What a store says about its salvage.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Its tables, those that others lead to first.
    pub(crate) tables: &'static [Table],
    /// What makes the new database agree with itself, with what is missing left out. It takes the hashes of source files
    /// back, so that each is read again.
    pub(crate) settle: &'static str,
    /// Tables in which what persons decided stands a second time each: where rows are missing in all of them, nobody knows.
    pub(crate) decisions: &'static [&'static str],
    /// What must not be believed any more when rows are missing, of whatever table.
    pub(crate) doubt: &'static str,
    /// What becomes of a document that another store knows to be withdrawn, and whose mark is 1.
    pub(crate) learned: &'static str,
    /// A query for the source files whose names may be shown: those of which only open documents are known.
    pub(crate) open_sources: &'static str,
}

/// A new database beside a damaged one, with all rows that are sound. Nothing is replaced before [`Salvage::replace`].
#[derive(Debug)]
#[must_use = "the damaged database stays in place until the new one replaces it"]
pub struct Salvage {
    place: Location,
    path: PathBuf,
    fresh: PathBuf,
    had_journal: bool,
    learned: &'static str,
    /// Rows that were taken over.
    pub rows: u64,
    /// Places at which rows could not be read. What stood there is unknown.
    pub holes: u64,
    /// Tables with such places that are known from nowhere else, without which nobody knows which files to read again, and what
    /// was restricted or withdrawn.
    pub vital_holes: Vec<&'static str>,
    /// The source files that the database knew, by name.
    pub sources: Vec<String>,
    /// Those of them whose names may be shown, because all that is known to be in them is open.
    pub open_sources: Vec<String>,
}

/// The source files of a store, and what one store learns of another: which files there were, what was restricted and what was
/// withdrawn.
const SOURCES: &str = "SELECT name FROM source ORDER BY name";
const LEARN_WITHDRAWN: &str = "
    INSERT INTO document (name, sensitivity, withdrawn)
        SELECT d.name, d.sensitivity, 1 FROM other.document AS d WHERE d.withdrawn <> 0
        ON CONFLICT (name) DO UPDATE SET withdrawn = max(withdrawn, 1);";
const LEARN: &str = "
    INSERT OR IGNORE INTO source (name) SELECT name FROM other.source;
    INSERT INTO document (name, sensitivity)
        SELECT d.name, d.sensitivity FROM other.document AS d WHERE d.sensitivity NOT IN ('PUBLIC', 'INTERNAL')
        ON CONFLICT (name) DO UPDATE SET sensitivity = excluded.sensitivity;";

impl Salvage {
    /// Takes over which files were read and which documents were restricted or withdrawn from the other store of the workspace,
    /// for a database that does not know all of them any more. `other` is that store's file, or what was salvaged of it.
    ///
    /// One that knows all of them, and lost other rows, learns no more than what was withdrawn.
    pub fn learn(&mut self, other: &Path) -> Result<(), StoreError> {
        let fresh = Location::file(self.place.kind(), &self.fresh, Access::Write);
        let connection = fresh.writer()?;
        let learned = connection.execute("ATTACH ?1 AS other", [other.to_string_lossy()]);
        let learn = if self.vital_holes.is_empty() { "" } else { LEARN };
        let learned = learned
            .and_then(|_| connection.execute_batch(learn))
            .and_then(|()| connection.execute_batch(LEARN_WITHDRAWN))
            .and_then(|()| connection.execute_batch(self.learned));
        let sources = learned.and_then(|()| connection.all(SOURCES, [], |row| row.get(0)));
        self.sources = sources.map_err(fresh.fault("learning from the other store"))?;
        finish(&connection, &self.place, &self.fresh)
    }

    /// The new database, until it replaces the damaged one.
    #[must_use]
    pub fn unfinished(&self) -> &Path {
        &self.fresh
    }

    /// Puts the new database in the place of the damaged one, and tells where the damaged file is now.
    pub fn replace(&self) -> Result<PathBuf, StoreError> {
        let path = &self.path;
        if has_log(&self.fresh) {
            return Err(self.place.open_fault(std::io::Error::other(UNFINISHED).into()));
        }
        let kept = (1..=u32::MAX)
            .map(|number| beside(path, &format!("damaged-{number}")))
            .find(|kept| !kept.exists())
            .unwrap_or_else(|| beside(path, "damaged"));
        let moved =
            ["-wal", "-shm"].iter().try_for_each(|suffix| match fs::rename(with(path, suffix), with(&kept, suffix)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            });
        let moved = moved.and_then(|()| fs::rename(path, &kept)).and_then(|()| fs::rename(&self.fresh, path));
        moved.map_err(|error| self.place.open_fault(error.into()))?;
        Ok(kept)
    }

    /// Leaves the damaged database as it is, and nothing beside it.
    pub fn discard(self) {
        remove(&self.fresh);
        if self.had_journal {
            let _ = fs::rename(with(&self.path, "-journal.foreign"), with(&self.path, "-journal"));
        }
    }
}

/// What is wrong where a new database stands in its log.
const UNFINISHED: &str = "the new database was not written to its end, and the damaged one is in its place; free some space and repair again";

/// Takes the log of a new database over into its file, which alone is put in the place of the damaged one.
fn finish(new: &Connection, place: &Location, fresh: &Path) -> Result<(), StoreError> {
    // Nobody else knows of the file, so that there is nobody to wait for.
    let taken_over = new
        .busy_timeout(std::time::Duration::ZERO)
        .and_then(|()| new.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0)));
    let is_busy = taken_over.map_err(place.fault("writing the new database to its end"))? != 0;
    if is_busy || has_log(fresh) {
        return Err(place.open_fault(std::io::Error::other(UNFINISHED).into()));
    }
    Ok(())
}

/// Whether the log of a database holds anything.
fn has_log(path: &Path) -> bool {
    fs::metadata(with(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

/// Removes an unfinished database. What cannot be removed is in nobody's way: the next repair begins with this.
fn remove(fresh: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(with(fresh, suffix));
    }
}

/// Makes a new database beside a damaged one, with all rows that are sound. The damaged one stays in its place.
pub(crate) fn salvage(schema: &Schema, plan: &Plan, path: &Path) -> Result<Salvage, StoreError> {
    let place = Location::file(schema.kind, path, Access::Write);
    let fresh = beside(path, "repairing");
    // What an interrupted repair left is worth nothing.
    remove(&fresh);
    open::create(schema, &fresh)?;
    let new = Location::file(schema.kind, &fresh, Access::Write).writer()?;
    let fault = place.fault::<Fault>("taking over what is sound");
    let beginning = Beginning::of(&fresh, &new).map_err(|error| fault(error.into()))?;
    // SQLite would write a journal into the file before it is read. None is this file's.
    let had_journal = fs::rename(with(path, "-journal"), with(path, "-journal.foreign")).is_ok();
    let mut salvage = Salvage {
        place: place.clone(),
        path: path.to_owned(),
        fresh,
        had_journal,
        learned: plan.learned,
        rows: 0,
        holes: 0,
        vital_holes: Vec::new(),
        sources: Vec::new(),
        open_sources: Vec::new(),
    };
    let grafted = Grafted::of(&place, path, &beginning)?;
    let readable = grafted.as_ref().map_or(path, |grafted| &grafted.0);
    if let Ok(old) = Location::file(schema.kind, readable, Access::Tidy).reader() {
        fill(&old, &new, plan, &mut salvage).map_err(|error| fault(error.into()))?;
    } else {
        salvage.holes += 1;
        salvage.vital_holes =
            plan.tables.iter().filter(|table| table.vital.is_some()).map(|table| table.name).collect();
    }
    finish(&new, &place, &salvage.fresh)?;
    Ok(salvage)
}

/// A copy of a damaged file with a sound beginning, which goes when it was read.
struct Grafted(PathBuf);

impl Grafted {
    /// None when the file can be read as it is, as far as it can be read at all.
    fn of(place: &Location, path: &Path, beginning: &Beginning) -> Result<Option<Self>, StoreError> {
        let io = |error: std::io::Error| place.open_fault(error.into());
        let copy = Self(beside(path, "grafting"));
        remove(&copy.0);
        let graft = beginning.graft(path, &copy.0).map_err(io)?;
        // The log holds what was written last.
        if with(path, "-wal").is_file() && !matches!(graft, Graft::None) {
            fs::copy(with(path, "-wal"), with(&copy.0, "-wal")).map_err(io)?;
        }
        let is_sound = match graft {
            Graft::None => false,
            Graft::Known => true,
            Graft::Guessed => copy.fits(place.kind()),
        };
        Ok(is_sound.then_some(copy))
    }

    /// Whether all tables and indexes are where the beginning says, row for row. Which pages were free is not known.
    fn fits(&self, kind: StoreKind) -> bool {
        let Ok(reader) = Location::file(kind, &self.0, Access::Tidy).reader() else { return false };
        let every = format!("PRAGMA integrity_check({})", i32::MAX);
        let faults = reader.all(&every, [], |row| row.get::<_, String>(0));
        faults.is_ok_and(|faults| faults.iter().all(|fault| fault == "ok" || fault.ends_with("never used")))
    }
}

impl Drop for Grafted {
    fn drop(&mut self) {
        remove(&self.0);
    }
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
    // What leads to something lost goes, also from tables that otherwise only grow.
    new.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    let mut lacking = Vec::new();
    for table in plan.tables {
        let before = salvage.holes;
        copy(old, new, table, salvage)?;
        if salvage.holes > before {
            lacking.push(table.name);
        }
        if let Some(index) = table.vital.filter(|_| salvage.holes > before) {
            if fill_holes(old, new, table, index, salvage)? {
                salvage.holes = before;
            } else {
                salvage.vital_holes.push(table.name);
            }
        }
    }
    if !plan.decisions.is_empty() && plan.decisions.iter().all(|table| lacking.contains(table)) {
        salvage.vital_holes.extend(plan.decisions);
    }
    // Before it is forgotten what belongs to something lost.
    salvage.open_sources = new.all(plan.open_sources, [], |row| row.get(0))?;
    if salvage.holes > 0 {
        new.execute_batch(plan.doubt)?;
    }
    new.execute_batch(plan.settle)?;
    salvage.sources = new.all(SOURCES, [], |row| row.get(0))?;
    new.execute_batch("COMMIT")
}

/// Takes the rows that a table lost from the index in which they stand, too. Tells whether all of that could be read, so that
/// nothing is missing.
fn fill_holes(
    old: &Connection,
    new: &Connection,
    table: &Table,
    index: &str,
    salvage: &mut Salvage,
) -> rusqlite::Result<bool> {
    let named = "SELECT name FROM pragma_index_info(?1)";
    let Ok(mut columns) = old.all(named, [index], |row| row.get::<_, String>(0)) else { return Ok(false) };
    if columns.is_empty() {
        return Ok(false);
    }
    columns.extend(table.id.map(str::to_owned));
    let (listed, marks) = (columns.join(", "), vec!["?"; columns.len()].join(", "));
    let insert = format!("INSERT OR IGNORE INTO {} ({listed}) VALUES ({marks})", table.name);
    let read = |row: &Row<'_>| (0..columns.len()).map(|at| row.get(at)).collect::<rusqlite::Result<Vec<Value>>>();
    let select = format!("SELECT {listed} FROM {} INDEXED BY {index} ORDER BY {}", table.name, columns[0]);
    let Ok(mut select) = old.prepare(&select) else { return Ok(false) };
    let Ok(mut rows) = select.query([]) else { return Ok(false) };
    loop {
        match rows.next() {
            Ok(Some(row)) => {
                let Ok(row) = read(row) else { return Ok(false) };
                salvage.rows += new.change(&insert, params_from_iter(row))? as u64;
            }
            Ok(None) => return Ok(true),
            Err(_) => return Ok(false),
        }
    }
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
    // An index has pages of its own, which may be damaged.
    let select = format!("SELECT {listed} FROM {} NOT INDEXED", table.name);
    let key = table.id.map_or_else(|| "metric, entity, period, channel, doc".to_owned(), str::to_owned);
    let at = table.id.and_then(|id| columns.iter().position(|column| column == id));
    // The ids between which rows are missing.
    let (mut above, mut below) = (None, None);
    for (order, edge) in [("", &mut above), (&*descending(&key), &mut below)] {
        let order = if order.is_empty() { key.clone() } else { order.to_owned() };
        let prepared = old.prepare(&format!("{select} ORDER BY {order}"));
        let mut prepared = prepared.ok();
        // A table that cannot even be asked for is one of which nothing is known.
        let Some(Ok(mut rows)) = prepared.as_mut().map(|prepared| prepared.query([])) else {
            salvage.holes += 1;
            break;
        };
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
