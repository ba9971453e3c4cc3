//! `engine review list`: how many items have which reason, and then the items. The table stops at a page unless told
//! otherwise; JSON lines stream to the end.

use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;
use engine::store::{FactStore, ReviewFilter, ReviewItem, ReviewStatus};

use super::Conditions;
use super::record::understood;
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::facts::Book;
use crate::cli::listing::Listing;
use crate::cli::table::{Layout, table};
use crate::cli::{counted, cut, note, note_never_shown, print};

/// Items in a table, unless --limit says otherwise.
const PAGE: u64 = 50;
/// Characters of a cell's text in the table.
const TEXT_CHARS: usize = 40;

const HELP: &str = "\
An item is a reading that does not answer on its own: its unit is not stated,
a header is not known, its colour or tag keeps it back, or it is not sure
enough. A question mark stands for what was not understood.

Examples:
  engine review list
  engine review list --reason unit_not_stated --doc deck.pptx
  engine review list --status all --json > review.jsonl
  engine review list --changed";

/// `engine review list`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(in crate::cli) struct ListArgs {
    /// Where the items stand [default: pending, or all with --changed]
    #[arg(long, value_name = "STATUS", value_parser = PossibleValuesParser::new(STATUSES))]
    status: Option<String>,
    #[command(flatten)]
    conditions: Conditions,
    /// Only decided items whose place reads differently since the decision
    #[arg(long)]
    changed: bool,
    /// Most items to show [default: 50 in a table, all with --json]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Items to pass over first
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: u64,
    /// Print one JSON object an item
    #[arg(long)]
    json: bool,
}

/// The statuses that may be asked for; `all` is none of them.
const STATUSES: [&str; 5] = ["pending", "approved", "rejected", "corrected", "all"];

pub(super) fn run(args: &ListArgs, book: &Book) -> Result<ExitCode, Failure> {
    let status = args.status.as_deref().unwrap_or(if args.changed { "all" } else { "pending" });
    let filter = ReviewFilter {
        status: ReviewStatus::of(status),
        changed: args.changed,
        offset: args.offset,
        ..args.conditions.filter(book)?
    };
    let listing = Listing { json: args.json, limit: args.limit, offset: args.offset, page: PAGE };
    if args.json || reasons(&filter, args, book)? {
        let any = listing.show("items", &COLUMNS, row, |visit| book.facts.reviews(&filter, visit))?;
        if !any && !args.json {
            print(&table(&COLUMNS, Vec::new()))?;
        }
    }
    note_hidden(args, book)?;
    Ok(ExitCode::from(ANSWERED))
}

/// Prints how many items have which reason; false when there are none.
fn reasons(filter: &ReviewFilter, args: &ListArgs, book: &Book) -> Result<bool, Failure> {
    let counts = book.facts.review_reasons(filter)?;
    if counts.is_empty() {
        let narrowed = args.conditions.any() || args.changed || filter.status != Some(ReviewStatus::Pending);
        note(if narrowed { "no such items; leave a condition out to see more" } else { "nothing waits for a person" });
        return Ok(false);
    }
    let columns = [("Reason", Layout::Whole), ("Items", Layout::Figure), ("Cells", Layout::Figure)];
    let reasons =
        counts.iter().map(|count| vec![count.reason.clone(), count.items.to_string(), count.cells.to_string()]);
    print(&table(&columns, reasons.collect()))?;
    print("")?;
    Ok(true)
}

const COLUMNS: [(&str, Layout); 5] = [
    ("Item", Layout::Figure),
    ("Text", Layout::Text),
    ("Read as", Layout::Text),
    ("Document · place", Layout::Text),
    ("Why", Layout::Text),
];

fn row(item: &ReviewItem) -> Vec<String> {
    let read = match &item.fact {
        Some(fact) if item.status.answers() => fact.to_string(),
        _ => understood(&item.candidate),
    };
    let mut why = item.reason.clone();
    if item.status.is_decided() {
        why = format!("{} ({why})", item.status.as_str());
    }
    if item.changed.is_some() {
        why.push_str(", CHANGED since");
    }
    if !item.stated {
        why.push_str(", gone");
    }
    vec![item.id.to_string(), cut(&item.text, TEXT_CHARS), read, format!("{} · {}", item.doc, item.locator), why]
}

/// Says what the list does not show by itself.
fn note_hidden(args: &ListArgs, book: &Book) -> Result<(), Failure> {
    let stats = book.facts.stats()?;
    if stats.reviews_changed > 0 && !args.changed {
        note(format_args!(
            "note: {} {} differently since; `engine review list --changed` shows them",
            counted(stats.reviews_changed, "decided reading"),
            if stats.reviews_changed == 1 { "reads" } else { "read" }
        ));
    }
    note_never_shown(stats.reviews_restricted, "reading", " of restricted documents");
    Ok(())
}
