//! Vectors that outlive the program: a SQLite file beside the chunk database, read into memory when it is opened. It is
//! a cache: a file that is damaged or of another version is made anew, and loses nothing that cannot be computed again.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::{BruteForceVectorStore, Fingerprint, Origin, VectorEntry, VectorError, VectorStore};
use crate::passage::{ChunkId, ChunkKey};
use crate::retrieval::filter::Filter;
use crate::retrieval::index::Hit;
use crate::sqlite;

/// `PRAGMA user_version` of the files that this program writes.
const SCHEMA: i64 = 2;

/// Deleted vectors are overwritten: what a document said must not stay in the file after it was restricted.
const TABLES: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA secure_delete = ON;
    CREATE TABLE IF NOT EXISTS origin (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        backend TEXT NOT NULL, dimension INTEGER NOT NULL, identity TEXT NOT NULL, generation INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS vector (
        key INTEGER PRIMARY KEY,
        doc TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, piece INTEGER NOT NULL,
        attributes TEXT NOT NULL, fingerprint BLOB NOT NULL, numbers BLOB NOT NULL
    ) STRICT;
    PRAGMA user_version = 2;";

/// A [`BruteForceVectorStore`] with a file.
#[derive(Debug)]
pub struct SqliteVectorStore {
    path: PathBuf,
    file: Mutex<Connection>,
    memory: BruteForceVectorStore,
}

impl SqliteVectorStore {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> Result<Self, VectorError> {
        match Self::read(path) {
            Ok(store) => Ok(store),
            Err(Unread::Busy(error)) => Err(error),
            Err(Unread::Damaged) => {
                remove(path)?;
                Self::read(path).map_err(|fault| match fault {
                    Unread::Busy(error) => error,
                    Unread::Damaged => {
                        let cause = std::io::Error::other("a file that was just made cannot be read");
                        VectorError::File { path: path.to_owned(), cause }
                    }
                })
            }
        }
    }

    fn read(path: &Path) -> Result<Self, Unread> {
        let file = sqlite::cache(path).map_err(|cause| unread(path, cause))?;
        file.busy_timeout(Duration::from_secs(10)).map_err(|cause| unread(path, cause))?;
        let version: i64 =
            file.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(|cause| unread(path, cause))?;
        if version != 0 && version != SCHEMA {
            return Err(Unread::Damaged);
        }
        file.execute_batch(TABLES).map_err(|cause| unread(path, cause))?;
        let sound: String =
            file.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(|cause| unread(path, cause))?;
        if sound != "ok" {
            return Err(Unread::Damaged);
        }
        let memory = load(&file).map_err(|cause| unread(path, cause))?.ok_or(Unread::Damaged)?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file), memory })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes in one transaction.
    fn write(
        &self,
        doing: &'static str,
        write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), VectorError> {
        let mut connection = self.connection();
        let written = connection.transaction().and_then(|transaction| {
            write(&transaction)?;
            transaction.commit()
        });
        written.map_err(|cause| VectorError::Database { path: self.path.clone(), doing, cause })
    }
}

impl VectorStore for SqliteVectorStore {
    fn describe(&self) -> String {
        self.memory.describe()
    }

    fn upsert(&self, entries: &[VectorEntry]) -> Result<(), VectorError> {
        // Memory first: it refuses what cannot be compared. Should the file then fail, the vectors are computed again
        // when it is next opened.
        self.memory.upsert(entries)?;
        self.write("keeping vectors", |transaction| {
            let mut put =
                transaction.prepare_cached("INSERT OR REPLACE INTO vector VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
            for entry in entries {
                let ChunkId { doc, first, last, piece } = entry.id();
                let attributes = serde_json::to_string(entry.attributes())
                    .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
                let numbers: Vec<u8> = entry.vector().iter().flat_map(|value| value.to_le_bytes()).collect();
                let print = entry.fingerprint();
                put.execute(params![entry.key(), doc, first, last, piece, attributes, print.as_bytes(), numbers])?;
            }
            Ok(())
        })
    }

    fn query(&self, vector: &[f32], filter: &Filter, depth: usize) -> Result<Vec<Hit>, VectorError> {
        self.memory.query(vector, filter, depth)
    }

    fn delete(&self, keys: &[ChunkKey]) -> Result<(), VectorError> {
        self.memory.delete(keys)?;
        self.write("dropping vectors", |transaction| {
            let mut delete = transaction.prepare_cached("DELETE FROM vector WHERE key = ?1")?;
            keys.iter().try_for_each(|key| delete.execute([key]).map(|_| ()))
        })
    }

    fn count(&self) -> Result<u64, VectorError> {
        self.memory.count()
    }

    fn fingerprints(&self, keys: &[ChunkKey]) -> Result<Vec<Option<Fingerprint>>, VectorError> {
        self.memory.fingerprints(keys)
    }

    fn origin(&self) -> Result<Option<Origin>, VectorError> {
        self.memory.origin()
    }

    fn set_origin(&self, origin: &Origin) -> Result<(), VectorError> {
        self.memory.set_origin(origin)?;
        self.write("noting the state", |transaction| {
            let Origin { backend, dimension, identity, generation } = origin;
            transaction.execute(
                "INSERT OR REPLACE INTO origin VALUES (1, ?1, ?2, ?3, ?4)",
                params![backend, whole(*dimension)?, identity, whole(*generation)?],
            )?;
            Ok(())
        })
    }

    fn clear(&self) -> Result<(), VectorError> {
        self.memory.clear()?;
        self.write("dropping vectors", |transaction| {
            transaction.execute_batch("DELETE FROM vector; DELETE FROM origin;")
        })
    }
}

/// Why a file was not read.
enum Unread {
    /// It is not what this program wrote.
    Damaged,
    /// It cannot be used now, but may be sound.
    Busy(VectorError),
}

fn unread(path: &Path, cause: rusqlite::Error) -> Unread {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase, SchemaChanged};
    if sqlite::is_damage(&cause) {
        return Unread::Damaged;
    }
    match cause.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase | SchemaChanged | rusqlite::ErrorCode::Unknown) => Unread::Damaged,
        _ => Unread::Busy(VectorError::Database { path: path.to_owned(), doing: "opening", cause }),
    }
}

fn whole(number: impl TryInto<i64>) -> rusqlite::Result<i64> {
    number.try_into().map_err(|_| rusqlite::Error::IntegralValueOutOfRange(0, i64::MAX))
}

/// The vectors of a file in memory; none when something in it is not what this program wrote.
fn load(file: &Connection) -> rusqlite::Result<Option<BruteForceVectorStore>> {
    let memory = BruteForceVectorStore::new();
    let origin = file
        .query_row("SELECT backend, dimension, identity, generation FROM origin", [], |row| {
            let (dimension, generation): (i64, i64) = (row.get(1)?, row.get(3)?);
            Ok((row.get(0)?, usize::try_from(dimension), row.get(2)?, u64::try_from(generation)))
        })
        .optional()?;
    let Some((backend, dimension, identity, generation)) = origin else { return Ok(Some(memory)) };
    let (Ok(dimension), Ok(generation)) = (dimension, generation) else { return Ok(None) };
    let mut rows = file.prepare("SELECT key, doc, first, last, piece, attributes, fingerprint, numbers FROM vector")?;
    let entries: Vec<Option<VectorEntry>> = rows.query_map([], entry)?.collect::<Result<_, _>>()?;
    let Some(entries) = entries.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
    let fits = entries.iter().all(|entry| entry.vector().len() == dimension);
    if !fits || memory.upsert(&entries).is_err() {
        return Ok(None);
    }
    let noted = memory.set_origin(&Origin { backend, dimension, identity, generation });
    Ok(noted.is_ok().then_some(memory))
}

/// A row as an entry; none when a field is not what this program wrote.
fn entry(row: &rusqlite::Row<'_>) -> rusqlite::Result<Option<VectorEntry>> {
    let doc: Arc<str> = row.get(1)?;
    let id = ChunkId { doc, first: row.get(2)?, last: row.get(3)?, piece: row.get(4)? };
    let attributes = serde_json::from_str(row.get_ref(5)?.as_str()?);
    let print = <[u8; 32]>::try_from(row.get_ref(6)?.as_blob()?);
    let numbers = row.get_ref(7)?.as_blob()?;
    let (Ok(attributes), Ok(print)) = (attributes, print) else { return Ok(None) };
    let (whole, rest) = numbers.as_chunks::<4>();
    let vector = whole.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let entry = VectorEntry::kept(row.get(0)?, id, attributes, Fingerprint::from_bytes(print), vector);
    Ok(rest.is_empty().then_some(entry))
}

/// Removes a damaged file with what SQLite keeps beside it.
fn remove(path: &Path) -> Result<(), VectorError> {
    for suffix in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        match std::fs::remove_file(&name) {
            Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
                return Err(VectorError::File { path: name.into(), cause });
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
