//! Our side: the passage index, built of documents without a store and served from its folder.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use engine::document::Attributes;
use engine::passage::{Candidate, ChunkId, ChunkKey, Scores};
use engine::retrieval::index::Action;
use engine::retrieval::store::{DocumentChange, IndexedChunk, IndexedDocument, StoreState};
use engine::retrieval::{ChunkSource, Filter, Hit, Index, IndexBuilder};
use engine::store::StoreError;

use crate::clock::Work;
use crate::corpus::{self, Corpus};
use crate::peer::{ANALYZER, Built, DEPTH, Peer, Serving, bytes_of};

/// The engine's index.
pub(crate) struct Ours;

impl Peer for Ours {
    type Serving = Index;

    fn build(corpus: &Corpus, folder: &Path) -> Result<Built> {
        let (started, work) = (Instant::now(), Work::of_process());
        let mut builder = IndexBuilder::on_disk(folder, ANALYZER);
        let (mut documents, mut chunks) = (0, 0);
        corpus.read(|document| {
            let name: Arc<str> = format!("document-{documents:08}").into();
            let document = indexed(document, &name, chunks);
            chunks += i64::try_from(document.chunks.len())?;
            documents += 1;
            Ok(builder.add(name, document)?)
        })?;
        drop(builder.finish(state())?);
        let (time, work) = (started.elapsed(), work.so_far());
        Ok(Built { time, work, bytes: bytes_of(folder)? })
    }

    fn open(folder: &Path) -> Result<Index> {
        let (index, health) = Index::open(folder, &BuiltFrom, ANALYZER)?;
        if health.action != Action::None {
            bail!("the index that was just built is of no use: {:?}", health.action);
        }
        Ok(index)
    }
}

fn indexed(document: corpus::Document, name: &Arc<str>, first_key: ChunkKey) -> IndexedDocument {
    let chunks = (first_key..).zip(1..).zip(document.chunks).map(|((key, paragraph), text)| {
        let id = ChunkId { doc: Arc::clone(name), first: paragraph, last: paragraph, piece: 0 };
        IndexedChunk { key, id, text }
    });
    IndexedDocument { title: document.title, attributes: Attributes::default(), chunks: chunks.collect() }
}

fn search(index: &Index, query: &str) -> Result<Vec<Hit>> {
    Ok(index.search(query, &Filter::none(), DEPTH)?)
}

impl Serving for Index {
    fn answer(&self, query: &str) -> Result<()> {
        std::hint::black_box(search(self, query)?);
        Ok(())
    }

    fn best(&self, query: &str) -> Result<Vec<u64>> {
        let keys = search(self, query)?.into_iter().map(|hit| u64::try_from(hit.key));
        keys.collect::<Result<_, _>>().context("a key is not one of the corpus's")
    }
}

/// The state that the index was built at.
fn state() -> StoreState {
    StoreState { identity: "generated".to_owned(), generation: 1 }
}

/// Stands where the store of the documents would: it is in the state that the index shows, so that opening asks it for
/// nothing else. It holds nothing.
struct BuiltFrom;

impl ChunkSource for BuiltFrom {
    fn candidates(&self, _: &[(ChunkKey, Scores)]) -> Result<Vec<Candidate>, StoreError> {
        Ok(Vec::new())
    }

    fn state(&self) -> Result<StoreState, StoreError> {
        Ok(state())
    }

    fn changes_since(
        &self,
        _: u64,
        _: &mut dyn FnMut(DocumentChange) -> ControlFlow<()>,
    ) -> Result<StoreState, StoreError> {
        Ok(state())
    }
}
