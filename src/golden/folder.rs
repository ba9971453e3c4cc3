//! Files of a golden set or a fixture as they lie in a folder: read whole, in the order of their names, and never through a link.

use std::fs;
use std::path::{Path, PathBuf};

use super::case::FileLine;
use super::fault::{Fault, FaultKind};

#[allow(clippy::result_large_err)] // A fault ends the reading, and is made once.
pub(super) fn read_text(path: &Path) -> Result<String, Fault> {
    fs::read_to_string(path).map_err(|fault| unreadable(path, fault))
}

/// The files of a folder with an extension (any when empty), by name.
#[allow(clippy::result_large_err)] // Likewise.
pub(super) fn files_in(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Fault> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(|fault| unreadable(folder, fault))? {
        let path = entry.map_err(|fault| unreadable(folder, fault))?.path();
        if let Some(fault) = link_fault(&path) {
            return Err(fault);
        }
        if path.is_file() && (extension.is_empty() || path.extension().is_some_and(|found| found == extension)) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// The files of a folder with their bytes, by name; none when there is no such folder.
pub(super) fn contents(folder: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, Vec<Fault>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let paths = files_in(folder, "").map_err(|fault| vec![fault])?;
    let read = |path: PathBuf| match fs::read(&path) {
        Ok(bytes) => Ok((path, bytes)),
        Err(fault) => Err(vec![unreadable(&path, fault)]),
    };
    paths.into_iter().map(read).collect()
}

/// What is wrong with a path that is a link: what it leads to is seen by no review, and can change without one.
pub(super) fn link_fault(path: &Path) -> Option<Fault> {
    let is_link = path.symlink_metadata().is_ok_and(|found| found.is_symlink());
    let place = FileLine { file: path.display().to_string(), line: 0 };
    is_link.then(|| Fault { place, case: None, kind: FaultKind::Link })
}

fn unreadable(path: &Path, fault: std::io::Error) -> Fault {
    let place = FileLine { file: path.display().to_string(), line: 0 };
    Fault { place, case: None, kind: FaultKind::Unreadable { path: path.to_owned(), fault } }
}
