//! What inputs are read and asked with, made once: the profile of a fixture and its facts.

use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use engine::engine::Engine;
use engine::extraction::Context;
use engine::files::{ByteSource, Format};
use engine::ingestion::documents::{ReadContext, ReadDocument};
use engine::ingestion::{
    CsvContent, CsvFile, CsvOptions, FileEvent, FileJob, SourceFile, TablesInto, TextsInto, Vocabulary, ingest,
    ingest_csv, understand_tables,
};
use engine::profile::{Glossary, Profile};
use engine::question::Question;
use engine::retrieval::{ChunkLimits, ChunkStore, SqliteChunkStore};
use engine::scope::Mode;
use engine::store::{FactFilter, FactStore, ReviewFilter, SqliteFactStore};
use jiff::Timestamp;

const PROFILE: &str = include_str!("../../../fixtures/insurer/profile.toml");
const FACTS: &[u8] = include_bytes!("../../../fixtures/insurer/facts/annual.csv");

pub(crate) static DESK: LazyLock<Desk> = LazyLock::new(|| Desk::new().expect("the fixture is right"));

pub(crate) struct Desk {
    profile: Arc<Profile>,
    glossary: Arc<Glossary>,
    meanings: Context,
    engine: Engine,
}

/// What an ingestion came to, as far as anything of it is shown.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Came {
    /// Documents with their chunks.
    pub(crate) documents: String,
    /// Facts and what waits for a person.
    pub(crate) facts: String,
    pub(crate) notes: String,
}

/// What an answer came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) text: String,
    /// Whether it refused to speak of somebody.
    pub(crate) out_of_scope: bool,
}

type Fault = Box<dyn std::error::Error>;

impl Desk {
    fn new() -> Result<Self, Fault> {
        let profile = Arc::new(Profile::parse("profile.toml", PROFILE)?);
        let glossary = Arc::new(Glossary::new(&profile)?);
        let meanings = Context::new(Arc::clone(&profile), Arc::clone(&glossary))?;
        let facts = Arc::new(SqliteFactStore::in_memory()?);
        let file = CsvFile { content: CsvContent::Bytes(FACTS), name: "facts.csv".to_owned() };
        store_facts(&facts, &profile, &glossary, file)?;
        let engine = Engine::new(Arc::clone(&profile), facts)?;
        Ok(Self { profile, glossary, meanings, engine })
    }

    /// Ingests a file that is nothing but these bytes.
    pub(crate) fn ingest(&self, format: Format, bytes: &[u8]) -> Came {
        self.try_ingest(format, bytes).expect("stores in memory do not fail")
    }

    fn try_ingest(&self, format: Format, bytes: &[u8]) -> Result<Came, Fault> {
        let (facts, texts) = (SqliteFactStore::in_memory()?, SqliteChunkStore::in_memory()?);
        let context = ReadContext::new(&self.profile, &self.glossary)?;
        let understand = |file: &SourceFile<'_>, read: &mut ReadDocument| understand_tables(file, read, &self.meanings);
        let memory = ByteSource::Memory(bytes);
        let files = [SourceFile { format, content: memory, file_name: "input", name: "/in/input" }];
        let job = FileJob {
            files: &files,
            context: &context,
            tables: Some(TablesInto { store: &facts, understand: &understand }),
            texts: Some(TextsInto { store: &texts, limits: ChunkLimits::default() }),
            fingerprint: "1",
        };
        let mut notes = String::new();
        ingest(&job, None, Timestamp::UNIX_EPOCH, &mut |event| {
            if let FileEvent::Note { note, .. } = event {
                let _ = writeln!(notes, "{note}");
            }
        })?;
        let mut names = Vec::new();
        texts.documents(&mut |document| {
            names.push(document.name);
            ControlFlow::Continue(())
        })?;
        let mut documents = String::new();
        for name in names {
            let _ =
                writeln!(documents, "{:?}", texts.document(&name)?.map(|(document, chunks)| (document.title, chunks)));
        }
        Ok(Came { documents, facts: listed(&facts)?, notes })
    }

    /// Ingests a facts file.
    pub(crate) fn ingest_facts(&self, bytes: &[u8]) -> Came {
        self.try_ingest_facts(bytes).expect("stores in memory do not fail")
    }

    fn try_ingest_facts(&self, bytes: &[u8]) -> Result<Came, Fault> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("facts.csv");
        fs::write(&path, bytes)?;
        let store = SqliteFactStore::in_memory()?;
        let file = CsvFile { content: CsvContent::Path(path), name: "facts.csv".to_owned() };
        let notes = store_facts(&store, &self.profile, &self.glossary, file)?;
        Ok(Came { documents: String::new(), facts: listed(&store)?, notes })
    }

    /// Asks a question, on a fixed day; nothing when the text is no question.
    pub(crate) fn ask(&self, text: &str) -> Option<Told> {
        let question = Question::new(text, jiff::civil::date(2026, 3, 15)).ok()?;
        let answer = self.engine.ask(&question).expect("stores in memory do not fail");
        Some(Told { out_of_scope: answer.clarification.mode == Mode::OutOfScopeEntity, text: answer.text })
    }
}

/// Stores a facts file, with its bad rows left out. Returns what was told of them.
fn store_facts(
    store: &SqliteFactStore,
    profile: &Profile,
    glossary: &Glossary,
    file: CsvFile,
) -> Result<String, Fault> {
    let context = ReadContext::new(profile, glossary)?;
    let options = CsvOptions {
        vocabulary: Vocabulary::new(profile, glossary),
        sensitivity: &|name| profile.sensitivity.of_name(name),
        restricted: Some(context.restricted_words()),
        fingerprint: "1",
        skip_bad_rows: true,
    };
    let mut notes = String::new();
    ingest_csv(store, &[file], &options, Timestamp::UNIX_EPOCH, &mut |bad| {
        let _ = writeln!(notes, "{bad}");
    })?;
    Ok(notes)
}

/// Everything that a store of facts shows.
fn listed(store: &SqliteFactStore) -> Result<String, Fault> {
    let mut facts = String::new();
    store.list(&FactFilter::default(), &mut |fact| {
        let _ = writeln!(facts, "{fact:?}");
        ControlFlow::Continue(())
    })?;
    store.reviews(&ReviewFilter::default(), &mut |item| {
        let _ = writeln!(facts, "{item:?}");
        ControlFlow::Continue(())
    })?;
    Ok(facts)
}
