//! `clarification_appropriateness`: asks back or shows an assumption when it must, and only then. Judged both ways
//! because guessing a metric is a wrong answer, and asking what was said already is a nuisance. Unit: cases. It cannot
//! see whether the question back is a good one, only that there is one.

use crate::gate::wording;
use crate::golden::{Case, CaseType};
use crate::judgement::Judgement;
use crate::outcome::{ClarificationMode, Outcome};

/// Judges an answer; applies to every case.
pub fn judge(case: &Case, outcome: &Outcome) -> Judgement {
    let (expected, got) = (case.expected.clarification, &outcome.clarification);
    let says_nothing = |text: &Option<String>| text.as_deref().is_none_or(|text| text.trim().is_empty());
    let mut problems = Vec::new();
    if got.mode != expected {
        problems.push(mismatch(expected, got.mode).to_owned());
    } else if expected == ClarificationMode::AskFirst && says_nothing(&got.question) {
        problems.push("it claims to ask, and asks nothing".to_owned());
    } else if expected == ClarificationMode::AnswerWithAssumptions && says_nothing(&got.assumption_note) {
        problems.push("it assumes, and does not show what".to_owned());
    }
    if expected == ClarificationMode::AskFirst && outcome.found().next().is_some() {
        problems.push("it looks values up before it knows what is meant".to_owned());
    }
    problems.extend(wording::problems(case, outcome, &[CaseType::Clarification]));
    Judgement::of(&problems, expected.as_str(), got.mode.as_str())
}

fn mismatch(expected: ClarificationMode, got: ClarificationMode) -> &'static str {
    use ClarificationMode::{AnswerWithAssumptions, AskFirst, None, OutOfScopeEntity};
    match (expected, got) {
        (OutOfScopeEntity, _) => "it does not notice the company it must not speak about",
        (_, OutOfScopeEntity) => "it takes the question for one about another company",
        (_, AskFirst) => "it asks a needless question",
        (AskFirst, _) => "it guesses instead of asking",
        (None, _) => "it assumes what the question says",
        (AnswerWithAssumptions, _) => "it does not show its assumption",
    }
}
