//! The bytes of a source file on their way to the CSV reader: hashed as they pass, and stopped when one row never ends. It
//! knows nothing of rows but where the last one ended.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// Most bytes of one row. A quote that is never closed would otherwise draw the whole file into memory.
pub(super) const ROW_BYTES_MAX: u64 = 1 << 20;

/// Bytes that are hashed at once.
const HASH_BYTES: usize = 1 << 16;

/// How far a source has been read, shared between it and the reader behind it.
#[derive(Debug, Clone)]
pub(super) struct Progress(Rc<Cell<State>>);

#[derive(Debug, Clone, Copy)]
struct State {
    bytes_read: u64,
    last_byte: u8,
    /// Bytes that may be read before the present row ends.
    allowance: u64,
}

impl Progress {
    /// A row has ended: the next one may be as long again. What the reader holds in its buffer comes on top.
    pub(super) fn renew(&self) {
        self.0.set(State { allowance: ROW_BYTES_MAX, ..self.0.get() });
    }

    /// Whether the reader was stopped because of a row's length.
    pub(super) fn is_used_up(&self) -> bool {
        self.0.get().allowance == 0
    }

    /// Whether the row that ends at byte `end` is the file's last one, and has no line end.
    pub(super) fn ends_without_newline(&self, end: u64) -> bool {
        let State { bytes_read, last_byte, .. } = self.0.get();
        end == bytes_read && last_byte != b'\n'
    }
}

/// A reader that hashes what it reads.
pub(super) struct Source<R> {
    inner: R,
    hasher: blake3::Hasher,
    progress: Progress,
}

impl<R: Read> Source<R> {
    /// Hashes `seed` first: whatever besides the content decides what is read.
    pub(super) fn new(inner: R, seed: &str) -> Self {
        let state = State { bytes_read: 0, last_byte: b'\n', allowance: ROW_BYTES_MAX };
        Self { inner, hasher: seeded(seed), progress: Progress(Rc::new(Cell::new(state))) }
    }

    pub(super) fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// The hash of the seed and all that was read.
    pub(super) fn hash(&self) -> String {
        self.hasher.finalize().to_hex().to_string()
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = self.progress.0.get();
        if state.allowance == 0 {
            return Err(io::Error::other("the row is too long"));
        }
        let length = self.inner.read(buffer)?;
        let read = buffer.get(..length).unwrap_or_default();
        self.hasher.update(read);
        state.bytes_read += length as u64;
        state.allowance = state.allowance.saturating_sub(length as u64);
        state.last_byte = read.last().copied().unwrap_or(state.last_byte);
        self.progress.0.set(state);
        Ok(length)
    }
}

/// The hashes of each seed and all that `source` holds, as a [`Source`] of that seed has them in the end. The source is gone
/// through once.
pub(super) fn hashes<const N: usize>(source: &mut dyn Read, seeds: &[impl AsRef<str>; N]) -> io::Result<[String; N]> {
    let mut hashers = seeds.each_ref().map(|seed| seeded(seed.as_ref()));
    let mut buffer = vec![0; HASH_BYTES];
    loop {
        let length = match source.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if length == 0 {
            return Ok(hashers.map(|hasher| hasher.finalize().to_hex().to_string()));
        }
        let read = buffer.get(..length).unwrap_or_default();
        for hasher in &mut hashers {
            hasher.update(read);
        }
    }
}

fn seeded(seed: &str) -> blake3::Hasher {
    let mut hasher = blake3::Hasher::new();
    // The length comes first, so that seed and content cannot be cut differently.
    hasher.update(&(seed.len() as u64).to_le_bytes());
    hasher.update(seed.as_bytes());
    hasher
}
