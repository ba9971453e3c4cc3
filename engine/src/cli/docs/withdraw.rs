//! `engine docs withdraw`: a person's decision that a document does not answer, and its undoing. Every version stays stored,
//! and the decision outlives later ingestions of the same text.

use std::process::ExitCode;

use clap::Args;
use engine::retrieval::store::ChunkStore;
use serde::Serialize;

use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::workspace::Workspace;
use crate::cli::{index, print, print_json, words};

const EXAMPLES: &str = "\
A withdrawn document comes back when its file says something else and is
ingested again, or with --undo.

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
}

pub(super) fn run(args: &WithdrawArgs, workspace: &Workspace) -> Result<ExitCode, Failure> {
    let reason = words("--reason", &args.reason)?;
    let (profile, store) = (workspace.profile()?, workspace.documents_to_write()?);
    let now = crate::cli::now()?;
    let (action, otherwise, done) = if args.undo {
        ("restored", "was not withdrawn; nothing changed", store.restore(&args.doc, reason, now))
    } else {
        ("withdrawn", "did not answer before; nothing changed", store.withdraw(&args.doc, reason, now))
    };
    let changed = done?;
    if args.json {
        print_json(&Done { doc: &args.doc, action, changed })?;
    } else {
        print(&format!("{}: {}", args.doc, if changed { action } else { otherwise }))?;
    }
    index::refresh(workspace, &profile, &store)?;
    Ok(ExitCode::from(ANSWERED))
}
