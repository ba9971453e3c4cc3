//! Office files with parts put in. Parts are stored as they are: a fuzzer sees through what is not packed.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The parts of an archive; none when it is none, or when a part cannot be unpacked within reason.
pub(crate) fn parts(file: &[u8]) -> Option<BTreeMap<String, Vec<u8>>> {
    let mut archive = ZipArchive::new(Cursor::new(file)).ok()?;
    let mut parts = BTreeMap::new();
    for at in 0..archive.len() {
        let entry = archive.by_index(at).ok()?;
        let (name, mut bytes) = (entry.name().ok()?.into_owned(), Vec::new());
        entry.take(1 << 20).read_to_end(&mut bytes).ok()?;
        parts.insert(name, bytes);
    }
    Some(parts)
}

/// An archive of parts.
pub(crate) fn archive<'p>(parts: impl IntoIterator<Item = (&'p str, &'p [u8])>) -> Option<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, bytes) in parts {
        writer.start_file(name, options).ok()?;
        writer.write_all(bytes).ok()?;
    }
    writer.finish().ok().map(Cursor::into_inner)
}

/// A file with parts put in; none when it is no archive.
pub(crate) fn with_parts(file: &[u8], own: &[(&str, &[u8])]) -> Option<Vec<u8>> {
    let mut parts = parts(file)?;
    parts.extend(own.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())));
    archive(parts.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))
}
