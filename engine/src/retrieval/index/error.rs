//! What can go wrong with the index.

use std::io;
use std::path::PathBuf;

use super::paged::Damage;
use crate::sqlite::StoreError;

/// The index cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// A file does not hold what was written to it.
    #[error("the search index is damaged: in {file}, {what}; it can be made again from the chunk store")]
    Damaged {
        /// File name inside the index's folder.
        file: String,
        /// What was found.
        what: &'static str,
    },
    /// The file system failed.
    #[error("the search index cannot be kept: {doing} {} failed; check the folder's permissions and the space left", path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's own error.
        #[source]
        cause: io::Error,
    },
    /// The chunk store failed.
    #[error("the search index cannot read the chunk store")]
    Store(#[from] StoreError),
    /// More chunks than there are ordinals.
    #[error("the search index cannot hold more than {MAX_CHUNKS} chunks in one segment; split the workspace")]
    TooLarge,
    /// A thread that was building ended early.
    #[error("a thread that was building the search index ended early; nothing was changed: try again")]
    Interrupted,
}

/// Chunks in one segment: ordinals are doubled in posting lists and stay 32 bits wide.
pub(super) const MAX_CHUNKS: u32 = 1 << 31;

impl From<Damage> for IndexError {
    fn from(damage: Damage) -> Self {
        Self::Damaged { file: damage.file.to_string(), what: damage.what }
    }
}

/// Why a segment could not be written.
#[derive(Debug)]
pub(super) enum WriteFault {
    /// The file being written.
    Io(io::Error),
    /// A segment that was being read, or too much of it.
    Index(IndexError),
}

impl From<io::Error> for WriteFault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Damage> for WriteFault {
    fn from(damage: Damage) -> Self {
        Self::Index(damage.into())
    }
}
