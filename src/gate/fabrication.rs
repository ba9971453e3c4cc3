//! `fabrication`: no number from nowhere. Judged on every case, in every form of a number (see [`crate::numerals`]), in
//! both forms of the answer and in the clarification, and never waivable, because it is the one promise a reader cannot
//! check alone. A number must be a found value that the fixture has, a value of a conflict, the difference of the two
//! facts or its percentage; or belong to a name, a cited place, a date, or a period of this very case. In a refusal
//! only the latter may stand. Where prose is demanded, a number may also stand in a cited passage (as the fixture has
//! it), in the question before the same word, or in `unsupported_numbers` and in the caution that the very text shows.
//! Unit: cases. It cannot see a right number in a wrong sentence, nor quantities said without a number (`doubled`).

use std::borrow::Cow;

use crate::gate::reading::Reader;
use crate::golden::{Case, Fixture, PhraseKind, Slot, sequence};
use crate::judgement::Judgement;
use crate::key::Period;
use crate::numerals::{self, Numeral};
use crate::outcome::Outcome;

/// Judges an answer; applies to every case.
pub fn judge(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
    let reader = Reader::of(case, outcome, fixture);
    let evidence = &reader.evidence;
    let clarification = &outcome.clarification;
    let texts = [
        ("the answer", Some(outcome.answer.as_str())),
        ("the plain answer", Some(outcome.answer_plain.as_str())),
        ("the question back", clarification.question.as_deref()),
        ("the assumption note", clarification.assumption_note.as_deref()),
    ];
    let options = clarification.narrowing_options.iter().map(|option| ("a narrowing option", Some(option.as_str())));
    let is_refusal = case.expected.refuse || outcome.refused;
    let mut invented = Vec::new();
    for (place, text) in texts.into_iter().chain(options) {
        let text = text.unwrap_or_default();
        // An option may offer a period that the question did not name; no other number.
        let is_offer = place == "a narrowing option";
        let words = |text: &str| {
            text.split(' ').filter(|word| Period::read_in_report(word).is_none()).collect::<Vec<_>>().join(" ")
        };
        let text = if is_offer { Cow::Owned(words(text)) } else { Cow::Borrowed(text) };
        for figure in evidence.figures(&text) {
            if is_refusal
                || !(evidence.explains(&figure) || (case.demands_prose() && is_excused(&reader, &text, &figure)))
            {
                invented.push(format!("`{}` in {place}", figure.text));
            }
        }
    }
    if invented.is_empty() {
        return Judgement::Pass;
    }
    let allowed: Vec<_> = evidence.values.iter().map(ToString::to_string).collect();
    let expected = match (is_refusal, allowed.as_slice()) {
        (true, _) => "no number but the question's periods".to_owned(),
        (false, []) => "no number: nothing was found".to_owned(),
        (false, _) => format!("no number but {} and what follows from them", allowed.join(", ")),
    };
    let why = if is_refusal { "a refusal states a number" } else { "a number rests on no fact" };
    Judgement::fail(expected, invented.join(", "), why)
}

/// Whether the text's own caution names the number, or the question has it in the same role.
fn is_excused(reader: &Reader<'_>, text: &str, figure: &Numeral) -> bool {
    let pieces = reader.pieces(text);
    let untrue: Vec<&str> = reader.untrue(&pieces).into_iter().map(|(text, _)| text).collect();
    let cautions =
        pieces.iter().filter(|piece| !untrue.contains(&piece.text)).filter_map(|piece| piece.phrase.as_ref());
    let named = cautions.filter(|read| read.kind == PhraseKind::Caution).filter_map(|read| read.slot(Slot::Numbers));
    let question = &reader.case.question;
    let is_asked = |asked: &Numeral| is_same(asked, figure) && role(question, asked) == role(text, figure);
    named.flat_map(numerals::find).any(|number| is_same(&number, figure))
        || numerals::find(question).iter().any(is_asked)
}

/// The word behind a number: what it counts.
fn role(text: &str, numeral: &Numeral) -> Option<String> {
    let behind = text.get(numeral.span.end..).unwrap_or_default();
    let clause = behind.split(['，', '。', '？', ',', '.', '?', '!', ';', '；', '\n']).next().unwrap_or_default();
    sequence(clause).into_iter().next()
}

fn is_same(one: &Numeral, other: &Numeral) -> bool {
    one.text == other.text || other.value.is_some_and(|value| one.equals(value))
}
