//! Snapshot files in insta's format, so that `cargo insta review` shows and accepts them. Reading, and the rule for
//! when two contents are the same, are insta's own; writing a pending file is done here, for insta offers that only
//! to its macros, which panic instead of returning. Nothing here knows what a snapshot is about.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use insta::internals::{SnapshotContents, TextSnapshotContents};
use insta::{Snapshot, TextSnapshotKind};

use super::SnapshotError;

/// The ending of an accepted snapshot.
pub(super) const ACCEPTED: &str = ".snap";
/// The ending of a snapshot that waits for a decision.
pub(super) const PENDING: &str = ".snap.new";

/// The text of the snapshot at `path`; none when there is no file.
pub(super) fn read(path: &Path) -> Result<Option<TextSnapshotContents>, SnapshotError> {
    if !path.try_exists().map_err(|cause| SnapshotError::io("read", path, cause))? {
        return Ok(None);
    }
    match Snapshot::from_file(path) {
        Ok(snapshot) => match snapshot.contents() {
            SnapshotContents::Text(text) => Ok(Some(text.clone())),
            SnapshotContents::Binary(_) => Err(SnapshotError::unreadable(path, "it is a binary snapshot")),
        },
        // insta's error may not cross threads, so its message is all that can be kept.
        Err(cause) => Err(SnapshotError::unreadable(path, cause)),
    }
}

/// `text` as insta compares it.
pub(super) fn contents(text: String) -> TextSnapshotContents {
    TextSnapshotContents::new(text, TextSnapshotKind::File)
}

/// Writes a snapshot file; `title` and `question` are what a reviewer sees above the text.
pub(super) fn write(path: &Path, title: &str, question: &str, text: &str) -> Result<(), SnapshotError> {
    // A JSON string is a double-quoted YAML string.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let file = format!("---\ndescription: {}\nexpression: {}\n---\n{text}\n", quoted(title), quoted(question));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|cause| SnapshotError::io("create", folder, cause))?;
    }
    fs::write(path, file).map_err(|cause| SnapshotError::io("write", path, cause))
}

/// Removes the file if it is there.
pub(super) fn remove(path: &Path) -> Result<(), SnapshotError> {
    match fs::remove_file(path) {
        Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => Err(SnapshotError::io("remove", path, cause)),
        _ => Ok(()),
    }
}

/// Makes the pending snapshot the accepted one.
pub(super) fn accept(pending: &Path, accepted: &Path) -> Result<(), SnapshotError> {
    fs::rename(pending, accepted).map_err(|cause| SnapshotError::io("accept", pending, cause))
}

/// The names (without their ending) of the files in `folder` that end with `ending`, sorted; none when there is no
/// such folder.
pub(super) fn names(folder: &Path, ending: &str) -> Result<Vec<String>, SnapshotError> {
    let listing = match fs::read_dir(folder) {
        Ok(listing) => listing,
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(SnapshotError::io("list", folder, cause)),
    };
    let mut names = Vec::new();
    for entry in listing {
        let entry = entry.map_err(|cause| SnapshotError::io("list", folder, cause))?;
        if let Some(name) = entry.file_name().to_str().and_then(|name| name.strip_suffix(ending)) {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The file of a case in `folder`. A character that could leave the folder, or that some file system forbids, is
/// written as its code point.
pub(super) fn path(folder: &Path, case: &str, ending: &str) -> PathBuf {
    folder.join(format!("{}{ending}", name(case)))
}

/// A case id as a file name.
pub(super) fn name(case: &str) -> String {
    let mut name = String::with_capacity(case.len());
    for (at, c) in case.chars().enumerate() {
        if c.is_alphanumeric() || matches!(c, '-' | '_') || (c == '.' && at > 0) {
            name.push(c);
        } else {
            let _ = write!(name, "%{:x}", u32::from(c));
        }
    }
    name
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
