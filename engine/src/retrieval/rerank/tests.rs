//! Tests of `rerank`.

use std::sync::Mutex;

use super::*;
use crate::passage::tests::{candidate, vetted};
use crate::profile::Sensitivity;

/// Replies with a fixed order, and keeps what it was shown.
pub(in crate::retrieval) struct Fixed(Result<Vec<usize>, ()>, Mutex<Vec<String>>);

impl Fixed {
    pub(in crate::retrieval) fn new(order: Result<Vec<usize>, ()>) -> Self {
        Self(order, Mutex::default())
    }
}

impl ListwiseJudge for Fixed {
    fn name(&self) -> &'static str {
        "fixed"
    }

    fn judge(&self, _: &str, candidates: &[OpenText<'_>]) -> Result<Vec<usize>, JudgeError> {
        if let Ok(mut shown) = self.1.lock() {
            shown.extend(candidates.iter().map(OpenText::whole));
        }
        self.0.clone().map_err(|()| JudgeError::NoOrder)
    }
}

fn candidates(labels: &[(&str, Sensitivity)]) -> Vec<Vetted> {
    labels.iter().map(|(doc, sensitivity)| vetted(candidate(doc, "Title", doc, *sensitivity))).collect()
}

fn docs(candidates: &[Vetted]) -> Vec<&str> {
    candidates.iter().map(|candidate| &*candidate.found().chunk.id.doc).collect()
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
