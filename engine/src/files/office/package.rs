//! Office files as archives of parts: unpacked one at a time within limits that hold for what is really unpacked, whatever
//! the archive claims. It knows which part refers to which, and nothing of what parts mean.

use std::collections::{BTreeMap, HashSet};
use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::files::office::gathered::{Gathered, PartStrings};
use crate::files::office::xml::{self, Node};
use crate::files::{DocumentFault, decode};

/// Most entries of an archive. A deck of a thousand slides with a picture each has some five thousand.
const ENTRIES_MAX: usize = 20_000;
/// Most bytes of all parts that are read.
const UNPACKED_BYTES_MAX: u64 = 128 << 20;
/// Most unpacked bytes for each packed one. Real parts stay below 60; deflate reaches 1,032 on zeros.
const RATIO_MAX: u64 = 200;
/// Parts up to this size may have any ratio: the few that are all alike are small.
const RATIO_FREE_BYTES: u64 = 1 << 20;
/// Bytes that are unpacked between two looks at the limits.
const STEP_BYTES: u64 = 1 << 16;

/// What begins a zip archive: the first letters of every signature in it (APPNOTE.TXT 4.3.1).
const ARCHIVE_SIGNATURE: &[u8] = b"PK";
/// What begins each entry of a zip archive's directory (APPNOTE.TXT 4.3.12).
const ENTRY_SIGNATURE: [u8; 4] = *b"PK\x01\x02";
/// What begins a compound file (MS-CFB 2.2): the format before 2007, and encrypted files of today.
const COMPOUND_SIGNATURE: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
/// What begins files that are put into office files and hold text which is not looked through.
const FILE_SIGNATURES: [&[u8]; 3] = [&COMPOUND_SIGNATURE, b"%PDF", b"{\\rtf"];

/// An office file.
pub(crate) struct Package {
    archive: ZipArchive<Cursor<Vec<u8>>>,
    /// Entries by their path in lower case with forward slashes; some programs write neither.
    entries: BTreeMap<String, usize>,
    /// Bytes that were unpacked so far to be read, and to be looked through.
    unpacked: u64,
    looked_through: u64,
    /// Entries that were walked through to their end, and the strings of all that were walked through.
    walked: HashSet<usize>,
    strings: Gathered,
}

/// A part by its path.
pub(crate) struct PartPath {
    pub(crate) name: String,
    /// Whether it was walked through, so that its strings are known.
    pub(crate) is_walked: bool,
}

/// What a part is to whoever looks through all of them.
#[derive(Debug)]
pub(crate) enum Part {
    /// XML or another text.
    Text(String),
    /// A picture, a font, or what else has no text that a program can read.
    Picture,
    /// A file inside of the file, when it is an archive with its bytes; an encrypted part.
    File(Option<Vec<u8>>),
}

/// A part that another one refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Relation {
    /// Its identifier in the part that refers to it.
    pub(crate) id: String,
    /// The last word of its type: `slide`, `notesSlide`, `header`.
    pub(crate) kind: String,
    /// Its path in the archive.
    pub(crate) path: String,
}

impl Package {
    pub(crate) fn open(bytes: Vec<u8>) -> Result<Self, DocumentFault> {
        if bytes.starts_with(&COMPOUND_SIGNATURE) {
            return Err(DocumentFault::OldOffice);
        }
        // Counted before the archive is opened, which takes memory for each entry.
        if bytes.windows(4).filter(|window| *window == ENTRY_SIGNATURE).take(ENTRIES_MAX + 1).count() > ENTRIES_MAX {
            return Err(DocumentFault::TooManyEntries { entries_max: ENTRIES_MAX });
        }
        let cut = bytes.starts_with(ARCHIVE_SIGNATURE);
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|fault| match fault {
            // Its directory stands at its end, and is not found.
            ZipError::InvalidArchive(_) => DocumentFault::NoArchive { cut },
            fault => package_fault(fault),
        })?;
        if archive.has_duplicate_names() {
            return Err(DocumentFault::TwoParts);
        }
        let mut entries = BTreeMap::new();
        for index in 0..archive.len() {
            let entry = archive.by_index_raw(index).map_err(package_fault)?;
            let path = String::from_utf8_lossy(entry.name_raw()).replace('\\', "/").to_lowercase();
            if entries.insert(path, index).is_some() {
                return Err(DocumentFault::TwoParts);
            }
        }
        let (walked, strings) = (HashSet::new(), Gathered::default());
        Ok(Self { archive, entries, unpacked: 0, looked_through: 0, walked, strings })
    }

    /// Opens an office file that lies in this one. What is looked through in it counts for this one.
    pub(crate) fn open_inner(&self, bytes: Vec<u8>) -> Result<Self, DocumentFault> {
        Ok(Self { looked_through: self.looked_through, ..Self::open(bytes)? })
    }

    /// Counts what was looked through in a file that lies in this one.
    pub(crate) fn close_inner(&mut self, inner: &Self) {
        self.looked_through = inner.looked_through;
    }

    /// Takes the strings of the parts that were walked through, with the paths of all parts, in order.
    pub(crate) fn looked_through(&mut self) -> (Gathered, Vec<PartPath>) {
        let path =
            |(name, index): (&String, &usize)| PartPath { name: name.clone(), is_walked: self.walked.contains(index) };
        let paths = self.entries.iter().map(path).collect();
        (std::mem::take(&mut self.strings), paths)
    }

    /// Walks the XML of a part; `false` when there is no such part.
    pub(crate) fn walk(
        &mut self,
        path: &str,
        skipped: &[&str],
        visit: &mut dyn FnMut(Node<'_>),
    ) -> Result<bool, DocumentFault> {
        let Some(text) = self.text(path)? else { return Ok(false) };
        if self.index(path).is_some_and(|index| self.walked.contains(&index)) {
            xml::walk(path, &text, skipped, &mut |_| {}, visit)?;
            return Ok(true);
        }
        let mut strings = PartStrings::of(path);
        xml::walk(path, &text, skipped, &mut |event| strings.event(event), visit)?;
        self.walked(path, strings.finish());
        Ok(true)
    }

    /// Notes that somebody else walked through the [`text`](Self::text) of a part, and took its strings.
    pub(crate) fn walked(&mut self, path: &str, strings: Gathered) {
        self.strings.absorb(strings);
        self.walked.extend(self.index(path));
    }

    fn index(&self, path: &str) -> Option<usize> {
        self.entries.get(&path.to_lowercase()).copied()
    }

    /// What a part is, for whoever looks through all of them. Beside the limit of what is read, it has one of its own.
    pub(crate) fn part(&mut self, path: &str) -> Result<Part, DocumentFault> {
        let Some(&index) = self.entries.get(path) else { return Ok(Part::Picture) };
        let mut begin = Vec::new();
        let Ok(mut entry) = self.archive.by_index(index) else { return Ok(Part::File(None)) };
        if entry.by_ref().take(STEP_BYTES).read_to_end(&mut begin).is_err() {
            return Ok(Part::File(None));
        }
        drop(entry);
        let is_archive = begin.starts_with(ARCHIVE_SIGNATURE);
        let is_file = FILE_SIGNATURES.iter().any(|signature| begin.starts_with(signature));
        let is_wide = begin.starts_with(&[0xFF, 0xFE]) || begin.starts_with(&[0xFE, 0xFF]);
        if !is_archive && (is_file || begin.contains(&0) && !is_wide) {
            return Ok(if is_file { Part::File(None) } else { Part::Picture });
        }
        let read = std::mem::replace(&mut self.unpacked, self.looked_through);
        let unpacked = self.unpack(path);
        self.looked_through = std::mem::replace(&mut self.unpacked, read);
        let bytes = unpacked?.unwrap_or_default();
        if is_archive {
            return Ok(Part::File(Some(bytes)));
        }
        let lossy = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Part::Text(decode::text(bytes).unwrap_or(lossy)))
    }

    /// The text of a part; none when there is no such part.
    pub(crate) fn text(&mut self, path: &str) -> Result<Option<String>, DocumentFault> {
        self.unpack(path)?.map(decode::text).transpose()
    }

    /// The parts that a part refers to. What lies outside of the archive is never looked at.
    pub(crate) fn relations(&mut self, path: &str) -> Result<Vec<Relation>, DocumentFault> {
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        let mut relations = Vec::new();
        self.walk(&join(folder, &format!("_rels/{file}.rels")), &[], &mut |node| {
            let Node::Start("Relationship", element) = node else { return };
            let of = |name| xml::attribute(element, name).unwrap_or_default();
            if of("TargetMode") != "External" {
                let kind = of("Type").rsplit('/').next().unwrap_or_default().to_owned();
                relations.push(Relation { id: of("Id"), kind, path: join(folder, &of("Target")) });
            }
        })?;
        Ok(relations)
    }

    /// The part that the whole file is about.
    pub(crate) fn main_part(&mut self, usual: &'static str) -> Result<String, DocumentFault> {
        let relations = self.relations("")?;
        let main = relations.into_iter().find(|relation| relation.kind == "officeDocument");
        Ok(main.map_or_else(|| usual.to_owned(), |relation| relation.path))
    }

    fn unpack(&mut self, path: &str) -> Result<Option<Vec<u8>>, DocumentFault> {
        let Some(index) = self.index(path) else { return Ok(None) };
        let mut entry = self.archive.by_index(index).map_err(package_fault)?;
        let packed = entry.compressed_size();
        let mut bytes = Vec::new();
        loop {
            let read = entry.by_ref().take(STEP_BYTES).read_to_end(&mut bytes);
            let read = read.map_err(|error| package_fault(error.into()))?;
            if read == 0 {
                return Ok(Some(bytes));
            }
            self.unpacked += read as u64;
            let unpacked = bytes.len() as u64;
            if self.unpacked > UNPACKED_BYTES_MAX || unpacked > RATIO_FREE_BYTES && unpacked / RATIO_MAX > packed {
                return Err(DocumentFault::Inflates { bytes_max: UNPACKED_BYTES_MAX, ratio_max: RATIO_MAX });
            }
        }
    }
}

fn package_fault(error: zip::result::ZipError) -> DocumentFault {
    DocumentFault::Package(Box::new(error))
}

/// The path that `target` means inside `folder`.
fn join(folder: &str, target: &str) -> String {
    let mut steps: Vec<&str> = if target.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for step in target.split(['/', '\\']) {
        match step {
            ".." => {
                steps.pop();
            }
            "." => {}
            _ => steps.push(step),
        }
    }
    steps.retain(|step| !step.is_empty());
    steps.join("/")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(crate) mod tests;
