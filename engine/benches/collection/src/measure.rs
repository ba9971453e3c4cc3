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
mod tests {
    use super::*;

    fn grades(of: &[(&str, i32)]) -> Grades {
        of.iter().map(|(doc, grade)| ((*doc).to_owned(), *grade)).collect()
    }

    fn assert_near(is: f64, shall: f64) {
        assert!((is - shall).abs() < 1e-9, "{is} and not {shall}");
    }

    #[test]
    fn gains_are_grades_discounted_by_their_place() {
        // By hand: (0 + 1/log2(3) + 2/log2(4) + 3/log2(5)) / (3 + 2/log2(3) + 1/log2(4))
        // = (0.6309297536 + 1 + 1.2920296742) / (3 + 1.2618595071 + 0.5).
        let judged = grades(&[("a", 3), ("b", 2), ("c", 1), ("d", 0)]);
        assert_near(ndcg(&["d", "c", "b", "a"], &judged), 2.922_959_427_8 / 4.761_859_507_1);
        assert_near(ndcg(&["a", "b", "c", "d"], &judged), 1.0);
        assert_near(ndcg(&[], &judged), 0.0);
    }

    #[test]
    fn nothing_behind_the_tenth_place_counts_in_the_ranking_or_in_the_ideal() {
        let others: Vec<String> = (0..10).map(|number| format!("x{number}")).collect();
        let mut ranking: Vec<&str> = others.iter().map(String::as_str).collect();
        ranking.push("a");
        assert_near(ndcg(&ranking, &grades(&[("a", 1)])), 0.0);
        ranking.swap(9, 10);
        assert_near(ndcg(&ranking, &grades(&[("a", 1)])), 1.0 / 11_f64.log2());
        // Eleven relevant documents, of which ten places hold ten.
        let all = ranking.iter().map(|doc| ((*doc).to_owned(), 1)).collect();
        assert_near(ndcg(&ranking, &all), 1.0);
    }

    #[test]
    fn a_grade_below_zero_is_worth_nothing_and_is_not_relevant() {
        let judged = grades(&[("a", -2), ("b", 1)]);
        assert_near(ndcg(&["a", "b"], &judged), 1.0 / 3_f64.log2());
        assert_near(recall(&["a"], &judged), 0.0);
        assert_near(recall(&["b"], &judged), 1.0);
    }

    #[test]
    fn recall_is_the_relevant_documents_on_the_first_hundred_places() {
        let judged = grades(&[("a", 1), ("b", 3), ("c", 2), ("d", 0)]);
        assert_near(recall(&["d", "b", "x"], &judged), 1.0 / 3.0);
        let others: Vec<String> = (0..100).map(|number| format!("x{number}")).collect();
        let mut ranking: Vec<&str> = others.iter().map(String::as_str).collect();
        ranking.push("a");
        assert_near(recall(&ranking, &judged), 0.0);
        ranking.swap(99, 100);
        assert_near(recall(&ranking, &judged), 1.0 / 3.0);
    }

    #[test]
    fn every_judged_query_counts_in_the_mean() {
        let one = grades(&[("a", 1)]);
        let judgements: Judgements =
            [("q1", one.clone()), ("q2", one), ("q3", grades(&[("a", 0)]))].map(|(id, of)| (id.to_owned(), of)).into();
        let run = Run::from_iter([("q1", "a", 1.0), ("unjudged", "a", 1.0)]);
        let quality = Quality::of(&run, &judgements);
        assert_near(quality.ndcg_10, 1.0 / 3.0);
        assert_near(quality.recall_100, 1.0 / 3.0);
    }
}
