//! `source_changed`: the source says something else, and the answer follows. Judged on a copy of the fixture in which the
//! case's facts have other digits, and the texts that it demands of a passage other digits or one word more wherever they
//! stand, because an answer that stays the same was not read there. Figures must be right for the copy, by
//! `numeric_accuracy`, `citation_validity` and `fabrication`, with the change of two values worked out anew; prose must rest on
//! passages as they are in the copy, and have none of the texts as they were. Unit: cases. It cannot see much in prose that
//! mentions none of the texts: that it does not is for `answer_recall` to say, and whom it cites for `citation_validity`.

use crate::counterfactual::Counterfactual;
use crate::gate::{absence, citation_validity, fabrication, numeric_accuracy, restricted_leaks, support};
use crate::golden::{Case, CaseType, Fixture};
use crate::judgement::{Failure, Judgement};
use crate::outcome::{ANSWERED, Outcome};

/// Judges an answer to the copy; with the fixture as it is, which knows what is restricted.
pub fn judge(
    counterfactual: &Counterfactual,
    outcome: &Outcome,
    (fixture, original): (&Fixture, &Fixture),
) -> Judgement {
    let case = &counterfactual.demanded;
    let mut problems = Vec::new();
    if outcome.refused {
        problems.push("it refuses, and the source is there".to_owned());
    }
    if case.demands_prose() {
        if outcome.narrative.as_ref().is_none_or(|narrative| narrative.status != ANSWERED) {
            problems.push("there is no prose".to_owned());
        }
        problems.extend(outcome.cited().filter_map(|passage| support::why_unsupported(passage, fixture)));
        problems.extend(absence::as_before(counterfactual, outcome));
    }
    let figures = of_figures(case);
    let judged = [
        numeric_accuracy::applies(&figures).then(|| numeric_accuracy::judge(&figures, outcome, fixture)),
        citation_validity::applies(&figures).then(|| citation_validity::judge(&figures, outcome, fixture)),
        Some(fabrication::judge(case, outcome, fixture)),
        Some(restricted_leaks::judge_answer(case, outcome, original)),
    ];
    for judgement in judged.into_iter().flatten() {
        if let Judgement::Fail(Failure { got, why, .. }) = judgement {
            problems.push(if got == outcome.answer { why } else { format!("{why} ({got})") });
        }
    }
    let expected = format!("an answer that follows: {}", counterfactual.altered.join("; "));
    Judgement::of(&problems, expected, outcome.answer.clone())
}

/// The case without its demand for prose, which other gates judge.
fn of_figures(case: &Case) -> Case {
    let mut figures = case.clone();
    if case.demands_prose() {
        figures.case_type = CaseType::Numeric;
        figures.expected.must_not_mention.clear();
        figures.expected.narrative_doc.clear();
    }
    figures
}
