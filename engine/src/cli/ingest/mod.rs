//! `engine ingest`: facts, tables and documents from files into the workspace. What is read is decided here and in
//! [`sources`]; what a row, a cell or a document means is decided by the library.

mod json;
mod progress;
mod report;
mod sources;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use engine::extraction;
use engine::ingestion::documents::{ReadContext, ReadDocument};
use engine::ingestion::{
    BadRow, CsvContent, CsvFile, CsvJob, CsvOptions, FileEvent, FileJob, FileReport, SourceFile, TableReport,
    TablesInto, TextReport, TextsInto, Vocabulary, ingest, understand_tables,
};
use engine::profile::{Glossary, Profile};
use engine::retrieval::ChunkLimits;
use engine::retrieval::store::{ChunkStore, SqliteChunkStore};
use engine::store::{FactStore, SqliteFactStore};

use super::exit::{ANSWERED, Failure, WARNED};
use super::workspace::Workspace;
use super::{counted, index, note, restricted_count};
use progress::Progress;
pub(super) use sources::missing;
use sources::{Found, Kind, Skipped, Sources};

const HELP: &str = "\
A facts file is UTF-8 CSV with a header row. Columns, in any order: metric,
entity, period, value, unit, doc; and, where wanted: channel (TOTAL), locator
(the row), valid_as_of (YYYY-MM-DD). Cells are read through the profile.

Tables are read from Excel, PowerPoint, PDF, HTML and Markdown files, and from
CSV files that are no facts file: a value whose headers, unit and colour say in
full what it is becomes a fact that names its cell. What is not understood in
full waits for a person (`engine review list`); values of which the profile
knows nothing are counted and passed over.

Documents are Markdown, plain text, HTML, Word, PowerPoint and PDF files, or
JSON lines with a document each. A document is kept under its file's name, or
under the `doc:` of its front matter; no two files can bring the same name. One
whose `sensitivity:` is RESTRICTED, or anything but PUBLIC and INTERNAL, is
stored and never shown, its name included, and keeps the strictest label that
it was ever given. What restricts its text or its tables restricts both.

All facts of one command, from facts files and from tables, are one run: it is
stored as a whole, or not at all when it is interrupted. A bad row rejects its
file. Documents are stored one by one: an interrupted run leaves each in its old
or its new version, and goes on from there when it is called again. Files that
cannot be read are listed, and the others still go in. A file that is read again
replaces what it held before; what a person approved, rejected or corrected
stays so, and is flagged when the file says something else since. A file that
was deleted replaces nothing (see `engine docs withdraw`).

The table counts rows of facts files, cells of tables and documents under Read;
facts or documents under New, Changed, Same and Dropped.

Exit codes: 3 when a file was rejected or could not be read, 4 when rows or
records were left out, or a file held nothing.

Examples:
  engine ingest facts.csv reports/
  engine ingest \"reports/*.xlsx\" \"decks/**/*.pptx\"
  engine ingest --workspace reports --skip-bad-rows exports/ extra.csv";

/// `engine ingest`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct IngestArgs {
    /// Files, patterns such as "reports/*.xlsx", or folders that are read with all below them (hidden files are left out)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Take the good rows of a facts file that has bad ones
    #[arg(long)]
    skip_bad_rows: bool,
    /// Print one JSON object a file instead of a table
    #[arg(long)]
    json: bool,
}

/// Ingests files that the workspace knows.
pub(super) fn again(paths: Vec<PathBuf>, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    run(&IngestArgs { paths, skip_bad_rows: false, json: false }, workspace)
}

/// What became of a file: its facts, or its tables, its text, or both.
#[derive(Default)]
struct Report {
    facts: Option<FileReport>,
    tables: Option<TableReport>,
    text: Option<TextReport>,
    /// Whether the file is, or holds nothing but, a restricted document, so that its name is shown nowhere.
    restricted: bool,
}

pub(super) fn run(args: &IngestArgs, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let workspace = Workspace::open(workspace)?;
    let profile = Arc::new(workspace.profile()?);
    let sources = Sources::find(&args.paths, workspace.dir())?;
    let glossary = Arc::new(Workspace::glossary(&profile)?);
    let files = &sources.files;
    let has_facts = files.iter().any(|file| file.kind == Kind::Facts || file.kind.has_tables());
    let has_text = files.iter().any(|file| file.kind.has_text());
    // Both are opened before either is written, so that a workspace that lacks one stays as it is.
    let fact_store = if has_facts { Some(workspace.facts_to_write()?) } else { None };
    let chunk_store = if has_text { Some(workspace.documents_to_write()?) } else { None };
    let desk = Desk {
        profile: &profile,
        glossary: &glossary,
        fingerprint: &fingerprint(&workspace)?,
        progress: Progress::new(&sources),
        skip_bad_rows: args.skip_bad_rows,
    };
    let mut reports: Vec<Report> = files.iter().map(|_| Report::default()).collect();
    for (file, report) in files.iter().zip(&mut reports) {
        report.restricted = profile.sensitivity.restricts_name(&file.name);
    }
    let documents = ReadContext::new(&profile, &glossary).map_err(|error| desk.failed(&error))?;
    desk.ingest(fact_store.as_ref(), chunk_store.as_ref(), files, &documents, &mut reports)?;
    let indexed = match &chunk_store {
        Some(store) => {
            desk.progress.indexing();
            index::refresh(&workspace, &profile, store)
        }
        None => Ok(()),
    };
    desk.progress.finish();
    // The names of files that were passed over may be restricted too.
    let passed_over = |skipped: &Skipped| {
        let is_restricted = profile.sensitivity.restricts_name(&skipped.shown);
        let shown = if is_restricted { report::RESTRICTED.to_owned() } else { skipped.shown.clone() };
        Skipped { shown, ..*skipped }
    };
    let skipped: Vec<Skipped> = sources.skipped.iter().map(passed_over).collect();
    let print = if args.json { json::print } else { report::print };
    print(&sources, &reports, &skipped)?;
    note_restricted(fact_store.as_ref(), chunk_store.as_ref())?;
    // What was stored stays, and the next search tries again; but this command did not do all that it should.
    indexed?;
    let code = report::code(&reports);
    let lost = code == ANSWERED && skipped.iter().any(|skipped| skipped.why.is_loss());
    Ok(ExitCode::from(if lost { WARNED } else { code }))
}

/// Says how much is stored that nothing ever shows, when a person asked for it.
fn note_restricted(facts: Option<&SqliteFactStore>, documents: Option<&SqliteChunkStore>) -> Result<(), Failure> {
    if restricted_count(0).is_none() {
        return Ok(());
    }
    let (mut hidden, mut things) = (Vec::new(), 0);
    if let Some(store) = facts {
        let stats = store.stats()?;
        for (count, thing) in [(stats.restricted, "fact"), (stats.reviews_restricted, "reading")] {
            things += count;
            hidden.extend((count > 0).then(|| format!("{} of restricted documents", counted(count, thing))));
        }
    }
    if let Some(store) = documents {
        let restricted = store.stats()?.restricted;
        things += restricted;
        hidden.extend((restricted > 0).then(|| counted(restricted, "restricted document")));
    }
    if !hidden.is_empty() {
        let never =
            if things == 1 { "it never answers and is never shown" } else { "they never answer and are never shown" };
        note(format_args!("note: the workspace holds {}; {never}", hidden.join(" and ")));
    }
    Ok(())
}

/// What files are read with.
struct Desk<'a> {
    profile: &'a Arc<Profile>,
    glossary: &'a Arc<Glossary>,
    fingerprint: &'a str,
    progress: Progress,
    skip_bad_rows: bool,
}

/// Which bad rows were told. Of restricted files it is the first one alone: how many there are is for those who ask for such
/// counts.
#[derive(Default)]
struct Told {
    restricted: bool,
}

impl Told {
    fn first(&mut self, bad: &BadRow, tell: impl Fn(&BadRow)) {
        let is_untold = bad.is_restricted && restricted_count(0).is_none();
        if !(is_untold && std::mem::replace(&mut self.restricted, true)) {
            tell(bad);
        }
    }
}

impl Desk<'_> {
    /// Ingests facts files, and the tables and the text of all others.
    fn ingest(
        &self,
        facts: Option<&SqliteFactStore>,
        texts: Option<&SqliteChunkStore>,
        files: &[Found],
        context: &ReadContext<'_>,
        reports: &mut [Report],
    ) -> Result<(), Failure> {
        let (facts_at, others_at): (Vec<usize>, Vec<usize>) =
            (0..files.len()).partition(|&at| files[at].kind == Kind::Facts);
        let csv = |found: &Found| CsvFile { content: CsvContent::Path(found.path.clone()), name: found.name.clone() };
        let csv: Vec<CsvFile> = facts_at.iter().map(|&at| csv(&files[at])).collect();
        let others: Vec<SourceFile<'_>> = others_at.iter().filter_map(|&at| files[at].source()).collect();
        let meanings = extraction::Context::new(Arc::clone(self.profile), Arc::clone(self.glossary));
        let meanings = meanings.map_err(|error| self.failed(&error))?;
        let policy = &self.profile.sensitivity;
        let shown: HashMap<&str, &Found> = files.iter().map(|file| (file.name.as_str(), file)).collect();
        let mut told = Told::default();
        let tell = |bad: &BadRow| self.progress.aside(|| note(report::bad_row(bad, &shown)));
        let mut on_bad_row = |bad: &BadRow| told.first(bad, tell);
        let mut csv = CsvJob {
            files: &csv,
            options: CsvOptions {
                vocabulary: Vocabulary::new(self.profile, self.glossary),
                sensitivity: &|name| policy.of_name(name),
                restricted: Some(context.restricted_words()),
                fingerprint: self.fingerprint,
                skip_bad_rows: self.skip_bad_rows,
            },
            on_bad_row: &mut on_bad_row,
        };
        let understand = |file: &SourceFile<'_>, read: &mut ReadDocument| understand_tables(file, read, &meanings);
        let job = FileJob {
            files: &others,
            context,
            tables: facts.map(|store| TablesInto { store, understand: &understand }),
            texts: texts.map(|store| TextsInto { store, limits: ChunkLimits::default() }),
            fingerprint: self.fingerprint,
        };
        let mut untold = HashSet::new();
        let mut on_event = |event: FileEvent<'_>| match event {
            // How many restricted files there are is told by no message.
            FileEvent::Note { note: told, restricted: true, .. }
                if restricted_count(0).is_none() && !untold.insert(told.to_string()) => {}
            FileEvent::Note { file, note: told, restricted } => {
                let known = shown.get(file.name).map_or(file.name, |source| &source.shown);
                let shown = if restricted { report::RESTRICTED } else { known };
                self.progress.aside(|| note(format_args!("{shown}: {told}")));
            }
            FileEvent::Progress { files, documents } => self.progress.files(facts_at.len() + files, documents),
        };
        self.progress.begin(files.len());
        let done =
            ingest(&job, Some(&mut csv), crate::cli::now()?, &mut on_event).map_err(|error| self.failed(&error))?;
        for (&at, report) in facts_at.iter().zip(done.facts) {
            reports[at].facts = Some(report);
        }
        for (&at, outcome) in others_at.iter().zip(done.files) {
            let report = &mut reports[at];
            report.restricted |= outcome.tables.as_ref().is_some_and(|tables| tables.restricted);
            if let (Some(store), Some(text)) = (texts, &outcome.text) {
                // What an unchanged file holds is known to the store alone.
                let stored = store.is_source_restricted(&files[at].name).map_err(|error| self.failed(&error))?;
                report.restricted |= stored || text.restricted > 0 && text.restricted == text.documents;
            }
            (report.tables, report.text) = (outcome.tables, outcome.text);
        }
        Ok(())
    }

    fn failed(&self, error: &dyn std::error::Error) -> Failure {
        self.progress.finish();
        Failure::caused_by(error)
    }
}

/// What decides, besides a file, how it is read: the profile and this program. A file that is known is read again after
/// either changed.
pub(super) fn fingerprint(workspace: &Workspace) -> Result<String, Failure> {
    let path = workspace.profile_path();
    let profile = std::fs::read(&path).map_err(|error| Failure::fault(format!("{}: {error}", path.display())))?;
    Ok(format!("{} {}", env!("CARGO_PKG_VERSION"), blake3::hash(&profile).to_hex()))
}
