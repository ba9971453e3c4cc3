//! `citation_validity`: right lineage, and the document named. Judged because a right value with a wrong source cannot
//! be checked by the person who reads it. The expected source must be the one of the very result that carries the
//! value, be listed in `sources`, and its document must be named in the answer; a listed source that belongs to no
//! result and no cited passage is a fault too. Prose must cite a passage of an expected document, name that document or
//! its title, list every cited passage in `sources`, and cite what stands there. Unit: cases. It cannot see whether the
//! cited cell really holds the value (that is what the extraction suite is for), nor whether a passage was needed.

use std::collections::BTreeSet;

use crate::gate::support;
use crate::golden::{Case, ExpectedFact, Fixture};
use crate::judgement::Judgement;
use crate::key::Source;
use crate::outcome::{CitedPassage, Found, Outcome};

/// Whether the case demands a source.
pub fn applies(case: &Case) -> bool {
    !case.expected.facts.is_empty() || case.demands_prose()
}

/// Judges an answer.
pub fn judge(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
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
    problems.extend(outcome.found().flat_map(|found| misdated(found, fixture)));
    let conflicts = |found: &Found| found.conflicts.iter().map(|conflict| conflict.source.clone()).collect::<Vec<_>>();
    let of_results: BTreeSet<Source> =
        outcome.found().flat_map(|found| std::iter::once(found.source.clone()).chain(conflicts(found))).collect();
    let of_prose = |source: &Source| outcome.cited().any(|passage| is_of(passage, source));
    if case.demands_prose() {
        problems.extend(prose_problems(case, outcome, fixture));
    }
    for source in outcome.sources.iter().filter(|source| !of_results.contains(*source) && !of_prose(source)) {
        problems.push(format!("the source {source} belongs to no stated fact and no cited passage"));
    }
    let prose = case.demands_prose().then(|| format!("a passage of {}", case.expected.narrative_doc.join(" or ")));
    let expected: Vec<_> = case.expected.facts.iter().map(|fact| fact.source.to_string()).chain(prose).collect();
    let got: Vec<_> = outcome.sources.iter().map(ToString::to_string).collect();
    let got = if got.is_empty() { "no sources".to_owned() } else { got.join("; ") };
    Judgement::of(&problems, expected.join("; "), got)
}

fn is_of(passage: &CitedPassage, source: &Source) -> bool {
    // A chunk's whole name is as good a locator as the place inside the document.
    let locator = source.locator.rsplit_once('#').map_or(source.locator.as_str(), |(_, place)| place);
    passage.doc == source.doc && passage.locator == locator
}

fn prose_problems(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Vec<String> {
    let mut problems = Vec::new();
    let wanted = &case.expected.narrative_doc;
    let of_wanted: Vec<&CitedPassage> = outcome.cited().filter(|passage| wanted.contains(&passage.doc)).collect();
    if of_wanted.is_empty() {
        let docs: BTreeSet<&str> = outcome.cited().map(|passage| passage.doc.as_str()).collect();
        let cited =
            if docs.is_empty() { "nothing".to_owned() } else { docs.into_iter().collect::<Vec<_>>().join(", ") };
        problems.push(format!("the prose cites {cited}, and not {}", wanted.join(" or ")));
    }
    let is_named = |passage: &&CitedPassage| {
        let title = fixture.document(&passage.doc).map_or("", |document| document.title.as_str());
        outcome.answer.contains(&passage.doc) || (!title.is_empty() && outcome.answer.contains(title))
    };
    if !of_wanted.is_empty() && !of_wanted.iter().any(is_named) {
        problems.push(format!("the answer names neither {} nor its title", wanted.join(" nor ")));
    }
    for passage in outcome.cited() {
        problems.extend(support::why_unsupported(passage, fixture));
        if !outcome.sources.iter().any(|source| is_of(passage, source)) {
            problems.push(format!("{} · {} is cited and not among the sources", passage.doc, passage.locator));
        }
    }
    problems
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

/// The dates of a result, and of other sources beside it, that the fixture's rows do not have.
fn misdated(found: &Found, fixture: &Fixture) -> Vec<String> {
    let Some(key) = found.key() else { return Vec::new() };
    let own = [(&found.source, &found.valid_as_of)];
    let others = found.conflicts.iter().map(|conflict| (&conflict.source, &conflict.valid_as_of));
    let stated = own.into_iter().chain(others).filter_map(|(source, date)| Some((source, date.as_ref()?)));
    let is_other = |(source, date): &(&Source, &String)| {
        let row = fixture.at(source).find(|row| row.key == key && !row.restricted);
        row.is_some_and(|row| row.valid_as_of.map(|own| own.to_string()).as_ref() != Some(*date))
    };
    stated.filter(is_other).map(|(source, date)| format!("{source} is not dated {date}")).collect()
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
