//! What makes a [`Case`] one of a golden set: how its line is read, and what the questions must be together.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::case::{Case, FileLine};
use super::fault::{Fault, FaultKind};
use super::fixture::Fixture;
use super::set::GoldenCase;
use super::trap::{self, Said};
use super::{raw, resolve, twin};

impl GoldenCase for Case {
    fn id(&self) -> &str {
        &self.id
    }

    fn place(&self) -> &FileLine {
        &self.place
    }

    fn tags(&self) -> &BTreeMap<String, String> {
        &self.tags
    }

    fn read(line: &str, place: FileLine, fixture: &Fixture) -> Result<Self, (Option<String>, Vec<FaultKind>)> {
        let raw = raw::read(line)?;
        let id = raw.id.clone();
        resolve::resolve(raw, place, fixture).map_err(|kinds| (Some(id), kinds))
    }

    fn together(cases: &[Arc<Self>], fixtures: &BTreeMap<String, Arc<Fixture>>) -> Vec<Fault> {
        let of_fixture = |(name, fixture): (&String, &Arc<Fixture>)| {
            trap::faults(cases.iter().filter(|case| case.fixture == *name), &Said::of(fixture))
        };
        together(cases).into_iter().chain(fixtures.iter().flat_map(of_fixture)).collect()
    }

    fn tell(cases: &[Arc<Self>], fixtures: &mut BTreeMap<String, Arc<Fixture>>) {
        for (name, fixture) in fixtures {
            let plain = cases.iter().filter(|case| case.fixture == *name && case.asks_for_one_figure());
            let questions: Vec<String> = plain.map(|case| case.question.clone()).collect();
            Arc::make_mut(fixture).known.learn(&questions);
        }
    }
}

/// No question with two right answers, a twin for every refusal, and both of refusals and answers.
fn together(cases: &[Arc<Case>]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let fault = |case: &Case, kind: FaultKind| Fault { place: case.place.clone(), case: Some(case.id.clone()), kind };
    let mut by_question: HashMap<_, &Case> = HashMap::new();
    for case in cases {
        let asked = (case.fixture.as_str(), case.reference_date, case.question.trim());
        if let Some(first) = by_question.insert(asked, case)
            && first.expected != case.expected
        {
            faults.push(fault(case, FaultKind::ContradictingTwin(first.place.clone())));
        }
    }
    faults.extend(twin::faults(cases));
    if let Some(first) = cases.first() {
        let refusals = cases.iter().filter(|case| case.expected.refuse).count();
        let lacking = match refusals {
            0 => Some("no case demands a refusal, so that never refusing would pass"),
            _ if refusals == cases.len() => Some("every case demands a refusal, so that always refusing would pass"),
            _ => None,
        };
        if let Some(why) = lacking {
            let place = FileLine { file: first.place.file.clone(), line: 0 };
            faults.push(Fault { place, case: None, kind: FaultKind::OneSided(why) });
        }
    }
    faults
}
