//! `engine facts withdraw`: a person's decision that facts do not answer, and its undoing. Facts stay stored, and the
//! decision outlives every later ingestion.

use std::process::ExitCode;

use clap::{ArgGroup, Args};
use engine::store::{FactStore, Selection};

use super::Book;
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::{counted, print, print_json, words};

const EXAMPLES: &str = "\
Examples:
  engine facts withdraw --doc draft.xlsx --reason \"superseded by the audit\"
  engine facts withdraw REVENUE/HK/2024 --doc deck.pptx --reason \"typo\"
  engine facts withdraw REVENUE/HK/2024 --undo --reason \"typo was ours\"";

/// `engine facts withdraw`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("what").args(["key", "doc"]).multiple(true).required(true))]
pub(in crate::cli) struct WithdrawArgs {
    #[arg(help = super::KEY_HELP)]
    key: Option<String>,
    /// The document: as a whole, or with KEY its statement alone
    #[arg(long, value_name = "DOC")]
    doc: Option<String>,
    /// Why; kept in the history
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// Put withdrawn facts back into answers
    #[arg(long)]
    undo: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Done<'a> {
    action: &'a str,
    facts: u64,
    already: u64,
}

/// What of a document that was put back stays withdrawn.
pub(in crate::cli) fn kept(facts: u64) -> String {
    if facts == 0 {
        return String::new();
    }
    format!("; {} withdrawn before by a decision of its own stays so", counted(facts, "fact"))
}

pub(super) fn run(args: &WithdrawArgs, book: &Book) -> Result<ExitCode, Failure> {
    let reason = words("--reason", &args.reason)?;
    let (what, named) = match (&args.key, &args.doc) {
        (Some(key), doc) => {
            let key = book.key(key)?;
            let named = doc.as_ref().map_or_else(|| key.to_string(), |doc| format!("{key} in {doc}"));
            (Selection::Key { key, doc: doc.clone() }, named)
        }
        (None, Some(doc)) => (Selection::Document(doc.clone()), doc.clone()),
        (None, None) => return Err(Failure::usage("name a KEY, a document with --doc, or both")),
    };
    let now = crate::cli::now()?;
    let done = if args.undo { book.facts.restore(&what, reason, now) } else { book.facts.withdraw(&what, reason, now) };
    let done = done?;
    if done.facts + done.already == 0 && matches!(what, Selection::Key { .. }) {
        return Err(Failure::fault(format!(
            "no fact {named} is stored, so nothing was changed; `engine facts list` shows those that are"
        )));
    }
    let action = if args.undo { "restored" } else { "withdrawn" };
    if args.json {
        print_json(&Done { action, facts: done.facts, already: done.already })?;
    } else {
        let already = if done.already > 0 { format!(" ({} before)", done.already) } else { String::new() };
        print(&format!("{named}: {} {action}{already}{}", counted(done.facts, "fact"), kept(done.kept)))?;
    }
    Ok(ExitCode::from(ANSWERED))
}
