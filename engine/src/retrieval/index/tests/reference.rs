//! Okapi BM25 as it is written down, over every chunk, with no index at all.

use std::collections::{HashMap, HashSet};

use super::memory::MemoryStore;
use crate::passage::{ChunkId, ChunkKey};
use crate::profile::Analyzer;
use crate::retrieval::filter::Filter;
use crate::retrieval::index::Hit;
use crate::retrieval::tokens::Tokenizer;

/// A chunk that has any token of the query.
pub(super) struct Expected {
    key: ChunkKey,
    id: ChunkId,
    score: f64,
}

/// How many chunks a filter admits.
pub(super) fn admitted(store: &MemoryStore, filter: &Filter) -> u64 {
    let documents = store.active();
    let admitted = documents.iter().filter(|(doc, document)| filter.admits(doc, &document.attributes));
    admitted.map(|(_, document)| document.chunks.len() as u64).sum()
}

/// All matching chunks, the best first.
pub(super) fn search(store: &MemoryStore, query: &str, filter: &Filter, analyzer: Analyzer) -> Vec<Expected> {
    const K1: f64 = 1.5;
    const B: f64 = 0.75;
    let mut tokenizer = Tokenizer::new(analyzer);
    let mut chunks = Vec::new();
    for (doc, document) in store.active() {
        if !filter.admits(&doc, &document.attributes) {
            continue;
        }
        for chunk in document.chunks {
            let mut tokens = tokenizer.all(&document.title);
            tokens.extend(tokenizer.all(&document.title));
            tokens.extend(tokenizer.all(&chunk.text));
            chunks.push((chunk.key, chunk.id, tokens));
        }
    }
    let mut df = HashMap::<&str, f64>::new();
    for (_, _, tokens) in &chunks {
        for token in tokens.iter().collect::<HashSet<_>>() {
            *df.entry(token).or_default() += 1.0;
        }
    }
    let n = chunks.len() as f64;
    let avgdl = chunks.iter().map(|(_, _, tokens)| tokens.len() as f64).sum::<f64>() / n;
    let query = tokenizer.all(query);
    let mut found = Vec::new();
    for (key, id, tokens) in &chunks {
        let dl = tokens.len() as f64;
        let mut sum = 0.0;
        for token in &query {
            let tf = tokens.iter().filter(|other| *other == token).count() as f64;
            let df = df.get(token.as_str()).copied().unwrap_or_default();
            let idf = (1.0 + (n - df + 0.5) / (df + 0.5)).ln();
            sum += idf * tf * (K1 + 1.0) / (tf + K1 * (1.0 - B + B * dl / avgdl));
        }
        if sum > 0.0 {
            found.push(Expected { key: *key, id: id.clone(), score: sum });
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
    found
}

/// Fails unless the hits are the best `depth` of those expected, to 1e-9, ties in the order of ids.
pub(super) fn assert_same(hits: &[Hit], expected: &[Expected], depth: usize) {
    assert_eq!(hits.len(), depth.min(expected.len()));
    let by_key: HashMap<ChunkKey, &Expected> = expected.iter().map(|one| (one.key, one)).collect();
    let tolerance = |score: f64| 1e-9 * score.max(1.0);
    for (hit, at_rank) in hits.iter().zip(expected) {
        let own = by_key.get(&hit.key).expect("a hit that matches");
        assert!((hit.score - own.score).abs() <= tolerance(own.score), "{} scored {}", own.id, hit.score);
        assert!((hit.score - at_rank.score).abs() <= tolerance(at_rank.score), "{} is at the wrong rank", own.id);
    }
    for pair in hits.windows(2) {
        let rising = by_key[&pair[0].key].id < by_key[&pair[1].key].id;
        assert!(pair[0].score > pair[1].score || (pair[0].score.to_bits() == pair[1].score.to_bits() && rising));
    }
    let keys: HashSet<ChunkKey> = hits.iter().map(|hit| hit.key).collect();
    assert_eq!(keys.len(), hits.len(), "a chunk is found once");
}
