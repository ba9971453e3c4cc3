//! What a run is worth by judgements of whole documents, as `trec_eval` and `ir_measures` reckon it: nDCG of the first 10
//! and recall of the first 100 places. The harness judges its golden searches by nDCG too, but of passages, in whole numbers
//! and against a baseline; this compares two runs with each other and keeps nothing.

use std::collections::BTreeMap;

use crate::collection::{Grades, Judgements};
use crate::run::Run;

/// Places of nDCG.
const NDCG_PLACES: usize = 10;
/// Places of recall.
const RECALL_PLACES: usize = 100;

/// Means over all judged queries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quality {
    /// nDCG of the first 10 places.
    pub(crate) ndcg_10: f64,
    /// Recall of the first 100 places.
    pub(crate) recall_100: f64,
}

impl Quality {
    /// The worth of a run. A query of which the run has nothing counts as 0, as does one without a relevant document.
    #[allow(clippy::cast_precision_loss, reason = "queries are counted far below 2^53")]
    pub(crate) fn of(run: &Run, judgements: &Judgements) -> Self {
        let mean = |measure: fn(&[&str], &Grades) -> f64| {
            let each = judgements.iter().map(|(query, grades)| measure(&run.ranking(query), grades));
            each.sum::<f64>() / judgements.len().max(1) as f64
        };
        Self { ndcg_10: mean(ndcg), recall_100: mean(recall) }
    }
}

/// nDCG: the gain of a place is its grade, discounted by `log2(place + 1)`; the ideal ranking has all judged documents by
/// falling grade (Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, with the discount of `trec_eval`'s `ndcg_cut`). A grade
/// below 0 is worth nothing.
fn ndcg(ranking: &[&str], grades: &Grades) -> f64 {
    let gain = |doc: &&str| grades.get(*doc).copied().unwrap_or_default().max(0);
    let mut ideal: Vec<i32> = grades.values().map(|grade| (*grade).max(0)).collect();
    ideal.sort_unstable_by(|a, b| b.cmp(a));
    share(cumulated(ranking.iter().map(gain)), cumulated(ideal.into_iter()))
}

fn cumulated(gains: impl Iterator<Item = i32>) -> f64 {
    (2_u32..).zip(gains.take(NDCG_PLACES)).map(|(place, gain)| f64::from(gain) / f64::from(place).log2()).sum()
}

/// Recall: how many of the documents with a grade of 1 or more are found.
#[allow(clippy::cast_precision_loss, reason = "documents are counted far below 2^53")]
fn recall(ranking: &[&str], grades: &Grades) -> f64 {
    let relevant: BTreeMap<&str, i32> =
        grades.iter().map(|(doc, grade)| (doc.as_str(), *grade)).filter(|(_, grade)| *grade > 0).collect();
    let found = ranking.iter().take(RECALL_PLACES).filter(|doc| relevant.contains_key(*doc)).count();
    share(found as f64, relevant.len() as f64)
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests;
