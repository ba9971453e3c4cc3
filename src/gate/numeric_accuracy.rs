//! `numeric_accuracy`: values and units, exactly. Judged because a figure that is almost right is wrong. Every expected
//! fact must have been found under its key and stand in the answer with exactly its digits and its unit beside it; no
//! other found value may be stated; what is missing, contradicted, not recognised or not computed must be said; the
//! difference must be there when demanded and only then. Unit: cases. It cannot see whether the sentence around a
//! right value attaches it to the right name.

use crate::gate::evidence::Evidence;
use crate::gate::wording;
use crate::golden::{Case, CaseType, Expected, ExpectedFact, Fixture};
use crate::judgement::Judgement;
use crate::key::FactKey;
use crate::numerals::{Form, Numeral};
use crate::outcome::{Found, Outcome, ToolResult};

/// Whether the case demands anything that this gate judges.
pub fn applies(case: &Case) -> bool {
    let Expected { facts, missing, unrecognized, operation, .. } = &case.expected;
    !facts.is_empty() || !missing.is_empty() || !unrecognized.is_empty() || operation.is_some()
}

/// Judges an answer.
pub fn judge(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
    let evidence = Evidence::of(case, outcome, fixture);
    let figures = evidence.figures(&outcome.answer);
    let mut problems = Vec::new();
    for fact in &case.expected.facts {
        problems.extend(fact_problem(fact, outcome, &figures, fixture));
        let plain = evidence.figures(&outcome.answer_plain);
        if !outcome.answer_plain.is_empty() && !plain.iter().any(|figure| figure.is_exactly(fact.value)) {
            problems.push(format!("{} does not stand in the plain answer", fact.value));
        }
    }
    problems.extend(extra_facts(case, outcome, &figures));
    problems.extend(unsaid(case, outcome, fixture));
    problems.extend(difference_problem(&case.expected, &evidence, &figures));
    for other in &case.expected.conflict {
        let mut reported = outcome.found().flat_map(|found| &found.conflicts);
        if !reported.any(|conflict| conflict.value == other.value && conflict.source == other.source) {
            problems.push(format!("the conflicting value {} of {} is not reported", other.value, other.source));
        } else if !figures.iter().any(|figure| figure.is_exactly(other.value)) {
            problems.push(format!("the conflicting value {} does not stand in the answer", other.value));
        }
    }
    problems.extend(wording::problems(case, outcome, &[CaseType::Numeric]));
    Judgement::of(&problems, demanded(&case.expected), stated(outcome))
}

fn fact_problem(fact: &ExpectedFact, outcome: &Outcome, figures: &[Numeral], fixture: &Fixture) -> Option<String> {
    let of_key: Vec<&Found> = outcome.found().filter(|found| found.key().as_ref() == Some(&fact.key)).collect();
    if of_key.is_empty() {
        return Some(format!("{} was not found", fact.key));
    }
    if !of_key.iter().any(|found| found.value.to_string() == fact.value.to_string() && found.unit == fact.unit) {
        let got: Vec<_> = of_key.iter().map(|found| format!("{} {}", found.value, found.unit)).collect();
        return Some(format!("{} was found as {}", fact.key, got.join(" and ")));
    }
    let is_written = |figure: &&Numeral| figure.form == Form::Digits && figure.is_exactly(fact.value);
    let written: Vec<&Numeral> = figures.iter().filter(is_written).collect();
    if written.is_empty() {
        return Some(format!("{} does not stand in the answer with exactly these digits", fact.value));
    }
    let in_its_unit = |figure: &&Numeral| unit_beside(&outcome.answer, figure, fixture) == Some(fact.unit.as_str());
    if !written.iter().any(in_its_unit) {
        return Some(format!("{} stands in the answer without its unit {} beside it", fact.value, fact.unit));
    }
    None
}

/// The unit code whose spelling stands after a figure, or else before it.
fn unit_beside<'a>(answer: &str, figure: &Numeral, fixture: &'a Fixture) -> Option<&'a str> {
    let units = &fixture.profile.units;
    let after = answer.get(figure.span.end..).unwrap_or_default().trim_start();
    let before = answer.get(..figure.span.start).unwrap_or_default().trim_end();
    units.at_start_of(after).map(|(code, _)| code).or_else(|| units.at_end_of(before))
}

/// Found values that nobody asked for and that the answer states all the same. A lookup beside the question is no
/// fault as long as its value stays out of the answer.
fn extra_facts(case: &Case, outcome: &Outcome, figures: &[Numeral]) -> Vec<String> {
    let expected = |found: &&Found| !case.expected.facts.iter().any(|fact| found.key().as_ref() == Some(&fact.key));
    let is_stated = |found: &&Found| figures.iter().any(|figure| figure.equals(found.value));
    outcome
        .found()
        .filter(expected)
        .filter(is_stated)
        .map(|found| {
            let Found { metric_code, entity, period, channel, value, .. } = found;
            format!("{entity} {period} {metric_code} ({channel}) = {value} is stated, and nobody asked for it")
        })
        .collect()
}

/// What the answer should have said about missing values, unknown parameters and operations.
pub(super) fn unsaid(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Vec<String> {
    let mut problems = Vec::new();
    for key in &case.expected.missing {
        let reported = outcome.tool_results.iter().any(|result| match result {
            ToolResult::NotFound { normalized, .. } => {
                normalized.metric_code == key.metric
                    && normalized.entity == key.entity
                    && normalized.channel == key.channel
                    && normalized.period.parse() == Ok(key.period)
            }
            _ => false,
        });
        if !reported {
            problems.push(format!("{key} is not reported as not found"));
        } else if !names(&outcome.answer, key, fixture) {
            problems.push(format!("the answer does not say that {key} is missing"));
        }
    }
    let mut unknown: Vec<(&str, &str)> = Vec::new();
    for result in &outcome.tool_results {
        if let ToolResult::UnrecognizedParam { param, raw } = result {
            unknown.push((param, raw.as_deref().unwrap_or_default()));
        }
    }
    for param in &case.expected.unrecognized {
        match unknown.iter().position(|(reported, _)| reported == param) {
            None => problems.push(format!("the unknown {param} is not reported")),
            Some(index) => {
                let (_, raw) = unknown.remove(index);
                if !outcome.answer.to_lowercase().contains(&raw.to_lowercase()) {
                    problems.push(format!("the answer does not name the unknown {param} `{raw}`"));
                }
            }
        }
    }
    if let Some(operation) = case.expected.operation
        && outcome.intent.operation.as_deref() != Some(operation.as_str())
    {
        problems.push(format!("the operation `{}` is not reported", operation.as_str()));
    }
    problems
}

/// Whether the answer names metric, entity and period of a key, in any spelling of the profile.
fn names(answer: &str, key: &FactKey, fixture: &Fixture) -> bool {
    let answer = answer.to_lowercase();
    let any = |spellings: &[String]| spellings.iter().any(|spelling| answer.contains(&spelling.to_lowercase()));
    any(fixture.profile.metrics.spellings(&key.metric))
        && any(fixture.profile.entities.spellings(&key.entity))
        && any(&key.period.spellings())
}

fn difference_problem(expected: &Expected, evidence: &Evidence<'_>, figures: &[Numeral]) -> Option<String> {
    let is_stated = |value: rust_decimal::Decimal| {
        figures.iter().any(|figure| figure.is_exactly(value) || figure.is_exactly(-value))
    };
    match (&expected.difference, &evidence.difference) {
        (Some(demanded), _) => {
            let value = figures.iter().any(|figure| figure.equals(demanded.value) || figure.equals(-demanded.value));
            if !value {
                return Some(format!("the difference {} does not stand in the answer", demanded.value));
            }
            let percent = demanded.percent.filter(|percent| !is_stated(*percent))?;
            Some(format!("the percentage {percent} does not stand in the answer"))
        }
        (None, Some(computable)) => {
            let is_value = |figure: &&Numeral| evidence.values.iter().any(|value| figure.equals(*value));
            let unasked = figures.iter().find(|figure| evidence.is_difference(figure) && !is_value(figure))?;
            Some(format!("{} is stated as a difference ({}), and none is demanded", unasked.text, computable.value))
        }
        (None, None) => None,
    }
}

fn demanded(expected: &Expected) -> String {
    let facts = expected.facts.iter().map(|fact| format!("{} = {} {}", fact.key, fact.value, fact.unit));
    let missing = expected.missing.iter().map(|key| format!("{key} not found"));
    let difference = expected.difference.iter().map(|difference| {
        let percent = crate::difference::percent_text(difference.percent);
        format!("difference {} (percent {percent})", difference.value)
    });
    let conflict = expected.conflict.iter().map(|other| format!("conflict {} at {}", other.value, other.source));
    let unknown = expected.unrecognized.iter().map(|param| format!("{param} unrecognized"));
    let operation = expected.operation.iter().map(|operation| format!("{} not computed", operation.as_str()));
    let mention = expected.must_mention.iter().map(|demand| format!("mention of {demand}"));
    let all = facts.chain(missing).chain(difference).chain(conflict).chain(unknown).chain(operation).chain(mention);
    all.collect::<Vec<_>>().join("; ")
}

fn stated(outcome: &Outcome) -> String {
    if outcome.answer.is_empty() { "an empty answer".to_owned() } else { outcome.answer.clone() }
}
