//! `citation_validity`: right lineage, and the document named. Judged because a right value with a wrong source cannot
//! be checked by the person who reads it. The expected source must be the one of the very result that carries the
//! value, be listed in `sources`, and its document must be named in the answer; a listed source that belongs to no
//! result is a fault too. Unit: cases. It cannot see whether the cited cell really holds the value: that is what the
//! extraction suite is for.

use std::collections::BTreeSet;

use crate::golden::{Case, ExpectedFact, Source};
use crate::outcome::{Found, Outcome};
use crate::verdict::Judgement;

/// Whether the case demands a source.
pub fn applies(case: &Case) -> bool {
    !case.expected.facts.is_empty()
}

/// Judges an answer.
pub fn judge(case: &Case, outcome: &Outcome) -> Judgement {
    if !applies(case) {
        return Judgement::NotApplicable;
    }
    let mut problems = Vec::new();
    for fact in &case.expected.facts {
        let of_key: Vec<&Found> = outcome.found().filter(|found| found.key().as_ref() == Some(&fact.key)).collect();
        let with_value = of_key.iter().find(|found| found.value == fact.value && found.source == fact.source);
        if with_value.is_none() {
            problems.push(misplaced(fact, &of_key));
        }
        problems.extend(unlisted(&fact.source, outcome));
    }
    for other in &case.expected.conflict {
        problems.extend(unlisted(&other.source, outcome));
    }
    let conflicts = |found: &Found| found.conflicts.iter().map(|conflict| conflict.source.clone()).collect::<Vec<_>>();
    let of_results: BTreeSet<Source> =
        outcome.found().flat_map(|found| std::iter::once(found.source.clone()).chain(conflicts(found))).collect();
    let of_prose = |source: &Source| case.expected.narrative_doc.as_ref() == Some(&source.doc);
    for source in outcome.sources.iter().filter(|source| !of_results.contains(*source) && !of_prose(source)) {
        problems.push(format!("the source {source} belongs to no stated fact"));
    }
    if problems.is_empty() {
        return Judgement::Pass;
    }
    let expected: Vec<_> = case.expected.facts.iter().map(|fact| fact.source.to_string()).collect();
    let got: Vec<_> = outcome.sources.iter().map(ToString::to_string).collect();
    let got = if got.is_empty() { "no sources".to_owned() } else { got.join("; ") };
    Judgement::fail(expected.join("; "), got, problems.join("; "))
}

/// Why none of the results of a fact's key has its value from its source.
fn misplaced(fact: &ExpectedFact, of_key: &[&Found]) -> String {
    if of_key.iter().any(|found| found.source == fact.source) {
        return format!("{} is cited for another value of {}", fact.source, fact.key);
    }
    let cited: Vec<_> = of_key.iter().map(|found| found.source.to_string()).collect();
    let cited = if cited.is_empty() { "nowhere".to_owned() } else { cited.join(" and ") };
    format!("{} comes from {cited}, not from {}", fact.key, fact.source)
}

fn unlisted(source: &Source, outcome: &Outcome) -> Vec<String> {
    let mut problems = Vec::new();
    if !outcome.sources.contains(source) {
        problems.push(format!("{source} is not among the sources"));
    }
    if !outcome.answer.contains(&source.doc) {
        problems.push(format!("the answer does not name the document {}", source.doc));
    }
    problems
}
