//! What the golden set must cover: every gate, every metric of every fixture, every kind of case. Whether each case
//! holds together is checked on loading, not here.

use std::collections::{BTreeMap, BTreeSet};

use harness::counterfactual::{Plan, WhyNot};
use harness::gate::Gate;
use harness::golden::{CaseType, ExtractionSuite, RetrievalSuite, Suite};

use crate::demand;
use crate::files::root;

/// Kinds of case that the golden set does not have yet, each with the reason. A case of such a kind makes the entry
/// wrong, and this test says so.
const NOT_YET: [(CaseType, &str); 0] = [];

fn suite() -> Suite {
    let root = root();
    let suite =
        Suite::load_with_truths(&root.join("golden/qa"), &root.join("fixtures"), &root.join("golden/extraction"));
    suite.unwrap_or_else(|faults| panic!("{faults}"))
}

fn documents() -> ExtractionSuite {
    let root = root();
    ExtractionSuite::load(&root.join("golden/extraction"), &root.join("fixtures"))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

fn searches() -> RetrievalSuite {
    let root = root();
    RetrievalSuite::load(&root.join("golden/retrieval"), &root.join("fixtures"))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn every_gate_has_a_case() {
    let (questions, documents, searches) = (suite(), documents(), searches());
    let is_of_documents = |gate: Gate| {
        // Every document is judged by each of them; a set in which a gate finds no item would not judge it.
        documents.cases.iter().any(|truth| match gate {
            Gate::CellValue => !truth.cells.is_empty(),
            Gate::ColorMapping => truth.cells.iter().any(|cell| !cell.tags.is_empty()),
            Gate::HeaderAttribution => truth.cells.iter().any(|cell| cell.headers.is_some()),
            Gate::Facts => !truth.facts.is_empty() && !truth.reviews.is_empty(),
            _ => false,
        })
    };
    let plan = Plan::of(&questions);
    let is_of_copies = |gate: Gate| {
        plan.cases.iter().flat_map(|sourced| sourced.asked()).any(|one| Gate::of_change(one.change) == gate)
    };
    let without = Gate::ALL.into_iter().filter(|gate| {
        !is_of_copies(*gate)
            && !questions.cases.iter().any(|case| gate.applies(case))
            && !is_of_documents(*gate)
            && !searches.cases.iter().any(|query| gate.applies_to_search(query))
    });
    demand("a gate without a case judges nothing", &without.map(|gate| gate.to_string()).collect::<Vec<_>>());
}

/// The most questions with a source that may lack a counterfactual, by reason. The numbers may only fall.
const LEFT_OUT_MAX: [(WhyNot, usize); 4] =
    [(WhyNot::NoText, 14), (WhyNot::NoAnchor, 8), (WhyNot::NoDigits, 0), (WhyNot::NoRoom, 0)];

#[test]
fn few_questions_with_a_source_lack_a_counterfactual() {
    let left_out = Plan::of(&suite()).left_out();
    let of =
        |why: WhyNot| left_out.iter().filter(|((_, other), _)| *other == why).map(|(_, count)| count).sum::<usize>();
    let faults = LEFT_OUT_MAX.into_iter().filter(|(why, most)| of(*why) > *most);
    let faults: Vec<String> = faults.map(|(why, most)| format!("{} of at most {most}: {why}", of(why))).collect();
    demand("a source that is not altered is not seen to be read", &faults);
}

#[test]
fn every_metric_has_a_case() {
    let suite = suite();
    let mut asked: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for case in &suite.cases {
        let keys = case.expected.facts.iter().map(|fact| &fact.key).chain(&case.expected.missing);
        asked.entry(&case.fixture).or_default().extend(keys.map(|key| key.metric.as_str()));
    }
    let mut faults = Vec::new();
    for (name, fixture) in &suite.fixtures {
        let of_fixture = asked.get(name.as_str());
        for metric in fixture.profile.metrics.codes() {
            if !of_fixture.is_some_and(|asked| asked.contains(metric)) {
                faults.push(format!("no case of `{name}` asks for {metric}"));
            }
        }
    }
    demand("a metric without a case may be answered anyhow", &faults);
}

#[test]
fn every_kind_of_case_is_there() {
    let kinds: BTreeSet<CaseType> = suite().cases.iter().map(|case| case.case_type).collect();
    let all = [CaseType::Numeric, CaseType::Clarification, CaseType::Refusal, CaseType::Narrative, CaseType::Composite];
    let mut faults = Vec::new();
    for kind in all {
        match (kinds.contains(&kind), NOT_YET.iter().find(|(known, _)| *known == kind)) {
            (false, None) => faults.push(format!("no case is {kind:?}")),
            (true, Some(_)) => faults.push(format!("{kind:?} has cases now; take it out of NOT_YET")),
            _ => {}
        }
    }
    demand("every kind of case is there", &faults);
}
