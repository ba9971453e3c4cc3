//! The product's own engine, in this process: one engine a fixture, with the fixture's facts, reports and documents in
//! memory. It answers in the same JSON that any other system would send; the harness reads nothing else of it.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use engine::answer::Answer;
use engine::engine::Engine;
use engine::ingestion::{CsvContent, CsvFile, CsvOptions, Vocabulary, ingest_csv};
use engine::mock::MockProvider;
use engine::profile::{Glossary, Profile, RestrictedWords};
use engine::question::Question;
use engine::retrieval::HybridRetriever;
use engine::store::SqliteFactStore;
use jiff::civil::Date;

use super::liar::{Liar, Lies};
use super::library::retriever;
use super::reports::store_reports;
use super::{Target, TargetError, failed, folders, of_fixture, sorted, unreadable};
use crate::lane::Lane;
use crate::outcome::Outcome;

/// The engine over every fixture of a folder.
pub struct EngineTarget {
    engines: BTreeMap<String, Engine>,
    lane: Lane,
}

/// Opens engines over folders of fixtures. What a profile alone decides is made once, however many folders have it, and so
/// is the search over the same documents under the same profile.
#[derive(Default)]
pub struct EngineOpener {
    by_profile: Mutex<BTreeMap<String, Arc<Reading>>>,
    by_documents: Mutex<HashMap<blake3::Hash, Arc<HybridRetriever>>>,
}

/// What a profile alone decides.
struct Reading {
    profile: Arc<Profile>,
    glossary: Arc<Glossary>,
    restricted: RestrictedWords,
    /// Without facts and documents.
    engine: Engine,
}

impl Reading {
    fn of(profile: &Path) -> Result<Self, TargetError> {
        let profile = Arc::new(Profile::load(profile).map_err(failed)?);
        let glossary = Arc::new(Glossary::new(&profile).map_err(failed)?);
        let restricted = RestrictedWords::new(&profile.sensitivity).map_err(failed)?;
        let nothing = SqliteFactStore::in_memory().map_err(failed)?;
        let engine = Engine::new(Arc::clone(&profile), Arc::new(nothing)).map_err(failed)?;
        Ok(Self { profile, glossary, restricted, engine })
    }
}

impl EngineOpener {
    /// Builds an engine for each folder in `fixtures` that has a profile. In [`Lane::Tool`] no model takes part; in
    /// [`Lane::Agent`] and [`Lane::Counterfactual`] the offline provider does.
    pub fn open(&self, fixtures: &Path, lane: Lane) -> Result<EngineTarget, TargetError> {
        let mut engines = BTreeMap::new();
        for (name, folder) in folders(fixtures)? {
            let reading = self.reading(&folder.join("profile.toml"))?;
            let engine = build(&folder, &reading)?.with_retriever(self.retriever(&folder, &reading)?);
            let engine = match lane {
                Lane::Tool | Lane::Extraction | Lane::Retrieval => engine,
                Lane::Agent | Lane::Counterfactual => engine.with_provider(Arc::new(MockProvider)),
            };
            engines.insert(name, engine);
        }
        Ok(EngineTarget { engines, lane })
    }

    fn reading(&self, profile: &Path) -> Result<Arc<Reading>, TargetError> {
        let text = fs::read_to_string(profile).map_err(failed)?;
        let mut known = self.by_profile.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reading) = known.get(&text) {
            return Ok(Arc::clone(reading));
        }
        let reading = Arc::new(Reading::of(profile)?);
        known.insert(text, Arc::clone(&reading));
        Ok(reading)
    }

    fn retriever(&self, folder: &Path, reading: &Reading) -> Result<Arc<HybridRetriever>, TargetError> {
        let content = hash_of_documents(folder)?;
        let known = || self.by_documents.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(retriever) = known().get(&content) {
            return Ok(Arc::clone(retriever));
        }
        // Read outside the lock: two that read the same at once make the same.
        let retriever = retriever(folder, &reading.profile, &reading.glossary)?;
        known().insert(content, Arc::clone(&retriever));
        Ok(retriever)
    }
}

/// A hash over a fixture's profile and the names and bytes of its documents.
fn hash_of_documents(folder: &Path) -> Result<blake3::Hash, TargetError> {
    let docs = folder.join("docs");
    let documents = if docs.is_dir() { sorted(&docs)? } else { Vec::new() };
    let mut hasher = blake3::Hasher::new();
    for file in std::iter::once(folder.join("profile.toml")).chain(documents) {
        let bytes = fs::read(&file).map_err(failed)?;
        let name = file.file_name().unwrap_or_default().as_encoded_bytes();
        for part in [name, &bytes] {
            hasher.update(&part.len().to_le_bytes()).update(part);
        }
    }
    Ok(hasher.finalize())
}

impl EngineTarget {
    /// Builds an engine for each folder in `fixtures` that has a profile; see [`EngineOpener::open`].
    pub fn open(fixtures: &Path, lane: Lane) -> Result<Self, TargetError> {
        EngineOpener::default().open(fixtures, lane)
    }

    /// What it is called in a lane; see [`Target::identity`].
    pub fn named(lane: Lane) -> String {
        let provider = match lane {
            Lane::Tool | Lane::Extraction | Lane::Retrieval => "none",
            Lane::Agent | Lane::Counterfactual => "mock",
        };
        format!("engine in process, provider {provider}")
    }

    /// Builds the same engines, each with a model that lies.
    pub fn with_liars(fixtures: &Path, lies: Lies) -> Result<Self, TargetError> {
        let mut target = Self::open(fixtures, Lane::Tool)?;
        let liar = |engine: Engine| {
            let liar = Liar::of(engine.profile(), lies);
            engine.with_provider(Arc::new(liar))
        };
        target.engines = target.engines.into_iter().map(|(name, engine)| (name, liar(engine))).collect();
        Ok(target)
    }

    fn ask(&self, fixture: &str, question: &str, day: Date) -> Result<(String, Answer), TargetError> {
        let engine = of_fixture(&self.engines, fixture)?;
        let question = Question::new(question, day).map_err(failed)?;
        let answer = engine.ask(&question).map_err(failed)?;
        Ok((serde_json::to_string(&answer).map_err(failed)?, answer))
    }

    /// The line that records the answer to a question, for [`super::ScriptedTarget`].
    pub fn recorded(&self, fixture: &str, question: &str, day: Date) -> Result<String, TargetError> {
        let (json, _) = self.ask(fixture, question, day)?;
        let name = serde_json::Value::from(fixture);
        Ok(format!("{{\"fixture\":{name},\"reference_date\":\"{day}\",\"answer\":{json}}}\n"))
    }
}

impl Target for EngineTarget {
    fn answer(&self, fixture: &str, question: &str, reference_date: Date) -> Result<Outcome, TargetError> {
        let (json, answer) = self.ask(fixture, question, reference_date)?;
        let mut outcome = Outcome::read(&json).map_err(unreadable)?;
        let words = |span: &Range<usize>| answer.question.get(span.clone()).unwrap_or_default();
        let rules = answer.intent.rules.iter().map(|rule| format!("{} “{}”", rule.value.name(), words(&rule.span)));
        outcome.rules = rules.collect();
        Ok(outcome)
    }

    fn identity(&self) -> String {
        Self::named(self.lane)
    }
}

/// An engine over one fixture, without its documents: its profile, and all its facts files as one ingestion.
fn build(folder: &Path, reading: &Reading) -> Result<Engine, TargetError> {
    let Reading { profile, glossary, restricted, engine } = reading;
    let store = SqliteFactStore::in_memory().map_err(failed)?;
    let files: Vec<CsvFile> = sorted(&folder.join("facts"))?
        .into_iter()
        .map(|path| CsvFile { name: path.display().to_string(), content: CsvContent::Path(path) })
        .collect();
    let options = CsvOptions {
        vocabulary: Vocabulary::new(profile, glossary),
        sensitivity: &|name| profile.sensitivity.of_name(name),
        restricted: Some(restricted),
        fingerprint: "",
        skip_bad_rows: false,
    };
    let mut bad_rows = Vec::new();
    let reports =
        ingest_csv(&store, &files, &options, jiff::Timestamp::UNIX_EPOCH, &mut |row| bad_rows.push(row.to_string()))
            .map_err(failed)?;
    if let Some(row) = bad_rows.first() {
        return Err(TargetError::Failed { message: format!("{}: {row}", folder.display()) });
    }
    if let Some((file, _)) = files.iter().zip(&reports).find(|(_, report)| report.outcome.needs_attention()) {
        return Err(TargetError::Failed { message: format!("{} was not ingested", file.name) });
    }
    store_reports(folder, profile, &store)?;
    Ok(engine.over(Arc::new(store)))
}
