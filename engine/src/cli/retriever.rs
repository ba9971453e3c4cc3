//! The search over a workspace's documents, put together as the settings say. Every command that searches gets it here,
//! so that all of them find the same.

use std::sync::{Arc, OnceLock};

use engine::gate::CompetitorScreen;
use engine::profile::Profile;
use engine::retrieval::index::{Action, SearchIndex, Unusable};
use engine::retrieval::vector::{BruteForceVectorStore, VectorChannel};
use engine::retrieval::{
    ChunkSource, Filter, GlossaryQueryRewriter, HybridRetriever, NarrativeRetriever, RetrieveError, Retrieved,
    SqliteChunkStore,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::embeddings;
use super::exit::Failure;
use super::note;
use super::settings::Settings;
use super::workspace::{INDEX_FOLDER, VECTORS_FILE, Workspace};

/// A retriever over the documents of `workspace`, with its index and its vectors brought up to date.
pub(super) fn open(workspace: &Workspace, profile: &Profile, settings: &Settings) -> Result<HybridRetriever, Failure> {
    let chunks: Arc<dyn ChunkSource> = Arc::new(workspace.documents_to_read()?);
    let opened = SearchIndex::open(&workspace.path(INDEX_FOLDER), Arc::clone(&chunks), profile.analyzer);
    let (index, health) = opened?;
    if let Action::Rebuilt { why: Unusable::Damaged { .. }, .. } = health.action {
        note("note: the search index was damaged; it was made again from the documents");
    }
    if !health.kept {
        note("note: the workspace cannot be written; the search index is made again by every command");
    }
    let retriever = with_rewriter(
        HybridRetriever::new(Arc::new(index), Arc::clone(&chunks), CompetitorScreen::new(profile)),
        profile,
    )?;
    let Some(settings) = &settings.embeddings.value else { return Ok(retriever) };
    let backend = embeddings::backend(settings, workspace.dir())?;
    let bar = bar("embedding", "chunks");
    let vectors = VectorChannel::open(&workspace.path(VECTORS_FILE), backend, &*chunks, &mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    Ok(retriever.with_vectors(vectors?))
}

/// A retriever that is opened by the first question that needs it: a question for a figure opens no documents, and answers
/// where there are none.
pub(super) struct OnDemand {
    open: Box<dyn Fn() -> Result<HybridRetriever, Failure> + Send + Sync>,
    opened: OnceLock<Result<HybridRetriever, String>>,
}

impl OnDemand {
    /// Opens with `open`, once.
    pub(super) fn new(open: impl Fn() -> Result<HybridRetriever, Failure> + Send + Sync + 'static) -> Self {
        Self { open: Box::new(open), opened: OnceLock::new() }
    }

    fn retriever(&self) -> Result<&HybridRetriever, RetrieveError> {
        let opened = self.opened.get_or_init(|| (self.open)().map_err(|failure| failure.to_string()));
        opened.as_ref().map_err(|message| RetrieveError { cause: message.clone().into() })
    }
}

impl NarrativeRetriever for OnDemand {
    fn retrieve(&self, query: &str, filter: &Filter, top_k: usize) -> Result<Retrieved, RetrieveError> {
        self.retriever()?.retrieve(query, filter, top_k)
    }

    fn is_empty(&self) -> Result<bool, RetrieveError> {
        self.retriever()?.is_empty()
    }
}

/// A retriever over documents in memory.
pub(super) fn in_memory(chunks: SqliteChunkStore, profile: &Profile) -> Result<HybridRetriever, Failure> {
    let chunks: Arc<dyn ChunkSource> = Arc::new(chunks);
    let index = SearchIndex::in_memory(Arc::clone(&chunks), profile.analyzer);
    let index = index?;
    with_rewriter(HybridRetriever::new(Arc::new(index), chunks, CompetitorScreen::new(profile)), profile)
}

/// The same pipeline without documents, for its drawing: nothing is read, made or sent.
pub(super) fn unfilled(workspace: &Workspace, settings: &Settings) -> Result<HybridRetriever, Failure> {
    let profile = workspace.profile()?;
    let chunks = SqliteChunkStore::in_memory()?;
    let retriever = in_memory(chunks, &profile)?;
    let Some(settings) = &settings.embeddings.value else { return Ok(retriever) };
    let backend = embeddings::backend(settings, workspace.dir())?;
    Ok(retriever.with_vectors(VectorChannel::new(backend, Arc::new(BruteForceVectorStore::new()))))
}

fn with_rewriter(retriever: HybridRetriever, profile: &Profile) -> Result<HybridRetriever, Failure> {
    let glossary = Arc::new(Workspace::glossary(profile)?);
    Ok(retriever.with_rewriter(Arc::new(GlossaryQueryRewriter::new(profile, glossary))))
}

/// A progress bar on a terminal; nothing elsewhere.
pub(super) fn bar(doing: &'static str, things: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_message(doing);
    match ProgressStyle::with_template(&format!("{{msg}} {{bar:30}} {{pos}}/{{len}} {things} {{eta}}")) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
