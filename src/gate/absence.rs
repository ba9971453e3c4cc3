//! What must not come any more, and what must be said instead, when the source of an answer is gone or speaks about somebody
//! else. It is no gate of its own.

use std::collections::BTreeSet;

use crate::counterfactual::{Change, Counterfactual};
use crate::gate::evidence::Evidence;
use crate::gate::{fabrication, numeric_accuracy, restricted_leaks, support};
use crate::golden::Fixture;
use crate::judgement::{Failure, Judgement};
use crate::outcome::{Found, Outcome};

/// Judges an answer to a copy without the source; with the fixture as it is, which knows what is restricted.
pub(super) fn judge(
    counterfactual: &Counterfactual,
    outcome: &Outcome,
    (fixture, original): (&Fixture, &Fixture),
) -> Judgement {
    let case = &counterfactual.demanded;
    let mut problems = Vec::new();
    let evidence = Evidence::of(case, outcome, fixture);
    let mut figures = evidence.figures(&outcome.answer);
    figures.extend(evidence.figures(&outcome.answer_plain));
    let is_stated = |found: &&Found| figures.iter().any(|figure| figure.equals(found.value));
    for found in outcome.found().filter(is_stated) {
        let Found { metric_code, entity, period, channel, value, source, .. } = found;
        problems.push(format!("{entity} {period} {metric_code} ({channel}) = {value} comes instead, from {source}"));
    }
    if !outcome.refused {
        problems.extend(numeric_accuracy::unsaid(case, outcome, fixture));
    }
    problems.extend(in_prose(counterfactual, outcome, fixture));
    for judgement in
        [fabrication::judge(case, outcome, fixture), restricted_leaks::judge_answer(case, outcome, original)]
    {
        if let Judgement::Fail(Failure { got, why, .. }) = judgement {
            problems.push(format!("{why}: {got}"));
        }
    }
    let missing: Vec<String> = case.expected.missing.iter().map(|key| format!("{key} not found")).collect();
    let instead = if missing.is_empty() { String::new() } else { format!(", or {}", missing.join("; ")) };
    let expected = format!("a refusal{instead}, since {}", counterfactual.altered.join("; "));
    Judgement::of(&problems, expected, outcome.answer.clone())
}

/// What prose still has of the source. A moved document may be cited where a reader is told which filter was given up.
fn in_prose(counterfactual: &Counterfactual, outcome: &Outcome, fixture: &Fixture) -> Vec<String> {
    let is_told = outcome.narrative.as_ref().is_some_and(|narrative| !narrative.relaxed.is_empty());
    if counterfactual.change == Change::Moved && is_told {
        return Vec::new();
    }
    let cited = outcome.cited().filter(|passage| counterfactual.documents.contains(&passage.doc));
    let mut problems: Vec<String> = cited.map(|passage| format!("it cites {}", passage.doc)).collect();
    problems.extend(outcome.cited().filter_map(|passage| support::why_unsupported(passage, fixture)));
    problems.extend(as_before(counterfactual, outcome));
    problems
}

/// The texts of the passage that the answer still has as they were. A note on a contradiction quotes a word of the passage
/// without what stands behind it.
pub(super) fn as_before(counterfactual: &Counterfactual, outcome: &Outcome) -> Vec<String> {
    let forms = [&outcome.answer, &outcome.answer_plain];
    let noted = outcome.narrative.as_ref().and_then(|narrative| narrative.contradiction.as_ref());
    let is_quoted =
        |text: &&str| counterfactual.change == Change::Changed && noted.is_some_and(|noted| noted.stated == *text);
    let texts: BTreeSet<&str> =
        forms.into_iter().flat_map(|form| counterfactual.unaltered_in(form)).filter(|text| !is_quoted(text)).collect();
    texts.into_iter().map(|text| format!("it still says `{text}`")).collect()
}
