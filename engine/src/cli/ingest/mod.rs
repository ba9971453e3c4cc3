//! `engine ingest`: facts from CSV files into the workspace, all files of one command in one run. What is read is decided
//! here and in [`sources`]; what a row means is decided by the library.

mod report;
mod sources;

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use engine::ingestion::{BadRow, CsvContent, CsvFile, CsvOptions, FileReport, ingest_csv};
use engine::profile::{Profile, ProfileVocabulary};
use engine::store::{FactStore, SqliteFactStore};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jiff::Timestamp;

use super::exit::Failure;
use super::workspace::Workspace;
use super::{counted, note};
use sources::Sources;

const HELP: &str = "\
A facts file is UTF-8 CSV with a header row. Columns, in any order: metric,
entity, period, value, unit, doc; and, where wanted: channel (TOTAL), locator
(the row), valid_as_of (YYYY-MM-DD). Cells are read through the profile.

All files of one command are one run: it is stored as a whole, or not at all
when it is interrupted. A bad row rejects its file, and the other files still
go in; every bad row is listed. A file that is read again replaces what it
stated before.

Exit codes: 3 when a file was rejected or could not be read, 4 when rows were
left out or a file had no facts.

Examples:
  engine ingest facts.csv
  engine ingest --workspace reports --skip-bad-rows exports/ extra.csv";

/// How often the spinner turns.
const TICK: Duration = Duration::from_millis(120);

/// `engine ingest`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct IngestArgs {
    /// CSV files, or folders whose *.csv files are read, with all below them (hidden ones are left out)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Take the good rows of a file that has bad ones
    #[arg(long)]
    skip_bad_rows: bool,
    /// Print one JSON object a file instead of a table
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &IngestArgs, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let workspace = Workspace::open(workspace)?;
    let profile = workspace.profile()?;
    let sources = Sources::find(&args.paths, workspace.dir())?;
    let store = workspace.facts_to_write()?;
    let fingerprint = fingerprint(&workspace)?;
    let reports = ingest(&store, &sources, &profile, &fingerprint, args.skip_bad_rows)?;
    let restricted = store.stats().map_err(|error| Failure::caused_by(&error))?.restricted;
    report::print(&sources, &reports, args.json)?;
    if restricted > 0 {
        note(format_args!(
            "note: the workspace holds {} of restricted documents; they never answer and are never shown",
            counted(restricted, "fact")
        ));
    }
    Ok(ExitCode::from(report::code(&reports)))
}

fn ingest(
    store: &SqliteFactStore,
    sources: &Sources,
    profile: &Profile,
    fingerprint: &str,
    skip_bad_rows: bool,
) -> Result<Vec<FileReport>, Failure> {
    let glossary = Workspace::glossary(profile)?;
    let files: Vec<CsvFile> = sources
        .files
        .iter()
        .map(|file| CsvFile { content: CsvContent::Path(file.path.clone()), name: file.name.clone() })
        .collect();
    let options = CsvOptions {
        vocabulary: &ProfileVocabulary::new(profile, &glossary),
        sensitivity: &|name| profile.sensitivity.of_name(name),
        fingerprint,
        skip_bad_rows,
    };
    let shown: HashMap<&str, &str> =
        sources.files.iter().map(|file| (file.name.as_str(), file.shown.as_str())).collect();
    let spinner = spinner(sources);
    let mut on_bad_row = |bad: &BadRow| {
        let source = shown.get(bad.source.as_str()).map_or_else(|| bad.source.clone(), |shown| (*shown).to_owned());
        spinner.suspend(|| note(BadRow { source, ..bad.clone() }));
    };
    let reports = ingest_csv(store, &files, &options, Timestamp::now(), &mut on_bad_row);
    spinner.finish_and_clear();
    reports.map_err(|error| Failure::caused_by(&error))
}

/// What decides, besides a file, how it is read: the profile and this program. A file that is known is read again after
/// either changed.
fn fingerprint(workspace: &Workspace) -> Result<String, Failure> {
    let path = workspace.profile_path();
    let profile = std::fs::read(&path).map_err(|error| Failure::fault(format!("{}: {error}", path.display())))?;
    Ok(format!("{} {}", env!("CARGO_PKG_VERSION"), blake3::hash(&profile).to_hex()))
}

/// A sign of life on a terminal; nothing elsewhere.
fn spinner(sources: &Sources) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
        bar.set_style(style);
    }
    let mib = sources.bytes.div_ceil(1 << 20);
    bar.set_message(format!("reading {} ({mib} MiB)", counted(sources.files.len() as u64, "file")));
    bar.enable_steady_tick(TICK);
    bar
}
