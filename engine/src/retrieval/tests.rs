//! Stand-ins for tests of retrieval: documents in memory, a plain BM25 over them, and a store that can be told to hand
//! out what it must not. Slow and straightforward on purpose; nothing here is part of the product.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use super::filter::Filter;
use super::lexical::{Hit, LexicalIndex, SearchError};
use super::store::{ChunkSource, DocumentChange, IndexedChunk, IndexedDocument, StoreState};
use super::tokens::Tokenizer;
use crate::passage::{Candidate, ChunkId, ChunkKey, Scores};
use crate::profile::Analyzer;
use crate::sqlite::StoreError;

fn tokens(text: &str) -> Vec<String> {
    Tokenizer::new(Analyzer::Standard).all(text)
}

/// Documents of one chunk each, and a plain BM25 over them. It hands out restricted ones too, as no real store and no
/// real index does: the exits must hold without them.
#[derive(Default)]
pub(crate) struct Library {
    held: Mutex<Held>,
}

/// A document under its key.
type Kept = (ChunkKey, Candidate);

#[derive(Default)]
struct Held {
    chunks: BTreeMap<ChunkKey, Candidate>,
    /// Each change: what left, what came.
    log: Vec<(Option<Kept>, Option<Kept>)>,
    next: ChunkKey,
}

impl Library {
    pub(crate) fn of(candidates: impl IntoIterator<Item = Candidate>) -> Arc<Self> {
        let library = Self::default();
        candidates.into_iter().for_each(|candidate| library.put(candidate));
        Arc::new(library)
    }

    /// Puts a document in, in place of that of the same name.
    pub(crate) fn put(&self, candidate: Candidate) {
        let mut held = self.held.lock().unwrap();
        let old = held.take(&candidate.chunk.id.doc);
        held.next += 1;
        let key = held.next;
        held.chunks.insert(key, candidate.clone());
        held.log.push((old, Some((key, candidate))));
    }

    /// Takes a document out.
    pub(crate) fn remove(&self, doc: &str) {
        let mut held = self.held.lock().unwrap();
        let old = held.take(doc);
        held.log.push((old, None));
    }

    fn admitted(&self, filter: &Filter) -> Vec<(ChunkKey, Candidate)> {
        let held = self.held.lock().unwrap();
        let admitted = held.chunks.iter().filter(|(_, found)| filter.admits(&found.chunk.id.doc, &found.attributes));
        admitted.map(|(key, found)| (*key, found.clone())).collect()
    }
}

impl Held {
    fn take(&mut self, doc: &str) -> Option<(ChunkKey, Candidate)> {
        let key = self.chunks.iter().find(|(_, found)| &*found.chunk.id.doc == doc).map(|(key, _)| *key)?;
        self.chunks.remove(&key).map(|found| (key, found))
    }
}

impl LexicalIndex for Library {
    fn describe(&self) -> String {
        "plain BM25".to_owned()
    }

    fn search(&self, query: &str, filter: &Filter, depth: usize) -> Result<Vec<Hit>, SearchError> {
        let texts: Vec<(ChunkKey, ChunkId, Vec<String>)> = self
            .admitted(filter)
            .into_iter()
            .map(|(key, found)| (key, found.chunk.id, tokens(&format!("{}\n{}", found.title, found.chunk.text))))
            .collect();
        let (count, length) = (texts.len() as f64, texts.iter().map(|(_, _, words)| words.len()).sum::<usize>() as f64);
        let mut documents_with: HashMap<&str, f64> = HashMap::new();
        for (_, _, words) in &texts {
            let distinct: std::collections::HashSet<&str> = words.iter().map(String::as_str).collect();
            for word in distinct {
                *documents_with.entry(word).or_default() += 1.0;
            }
        }
        let asked = tokens(query);
        let mut hits: Vec<(f64, ChunkId, ChunkKey)> = texts
            .iter()
            .map(|(key, id, words)| {
                let score = asked.iter().map(|word| {
                    let tf = words.iter().filter(|other| *other == word).count() as f64;
                    let df = documents_with.get(word.as_str()).copied().unwrap_or_default();
                    let idf = ((count - df + 0.5) / (df + 0.5)).ln_1p();
                    idf * tf * 2.5 / (tf + 1.5 * (0.25 + 0.75 * words.len() as f64 * count / length))
                });
                (score.sum::<f64>(), id.clone(), *key)
            })
            .filter(|(score, _, _)| *score > 0.0)
            .collect();
        hits.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        Ok(hits.into_iter().take(depth).map(|(score, _, key)| Hit { key, score }).collect())
    }

    fn admitted(&self, filter: &Filter) -> Result<u64, SearchError> {
        Ok(Library::admitted(self, filter).len() as u64)
    }
}

/// A document with one chunk, as changes tell of it.
fn indexed(found: Option<(ChunkKey, Candidate)>) -> Option<IndexedDocument> {
    found.map(|(key, found)| IndexedDocument {
        title: found.title,
        attributes: found.attributes,
        chunks: vec![IndexedChunk { key, id: found.chunk.id, text: found.chunk.text }],
    })
}

impl ChunkSource for Library {
    fn candidates(&self, keys: &[(ChunkKey, Scores)]) -> Result<Vec<Candidate>, StoreError> {
        let held = self.held.lock().unwrap();
        let found = keys.iter().filter_map(|(key, scores)| {
            held.chunks.get(key).map(|found| Candidate { scores: *scores, ..found.clone() })
        });
        Ok(found.collect())
    }

    fn state(&self) -> Result<StoreState, StoreError> {
        Ok(StoreState { identity: "library".to_owned(), generation: self.held.lock().unwrap().log.len() as u64 })
    }

    fn changes_since(
        &self,
        since: u64,
        visit: &mut dyn FnMut(DocumentChange) -> ControlFlow<()>,
    ) -> Result<StoreState, StoreError> {
        let state = self.state()?;
        let log = self.held.lock().unwrap().log.clone();
        let mut changes: BTreeMap<Arc<str>, DocumentChange> = BTreeMap::new();
        for (before, after) in log.into_iter().skip(usize::try_from(since).unwrap()) {
            let Some((_, named)) = before.as_ref().or(after.as_ref()) else { continue };
            let doc = Arc::clone(&named.chunk.id.doc);
            let first = DocumentChange { doc: Arc::clone(&doc), before: indexed(before), after: None };
            changes.entry(doc).or_insert(first).after = indexed(after);
        }
        let _ = changes.into_values().try_for_each(visit);
        Ok(state)
    }
}
