//! `refusal_appropriateness`: refuses when it must, and only then. Judged both ways because a system that always refuses
//! invents nothing and helps nobody. A refusal that states a found value all the same is none; nor is an answer from
//! documents that has no prose although it claims not to refuse. Unit: cases. It cannot
//! see whether the refusal is polite or useful.

use crate::gate::evidence::Evidence;
use crate::gate::wording;
use crate::golden::{Case, CaseType, Fixture};
use crate::judgement::Judgement;
use crate::outcome::{ANSWERED, Outcome};

/// Judges an answer; applies to every case.
pub fn judge(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
    let word = |refused: bool| if refused { "a refusal" } else { "an answer" };
    let mut problems = Vec::new();
    if outcome.refused != case.expected.refuse {
        let why = if outcome.refused { "it refuses what it can answer" } else { "it answers what it must refuse" };
        problems.push(why.to_owned());
    }
    if case.expected.refuse {
        let evidence = Evidence::of(case, outcome, fixture);
        let mut figures = evidence.figures(&outcome.answer);
        figures.extend(evidence.figures(&outcome.answer_plain));
        let values: Vec<_> = outcome.found().map(|found| found.value).collect();
        if let Some(figure) = figures.iter().find(|figure| values.iter().any(|value| figure.equals(*value))) {
            problems.push(format!("it states the found value {}", figure.text));
        }
    }
    let is_silent = outcome.narrative.as_ref().is_some_and(|narrative| narrative.status != ANSWERED);
    if case.case_type == CaseType::Narrative && is_silent && !outcome.refused {
        problems.push("it has nothing to say from documents, and does not call that a refusal".to_owned());
    }
    if outcome.answer.trim().is_empty() {
        problems.push("the answer is empty".to_owned());
    }
    let judged_here = [CaseType::Refusal, CaseType::Narrative, CaseType::Composite];
    problems.extend(wording::problems(case, outcome, &judged_here));
    Judgement::of(&problems, word(case.expected.refuse), format!("{}: {}", word(outcome.refused), outcome.answer))
}
