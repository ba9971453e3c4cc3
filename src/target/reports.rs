//! The product's own reading of documents, in this process: what `engine extract FILE --profile P --json` prints, for each
//! report of a fixture, and the same reports as facts of a store. It knows no truth and no question.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::extraction::{Context, Detail, Extraction, write_lines};
use engine::files::{ByteSource, DocumentFault, Format};
use engine::ingestion::documents::{ReadContext, ReadDocument};
use engine::ingestion::{
    ExtractContext, FileJob, FileOutcome, SourceFile, TableOutcome, TablesInto, TextsInto, extract, ingest,
    understand_tables,
};
use engine::profile::{Glossary, Profile};
use engine::store::SqliteFactStore;

use super::{Extractor, TargetError, failed, folders, of_fixture, sorted, unreadable};
use crate::extracted::Extracted;

const WITH_TABLES: &str = "whose tables are read";

/// The engine's reading over every fixture of a folder.
pub struct EngineExtractor {
    readers: BTreeMap<String, Reader>,
}

/// What reading the reports of one fixture needs.
struct Reader {
    reports: PathBuf,
    profile: Arc<Profile>,
    glossary: Arc<Glossary>,
    meanings: Context,
}

impl EngineExtractor {
    /// Prepares a reader for each folder in `fixtures` that has a profile.
    pub fn open(fixtures: &Path) -> Result<Self, TargetError> {
        let mut readers = BTreeMap::new();
        for (name, folder) in folders(fixtures)? {
            let profile = Profile::load(&folder.join("profile.toml")).map_err(failed)?;
            readers.insert(name, Reader::new(&folder, Arc::new(profile))?);
        }
        Ok(Self { readers })
    }
}

impl Extractor for EngineExtractor {
    fn extract(&self, fixture: &str, doc: &str) -> Result<Option<Extracted>, TargetError> {
        let Some(lines) = self.lines(fixture, doc)? else { return Ok(None) };
        let grids = serde_json::Deserializer::from_slice(&lines).into_iter().collect::<Result<_, _>>();
        Ok(Some(Extracted { grids: grids.map_err(unreadable)? }))
    }

    fn identity(&self) -> String {
        "engine in process".to_owned()
    }
}

impl EngineExtractor {
    /// The lines that record what is read of a document, for [`super::ScriptedTarget`]; none when there is no such report.
    pub fn recorded(&self, fixture: &str, doc: &str) -> Result<Option<String>, TargetError> {
        let Some(lines) = self.lines(fixture, doc)? else { return Ok(None) };
        let (name, file) = (serde_json::Value::from(fixture), serde_json::Value::from(doc));
        let lines = String::from_utf8(lines).map_err(failed)?;
        let grid = |grid| format!("{{\"fixture\":{name},\"grid\":{grid}}}\n");
        let grids = lines.lines().map(grid).collect::<Vec<String>>().concat();
        Ok(Some(if grids.is_empty() { format!("{{\"fixture\":{name},\"doc\":{file}}}\n") } else { grids }))
    }

    /// One line of JSON a grid.
    fn lines(&self, fixture: &str, doc: &str) -> Result<Option<Vec<u8>>, TargetError> {
        let reader = of_fixture(&self.readers, fixture)?;
        let path = reader.reports.join(doc);
        if !path.is_file() {
            return Ok(None);
        }
        let format = format(doc, &path, WITH_TABLES)?;
        let documents = reader.documents()?;
        let extraction = reader.read(format, doc, ByteSource::Path(&path), &documents).map_err(failed)?;
        let mut lines = Vec::new();
        write_lines(doc, &extraction, Detail::Rules, &mut lines).map_err(failed)?;
        Ok(Some(lines))
    }
}

impl Reader {
    fn new(folder: &Path, profile: Arc<Profile>) -> Result<Self, TargetError> {
        let glossary = Arc::new(Glossary::new(&profile).map_err(failed)?);
        let meanings = Context::new(Arc::clone(&profile), Arc::clone(&glossary)).map_err(failed)?;
        Ok(Self { reports: folder.join("reports"), profile, glossary, meanings })
    }

    fn documents(&self) -> Result<ReadContext<'_>, TargetError> {
        ReadContext::new(&self.profile, &self.glossary).map_err(failed)
    }

    fn read(
        &self,
        format: Format,
        name: &str,
        content: ByteSource<'_>,
        documents: &ReadContext<'_>,
    ) -> Result<Extraction, DocumentFault> {
        extract(format, name, content, Some(ExtractContext { documents, meanings: &self.meanings }))
    }
}

/// The format of a file; `what` says which formats there are, for the message.
fn format(name: &str, path: &Path, what: &str) -> Result<Format, TargetError> {
    Format::of_name(name).ok_or_else(|| failed(format_args!("{} has no format {what}", path.display())))
}

/// Puts what the reports of a fixture state into its store; one that cannot be read is a fault of the fixture.
pub(super) fn store_reports(folder: &Path, profile: &Arc<Profile>, store: &SqliteFactStore) -> Result<(), TargetError> {
    if !folder.join("reports").is_dir() {
        return Ok(());
    }
    let reader = Reader::new(folder, Arc::clone(profile))?;
    let context = reader.documents()?;
    let understand = |file: &SourceFile<'_>, read: &mut ReadDocument| understand_tables(file, read, &reader.meanings);
    let tables = TablesInto { store, understand: &understand };
    let is_read = |outcome: &FileOutcome| {
        let outcome = outcome.tables.as_ref().map(|tables| &tables.outcome);
        !matches!(outcome, Some(TableOutcome::Unreadable(_) | TableOutcome::Claimed { .. }))
    };
    match first_left_out(&reader.reports, (&context, Some(tables), None), is_read)? {
        Some(name) => Err(failed(format_args!("{name} was not taken"))),
        None => Ok(()),
    }
}

/// What files are read with, and where their tables and texts go.
type Ways<'a> = (&'a ReadContext<'a>, Option<TablesInto<'a>>, Option<TextsInto<'a>>);

/// Ingests every file of a folder, and names the first that was not taken as it should be.
pub(super) fn first_left_out(
    folder: &Path,
    (context, tables, texts): Ways<'_>,
    is_taken: impl Fn(&FileOutcome) -> bool,
) -> Result<Option<String>, TargetError> {
    let paths = sorted(folder)?;
    let what = if tables.is_some() { WITH_TABLES } else { "that is read" };
    let files = paths.iter().map(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        Ok(SourceFile { format: format(name, path, what)?, content: ByteSource::Path(path), file_name: name, name })
    });
    let files = files.collect::<Result<Vec<_>, TargetError>>()?;
    let job = FileJob { files: &files, context, tables, texts, fingerprint: "" };
    let done = ingest(&job, None, jiff::Timestamp::UNIX_EPOCH, &mut |_| {}).map_err(failed)?;
    let left_out = files.iter().zip(&done.files).find(|(_, outcome)| !is_taken(outcome));
    Ok(left_out.map(|(file, _)| file.name.to_owned()))
}
