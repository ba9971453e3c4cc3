//! `disclosure`: what a reader must know stands where a reader looks, in both forms of the answer. Judged on every case,
//! because a field that nobody is shown warns nobody. Where the case or the fields say so, the text asks back, shows its
//! assumption, says what is missing, unknown, not computed or not answered for, what waits for a person, which filter was
//! given up, what the documents contradict, that they are in another language, and which numbers nothing bears out; the
//! text says every expected value and change, and all of the prose. Where the fixture has another source's value for what is
//! stated, it stands there too. Documents may be told to contradict the question only where the case says that they do
//! (`must_disclose`). Unit: cases. Beyond what a case lists there, it cannot see whether a system noticed all that it should
//! have noticed.

use crate::gate::reading::{Piece, Read, Reader};
use crate::golden::{Case, Fixture, PhraseKind, Slot};
use crate::judgement::Judgement;
use crate::outcome::{ANSWERED, ClarificationMode, Found, Outcome, ToolResult};

/// Judges an answer; applies to every case.
pub fn judge(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
    let reader = Reader::of(case, outcome, fixture);
    let demanded = demanded(&reader);
    let mut problems = Vec::new();
    for (place, text) in [("the answer", &outcome.answer), ("the plain answer", &outcome.answer_plain)] {
        let pieces = reader.pieces(text);
        for (kind, count) in &demanded {
            let there =
                pieces.iter().filter(|piece| piece.phrase.as_ref().is_some_and(|read| read.kind == *kind)).count();
            if there < *count {
                problems.push(format!("{place} has {there} of {count} sentences of the kind `{kind}`"));
            }
        }
        problems.extend(unsaid(&reader, &pieces).into_iter().map(|what| format!("{place} does not say {what}")));
    }
    problems.extend(unsourced(&reader));
    problems.extend(contradicted_in_vain(&reader));
    let kinds: Vec<String> = demanded.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    Judgement::of(&problems, format!("in both forms: {}", kinds.join(", ")), outcome.answer.clone())
}

/// The kinds of sentences that must be there, with how many.
fn demanded(reader: &Reader<'_>) -> Vec<(PhraseKind, usize)> {
    use ClarificationMode::{AnswerWithAssumptions, AskFirst, OutOfScopeEntity};
    let (expected, outcome) = (&reader.case.expected, reader.outcome);
    let is =
        |mode: ClarificationMode| usize::from(expected.clarification == mode || outcome.clarification.mode == mode);
    let count = |of: &dyn Fn(&ToolResult) -> bool| outcome.tool_results.iter().filter(|result| of(result)).count();
    let looks_up = outcome.route != "narrative" && outcome.clarification.mode != AskFirst;
    let narrative = outcome.narrative.as_ref();
    let has = |of: &dyn Fn(&crate::outcome::Narrative) -> bool| usize::from(narrative.is_some_and(of));
    let all = [
        (PhraseKind::Assumption, is(AnswerWithAssumptions)),
        (PhraseKind::Ask, is(AskFirst)),
        (PhraseKind::OutOfScope, is(OutOfScopeEntity)),
        (
            PhraseKind::NotComputed,
            usize::from(expected.operation.is_some() || (outcome.intent.operation.is_some() && looks_up)),
        ),
        (PhraseKind::NotFound, count(&|result| matches!(result, ToolResult::NotFound { .. }))),
        (PhraseKind::Waiting, count(&|result| matches!(result, ToolResult::NotFound { waiting: Some(_), .. }))),
        (PhraseKind::Unrecognized, count(&|result| matches!(result, ToolResult::UnrecognizedParam { .. }))),
        (PhraseKind::Change, usize::from(expected.difference.is_some() || outcome.difference.is_some())),
        (PhraseKind::NoProse, has(&|narrative| narrative.status != ANSWERED)),
        (PhraseKind::Relaxed, has(&|narrative| !narrative.relaxed.is_empty() && narrative.retrieved > 0)),
        (PhraseKind::UnreadPeriod, has(&|narrative| !narrative.unread_periods.is_empty() && narrative.retrieved > 0)),
        (PhraseKind::Contradiction, has(&|narrative| narrative.contradiction.is_some())),
        (PhraseKind::OtherLanguage, has(&|narrative| narrative.other_language)),
        (PhraseKind::Caution, has(&|narrative| narrative.prose.is_some() && !outcome.unsupported_numbers.is_empty())),
    ];
    let by_fields = all.into_iter().filter(|(_, count)| *count > 0);
    let mut demanded: Vec<(PhraseKind, usize)> = by_fields.collect();
    for kind in &expected.must_disclose {
        if demanded.iter().all(|(known, _)| known != kind) {
            demanded.push((*kind, 1));
        }
    }
    demanded
}

/// That documents are said to deny what the question takes for granted, where the case does not say that they do.
fn contradicted_in_vain(reader: &Reader<'_>) -> Option<String> {
    let narrative = reader.outcome.narrative.as_ref()?;
    let is_true = reader.case.expected.must_disclose.contains(&PhraseKind::Contradiction);
    let why = "it says that the documents contradict the question, and they do not";
    (narrative.contradiction.is_some() && !is_true).then(|| why.to_owned())
}

/// Values, other sources' values and sentences of prose that a text leaves out.
fn unsaid(reader: &Reader<'_>, pieces: &[Piece<'_>]) -> Vec<String> {
    let mut problems = Vec::new();
    let stated = |kind: PhraseKind, value: &str| {
        let of_kind = pieces.iter().filter_map(|piece| piece.phrase.as_ref()).filter(|read| read.kind == kind);
        of_kind.into_iter().any(|read| read.slot(Slot::Value).is_some_and(|text| text.replace(',', "") == value))
    };
    let facts = pieces.iter().filter_map(|piece| piece.phrase.as_ref()).filter(|read| read.kind == PhraseKind::Fact);
    for fact in &reader.case.expected.facts {
        let value = fact.value.to_string();
        let is_it = |read: &Read<'_>| {
            read.slot(Slot::Value).is_some_and(|text| text.replace(',', "") == value)
                && reader.key(read).as_ref() == Some(&fact.key)
        };
        // Two facts may have one value; each has a sentence of its own.
        if !facts.clone().any(is_it) {
            problems.push(format!("{} = {} in a sentence of its own", fact.key, fact.value));
        }
    }
    for found in reader.evidence.facts.iter().filter(|found| stated(PhraseKind::Fact, &found.value.to_string())) {
        for other in others(reader, found) {
            if !stated(PhraseKind::Conflict, &other) {
                problems.push(format!("that another source states {other}"));
            }
        }
    }
    for (sentence, told) in crate::gate::support::split(reader.prose()).into_iter().zip(reader.told()) {
        if !pieces.iter().any(|piece| told.is(piece.text, false)) {
            problems.push(format!("`{sentence}` of the prose"));
        }
    }
    problems
}

/// What other open sources of the fixture state for the key of a found value.
fn others(reader: &Reader<'_>, found: &Found) -> Vec<String> {
    let Some(key) = found.key() else { return Vec::new() };
    let rows = reader.fixture.with_key(&key).filter(|row| !row.restricted && row.unit == found.unit);
    let mut others: Vec<String> =
        rows.filter(|row| row.value != found.value).map(|row| row.value.to_string()).collect();
    others.sort();
    others.dedup();
    others
}

/// Values and passages whose document and place the sourced form does not name.
fn unsourced(reader: &Reader<'_>) -> Vec<String> {
    let answer = &reader.outcome.answer;
    let pieces = reader.pieces(answer);
    let stated = pieces.iter().filter_map(|piece| piece.phrase.as_ref());
    let mut problems = Vec::new();
    for read in stated.filter(|read| matches!(read.kind, PhraseKind::Fact | PhraseKind::Conflict)) {
        if read.slot(Slot::Doc).is_none() {
            problems
                .push(format!("the value {} stands without its source", read.slot(Slot::Value).unwrap_or_default()));
        }
    }
    for support in &reader.supports {
        let is_listed = pieces.iter().filter_map(|piece| piece.phrase.as_ref()).any(|read| {
            read.kind == PhraseKind::Source && read.slot(Slot::Number) == Some(&support.passage.number.to_string())
        });
        if !is_listed && !answer.contains(&support.passage.doc) {
            problems.push(format!("the answer does not name what it cites, {}", support.passage.doc));
        }
    }
    problems
}
