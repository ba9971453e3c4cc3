//! The product's own search, in this process: for each fixture the chunk store, the index over it and the retriever, all in
//! memory, made of the documents under `docs/` by the engine's own readers. It knows no question and no expectation.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use engine::gate::CompetitorScreen;
use engine::ingestion::documents::ReadContext;
use engine::ingestion::{FileOutcome, TextOutcome, TextsInto};
use engine::profile::{Glossary, Profile};
use engine::retrieval::{
    Attribute as EngineAttribute, ChunkLimits, ChunkSource, Filter, GlossaryQueryRewriter, HybridRetriever,
    SearchIndex, SqliteChunkStore,
};

use super::reports::first_left_out;
use super::{Searcher, TargetError, failed, folders, of_fixture};
use crate::golden::Attribute;
use crate::ranking::{Hit, Ranking};

/// How many passages a search brings up: as many as the engine reads for an answer.
const PASSAGES: usize = 50;

/// The engine's search over every fixture of a folder.
pub struct EngineSearcher {
    retrievers: BTreeMap<String, Arc<HybridRetriever>>,
}

impl EngineSearcher {
    /// Builds a retriever for each folder in `fixtures` that has a profile.
    pub fn open(fixtures: &Path) -> Result<Self, TargetError> {
        let mut retrievers = BTreeMap::new();
        for (name, folder) in folders(fixtures)? {
            let profile = Profile::load(&folder.join("profile.toml")).map_err(failed)?;
            let glossary = Arc::new(Glossary::new(&profile).map_err(failed)?);
            retrievers.insert(name, retriever(&folder, &profile, &glossary)?);
        }
        Ok(Self { retrievers })
    }
}

impl Searcher for EngineSearcher {
    fn search(
        &self,
        fixture: &str,
        query: &str,
        filters: &BTreeMap<Attribute, BTreeSet<String>>,
    ) -> Result<Ranking, TargetError> {
        let retriever = of_fixture(&self.retrievers, fixture)?;
        let filter = filters.iter().fold(Filter::none(), |filter, (attribute, values)| {
            filter.with(in_engine(*attribute), values.iter().cloned())
        });
        // The case says what may be found; giving the filter up is for the answering channel to decide, and to say.
        let found = retriever.retrieve_exactly(query, &filter, PASSAGES).map_err(failed)?;
        let hits = found.passages.iter().map(|passage| Hit {
            doc: passage.doc().to_owned(),
            locator: passage.chunk().id.locator(),
            title: passage.title().to_owned(),
            text: passage.chunk().text.clone(),
            score: Some(passage.scores().fused),
        });
        Ok(Ranking {
            hits: hits.collect(),
            relaxed: found.relaxed.iter().map(|attribute| attribute.as_str().to_owned()).collect(),
        })
    }

    fn identity(&self) -> String {
        "engine in process, words and rewritings".to_owned()
    }
}

impl EngineSearcher {
    /// The line that records a search, for [`super::ScriptedTarget`].
    pub fn recorded(
        &self,
        fixture: &str,
        query: &str,
        filters: &BTreeMap<Attribute, BTreeSet<String>>,
    ) -> Result<String, TargetError> {
        let ranking = self.search(fixture, query, filters)?;
        let line = serde_json::json!({"fixture": fixture, "query": query, "filters": filters, "ranking": ranking});
        Ok(format!("{line}\n"))
    }
}

fn in_engine(attribute: Attribute) -> EngineAttribute {
    match attribute {
        Attribute::Doc => EngineAttribute::Doc,
        Attribute::Topic => EngineAttribute::Topic,
        Attribute::Entity => EngineAttribute::Entity,
        Attribute::Geography => EngineAttribute::Geography,
        Attribute::Period => EngineAttribute::Period,
        Attribute::Language => EngineAttribute::Language,
    }
}

/// The retriever over the documents of a fixture's folder; over none when it has no `docs`.
pub(super) fn retriever(
    folder: &Path,
    profile: &Profile,
    glossary: &Arc<Glossary>,
) -> Result<Arc<HybridRetriever>, TargetError> {
    let store = SqliteChunkStore::in_memory().map_err(failed)?;
    let docs = folder.join("docs");
    if docs.is_dir() {
        let context = ReadContext::new(profile, glossary).map_err(failed)?;
        store_documents(&docs, &context, &store)?;
    }
    let store: Arc<dyn ChunkSource> = Arc::new(store);
    let index = SearchIndex::in_memory(Arc::clone(&store), profile.analyzer).map_err(failed)?;
    let rewriter = GlossaryQueryRewriter::new(profile, Arc::clone(glossary));
    Ok(Arc::new(
        HybridRetriever::new(Arc::new(index), store, CompetitorScreen::new(profile)).with_rewriter(Arc::new(rewriter)),
    ))
}

/// Puts every file of a folder into the store; a file that is not taken whole is a fault of the fixture.
fn store_documents(docs: &Path, context: &ReadContext<'_>, store: &SqliteChunkStore) -> Result<(), TargetError> {
    let texts = TextsInto { store, limits: ChunkLimits::default() };
    let is_whole =
        |outcome: &FileOutcome| outcome.text.as_ref().is_some_and(|text| matches!(text.outcome, TextOutcome::Taken));
    match first_left_out(docs, (context, None, Some(texts)), is_whole)? {
        Some(name) => Err(failed(format_args!("{name} was not taken whole"))),
        None => Ok(()),
    }
}
