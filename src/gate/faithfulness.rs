//! `faithfulness`: each sentence of the prose rests on the passages it cites. Judged because prose is the one thing a
//! model writes by itself. Every sentence must cite a passage, by its `[n]` or by naming its document, title or place: what
//! cites nothing rests on nothing. Every number of it must stand in a passage it cites, and of its words and pairs of
//! ideographs six in ten; a verbatim sentence has all of them, a free one as many as a careful paraphrase keeps.
//! Sentences of one or two such words and no number state nothing that could be checked. Passages count only as the fixture has them. Unit: cases. It cannot see a wrong sentence made of the right
//! words: a negation, a cause turned into an effect, a number moved to another name.

use crate::gate::support::{self, Sentence};
use crate::golden::Fixture;
use crate::judgement::Judgement;
use crate::outcome::Outcome;

/// The share of its tokens, in tenths, that a sentence's passages must have.
const TENTHS_MIN: usize = 6;
/// Sentences of fewer tokens state nothing.
const TOKENS_MIN: usize = 3;

/// Judges an answer.
pub fn judge(outcome: &Outcome, fixture: &Fixture) -> Judgement {
    let expected = "prose that rests on cited passages";
    let prose = outcome.narrative.as_ref().and_then(|narrative| narrative.prose.as_deref()).unwrap_or_default();
    if prose.trim().is_empty() {
        let status = outcome.narrative.as_ref().map_or("no narrative", |narrative| narrative.status.as_str());
        return Judgement::fail(expected, status, "there is no prose");
    }
    let supports = support::of(outcome, fixture);
    if supports.is_empty() {
        return Judgement::fail(expected, prose, "no cited passage is borne out by the fixture");
    }
    let sentences = support::sentences(prose, &supports);
    let problems: Vec<String> = sentences.iter().filter_map(problem).collect();
    Judgement::of(&problems, expected, prose)
}

fn problem(sentence: &Sentence<'_, '_>) -> Option<String> {
    let (covered, tokens) = sentence.coverage();
    if sentence.rests_on.is_empty() && (tokens >= TOKENS_MIN || sentence.states_a_number()) {
        return Some(format!("`{}` cites no passage that the fixture bears out", sentence.text));
    }
    let numbers: Vec<String> = sentence.unsupported_numbers().into_iter().map(|numeral| numeral.text).collect();
    if !numbers.is_empty() {
        return Some(format!("no cited passage states {} of `{}`", numbers.join(", "), sentence.text));
    }
    let rests = tokens < TOKENS_MIN || covered * 10 >= tokens * TENTHS_MIN;
    (!rests).then(|| format!("the passages have {covered} of the {tokens} words of `{}`", sentence.text))
}
