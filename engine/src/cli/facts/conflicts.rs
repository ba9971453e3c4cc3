//! `engine facts conflicts`: keys for which documents state different values. Which one answers is the store's rule; this
//! only shows it.

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use engine::store::FactStore;
use serde::Serialize;

use super::Book;
use super::record::{KeyJson, STATEMENT_COLUMNS, StatementJson, key_text, statement_row};
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::table::table;
use crate::cli::{counted, note, print, stream_json};

const HELP: &str = "\
The first value of a key answers: the newest business date, then the latest
ingestion. Every answer names the others too.

Example:
  engine facts conflicts --json";

/// `engine facts conflicts`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(in crate::cli) struct ConflictsArgs {
    /// Print one JSON object a key
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Conflict<'a> {
    #[serde(flatten)]
    key: KeyJson<'a>,
    answers: StatementJson<'a>,
    others: Vec<StatementJson<'a>>,
}

pub(super) fn run(args: &ConflictsArgs, book: &Book) -> Result<ExitCode, Failure> {
    let mut rows = Vec::new();
    let mut written = Ok(ControlFlow::Continue(()));
    let mut keys = 0;
    let visited = book.facts.conflicts(&mut |facts| {
        let Some((answering, others)) = facts.split_first() else { return ControlFlow::Continue(()) };
        keys += 1;
        if args.json {
            written = stream_json(&Conflict {
                key: KeyJson::of(&answering.key),
                answers: StatementJson::of(answering),
                others: others.iter().map(StatementJson::of).collect(),
            });
        } else {
            rows.push(statement_row(&key_text(&answering.key), answering));
            rows.extend(others.iter().map(|other| statement_row("  against", other)));
        }
        *written.as_ref().unwrap_or(&ControlFlow::Break(()))
    });
    visited.map_err(|error| Failure::caused_by(&error))?;
    let _ = written?;
    if rows.is_empty() {
        if keys == 0 {
            note("no two documents disagree");
        }
    } else {
        print(&table(&STATEMENT_COLUMNS, rows))?;
        note(format_args!("{} in conflict; the first value of each answers", counted(keys, "key")));
    }
    book.note_hidden()?;
    Ok(ExitCode::from(ANSWERED))
}
