//! Opening a database file with suspicion: what is there is looked at before SQLite is, so that each thing that can be
//! wrong has its own message and no file is ever made, emptied or changed by mistake.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::{OpenFault, StoreError};
use super::fault::Fault;
use super::place::{self, Access, Location};
use super::raw::RawFile;
use super::schema::{self, Schema};
use super::seal;
use crate::private;

/// The first bytes of every SQLite file, and the length of its header (<https://www.sqlite.org/fileformat.html>, 1.3).
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const HEADER_BYTES: usize = 100;

/// Makes a file with an empty store in it. When that fails, no file is left behind.
pub(super) fn create(schema: &Schema, path: &Path) -> Result<(), StoreError> {
    let place = Location::file(schema.kind, path, Access::Write);
    private::create_new(path).map_err(|error| {
        let fault = if error.kind() == ErrorKind::AlreadyExists { OpenFault::Exists } else { OpenFault::Io(error) };
        place.open_fault(fault)
    })?;
    let made = place
        .writer()
        .and_then(|mut connection| fill(schema, &mut connection).map_err(place.fault("making the tables")));
    if made.is_err() {
        // The first fault is the one to tell; a file that cannot be removed shows as empty on the next opening.
        let _ = fs::remove_file(path);
    }
    made
}

fn fill(schema: &Schema, connection: &mut Connection) -> rusqlite::Result<()> {
    seal::reserve(connection)?;
    log_changes(connection)?;
    schema.migrate(connection)
}

/// Lets changes go into a log, so that readers and a writer do not wait for each other.
fn log_changes(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))
}

/// A connection to a cache, whose pages carry seals; an empty file is made where there is none.
pub(crate) fn cache(path: &Path) -> rusqlite::Result<Connection> {
    seal::register()?;
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let connection = Connection::open_with_flags_and_vfs(path, flags, seal::VFS)?;
    let is_new = connection.query_row("PRAGMA page_count", [], |row| row.get::<_, i64>(0))? == 0;
    if is_new {
        seal::reserve(&connection)?;
    }
    Ok(connection)
}

/// Opens a file to read and write.
pub(super) fn to_write(schema: &Schema, path: &Path) -> Result<Location, StoreError> {
    let place = Location::file(schema.kind, path, Access::Write);
    let inspect = || inspect(schema, path).map_err(|fault| place.open_fault(fault));
    let is_plain = inspect()? == Sealing::Plain;
    if is_plain {
        let plain = place.clone().unsealed();
        let connection = plain.writer()?;
        known(schema, &plain, &connection)?;
        hold_alone(&connection).map_err(plain.fault("bringing its schema up to date"))?;
        // Another process may have sealed it while this one waited.
        if inspect()? == Sealing::Plain {
            seal_into_place(&connection, path).map_err(plain.fault("sealing its pages"))?;
        }
    }
    let mut connection = place.writer()?;
    known(schema, &place, &connection)?;
    if is_plain {
        // The sealed copy begins without a log.
        log_changes(&connection).map_err(place.fault("sealing its pages"))?;
    }
    schema.migrate(&mut connection).map_err(place.fault("bringing its schema up to date"))?;
    complete(schema, &place, &connection)?;
    Ok(place)
}

/// Opens a file to read only, with the first access that the permissions of the file and its folder allow.
pub(super) fn to_read(schema: &Schema, path: &Path) -> Result<Location, StoreError> {
    let at = Location::file(schema.kind, path, Access::Read);
    let sealing = inspect(schema, path).map_err(|fault| at.open_fault(fault))?;
    let (place, connection) = reader(schema, path, sealing)?;
    let found = known(schema, &place, &connection)?;
    let needed = schema.newest();
    if found < needed {
        return Err(place.open_fault(OpenFault::OlderSchema { found, known: needed }));
    }
    complete(schema, &place, &connection)?;
    Ok(place)
}

fn reader(schema: &Schema, path: &Path, sealing: Sealing) -> Result<(Location, Connection), StoreError> {
    let at = |access| {
        let place = Location::file(schema.kind, path, access);
        if sealing == Sealing::Sealed { place } else { place.unsealed() }
    };
    for access in [Access::Tidy, Access::Read] {
        let place = at(access);
        match place.reader() {
            Ok(connection) => return Ok((place, connection)),
            Err(error) if refuses_lock_files(&error) => {}
            Err(error) => return Err(place.fault("opening it to read")(error)),
        }
    }
    let place = at(Access::Immutable);
    if has_pending_log(path) {
        return Err(place.open_fault(OpenFault::PendingLog));
    }
    let connection = place.reader().map_err(place.fault("opening it to read"))?;
    Ok((place, connection))
}

/// Whether the pages of a file carry seals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sealing {
    Sealed,
    /// A file of before there were any, or of another program.
    Plain,
}

/// Waits until no other process uses the database, and keeps others from it until the connection is closed. No log stands
/// beside the file then.
fn hold_alone(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "locking_mode", "EXCLUSIVE", |_| Ok(()))?;
    connection.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
    connection.execute_batch("BEGIN EXCLUSIVE; COMMIT")
}

/// Writes all pages with their seals beside the file, and puts the new file in the place of the old one, whole or not at all.
fn seal_into_place(connection: &Connection, path: &Path) -> Result<(), Fault> {
    seal::register()?;
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".sealing");
    let unfinished = PathBuf::from(unfinished);
    // What an interrupted process left is worth nothing.
    let _ = fs::remove_file(&unfinished);
    private::create_new(&unfinished).map_err(|error| Fault::Damaged(format!("no sealed copy can be made: {error}")))?;
    let name = place::uri(&unfinished, &format!("vfs=sealed&reserve={}", seal::SEAL_BYTES));
    connection.execute("VACUUM INTO ?1", [name])?;
    let finished = fs::metadata(path)
        .and_then(|old| fs::set_permissions(&unfinished, old.permissions()))
        .and_then(|()| File::open(&unfinished)?.sync_all())
        .and_then(|()| fs::rename(&unfinished, path));
    finished.map_err(|error| Fault::Damaged(format!("the sealed copy cannot take its place: {error}")))
}

/// What can be told without SQLite.
fn inspect(schema: &Schema, path: &Path) -> Result<Sealing, OpenFault> {
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => OpenFault::Missing,
        _ => OpenFault::Io(error),
    })?;
    if metadata.is_dir() {
        return Err(OpenFault::Folder);
    }
    if metadata.len() == 0 {
        return Err(OpenFault::Empty);
    }
    let mut header = vec![0; HEADER_BYTES.min(usize::try_from(metadata.len()).unwrap_or(HEADER_BYTES))];
    RawFile::open(path)?.read(0, &mut header)?;
    let magic_present = header.len().min(MAGIC.len());
    if header.get(..magic_present) != MAGIC.get(..magic_present) {
        return Err(OpenFault::NotADatabase);
    }
    for beside in ["", "-wal", "-shm"] {
        private::close(&with_ending(path, beside));
    }
    let found_bytes = metadata.len();
    match expected_bytes(&header) {
        // The log may hold the missing pages: SQLite's own recovery comes first.
        Some(expected_bytes) if found_bytes < expected_bytes && !has_pending_log(path) => {
            Err(OpenFault::Truncated { expected_bytes, found_bytes })
        }
        Some(_) => sealing(schema, &header).and_then(|sealing| match foreign_journal(path) {
            Some(journal) if sealing == Sealing::Sealed => Err(OpenFault::ForeignJournal { journal }),
            _ => Ok(sealing),
        }),
        None => Err(OpenFault::Truncated { expected_bytes: HEADER_BYTES as u64, found_bytes }),
    }
}

/// Whether the pages carry seals. Two places of the header tell it, so that no single damage makes a sealed file look like
/// one of before: the bytes that each page keeps free, and the version of the schema, which stands at byte 60 beside the mark
/// of the program at byte 68.
fn sealing(schema: &Schema, header: &[u8]) -> Result<Sealing, OpenFault> {
    let number = |at: usize| header.get(at..)?.first_chunk().map(|bytes| u32::from_be_bytes(*bytes));
    let is_own = number(68) == Some(schema.application_id.cast_unsigned());
    let is_sealed_version = number(60).is_some_and(|version| version >= schema.sealed_from);
    match header.get(seal::RESERVED_AT) {
        Some(&seal::SEAL_BYTES) => Ok(Sealing::Sealed),
        _ if is_own && is_sealed_version => Err(OpenFault::Header),
        _ => Ok(Sealing::Plain),
    }
}

/// The size of the file according to its header: page size at byte 16 (1 means 65536), pages at byte 28.
fn expected_bytes(header: &[u8]) -> Option<u64> {
    let page_bytes = match u16::from_be_bytes(header.get(16..18)?.try_into().ok()?) {
        1 => 65_536,
        bytes => u64::from(bytes),
    };
    let pages = u32::from_be_bytes(header.get(28..32)?.try_into().ok()?);
    (header.len() == HEADER_BYTES).then_some(page_bytes * u64::from(pages))
}

/// Whether a log with changes stands beside the file.
fn has_pending_log(path: &Path) -> bool {
    fs::metadata(with_ending(path, "-wal")).is_ok_and(|metadata| metadata.len() > 0)
}

/// The name of the rollback journal beside a file, if there is one. A database in WAL mode, as each sealed one is, has none,
/// and pages that SQLite takes from one get seals like all others that it writes.
fn foreign_journal(path: &Path) -> Option<String> {
    let journal = with_ending(path, "-journal");
    fs::metadata(&journal).is_ok_and(|metadata| metadata.len() > 0).then(|| journal.display().to_string())
}

/// A file that SQLite keeps beside a database.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Whether SQLite failed for want of the right, or of the room, to make the files that WAL needs beside the database.
fn refuses_lock_files(error: &rusqlite::Error) -> bool {
    use ErrorCode::{CannotOpen, DiskFull, PermissionDenied, ReadOnly};
    let code = error.sqlite_error_code();
    let is_write = error.sqlite_error().is_some_and(|error| LOCK_FILE_FAULTS.contains(&error.extended_code));
    is_write || matches!(code, Some(CannotOpen | ReadOnly | PermissionDenied | DiskFull))
}

/// What SQLite says when the file that connections share cannot be made long enough, be mapped or be locked.
const LOCK_FILE_FAULTS: [i32; 5] = [
    rusqlite::ffi::SQLITE_IOERR_WRITE,
    rusqlite::ffi::SQLITE_IOERR_SHMOPEN,
    rusqlite::ffi::SQLITE_IOERR_SHMSIZE,
    rusqlite::ffi::SQLITE_IOERR_SHMMAP,
    rusqlite::ffi::SQLITE_IOERR_SHMLOCK,
];

/// The schema's version, when this is the right store and one that this program understands.
fn known(schema: &Schema, place: &Location, connection: &Connection) -> Result<u32, StoreError> {
    let doing = "reading its schema's version";
    if schema::application_id(connection).map_err(place.fault(doing))? != schema.application_id {
        return Err(place.open_fault(OpenFault::Foreign { wanted: schema.kind }));
    }
    let found = schema::version(connection).map_err(place.fault(doing))?;
    let known = schema.newest();
    if found > known {
        return Err(place.open_fault(OpenFault::NewerSchema { found, known }));
    }
    Ok(found)
}

/// A last look: every table and index is there, and the newest rows can be read.
fn complete(schema: &Schema, place: &Location, connection: &Connection) -> Result<(), StoreError> {
    let doing = "looking at its tables";
    let missing = schema.missing_objects(connection).map_err(place.fault(doing))?;
    if !missing.is_empty() {
        return Err(place.damaged(format!("without {}", missing.join(", "))));
    }
    connection.query_row(schema.probe, [], |_| Ok(())).map_err(place.fault(doing))
}
