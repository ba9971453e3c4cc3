//! `relevance`: the prose says what was asked, and little else. Judged where prose is demanded, beside `answer_recall`, for
//! whoever repeats whole documents mentions everything. A sentence is to the point when it has a demanded text or a word
//! of the question. Unit: sentences to the point, three at most, out of all. It compares words, so that it cannot see a sentence to
//! the point in other words, nor one beside the point that shares a word.

use crate::gate::support;
use crate::golden::{Case, Fixture};
use crate::judgement::{Failure, Judgement, Points};
use crate::outcome::Outcome;

/// What a reader needs fits in so many sentences; each further one costs.
const NEEDED_MAX: usize = 3;

/// Judges an answer.
pub fn judge(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
    let prose = outcome.narrative.as_ref().and_then(|narrative| narrative.prose.as_deref()).unwrap_or_default();
    let supports = support::of(outcome, fixture);
    let sentences = support::sentences(prose, &supports);
    let demanded = &case.expected.must_mention;
    let (to_the_point, beside): (Vec<_>, Vec<_>) = sentences.iter().partition(|sentence| {
        demanded.iter().any(|demand| demand.is_met_by(sentence.text)) || sentence.shares_words_with(&case.question)
    });
    let points = Points::new(to_the_point.len().min(NEEDED_MAX) as u64, sentences.len() as u64);
    let failure = || Failure {
        expected: "sentences that answer the question".to_owned(),
        got: prose.to_owned(),
        why: match beside.first() {
            Some(sentence) => {
                format!("{} sentences share nothing with the question, first `{}`", beside.len(), sentence.text)
            }
            None => format!("{} sentences are more than a reader needs", sentences.len()),
        },
    };
    Judgement::scored(points, failure)
}
