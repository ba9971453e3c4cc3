//! A workspace: the folder with a profile and its databases. Opening one creates nothing; only `engine init` does.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::engine::Engine;
use engine::profile::{Glossary, Profile};
use engine::retrieval::SqliteChunkStore;
use engine::store::SqliteFactStore;

use super::exit::Failure;
use super::pasted;
use super::settings::{Flags, Settings};

/// The profile's file name in a workspace.
pub(super) const PROFILE_FILE: &str = "profile.toml";
/// The fact database's file name in a workspace.
pub(super) const FACTS_FILE: &str = "facts.db";
/// The document database's file name in a workspace.
pub(super) const DOCUMENTS_FILE: &str = "documents.db";
/// The folder of the lexical index in a workspace.
pub(super) const INDEX_FOLDER: &str = "index";
/// The file of vectors in a workspace.
pub(super) const VECTORS_FILE: &str = "vectors.db";

/// A folder that holds a workspace.
#[derive(Debug, Clone)]
pub(super) struct Workspace {
    dir: PathBuf,
}

impl Workspace {
    /// The workspace that the flag, the environment or the default names.
    pub(super) fn open(flag: Option<PathBuf>) -> Result<Self, Failure> {
        Self::at(&Settings::resolve(Flags { workspace: flag, ..Flags::default() })?.workspace.value)
    }

    /// The workspace in `dir`, which must be one.
    pub(super) fn at(dir: &Path) -> Result<Self, Failure> {
        match std::fs::metadata(dir.join(PROFILE_FILE)) {
            Ok(profile) if profile.is_file() => return Ok(Self { dir: dir.to_owned() }),
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                return Err(Failure::fault(format!("workspace {}: permission denied", dir.display())));
            }
            _ => {}
        }
        let what = match std::fs::metadata(dir) {
            Ok(found) if found.is_dir() => "is not a workspace: it has no profile.toml",
            Ok(_) => "is a file; a workspace is a folder",
            Err(_) => "does not exist",
        };
        let near =
            nearest_workspace(dir).map_or_else(String::new, |near| format!("; did you mean {}?", near.display()));
        Err(Failure::fault(format!(
            "workspace {} {what}{near}\n  make one with `engine init {}`, name another with --workspace, or try `engine ask --demo`",
            dir.display(),
            pasted(dir)
        )))
    }

    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    pub(super) fn profile_path(&self) -> PathBuf {
        self.dir.join(PROFILE_FILE)
    }

    /// The path of one of its files or folders.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    pub(super) fn profile(&self) -> Result<Profile, Failure> {
        Ok(Profile::load(&self.profile_path())?)
    }

    /// What the profile's wordings mean.
    pub(super) fn glossary(profile: &Profile) -> Result<Glossary, Failure> {
        Ok(Glossary::new(profile)?)
    }

    /// The facts, to be read only: a read works where nothing may be written, and changes nothing.
    pub(super) fn facts_to_read(&self) -> Result<SqliteFactStore, Failure> {
        Ok(SqliteFactStore::open_read_only(&self.path(FACTS_FILE))?)
    }

    /// The facts, to be changed.
    pub(super) fn facts_to_write(&self) -> Result<SqliteFactStore, Failure> {
        Ok(SqliteFactStore::open(&self.path(FACTS_FILE))?)
    }

    /// The documents, to be read only.
    pub(super) fn documents_to_read(&self) -> Result<SqliteChunkStore, Failure> {
        self.has_documents()?;
        Ok(SqliteChunkStore::open_read_only(&self.path(DOCUMENTS_FILE))?)
    }

    /// The documents, to be changed.
    pub(super) fn documents_to_write(&self) -> Result<SqliteChunkStore, Failure> {
        self.has_documents()?;
        Ok(SqliteChunkStore::open(&self.path(DOCUMENTS_FILE))?)
    }

    /// A workspace that an older program made has no documents.
    fn has_documents(&self) -> Result<(), Failure> {
        if self.path(DOCUMENTS_FILE).symlink_metadata().is_ok() {
            return Ok(());
        }
        Err(Failure::fault(format!(
            "workspace {} has no document store ({DOCUMENTS_FILE})\n  add one with `engine init {}`, which leaves everything else as it is",
            self.dir.display(),
            pasted(&self.dir)
        )))
    }

    /// An engine over the workspace, without a model.
    pub(super) fn engine(&self) -> Result<Engine, Failure> {
        let profile = Arc::new(self.profile()?);
        Ok(Engine::new(profile, Arc::new(self.facts_to_read()?))?)
    }
}

/// A workspace beside `dir` whose name is most like it.
fn nearest_workspace(dir: &Path) -> Option<PathBuf> {
    let wanted = dir.file_name()?.to_string_lossy().into_owned();
    let parent = dir.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::read_dir(parent)
        .ok()?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.join(PROFILE_FILE).is_file())
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (strsim::damerau_levenshtein(&name, &wanted), path)
        })
        .min()
        .filter(|(distance, _)| *distance <= 3)
        .map(|(_, path)| path)
}
