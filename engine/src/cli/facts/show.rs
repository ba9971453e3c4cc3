//! `engine facts show`: one key, and what every document states for it. The first statement is the one that answers.

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use engine::fact::FactKey;
use engine::files::GridPlace;
use engine::store::{FactFilter, FactStore, Standing, StoredFact, agree};

use super::Book;
use super::context::{Cited, context};
use super::record::place_text;
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::workspace::Workspace;
use crate::cli::{counted, flat, note, print, print_json};

const EXAMPLES: &str = "\
Examples:
  engine facts show REVENUE/HK/2024
  engine facts show REVENUE/HK/2024 --context
  engine facts show 营收/香港/2024年上半年/代理";

/// `engine facts show`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct ShowArgs {
    #[arg(help = super::KEY_HELP)]
    key: String,
    /// Show the cells around each statement's cell, as its file holds them now
    #[arg(long, conflicts_with = "json")]
    context: bool,
    /// Print one JSON object a statement, the answering one first
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ShowArgs, workspace: &Workspace, book: &Book) -> Result<ExitCode, Failure> {
    let key = book.key(&args.key)?;
    let statements = book.facts.show(&key)?;
    if args.json {
        statements.iter().try_for_each(print_json)?;
    } else if let Some(answering) = statements.first() {
        print(&key.to_string())?;
        for (number, stored) in (1..).zip(&statements) {
            print(&statement(number, stored, answering))?;
            if args.context {
                let lineage = &stored.fact.lineage;
                let cited = Cited { doc: &lineage.doc, locator: &lineage.locator, source: &stored.source };
                print(&context(cited, workspace, book)?)?;
            }
        }
    }
    if statements.is_empty() {
        note(format_args!("no document states {key} (documents that are restricted do not count)"));
    }
    let withdrawn = withdrawn(&key, book)?;
    if withdrawn > 0 {
        let statements = counted(withdrawn, "statement");
        note(format_args!("{statements} withdrawn; `engine facts history {key}` tells why"));
    }
    Ok(ExitCode::from(ANSWERED))
}

fn statement(number: usize, stored: &StoredFact, answering: &StoredFact) -> String {
    let fact = &stored.fact;
    let standing = match number {
        1 => "answers",
        _ if agree(fact, &answering.fact) => "says the same",
        _ => "CONTRADICTS the answer",
    };
    let mut lines = vec![
        format!("{number}. {} {}  ({standing})", fact.value, fact.unit),
        format!("   document  {}", place_text(fact)),
    ];
    lines.extend(stored.shown.as_ref().map(|text| format!("   shown as  {} (in the cell)", flat(text))));
    lines.extend(fact.valid_as_of.map(|date| format!("   as of     {date}")));
    // A cell's place says more than the line of its row.
    let of_cell = GridPlace::parse_locator(&fact.lineage.locator).is_some();
    let line = if of_cell { String::new() } else { format!(", line {}", stored.line) };
    lines.push(format!("   read      {} from {}{line}", stored.ingested_at, stored.source));
    let confidence = stored.confidence.map_or_else(String::new, |confidence| format!(", confidence {confidence}"));
    lines.push(format!("   review    {}{confidence}", stored.review.as_str()));
    if !stored.tags.is_empty() {
        lines.push(format!("   tags      {}", stored.tags.join(", ")));
    }
    lines.join("\n")
}

/// Statements of the key that a person has taken out of answers.
fn withdrawn(key: &FactKey, book: &Book) -> Result<u64, Failure> {
    let filter = FactFilter {
        metric: Some(key.metric.clone()),
        entity: Some(key.entity.clone()),
        period: Some(key.period),
        channel: Some(key.channel.clone()),
        standing: Standing::Refused,
        ..FactFilter::default()
    };
    let mut count = 0;
    let listed = book.facts.list(&filter, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    listed?;
    Ok(count)
}
