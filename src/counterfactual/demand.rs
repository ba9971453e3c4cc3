//! What a right answer to an altered copy holds, out of what the case demands of the fixture as it is.

use super::Change;
use super::rows::Rows;
use crate::difference;
use crate::golden::{Case, Expected, ExpectedFact};

/// The case with the expectation of an altered copy. What it must mention is what the copy no longer says like that; what
/// becomes of it is for the counterfactual to say.
pub(super) fn of(case: &Case, change: Change, rows: &Rows) -> Case {
    let mut demanded = case.clone();
    let expected = &mut demanded.expected;
    expected.must_mention.clear();
    match change {
        Change::Deleted | Change::Moved => without_source(expected),
        Change::Changed => {
            for fact in &mut expected.facts {
                fact.value = rows.changed(&fact.key, fact.value).unwrap_or(fact.value);
            }
            expected.difference = expected.difference.take().and_then(|_| change_between(&expected.facts));
        }
    }
    demanded
}

/// Every fact is missing, and nothing follows from it.
fn without_source(expected: &mut Expected) {
    expected.missing.extend(expected.facts.drain(..).map(|fact| fact.key));
    expected.difference = None;
    expected.conflict.clear();
    expected.narrative_doc.clear();
}

fn change_between(facts: &[ExpectedFact]) -> Option<difference::Difference> {
    match facts {
        [one, other] => difference::between(&one.into(), &other.into()),
        _ => None,
    }
}
