//! `engine facts conflicts`: keys for which documents state different values. Which one answers is the store's rule; this
//! only shows it.

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use engine::code::UnitCode;
use engine::fact::{Fact, FactKey, Lineage};
use engine::store::FactStore;
use jiff::civil::Date;
use rust_decimal::Decimal;
use serde::Serialize;

use super::Book;
use super::record::{STATEMENT_COLUMNS, statement_row};
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
    key: &'a FactKey,
    answers: Statement<'a>,
    others: Vec<Statement<'a>>,
}

/// What a document states.
#[derive(Serialize)]
struct Statement<'a> {
    #[serde(with = "rust_decimal::serde::arbitrary_precision")]
    value: Decimal,
    unit: &'a UnitCode,
    #[serde(flatten)]
    lineage: &'a Lineage,
    valid_as_of: Option<Date>,
}

impl<'a> Statement<'a> {
    fn of(Fact { value, unit, lineage, valid_as_of, .. }: &'a Fact) -> Self {
        Self { value: *value, unit, lineage, valid_as_of: *valid_as_of }
    }
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
                key: &answering.key,
                answers: Statement::of(answering),
                others: others.iter().map(Statement::of).collect(),
            });
        } else {
            rows.push(statement_row(&answering.key.to_string(), answering));
            rows.extend(others.iter().map(|other| statement_row("  against", other)));
        }
        *written.as_ref().unwrap_or(&ControlFlow::Break(()))
    });
    visited?;
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
