//! `engine facts list`: facts in key order. The table stops at a page unless told otherwise; JSON lines stream to the end.

use std::process::ExitCode;

use clap::Args;
use engine::store::{FactFilter, FactStore, Standing, StoredFact};

use super::Book;
use super::record::{STATEMENT_COLUMNS, statement_row};
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::listing::Listing;
use crate::cli::note;

/// Facts in a table, unless --limit says otherwise.
const PAGE: u64 = 100;

const EXAMPLES: &str = "\
Examples:
  engine facts list --metric 营收 --entity \"Hong Kong\"
  engine facts list --doc deck.pptx --json > facts.jsonl";

/// `engine facts list`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct ListArgs {
    /// Only this metric (a code or any wording of the profile)
    #[arg(long, value_name = "NAME")]
    metric: Option<String>,
    /// Only this entity
    #[arg(long, value_name = "NAME")]
    entity: Option<String>,
    /// Only this period: 2024, 2024H1, 2024Q3, 2024-03
    #[arg(long, value_name = "PERIOD")]
    period: Option<String>,
    /// Only this channel
    #[arg(long, value_name = "NAME")]
    channel: Option<String>,
    /// Only this document
    #[arg(long, value_name = "DOC")]
    doc: Option<String>,
    /// The facts that a person has withdrawn, instead of those that answer
    #[arg(long)]
    withdrawn: bool,
    /// Most facts to show [default: 100 in a table, all with --json]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Facts to pass over first
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: u64,
    /// Print one JSON object a fact
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ListArgs, book: &Book) -> Result<ExitCode, Failure> {
    let filter = filter(args, book)?;
    let listing = Listing { json: args.json, limit: args.limit, offset: args.offset, page: PAGE };
    let row = |stored: &StoredFact| statement_row(&stored.fact.key.to_string(), &stored.fact);
    let any = listing.show("facts", &STATEMENT_COLUMNS, row, |visit| book.facts.list(&filter, visit))?;
    if !any && !args.json {
        let FactFilter { metric, entity, period, channel, doc, .. } = &filter;
        let narrowed = metric.is_some() || entity.is_some() || period.is_some() || channel.is_some() || doc.is_some();
        note(match (narrowed || args.offset > 0, args.withdrawn) {
            (true, _) => "no such facts; leave a condition out to see more",
            (false, true) => "no fact is withdrawn",
            (false, false) => "no facts yet; `engine ingest FILE.csv` reads some",
        });
    }
    book.note_hidden()?;
    Ok(ExitCode::from(ANSWERED))
}

fn filter(args: &ListArgs, book: &Book) -> Result<FactFilter, Failure> {
    Ok(FactFilter {
        metric: args.metric.as_deref().map(|name| book.metric(name)).transpose()?,
        entity: args.entity.as_deref().map(|name| book.entity(name)).transpose()?,
        period: args.period.as_deref().map(|name| book.period(name)).transpose()?,
        channel: args.channel.as_deref().map(|name| book.channel(name)).transpose()?,
        doc: args.doc.clone(),
        standing: if args.withdrawn { Standing::Refused } else { Standing::Answering },
        limit: None,
        offset: args.offset,
    })
}
