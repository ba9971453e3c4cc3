//! The first exit: the best candidates in the order of a judge. Restricted candidates keep their place and are never
//! shown; whatever the judge does, the worst that can happen is that the order stays as it is.

mod provider;

use crate::passage::{Candidate, OpenText};
use crate::provider::ProviderError;

pub use provider::ProviderListwiseJudge;

/// How many of the best candidates a judge puts in order.
pub const RERANK_DEPTH: usize = 10;

/// Puts candidates in order by reading them all. Called from many threads.
pub trait ListwiseJudge: Send + Sync {
    /// A short name for drawings of the pipeline.
    fn name(&self) -> &str;

    /// The positions of `candidates`, from 0, the best for `query` first.
    fn judge(&self, query: &str, candidates: &[OpenText<'_>]) -> Result<Vec<usize>, JudgeError>;
}

/// A judge gave no order. Holds no text.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The model behind it failed.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// What it said is no complete order.
    #[error("the judge gave no complete order of the candidates")]
    NoOrder,
}

/// Puts the first `depth` open candidates in the judge's order. Tells whether there is a new order: none when there was
/// nothing to judge, `false` when the judge failed and everything stays where it is.
pub fn rerank(query: &str, candidates: &mut [Candidate], judge: &dyn ListwiseJudge, depth: usize) -> Option<bool> {
    let (places, texts): (Vec<usize>, Vec<OpenText<'_>>) = candidates
        .iter()
        .enumerate()
        .filter_map(|(place, candidate)| OpenText::of(candidate).map(|text| (place, text)))
        .take(depth)
        .unzip();
    if places.len() < 2 {
        return None;
    }
    match judge.judge(query, &texts) {
        Ok(order) if is_permutation(&order, places.len()) => {
            let ordered: Vec<Candidate> = order.iter().map(|&position| candidates[places[position]].clone()).collect();
            for (place, candidate) in places.into_iter().zip(ordered) {
                candidates[place] = candidate;
            }
            Some(true)
        }
        _ => Some(false),
    }
}

/// Whether `order` holds each position below `length` once.
fn is_permutation(order: &[usize], length: usize) -> bool {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passage::tests::candidate;
    use crate::profile::Sensitivity;
    use crate::retrieval::tests::Fixed;

    fn candidates(labels: &[(&str, Sensitivity)]) -> Vec<Candidate> {
        labels.iter().map(|(doc, sensitivity)| candidate(doc, "Title", doc, *sensitivity)).collect()
    }

    fn docs(candidates: &[Candidate]) -> Vec<&str> {
        candidates.iter().map(|candidate| &*candidate.chunk.id.doc).collect()
    }

    const OPEN: Sensitivity = Sensitivity::Internal;
    const CLOSED: Sensitivity = Sensitivity::Restricted;

    #[test]
    fn restricted_candidates_keep_their_place_and_are_not_shown() {
        let mut found = candidates(&[("x", CLOSED), ("a", OPEN), ("y", CLOSED), ("b", OPEN), ("c", OPEN), ("d", OPEN)]);
        let judge = Fixed::new(Ok(vec![2, 0, 1]));
        assert_eq!(rerank("q", &mut found, &judge, 3), Some(true));
        assert_eq!(docs(&found), ["x", "c", "y", "a", "b", "d"]);
        assert_eq!(judge.1.lock().map(|shown| shown.join(",")).unwrap_or_default(), "Title\na,Title\nb,Title\nc");
    }

    #[test]
    fn a_judge_that_fails_or_gives_no_order_changes_nothing() {
        for order in [Err(()), Ok(vec![]), Ok(vec![0, 1]), Ok(vec![0, 1, 1]), Ok(vec![1, 2, 3]), Ok(vec![0, 1, 2, 3])] {
            let mut found = candidates(&[("a", OPEN), ("b", OPEN), ("c", OPEN)]);
            assert_eq!(rerank("q", &mut found, &Fixed::new(order), 10), Some(false));
            assert_eq!(docs(&found), ["a", "b", "c"]);
        }
    }

    #[test]
    fn a_judge_is_not_asked_when_there_is_nothing_to_order() {
        for labels in [vec![], vec![("a", CLOSED), ("b", CLOSED)], vec![("a", CLOSED), ("b", OPEN)]] {
            let judge = Fixed::new(Ok(vec![0]));
            assert_eq!(rerank("q", &mut candidates(&labels), &judge, 10), None);
            assert!(judge.1.lock().is_ok_and(|shown| shown.is_empty()));
        }
    }
}
