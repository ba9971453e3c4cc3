//! `engine review show`: one item with all that was understood, why it does not answer, and its trail.

use std::process::ExitCode;

use clap::Args;
use engine::store::{AuditEntry, FactStore, ReviewItem};
use jiff::Timestamp;
use serde::Serialize;

use super::record::{ItemJson, fact_text, one_line, understood};
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::facts::{Book, Cited, context};
use crate::cli::workspace::Workspace;
use crate::cli::{counted, print, print_json};

/// Characters of a cell's text.
const TEXT_CHARS: usize = 500;

const EXAMPLE: &str = "\
Examples:
  engine review show 12
  engine review show 12 --context";

/// `engine review show`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(in crate::cli) struct ShowArgs {
    /// The item's number, as `engine review list` shows it
    item: u64,
    /// Show the cells around its cell, as its file holds them now
    #[arg(long, conflicts_with = "json")]
    context: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    item: ItemJson<'a>,
    audit: Vec<TrailLine<'a>>,
}

#[derive(Serialize)]
struct TrailLine<'a> {
    at: Timestamp,
    action: &'static str,
    note: Option<&'a str>,
    was: Option<&'a str>,
    now: Option<&'a str>,
}

pub(super) fn run(args: &ShowArgs, workspace: &Workspace, book: &Book) -> Result<ExitCode, Failure> {
    let found = book.facts.review(args.item).map_err(|error| Failure::caused_by(&error))?;
    let (item, trail) = found.map_err(|fault| Failure::caused_by(&fault))?;
    if args.json {
        print_json(&Shown { item: ItemJson::of(&item), audit: trail.iter().map(line).collect() })?;
    } else {
        print(&shown(&item, &trail))?;
        if args.context {
            let cited = Cited { doc: &item.doc, locator: &item.locator, source: &item.source };
            print(&context(cited, workspace, book)?)?;
        }
    }
    Ok(ExitCode::from(ANSWERED))
}

fn line(entry: &AuditEntry) -> TrailLine<'_> {
    TrailLine {
        at: entry.at,
        action: entry.action.as_str(),
        note: entry.note.as_deref(),
        was: entry.was.as_deref(),
        now: entry.now.as_deref(),
    }
}

fn shown(item: &ReviewItem, trail: &[AuditEntry]) -> String {
    let standing = if item.stated { "" } else { ", and its document no longer holds it" };
    let mut lines = vec![
        format!("item {} ({}{standing})", item.id, item.status.as_str()),
        format!("  document  {} · {}", item.doc, item.locator),
        format!("  text      {}", one_line(&item.text, TEXT_CHARS)),
        format!("  read as   {}", understood(&item.candidate)),
        format!("  why       {} ({})", item.message, item.reason),
    ];
    if item.cells > 1 {
        lines.push(format!("  stops     {}", counted(item.cells, "value cell")));
    }
    lines.extend(item.candidate.confidence.map(|confidence| format!("  sure      {confidence}")));
    lines.extend(item.candidate.valid_as_of.map(|date| format!("  as of     {date}")));
    if let Some(fact) = item.fact.as_ref().filter(|_| item.status.answers() && item.stated) {
        lines.push(format!("  answers   {}", fact_text(fact)));
    }
    lines.extend(item.changed.as_ref().map(|change| format!("  note      {change}")));
    lines.push(format!("  read      {} from {}", item.first_read_at, item.source));
    for entry in trail {
        let values = match (&entry.was, &entry.now) {
            (Some(was), Some(now)) => format!(": {was} -> {now}"),
            _ => String::new(),
        };
        let words = entry.note.as_ref().map_or_else(String::new, |note| format!(" \"{note}\""));
        lines.push(format!("  {}  {}{values}{words}", entry.at, entry.action.as_str()));
    }
    lines.join("\n")
}
