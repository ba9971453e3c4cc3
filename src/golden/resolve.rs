//! From a written line to a [`Case`]: values become decimals, places become facts of the fixture, and everything that
//! does not agree with the fixture is a fault. It sees one case at a time; what two cases must not share is checked by
//! [`super::suite`].

use super::case::{Case, CaseType, ConflictingValue, Expected, ExpectedFact, FileLine};
use super::demand::Demand;
use super::fault::{FaultKind, Mismatch};
use super::fixture::{self, Fixture, unknown_codes};
use super::raw::{Exact, RawCase, RawExpected, RawKey};
use super::set::hash_of;
use crate::difference::{self, Difference};
use crate::key::{FactKey, Source, TOTAL};
use crate::outcome::ClarificationMode;

/// The case of a line, or every fault of it.
pub(super) fn resolve(raw: RawCase, place: FileLine, fixture: &Fixture) -> Result<Case, Vec<FaultKind>> {
    let mut faults = Vec::new();
    for (field, text) in [("id", &raw.id), ("question", &raw.question)] {
        if text.trim().is_empty() {
            faults.push(FaultKind::Empty(field));
        }
    }
    let reference_date = keep(fixture::read_date(&raw.reference_date), &mut faults);
    let expected = expectation(raw.expected, fixture, &mut faults);
    if faults.is_empty() {
        // A part that could not be read is missing here, and would be reported a second time as lacking.
        faults.extend(shape(raw.case_type, &expected).map(FaultKind::Expectation));
    }
    against_fixture(&expected, fixture, &mut faults);
    faults.extend(expected.must_mention.iter().flat_map(|demand| of_demand(demand, &raw.question)));
    match reference_date {
        Some(reference_date) if faults.is_empty() => Ok(Case {
            // Empty parts are left out, so that a part added to the format does not change every hash.
            hash: hash_of(&(&fixture.name, &raw.question, reference_date.to_string(), raw.case_type, &expected)),
            id: raw.id,
            fixture: fixture.name.clone(),
            place,
            question: raw.question,
            reference_date,
            case_type: raw.case_type,
            tags: raw.tags,
            expected,
        }),
        _ => Err(faults),
    }
}

/// What is wrong with a demanded text, or a choice of them, of a case that asks `question`.
fn of_demand(Demand { alternatives }: &Demand, question: &str) -> Vec<FaultKind> {
    let mut faults = Vec::new();
    if alternatives.is_empty() || alternatives.iter().any(|text| text.trim().is_empty()) {
        faults.push(FaultKind::Expectation("`must_mention` demands nothing: a text of it, or a list, is empty"));
    }
    for text in alternatives.iter().filter(|text| !text.is_empty() && question.contains(text.as_str())) {
        faults.push(FaultKind::Echo(text.clone()));
    }
    for (at, text) in alternatives.iter().enumerate() {
        // Whoever writes the longer one has written the shorter one, too.
        let is_part = |(other, part): &(usize, &String)| {
            *other != at && !part.is_empty() && text.contains(part.as_str()) && (text != *part || *other < at)
        };
        if let Some((_, part)) = alternatives.iter().enumerate().find(is_part) {
            faults.push(FaultKind::NeedlessAlternative { text: text.clone(), part: part.clone() });
        }
    }
    faults
}

fn keep<T>(result: Result<T, FaultKind>, faults: &mut Vec<FaultKind>) -> Option<T> {
    result.map_err(|fault| faults.push(fault)).ok()
}

fn expectation(raw: RawExpected, fixture: &Fixture, faults: &mut Vec<FaultKind>) -> Expected {
    let mut facts = Vec::new();
    match (raw.value, raw.unit, raw.source) {
        (None, None, None) => {}
        (Some(value), Some(unit), Some(source)) => facts.extend(single(&value, unit, source, fixture, faults)),
        _ => faults.push(FaultKind::Expectation("`value`, `unit` and `source` stand together or not at all")),
    }
    if !facts.is_empty() && !raw.facts.is_empty() {
        faults.push(FaultKind::Expectation("write either `value` or `facts`, not both"));
    }
    for fact in raw.facts {
        let key = RawKey { metric: fact.metric, entity: fact.entity, period: fact.period, channel: fact.channel };
        let value = keep(fact.value.read(), faults);
        if let (Some(key), Some(value)) = (resolve_key(key, fixture, faults), value) {
            facts.push(ExpectedFact { key, value, unit: fact.unit, source: fact.source });
        }
    }
    let missing = raw.missing.into_iter().filter_map(|key| resolve_key(key, fixture, faults)).collect();
    let difference = raw.difference.and_then(|difference| {
        let percent = difference.percent.and_then(|percent| keep(percent.read(), faults));
        Some(Difference { value: keep(difference.value.read(), faults)?, percent })
    });
    let conflict = raw.conflict.into_iter().filter_map(|conflict| {
        Some(ConflictingValue { value: keep(conflict.value.read(), faults)?, source: conflict.source })
    });
    Expected {
        clarification: raw.clarification,
        refuse: raw.refuse,
        facts,
        missing,
        difference,
        conflict: conflict.collect(),
        unrecognized: raw.unrecognized,
        operation: raw.operation,
        must_mention: raw.must_mention.into_iter().map(|texts| Demand { alternatives: texts.0 }).collect(),
        must_not_mention: raw.must_not_mention,
        must_disclose: raw.must_disclose,
        narrative_doc: raw.narrative_doc.0,
    }
}

/// One value with its place: the key is the cited row's.
fn single(
    value: &Exact,
    unit: String,
    source: Source,
    fixture: &Fixture,
    faults: &mut Vec<FaultKind>,
) -> Option<ExpectedFact> {
    let value = keep(value.read(), faults)?;
    let rows: Vec<_> = fixture.at(&source).take(2).collect();
    match rows.as_slice() {
        [row] => Some(ExpectedFact { key: row.key.clone(), value, unit, source }),
        [] => {
            faults.push(FaultKind::NoSuchSource(source));
            None
        }
        _ => {
            faults.push(FaultKind::AmbiguousSource(source));
            None
        }
    }
}

fn resolve_key(raw: RawKey, fixture: &Fixture, faults: &mut Vec<FaultKind>) -> Option<FactKey> {
    let channel = raw.channel.unwrap_or_else(|| TOTAL.to_owned());
    faults.extend(unknown_codes(&fixture.profile, [&raw.metric, &raw.entity, &channel]));
    let period = keep(raw.period.parse().map_err(FaultKind::Period), faults)?;
    Some(FactKey { metric: raw.metric, entity: raw.entity, period, channel })
}

/// What a case type demands of its expectation, whatever the fixture says.
fn shape(case_type: CaseType, expected: &Expected) -> Option<&'static str> {
    let has_facts = !expected.facts.is_empty();
    let has_prose = !expected.narrative_doc.is_empty();
    let mode = expected.clarification;
    if mode == ClarificationMode::OutOfScopeEntity && !expected.refuse {
        return Some("`out_of_scope_entity` is a refusal; set `refuse` to true");
    }
    if mode == ClarificationMode::AskFirst && (has_facts || expected.refuse) {
        return Some("`ask_first` neither states a value nor refuses");
    }
    if expected.refuse && has_prose {
        return Some("a refusal rests on no document; remove `narrative_doc` or set `refuse` to false");
    }
    if expected.refuse && has_facts {
        return Some("a refusal states no value; remove the value or set `refuse` to false");
    }
    if expected.difference.is_some() && expected.facts.len() != 2 {
        return Some("a `difference` needs exactly two `facts`");
    }
    if !expected.conflict.is_empty() && !has_facts {
        return Some("a `conflict` needs the fact that it contradicts");
    }
    match case_type {
        CaseType::Numeric if !has_facts => Some("a numeric case needs `value`, `unit` and `source`, or `facts`"),
        CaseType::Refusal if !expected.refuse => Some("a refusal case needs `refuse` set to true"),
        CaseType::Clarification if mode == ClarificationMode::None && !has_facts => {
            Some("a clarification case asks, assumes, or states the value that needs no question")
        }
        CaseType::Narrative if !expected.refuse && !has_prose => Some("a narrative case needs `narrative_doc`"),
        CaseType::Narrative if has_facts => Some("a narrative case with values is `composite`"),
        CaseType::Composite if !expected.refuse && (!has_facts || !has_prose) => {
            Some("a composite case needs a value with `unit` and `source`, and `narrative_doc`")
        }
        CaseType::Numeric | CaseType::Refusal | CaseType::Clarification if has_prose => {
            Some("`narrative_doc` belongs to narrative and composite cases")
        }
        _ => None,
    }
}

fn against_fixture(expected: &Expected, fixture: &Fixture, faults: &mut Vec<FaultKind>) {
    for fact in &expected.facts {
        fact_faults(fact, expected, fixture, faults);
    }
    for other in &expected.conflict {
        conflict_faults(other, expected, fixture, faults);
    }
    for key in &expected.missing {
        if let Some(fact) = fixture.with_key(key).find(|fact| !fact.restricted) {
            faults.push(FaultKind::NotMissing { key: Box::new(key.clone()), at: Box::new(fact.source.clone()) });
        }
    }
    if let (Some(stated), [first, second]) = (&expected.difference, expected.facts.as_slice()) {
        let right = difference::between(&first.into(), &second.into());
        if right.as_ref() != Some(stated) {
            let expected = right.map_or_else(
                || "left out: the facts are not comparable".to_owned(),
                |right| format!("{} with percent {}", right.value, difference::percent_text(right.percent)),
            );
            faults.push(FaultKind::Difference(expected));
        }
    }
    for doc in &expected.narrative_doc {
        match fixture.document(doc) {
            None => faults.push(FaultKind::NoSuchDocument(doc.clone())),
            Some(document) if document.restricted => faults.push(FaultKind::RestrictedProse(doc.clone())),
            Some(_) => {}
        }
    }
    for param in &expected.unrecognized {
        if !["metric", "entity", "period", "channel"].contains(&param.as_str()) {
            faults.push(FaultKind::Expectation("`unrecognized` lists metric, entity, period or channel"));
        }
    }
}

fn fact_faults(fact: &ExpectedFact, expected: &Expected, fixture: &Fixture, faults: &mut Vec<FaultKind>) {
    if !fixture.profile.units.has(&fact.unit) {
        faults.push(FaultKind::UnknownCode { what: "unit", code: fact.unit.clone() });
    }
    let Some(row) =
        fixture.at(&fact.source).find(|row| row.key == fact.key).or_else(|| fixture.at(&fact.source).next())
    else {
        faults.push(FaultKind::NoSuchSource(fact.source.clone()));
        return;
    };
    let parts = [
        ("the key", fact.key.to_string(), row.key.to_string()),
        ("the value", fact.value.to_string(), row.value.to_string()),
        ("the unit", fact.unit.clone(), row.unit.clone()),
    ];
    for (part, expected, actual) in parts {
        if expected != actual {
            faults.push(FaultKind::Differs(Box::new(Mismatch { part, expected, actual, at: fact.source.clone() })));
        }
    }
    if row.restricted {
        faults.push(FaultKind::Restricted(fact.source.clone()));
    }
    let rivals = fixture.with_key(&fact.key).filter(|rival| !rival.restricted && rival.source != fact.source);
    for rival in rivals.filter(|rival| rival.value != fact.value) {
        if rival.valid_as_of > row.valid_as_of {
            faults.push(FaultKind::NotNewest(rival.source.clone()));
        } else if !expected.conflict.iter().any(|other| other.source == rival.source) {
            faults.push(FaultKind::UnlistedConflict {
                at: Box::new(rival.source.clone()),
                value: rival.value.to_string(),
            });
        }
    }
}

fn conflict_faults(other: &ConflictingValue, expected: &Expected, fixture: &Fixture, faults: &mut Vec<FaultKind>) {
    let Some(row) = fixture.at(&other.source).find(|row| expected.facts.iter().any(|fact| fact.key == row.key)) else {
        faults.push(FaultKind::NoSuchSource(other.source.clone()));
        return;
    };
    if row.value.to_string() != other.value.to_string() {
        faults.push(FaultKind::Differs(Box::new(Mismatch {
            part: "the other value",
            expected: other.value.to_string(),
            actual: row.value.to_string(),
            at: other.source.clone(),
        })));
    }
    if row.restricted {
        faults.push(FaultKind::Restricted(other.source.clone()));
    }
}
