//! Where a database is and how to connect to it: a file that may be written, a file that may only be read, or memory.
//! It knows no table.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::error::{OpenFault, StoreError, StoreKind};
use super::seal;

/// How a database may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Read and write.
    Write,
    /// Read only, on a file that may be opened to write: SQLite then removes the files that WAL needs when it is done.
    Tidy,
    /// Read only, on a file that other processes may write.
    Read,
    /// Read only, on a file in a folder that refuses the lock files which WAL needs. SQLite then takes the file as
    /// unchanging, which is sound as long as nobody with other rights writes it meanwhile.
    Immutable,
}

/// A database and the way to it.
#[derive(Debug, Clone)]
pub(crate) struct Location {
    kind: StoreKind,
    name: String,
    path: PathBuf,
    access: Access,
    pages: Pages,
    busy_timeout: Duration,
}

/// What holds the pages of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pages {
    /// A file whose pages carry their seals.
    Sealed,
    /// A file of before there were seals.
    Plain,
    Memory,
}

/// How long a writer waits for another by default. An ingestion of a million facts takes a few seconds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

/// Page cache of a reader and of a writer, in KiB. A writer's cache bounds the memory of an ingestion.
const READER_CACHE_KIB: i64 = 8 * 1024;
const WRITER_CACHE_KIB: i64 = 64 * 1024;

/// Bytes to which the log beside a database is cut back after a large run.
const LOG_LIMIT_BYTES: i64 = 16 * 1024 * 1024;

impl Location {
    /// A file whose pages carry their seals.
    pub(crate) fn file(kind: StoreKind, path: &Path, access: Access) -> Self {
        Self {
            kind,
            name: path.display().to_string(),
            path: path.to_owned(),
            access,
            pages: Pages::Sealed,
            busy_timeout: BUSY_TIMEOUT,
        }
    }

    /// The same file as it was before there were seals.
    pub(super) fn unsealed(self) -> Self {
        Self { pages: Pages::Plain, ..self }
    }

    /// A new database in memory, shared by every connection to this place and gone with the last of them.
    pub(crate) fn memory(kind: StoreKind) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self {
            kind,
            name: "(in memory)".to_owned(),
            // A name that begins with a slash is shared between the connections of this process.
            path: PathBuf::from(format!("file:/store-{number}?vfs=memdb")),
            access: Access::Write,
            pages: Pages::Memory,
            busy_timeout: BUSY_TIMEOUT,
        }
    }

    pub(crate) fn set_busy_timeout(&mut self, timeout: Duration) {
        self.busy_timeout = timeout;
    }

    pub(crate) fn access(&self) -> Access {
        self.access
    }

    pub(super) fn kind(&self) -> StoreKind {
        self.kind
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The file whose pages carry seals; none for memory.
    pub(super) fn sealed_file(&self) -> Option<&Path> {
        (self.pages == Pages::Sealed).then_some(self.path.as_path())
    }

    /// A connection that only reads.
    pub(crate) fn reader(&self) -> rusqlite::Result<Connection> {
        let connection = self.connect()?;
        connection.pragma_update(None, "cache_size", -READER_CACHE_KIB)?;
        connection.pragma_update(None, "query_only", true)?;
        Ok(connection)
    }

    /// A connection that writes.
    pub(crate) fn writer(&self) -> Result<Connection, StoreError> {
        if self.access != Access::Write {
            return Err(StoreError::ReadOnly { kind: self.kind, place: self.name.clone() });
        }
        self.connect()
            .and_then(|connection| {
                connection.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
                // What is taken out, such as the text of a document that was restricted, is overwritten in the file.
                connection.pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))?;
                Ok(connection)
            })
            .map_err(self.fault("opening it to write"))
    }

    /// A connection, shown to work by a first read.
    fn connect(&self) -> rusqlite::Result<Connection> {
        let base = OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let (name, flags) = match self.access {
            Access::Write if self.pages == Pages::Memory => (
                self.path.clone(),
                OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_URI,
            ),
            Access::Write | Access::Tidy => (self.path.clone(), OpenFlags::SQLITE_OPEN_READ_WRITE),
            Access::Read => (self.path.clone(), OpenFlags::SQLITE_OPEN_READ_ONLY),
            Access::Immutable => {
                (uri(&self.path, "immutable=1").into(), OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI)
            }
        };
        let connection = match self.pages {
            Pages::Sealed => {
                seal::register()?;
                Connection::open_with_flags_and_vfs(name, base | flags, seal::VFS)
            }
            // Sealing an older file names the new one by a URI.
            Pages::Plain => Connection::open_with_flags(name, base | flags | OpenFlags::SQLITE_OPEN_URI),
            Pages::Memory => Connection::open_with_flags(name, base | flags),
        }?;
        connection.busy_timeout(self.busy_timeout)?;
        connection.set_prepared_statement_cache_capacity(32);
        // Without this, SQLite compiles a query anew for each new key, in the hope of a better plan for it.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        // FULL: a commit is on the disk when it returns, also after a power loss.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update_and_check(None, "journal_size_limit", LOG_LIMIT_BYTES, |_| Ok(()))?;
        connection.query_row("PRAGMA schema_version", [], |row| row.get::<_, i64>(0))?;
        Ok(connection)
    }

    /// What is the matter on opening it.
    pub(crate) fn open_fault(&self, fault: OpenFault) -> StoreError {
        StoreError::Open { kind: self.kind, place: self.name.clone(), fault }
    }

    /// A stored text that the store cannot have written.
    pub(crate) fn damaged(&self, what: String) -> StoreError {
        StoreError::Damaged { kind: self.kind, place: self.name.clone(), what }
    }
}

/// The URI of a file with parameters. The characters that mean something in a URI are escaped.
pub(super) fn uri(path: &Path, parameters: &str) -> String {
    let mut uri = String::from("file:");
    for c in path.to_string_lossy().chars() {
        match c {
            '%' => uri.push_str("%25"),
            '?' => uri.push_str("%3f"),
            '#' => uri.push_str("%23"),
            c => uri.push(c),
        }
    }
    uri.push('?');
    uri.push_str(parameters);
    uri
}
