//! `engine init`: a new workspace, or what an existing one lacks. It never touches what is there, and leaves nothing
//! half-made.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use engine::private;
use engine::profile::Profile;
use engine::retrieval::SqliteChunkStore;
use engine::store::{SqliteFactStore, StoreError};

use super::exit::{ANSWERED, Failure};
use super::pasted;
use super::settings::{Flags, Settings};
use super::workspace::{DOCUMENTS_FILE, FACTS_FILE, PROFILE_FILE};

/// A profile to begin with.
const STARTER: &str = include_str!("../../data/starter_profile.toml");

const EXAMPLES: &str = "\
A workspace that has a profile gets the databases that it lacks; nothing that
is there is touched.

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
    if dir.join(PROFILE_FILE).is_file() {
        return complete(&dir, args.profile.is_some());
    }
    refuse_existing(&dir)?;
    let text = match &args.profile {
        Some(path) => {
            Profile::load(path)?;
            std::fs::read_to_string(path).map_err(|error| at(path, &error))?
        }
        None => STARTER.to_owned(),
    };
    private::create_folder(&dir).map_err(|error| at(&dir, &error))?;
    // The databases first: a folder counts as a workspace by its profile, so a half-made one is none.
    let made = make_missing(&dir)?;
    let profile = dir.join(PROFILE_FILE);
    let written = private::create_new(&profile);
    if let Err(error) = written.and_then(|mut file| file.write_all(text.as_bytes())) {
        take_back(&dir, &made);
        return Err(at(&profile, &error));
    }
    let folder = pasted(&dir);
    let named = named(&dir);
    super::print(&format!(
        "Made workspace {folder}\n  {PROFILE_FILE}  what metrics, entities and units are called; edit it, then:\n    engine profile check{named}\n  {FACTS_FILE}      no facts yet:\n    engine ingest{named} FILE.csv\n  {DOCUMENTS_FILE}  no documents yet:\n    engine ingest{named} FOLDER"
    ))?;
    Ok(ExitCode::from(ANSWERED))
}

/// The option that names a workspace, for a command that is proposed.
fn named(dir: &Path) -> String {
    if dir == Path::new(super::settings::DEFAULT_WORKSPACE) {
        String::new()
    } else {
        format!(" --workspace {}", pasted(dir))
    }
}

/// Adds what a workspace lacks.
fn complete(dir: &Path, with_profile: bool) -> Result<ExitCode, Failure> {
    if with_profile || DATABASES.iter().all(|(name, _)| dir.join(name).symlink_metadata().is_ok()) {
        return Err(exists(&dir.join(PROFILE_FILE)));
    }
    let made = make_missing(dir)?;
    let others = "everything else is as it was";
    super::print(&format!("Added {} to workspace {}; {others}", made.join(" and "), pasted(dir)))?;
    Ok(ExitCode::from(ANSWERED))
}

/// How a database is made.
type Make = fn(&Path) -> Result<(), StoreError>;

/// The databases of a workspace.
const DATABASES: [(&str, Make); 2] = [
    (FACTS_FILE, |path| SqliteFactStore::create(path).map(drop)),
    (DOCUMENTS_FILE, |path| SqliteChunkStore::create(path).map(drop)),
];

/// Makes the databases that are not there, all or none; their names.
fn make_missing(dir: &Path) -> Result<Vec<&'static str>, Failure> {
    let mut made = Vec::new();
    for (name, make) in DATABASES {
        let path = dir.join(name);
        if path.symlink_metadata().is_ok() {
            continue;
        }
        if let Err(error) = make(&path) {
            take_back(dir, &made);
            return Err(error.into());
        }
        made.push(name);
    }
    Ok(made)
}

/// Removes databases that this command made and that hold nothing yet. The fault that led here is the one to tell.
fn take_back(dir: &Path, made: &[&str]) {
    for name in made {
        let _ = std::fs::remove_file(dir.join(name));
    }
}

fn refuse_existing(dir: &Path) -> Result<(), Failure> {
    let there = [PROFILE_FILE, FACTS_FILE, DOCUMENTS_FILE].map(|name| dir.join(name));
    match there.iter().find(|path| path.symlink_metadata().is_ok()) {
        Some(path) => Err(exists(path)),
        None => Ok(()),
    }
}

fn exists(path: &Path) -> Failure {
    Failure::fault(format!(
        "{} already exists; a workspace is never overwritten: choose another folder, or edit the profile there",
        path.display()
    ))
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
