//! `engine extract`: what is read from the tables of one file, without a workspace. It stores nothing; of a restricted file
//! it shows nothing but that it is one.

mod cell;
mod show;
mod window;

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use engine::extraction::{Context, Detail, Extraction, write_lines};
use engine::files::{ByteSource, Format};
use engine::ingestion::documents::ReadContext;
use engine::ingestion::{ExtractContext, extract};
use engine::profile::{Profile, Sensitivity};
use engine::text::VocabularyTooLarge;

use super::exit::{ANSWERED, Failure, WARNED};
use super::ingest::missing;
use super::note;
use super::settings::{Flags, Origin, Settings};
use super::workspace::Workspace;

const HELP: &str = "\
The tables of the file are shown as they were read, with what each cell is. With
a profile follow the facts that its headers give, and for every other value the
reason why it is none. Nothing is stored, and no workspace is needed.

Each cell and value was decided about by a rule with a name; `engine/RULES.md`
lists them. --rules shows the rules beside the cells, facts and reviews. --cell
shows one cell: its table and headers, what became of it, by which rule, and
what would free it where it waits. A place is written as facts and reviews write
it, or as C7 where the file holds one table.

JSON has one object a grid and line: doc, sheet, rows, cols, cells, facts and
reviews. Headers of a cell are listed from the outermost to the nearest. Values
are exact.

Exit codes: 2 for a wrong command line, 3 when the file or the profile cannot be
read, 4 when the file is restricted or holds no table.

Examples:
  engine extract results.xlsx
  engine extract deck.pptx --profile insurer.toml
  engine extract report.pdf --workspace reports --json > grids.jsonl
  engine extract report.pdf --cell page=2,table=1,row=4,col=3
  engine extract results.xlsx --cell 'sheet=PL!C7'";

/// `engine extract`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ExtractArgs {
    /// File to read
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Profile that gives headers their meaning [default: that of --workspace]
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// Print one JSON object a grid
    #[arg(long)]
    json: bool,
    /// Show the rules that decided about cells and values
    #[arg(long)]
    rules: bool,
    /// Show one cell, and why it is a fact, waits, or is ignored
    #[arg(long, value_name = "PLACE", conflicts_with_all = ["json", "rules"])]
    cell: Option<String>,
}

pub(super) fn run(args: &ExtractArgs, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let (format, name) = source(&args.file)?;
    let profile = profile(args.profile.as_deref(), workspace)?;
    let with_profile = profile.is_some();
    let extraction = read(format, &name, &args.file, profile)?;
    if extraction.sensitivity == Sensitivity::Restricted {
        note("note: the file is restricted; nothing of it is shown");
        return Ok(ExitCode::from(WARNED));
    }
    // An empty file is a grid without cells in some formats, and none in others.
    let is_empty = extraction.grids.iter().all(|extracted| extracted.grid.cells.is_empty());
    let detail = if args.rules { Detail::Rules } else { Detail::Result };
    match &args.cell {
        _ if args.json => print_lines(&name, &extraction, detail)?,
        _ if is_empty => {}
        Some(place) => cell::print_cell(&extraction, place, with_profile)?,
        None => show::print_all(&extraction, with_profile, detail)?,
    }
    if is_empty {
        note("note: the file holds no table");
    }
    Ok(ExitCode::from(if is_empty { WARNED } else { ANSWERED }))
}

fn read(format: Format, name: &str, file: &Path, profile: Option<Profile>) -> Result<Extraction, Failure> {
    let content = ByteSource::Path(file);
    let extraction = match profile {
        None => extract(format, name, content, None),
        Some(profile) => {
            let glossary = Arc::new(Workspace::glossary(&profile)?);
            let profile = Arc::new(profile);
            let failed = |error: VocabularyTooLarge| Failure::caused_by(&error);
            let meanings = Context::new(Arc::clone(&profile), Arc::clone(&glossary)).map_err(failed)?;
            let documents = ReadContext::new(&profile, &glossary).map_err(failed)?;
            extract(format, name, content, Some(ExtractContext { documents: &documents, meanings: &meanings }))
        }
    };
    extraction.map_err(|fault| Failure::fault(format_args!("{}: {}", file.display(), Failure::caused_by(&fault))))
}

fn print_lines(doc: &str, extraction: &Extraction, detail: Detail) -> Result<(), Failure> {
    match write_lines(doc, extraction, detail, BufWriter::with_capacity(1 << 16, io::stdout().lock())) {
        // A reader that has gone away (`| head`) is no fault.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::fault(format!("writing to the terminal: {error}")))
        }
        _ => Ok(()),
    }
}

/// The format and the own name of the file, which must be one.
fn source(file: &Path) -> Result<(Format, String), Failure> {
    let fault = |what: String| Failure::fault(format!("{}: {what}", file.display()));
    let found = std::fs::metadata(file).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => fault(missing(file, "file")),
        _ => fault(error.to_string()),
    })?;
    if found.is_dir() {
        return Err(fault("it is a folder; name a file in it, or read all of them with `engine ingest`".to_owned()));
    }
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let format = Format::of_name(&name).filter(|format| format.has_tables()).ok_or_else(|| {
        fault(format!("not a file whose tables are read ({}); save it as one of these", Format::TABLE_NAMES))
    })?;
    if !found.is_file() {
        return Err(fault("not a regular file; save its content in a file and name that".to_owned()));
    }
    Ok((format, name))
}

/// The profile that is named, by itself or with a workspace: the one that every command works on, where there is one. Without
/// either, headers have no meaning, and nothing but a label restricts a file.
fn profile(file: Option<&Path>, workspace: Option<PathBuf>) -> Result<Option<Profile>, Failure> {
    let path = match (file, workspace) {
        (Some(_), Some(_)) => return Err(Failure::usage("name a profile file or a workspace, not both")),
        (Some(file), None) => file.to_owned(),
        (None, workspace) => {
            let found = Settings::resolve(Flags { workspace, ..Flags::default() })?.workspace;
            // Only the default folder may be absent: nobody asked for it.
            if found.origin == Origin::Default && found.value.symlink_metadata().is_err() {
                return Ok(None);
            }
            Workspace::at(&found.value)?.profile_path()
        }
    };
    Ok(Some(Profile::load(&path)?))
}
