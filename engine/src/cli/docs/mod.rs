//! `engine docs`: which documents the store holds, and a person's decisions about them. Restricted documents are nowhere
//! here; the store does not give them out, and each listing says how many it keeps back.

mod history;
mod list;
mod locator;
mod show;
mod withdraw;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use engine::retrieval::store::{ChunkStore, SqliteChunkStore};
use engine::store::{StoreError, StoreKind};

use super::exit::Failure;
use super::workspace::Workspace;

/// `engine docs`.
#[derive(Debug, Subcommand)]
pub(super) enum DocsCommand {
    /// List the documents that answer
    List(list::ListArgs),
    /// Print a document, or the paragraphs that a citation leads to
    Show(show::ShowArgs),
    /// Show every version that a document had
    History(history::HistoryArgs),
    /// Take a document out of every answer, or put it back
    Withdraw(withdraw::WithdrawArgs),
}

pub(super) fn run(command: &DocsCommand, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let workspace = Workspace::open(workspace)?;
    match command {
        DocsCommand::List(args) => list::run(args, &workspace),
        DocsCommand::Show(args) => show::run(args, &workspace.documents_to_read()?),
        DocsCommand::History(args) => history::run(args, &workspace.documents_to_read()?),
        DocsCommand::Withdraw(args) => withdraw::run(args, &workspace),
    }
}

/// A name that no open document has.
fn unknown(store: &SqliteChunkStore, doc: &str) -> Failure {
    match store.nearest(doc) {
        Ok(nearest) => StoreError::UnknownDocument { kind: StoreKind::Documents, doc: doc.to_owned(), nearest }.into(),
        Err(error) => error.into(),
    }
}
