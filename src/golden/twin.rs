//! Twins: beside each refusal stands a question that must be answered and is asked in nearly the same words, so that
//! neither refusing everything nor answering everything passes. Words are compared, not meanings; questions in two
//! languages have none in common and are not compared.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::case::Case;
use super::fault::{Fault, FaultKind};

/// How many refusals one question may stand beside. A set in which one twin serves everything has none.
const REFUSALS_MAX: usize = 6;
/// The least likeness of a refusal and its twin in hundredths: half of the questions about one fixture that are drawn at
/// random are below it, and so is none of two questions of which one was written from the other.
const LIKENESS_MIN: usize = 15;

/// What is wrong with the twins of refusals.
pub(super) fn faults(cases: &[Arc<Case>]) -> Vec<Fault> {
    let answerable = |case: &&Arc<Case>| !case.expected.facts.is_empty() || !case.expected.narrative_doc.is_empty();
    let mut by_name: BTreeMap<(&str, &str), Vec<&Arc<Case>>> = BTreeMap::new();
    for case in cases.iter().filter(answerable) {
        let tag = case.tags.get("twin").filter(|tag| **tag != case.id);
        for name in tag.into_iter().chain([&case.id]) {
            by_name.entry((case.fixture.as_str(), name.as_str())).or_default().push(case);
        }
    }
    let mut faults = Vec::new();
    let mut served: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases.iter().filter(|case| case.expected.refuse) {
        let mut fault = |kind| {
            faults.push(Fault { place: case.place.clone(), case: Some(case.id.clone()), kind });
        };
        let name = case.tags.get("twin").map(|twin| (case.fixture.as_str(), twin.as_str()));
        let twins = name.and_then(|name| by_name.get(&name)).into_iter().flatten();
        let nearest = twins.map(|twin| (likeness(&case.question, &twin.question), twin)).max_by_key(|(near, twin)| {
            // Of twins that are equally near the one that serves fewest stands beside it.
            (*near, std::cmp::Reverse(served.get(twin.id.as_str()).copied().unwrap_or_default()))
        });
        let Some((near, twin)) = nearest else {
            fault(FaultKind::NoTwin);
            continue;
        };
        if near < LIKENESS_MIN {
            fault(FaultKind::FarTwin { twin: twin.id.clone(), question: twin.question.clone() });
        }
        let count = served.entry(twin.id.as_str()).or_default();
        *count += 1;
        if *count == REFUSALS_MAX + 1 {
            fault(FaultKind::BusyTwin { twin: twin.id.clone(), refusals_max: REFUSALS_MAX });
        }
    }
    faults
}

/// How much two questions have in common, in hundredths: twice the pairs of neighbouring letters that both have, of all
/// pairs of both (Dice 1945). Questions in different scripts count as the same.
fn likeness(one: &str, other: &str) -> usize {
    if is_chinese(one) != is_chinese(other) {
        return 100;
    }
    let (one, other) = (pairs(one), pairs(other));
    let all: usize = one.values().chain(other.values()).sum();
    let common: usize = one.iter().map(|(pair, count)| *count.min(other.get(pair).unwrap_or(&0))).sum();
    (200 * common).checked_div(all).unwrap_or_default()
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4E00}'..='\u{9FFF}').contains(&c))
}

/// The pairs of neighbouring letters and digits, with how often each stands there.
fn pairs(text: &str) -> BTreeMap<(char, char), usize> {
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let mut pairs = BTreeMap::new();
    for (first, second) in letters.iter().zip(letters.iter().skip(1)) {
        *pairs.entry((*first, *second)).or_default() += 1;
    }
    pairs
}
