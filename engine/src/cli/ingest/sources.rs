//! Which files a command line means: each file once, however it is spelled, in an order that does not depend on the file
//! system. Patterns that the shell left alone are expanded here. It looks at names only, and at the first line of files of
//! separated values, which are facts files or tables.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};

use engine::files::{ByteSource, Format};
use engine::ingestion::{SourceFile, is_facts_header};
use engine::text::{is_printable, printable_line};
use strum::VariantArray;

use crate::cli::exit::Failure;

/// The end of a facts file's name.
const FACTS_EXTENSION: &str = "csv";
/// The files that are read, for messages.
pub(super) const READ: &str = "*.csv with facts or a table; *.xlsx, *.pptx, *.pdf, *.html and *.md with tables; *.md, *.txt, *.html, *.docx, *.pptx, *.pdf and *.jsonl with text";
/// Names further away than this (Jaro-Winkler, 0 to 1) are no proposal.
const NEARNESS_MIN: f64 = 0.85;
/// The same for what is left of a pattern without its wildcards.
const PATTERN_NEARNESS_MIN: f64 = 0.5;
/// Characters by which a pattern is known.
const WILDCARDS: [char; 3] = ['*', '?', '['];

/// What a file may hold, by its name and, for separated values, by its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Rows that are facts.
    Facts,
    /// Text, tables, or both.
    Document(Format),
}

impl Kind {
    /// None for a file that is not read.
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let format = Format::of_name(name)?;
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(FACTS_EXTENSION)) {
            // What cannot be opened is told when it is read.
            let facts = File::open(path).and_then(is_facts_header).unwrap_or(true);
            return Some(if facts { Self::Facts } else { Self::Document(format) });
        }
        Some(Self::Document(format))
    }

    /// Whether it is read as text.
    pub(super) fn has_text(self) -> bool {
        matches!(self, Self::Document(format) if format.has_text())
    }

    /// Whether tables are read from it.
    pub(super) fn has_tables(self) -> bool {
        matches!(self, Self::Document(format) if format.has_tables())
    }
}

/// A file to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// What it holds.
    pub(super) kind: Kind,
    /// As the person would call it.
    pub(super) shown: String,
    /// Where it is.
    pub(super) path: PathBuf,
    /// The name under which the store knows it: its absolute path without symbolic links, the same from every folder.
    pub(super) name: String,
}

impl Found {
    /// The file as the library takes it; none for a facts file.
    pub(super) fn source(&self) -> Option<SourceFile<'_>> {
        let Kind::Document(format) = self.kind else { return None };
        let content = ByteSource::Path(&self.path);
        Some(SourceFile { format, content, file_name: self.own_name(), name: &self.name })
    }

    /// Its own name, without the folders above it.
    pub(super) fn own_name(&self) -> &str {
        self.path.file_name().and_then(OsStr::to_str).unwrap_or(&self.name)
    }
}

/// A file that nobody named and that is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Skipped {
    /// Its path.
    pub(super) shown: String,
    /// Why.
    pub(super) why: Why,
}

/// Why a file is passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray)]
pub(super) enum Why {
    /// Its name is none of a file that is read.
    Unread,
    /// A file that would be read, but for its name, which begins with a period.
    Hidden,
    /// A link that leads nowhere.
    Dangling,
    /// A link out of the folder that was named.
    Outside,
    /// A pipe, a device or a socket.
    Special,
    /// A file or folder that may not be opened.
    Closed,
    /// A name that is no text, or that holds what cannot be printed.
    Unnameable,
}

impl Why {
    /// What such a file is.
    pub(super) fn one(self) -> &'static str {
        match self {
            Self::Unread => "neither a facts file nor a document",
            Self::Hidden => "a hidden file; name it to have it read",
            Self::Dangling => "a link that leads nowhere",
            Self::Outside => "a link out of the named folder; name what it leads to",
            Self::Special => "not a regular file",
            Self::Closed => "it cannot be opened; look at its permissions",
            Self::Unnameable => "a name that is not valid text, or cannot be printed; rename it",
        }
    }

    /// Whether it may be something that a person means to have read.
    pub(super) fn is_loss(self) -> bool {
        matches!(self, Self::Closed | Self::Unnameable)
    }

    /// What such files are.
    pub(super) fn many(self) -> &'static str {
        match self {
            Self::Unread => "neither facts nor documents",
            Self::Hidden => "hidden files; name them to have them read",
            Self::Dangling => "links that lead nowhere",
            Self::Outside => "links out of the named folder; name what they lead to",
            Self::Special => "not regular files",
            Self::Closed => "they cannot be opened; look at their permissions",
            Self::Unnameable => "names that are not valid text, or cannot be printed; rename them",
        }
    }
}

/// What a command line means.
#[derive(Debug, Default)]
pub(super) struct Sources {
    /// Files to read.
    pub(super) files: Vec<Found>,
    /// Files inside the named folders that are not read.
    pub(super) skipped: Vec<Skipped>,
    /// Size of all files to read.
    pub(super) bytes: u64,
}

impl Sources {
    /// Finds the files behind `paths`. A path that is wrong stops the command before anything is read.
    pub(super) fn find(paths: &[PathBuf], workspace: &Path) -> Result<Self, Failure> {
        let mut search =
            Search { root: PathBuf::new(), seen: HashSet::new(), found: Self::default(), faults: Vec::new() };
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
            let names: Vec<String> = paths.iter().map(|path| on_a_line(path)).collect();
            let skipped = &search.found.skipped;
            let whys = Why::VARIANTS.iter().filter(|why| skipped.iter().any(|skipped| skipped.why == **why));
            let whys: Vec<&str> = whys.map(|why| why.many()).collect();
            return Err(Failure::fault(format!(
                "no file that is read in {} ({READ}); other files there: {}{}",
                names.join(", "),
                skipped.len(),
                if whys.is_empty() { String::new() } else { format!(" ({})", whys.join(", ")) }
            )));
        }
        Ok(search.found)
    }
}

struct Search {
    /// The folder that was named, by absolute path; links below it lead no further.
    root: PathBuf,
    /// Files and folders that were met, by absolute path.
    seen: HashSet<PathBuf>,
    found: Sources,
    faults: Vec<String>,
}

impl Search {
    /// A path that the person named.
    fn named(&mut self, path: &Path) {
        let met = std::fs::metadata(path).and_then(|found| Ok((path.canonicalize()?, found)));
        match met {
            Ok((absolute, found)) if found.is_dir() => {
                self.root.clone_from(&absolute);
                if let Err(error) = self.folder(path, absolute) {
                    self.fault(path, &error.to_string());
                }
            }
            Ok((_, found)) if !found.is_file() => {
                self.fault(path, "not a regular file; save its content in a file and name that");
            }
            Ok((absolute, found)) => match Kind::of(path) {
                Some(kind) => self.file(kind, path, absolute, &found),
                None if path.to_str().is_none() => self.skipped(path, Why::Unnameable),
                None => self.fault(path, &format!("not a file that is read ({READ}); name another, or a folder")),
            },
            Err(_) if path.to_str().is_some_and(|text| text.contains(WILDCARDS)) => self.pattern(path),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                self.fault(path, &missing(path, "file or folder"));
            }
            Err(error) => self.fault(path, &error.to_string()),
        }
    }

    /// Everything that a pattern means, in order of names.
    fn pattern(&mut self, pattern: &Path) {
        let paths = match glob::glob(pattern.to_str().unwrap_or_default()) {
            Ok(paths) => paths,
            Err(error) => return self.fault(pattern, &format!("not a pattern: {error}")),
        };
        self.root = literal_folder(pattern).canonicalize().unwrap_or_default();
        let mut any = false;
        for path in paths {
            match path {
                Ok(path) if hidden(&path) > hidden(pattern) => continue,
                Ok(path) => self.found(&path),
                Err(error) => self.skipped(error.path(), Why::Closed),
            }
            any = true;
        }
        if !any {
            let near = nearest_to_pattern(pattern);
            let near = near.map_or_else(String::new, |near| format!("; the nearest is {}", on_a_line(&near)));
            self.fault(pattern, &format!("no file or folder is named like this{near}"));
        }
    }

    fn fault(&mut self, path: &Path, what: &str) {
        self.faults.push(format!("{}: {what}", on_a_line(path)));
    }

    /// Everything below a folder, by name. Each folder is entered once, whatever links lead to it.
    fn folder(&mut self, folder: &Path, absolute: PathBuf) -> std::io::Result<()> {
        if !self.seen.insert(absolute) {
            return Ok(());
        }
        let mut entries = std::fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if !is_hidden {
                self.found(&entry.path());
            } else if entry.file_type().is_ok_and(|found| found.is_file()) && Kind::of(&entry.path()).is_some() {
                self.skipped(&entry.path(), Why::Hidden);
            }
        }
        Ok(())
    }

    /// Something that the person did not name itself: what is not read is passed over. Any part of the path may be a link,
    /// where it comes from a pattern.
    fn found(&mut self, path: &Path) {
        let why = match path.canonicalize().and_then(|absolute| Ok((std::fs::metadata(&absolute)?, absolute))) {
            Ok((_, absolute)) if !absolute.starts_with(&self.root) => Why::Outside,
            Ok((found, absolute)) if found.is_dir() => match self.folder(path, absolute) {
                Ok(()) => return,
                Err(_) => Why::Closed,
            },
            Ok((found, absolute)) if found.is_file() => match Kind::of(path) {
                Some(kind) => return self.file(kind, path, absolute, &found),
                None if path.to_str().is_none() => Why::Unnameable,
                None => Why::Unread,
            },
            Ok(_) => Why::Special,
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Why::Closed,
            Err(_) if path.is_symlink() => Why::Dangling,
            Err(_) => Why::Unread,
        };
        self.skipped(path, why);
    }

    fn skipped(&mut self, path: &Path, why: Why) {
        self.found.skipped.push(Skipped { shown: path.display().to_string(), why });
    }

    fn file(&mut self, kind: Kind, path: &Path, absolute: PathBuf, found: &Metadata) {
        // A link may be named by what cannot be printed, where the file is not.
        let named = path.to_str().filter(|name| is_printable(name)).and(absolute.to_str());
        let name = named.filter(|name| is_printable(name)).map(str::to_owned);
        let Some(name) = name else { return self.skipped(path, Why::Unnameable) };
        if self.seen.insert(absolute) {
            self.found.bytes += found.len();
            self.found.files.push(Found { kind, shown: path.display().to_string(), path: path.to_owned(), name });
        }
    }
}

/// A path within a line of other words.
fn on_a_line(path: &Path) -> String {
    printable_line(&path.display().to_string()).into_owned()
}

/// How many parts of a path are hidden. `glob` would leave them out of its own accord, but panics where a name is no text.
fn hidden(path: &Path) -> usize {
    path.iter()
        .filter(|part| part.as_encoded_bytes().starts_with(b".") && !matches!(part.to_str(), Some("." | "..")))
        .count()
}

/// The folder above the first wildcard of a pattern.
fn literal_folder(pattern: &Path) -> PathBuf {
    let plain = |part: &std::path::Component<'_>| !part.as_os_str().to_string_lossy().contains(WILDCARDS);
    let folder: PathBuf = pattern.components().take_while(plain).collect();
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder }
}

/// What is most like a pattern that means nothing: the folder that it may mean, or an entry of its folder.
fn nearest_to_pattern(pattern: &Path) -> Option<PathBuf> {
    let parent = pattern.parent().filter(|parent| *parent != Path::new(""));
    if let Some(parent) = parent.filter(|parent| !parent.to_string_lossy().contains(WILDCARDS) && !parent.exists()) {
        return nearest(parent);
    }
    let plain = pattern.file_name()?.to_string_lossy().replace(WILDCARDS, "");
    nearest_named(pattern, &plain, PATTERN_NEARNESS_MIN)
}

/// Why there is nothing to read at a path: nothing is there, or a link that leads nowhere.
pub(in crate::cli) fn missing(path: &Path, thing: &str) -> String {
    if let Ok(target) = std::fs::read_link(path) {
        return format!("a link to {}, which is not there; mend the link, or name what it means", target.display());
    }
    let near = nearest(path).map_or_else(String::new, |near| format!("; did you mean {}?", near.display()));
    format!("no such {thing}{near}")
}

/// The entry beside `path` whose name is most like it.
fn nearest(path: &Path) -> Option<PathBuf> {
    nearest_named(path, &path.file_name()?.to_string_lossy(), NEARNESS_MIN)
}

fn nearest_named(path: &Path, wanted: &str, nearness_min: f64) -> Option<PathBuf> {
    let parent = path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
    let like = |name: &OsStr| strsim::jaro_winkler(&name.to_string_lossy(), wanted);
    std::fs::read_dir(parent)
        .ok()?
        .filter_map(Result::ok)
        .map(|entry| (like(&entry.file_name()), entry.file_name()))
        .filter(|(likeness, _)| *likeness >= nearness_min)
        // Of equally like names the first by name, whatever order the file system has.
        .max_by(|(a, first), (b, second)| a.total_cmp(b).then_with(|| second.cmp(first)))
        .map(|(_, name)| path.with_file_name(name))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
