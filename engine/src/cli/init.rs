//! `engine init`: a new workspace. It never touches a folder that already is one, and leaves nothing half-made.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use engine::profile::Profile;
use engine::store::SqliteFactStore;

use super::exit::{ANSWERED, Failure};
use super::pasted;
use super::settings::{Flags, Settings};
use super::workspace::{FACTS_FILE, PROFILE_FILE};

/// A profile to begin with.
const STARTER: &str = include_str!("../../data/starter_profile.toml");

const EXAMPLES: &str = "\
Examples:
  engine init
  engine init reports --profile insurer.toml";

/// `engine init`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct InitArgs {
    #[arg(help = "Folder to make [default: --workspace, else $ENGINE_WORKSPACE, else ./.engine]")]
    dir: Option<PathBuf>,
    /// Profile to start with; without one, a commented example is written
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
}

pub(super) fn run(args: InitArgs, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    if args.dir.is_some() && workspace.is_some() {
        return Err(Failure::usage(
            "the folder is named twice; write `engine init DIR` or `engine init --workspace DIR`",
        ));
    }
    let flags = Flags { workspace: args.dir.or(workspace), ..Flags::default() };
    let dir = Settings::resolve(flags)?.workspace.value;
    refuse_existing(&dir)?;
    let text = match &args.profile {
        Some(path) => {
            Profile::load(path).map_err(|error| Failure::caused_by(&error))?;
            std::fs::read_to_string(path).map_err(|error| at(path, &error))?
        }
        None => STARTER.to_owned(),
    };
    std::fs::create_dir_all(&dir).map_err(|error| at(&dir, &error))?;
    // The database first: a folder counts as a workspace by its profile, so a half-made one is none.
    let facts = dir.join(FACTS_FILE);
    SqliteFactStore::create(&facts).map_err(|error| Failure::caused_by(&error))?;
    let profile = dir.join(PROFILE_FILE);
    let written = OpenOptions::new().write(true).create_new(true).open(&profile);
    if let Err(error) = written.and_then(|mut file| file.write_all(text.as_bytes())) {
        // The first fault is the one to tell. The database is this command's own and holds nothing yet.
        let _ = std::fs::remove_file(&facts);
        return Err(at(&profile, &error));
    }
    let folder = pasted(&dir);
    let named = if dir == Path::new(super::settings::DEFAULT_WORKSPACE) {
        String::new()
    } else {
        format!(" --workspace {folder}")
    };
    super::print(&format!(
        "Made workspace {folder}\n  {PROFILE_FILE}  what metrics, entities and units are called; edit it, then:\n    engine profile check{named}\n  {FACTS_FILE}      no facts yet:\n    engine ingest{named} FILE.csv"
    ))?;
    Ok(ExitCode::from(ANSWERED))
}

fn refuse_existing(dir: &Path) -> Result<(), Failure> {
    for name in [PROFILE_FILE, FACTS_FILE] {
        let path = dir.join(name);
        if path.symlink_metadata().is_ok() {
            return Err(Failure::fault(format!(
                "{} already exists; a workspace is never overwritten: choose another folder, or edit the profile there",
                path.display()
            )));
        }
    }
    Ok(())
}

fn at(path: &Path, error: &std::io::Error) -> Failure {
    let what = match error.kind() {
        ErrorKind::AlreadyExists => "it exists already and is no folder; choose another one".to_owned(),
        ErrorKind::NotADirectory => "a part of this path is no folder; choose another one".to_owned(),
        ErrorKind::PermissionDenied => "permission denied; choose a folder that you may write".to_owned(),
        _ => error.to_string(),
    };
    Failure::fault(format!("{}: {what}", path.display()))
}
