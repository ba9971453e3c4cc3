//! Search quality on public collections with judgements, beside plain BM25 over whole documents: how much of a ranking's
//! worth the way from documents to chunks and back keeps. A collection is read from its folder and downloaded by nobody;
//! time is not measured here. Exit codes: 0 when every target is met, 1 when one is missed, 2 when a folder is not in the
//! layout of BEIR, 3 when the engine fails.

mod collection;
mod measure;
mod plain;
mod program;
mod run;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{Parser, ValueEnum};

use crate::collection::Collection;
use crate::measure::Quality;
use crate::program::Engine;
use crate::run::Run;
use crate::table::Comparison;

/// Documents of a query in a run, as is usual at TREC.
const DEPTH: usize = 1_000;

/// The exit codes beside 0.
const MISSED: u8 = 1;
const MALFORMED: u8 = 2;
const FAILED: u8 = 3;

/// Measure search quality on public collections beside plain BM25
#[derive(Parser)]
#[command(name = "collection-bench")]
struct Cli {
    /// The program that is measured
    #[arg(long)]
    engine: PathBuf,
    /// How texts are cut into tokens, by the engine and by plain BM25
    #[arg(long, value_enum, default_value = "standard")]
    analyzer: Analyzer,
    /// Folder for the runs and the judgements in the form of TREC
    #[arg(long)]
    runs: Option<PathBuf>,
    /// Folders of collections
    #[arg(required = true)]
    folders: Vec<PathBuf>,
}

/// The analyzers of a profile, as it writes them.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Analyzer {
    Standard,
    English,
}

impl Analyzer {
    fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::English => "english",
        }
    }

    fn of_engine(self) -> engine::profile::Analyzer {
        match self {
            Self::Standard => engine::profile::Analyzer::Standard,
            Self::English => engine::profile::Analyzer::English,
        }
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    // All folders first: a fault in the last one is told before the first one is measured.
    let collections: Result<Vec<Collection>, _> = cli.folders.iter().map(|folder| Collection::read(folder)).collect();
    let collections = match collections {
        Ok(collections) => collections,
        Err(fault) => return failed(MALFORMED, &fault),
    };
    let measured = collections.iter().map(|collection| {
        let comparison = compare(&cli, collection)?;
        anstream::println!("{}", table::render(&comparison));
        Ok(comparison.is_met())
    });
    match measured.collect::<Result<Vec<bool>>>() {
        Ok(met) if met.iter().all(|is_met| *is_met) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(MISSED),
        Err(error) => failed(FAILED, error.as_ref()),
    }
}

fn failed(code: u8, error: &dyn std::error::Error) -> ExitCode {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message.extend([": ", &error.to_string()]);
        cause = error.source();
    }
    anstream::eprintln!("error: {message}");
    ExitCode::from(code)
}

/// Both rankings of a collection, judged.
fn compare(cli: &Cli, collection: &Collection) -> Result<Comparison> {
    let (ours, ingested) = Engine::new(&cli.engine, cli.analyzer.name()).search(collection, DEPTH)?;
    let plain = plain::search(collection, cli.analyzer.of_engine(), DEPTH);
    if let Some(folder) = &cli.runs {
        keep(folder, collection, &[("engine", &ours), ("plain", &plain)])?;
    }
    let quality = |run: &Run| Quality::of(run, &collection.judgements);
    Ok(Comparison {
        title: collection.title(),
        analyzer: cli.analyzer.name(),
        ingested,
        ours: quality(&ours),
        plain: quality(&plain),
    })
}

/// Writes what other tools judge: the runs, and the judgements.
fn keep(folder: &Path, collection: &Collection, runs: &[(&str, &Run)]) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let write = |ending: &str, text: String| {
        let path = folder.join(format!("{}.{ending}", collection.name));
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    write("qrels", run::judgements(&collection.judgements))?;
    runs.iter().try_for_each(|(tag, run)| write(&format!("{tag}.run"), run.lines(tag)))
}

#[cfg(test)]
mod tests;
