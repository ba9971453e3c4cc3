//! A workspace: the folder with a profile and its databases. Opening one creates nothing; only `engine init` does.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::engine::Engine;
use engine::profile::Profile;
use engine::store::{FactStore, SqliteFactStore};

use super::exit::{Failure, chain};

/// The profile's file name in a workspace.
pub(super) const PROFILE_FILE: &str = "profile.toml";
/// The fact database's file name in a workspace.
pub(super) const FACTS_FILE: &str = "facts.db";

/// A folder that holds a workspace.
#[derive(Debug, Clone)]
pub(super) struct Workspace {
    dir: PathBuf,
}

impl Workspace {
    /// The workspace in `dir`, which must be one.
    pub(super) fn at(dir: &Path) -> Result<Self, Failure> {
        if dir.join(PROFILE_FILE).is_file() {
            return Ok(Self { dir: dir.to_owned() });
        }
        let what = if dir.is_dir() { "is not a workspace: it has no profile.toml" } else { "does not exist" };
        let near =
            nearest_workspace(dir).map_or_else(String::new, |near| format!("; did you mean {}?", near.display()));
        Err(Failure::fault(format!(
            "workspace {} {what}{near}\n  make one with `engine init {}`, name another with --workspace, or try `engine ask --demo`",
            dir.display(),
            dir.display()
        )))
    }

    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    pub(super) fn profile_path(&self) -> PathBuf {
        self.dir.join(PROFILE_FILE)
    }

    pub(super) fn facts_path(&self) -> PathBuf {
        self.dir.join(FACTS_FILE)
    }

    pub(super) fn profile(&self) -> Result<Profile, Failure> {
        Profile::load(&self.profile_path()).map_err(|error| Failure::fault(chain(&error)))
    }

    pub(super) fn facts(&self) -> Result<Arc<dyn FactStore>, Failure> {
        let store = SqliteFactStore::open_read_only(&self.facts_path()).map_err(|error| Failure::fault(chain(&error)))?;
        Ok(Arc::new(store))
    }

    /// An engine over the workspace, without a model.
    pub(super) fn engine(&self) -> Result<Engine, Failure> {
        let profile = Arc::new(self.profile()?);
        Engine::new(profile, self.facts()?).map_err(|error| Failure::fault(chain(&error)))
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
