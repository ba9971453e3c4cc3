//! Texts that a case demands or forbids in the answer. It is no gate of its own: a text is demanded because of what a
//! case is about, so the gate for that kind of case judges it. It compares texts as they are, not their meaning.

use crate::golden::{Case, CaseType};
use crate::numerals;
use crate::outcome::Outcome;

/// What is wrong with the wording, when this is the gate that judges it for the case. The wording of prose is judged by
/// `answer_recall` alone.
pub(super) fn problems(case: &Case, outcome: &Outcome, judged_here: &[CaseType]) -> Vec<String> {
    if case.demands_prose() || !judged_here.contains(&case.case_type) {
        return Vec::new();
    }
    lacking(case, outcome).into_iter().chain(forbidden(case, outcome)).collect()
}

/// The demanded texts that the answer does not have.
pub(super) fn lacking(case: &Case, outcome: &Outcome) -> Vec<String> {
    let lacking = case.expected.must_mention.iter().filter(|demand| !demand.is_met_by(&outcome.answer));
    lacking.map(|demand| format!("the answer does not mention {demand}")).collect()
}

/// The forbidden texts that either form of the answer has.
pub(super) fn forbidden(case: &Case, outcome: &Outcome) -> Vec<String> {
    let forms = [&outcome.answer, &outcome.answer_plain];
    let forbidden = case.expected.must_not_mention.iter().filter(|text| forms.iter().any(|form| mentions(form, text)));
    forbidden.map(|text| format!("the answer mentions `{text}`")).collect()
}

/// A forbidden number is compared as a number, so that `4,102.9` is `4102.9` and `41029` is not.
fn mentions(answer: &str, text: &str) -> bool {
    let number = match numerals::find(text).as_slice() {
        [only] if only.text.len() == text.len() => only.value,
        _ => None,
    };
    match number {
        Some(value) => numerals::find(answer).iter().any(|numeral| numeral.equals(value)),
        None => answer.contains(text),
    }
}
