//! An immutable file whose every byte is under a checksum: a body in pages, a table of the pages' checksums, and a trailer.
//! The table and the trailer are verified when the file is opened, a page when it is first read, into memory of this
//! process. What the body holds is the caller's business.

use std::cell::UnsafeCell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes under one checksum.
const PAGE: usize = 16 * 1024;

/// Stands at the end of every file; the digit is the version of everything in it.
const MAGIC: u64 = u64::from_le_bytes(*b"chunkix1");

/// Body length, magic and checksum.
const TAIL: usize = 20;

/// Most bytes behind the body beyond the table of checksums: the lengths of a few sections.
const END_BYTES_MAX: u64 = 1 << 20;

/// A file of the index does not hold what was written to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Damage {
    pub(super) file: Arc<str>,
    pub(super) what: &'static str,
}

/// Where the bytes are.
pub(super) enum Bytes {
    /// In a file, of which each page is read when it is first needed. It is never mapped into memory: another program may
    /// cut a file off, and a mapping would then end the process.
    File(File),
    Held(Vec<u8>),
}

impl Bytes {
    fn len(&self) -> io::Result<u64> {
        match self {
            Self::File(file) => file.metadata().map(|metadata| metadata.len()),
            Self::Held(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Copies a part.
    fn copy(&mut self, at: u64, into: &mut [u8]) -> io::Result<()> {
        match self {
            Self::File(file) => copy(file, at, into),
            Self::Held(bytes) => copy(&mut io::Cursor::new(bytes), at, into),
        }
    }
}

fn copy(source: &mut (impl Read + Seek), at: u64, into: &mut [u8]) -> io::Result<()> {
    source.seek(SeekFrom::Start(at))?;
    source.read_exact(into)
}

/// The body in memory, of which pages are filled one by one.
struct Body {
    source: Mutex<Bytes>,
    /// As long as the body. The operating system lends the memory of a page when it is filled.
    bytes: Box<[UnsafeCell<u8>]>,
    /// A bit for each page that was read and found to be right.
    verified: Box<[AtomicU64]>,
}

// SAFETY: a page is written once, by the one thread that holds the lock of `source`, before its bit is set; it is only read
// after its bit was seen.
#[allow(unsafe_code)]
unsafe impl Sync for Body {}

impl Body {
    fn new(source: Bytes, length: usize) -> Self {
        let verified = (0..length.div_ceil(PAGE).div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let bytes = Box::into_raw(vec![0_u8; length].into_boxed_slice()) as *mut [UnsafeCell<u8>];
        // SAFETY: a cell has the layout of what it holds, and the box was just given away.
        #[allow(unsafe_code)]
        let bytes = unsafe { Box::from_raw(bytes) };
        Self { source: Mutex::new(source), bytes, verified }
    }

    fn len(&self) -> usize {
        self.bytes.len()
    }

    fn is_verified(&self, page: usize) -> bool {
        self.verified[page / 64].load(Ordering::Acquire) & 1 << (page % 64) != 0
    }

    /// Reads a page, unless that is done; fails with what is wrong with it.
    fn verify(&self, page: usize, checksum: Option<u32>) -> Result<(), &'static str> {
        if self.is_verified(page) {
            return Ok(());
        }
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have read it meanwhile.
        if self.is_verified(page) {
            return Ok(());
        }
        let start = page * PAGE;
        let mut read = vec![0; PAGE.min(self.len() - start)];
        source.copy(start as u64, &mut read).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => "it is cut off",
            _ => "it cannot be read",
        })?;
        if checksum != Some(crc32fast::hash(&read)) {
            return Err("a checksum is wrong");
        }
        for (cell, byte) in self.bytes[start..].iter().zip(&read) {
            // SAFETY: the page's bit is not set, so that nobody reads it, and the lock is held, so that nobody else writes.
            #[allow(unsafe_code)]
            unsafe {
                *cell.get() = *byte;
            }
        }
        self.verified[page / 64].fetch_or(1 << (page % 64), Ordering::Release);
        Ok(())
    }

    /// Bytes of pages that were all read.
    fn verified(&self, range: Range<usize>) -> Option<&[u8]> {
        let cells = self.bytes.get(range.clone())?;
        if !range.is_empty() && !(range.start / PAGE..=(range.end - 1) / PAGE).all(|page| self.is_verified(page)) {
            return None;
        }
        // SAFETY: a cell has the layout of what it holds, and pages whose bits are set are never written again.
        #[allow(unsafe_code)]
        Some(unsafe { std::slice::from_raw_parts(cells.as_ptr().cast::<u8>(), cells.len()) })
    }
}

/// An open file.
pub(super) struct Paged {
    body: Body,
    /// What stands behind the body: the table of checksums, the footer, and the trailer.
    end: Vec<u8>,
    name: Arc<str>,
    checksum: u32,
}

impl Paged {
    /// Checks the trailer and the table of checksums.
    pub(super) fn open(mut bytes: Bytes, name: Arc<str>) -> Result<Self, Damage> {
        let damage = |what| Damage { file: Arc::clone(&name), what };
        let unread = |_| damage("it cannot be read");
        let length = bytes.len().map_err(unread)?;
        let rest = length.checked_sub(TAIL as u64).ok_or_else(|| damage("it is cut off"))?;
        let mut tail = [0; TAIL];
        bytes.copy(rest, &mut tail).map_err(unread)?;
        let body = u64_at(&tail, 0).filter(|body| *body <= rest).ok_or_else(|| damage("its length is wrong"))?;
        let pages = body.div_ceil(PAGE as u64);
        let checksum = u32_at(&tail, 16).unwrap_or_default();
        // The trailer is not known to be right yet: nothing larger is kept for it than files have.
        let fits = usize::try_from(body).ok().zip(usize::try_from(length - body).ok());
        let fits = fits.filter(|_| (length - body) / 4 >= pages && length - body <= END_BYTES_MAX.max(pages * 8));
        let (true, Some((body, end))) = (u64_at(&tail, 8) == Some(MAGIC), fits) else {
            return Err(damage("it is no index file of this version"));
        };
        let mut end = vec![0; end];
        bytes.copy(body as u64, &mut end).map_err(unread)?;
        if crc32fast::hash(&end[..end.len() - 4]) != checksum || end.len() - TAIL < body.div_ceil(PAGE) * 4 {
            return Err(damage("its table of checksums is wrong"));
        }
        Ok(Self { body: Body::new(bytes, body), end, name, checksum })
    }

    /// What the writer put behind the table.
    pub(super) fn footer(&self) -> &[u8] {
        let end = self.end.len().saturating_sub(TAIL);
        self.end.get(self.body.len().div_ceil(PAGE) * 4..end).unwrap_or_default()
    }

    /// Identifies the whole content.
    pub(super) fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The length of the body.
    pub(super) fn body(&self) -> u64 {
        self.body.len() as u64
    }

    /// The length of the whole file.
    pub(super) fn len(&self) -> u64 {
        (self.body.len() + self.end.len()) as u64
    }

    /// A part of the body, verified.
    pub(super) fn slice(&self, at: u64, len: u64) -> Result<&[u8], Damage> {
        let range = usize::try_from(at).ok().zip(usize::try_from(len).ok());
        let range =
            range.and_then(|(at, len)| Some(at..at.checked_add(len)?)).filter(|range| range.end <= self.body.len());
        let range = range.ok_or_else(|| self.damage("it points outside itself"))?;
        if !range.is_empty() {
            for page in range.start / PAGE..=(range.end - 1) / PAGE {
                self.verify(page)?;
            }
        }
        self.body.verified(range).ok_or_else(|| self.damage("it is cut off"))
    }

    /// A fault found by a reader of the body.
    pub(super) fn damage(&self, what: &'static str) -> Damage {
        Damage { file: Arc::clone(&self.name), what }
    }

    /// Reads the whole body against its checksums.
    pub(super) fn verify_all(&self) -> Result<(), Damage> {
        (0..self.body.len().div_ceil(PAGE)).try_for_each(|page| self.verify(page))
    }

    fn verify(&self, page: usize) -> Result<(), Damage> {
        self.body.verify(page, u32_at(&self.end, page * 4)).map_err(|what| self.damage(what))
    }
}

/// Writes such a file from front to back.
pub(super) struct PageWriter<'s> {
    sink: &'s mut dyn Write,
    page: Vec<u8>,
    written: u64,
    table: Vec<u8>,
}

impl<'s> PageWriter<'s> {
    pub(super) fn new(sink: &'s mut dyn Write) -> Self {
        Self { sink, page: Vec::with_capacity(PAGE), written: 0, table: Vec::new() }
    }

    /// How much was written.
    pub(super) fn position(&self) -> u64 {
        self.written + self.page.len() as u64
    }

    pub(super) fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while let Some((head, rest)) = bytes.split_at_checked(PAGE - self.page.len()) {
            self.page.extend_from_slice(head);
            self.flush()?;
            bytes = rest;
        }
        self.page.extend_from_slice(bytes);
        Ok(())
    }

    /// Ends the body and writes table, footer and trailer.
    pub(super) fn finish(mut self, footer: &[u8]) -> io::Result<()> {
        if !self.page.is_empty() {
            self.flush()?;
        }
        let mut end = self.table;
        end.extend_from_slice(footer);
        end.extend_from_slice(&self.written.to_le_bytes());
        end.extend_from_slice(&MAGIC.to_le_bytes());
        let checksum = crc32fast::hash(&end);
        end.extend_from_slice(&checksum.to_le_bytes());
        self.sink.write_all(&end)?;
        self.sink.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.write_all(&self.page)?;
        self.table.extend_from_slice(&crc32fast::hash(&self.page).to_le_bytes());
        self.written += self.page.len() as u64;
        self.page.clear();
        Ok(())
    }
}

/// The little-endian number at a byte.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The little-endian number at a byte.
pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Appends a number in groups of seven bits, the lowest first, as LEB128 has it.
pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7F) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes such a number from the front; none when the bytes end or the number does not.
pub(super) fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// Takes such a number from the front when it fits.
pub(super) fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    u32::try_from(take_varint(bytes)?).ok()
}

/// Makes the checksums of a file right again after its bytes were changed.
#[cfg(test)]
pub(super) fn reseal(bytes: &mut [u8]) {
    let tail = bytes.len() - TAIL;
    let body = usize::try_from(u64_at(bytes, tail).unwrap_or(0)).unwrap_or(usize::MAX);
    if body > tail || body + body.div_ceil(PAGE) * 4 > tail {
        return;
    }
    for page in 0..body.div_ceil(PAGE) {
        let checksum = crc32fast::hash(&bytes[page * PAGE..body.min((page + 1) * PAGE)]);
        bytes[body + page * 4..][..4].copy_from_slice(&checksum.to_le_bytes());
    }
    let checksum = crc32fast::hash(&bytes[body..tail + 16]);
    bytes[tail + 16..].copy_from_slice(&checksum.to_le_bytes());
}
