//! The product's own reading of documents, in this process: what `engine extract FILE --profile P --json` prints, for each
//! report of a fixture, and the same reports as facts of a store. It knows no truth and no question.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::extraction::{Context, Detail, Extraction, write_lines};
use engine::files::{ByteSource, DocumentFault, Format};
use engine::ingestion::documents::{ReadContext, ReadDocument};
use engine::ingestion::{
    ExtractContext, FileJob, FileOutcome, SourceFile, TableOutcome, TablesInto, extract, ingest, understand_tables,
};
use engine::profile::{Glossary, Profile};
use engine::store::SqliteFactStore;

use super::{Extractor, TargetError, failed, folders, sorted};
use crate::extracted::Extracted;

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
            let profile = Profile::load(&folder.join("profile.toml")).map_err(|error| failed(&error))?;
            readers.insert(name, Reader::new(&folder, Arc::new(profile))?);
        }
        Ok(Self { readers })
    }
}

impl Extractor for EngineExtractor {
    fn extract(&self, fixture: &str, doc: &str) -> Result<Option<Extracted>, TargetError> {
        let unknown = || TargetError::UnknownFixture { fixture: fixture.to_owned() };
        let reader = self.readers.get(fixture).ok_or_else(unknown)?;
        let path = reader.reports.join(doc);
        if !path.is_file() {
            return Ok(None);
        }
        let format = format(doc, &path)?;
        let documents = reader.documents()?;
        let extraction =
            reader.read(format, doc, ByteSource::Path(&path), &documents).map_err(|error| failed(&error))?;
        let mut lines = Vec::new();
        write_lines(doc, &extraction, Detail::Rules, &mut lines).map_err(|error| failed(&error))?;
        let grids = serde_json::Deserializer::from_slice(&lines).into_iter().collect::<Result<_, _>>();
        match grids {
            Ok(grids) => Ok(Some(Extracted { grids })),
            Err(error) => Err(TargetError::Unreadable { message: error.to_string() }),
        }
    }

    fn identity(&self) -> String {
        "engine in process".to_owned()
    }
}

impl Reader {
    fn new(folder: &Path, profile: Arc<Profile>) -> Result<Self, TargetError> {
        let glossary = Arc::new(Glossary::new(&profile).map_err(|error| failed(&error))?);
        let meanings = Context::new(Arc::clone(&profile), Arc::clone(&glossary)).map_err(|error| failed(&error))?;
        Ok(Self { reports: folder.join("reports"), profile, glossary, meanings })
    }

    fn documents(&self) -> Result<ReadContext<'_>, TargetError> {
        ReadContext::new(&self.profile, &self.glossary).map_err(|error| failed(&error))
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

fn format(name: &str, path: &Path) -> Result<Format, TargetError> {
    let unread = || TargetError::Failed { message: format!("{} has no format whose tables are read", path.display()) };
    Format::of_name(name).ok_or_else(unread)
}

/// Puts what the reports of a fixture state into its store; one that cannot be read is a fault of the fixture.
pub(super) fn store_reports(folder: &Path, profile: &Arc<Profile>, store: &SqliteFactStore) -> Result<(), TargetError> {
    let reader = Reader::new(folder, Arc::clone(profile))?;
    if !reader.reports.is_dir() {
        return Ok(());
    }
    let paths = sorted(&reader.reports)?;
    let mut files = Vec::new();
    for path in &paths {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let format = format(name, path)?;
        files.push(SourceFile { format, content: ByteSource::Path(path), file_name: name, name });
    }
    let context = reader.documents()?;
    let understand = |file: &SourceFile<'_>, read: &mut ReadDocument| understand_tables(file, read, &reader.meanings);
    let tables = TablesInto { store, understand: &understand };
    let job = FileJob { files: &files, context: &context, tables: Some(tables), texts: None, fingerprint: "" };
    let done = ingest(&job, None, jiff::Timestamp::UNIX_EPOCH, &mut |_| {}).map_err(|error| failed(&error))?;
    let unread = |outcome: &FileOutcome| {
        let outcome = outcome.tables.as_ref().map(|tables| &tables.outcome);
        matches!(outcome, Some(TableOutcome::Unreadable(_) | TableOutcome::Claimed { .. }))
    };
    match files.iter().zip(&done.files).find(|(_, outcome)| unread(outcome)) {
        Some((file, _)) => Err(TargetError::Failed { message: format!("{} was not taken", file.name) }),
        None => Ok(()),
    }
}
