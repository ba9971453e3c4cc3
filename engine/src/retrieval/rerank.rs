//! The first exit: the best candidates in the order of a judge. Restricted candidates keep their place and are never
//! shown; whatever the judge does, the worst that can happen is that the order stays as it is.

mod provider;

use crate::passage::{OpenText, Vetted};
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
pub fn rerank(query: &str, candidates: &mut [Vetted], judge: &dyn ListwiseJudge, depth: usize) -> Option<bool> {
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
            let ordered: Vec<Vetted> = order.iter().map(|&position| candidates[places[position]].clone()).collect();
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
pub(super) mod tests;
