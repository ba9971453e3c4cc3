//! `engine facts history`: every state that a key was ever in, by document, oldest first, with what ended it and why.

use std::process::ExitCode;

use clap::Args;
use engine::store::{FactStore, HistoryEntry};
use jiff::Timestamp;
use serde::Serialize;

use super::Book;
use super::record::{StoredJson, key_text, place_text};
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::table::{Layout, table};
use crate::cli::{note, print, print_json};

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

#[derive(Serialize)]
struct State<'a> {
    #[serde(flatten)]
    stored: StoredJson<'a>,
    ended: Option<Ended<'a>>,
}

#[derive(Serialize)]
struct Ended<'a> {
    action: &'static str,
    at: Timestamp,
    source: Option<&'a str>,
    reason: Option<&'a str>,
}

pub(super) fn run(args: &HistoryArgs, book: &Book) -> Result<ExitCode, Failure> {
    let key = book.key(&args.key)?;
    let entries = book.facts.history(&key).map_err(|error| Failure::caused_by(&error))?;
    if entries.is_empty() {
        note(format_args!("no document ever stated {} (documents that are restricted do not count)", key_text(&key)));
    } else if args.json {
        entries.iter().try_for_each(|entry| print_json(&state(entry)))?;
    } else {
        let columns = [
            ("Read", Layout::Whole),
            ("Value", Layout::Figure),
            ("Unit", Layout::Text),
            ("Document · place", Layout::Text),
            ("Ended", Layout::Text),
        ];
        print(&key_text(&key))?;
        print(&table(&columns, entries.iter().map(row).collect()))?;
    }
    Ok(ExitCode::from(ANSWERED))
}

fn state(entry: &HistoryEntry) -> State<'_> {
    State {
        stored: StoredJson::of(&entry.state),
        ended: entry.ending.as_ref().map(|ending| Ended {
            action: ending.action.as_str(),
            at: ending.at,
            source: ending.source.as_deref(),
            reason: ending.reason.as_deref(),
        }),
    }
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

/// The day of an instant, in UTC as everywhere in the store.
fn day(at: Timestamp) -> String {
    at.to_zoned(jiff::tz::TimeZone::UTC).date().to_string()
}
