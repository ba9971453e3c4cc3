//! The search itself: a query and its rewritings against the index (and the vectors), fused into one ranking of
//! candidates. What is found may still be restricted; judging and handing on are the exits' work.

use std::collections::HashMap;
use std::sync::Arc;

use super::filter::Filter;
use super::fusion::{Fused, RANKING_DEPTH, RRF_K, rrf_fuse};
use super::lexical::{Hit, LexicalIndex, SearchError};
use super::rerank::ListwiseJudge;
use super::rewrite::QueryRewriter;
use super::store::ChunkSource;
use super::vector::{VectorChannel, VectorFault};
use crate::gate::CompetitorScreen;
use crate::passage::{ChunkKey, Scores, Vetted};

/// How many passages are handed on unless told otherwise.
pub const TOP_K: usize = 50;

/// Words, optionally vectors, fused by rank. Built once, asked from many threads.
///
/// By default it searches by words alone; every further stage is added by a method.
#[derive(Clone)]
pub struct HybridRetriever {
    pub(super) index: Arc<dyn LexicalIndex>,
    pub(super) chunks: Arc<dyn ChunkSource>,
    screen: CompetitorScreen,
    pub(super) rewriter: Option<Arc<dyn QueryRewriter>>,
    pub(super) vectors: Option<VectorChannel>,
    pub(super) judge: Option<Arc<dyn ListwiseJudge>>,
    pub(super) depth: usize,
}

/// What a search found.
#[derive(Debug, Default)]
pub struct Search {
    /// Candidates, the best first.
    pub candidates: Vec<Vetted>,
    /// The query and its rewritings.
    pub queries: Vec<String>,
    /// Chunks in the fused ranking, of which `candidates` are the first.
    pub fused: usize,
    /// Why the vectors took no part, when they should have.
    pub vector_fault: Option<VectorFault>,
}

impl HybridRetriever {
    /// Searches `index` by words, and reads what it finds from `chunks`, which the index was built from. Nothing is handed on
    /// that `screen` keeps back, and it takes no place of what is.
    pub fn new(index: Arc<dyn LexicalIndex>, chunks: Arc<dyn ChunkSource>, screen: CompetitorScreen) -> Self {
        Self { index, chunks, screen, rewriter: None, vectors: None, judge: None, depth: RANKING_DEPTH }
    }

    /// Searches for rewritings of the query as well.
    #[must_use]
    pub fn with_rewriter(mut self, rewriter: Arc<dyn QueryRewriter>) -> Self {
        self.rewriter = Some(rewriter);
        self
    }

    /// Searches by vectors as well. The original query alone is embedded: its rewritings say the same in other words,
    /// which is what a vector is to see by itself.
    #[must_use]
    pub fn with_vectors(mut self, vectors: VectorChannel) -> Self {
        self.vectors = Some(vectors);
        self
    }

    /// Lets a judge order the best.
    #[must_use]
    pub fn with_judge(mut self, judge: Arc<dyn ListwiseJudge>) -> Self {
        self.judge = Some(judge);
        self
    }

    /// Reads each ranking to another depth than [`RANKING_DEPTH`].
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
    }

    /// The candidates for `query` among the chunks that `filter` admits: at least the best `top_k` open ones, where there
    /// are so many. Vectors that fail are left out, and the result says so.
    pub fn search(&self, query: &str, filter: &Filter, top_k: usize) -> Result<Search, SearchError> {
        let queries = self.rewriter.as_ref().map_or_else(|| vec![query.to_owned()], |rewriter| rewriter.rewrite(query));
        let mut scores: HashMap<ChunkKey, Scores> = HashMap::new();
        let mut rankings = Vec::with_capacity(queries.len() + 1);
        for (number, query) in queries.iter().enumerate() {
            let hits = self.index.search(query, filter, self.depth)?;
            for hit in &hits {
                let scores = scores.entry(hit.key).or_default();
                if number == 0 {
                    scores.bm25 = Some(hit.score);
                }
            }
            rankings.push(keys(&hits));
        }
        let nearest = self.vectors.as_ref().map(|vectors| vectors.nearest(query, filter, self.depth)).transpose();
        let (nearest, vector_fault) = match nearest {
            Ok(hits) => (hits.unwrap_or_default(), None),
            Err(fault) => (Vec::new(), Some(fault)),
        };
        for hit in &nearest {
            scores.entry(hit.key).or_default().vector = Some(hit.score);
        }
        rankings.push(keys(&nearest));
        let fused = rrf_fuse(&rankings, RRF_K, self.depth);
        for Fused { item, score } in &fused {
            scores.entry(*item).or_default().fused = *score;
        }
        let candidates = self.best(&fused, &scores, top_k)?;
        Ok(Search { candidates, queries, fused: fused.len(), vector_fault })
    }

    /// The first candidates of a fused ranking until `wanted` of them are open, equal scores in the order of chunk ids.
    fn best(
        &self,
        fused: &[Fused<ChunkKey>],
        scores: &HashMap<ChunkKey, Scores>,
        wanted: usize,
    ) -> Result<Vec<Vetted>, SearchError> {
        let mut candidates: Vec<Vetted> = Vec::new();
        let (mut rest, mut missing) = (fused, wanted);
        while missing > 0 && !rest.is_empty() {
            // Equal scores stay together, since only the chunks themselves tell their order.
            let last = rest.get(missing - 1).map(|fused| fused.score);
            let (batch, after) =
                rest.split_at(last.map_or(rest.len(), |last| rest.partition_point(|f| f.score >= last)));
            let keys: Vec<(ChunkKey, Scores)> =
                batch.iter().map(|fused| (fused.item, scores.get(&fused.item).copied().unwrap_or_default())).collect();
            let found = self.chunks.candidates(&keys)?.into_iter();
            candidates.extend(found.filter_map(|found| Vetted::new(found, &self.screen)));
            rest = after;
            let open = candidates.iter().filter(|found| found.is_open()).count();
            missing = wanted.saturating_sub(open);
        }
        candidates.sort_by(|a, b| {
            let (a, b) = (a.found(), b.found());
            b.scores.fused.total_cmp(&a.scores.fused).then_with(|| a.chunk.id.cmp(&b.chunk.id))
        });
        Ok(candidates)
    }
}

fn keys(hits: &[Hit]) -> Vec<ChunkKey> {
    hits.iter().map(|hit| hit.key).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
