//! `engine facts history`: every state that a key was ever in, by document, oldest first, with what ended it and why.

use std::process::ExitCode;

use clap::Args;
use engine::store::{FactStore, HistoryEntry};

use super::Book;
use super::record::place_text;
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::table::{Layout, table};
use crate::cli::{day, note, print, print_json};

const EXAMPLE: &str = "\
Example:
  engine facts history REVENUE/HK/2024";

/// `engine facts history`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(in crate::cli) struct HistoryArgs {
    #[arg(help = super::KEY_HELP)]
    key: String,
    /// Print one JSON object a state
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &HistoryArgs, book: &Book) -> Result<ExitCode, Failure> {
    let key = book.key(&args.key)?;
    let entries = book.facts.history(&key)?;
    if entries.is_empty() {
        note(format_args!("no document ever stated {key} (documents that are restricted do not count)"));
    } else if args.json {
        entries.iter().try_for_each(print_json)?;
    } else {
        let columns = [
            ("Read", Layout::Whole),
            ("Value", Layout::Figure),
            ("Unit", Layout::Text),
            ("Document · place", Layout::Text),
            ("Ended", Layout::Text),
        ];
        print(&key.to_string())?;
        print(&table(&columns, entries.iter().map(row).collect()))?;
    }
    Ok(ExitCode::from(ANSWERED))
}

fn row(entry: &HistoryEntry) -> Vec<String> {
    let state = &entry.state;
    let ended = match &entry.ending {
        Some(ending) => {
            let reason = ending.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
            format!("{} {}{reason}", ending.action.as_str(), day(ending.at))
        }
        None if state.withdrawn => "present: withdrawn".to_owned(),
        None if !state.stated => "present: dropped".to_owned(),
        None => format!("present: {}", state.review.as_str()),
    };
    vec![
        day(state.ingested_at),
        state.fact.value.to_string(),
        state.fact.unit.to_string(),
        place_text(&state.fact),
        ended,
    ]
}
