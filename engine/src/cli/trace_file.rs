//! The file that traces are appended to. It is opened with suspicion: nothing is written that is not a trace already, through
//! no link, to nothing but a regular file, and never out of the workspace by way of it.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use engine::private;

use super::exit::Failure;
use super::own_names;
use super::settings::{Origin, Setting};

/// How much of a file is read to see that it holds traces.
const FIRST_LINE_MAX: u64 = 1 << 16;
/// Members that every trace has.
const MEMBERS: [&str; 3] = ["lang", "route", "elapsed_us"];

/// What is wrong with a path in the settings file.
const NOT_INSIDE: &str =
    "`trace` in engine.toml names a file in the workspace, without `..`; name another place with --trace";

/// A file for traces, and what became of it.
#[derive(Debug, Clone)]
pub(super) struct TraceFile {
    file: Arc<Mutex<File>>,
    fault: Arc<Mutex<Option<String>>>,
    name: String,
}

impl TraceFile {
    /// Opens the file of the settings, which is made where there is none.
    pub(super) fn open(path: &Path, origin: Origin, workspace: &Setting<PathBuf>) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let fault = |what: &str| Failure::fault(format!("trace {name}: {what}"));
        let error = |error: io::Error| fault(&error.to_string());
        own_names::refused(path).map_or(Ok(()), |what| Err(fault(what)))?;
        stays_inside(path, origin, &workspace.value).map_err(fault)?;
        match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => return Err(fault("a link; name the file itself")),
            Ok(found) if !found.is_file() => return Err(fault("not a regular file; name one, or one to be made")),
            Ok(_) => {
                if !holds_traces(path).map_err(error)? {
                    return Err(fault("it holds something else than traces, which is left alone; name another file"));
                }
                private::close(path);
            }
            Err(_) => {}
        }
        let file = private::options().create(true).append(true).open(path).map_err(error)?;
        Ok(Self { file: Arc::new(Mutex::new(file)), fault: Arc::default(), name })
    }

    /// Says so when a trace could not be written. The answers stand.
    pub(super) fn fault(&self) -> Option<String> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        Some(format!("error: trace {}: {fault}; traces are missing, the answers stand", self.name))
    }
}

impl Write for TraceFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.lock().unwrap_or_else(PoisonError::into_inner).write(bytes);
        if let Err(error) = &written {
            self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| error.to_string());
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What speaks against a path: it leads out of the workspace that it begins in, or that its settings stand in.
fn stays_inside(path: &Path, origin: Origin, workspace: &Path) -> Result<(), &'static str> {
    let inner = path.strip_prefix(workspace);
    if origin == Origin::File {
        let is_plain = |inner: &Path| inner.components().all(|part| matches!(part, Component::Normal(_)));
        if !inner.as_ref().is_ok_and(|inner| is_plain(inner)) {
            return Err(NOT_INSIDE);
        }
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A workspace `.` is no beginning of a path that a person can be held to.
    let begins_inside = inner.is_ok() && workspace.components().any(|part| matches!(part, Component::Normal(_)));
    let (Ok(folder), Ok(workspace)) = (folder.canonicalize(), workspace.canonicalize()) else { return Ok(()) };
    if (origin == Origin::File || begins_inside) && !folder.starts_with(workspace) {
        return Err("it leads out of the workspace; name a file in it, without `..` and without links");
    }
    Ok(())
}

/// Whether a file is empty or begins with a trace.
fn holds_traces(path: &Path) -> io::Result<bool> {
    let mut line = Vec::new();
    BufReader::new(File::open(path)?.take(FIRST_LINE_MAX)).read_until(b'\n', &mut line)?;
    let trace = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(&line);
    Ok(line.is_empty() || trace.is_ok_and(|trace| MEMBERS.iter().all(|member| trace.contains_key(*member))))
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests;
