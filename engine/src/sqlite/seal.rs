//! The seal of a database file: each page carries a hash of its number and of all that stands in it, which is written with
//! the page and compared whenever the page is read. A byte that changed, a page that was emptied or that stands in another
//! one's place ends the read with a fault: it is neither a value nor "not found", whatever table, index or free space it
//! belongs to. The seal guards against damage, not against somebody who may write the file and knows this program.
//!
//! It hangs on the one way by which SQLite reaches its file: a VFS that does what the system's own does, and no more, but
//! for reading and writing pages of the database itself (<https://www.sqlite.org/vfs.html>; SQLite's own checksum VFS is
//! built so, <https://www.sqlite.org/cksumvfs.html>, but knows no page numbers and is in no ordinary build). The log beside
//! a database has checksums of SQLite's. This file knows no table.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::io;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use rusqlite::{Connection, ffi};
use twox_hash::XxHash3_128;

use super::raw::RawFile;

/// Bytes at the end of each page that hold its seal: 128 bits of the hash.
pub(crate) const SEAL_BYTES: u8 = 16;

/// The name under which SQLite finds this way to a file.
pub(super) const VFS: &CStr = c"sealed";

/// The smallest page, and the header at the beginning of a file (<https://www.sqlite.org/fileformat.html>, 1.3). SQLite
/// looks at the header alone to learn the size of the pages; what it finds is compared with the first page.
const PAGE_BYTES_MIN: usize = 512;
const HEADER_BYTES: usize = 100;
/// Where the header has the size of the pages, and the bytes at their end that SQLite leaves alone.
const PAGE_BYTES_AT: usize = 16;
pub(super) const RESERVED_AT: usize = 20;

/// How often a page is read again that another process may just be writing.
const READINGS_MAX: usize = 4;

thread_local! {
    /// The page that this thread last found to be damaged.
    static DAMAGED: Cell<Option<u64>> = const { Cell::new(None) };
}

/// The page, counted from 1, at which the last read of this thread failed; asked once.
pub(super) fn damaged_page() -> Option<u64> {
    DAMAGED.take()
}

/// Whether an error says that a page is not what was written to it.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_IOERR_DATA)
}

/// The seal of a page with this number, of all but its last bytes: XXH3 of 128 bits
/// (<https://github.com/Cyan4973/xxHash>), which sees damage as surely as a cryptographic hash of that length and takes a
/// tenth of its time; a look-up reads several pages. The number is its seed.
fn seal(number: u64, content: &[u8]) -> [u8; SEAL_BYTES as usize] {
    XxHash3_128::oneshot_with_seed(number, content).to_le_bytes()
}

/// Seals a page anew.
pub(super) fn renew(number: u64, page: &mut [u8]) {
    let content = page.len().saturating_sub(SEAL_BYTES.into());
    let (content, kept) = page.split_at_mut(content);
    kept.copy_from_slice(&seal(number, content));
}

/// Whether a page carries its own seal.
pub(super) fn holds(number: u64, page: &[u8]) -> bool {
    let content = page.len().saturating_sub(SEAL_BYTES.into());
    page.split_at_checked(content).is_some_and(|(content, found)| seal(number, content) == found)
}

/// The number of the page, from 1, that `bytes` bytes at `offset` are; none when they are no whole page.
fn page_number(offset: i64, bytes: usize) -> Option<u64> {
    let (offset, length) = (u64::try_from(offset).ok()?, bytes as u64);
    let is_page = bytes >= PAGE_BYTES_MIN && bytes.is_power_of_two() && offset.is_multiple_of(length);
    is_page.then(|| offset / length + 1)
}

/// The pages of a file, counted from 1, that are not what was written to them, whatever they are used for.
pub(super) fn damaged_pages(path: &Path) -> io::Result<Vec<u64>> {
    let mut file = RawFile::open(path)?;
    let mut header = [0; HEADER_BYTES];
    if !file.read(0, &mut header)? {
        return Ok(vec![1]);
    }
    let page_bytes = match u16::from_be_bytes([header[PAGE_BYTES_AT], header[PAGE_BYTES_AT + 1]]) {
        1 => 65_536,
        bytes => usize::from(bytes),
    };
    if page_bytes < PAGE_BYTES_MIN || !page_bytes.is_power_of_two() {
        return Ok(vec![1]);
    }
    let pages = file.len()?.div_ceil(page_bytes as u64);
    let mut damaged = Vec::new();
    for number in 1..=pages {
        if number != lock_page(page_bytes) && !page_holds(&mut file, number, page_bytes)? {
            damaged.push(number);
        }
    }
    Ok(damaged)
}

/// The page whose bytes SQLite locks and never writes: the one that begins the second gigabyte
/// (<https://www.sqlite.org/fileformat.html>, 1.4).
fn lock_page(page_bytes: usize) -> u64 {
    (1 << 30) / page_bytes as u64 + 1
}

fn page_holds(file: &mut RawFile, number: u64, page_bytes: usize) -> io::Result<bool> {
    let mut page = vec![0; page_bytes];
    for _ in 0..READINGS_MAX {
        if file.read((number - 1) * page_bytes as u64, &mut page)? && holds(number, &page) {
            return Ok(true);
        }
        std::thread::yield_now();
    }
    Ok(false)
}

/// Keeps room for the seal at the end of each page. The database must be empty.
pub(super) fn reserve(connection: &Connection) -> rusqlite::Result<()> {
    let mut bytes = c_int::from(SEAL_BYTES);
    // SAFETY: the handle lives as long as the connection; the call reads and writes one `int`, as this opcode does.
    let code = unsafe {
        ffi::sqlite3_file_control(
            connection.handle(),
            c"main".as_ptr(),
            ffi::SQLITE_FCNTL_RESERVE_BYTES,
            (&raw mut bytes).cast::<c_void>(),
        )
    };
    if code == ffi::SQLITE_OK { Ok(()) } else { Err(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)) }
}

/// Makes the VFS known to SQLite, once a process.
pub(super) fn register() -> rusqlite::Result<()> {
    static CODE: OnceLock<c_int> = OnceLock::new();
    // SAFETY: the system's VFS lives as long as the process, and so does the copy, which is leaked. All functions of the copy
    // but `xOpen` are the system's own. What they use of the VFS that they are given is copied, but for `pAppData`, at which
    // the system's `xOpen` alone looks; `open` gives it the system's VFS.
    let code = *CODE.get_or_init(|| unsafe {
        let plain = ffi::sqlite3_vfs_find(std::ptr::null());
        if plain.is_null() {
            return ffi::SQLITE_ERROR;
        }
        let mut sealed = *plain;
        sealed.pNext = std::ptr::null_mut();
        sealed.zName = VFS.as_ptr();
        sealed.pAppData = plain.cast::<c_void>();
        sealed.xOpen = Some(open);
        ffi::sqlite3_vfs_register(Box::into_raw(Box::new(sealed)), 0)
    });
    if code == ffi::SQLITE_OK { Ok(()) } else { Err(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)) }
}

/// The functions of an open database file: the system's, but for those below.
#[repr(C)]
struct Methods {
    /// First, because SQLite takes a pointer to the whole for a pointer to this.
    sealed: ffi::sqlite3_io_methods,
    plain: *const ffi::sqlite3_io_methods,
}

// SAFETY: they are written once and only read afterwards; what they point to lives as long as the process.
unsafe impl Send for Methods {}
unsafe impl Sync for Methods {}

/// The sealed functions for those of the system, of which there are one or two kinds.
fn methods(plain: *const ffi::sqlite3_io_methods) -> *const ffi::sqlite3_io_methods {
    static KNOWN: Mutex<Vec<&'static Methods>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known.iter().find(|methods| std::ptr::eq(methods.plain, plain)).copied();
    let methods = found.unwrap_or_else(|| {
        // SAFETY: SQLite's contract for an open file: its methods are a constant of the VFS.
        let mut sealed = unsafe { *plain };
        sealed.xRead = Some(read);
        sealed.xWrite = Some(write);
        sealed.xDeviceCharacteristics = Some(characteristics);
        // Without these two (they came with version 3), SQLite maps no page into memory past `xRead`.
        sealed.iVersion = sealed.iVersion.min(2);
        let methods: &'static Methods = Box::leak(Box::new(Methods { sealed, plain }));
        known.push(methods);
        methods
    });
    &raw const methods.sealed
}

/// The system's functions of an open file.
///
/// # Safety
/// The file must have been opened by [`open`] as a database.
unsafe fn plain(file: *mut ffi::sqlite3_file) -> &'static ffi::sqlite3_io_methods {
    // SAFETY: `open` gave the file the first field of a leaked `Methods`.
    unsafe { &*(*(*file).pMethods.cast::<Methods>()).plain }
}

unsafe extern "C" fn open(
    vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: `register` put the system's VFS there; the arguments are SQLite's own, and both VFS have files of one size.
    unsafe {
        let system = (*vfs).pAppData.cast::<ffi::sqlite3_vfs>();
        let Some(open) = (*system).xOpen else { return ffi::SQLITE_CANTOPEN };
        let code = open(system, name, file, flags, out_flags);
        let is_database = flags & ffi::SQLITE_OPEN_MAIN_DB != 0;
        if code == ffi::SQLITE_OK && is_database && !(*file).pMethods.is_null() {
            (*file).pMethods = methods((*file).pMethods);
        }
        code
    }
}

unsafe extern "C" fn read(file: *mut ffi::sqlite3_file, buffer: *mut c_void, amount: c_int, offset: i64) -> c_int {
    // SAFETY: SQLite gives a buffer of `amount` bytes to an open file. The system's function fills it, the end with zeros
    // where the file has no more; after any other fault nobody looks at it.
    let (code, bytes) = unsafe {
        let Some(read) = plain(file).xRead else { return ffi::SQLITE_IOERR_READ };
        let code = read(file, buffer, amount, offset);
        if !matches!(code, ffi::SQLITE_OK | ffi::SQLITE_IOERR_SHORT_READ) || amount <= 0 {
            return code;
        }
        (code, std::slice::from_raw_parts(buffer.cast::<u8>(), usize::try_from(amount).unwrap_or(0)))
    };
    let number = page_number(offset, bytes.len());
    let in_header = usize::try_from(offset).is_ok_and(|offset| offset + bytes.len() <= HEADER_BYTES);
    match (code, number) {
        (ffi::SQLITE_OK, Some(number)) if holds(number, bytes) => code,
        // A part of the header tells how the file is to be read, and whether another process has changed it.
        (ffi::SQLITE_OK | ffi::SQLITE_IOERR_SHORT_READ, None) if in_header => code,
        // An empty file has no first page yet: SQLite finds nothing but zeros.
        (ffi::SQLITE_IOERR_SHORT_READ, Some(1)) if bytes.iter().all(|byte| *byte == 0) => code,
        _ => {
            DAMAGED.set(number);
            ffi::SQLITE_IOERR_DATA
        }
    }
}

unsafe extern "C" fn write(file: *mut ffi::sqlite3_file, buffer: *const c_void, amount: c_int, offset: i64) -> c_int {
    thread_local! {
        static PAGE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    }
    // SAFETY: SQLite gives a buffer of `amount` bytes.
    let bytes = unsafe { std::slice::from_raw_parts(buffer.cast::<u8>(), usize::try_from(amount).unwrap_or(0)) };
    let content = bytes.len().saturating_sub(SEAL_BYTES.into());
    // A database that keeps no room for seals would lose what stands there.
    let has_room = offset != 0 || bytes.get(RESERVED_AT) == Some(&SEAL_BYTES);
    let (Some(number), Some(content), true) = (page_number(offset, bytes.len()), bytes.get(..content), has_room) else {
        return ffi::SQLITE_IOERR_WRITE;
    };
    // A thread that ends may close a database when its own values are gone already.
    let mut page = PAGE.try_with(Cell::take).unwrap_or_default();
    page.clear();
    page.extend_from_slice(content);
    page.extend_from_slice(&seal(number, content));
    // SAFETY: the page is as long as SQLite's own, and the system's function only reads it.
    let code = unsafe {
        let Some(write) = plain(file).xWrite else { return ffi::SQLITE_IOERR_WRITE };
        write(file, page.as_ptr().cast::<c_void>(), amount, offset)
    };
    let _ = PAGE.try_with(|kept| kept.set(page));
    code
}

/// Lets SQLite read whole pages only.
unsafe extern "C" fn characteristics(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: SQLite asks this of open files.
    let found = unsafe { plain(file) }.xDeviceCharacteristics.map_or(0, |of| unsafe { of(file) });
    found & !ffi::SQLITE_IOCAP_SUBPAGE_READ
}
