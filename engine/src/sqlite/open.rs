//! Opening a database file with suspicion: what is there is looked at before SQLite is, so that each thing that can be
//! wrong has its own message and no file is ever made, emptied or changed by mistake.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};

use super::error::{OpenFault, StoreError};
use super::place::{Access, Location};
use super::schema::{self, Schema};
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
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    schema.migrate(connection)
}

/// Opens a file to read and write.
pub(super) fn to_write(schema: &Schema, path: &Path) -> Result<Location, StoreError> {
    let place = Location::file(schema.kind, path, Access::Write);
    inspect(path).map_err(|fault| place.open_fault(fault))?;
    let mut connection = place.writer()?;
    known(schema, &place, &connection)?;
    schema.migrate(&mut connection).map_err(place.fault("bringing its schema up to date"))?;
    complete(schema, &place, &connection)?;
    Ok(place)
}

/// Opens a file to read only, with the first access that the permissions of the file and its folder allow.
pub(super) fn to_read(schema: &Schema, path: &Path) -> Result<Location, StoreError> {
    inspect(path).map_err(|fault| Location::file(schema.kind, path, Access::Read).open_fault(fault))?;
    let (place, connection) = reader(schema, path)?;
    let found = known(schema, &place, &connection)?;
    let needed = schema.newest();
    if found < needed {
        return Err(place.open_fault(OpenFault::OlderSchema { found, known: needed }));
    }
    complete(schema, &place, &connection)?;
    Ok(place)
}

fn reader(schema: &Schema, path: &Path) -> Result<(Location, Connection), StoreError> {
    for access in [Access::Tidy, Access::Read] {
        let place = Location::file(schema.kind, path, access);
        match place.reader() {
            Ok(connection) => return Ok((place, connection)),
            Err(error) if refuses_lock_files(&error) => {}
            Err(error) => return Err(place.fault("opening it to read")(error)),
        }
    }
    let place = Location::file(schema.kind, path, Access::Immutable);
    if has_pending_log(path) {
        return Err(place.open_fault(OpenFault::PendingLog));
    }
    let connection = place.reader().map_err(place.fault("opening it to read"))?;
    Ok((place, connection))
}

/// What can be told without SQLite.
fn inspect(path: &Path) -> Result<(), OpenFault> {
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
    let mut header = Vec::with_capacity(HEADER_BYTES);
    File::open(path)?.take(HEADER_BYTES as u64).read_to_end(&mut header)?;
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
        Some(_) => Ok(()),
        None => Err(OpenFault::Truncated { expected_bytes: HEADER_BYTES as u64, found_bytes }),
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
