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
mod tests {
    use super::*;

    /// Three documents of 4, 2 and 6 tokens, 4 on average. With k1 = 1.5 and b = 0.75, what lengths do to a count is
    /// 1.5 · (0.25 + 0.75 · length / 4): 1.5, 0.9375 and 2.0625.
    fn scores(query: &str) -> Vec<(usize, f64)> {
        let mut plain = Plain::new(Analyzer::Standard);
        for text in ["wing wing flow heat", "wing flow", "heat heat heat Mach mach number"] {
            plain.add(text);
        }
        let mut found = plain.search(query);
        found.sort_by_key(|(document, _)| *document);
        found
    }

    fn assert_scores(query: &str, shall: &[(usize, f64)]) {
        let is = scores(query);
        let is_near =
            |((a, score_a), (b, score_b)): (&(usize, f64), &(usize, f64))| a == b && (score_a - score_b).abs() < 1e-9;
        assert!(is.len() == shall.len() && is.iter().zip(shall).all(is_near), "{query}: {is:?} and not {shall:?}");
    }

    #[test]
    fn scores_are_those_reckoned_by_hand() {
        assert_eq!((K1, B), (1.5, 0.75), "the figures below are reckoned with these");
        // `wing` in 2 of 3: idf = ln(1 + 1.5/2.5) = 0.4700036292. 0.47… · 2·2.5/3.5 and 0.47… · 2.5/1.9375.
        assert_scores("Wing", &[(0, 0.671_433_756_1), (1, 0.606_456_295_8)]);
        // `mach` in 1 of 3: idf = ln(1 + 2.5/1.5) = 0.9808292530; 0.98… · 2·2.5/4.0625.
        assert_scores("mach?", &[(2, 1.207_174_465_2)]);
        // A token that stands twice in the query counts twice; one that stands nowhere counts nothing.
        assert_scores("mach number mach zeppelin", &[(2, 2.0 * 1.207_174_465_2 + 0.800_676_941_2)]);
        assert_scores("zeppelin", &[]);
    }
}
