//! The folder of an index: files that are written under another name, renamed when complete and never written again, and
//! a lock that one writing process holds. What the files hold is the callers' business.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::error::{IndexError, WriteFault};
use super::paged::Bytes;
use crate::private;

/// Held by a process while it writes.
const LOCK: &str = "lock";

/// What a file is called until it is complete.
const UNFINISHED: &str = ".tmp";

/// The folder of an index.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
    /// How many more operations succeed, to see what a process leaves that is killed.
    #[cfg(test)]
    pub(super) operations_left: Option<std::sync::atomic::AtomicUsize>,
    /// As if nothing could be written; the superuser can always.
    #[cfg(test)]
    pub(super) read_only: bool,
}

impl Folder {
    pub(super) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            #[cfg(test)]
            operations_left: None,
            #[cfg(test)]
            read_only: false,
        }
    }

    /// Waits until no other process writes, and keeps others from writing until the result is dropped. None when the
    /// folder cannot be written.
    pub(super) fn lock(&self) -> Result<Option<File>, IndexError> {
        #[cfg(test)]
        if self.read_only {
            return Ok(None);
        }
        let path = self.path.join(LOCK);
        let opened = private::create_folder(&self.path).and_then(|()| {
            private::close(&self.path);
            private::options().create(true).truncate(false).write(true).open(&path)
        });
        let file = match opened {
            Ok(file) => file,
            Err(cause) if is_forbidden(&cause) => return Ok(None),
            Err(cause) => return Err(IndexError::Io { doing: "making", path, cause }),
        };
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => match file.lock() {
                Ok(()) => Ok(Some(file)),
                Err(cause) => Err(IndexError::Io { doing: "locking", path, cause }),
            },
            Err(TryLockError::Error(cause)) => Err(IndexError::Io { doing: "locking", path, cause }),
        }
    }

    /// Makes a file; it has its name once it is complete, and `durable` ones once they would survive a loss of power.
    pub(super) fn write(
        &self,
        name: &str,
        durable: bool,
        write: impl FnOnce(&mut dyn Write) -> Result<(), WriteFault>,
    ) -> Result<(), IndexError> {
        let (path, unfinished) = (self.path.join(name), self.path.join(format!("{name}{UNFINISHED}")));
        let io = |cause| IndexError::Io { doing: "writing", path: path.clone(), cause };
        self.step().map_err(io)?;
        match fs::remove_file(&unfinished) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(io(cause)),
            _ => {}
        }
        let file = private::create_new(&unfinished).map_err(io)?;
        let mut out = BufWriter::with_capacity(1 << 20, file);
        self.step().map_err(io)?;
        write(&mut out).map_err(|fault| match fault {
            WriteFault::Io(cause) => io(cause),
            WriteFault::Index(error) => error,
        })?;
        let file = out.into_inner().map_err(|error| io(error.into_error()))?;
        if durable {
            file.sync_all().map_err(io)?;
        }
        self.step().map_err(io)?;
        fs::rename(&unfinished, &path).map_err(io)
    }

    /// Waits until a file's content would survive a loss of power.
    pub(super) fn sync(&self, name: &str) -> Result<(), IndexError> {
        let path = self.path.join(name);
        self.step().and_then(|()| File::open(&path)?.sync_all()).map_err(|cause| IndexError::Io {
            doing: "writing",
            path,
            cause,
        })
    }

    /// Waits until the names of files would survive a loss of power.
    pub(super) fn sync_names(&self) -> Result<(), IndexError> {
        // Windows opens no folders, and keeps names in its journal.
        if cfg!(windows) {
            return Ok(());
        }
        self.step().and_then(|()| File::open(&self.path)?.sync_all()).map_err(|cause| IndexError::Io {
            doing: "writing",
            path: self.path.clone(),
            cause,
        })
    }

    /// The content of a small file; none when there is no such file.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, IndexError> {
        self.found(name, fs::read(self.path.join(name)))
    }

    /// The content of a large file, which is read as it is needed; none when there is no such file.
    pub(super) fn open(&self, name: &str) -> Result<Option<Bytes>, IndexError> {
        self.found(name, File::open(self.path.join(name)).map(Bytes::File))
    }

    fn found<T>(&self, name: &str, opened: io::Result<T>) -> Result<Option<T>, IndexError> {
        match opened {
            Ok(content) => Ok(Some(content)),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(IndexError::Io { doing: "reading", path: self.path.join(name), cause }),
        }
    }

    /// Removes the files that `is_left` says nobody needs. One that cannot be removed now is met again next time.
    pub(super) fn sweep(&self, is_left: impl Fn(&str) -> bool) {
        let Ok(entries) = fs::read_dir(&self.path) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let left = name.to_str().is_some_and(|name| name.ends_with(UNFINISHED) || is_left(name));
            if left && self.step().is_ok() {
                let _still_there = fs::remove_file(entry.path());
            }
        }
    }

    /// Fails when a test says that the process is dead by now.
    #[cfg_attr(not(test), allow(clippy::unused_self, clippy::unnecessary_wraps))]
    fn step(&self) -> io::Result<()> {
        #[cfg(test)]
        if let Some(left) = &self.operations_left {
            use std::sync::atomic::Ordering::Relaxed;
            if left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err() {
                return Err(io::Error::other("killed"));
            }
        }
        Ok(())
    }
}

/// Whether an error says that nothing may be written here.
fn is_forbidden(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem | StorageFull | QuotaExceeded)
}
