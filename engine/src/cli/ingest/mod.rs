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
use engine::files::ByteSource;
use engine::ingestion::documents::ReadContext;
use engine::ingestion::{
    BadRow, CsvContent, CsvFile, CsvJob, CsvOptions, DocumentEvent, DocumentFile, DocumentOptions, DocumentReport,
    ExtractContext, FileReport, TableFile, TableJob, TableOptions, TableReport, Vocabulary, ingest_documents,
    ingest_structured, read_tables,
};
use engine::profile::{Glossary, Profile};
use engine::retrieval::ChunkLimits;
use engine::retrieval::store::{ChunkStore, SqliteChunkStore};
use engine::store::{FactStore, SqliteFactStore};
use jiff::Timestamp;

use super::exit::Failure;
use super::workspace::Workspace;
use super::{counted, index, note};
use progress::Progress;
pub(super) use sources::missing;
use sources::{Kind, SourceFile, Sources};

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

/// What became of a file: its facts, or its tables, its text, or both.
#[derive(Default)]
struct Report {
    facts: Option<FileReport>,
    tables: Option<TableReport>,
    text: Option<DocumentReport>,
    /// Whether the file is, or holds nothing but, a restricted document, so that its name is shown nowhere.
    restricted: bool,
}

pub(super) fn run(args: &IngestArgs, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let workspace = Workspace::open(workspace)?;
    let profile = Arc::new(workspace.profile()?);
    let sources = Sources::find(&args.paths, workspace.dir())?;
    let glossary = Arc::new(Workspace::glossary(&profile)?);
    let files = &sources.files;
    let has_facts = files.iter().any(|file| file.kind == Kind::Facts || file.kind.tables().is_some());
    let has_text = files.iter().any(|file| file.kind.text().is_some());
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
    if let Some(store) = &fact_store {
        desk.facts(store, files, &documents, &mut reports)?;
    }
    if let Some(store) = &chunk_store {
        desk.documents(store, files, &documents, &mut reports)?;
    }
    let indexed = match &chunk_store {
        Some(store) => {
            desk.progress.indexing();
            index::refresh(&workspace, &profile, store)
        }
        None => Ok(()),
    };
    desk.progress.finish();
    report::print(&sources, &reports, &|name| profile.sensitivity.restricts_name(name), args.json)?;
    note_restricted(fact_store.as_ref(), chunk_store.as_ref())?;
    // What was stored stays, and the next search tries again; but this command did not do all that it should.
    indexed?;
    Ok(ExitCode::from(report::code(&reports)))
}

/// Says how much is stored that nothing ever shows.
fn note_restricted(facts: Option<&SqliteFactStore>, documents: Option<&SqliteChunkStore>) -> Result<(), Failure> {
    let (mut hidden, mut things) = (Vec::new(), 0);
    if let Some(store) = facts {
        let stats = store.stats().map_err(|error| Failure::caused_by(&error))?;
        for (count, thing) in [(stats.restricted, "fact"), (stats.reviews_restricted, "reading")] {
            things += count;
            hidden.extend((count > 0).then(|| format!("{} of restricted documents", counted(count, thing))));
        }
    }
    if let Some(store) = documents {
        let restricted = store.stats().map_err(|error| Failure::caused_by(&error))?.restricted;
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

/// What both kinds of files are read with.
struct Desk<'a> {
    profile: &'a Arc<Profile>,
    glossary: &'a Arc<Glossary>,
    fingerprint: &'a str,
    progress: Progress,
    skip_bad_rows: bool,
}

impl Desk<'_> {
    /// Ingests facts files and the tables of all others, as one run.
    fn facts(
        &self,
        store: &SqliteFactStore,
        files: &[SourceFile],
        documents: &ReadContext<'_>,
        reports: &mut [Report],
    ) -> Result<(), Failure> {
        let (facts_at, tables_at) = (at(files, |kind| kind == Kind::Facts), at(files, |kind| kind.tables().is_some()));
        let csv: Vec<CsvFile> = facts_at
            .iter()
            .map(|&at| CsvFile { content: CsvContent::Path(files[at].path.clone()), name: files[at].name.clone() })
            .collect();
        let tables: Vec<TableFile<'_>> = tables_at
            .iter()
            .filter_map(|&at| {
                let file = &files[at];
                let (format, content) = (file.kind.tables()?, ByteSource::Path(&file.path));
                Some(TableFile { format, content, file_name: file.own_name(), name: &file.name })
            })
            .collect();
        let meanings = extraction::Context::new(Arc::clone(self.profile), Arc::clone(self.glossary));
        let meanings = meanings.map_err(|error| self.failed(&error))?;
        let context = ExtractContext { documents, meanings: &meanings };
        let vocabulary = Vocabulary::new(self.profile, self.glossary);
        let policy = &self.profile.sensitivity;
        let shown: HashMap<&str, &SourceFile> = files.iter().map(|file| (file.name.as_str(), file)).collect();
        let mut on_bad_row = |bad: &BadRow| self.progress.aside(|| note(report::bad_row(bad, &shown, policy)));
        let mut csv = CsvJob {
            files: &csv,
            options: CsvOptions {
                vocabulary,
                sensitivity: &|name| policy.of_name(name),
                fingerprint: self.fingerprint,
                skip_bad_rows: self.skip_bad_rows,
            },
            on_bad_row: &mut on_bad_row,
        };
        let mut tables = TableJob {
            files: &tables,
            options: TableOptions { read: &|file| read_tables(file, context), policy, fingerprint: self.fingerprint },
            on_file: &mut |done| self.progress.tables(facts_at.len() + done),
        };
        self.progress.facts(facts_at.len() + tables_at.len());
        let done = ingest_structured(store, &mut csv, &mut tables, Timestamp::now());
        let (of_csv, of_tables) = done.map_err(|error| self.failed(&error))?;
        for (at, report) in facts_at.into_iter().zip(of_csv) {
            reports[at].facts = Some(report);
        }
        for (at, report) in tables_at.into_iter().zip(of_tables) {
            reports[at].restricted |= report.restricted;
            reports[at].tables = Some(report);
        }
        Ok(())
    }

    /// Ingests the text of files. What restricts their tables restricts it too.
    fn documents(
        &self,
        store: &SqliteChunkStore,
        files: &[SourceFile],
        context: &ReadContext<'_>,
        reports: &mut [Report],
    ) -> Result<(), Failure> {
        let text_at = at(files, |kind| kind.text().is_some());
        let before = files.len() - text_at.len();
        let documents: Vec<DocumentFile<'_>> = text_at
            .iter()
            .filter_map(|&at| {
                let file = &files[at];
                let format = file.kind.text()?;
                Some(DocumentFile {
                    format,
                    content: ByteSource::Path(&file.path),
                    file_name: file.own_name(),
                    name: &file.name,
                })
            })
            .collect();
        let hidden: HashSet<&str> =
            files.iter().zip(&*reports).filter(|(_, report)| report.restricted).map(|(file, _)| &*file.name).collect();
        let options = DocumentOptions {
            context,
            policy: &self.profile.sensitivity,
            restricts: &|name| hidden.contains(name),
            limits: ChunkLimits::default(),
            fingerprint: self.fingerprint,
        };
        let shown: HashMap<&str, &SourceFile> = files.iter().map(|file| (file.name.as_str(), file)).collect();
        let mut on_event = |event: DocumentEvent<'_>| match event {
            DocumentEvent::Note { file, note: told, restricted } => {
                let known = shown.get(file.name).map_or(file.name, |source| &source.shown);
                let hide = restricted || hidden.contains(file.name);
                let shown = if hide { report::RESTRICTED } else { known };
                self.progress.aside(|| note(format_args!("{shown}: {told}")));
            }
            DocumentEvent::Progress { files, documents } => self.progress.documents(before + files, documents),
        };
        self.progress.documents(before, 0);
        let done = ingest_documents(store, &documents, &options, Timestamp::now(), &mut on_event);
        for (at, report) in text_at.into_iter().zip(done.map_err(|error| self.failed(&error))?) {
            // What an unchanged file holds is known to the store alone.
            let stored = store.is_source_restricted(&files[at].name).map_err(|error| self.failed(&error))?;
            reports[at].restricted |= stored || report.restricted > 0 && report.restricted == report.documents;
            reports[at].text = Some(report);
        }
        Ok(())
    }

    fn failed(&self, error: &dyn std::error::Error) -> Failure {
        self.progress.finish();
        Failure::caused_by(error)
    }
}

/// The positions of the files of a kind.
fn at(files: &[SourceFile], wanted: impl Fn(Kind) -> bool) -> Vec<usize> {
    files.iter().enumerate().filter(|(_, file)| wanted(file.kind)).map(|(at, _)| at).collect()
}

/// What decides, besides a file, how it is read: the profile and this program. A file that is known is read again after
/// either changed.
pub(super) fn fingerprint(workspace: &Workspace) -> Result<String, Failure> {
    let path = workspace.profile_path();
    let profile = std::fs::read(&path).map_err(|error| Failure::fault(format!("{}: {error}", path.display())))?;
    Ok(format!("{} {}", env!("CARGO_PKG_VERSION"), blake3::hash(&profile).to_hex()))
}
