//! `engine facts`: what the store holds, and a person's decisions about it. Facts of restricted documents are nowhere
//! here; the store does not give them out, and each listing says how many it keeps back.

mod conflicts;
mod context;
mod history;
mod key;
mod list;
mod record;
mod show;
mod withdraw;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use engine::profile::{Glossary, Profile};
use engine::store::{FactStore, SqliteFactStore};

pub(super) use context::{Cited, context};
pub(super) use withdraw::kept;

use super::exit::Failure;
use super::note_never_shown;
use super::workspace::Workspace;

/// `engine facts`.
#[derive(Debug, Subcommand)]
pub(super) enum FactsCommand {
    /// List facts, narrowed by any of metric, entity, period, channel, document
    List(list::ListArgs),
    /// Show what every document states for one key, the answering one first
    Show(show::ShowArgs),
    /// List the keys that documents disagree on
    Conflicts(conflicts::ConflictsArgs),
    /// Show every state that one key was ever in
    History(history::HistoryArgs),
    /// Take facts out of every answer, or put them back
    Withdraw(withdraw::WithdrawArgs),
}

/// How a key is written, for the help of every command that takes one.
const KEY_HELP: &str = "METRIC/ENTITY/PERIOD[/CHANNEL], each a code or any wording of the profile";

pub(super) fn run(command: &FactsCommand, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let workspace = Workspace::open(workspace)?;
    let book = Book::open(&workspace, matches!(command, FactsCommand::Withdraw(_)))?;
    match command {
        FactsCommand::List(args) => list::run(args, &book),
        FactsCommand::Show(args) => show::run(args, &workspace, &book),
        FactsCommand::Conflicts(args) => conflicts::run(args, &book),
        FactsCommand::History(args) => history::run(args, &book),
        FactsCommand::Withdraw(args) => withdraw::run(args, &book),
    }
}

/// The stored facts with what their codes mean.
pub(super) struct Book {
    profile: Profile,
    pub(in crate::cli) glossary: Glossary,
    pub(super) facts: SqliteFactStore,
}

impl Book {
    pub(super) fn open(workspace: &Workspace, to_write: bool) -> Result<Self, Failure> {
        let profile = workspace.profile()?;
        let glossary = Workspace::glossary(&profile)?;
        let facts = if to_write { workspace.facts_to_write()? } else { workspace.facts_to_read()? };
        Ok(Self { profile, glossary, facts })
    }

    /// Says how many facts no listing shows.
    fn note_hidden(&self) -> Result<(), Failure> {
        note_never_shown(self.facts.stats()?.restricted, "fact", " of restricted documents");
        Ok(())
    }
}
