//! The product's own search, in this process: for each fixture the chunk store, the index over it and the retriever, all in
//! memory, made of the documents under `docs/` by the engine's own readers. It knows no question and no expectation.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use engine::ingestion::documents::{Content, Finding, Format, ReadContext, read};
use engine::profile::{Glossary, Profile};
use engine::retrieval::lexical::Hit as LexicalHit;
use engine::retrieval::{
    Attribute as EngineAttribute, ChunkLimits, ChunkStore, Filter, GlossaryQueryRewriter, HybridRetriever,
    LexicalIndex, SearchError, SearchIndex, SqliteChunkStore, chunks,
};

use super::{Searcher, TargetError, failed, folders, sorted};
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
            let profile = Profile::load(&folder.join("profile.toml")).map_err(|error| failed(&error))?;
            retrievers.insert(name, retriever(&folder, &profile)?);
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
        let retriever =
            self.retrievers.get(fixture).ok_or_else(|| TargetError::UnknownFixture { fixture: fixture.to_owned() })?;
        let filter = filters.iter().fold(Filter::none(), |filter, (attribute, values)| {
            filter.with(in_engine(*attribute), values.iter().cloned())
        });
        // The case says what may be found; giving the filter up is for the answering channel to decide, and to say.
        let found = retriever.retrieve_exactly(query, &filter, PASSAGES).map_err(|error| failed(&error))?;
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
pub(super) fn retriever(folder: &Path, profile: &Profile) -> Result<Arc<HybridRetriever>, TargetError> {
    let glossary = Arc::new(Glossary::new(profile).map_err(|error| failed(&error))?);
    let store: Arc<dyn ChunkStore> = Arc::new(SqliteChunkStore::in_memory().map_err(|error| failed(&error))?);
    let docs = folder.join("docs");
    if docs.is_dir() {
        let context = ReadContext::new(profile, &glossary).map_err(|error| failed(&error))?;
        for path in sorted(&docs)? {
            store_documents(&path, &context, &*store)?;
        }
    }
    let index = SearchIndex::in_memory(Arc::clone(&store), profile.analyzer).map_err(|error| failed(&error))?;
    let rewriter = GlossaryQueryRewriter::new(profile, glossary);
    Ok(Arc::new(HybridRetriever::new(Arc::new(Words(index)), store).with_rewriter(Arc::new(rewriter))))
}

fn store_documents(path: &Path, context: &ReadContext<'_>, store: &dyn ChunkStore) -> Result<(), TargetError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(format) = Format::of_name(&name) else {
        return Err(TargetError::Failed { message: format!("{} has no format that is read", path.display()) });
    };
    let mut fault: Option<TargetError> = None;
    let mut keep = |finding: Finding| {
        let kept = match finding {
            Finding::Document(read) => {
                let pieces = chunks(&read.document, ChunkLimits::default());
                let now = jiff::Timestamp::UNIX_EPOCH;
                store.replace(&read.document, &pieces, "", now).map(|_| ()).map_err(|error| failed(&error))
            }
            // The fault itself may speak of a restricted record; that there is one is enough here.
            Finding::Fault(_) => {
                Err(TargetError::Failed { message: format!("{} has a broken record", path.display()) })
            }
        };
        match kept {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                fault = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    read(format, &name, Content::Path(path), context, &mut keep).map_err(|error| failed(&error))?;
    fault.map_or(Ok(()), Err)
}

/// The index as retrieval asks it.
struct Words(SearchIndex);

impl LexicalIndex for Words {
    fn describe(&self) -> String {
        "BM25".to_owned()
    }

    fn search(&self, query: &str, filter: &Filter, depth: usize) -> Result<Vec<LexicalHit>, SearchError> {
        let hits = self.0.search(query, filter, depth).map_err(|error| SearchError::Index(Box::new(error)))?;
        Ok(hits.into_iter().map(|hit| LexicalHit { key: hit.key, score: hit.score }).collect())
    }

    fn admitted(&self, filter: &Filter) -> Result<u64, SearchError> {
        self.0.admitted(filter).map_err(|error| SearchError::Index(Box::new(error)))
    }
}
