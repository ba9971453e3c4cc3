//! `cargo xtask record`: what the engine answers, reads and finds for the golden sets, one JSON line each, as `eval --answers`
//! takes it. It judges nothing. The recording of a system is the way in which another system is judged, so that the engine's
//! own, untouched, must be judged as the engine itself is.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use harness::exit::Exit;
use harness::lane::Lane;

use crate::cases::Golden;
use crate::repository::{Folders, Repository, write};
use crate::screen;

#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    /// The file that is written
    file: PathBuf,
    /// Who answers the questions
    #[arg(long, value_enum, default_value = "agent")]
    lane: Recorded,
    #[command(flatten)]
    folders: Folders,
}

/// The lane whose answers are recorded: a file holds one answer to a question.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Recorded {
    /// No model: intent, gate and direct lookup
    Tool,
    /// The whole engine with a provider
    Agent,
}

pub(crate) fn run(args: &RecordArgs, repository: &Repository) -> Result<Exit> {
    let lane = match args.lane {
        Recorded::Tool => Lane::Tool,
        Recorded::Agent => Lane::Agent,
    };
    let judged = args.folders.lanes(repository);
    let lanes: Vec<Lane> = judged.into_iter().filter(|other| other.suite() != lane.suite() || *other == lane).collect();
    let Some(golden) = Golden::load(&lanes, &args.folders, repository) else { return Ok(Exit::Invalid) };
    let recorded = golden.recorded(&lanes, &args.folders.fixtures(repository))?;
    let file = repository.path(&args.file);
    write(&file, &recorded.concat())?;
    screen::print(&format!("{} answers, documents and searches are recorded in {}\n", recorded.len(), file.display()));
    Ok(Exit::Clean)
}
