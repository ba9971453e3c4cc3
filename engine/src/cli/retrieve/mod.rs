//! `engine retrieve`: passages for a query, without an answer; or a run file over many queries, for tools that judge
//! retrieval.

mod filter;
mod queries;
mod run;
mod show;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use engine::ingestion::Vocabulary;
use engine::retrieval::{NarrativeRetriever, RANKING_DEPTH};

pub(super) use filter::stored_value;

use super::exit::{ANSWERED, Failure};
use super::retriever;
use super::settings::{Flags, Settings};
use super::workspace::Workspace;

/// Passages for one query unless told otherwise: as many as fit on a screen.
const TOP_K: usize = 10;
/// Lines of a run for each query unless told otherwise, as is usual at TREC.
const RUN_TOP_K: usize = 1_000;

const HELP: &str = "\
A filter names an attribute of documents: doc, topic, entity, geography, period
or language. Given twice, one attribute may have either value; several
attributes must all fit. When no document fits a filter, the search gives up the
period, topic and language, then everything, and says so; with --run it never
does.

Queries, a line: {\"_id\": \"…\", \"text\": \"…\"}. Run, a line: qid Q0 docid rank score
tag (TREC). White space and % in ids are written as %XX. Scores fall strictly,
so that every tool reads the same order.

Examples:
  engine retrieve \"why did sales in Hong Kong fall\" --filter period=2024
  engine retrieve --queries queries.jsonl --run engine.run --top-k 100";

/// `engine retrieve`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct RetrieveArgs {
    /// What to search for
    #[arg(required_unless_present = "queries", conflicts_with_all = ["queries", "run", "by"])]
    query: Option<String>,
    /// Most passages, or lines of a query in a run [default: 10, with --run 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    top_k: Option<u32>,
    /// Search only documents with this attribute
    #[arg(long = "filter", value_name = "ATTRIBUTE=VALUE")]
    filters: Vec<String>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "queries")]
    json: bool,
    /// Show what the search did, and every score; the JSON has both anyway
    #[arg(long, conflicts_with = "queries")]
    explain: bool,
    /// Search for each line of this file, `-` for standard input, and write a run
    #[arg(long, value_name = "FILE", requires = "run")]
    queries: Option<PathBuf>,
    /// The run file to write
    #[arg(long, value_name = "OUT", requires = "queries")]
    run: Option<PathBuf>,
    /// What a run ranks: documents by their best chunk, or chunks
    #[arg(long, value_enum, default_value_t = RankedBy::Doc, requires = "queries")]
    by: RankedBy,
}

/// What a run ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RankedBy {
    Doc,
    Chunk,
}

pub(super) fn run(args: &RetrieveArgs, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let settings = Settings::resolve(Flags { workspace, ..Flags::default() })?;
    let workspace = Workspace::at(&settings.workspace.value)?;
    let profile = workspace.profile()?;
    let glossary = Workspace::glossary(&profile)?;
    let filter = filter::parse(&args.filters, Vocabulary::new(&profile, &glossary))?;
    let top_k = |default| args.top_k.map_or(default, |top_k| usize::try_from(top_k).unwrap_or(usize::MAX));
    if let (Some(queries), Some(out)) = (&args.queries, &args.run) {
        run::refuse_odd_target(out)?;
        let queries = queries::read(queries)?;
        let top_k = top_k(RUN_TOP_K);
        let retriever = retriever::open(&workspace, &profile, &settings)?;
        let retriever = retriever.with_depth(RANKING_DEPTH.max(top_k));
        return run::write(&retriever, &queries, &filter, top_k, args.by, out);
    }
    let query = args.query.as_deref().unwrap_or_default();
    if query.trim().is_empty() {
        return Err(Failure::usage("the query is empty; write `engine retrieve \"…\"`"));
    }
    let retriever = retriever::open(&workspace, &profile, &settings)?;
    let found = retriever.retrieve(query, &filter, top_k(TOP_K))?;
    if args.json {
        super::print_json(&show::Found::of(query, &found))?;
    } else {
        show::print(&found, args.explain)?;
    }
    Ok(ExitCode::from(ANSWERED))
}
