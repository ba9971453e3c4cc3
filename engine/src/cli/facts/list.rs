//! `engine facts list`: facts in key order. The table stops at a page unless told otherwise; JSON lines stream to the end.

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use engine::store::{FactFilter, FactStore, Standing};

use super::Book;
use super::record::{STATEMENT_COLUMNS, StoredJson, key_text, statement_row};
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::table::table;
use crate::cli::{note, print, stream_json};

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
    if args.json {
        stream(&filter, book)?;
    } else {
        page(&filter, args, book)?;
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
        limit: args.limit,
        offset: args.offset,
    })
}

fn stream(filter: &FactFilter, book: &Book) -> Result<(), Failure> {
    let mut written = Ok(ControlFlow::Continue(()));
    let listed = book.facts.list(filter, &mut |stored| {
        written = stream_json(&StoredJson::of(&stored));
        *written.as_ref().unwrap_or(&ControlFlow::Break(()))
    });
    listed.map_err(|error| Failure::caused_by(&error))?;
    written.map(|_| ())
}

fn page(filter: &FactFilter, args: &ListArgs, book: &Book) -> Result<(), Failure> {
    let limit = args.limit.unwrap_or(PAGE);
    // One more than the page tells whether there is a next one.
    let filter = FactFilter { limit: Some(limit.saturating_add(1)), ..filter.clone() };
    let mut rows = Vec::new();
    let mut more = false;
    let listed = book.facts.list(&filter, &mut |stored| {
        more = rows.len() as u64 == limit;
        if more {
            return ControlFlow::Break(());
        }
        rows.push(statement_row(&key_text(&stored.fact.key), &stored.fact));
        ControlFlow::Continue(())
    });
    listed.map_err(|error| Failure::caused_by(&error))?;
    if rows.is_empty() {
        let any = args.metric.is_some()
            || args.entity.is_some()
            || args.period.is_some()
            || args.channel.is_some()
            || args.doc.is_some()
            || args.offset > 0;
        note(match (any, args.withdrawn) {
            (true, _) => "no such facts; leave a condition out to see more",
            (false, true) => "no fact is withdrawn",
            (false, false) => "no facts yet; `engine ingest FILE.csv` reads some",
        });
        return Ok(());
    }
    print(&table(&STATEMENT_COLUMNS, rows))?;
    if more {
        note(format_args!("more facts follow: --offset {} shows the next ones", args.offset.saturating_add(limit)));
    }
    Ok(())
}
