//! A database file as bytes, read by SQLite's own way to files. On POSIX systems the closing of any descriptor of a file gives
//! up all locks that the process has on it, those of open connections among them, and another process may then write or
//! tidy up what this one still uses (<https://www.sqlite.org/howtocorrupt.html>, 2.2). SQLite closes a file when none of its
//! connections needs the locks. Nothing is known here of pages and tables.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::fs;
use std::io;
use std::path::Path;

use rusqlite::ffi;

/// A file that is open to read.
pub(super) struct RawFile {
    /// What SQLite keeps of an open file, as large and as aligned as it wants it.
    file: Box<[u64]>,
    /// The name, which must last as long as the file is open.
    name: Box<[u8]>,
}

impl RawFile {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        // SQLite follows no link here.
        let mut name = fs::canonicalize(path)?.into_os_string().into_encoded_bytes();
        if name.contains(&0) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        // Behind a name SQLite looks for parameters, of which there are none.
        name.extend([0; 4]);
        let name = name.into_boxed_slice();
        // SAFETY: the system's VFS lives as long as the process. The file gets the zeroed bytes that the VFS asks for, at an
        // address that stays; the name ends in zeros, and both live until the file is closed.
        unsafe {
            let vfs = ffi::sqlite3_vfs_find(std::ptr::null());
            let Some(open) = vfs.as_ref().and_then(|vfs| vfs.xOpen) else { return Err(unusable()) };
            let words = usize::try_from((*vfs).szOsFile).unwrap_or(0).div_ceil(size_of::<u64>());
            let mut opened = Self { file: vec![0; words].into_boxed_slice(), name };
            let flags = ffi::SQLITE_OPEN_READONLY | ffi::SQLITE_OPEN_MAIN_DB;
            let name = opened.name.as_ptr().cast();
            // A file that is not open has no functions, so that dropping it closes nothing.
            match open(vfs, name, opened.handle(), flags, std::ptr::null_mut()) {
                ffi::SQLITE_OK => Ok(opened),
                _ => Err(io::Error::last_os_error()),
            }
        }
    }

    fn handle(&mut self) -> *mut ffi::sqlite3_file {
        self.file.as_mut_ptr().cast()
    }

    /// The functions of the file; none when it is not open.
    fn methods(&mut self) -> Option<&'static ffi::sqlite3_io_methods> {
        // SAFETY: the bytes begin as a `sqlite3_file`, zeroed at first; the functions of a VFS live as long as it.
        unsafe { (*self.handle()).pMethods.as_ref() }
    }

    /// Bytes of the file.
    pub(super) fn len(&mut self) -> io::Result<u64> {
        let mut bytes = 0;
        let size = self.methods().and_then(|methods| methods.xFileSize).ok_or_else(unusable)?;
        // SAFETY: the file is open, and the function writes one number.
        let code = unsafe { size(self.handle(), &raw mut bytes) };
        if code == ffi::SQLITE_OK { u64::try_from(bytes).map_err(io::Error::other) } else { Err(unusable()) }
    }

    /// Reads bytes at a place; those that the file ends before are zero. Tells whether it has them all.
    pub(super) fn read(&mut self, at: u64, into: &mut [u8]) -> io::Result<bool> {
        let read = self.methods().and_then(|methods| methods.xRead).ok_or_else(unusable)?;
        let length = c_int::try_from(into.len()).map_err(io::Error::other)?;
        let at = i64::try_from(at).map_err(io::Error::other)?;
        // SAFETY: the file is open, and the function writes no more than `length` bytes.
        match unsafe { read(self.handle(), into.as_mut_ptr().cast(), length, at) } {
            ffi::SQLITE_OK => Ok(true),
            ffi::SQLITE_IOERR_SHORT_READ => Ok(false),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

impl Drop for RawFile {
    fn drop(&mut self) {
        if let Some(close) = self.methods().and_then(|methods| methods.xClose) {
            // SAFETY: the file is open, and nobody uses it afterwards.
            unsafe { close(self.handle()) };
        }
    }
}

fn unusable() -> io::Error {
    io::Error::other("SQLite cannot read the file")
}
