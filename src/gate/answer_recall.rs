//! `answer_recall`: the prose says what it must, and not what it must not. Judged on cases that demand prose and name
//! such texts, because prose that rests on its sources can still leave out the point. Unit: texts found out of those
//! demanded, where one of several alternatives is enough; an answer with a forbidden text has nothing. It compares texts as
//! they are, so it cannot see the same thing said in other words.

use crate::gate::wording;
use crate::golden::Case;
use crate::judgement::{Failure, Judgement, Points};
use crate::outcome::Outcome;

/// Whether the case demands prose, and texts in it or none.
pub fn applies(case: &Case) -> bool {
    case.demands_prose() && !(case.expected.must_mention.is_empty() && case.expected.must_not_mention.is_empty())
}

/// Judges an answer.
pub fn judge(case: &Case, outcome: &Outcome) -> Judgement {
    let demanded = &case.expected.must_mention;
    let lacking = wording::lacking(case, outcome);
    let forbidden = wording::forbidden(case, outcome);
    // Where only absence is demanded, absence is the one point there is.
    let points = match (forbidden.is_empty(), demanded.len()) {
        (true, 0) => Points::new(1, 1),
        (true, whole) => Points::new((whole - lacking.len()) as u64, whole as u64),
        (false, whole) => Points::new(0, whole as u64),
    };
    let problems: Vec<String> = lacking.into_iter().chain(forbidden).collect();
    let failure = (!problems.is_empty()).then(|| Failure {
        expected: demanded.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        got: outcome.answer.clone(),
        why: problems.join("; "),
    });
    Judgement::Scored(points, failure)
}
