//! `engine profile`: what is wrong with a profile, and what a valid one holds. Both work on a file of its own or on the
//! workspace's; neither looks at facts.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use engine::profile::Profile;

use super::exit::{ANSWERED, FAULT, Failure};
use super::workspace::Workspace;

const CHECK_HELP: &str = "\
Every fault is reported at once, with line, column and remedy. Exit code 3 when
there is an error; warnings alone are 0.

Examples:
  engine profile check insurer.toml
  engine profile check --workspace reports";

const SHOW_HELP: &str = "\
Example:
  engine profile show --workspace reports";

/// `engine profile`.
#[derive(Debug, Subcommand)]
pub(super) enum ProfileCommand {
    /// Report everything that is wrong with a profile
    #[command(after_help = CHECK_HELP)]
    Check(FileArgs),
    /// Show codes, labels, wordings and units, with the defaults filled in
    #[command(after_help = SHOW_HELP)]
    Show(FileArgs),
}

/// Which profile.
#[derive(Debug, Args)]
pub(super) struct FileArgs {
    /// Profile to look at [default: the workspace's]
    file: Option<PathBuf>,
}

pub(super) fn run(command: &ProfileCommand, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let (ProfileCommand::Check(args) | ProfileCommand::Show(args)) = command;
    let path = match (&args.file, workspace) {
        (Some(_), Some(_)) => return Err(Failure::usage("name a profile file or a workspace, not both")),
        (Some(file), None) => file.clone(),
        (None, workspace) => Workspace::open(workspace)?.profile_path(),
    };
    if let ProfileCommand::Show(_) = command {
        let profile = Profile::load(&path)?;
        super::print(profile.show().trim_end())?;
        return Ok(ExitCode::from(ANSWERED));
    }
    let checked = Profile::check(&path)?;
    super::print(checked.report().trim_end())?;
    Ok(ExitCode::from(if checked.profile.is_some() { ANSWERED } else { FAULT }))
}
