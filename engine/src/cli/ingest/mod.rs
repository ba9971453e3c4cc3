//! `engine ingest`: facts and documents from files into the workspace. What is read is decided here and in [`sources`];
//! what a row or a document means is decided by the library.

mod progress;
mod report;
mod sources;

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use engine::ingestion::documents::{Content, ReadContext};
use engine::ingestion::{
    BadRow, CsvContent, CsvFile, CsvOptions, DocumentEvent, DocumentFile, DocumentOptions, DocumentReport, FileReport,
    ingest_csv, ingest_documents,
};
use engine::profile::{Glossary, Profile, ProfileVocabulary};
use engine::retrieval::ChunkLimits;
use engine::retrieval::store::{ChunkStore, SqliteChunkStore};
use engine::store::{FactStore, SqliteFactStore};
use jiff::Timestamp;

use super::exit::Failure;
use super::workspace::Workspace;
use super::{counted, index, note};
use progress::Progress;
pub(super) use sources::nearest;
use sources::{Kind, SourceFile, Sources};

const HELP: &str = "\
A facts file is UTF-8 CSV with a header row. Columns, in any order: metric,
entity, period, value, unit, doc; and, where wanted: channel (TOTAL), locator
(the row), valid_as_of (YYYY-MM-DD). Cells are read through the profile.

Documents are Markdown, plain text, HTML, Word, PowerPoint and PDF files, or
JSON lines with a document each. A document is kept under its file's name, or
under the `doc:` of its front matter; no two files can bring the same name. One
whose `sensitivity:` is RESTRICTED, or anything but PUBLIC and INTERNAL, is
stored and never shown, and keeps the strictest label that it was ever given.

All facts files of one command are one run: it is stored as a whole, or not at
all when it is interrupted. A bad row rejects its file. Documents are stored
one by one: an interrupted run leaves each in its old or its new version, and
goes on from there when it is called again. Files that cannot be read are
listed, and the others still go in. A file that is read again replaces what it
held before; one that was deleted does not (see `engine docs withdraw`).

Exit codes: 3 when a file was rejected or could not be read, 4 when rows or
records were left out, or a file held nothing.

Examples:
  engine ingest facts.csv reports/
  engine ingest --workspace reports --skip-bad-rows exports/ extra.csv";

/// `engine ingest`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct IngestArgs {
    /// Files, or folders that are read with all below them (hidden files are left out)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Take the good rows of a facts file that has bad ones
    #[arg(long)]
    skip_bad_rows: bool,
    /// Print one JSON object a file instead of a table
    #[arg(long)]
    json: bool,
}

/// What became of a file.
enum Report {
    Facts(FileReport),
    Documents(DocumentReport),
}

pub(super) fn run(args: &IngestArgs, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let workspace = Workspace::open(workspace)?;
    let profile = workspace.profile()?;
    let sources = Sources::find(&args.paths, workspace.dir())?;
    let glossary = Workspace::glossary(&profile)?;
    let of_kind = |documents| sources.files.iter().filter(move |file| (file.kind != Kind::Facts) == documents);
    let (facts, documents): (Vec<_>, Vec<_>) = (of_kind(false).collect(), of_kind(true).collect());
    // Both are opened before either is written, so that a workspace that lacks one stays as it is.
    let fact_store = if facts.is_empty() { None } else { Some(workspace.facts_to_write()?) };
    let chunk_store = if documents.is_empty() { None } else { Some(workspace.documents_to_write()?) };
    let fingerprint = fingerprint(&workspace)?;
    let desk = Desk {
        profile: &profile,
        glossary: &glossary,
        fingerprint: &fingerprint,
        progress: Progress::new(&sources),
        skip_bad_rows: args.skip_bad_rows,
    };
    let mut fact_reports = match &fact_store {
        Some(store) => desk.facts(store, &facts)?.into_iter(),
        None => Vec::new().into_iter(),
    };
    let mut document_reports = match &chunk_store {
        Some(store) => desk.documents(store, &documents, facts.len())?.into_iter(),
        None => Vec::new().into_iter(),
    };
    let indexed = match &chunk_store {
        Some(store) => {
            desk.progress.indexing();
            index::refresh(&workspace, &profile, store)
        }
        None => Ok(()),
    };
    desk.progress.finish();
    let reports: Vec<Report> = sources
        .files
        .iter()
        .filter_map(|file| match file.kind {
            Kind::Facts => fact_reports.next().map(Report::Facts),
            Kind::Documents(_) => document_reports.next().map(Report::Documents),
        })
        .collect();
    report::print(&sources, &reports, args.json)?;
    note_restricted(fact_store.as_ref(), chunk_store.as_ref())?;
    // What was stored stays, and the next search tries again; but this command did not do all that it should.
    indexed?;
    Ok(ExitCode::from(report::code(&reports)))
}

/// Says how much is stored that nothing ever shows.
fn note_restricted(facts: Option<&SqliteFactStore>, documents: Option<&SqliteChunkStore>) -> Result<(), Failure> {
    let mut hidden = Vec::new();
    if let Some(store) = facts {
        let restricted = store.stats().map_err(|error| Failure::caused_by(&error))?.restricted;
        hidden.extend((restricted > 0).then(|| format!("{} of restricted documents", counted(restricted, "fact"))));
    }
    if let Some(store) = documents {
        let restricted = store.stats().map_err(|error| Failure::caused_by(&error))?.restricted;
        hidden.extend((restricted > 0).then(|| counted(restricted, "restricted document")));
    }
    if !hidden.is_empty() {
        note(format_args!("note: the workspace holds {}; they never answer and are never shown", hidden.join(" and ")));
    }
    Ok(())
}

/// What both kinds of files are read with.
struct Desk<'a> {
    profile: &'a Profile,
    glossary: &'a Glossary,
    fingerprint: &'a str,
    progress: Progress,
    skip_bad_rows: bool,
}

impl Desk<'_> {
    fn facts(&self, store: &SqliteFactStore, sources: &[&SourceFile]) -> Result<Vec<FileReport>, Failure> {
        let files: Vec<CsvFile> = sources
            .iter()
            .map(|file| CsvFile { content: CsvContent::Path(file.path.clone()), name: file.name.clone() })
            .collect();
        let options = CsvOptions {
            vocabulary: &ProfileVocabulary::new(self.profile, self.glossary),
            sensitivity: &|name| self.profile.sensitivity.of_name(name),
            fingerprint: self.fingerprint,
            skip_bad_rows: self.skip_bad_rows,
        };
        let shown = shown(sources);
        let mut on_bad_row = |bad: &BadRow| {
            let source = shown.get(bad.source.as_str()).map_or_else(|| bad.source.clone(), |shown| (*shown).to_owned());
            self.progress.aside(|| note(BadRow { source, ..bad.clone() }));
        };
        self.progress.facts(sources.len());
        let reports = ingest_csv(store, &files, &options, Timestamp::now(), &mut on_bad_row);
        reports.map_err(|error| self.failed(&error))
    }

    /// Ingests documents, after `before` other files.
    fn documents(
        &self,
        store: &SqliteChunkStore,
        sources: &[&SourceFile],
        before: usize,
    ) -> Result<Vec<DocumentReport>, Failure> {
        let files: Vec<DocumentFile<'_>> = sources
            .iter()
            .filter_map(|file| match file.kind {
                Kind::Facts => None,
                Kind::Documents(format) => Some(DocumentFile {
                    format,
                    content: Content::Path(&file.path),
                    file_name: file.path.file_name().and_then(OsStr::to_str).unwrap_or(&file.name),
                    name: &file.name,
                }),
            })
            .collect();
        let context = ReadContext::new(self.profile, self.glossary).map_err(|error| self.failed(&error))?;
        let options = DocumentOptions {
            context: &context,
            policy: &self.profile.sensitivity,
            limits: ChunkLimits::default(),
            fingerprint: self.fingerprint,
        };
        let shown = shown(sources);
        let mut on_event = |event: DocumentEvent<'_>| match event {
            DocumentEvent::Note(file, told) => {
                let shown = shown.get(file.name).copied().unwrap_or(file.name);
                self.progress.aside(|| note(format_args!("{shown}: {told}")));
            }
            DocumentEvent::Progress { files, documents } => self.progress.documents(before + files, documents),
        };
        self.progress.documents(before, 0);
        let reports = ingest_documents(store, &files, &options, Timestamp::now(), &mut on_event);
        reports.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &dyn std::error::Error) -> Failure {
        self.progress.finish();
        Failure::caused_by(error)
    }
}

/// What a person calls the files, by their names in the store.
fn shown<'s>(sources: &[&'s SourceFile]) -> HashMap<&'s str, &'s str> {
    sources.iter().map(|file| (file.name.as_str(), file.shown.as_str())).collect()
}

/// What decides, besides a file, how it is read: the profile and this program. A file that is known is read again after
/// either changed.
fn fingerprint(workspace: &Workspace) -> Result<String, Failure> {
    let path = workspace.profile_path();
    let profile = std::fs::read(&path).map_err(|error| Failure::fault(format!("{}: {error}", path.display())))?;
    Ok(format!("{} {}", env!("CARGO_PKG_VERSION"), blake3::hash(&profile).to_hex()))
}
