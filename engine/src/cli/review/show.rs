//! `engine review show`: one item with all that was understood, why it does not answer, and its trail.

use std::process::ExitCode;

use clap::Args;
use engine::store::{AuditEntry, FactStore, ReviewItem};
use serde::Serialize;

use super::record::understood;
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::facts::{Book, Cited, context};
use crate::cli::workspace::Workspace;
use crate::cli::{counted, cut, print, print_json};

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
    item: &'a ReviewItem,
    audit: &'a [AuditEntry],
}

pub(super) fn run(args: &ShowArgs, workspace: &Workspace, book: &Book) -> Result<ExitCode, Failure> {
    let found = book.facts.review(args.item)?;
    let (item, trail) = found?;
    if args.json {
        print_json(&Shown { item: &item, audit: &trail })?;
    } else {
        print(&shown(&item, &trail))?;
        if args.context {
            let cited = Cited { doc: &item.doc, locator: &item.locator, source: &item.source };
            print(&context(cited, workspace, book)?)?;
        }
    }
    Ok(ExitCode::from(ANSWERED))
}

fn shown(item: &ReviewItem, trail: &[AuditEntry]) -> String {
    let standing = if item.stated { "" } else { ", and its document no longer holds it" };
    let mut lines = vec![
        format!("item {} ({}{standing})", item.id, item.status.as_str()),
        format!("  document  {} · {}", item.doc, item.locator),
        format!("  text      {}", cut(&item.text, TEXT_CHARS)),
        format!("  read as   {}", understood(&item.candidate)),
        format!("  why       {} ({})", item.message, item.reason),
    ];
    if item.cells > 1 {
        lines.push(format!("  stops     {}", counted(item.cells, "value cell")));
    }
    lines.extend(item.candidate.confidence.map(|confidence| format!("  sure      {confidence}")));
    lines.extend(item.candidate.valid_as_of.map(|date| format!("  as of     {date}")));
    if let Some(fact) = item.fact.as_ref().filter(|_| item.status.answers() && item.stated) {
        lines.push(format!("  answers   {fact}"));
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
