//! A chunk store in memory, as far as an index asks for one.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use crate::document::Attributes;
use crate::passage::{Candidate, ChunkId, ChunkKey, Scores};
use crate::retrieval::store::{ChunkSource, DocumentChange, IndexedChunk, IndexedDocument, StoreState};
use crate::sqlite::StoreError;

/// Every version of every document.
#[derive(Clone)]
struct Content {
    identity: String,
    generation: u64,
    next_key: ChunkKey,
    documents: BTreeMap<Arc<str>, Vec<(u64, Option<IndexedDocument>)>>,
}

pub(in super::super) struct MemoryStore(Mutex<Content>);

impl Default for MemoryStore {
    fn default() -> Self {
        let documents = BTreeMap::new();
        Self(Mutex::new(Content { identity: "store".into(), generation: 0, next_key: 1, documents }))
    }
}

impl MemoryStore {
    /// Replaces a document.
    pub(super) fn put(&self, name: &str, title: &str, attributes: Attributes, texts: &[String]) {
        let mut content = self.0.lock().unwrap();
        let doc: Arc<str> = name.into();
        let mut chunks = Vec::new();
        for (text, first) in texts.iter().zip(1..) {
            let id = ChunkId { doc: doc.clone(), first, last: first, piece: 0 };
            chunks.push(IndexedChunk { key: content.next_key, id, text: text.clone() });
            content.next_key += 1;
        }
        content.set(doc, Some(IndexedDocument { title: title.into(), attributes, chunks }));
    }

    /// Withdraws a document.
    pub(super) fn remove(&self, name: &str) {
        self.0.lock().unwrap().set(name.into(), None);
    }

    /// A copy, as a restored backup is.
    pub(super) fn copy(&self) -> Self {
        Self(Mutex::new(self.0.lock().unwrap().clone()))
    }

    /// The same content in another store.
    pub(super) fn named(self, identity: &str) -> Self {
        self.0.lock().unwrap().identity = identity.into();
        self
    }

    /// What is active.
    pub(super) fn active(&self) -> Vec<(Arc<str>, IndexedDocument)> {
        let content = self.0.lock().unwrap();
        let last = |versions: &Vec<(u64, Option<IndexedDocument>)>| versions.last()?.1.clone();
        content.documents.iter().filter_map(|(doc, versions)| Some((doc.clone(), last(versions)?))).collect()
    }
}

impl Content {
    fn set(&mut self, doc: Arc<str>, document: Option<IndexedDocument>) {
        self.generation += 1;
        self.documents.entry(doc).or_default().push((self.generation, document));
    }
}

impl ChunkSource for MemoryStore {
    fn state(&self) -> Result<StoreState, StoreError> {
        let content = self.0.lock().unwrap();
        Ok(StoreState { identity: content.identity.clone(), generation: content.generation })
    }

    fn changes_since(
        &self,
        since: u64,
        visit: &mut dyn FnMut(DocumentChange) -> ControlFlow<()>,
    ) -> Result<StoreState, StoreError> {
        let state = self.state()?;
        let documents = self.0.lock().unwrap().documents.clone();
        for (doc, versions) in documents {
            let before = versions.iter().rev().find(|version| version.0 <= since).and_then(|version| version.1.clone());
            let after = versions.last().and_then(|version| version.1.clone());
            if before != after && visit(DocumentChange { doc, before, after }).is_break() {
                break;
            }
        }
        Ok(state)
    }

    fn candidates(&self, _: &[(ChunkKey, Scores)]) -> Result<Vec<Candidate>, StoreError> {
        unreachable!("an index shows no texts")
    }
}
