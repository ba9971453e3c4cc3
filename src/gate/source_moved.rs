//! `source_moved`: what a case rests on speaks about a neighbour, and no longer answers. Judged on a copy of the fixture in
//! which the case's facts stand at a neighbouring period, entity or channel, and its documents are of other years or about
//! another entity, because a lookup or a search that leaves one of them out finds the same thing again. It must refuse, or
//! name each missing key; a moved document may be cited only where the answer says which filter was given up. Unit: cases. It
//! cannot see whether the neighbour's own question is answered, which `eval` asks of the fixture as it is.

use crate::counterfactual::Counterfactual;
use crate::gate::absence;
use crate::golden::Fixture;
use crate::judgement::Judgement;
use crate::outcome::Outcome;

/// Judges an answer to the copy; with the fixture as it is, which knows what is restricted.
pub fn judge(counterfactual: &Counterfactual, outcome: &Outcome, fixtures: (&Fixture, &Fixture)) -> Judgement {
    absence::judge(counterfactual, outcome, fixtures)
}
