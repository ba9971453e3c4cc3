//! The beginning of a damaged file, made anew. The first page and those of SQLite's own table of tables are the same in every
//! file that this program made, but for the counters of the header: where one of them is damaged, that of an empty database
//! stands in for it, on a copy, and a file that was cut off gets pages in place of those it lacks. Pages with rows are not
//! touched. A file whose other pages of that kind differ was laid out by an earlier version, and nothing is guessed of it.

use std::fs::{self, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use rusqlite::Connection;

use super::raw::RawFile;
use super::seal;
use crate::private;

/// The header at the beginning of a file (<https://www.sqlite.org/fileformat.html>, 1.3), and in it: the size of the file in
/// pages, the first page of those that are free, and their number.
const HEADER_BYTES: usize = 100;
const PAGES_AT: usize = 28;
const FREE_AT: std::ops::Range<usize> = 32..40;

/// What became of a damaged file.
pub(super) enum Graft {
    /// Its beginning is sound, or it was laid out otherwise: it is read as it is.
    None,
    /// A copy has a sound beginning.
    Known,
    /// A copy has a beginning of which no page of the file could confirm that it belongs to the rest.
    Guessed,
}

/// The pages of an empty database that say where each table begins.
pub(super) struct Beginning {
    page_bytes: usize,
    /// Each with its number, from 1.
    pages: Vec<(u64, Vec<u8>)>,
}

impl Beginning {
    /// Those of the empty database `empty`, which nobody uses.
    pub(super) fn of(empty: &Path, connection: &Connection) -> rusqlite::Result<Self> {
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, u64>(0));
        let page_bytes = usize::try_from(number("PRAGMA page_size")?).unwrap_or(usize::MAX);
        let mut roots = connection.prepare("SELECT rootpage FROM sqlite_schema WHERE rootpage > 0")?;
        let roots: Vec<u64> = roots.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        // All that is no table's and no index's is SQLite's own.
        let own = (1..=number("PRAGMA page_count")?).filter(|page| !roots.contains(page));
        let mut file = RawFile::open(empty).map_err(unreadable)?;
        let pages = own.map(|page| Ok((page, page_of(&mut file, page, page_bytes)?)));
        let pages = pages.collect::<io::Result<_>>().map_err(unreadable)?;
        Ok(Self { page_bytes, pages })
    }

    /// Makes a copy of the damaged file at `path` with these pages in place of its own, if it needs them.
    pub(super) fn graft(&self, path: &Path, copy: &Path) -> io::Result<Graft> {
        let mut file = RawFile::open(path)?;
        let length = file.len()?;
        let stated = self.stated_pages(&mut file)?;
        let pages = length.div_ceil(self.page_bytes as u64).max(stated.unwrap_or(0));
        let (mut damaged, mut sound) = (Vec::new(), 0);
        for (number, own) in &self.pages {
            let found = page_of(&mut file, *number, self.page_bytes)?;
            if !seal::holds(*number, &found) {
                damaged.push((*number, own));
            } else if self.rows(*number, &found) == self.rows(*number, own) {
                sound += 1;
            } else {
                return Ok(Graft::None);
            }
        }
        let is_cut = pages * self.page_bytes as u64 > length;
        if damaged.is_empty() && !is_cut {
            return Ok(Graft::None);
        }
        drop(private::create_new(copy)?);
        fs::copy(path, copy)?;
        let mut copy = OpenOptions::new().write(true).open(copy)?;
        copy.set_len(pages * self.page_bytes as u64)?;
        for (number, own) in damaged {
            let mut page = own.clone();
            if number == 1 {
                let pages = u32::try_from(pages).unwrap_or(u32::MAX);
                page[PAGES_AT..PAGES_AT + 4].copy_from_slice(&pages.to_be_bytes());
                page[FREE_AT].fill(0);
                seal::renew(number, &mut page);
            }
            copy.seek(SeekFrom::Start((number - 1) * self.page_bytes as u64))?;
            copy.write_all(&page)?;
        }
        copy.sync_all()?;
        Ok(if sound > 0 { Graft::Known } else { Graft::Guessed })
    }

    /// What of a page is the same in every file: neither the header nor the seal.
    fn rows<'p>(&self, number: u64, page: &'p [u8]) -> Option<&'p [u8]> {
        let from = if number == 1 { HEADER_BYTES } else { 0 };
        page.get(from..self.page_bytes - usize::from(seal::SEAL_BYTES))
    }

    /// How many pages the file says it has, where its first page is sound.
    fn stated_pages(&self, file: &mut RawFile) -> io::Result<Option<u64>> {
        let first = page_of(file, 1, self.page_bytes)?;
        let stated = first.get(PAGES_AT..).and_then(|rest| rest.first_chunk()).filter(|_| seal::holds(1, &first));
        Ok(stated.map(|bytes| u32::from_be_bytes(*bytes).into()))
    }
}

/// A page of a file; what the file ends before is zero.
fn page_of(file: &mut RawFile, number: u64, page_bytes: usize) -> io::Result<Vec<u8>> {
    let mut page = vec![0; page_bytes];
    file.read((number - 1) * page_bytes as u64, &mut page)?;
    Ok(page)
}

fn unreadable(error: io::Error) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(error.into())
}
