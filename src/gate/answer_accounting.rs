//! `answer_accounting`: everything that a reader sees is accounted for. Judged on every case, because a right field beside a
//! wrong sentence misleads the person who reads the sentence. Every sentence of both forms of the answer, of the question
//! back, the note on an assumption, the choices and the prose must be one of the system's fixed phrases whose every slot is
//! true (see `golden/phrases.toml`: a value beside its own entity, metric, period, channel, unit and source, a change with
//! its sign), or cited prose that its passages say, or an echo of the question; it stands there once, in the language of the
//! question; and both forms say the same. What is none of these is red, whatever it says. Unit: cases. It cannot see
//! whether a free paraphrase keeps the meaning of what it cites.

use std::collections::BTreeSet;

use crate::gate::reading::{Piece, Reader};
use crate::gate::support;
use crate::golden::{Case, Fixture, PhraseKind, Slot, skeleton};
use crate::judgement::Judgement;
use crate::outcome::{ClarificationMode, Outcome};

/// Judges an answer; applies to every case.
pub fn judge(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
    let reader = Reader::of(case, outcome, fixture);
    let (answer, plain) = (reader.pieces(&outcome.answer), reader.pieces(&outcome.answer_plain));
    let mut problems = Vec::new();
    for (place, pieces) in [("the answer", &answer), ("the plain answer", &plain)] {
        problems.extend(text_problems(&reader, place, pieces));
    }
    problems.extend(form_problems(&reader, &answer, &plain));
    problems.extend(prose_problems(&reader));
    problems.extend(clarification_problems(&reader));
    problems.extend(source_problems(&reader));
    problems.extend(
        outcome
            .texts()
            .filter(|(_, text)| text.contains(is_hidden))
            .map(|(place, _)| format!("{place} holds letters that no reader sees")),
    );
    let got = if outcome.answer.is_empty() { "an empty answer".to_owned() } else { outcome.answer.clone() };
    Judgement::of(&problems, "a text of which every sentence is accounted for", got)
}

fn text_problems(reader: &Reader<'_>, place: &str, pieces: &[Piece<'_>]) -> Vec<String> {
    let mut problems: Vec<String> = Vec::new();
    let mut said = BTreeSet::new();
    for piece in pieces {
        if !said.insert(piece.text) {
            problems.push(format!("{place} says `{}` twice", piece.text));
        }
    }
    problems.extend(reader.untrue(pieces).into_iter().map(|(text, why)| format!("{place} says `{text}`, but {why}")));
    let told = reader.told();
    for piece in pieces.iter().filter(|piece| piece.phrase.is_none()) {
        let is_prose = told.iter().any(|sentence| sentence.is(piece.text, place == "the answer"));
        if !is_prose && skeleton(piece.text) != skeleton(&reader.case.question) {
            problems.push(format!("nothing accounts for `{}` in {place}", piece.text));
        }
    }
    problems
}

/// What the two forms do not say alike. Sources and their list stand in one of them alone.
fn form_problems(reader: &Reader<'_>, answer: &[Piece<'_>], plain: &[Piece<'_>]) -> Vec<String> {
    let marks = |slot: Slot| matches!(slot, Slot::Doc | Slot::Locator | Slot::Number | Slot::Date);
    let told = reader.told();
    let content = |pieces: &[Piece<'_>]| -> Vec<String> {
        let mut said = Vec::new();
        for piece in pieces {
            match &piece.phrase {
                Some(read) if matches!(read.kind, PhraseKind::Source | PhraseKind::AlsoFound | PhraseKind::Heading) => {
                }
                Some(read) => {
                    let held = read.slots.iter().filter(|(slot, _)| !marks(*slot)).map(|(_, text)| *text);
                    said.push(format!("{} {}", read.kind, held.collect::<Vec<_>>().join(" ")));
                }
                None => {
                    let number = told.iter().position(|sentence| sentence.is(piece.text, false));
                    said.push(number.map_or_else(|| piece.text.to_owned(), |number| number.to_string()));
                }
            }
        }
        said
    };
    let same = content(answer) == content(plain);
    (!same).then(|| "the two forms of the answer say different things".to_owned()).into_iter().collect()
}

fn prose_problems(reader: &Reader<'_>) -> Vec<String> {
    let sentences = support::sentences(reader.prose(), &reader.supports);
    let mut problems: Vec<String> = sentences
        .iter()
        .filter_map(|sentence| Some(format!("`{}` {}", sentence.text, Reader::prose_problem(sentence)?)))
        .collect();
    let told: BTreeSet<String> = sentences.iter().map(|sentence| skeleton(&sentence.said)).collect();
    if told.len() < sentences.len() {
        problems.push("the prose says the same twice".to_owned());
    }
    let cited: Vec<String> =
        reader.outcome.cited().flat_map(|passage| support::split(&passage.text)).map(skeleton).collect();
    if told.len() > CHOSEN_MIN && cited.iter().all(|sentence| told.contains(sentence)) {
        problems.push("the prose repeats all that it cites, and chooses nothing".to_owned());
    }
    // What is listed is read, cited or not.
    for passage in reader.outcome.narrative.iter().flat_map(|narrative| &narrative.passages) {
        problems.extend(support::why_unsupported(passage, reader.fixture));
    }
    problems
}

/// Up to so many sentences, all of what is cited may be what was asked for.
const CHOSEN_MIN: usize = 3;

fn clarification_problems(reader: &Reader<'_>) -> Vec<String> {
    let clarification = &reader.outcome.clarification;
    let mut problems = Vec::new();
    let notes = [("question back", &clarification.question), ("assumption note", &clarification.assumption_note)];
    for (place, text) in notes.into_iter().filter_map(|(place, text)| Some((place, text.as_deref()?))) {
        let pieces = reader.pieces(text);
        problems.extend(
            reader.untrue(&pieces).into_iter().map(|(text, why)| format!("the {place} says `{text}`, but {why}")),
        );
        problems.extend(
            pieces
                .iter()
                .filter(|piece| piece.phrase.is_none())
                .map(|piece| format!("nothing accounts for `{}` in the {place}", piece.text)),
        );
        if ![&reader.outcome.answer, &reader.outcome.answer_plain].into_iter().all(|form| form.contains(text)) {
            problems.push(format!("the {place} does not stand in the answer"));
        }
    }
    let options: BTreeSet<&String> = clarification.narrowing_options.iter().collect();
    if options.len() < clarification.narrowing_options.len() {
        problems.push("a choice is offered twice".to_owned());
    }
    problems.extend(
        options
            .into_iter()
            .filter(|option| !is_choice(reader, option))
            .map(|option| format!("`{option}` is no choice of the profile")),
    );
    problems.extend(reader.assumption_problems());
    problems
}

fn is_choice(reader: &Reader<'_>, option: &str) -> bool {
    let is_name = || ["metric", "entity", "channel"].into_iter().any(|param| reader.is_native_name(param, option));
    match reader.outcome.clarification.mode {
        ClarificationMode::OutOfScopeEntity => reader.fixture.profile.home_names().any(|name| name == option),
        ClarificationMode::AnswerWithAssumptions => {
            let pieces = reader.pieces(option);
            let [Piece { phrase: Some(read), .. }] = pieces.as_slice() else { return false };
            let metric = read.slot(Slot::Metric).and_then(|name| reader.fixture.profile.metrics.resolve(name));
            let is_same_metric = metric.is_none() || metric == reader.outcome.intent.metric.as_deref();
            read.kind == PhraseKind::Choice && is_same_metric
        }
        _ => is_name(),
    }
}

/// Sources in the fields that nothing came from; what is not among them is for `citation_validity`.
fn source_problems(reader: &Reader<'_>) -> Vec<String> {
    let of_fact =
        |source: &&crate::key::Source| {
            reader.evidence.facts.iter().any(|found| {
                found.source == **source || found.conflicts.iter().any(|conflict| conflict.source == **source)
            })
        };
    let of_prose = |source: &&crate::key::Source| {
        let place = source.locator.rsplit_once('#').map_or(source.locator.as_str(), |(_, place)| place);
        reader.supports.iter().any(|support| support.passage.doc == source.doc && support.passage.locator == place)
    };
    let from_nowhere = reader.outcome.sources.iter().filter(|source| !of_fact(source) && !of_prose(source));
    from_nowhere.map(|source| format!("nothing came from the source {source}")).collect()
}

/// Letters that are not shown, or that turn the order of those around them. A passage may have line breaks and tabs.
fn is_hidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
        || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}
