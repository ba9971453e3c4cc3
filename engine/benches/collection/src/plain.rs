//! Plain BM25 over whole documents, straight from its formula, to hold the engine's search against: the engine's own tokens,
//! parameters and idf, but no chunks, no weight of titles, no early end and no file.

use std::collections::HashMap;

use engine::profile::Analyzer;
use engine::retrieval::Tokenizer;
use engine::retrieval::index::{B, K1};

use crate::collection::Collection;
use crate::run::Run;

/// Documents by their terms.
struct Plain {
    tokenizer: Tokenizer,
    /// For each term, the documents that have it and how often.
    postings: HashMap<String, Vec<(usize, f64)>>,
    /// Tokens of each document.
    lengths: Vec<f64>,
}

/// The best `depth` documents of every judged query.
pub(crate) fn search(collection: &Collection, analyzer: Analyzer, depth: usize) -> Run {
    let mut plain = Plain::new(analyzer);
    for document in &collection.documents {
        plain.add(&document.text);
    }
    let mut run = Run::default();
    for query in &collection.queries {
        let mut found = plain.search(&query.text);
        let id = |index: usize| collection.documents.get(index).map_or("", |document| document.id.as_str());
        found.sort_by(|(a, score_a), (b, score_b)| score_b.total_cmp(score_a).then_with(|| id(*b).cmp(id(*a))));
        for (index, score) in found.into_iter().take(depth) {
            // Runs are read in single precision.
            #[allow(clippy::cast_possible_truncation)]
            run.add(&query.id, id(index), score as f32);
        }
    }
    run
}

impl Plain {
    fn new(analyzer: Analyzer) -> Self {
        Self { tokenizer: Tokenizer::new(analyzer), postings: HashMap::new(), lengths: Vec::new() }
    }

    fn add(&mut self, text: &str) {
        let (mut counts, mut length) = (HashMap::<String, f64>::new(), 0.0);
        self.tokenizer.each(text, |token| {
            *counts.entry(token.to_owned()).or_default() += 1.0;
            length += 1.0;
        });
        for (term, count) in counts {
            self.postings.entry(term).or_default().push((self.lengths.len(), count));
        }
        self.lengths.push(length);
    }

    /// Every document that has a token of the query, with its score: for each token of the query, as often as it stands
    /// there, `idf · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / average))`, where `idf` is Lucene's
    /// `ln(1 + (N − df + 0.5) / (df + 0.5))` (Robertson and Zaragoza, *The Probabilistic Relevance Framework*, 2009).
    #[allow(clippy::cast_precision_loss, reason = "documents are counted far below 2^53")]
    fn search(&mut self, query: &str) -> Vec<(usize, f64)> {
        let documents = self.lengths.len() as f64;
        let average = self.lengths.iter().sum::<f64>() / documents;
        let mut scores = HashMap::<usize, f64>::new();
        for token in self.tokenizer.all(query) {
            let Some(postings) = self.postings.get(&token) else { continue };
            let df = postings.len() as f64;
            let idf = (1.0 + (documents - df + 0.5) / (df + 0.5)).ln();
            for (document, tf) in postings {
                let length = self.lengths.get(*document).copied().unwrap_or_default();
                *scores.entry(*document).or_default() +=
                    idf * tf * (K1 + 1.0) / (tf + K1 * (1.0 - B + B * length / average));
            }
        }
        scores.into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
