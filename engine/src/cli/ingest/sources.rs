//! Which files a command line means: each file once, however it is spelled, in an order that does not depend on the file
//! system. It looks at names only and reads no file.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

use engine::ingestion::documents::Format;

use crate::cli::exit::Failure;

/// The end of a facts file's name.
const FACTS_EXTENSION: &str = "csv";
/// The files that are read, for messages.
pub(super) const READ: &str = "*.csv with facts; *.md, *.txt, *.html, *.docx, *.pptx, *.pdf and *.jsonl with documents";
/// Names further away than this (Jaro-Winkler, 0 to 1) are no proposal.
const NEARNESS_MIN: f64 = 0.85;

/// What a file holds, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Facts,
    Documents(Format),
}

impl Kind {
    /// None for a file that is not read.
    fn of(path: &Path) -> Option<Self> {
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(FACTS_EXTENSION)) {
            return Some(Self::Facts);
        }
        Format::of_name(path.file_name()?.to_str()?).map(Self::Documents)
    }
}

/// A file to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SourceFile {
    /// What it holds.
    pub(super) kind: Kind,
    /// As the person would call it.
    pub(super) shown: String,
    /// Where it is.
    pub(super) path: PathBuf,
    /// The name under which the store knows it: its absolute path without symbolic links, the same from every folder.
    pub(super) name: String,
}

/// What a command line means.
#[derive(Debug, Default)]
pub(super) struct Sources {
    /// Files to read.
    pub(super) files: Vec<SourceFile>,
    /// Files inside the named folders that are not read.
    pub(super) skipped: Vec<String>,
    /// Size of all files to read.
    pub(super) bytes: u64,
}

impl Sources {
    /// Finds the files behind `paths`. A path that is wrong stops the command before anything is read.
    pub(super) fn find(paths: &[PathBuf], workspace: &Path) -> Result<Self, Failure> {
        let mut search = Search { seen: HashSet::new(), found: Self::default(), faults: Vec::new() };
        // A workspace inside a named folder is no source.
        search.seen.extend(workspace.canonicalize());
        for path in paths {
            search.named(path);
        }
        if !search.faults.is_empty() {
            search.faults.push("nothing was read or stored".to_owned());
            return Err(Failure::fault(search.faults.join("\n  ")));
        }
        if search.found.files.is_empty() {
            let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            return Err(Failure::fault(format!(
                "no file that is read in {} ({READ}); other files there: {}",
                names.join(", "),
                search.found.skipped.len()
            )));
        }
        Ok(search.found)
    }
}

struct Search {
    /// Files and folders that were met, by absolute path.
    seen: HashSet<PathBuf>,
    found: Sources,
    faults: Vec<String>,
}

impl Search {
    /// A path that the person named.
    fn named(&mut self, path: &Path) {
        match std::fs::metadata(path) {
            Ok(found) if found.is_dir() => self.folder(path),
            Ok(found) => match Kind::of(path) {
                None => self.fault(path, &format!("not a file that is read ({READ}); name another, or a folder")),
                Some(kind) if found.is_file() => self.file(kind, path, &found),
                Some(_) => self.fault(path, "not a regular file; save its content in a file and name that"),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let near = nearest(path).map_or_else(String::new, |near| format!("; did you mean {}?", near.display()));
                self.fault(path, &format!("no such file or folder{near}"));
            }
            Err(error) => self.fault(path, &error.to_string()),
        }
    }

    fn fault(&mut self, path: &Path, what: &str) {
        self.faults.push(format!("{}: {what}", path.display()));
    }

    /// Everything below a folder, by name. Each folder is entered once, whatever links lead to it.
    fn folder(&mut self, folder: &Path) {
        if !folder.canonicalize().is_ok_and(|absolute| self.seen.insert(absolute)) {
            return;
        }
        let entries: std::io::Result<Vec<_>> = std::fs::read_dir(folder).and_then(Iterator::collect);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => return self.fault(folder, &error.to_string()),
        };
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let path = entry.path();
            match std::fs::metadata(&path) {
                Ok(found) if found.is_dir() => self.folder(&path),
                Ok(found) if found.is_file() => match Kind::of(&path) {
                    Some(kind) => self.file(kind, &path, &found),
                    None => self.found.skipped.push(path.display().to_string()),
                },
                _ => self.found.skipped.push(path.display().to_string()),
            }
        }
    }

    fn file(&mut self, kind: Kind, path: &Path, found: &Metadata) {
        let absolute = match path.canonicalize() {
            Ok(absolute) => absolute,
            Err(error) => return self.fault(path, &error.to_string()),
        };
        let Some(name) = absolute.to_str().map(str::to_owned) else {
            return self.fault(path, "its path is not valid text; rename it");
        };
        if name.contains(char::is_control) {
            return self.fault(path, "its path holds a control character; rename it");
        }
        if self.seen.insert(absolute) {
            self.found.bytes += found.len();
            self.found.files.push(SourceFile { kind, shown: path.display().to_string(), path: path.to_owned(), name });
        }
    }
}

/// The entry beside `path` whose name is most like it.
pub(in crate::cli) fn nearest(path: &Path) -> Option<PathBuf> {
    let wanted = path.file_name()?.to_string_lossy().into_owned();
    let parent = path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
    let like = |name: &OsStr| strsim::jaro_winkler(&name.to_string_lossy(), &wanted);
    std::fs::read_dir(parent)
        .ok()?
        .filter_map(Result::ok)
        .map(|entry| (like(&entry.file_name()), entry.file_name()))
        .filter(|(likeness, _)| *likeness >= NEARNESS_MIN)
        // Of equally like names the first by name, whatever order the file system has.
        .max_by(|(a, first), (b, second)| a.total_cmp(b).then_with(|| second.cmp(first)))
        .map(|(_, name)| path.with_file_name(name))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn names(paths: &[PathBuf], root: &Path) -> (Vec<String>, Vec<String>) {
        let found = Sources::find(paths, &root.join("ws")).unwrap();
        let relative = |path: &String| Path::new(path).strip_prefix(root).unwrap().display().to_string();
        (found.files.iter().map(|file| relative(&file.shown)).collect(), found.skipped.iter().map(relative).collect())
    }

    #[test]
    fn each_file_is_found_once_in_order_of_names() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in
            ["b.csv", "a.CSV", "sub/c.csv", "sub/d.MD", "sub/notes.key", ".hidden/d.csv", "ws/profile.toml", "ws/x.md"]
        {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(&root, root.join("sub/loop")).unwrap();
        let paths = [root.join("sub/../b.csv"), root.clone(), root.join("b.csv")];
        let (files, skipped) = names(&paths, &root);
        assert_eq!(files, ["sub/../b.csv", "a.CSV", "sub/c.csv", "sub/d.MD"]);
        assert_eq!(skipped, ["sub/notes.key"]);
    }

    #[test]
    fn a_wrong_path_is_told_with_the_nearest_right_one() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("annual.csv"), "x").unwrap();
        std::fs::write(folder.path().join("deck.key"), "x").unwrap();
        let paths = [folder.path().join("anual.csv"), folder.path().join("deck.key")];
        let message = Sources::find(&paths, folder.path()).unwrap_err().to_string();
        assert!(message.contains("anual.csv: no such file or folder; did you mean"), "{message}");
        assert!(message.contains("annual.csv?"), "{message}");
        assert!(message.contains("deck.key: not a file that is read"), "{message}");
    }
}
