//! `engine docs withdraw`: a person's decision that a document does not answer, neither with its text nor with the figures
//! that were read from it, and its undoing. Every version and every fact stays stored, and the decision outlives later
//! ingestions of the same text.

use std::process::ExitCode;

use clap::Args;
use engine::retrieval::store::ChunkStore;
use engine::store::{FactStore, Selection, StoreError, Withdrawal};
use serde::Serialize;

use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::facts::kept;
use crate::cli::workspace::Workspace;
use crate::cli::{counted, index, print, print_json, words};

const EXAMPLES: &str = "\
The figures that were read from the document are withdrawn with it. A withdrawn
text comes back when its file says something else and is ingested again, or
with --undo; the figures with --undo alone (or `engine facts withdraw --undo`).

Examples:
  engine docs withdraw draft.md --reason \"superseded by the audited report\"
  engine docs withdraw draft.md --undo --reason \"it was the right one\"";

/// `engine docs withdraw`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct WithdrawArgs {
    /// Document name
    #[arg(value_name = "DOC")]
    doc: String,
    /// Why; kept in the history
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// Put the withdrawn document back into answers
    #[arg(long)]
    undo: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Done<'a> {
    doc: &'a str,
    action: &'a str,
    changed: bool,
    facts: u64,
}

pub(super) fn run(args: &WithdrawArgs, workspace: &Workspace) -> Result<ExitCode, Failure> {
    let reason = words("--reason", &args.reason)?;
    // Both are open before anything is changed.
    let (profile, facts) = (workspace.profile()?, workspace.facts_to_write()?);
    let store = workspace.documents_to_write()?;
    let now = crate::cli::now()?;
    let whole = Selection::Document(args.doc.clone());
    // A process that dies between the two leaves the figures out of answers, whichever way: a wrong figure is worse than a
    // wrong sentence, and the same command does the rest.
    let (figures, text) = if args.undo {
        let text = known(store.restore(&args.doc, reason, now))?;
        (known(facts.restore(&whole, reason, now))?, text)
    } else {
        let figures = known(facts.withdraw(&whole, reason, now))?;
        (figures, known(store.withdraw(&args.doc, reason, now))?)
    };
    if figures.is_none() && text.is_none() {
        return Err(super::unknown(&store, &args.doc));
    }
    let (text, figures) = (text.unwrap_or(false), figures.unwrap_or_default());
    let action = if args.undo { "restored" } else { "withdrawn" };
    if args.json {
        let changed = text || figures.facts > 0;
        print_json(&Done { doc: &args.doc, action, changed, facts: figures.facts })?;
    } else {
        print(&format!("{}: {}", args.doc, told(action, args.undo, text, figures)))?;
    }
    index::refresh(workspace, &profile, &store)?;
    Ok(ExitCode::from(ANSWERED))
}

/// What a store did about a document; none when it does not know it.
fn known<T>(done: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match done {
        Err(StoreError::UnknownDocument { .. }) => Ok(None),
        done => done.map(Some),
    }
}

fn told(action: &str, undo: bool, text: bool, figures: Withdrawal) -> String {
    let of_figures = counted(figures.facts, "fact");
    let done = match (text, figures.facts) {
        (true, 0) => action.to_owned(),
        (true, _) => format!("{action}, with {of_figures}"),
        (false, 0) if undo => "was not withdrawn; nothing changed".to_owned(),
        (false, 0) => "did not answer before; nothing changed".to_owned(),
        (false, _) => format!("{of_figures} {action}"),
    };
    format!("{done}{}", kept(figures.kept))
}
