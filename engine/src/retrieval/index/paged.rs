//! An immutable file whose every byte is under a checksum: a body in pages, a table of the pages' checksums, and a trailer.
//! The table and the trailer are verified when the file is opened, a page when it is first read. What the body holds is
//! the caller's business.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes under one checksum.
const PAGE: usize = 16 * 1024;

/// Stands at the end of every file; the digit is the version of everything in it.
const MAGIC: u64 = u64::from_le_bytes(*b"chunkix1");

/// Body length, magic and checksum.
const TAIL: usize = 20;

/// A file of the index does not hold what was written to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Damage {
    pub(super) file: Arc<str>,
    pub(super) what: &'static str,
}

/// Where the bytes are.
pub(super) enum Bytes {
    Mapped(memmap2::Mmap),
    Held(Vec<u8>),
}

impl Bytes {
    /// Maps a file into memory.
    ///
    /// Soundness: a mapping is undefined when the file behind it changes. Files of the index are written under a name
    /// of their own, renamed when they are complete, and never written again; replacing one makes a new file, and the
    /// old one lives on, nameless, until the mapping ends.
    #[allow(unsafe_code)]
    pub(super) fn map(file: &File) -> io::Result<Self> {
        unsafe { memmap2::Mmap::map(file) }.map(Self::Mapped)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Held(bytes) => bytes,
        }
    }
}

/// An open file.
pub(super) struct Paged {
    bytes: Bytes,
    body: usize,
    /// A bit for each page that was found to be right.
    verified: Box<[AtomicU64]>,
    name: Arc<str>,
    checksum: u32,
}

impl Paged {
    /// Checks the trailer and the table of checksums.
    pub(super) fn open(bytes: Bytes, name: Arc<str>) -> Result<Self, Damage> {
        let damage = |what| Damage { file: Arc::clone(&name), what };
        let (rest, tail) = bytes.split_last_chunk::<TAIL>().ok_or_else(|| damage("it is cut off"))?;
        let body = u64_at(tail, 0).and_then(|body| usize::try_from(body).ok()).filter(|body| *body <= rest.len());
        let body = body.ok_or_else(|| damage("its length is wrong"))?;
        let pages = body.div_ceil(PAGE);
        let (table, checksum) = (rest.get(body..).unwrap_or_default(), u32_at(tail, 16).unwrap_or_default());
        if u64_at(tail, 8) != Some(MAGIC) || table.len() < pages * 4 {
            return Err(damage("it is no index file of this version"));
        }
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(table);
        hasher.update(&tail[..16]);
        if hasher.finalize() != checksum {
            return Err(damage("its table of checksums is wrong"));
        }
        let verified = (0..pages.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { bytes, body, verified, name, checksum })
    }

    /// What the writer put behind the table.
    pub(super) fn footer(&self) -> &[u8] {
        let end = self.bytes.len().saturating_sub(TAIL);
        self.bytes.get(self.body + self.body.div_ceil(PAGE) * 4..end).unwrap_or_default()
    }

    /// Identifies the whole content.
    pub(super) fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The length of the body.
    pub(super) fn body(&self) -> u64 {
        self.body as u64
    }

    /// The length of the whole file.
    pub(super) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// A part of the body, verified.
    pub(super) fn slice(&self, at: u64, len: u64) -> Result<&[u8], Damage> {
        let range = usize::try_from(at).ok().zip(usize::try_from(len).ok());
        let range = range.and_then(|(at, len)| Some(at..at.checked_add(len)?)).filter(|range| range.end <= self.body);
        let range = range.ok_or_else(|| self.damage("it points outside itself"))?;
        if !range.is_empty() {
            for page in range.start / PAGE..=(range.end - 1) / PAGE {
                self.verify(page)?;
            }
        }
        self.bytes.get(range).ok_or_else(|| self.damage("it is cut off"))
    }

    /// A fault found by a reader of the body.
    pub(super) fn damage(&self, what: &'static str) -> Damage {
        Damage { file: Arc::clone(&self.name), what }
    }

    /// Reads the whole body against its checksums.
    pub(super) fn verify_all(&self) -> Result<(), Damage> {
        (0..self.body.div_ceil(PAGE)).try_for_each(|page| self.verify(page))
    }

    fn verify(&self, page: usize) -> Result<(), Damage> {
        let (word, bit) = (&self.verified[page / 64], 1 << (page % 64));
        if word.load(Ordering::Relaxed) & bit != 0 {
            return Ok(());
        }
        let bytes = &self.bytes[page * PAGE..self.body.min((page + 1) * PAGE)];
        if u32_at(&self.bytes, self.body + page * 4) != Some(crc32fast::hash(bytes)) {
            return Err(self.damage("a checksum is wrong"));
        }
        word.fetch_or(bit, Ordering::Relaxed);
        Ok(())
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
