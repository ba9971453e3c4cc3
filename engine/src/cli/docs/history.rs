//! `engine docs history`: every version that a document had, oldest first, with what ended it and why.

use std::process::ExitCode;

use clap::Args;
use engine::retrieval::store::{ChunkStore, Ended, SqliteChunkStore, Version};
use serde::Serialize;

use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::table::{Layout, table};
use crate::cli::{day, print, print_json};

const EXAMPLE: &str = "\
Example:
  engine docs history 2025_review.md";

/// `engine docs history`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(in crate::cli) struct HistoryArgs {
    /// Document name
    #[arg(value_name = "DOC")]
    doc: String,
    /// Print one JSON object a version
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct VersionOf<'a> {
    doc: &'a str,
    #[serde(flatten)]
    version: &'a Version,
}

pub(super) fn run(args: &HistoryArgs, store: &SqliteChunkStore) -> Result<ExitCode, Failure> {
    let versions = store.history(&args.doc)?;
    if versions.is_empty() {
        return Err(super::unknown(store, &args.doc));
    }
    if args.json {
        versions.iter().try_for_each(|version| print_json(&VersionOf { doc: &args.doc, version }))?;
    } else {
        let columns = [
            ("Version", Layout::Figure),
            ("Stored", Layout::Whole),
            ("Title", Layout::Text),
            ("Chunks", Layout::Figure),
            ("Ended", Layout::Text),
        ];
        print(&args.doc)?;
        print(&table(&columns, versions.iter().map(row).collect()))?;
    }
    Ok(ExitCode::from(ANSWERED))
}

fn row(version: &Version) -> Vec<String> {
    let ended = match &version.ended {
        Some(Ended { at, reason }) => format!("{}: {reason}", day(*at)),
        None => "present".to_owned(),
    };
    let restored = version.restored.as_ref().map_or_else(String::new, |reason| format!(" (put back: {reason})"));
    vec![
        version.version.to_string(),
        day(version.ingested_at),
        version.title.clone(),
        version.chunks.to_string(),
        format!("{ended}{restored}"),
    ]
}
