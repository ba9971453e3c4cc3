//! `engine init`: a new workspace. It never touches a folder that already is one.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use engine::profile::Profile;
use engine::store::SqliteFactStore;

use super::exit::{ANSWERED, Failure, chain};
use super::settings::{Flags, Settings};
use super::workspace::{FACTS_FILE, PROFILE_FILE};

/// A profile to begin with.
const STARTER: &str = include_str!("../../data/starter_profile.toml");

/// `engine init`.
#[derive(Debug, Args)]
pub(super) struct InitArgs {
    /// Folder to make [default: $ENGINE_WORKSPACE, else ./.engine]
    dir: Option<PathBuf>,
    /// Profile to start with; without one, a commented example is written
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
}

pub(super) fn run(args: &InitArgs) -> Result<ExitCode, Failure> {
    let dir = Settings::resolve(Flags { workspace: args.dir.clone(), ..Flags::default() })?.workspace.value;
    for name in [PROFILE_FILE, FACTS_FILE] {
        if dir.join(name).exists() {
            return Err(Failure::fault(format!(
                "{} already exists; a workspace is never overwritten: choose another folder, or edit the profile there",
                dir.join(name).display()
            )));
        }
    }
    let text = match &args.profile {
        Some(path) => {
            Profile::load(path).map_err(|error| Failure::fault(chain(&error)))?;
            std::fs::read_to_string(path).map_err(|error| Failure::fault(format!("{}: {error}", path.display())))?
        }
        None => STARTER.to_owned(),
    };
    let at = |path: &Path, error: &dyn std::fmt::Display| Failure::fault(format!("{}: {error}", path.display()));
    std::fs::create_dir_all(&dir).map_err(|error| at(&dir, &error))?;
    // The database first: a folder counts as a workspace by its profile, so a half-made one is none.
    SqliteFactStore::create(&dir.join(FACTS_FILE)).map_err(|error| Failure::fault(chain(&error)))?;
    let profile = dir.join(PROFILE_FILE);
    std::fs::write(&profile, text).map_err(|error| at(&profile, &error))?;
    let folder = dir.display();
    super::print(&format!(
        "Made workspace {folder}\n  profile  {PROFILE_FILE}   what metrics, entities and units are called: edit it, then `engine profile check`\n  facts    {FACTS_FILE}       empty: `engine ingest --workspace {folder} FILE.csv`"
    ))?;
    Ok(ExitCode::from(ANSWERED))
}
