//! What can go wrong with a store, of facts or of documents: each fault with its place and the next step. No variant
//! carries SQL, a value or a document's text.

use std::error::Error;
use std::fmt;

/// Which of a workspace's stores a fault is about. Displayed as messages name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreKind {
    /// Facts.
    Facts,
    /// Documents and their chunks.
    Documents,
}

impl StoreKind {
    /// The command that lists what such a store holds.
    fn listing(self) -> &'static str {
        match self {
            Self::Facts => "engine facts list",
            Self::Documents => "engine docs list",
        }
    }
}

impl fmt::Display for StoreKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Facts => "fact store",
            Self::Documents => "document store",
        })
    }
}

/// A fault of a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The store cannot be opened or made.
    #[error("cannot open the {kind} {place}: {fault}")]
    Open {
        /// Which store.
        kind: StoreKind,
        /// File or server.
        place: String,
        /// What is the matter with it.
        #[source]
        fault: OpenFault,
    },
    /// Somebody else held the store for the whole waiting time.
    #[error("another process is writing to the {kind} {place}; nothing was changed: try again when it is done")]
    Busy {
        /// Which store.
        kind: StoreKind,
        /// File or server.
        place: String,
    },
    /// The store can be read, not written.
    #[error(
        "the {kind} {place} cannot be written; nothing was changed: check the permissions of the file and of its folder"
    )]
    ReadOnly {
        /// Which store.
        kind: StoreKind,
        /// File or server.
        place: String,
    },
    /// No room is left.
    #[error("no space is left for the {kind} {place}; nothing was changed: free some space and try again")]
    Full {
        /// Which store.
        kind: StoreKind,
        /// File or server.
        place: String,
    },
    /// The store's content is not what the store wrote.
    #[error(
        "the {kind} {place} is damaged ({what}): restore a copy, or let `engine repair` make it anew from the files that it was read from"
    )]
    Damaged {
        /// Which store.
        kind: StoreKind,
        /// File or server.
        place: String,
        /// What was found.
        what: String,
    },
    /// A decision names a document that the store does not have.
    #[error("the {kind} has no document `{doc}`{}; `{}` shows the documents", meant(.nearest.as_deref()), .kind.listing())]
    UnknownDocument {
        /// Which store.
        kind: StoreKind,
        /// The name given.
        doc: String,
        /// The nearest name there is.
        nearest: Option<String>,
    },
    /// Any other fault of the database.
    #[error("the {kind} {place} failed while {doing}")]
    Backend {
        /// Which store.
        kind: StoreKind,
        /// File or server.
        place: String,
        /// What the store was about to do.
        doing: &'static str,
        /// The database's own error.
        #[source]
        cause: Box<dyn Error + Send + Sync>,
    },
}

/// Why a store cannot be opened or made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenFault {
    /// There is nothing.
    #[error("there is no such file; `engine init` makes a workspace with an empty store")]
    Missing,
    /// Something is there already, where a new store should be made.
    #[error("it exists already; nothing was changed")]
    Exists,
    /// A folder.
    #[error("it is a folder; name the database file")]
    Folder,
    /// A file without content.
    #[error(
        "the file is empty: `engine repair` makes it anew from the files that it was read from, as far as the other store knows them; where it never held anything, remove it and run `engine init` again"
    )]
    Empty,
    /// Some other file.
    #[error(
        "the file is not an SQLite database: restore a copy, or let `engine repair` make it anew from the files that it was read from"
    )]
    NotADatabase,
    /// Some other program's database.
    #[error("the file is an SQLite database, but not a {wanted}; name another file")]
    Foreign {
        /// What should be there.
        wanted: StoreKind,
    },
    /// A part of the file is missing.
    #[error(
        "the file is cut off: it has {found_bytes} of {expected_bytes} bytes: restore a copy, or let `engine repair` make it anew from the files that it was read from"
    )]
    Truncated {
        /// Size according to the file's own header.
        expected_bytes: u64,
        /// Size on disk.
        found_bytes: u64,
    },
    /// The beginning of the file contradicts itself.
    #[error(
        "the beginning of the file is damaged: restore a copy, or let `engine repair` make it anew from the files that it was read from"
    )]
    Header,
    /// A newer program wrote it.
    #[error("its schema is version {found}, and this program knows up to version {known}: use a newer program")]
    NewerSchema {
        /// Version in the file.
        found: u32,
        /// Newest version that this program knows.
        known: u32,
    },
    /// An older program wrote it, and this opening may not write.
    #[error(
        "its schema is version {found} and needs an upgrade to {known}: run a command that writes, such as `engine ingest`"
    )]
    OlderSchema {
        /// Version in the file.
        found: u32,
        /// Version that this program needs.
        known: u32,
    },
    /// Committed changes stand in a log beside the file that only a process with write access can merge.
    #[error(
        "it cannot be read here, because changes of an interrupted process wait in its -wal file: open it once with write access to the folder"
    )]
    PendingLog,
    /// A journal that SQLite would write into the database before anything is read, although no database of this program has
    /// one.
    #[error(
        "a rollback journal ({journal}) stands beside it, which is another database's or an interrupted `engine init`'s, and would \
         overwrite pages: move it away"
    )]
    ForeignJournal {
        /// Its name.
        journal: String,
    },
    /// The operating system refuses.
    #[error("the file cannot be read; check its permissions")]
    Io(#[from] std::io::Error),
}

/// The end of a message that proposes a name.
fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}
