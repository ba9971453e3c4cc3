//! The passage index beside tantivy: speed, size and memory on generated text, with a verdict.
//!
//! Queries are timed by processor time and so bear other work on the machine; indexing is judged by the clock on the
//! wall, because it may use every processor, and wants a machine that does nothing else.
//!
//! The text is generated, because no real collection of a million passages can be shipped. It imitates what decides an
//! index's work, and `statistics` shows how well. Beside 668 chunks of Chinese Wikipedia (CMRC 2018), chunks have
//! as many tokens (671; 653 there), distinct characters (188; 181), pairs (231; 234) and repeated terms (23 %; 24 %);
//! the 1st, 10th, 100th and 1,000th term is in 97, 76, 34 and 6 % of the chunks (there 98, 78, 32 and 6 %), and 69 % of the
//! terms come once (64 %). Beside 2,818 chunks of Cranfield, a narrow English collection whose vocabulary is half as
//! large, they are 66 words long (70), 50 of them distinct (45), and terms are as common (in 95, 34, 6 and 0.7 % of the
//! chunks; there 98, 43, 7 and 0.7 %).

mod clock;
mod comparison;
mod corpus;
mod ours;
mod peer;
mod queries;
mod random;
mod screen;
mod serving;
mod statistics;
mod table;
mod tantivy_peer;
mod verdict;
mod words;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{Args, Parser, Subcommand};

use crate::corpus::{Author, Plan};
use crate::ours::Ours;
use crate::statistics::Statistics;
use crate::tantivy_peer::Tantivy;
use crate::words::Language;

/// Queries of each length.
const QUERIES: usize = 1_000;
/// Queries of each length on corpora of [`LARGE`] chunks and more, where each takes long.
const QUERIES_LARGE: usize = 400;
const LARGE: u64 = 500_000;

/// Measure the passage index beside tantivy
#[derive(Parser)]
#[command(name = "retrieval-bench")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build, open and ask both indexes, and judge ours
    Compare(CompareArgs),
    /// Compare generated text with real text
    Statistics(StatisticsArgs),
    /// Open an index, answer queries, and say what it took
    #[command(hide = true)]
    Serve { folder: PathBuf, queries: PathBuf },
}

#[derive(Args)]
struct CompareArgs {
    /// Sizes of the generated corpora, in chunks
    #[arg(long, num_args = 1.., default_values_t = [10_000, 100_000, 1_000_000],
        value_parser = clap::value_parser!(u64).range(1_000..=100_000_000))]
    chunks: Vec<u64>,
    /// Which languages
    #[arg(long, value_enum, default_value = "all")]
    lang: Languages,
    /// Queries of each length; by default 1,000, and 400 from 500,000 chunks on
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    queries: Option<u16>,
}

#[derive(Args)]
struct StatisticsArgs {
    /// Real text: JSON lines with a field `text`
    file: PathBuf,
    /// Its language
    #[arg(long, value_enum)]
    lang: Language,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Languages {
    Zh,
    En,
    All,
}

impl Languages {
    fn each(self) -> &'static [Language] {
        match self {
            Self::Zh => &[Language::Zh],
            Self::En => &[Language::En],
            Self::All => &[Language::Zh, Language::En],
        }
    }
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Compare(args) => compare(&args),
        Command::Statistics(args) => compare_text(&args),
        Command::Serve { folder, queries } => serve(&folder, &queries),
    };
    done.unwrap_or_else(|error| {
        screen::note(&format!("error: {error:#}"));
        ExitCode::from(3)
    })
}

fn compare(args: &CompareArgs) -> Result<ExitCode> {
    let mut sizes = args.chunks.clone();
    sizes.sort_unstable();
    sizes.dedup();
    let mut comparisons = Vec::new();
    for language in args.lang.each() {
        for &chunks in &sizes {
            let usual = if chunks < LARGE { QUERIES } else { QUERIES_LARGE };
            let plan = Plan { language: *language, chunks };
            comparisons.push(comparison::compare::<Ours, Tantivy>(plan, args.queries.map_or(usual, usize::from))?);
        }
    }
    let sections = table::sections(&comparisons);
    screen::print(&table::render(&sections));
    let missed = table::missed(&sections);
    if missed.is_empty() {
        screen::print("Every target is met.");
        return Ok(ExitCode::SUCCESS);
    }
    screen::print(&format!("{} missed:\n  {}", missed.len(), missed.join("\n  ")));
    Ok(ExitCode::FAILURE)
}

fn compare_text(args: &StatisticsArgs) -> Result<ExitCode> {
    let real = statistics::real_chunks(&args.file)?;
    let plan = Plan { language: args.lang, chunks: real.len() as u64 };
    let generated = Author::new(plan).documents().flat_map(|document| document.chunks).collect::<Vec<_>>();
    let figures = [&real, &generated].map(|chunks| Statistics::of(chunks.iter().map(String::as_str)).figures());
    screen::print(&statistics::table(&figures));
    Ok(ExitCode::SUCCESS)
}

fn serve(folder: &Path, queries: &Path) -> Result<ExitCode> {
    let service = serving::serve::<Ours>(folder, queries)?;
    screen::print(&serde_json::to_string(&service).context("cannot write what serving took")?);
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
