//! `source_deleted`: what a case rests on is gone, and so is the answer. Judged on a copy of the fixture from which every row
//! of the case's facts, its documents, and each line elsewhere that says the same are deleted, because an answer that comes
//! all the same came from elsewhere: a model's memory, a cache, a neighbour, a restricted row. It must refuse, or name each
//! missing key, and hold no value, passage or text of what is gone; neither may it hold a number or restricted words that
//! the copy does not bear out. Unit: cases. It cannot see prose about something else, as long as other documents bear it out.

use crate::counterfactual::Counterfactual;
use crate::gate::absence;
use crate::golden::Fixture;
use crate::judgement::Judgement;
use crate::outcome::Outcome;

/// Judges an answer to the copy; with the fixture as it is, which knows what is restricted.
pub fn judge(counterfactual: &Counterfactual, outcome: &Outcome, fixtures: (&Fixture, &Fixture)) -> Judgement {
    absence::judge(counterfactual, outcome, fixtures)
}
