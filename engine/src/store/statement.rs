//! Which of several documents' statements answers, and which of the others disagree. The rule is the same for every
//! backend and knows no database.

use std::cmp::Ordering;

use super::record::Answerable;
use crate::fact::Fact;

/// Whether two statements of one key say the same: equal numbers (`1.0` and `1.00` are) in the same unit.
pub fn agree(a: &Fact, b: &Fact) -> bool {
    a.value == b.value && a.unit == b.unit
}

/// Picks the answering statement out of all that documents make of one key, each with the number of the run that
/// brought it. The newest business date answers, an absent one being the oldest; then the latest run; then the document's name.
pub fn answerable(mut statements: Vec<(Fact, i64)>) -> Option<Answerable> {
    statements.sort_by(|a, b| precedence((&a.0, a.1), (&b.0, b.1)));
    let mut facts = statements.into_iter().map(|(fact, _)| fact);
    let fact = facts.next()?;
    let others = facts.filter(|other| !agree(&fact, other)).collect();
    Some(Answerable { fact, others })
}

/// The order in which statements of one key answer.
pub(crate) fn precedence((a, run_a): (&Fact, i64), (b, run_b): (&Fact, i64)) -> Ordering {
    // `None < Some(_)`, so that a dated statement comes before an undated one.
    b.valid_as_of.cmp(&a.valid_as_of).then(run_b.cmp(&run_a)).then_with(|| a.lineage.doc.cmp(&b.lineage.doc))
}
