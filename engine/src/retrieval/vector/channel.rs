//! The vector channel of a retriever: a backend and a store that is caught up with the chunk store. Only chunks that the
//! store hands out as open candidates are embedded; it scores no words.

use std::collections::HashMap;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::entry::texts;
use super::{
    EmbeddingBackend, EmbeddingError, Fingerprint, Origin, SqliteVectorStore, VectorEntry, VectorError, VectorStore,
};
use crate::passage::{ChunkId, ChunkKey, OpenChunk, OpenText, Scores};
use crate::retrieval::filter::Filter;
use crate::retrieval::index::Hit;
use crate::retrieval::store::{ChunkSource, DocumentChange, StoreState};
use crate::sqlite::StoreError;

/// Chunks that are embedded together.
const BATCH: usize = 64;

/// A backend with the vectors that it made.
#[derive(Clone)]
pub struct VectorChannel {
    backend: Arc<dyn EmbeddingBackend>,
    store: Arc<dyn VectorStore>,
}

/// The vector channel failed.
#[derive(Debug, thiserror::Error)]
pub enum VectorFault {
    /// The chunks could not be read.
    #[error(transparent)]
    Chunks(#[from] StoreError),
    /// A text could not be embedded.
    #[error(transparent)]
    Embedding(#[from] EmbeddingError),
    /// The vectors could not be kept or searched.
    #[error(transparent)]
    Store(#[from] VectorError),
}

/// What it took to catch up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CatchUp {
    /// Chunks that were embedded.
    pub embedded: u64,
    /// Vectors that were dropped because their chunk is no longer open and active.
    pub dropped: u64,
}

impl VectorChannel {
    /// A channel over a store that [`catch_up`] has filled with the same backend.
    pub fn new(backend: Arc<dyn EmbeddingBackend>, store: Arc<dyn VectorStore>) -> Self {
        Self { backend, store }
    }

    /// A channel whose vectors are kept in the file at `path`, brought up to the present state of `chunks`; `progress` as
    /// in [`catch_up`]. Programs that do so at the same time wait for each other, so that none puts back what another has
    /// dropped.
    pub fn open(
        path: &Path,
        backend: Arc<dyn EmbeddingBackend>,
        chunks: &dyn ChunkSource,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Self, VectorFault> {
        let _lock = lock(path)?;
        let store = SqliteVectorStore::open(path)?;
        catch_up(&*backend, &store, chunks, progress)?;
        Ok(Self::new(backend, Arc::new(store)))
    }

    /// The backend.
    pub fn backend(&self) -> &dyn EmbeddingBackend {
        &*self.backend
    }

    /// The store.
    pub fn store(&self) -> &dyn VectorStore {
        &*self.store
    }

    /// The chunks nearest to the question.
    pub fn nearest(&self, question: &str, filter: &Filter, depth: usize) -> Result<Vec<Hit>, VectorFault> {
        let vectors = embed(&*self.backend, &[OpenText::question(question)])?;
        let Some(vector) = vectors.first() else { return Ok(Vec::new()) };
        Ok(self.store.query(vector, filter, depth)?)
    }
}

/// Drops the vectors of chunks that are no longer open and active from the file at `path`, if there is one, without embedding
/// anything: what was restricted leaves at once, and not with the next search. Returns how many that were.
pub fn forget_gone(path: &Path, chunks: &dyn ChunkSource) -> Result<u64, VectorFault> {
    if !path.exists() {
        return Ok(0);
    }
    let _lock = lock(path)?;
    let store = SqliteVectorStore::open(path)?;
    match store.origin()? {
        Some(origin) if origin.identity == chunks.state()?.identity => {
            let (changes, _) = Changes::since(chunks, origin.generation)?;
            Ok(drop_keys(&store, &changes.gone)?)
        }
        _ => {
            store.clear()?;
            Ok(0)
        }
    }
}

/// Holds the lock beside a file of vectors until it is dropped.
fn lock(path: &Path) -> Result<File, VectorError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let locked = File::options().create(true).append(true).open(&name).and_then(|file| file.lock().map(|()| file));
    locked.map_err(|cause| VectorError::File { path: name.into(), cause })
}

/// Brings `vectors` up to the present state of `chunks`: vectors of another backend or of another chunk store are thrown
/// away, those of chunks that are gone are dropped, new chunks are embedded. What was done before an interruption is not
/// done again. `progress` is told how many of how many changed chunks are done.
pub fn catch_up(
    backend: &dyn EmbeddingBackend,
    vectors: &dyn VectorStore,
    chunks: &dyn ChunkSource,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<CatchUp, VectorFault> {
    let state = chunks.state()?;
    let now = Origin {
        backend: backend.name().to_owned(),
        dimension: backend.dimension(),
        identity: state.identity,
        generation: state.generation,
    };
    let since = match vectors.origin()? {
        Some(old) if old == now => return Ok(CatchUp::default()),
        // The same vectors at an earlier time; a store that went back in time is one that was restored from a copy.
        Some(old) if Origin { generation: now.generation, ..old.clone() } == now && old.generation < now.generation => {
            old.generation
        }
        _ => {
            vectors.clear()?;
            // Noted before the first vector, so that an interruption leaves vectors of a known origin.
            vectors.set_origin(&Origin { generation: 0, ..now.clone() })?;
            0
        }
    };
    let (changes, state) = Changes::since(chunks, since)?;
    let mut done = CatchUp { dropped: drop_keys(vectors, &changes.gone)?, ..CatchUp::default() };
    let all = changes.present.len() as u64;
    progress(0, all);
    let mut seen = 0;
    for batch in changes.present.chunks(BATCH) {
        let (embedded, dropped) = catch_up_batch(backend, vectors, chunks, batch)?;
        done.embedded += embedded;
        done.dropped += dropped;
        seen += batch.len() as u64;
        progress(seen, all);
    }
    vectors.set_origin(&Origin { generation: state.generation, ..now })?;
    Ok(done)
}

/// Chunks that changed.
#[derive(Default)]
struct Changes {
    gone: Vec<ChunkKey>,
    present: Vec<(ChunkKey, ChunkId)>,
}

impl Changes {
    /// What changed since a generation, and the state that the changes lead to.
    fn since(chunks: &dyn ChunkSource, since: u64) -> Result<(Self, StoreState), StoreError> {
        let mut changes = Self::default();
        let state = chunks.changes_since(since, &mut |change: DocumentChange| {
            let chunks = change.after.map(|after| after.chunks).unwrap_or_default();
            let present: HashMap<ChunkKey, ChunkId> = chunks.into_iter().map(|chunk| (chunk.key, chunk.id)).collect();
            let before = change.before.map(|before| before.chunks).unwrap_or_default();
            changes.gone.extend(before.iter().map(|chunk| chunk.key).filter(|key| !present.contains_key(key)));
            changes.present.extend(present);
            ControlFlow::Continue(())
        })?;
        changes.present.sort_by(|(_, a), (_, b)| a.cmp(b));
        Ok((changes, state))
    }
}

fn drop_keys(vectors: &dyn VectorStore, keys: &[ChunkKey]) -> Result<u64, VectorError> {
    let held = vectors.fingerprints(keys)?.iter().flatten().count() as u64;
    vectors.delete(keys)?;
    Ok(held)
}

/// Embeds what is new of a batch, and drops what is not open: chunks embedded, vectors dropped.
fn catch_up_batch(
    backend: &dyn EmbeddingBackend,
    vectors: &dyn VectorStore,
    chunks: &dyn ChunkSource,
    batch: &[(ChunkKey, ChunkId)],
) -> Result<(u64, u64), VectorFault> {
    let wanted: Vec<(ChunkKey, Scores)> = batch.iter().map(|(key, _)| (*key, Scores::default())).collect();
    let found = chunks.candidates(&wanted)?.into_iter().filter_map(OpenChunk::of);
    let mut open: HashMap<ChunkId, OpenChunk> = found.map(|passage| (passage.chunk().id.clone(), passage)).collect();
    let (mut new, mut closed) = (Vec::new(), Vec::new());
    let keys: Vec<ChunkKey> = batch.iter().map(|(key, _)| *key).collect();
    for ((key, id), held) in batch.iter().zip(vectors.fingerprints(&keys)?) {
        match open.remove(id) {
            Some(passage) if held == Some(Fingerprint::of(&passage)) => {}
            Some(passage) => new.push((*key, passage)),
            None => closed.push(*key),
        }
    }
    let dropped = drop_keys(vectors, &closed)?;
    if new.is_empty() {
        return Ok((0, dropped));
    }
    let made = embed(backend, &texts(&new))?;
    let entries: Vec<VectorEntry> =
        new.iter().zip(made).map(|((key, passage), vector)| VectorEntry::new(*key, passage, vector)).collect();
    vectors.upsert(&entries)?;
    Ok((entries.len() as u64, dropped))
}

/// One vector of the right length for each text, whatever the backend does.
fn embed(backend: &dyn EmbeddingBackend, texts: &[OpenText<'_>]) -> Result<Vec<Vec<f32>>, EmbeddingError> {
    let vectors = backend.embed(texts)?;
    if vectors.len() != texts.len() {
        return Err(EmbeddingError::Malformed { what: "it has not one vector for each text" });
    }
    let expected = backend.dimension();
    match vectors.iter().map(Vec::len).find(|found| *found != expected) {
        Some(found) => Err(EmbeddingError::Dimension { model: backend.name().to_owned(), expected, found }),
        None => Ok(vectors),
    }
}
