//! An index together with the store that it shows, which mends itself: damage found by a search is answered by making
//! the index again from the store, once.

use std::path::Path;
use std::sync::Arc;

use super::manifest::Unusable;
use super::{Health, Hit, Index, IndexError};
use crate::profile::Analyzer;
use crate::retrieval::filter::Filter;
use crate::retrieval::store::ChunkSource;

/// An index and its store.
pub struct SearchIndex {
    index: Index,
    store: Arc<dyn ChunkSource>,
}

impl SearchIndex {
    /// As [`Index::open`].
    pub fn open(dir: &Path, store: Arc<dyn ChunkSource>, analyzer: Analyzer) -> Result<(Self, Health), IndexError> {
        let (index, health) = Index::open(dir, store.as_ref(), analyzer)?;
        Ok((Self { index, store }, health))
    }

    /// As [`Index::in_memory`].
    pub fn in_memory(store: Arc<dyn ChunkSource>, analyzer: Analyzer) -> Result<Self, IndexError> {
        Ok(Self { index: Index::in_memory(store.as_ref(), analyzer)?, store })
    }

    /// The index alone.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// As [`Index::refresh`].
    pub fn refresh(&self) -> Result<Health, IndexError> {
        self.index.refresh(self.store.as_ref())
    }

    /// As [`Index::search`], after mending where that is needed.
    pub fn search(&self, text: &str, filter: &Filter, depth: usize) -> Result<Vec<Hit>, IndexError> {
        self.mending(|index| index.search(text, filter, depth))
    }

    /// As [`Index::admitted`], after mending where that is needed.
    pub fn admitted(&self, filter: &Filter) -> Result<u64, IndexError> {
        self.mending(|index| index.admitted(filter))
    }

    fn mending<T>(&self, read: impl Fn(&Index) -> Result<T, IndexError>) -> Result<T, IndexError> {
        match read(&self.index) {
            Err(IndexError::Damaged { file, what }) => {
                self.index.rebuild(self.store.as_ref(), Unusable::Damaged { file, what })?;
                read(&self.index)
            }
            done => done,
        }
    }
}
