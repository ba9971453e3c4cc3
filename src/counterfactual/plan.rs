//! Which counterfactuals there are, and which of them share a copy. Two cases share one when neither alters what the other
//! asks for, nor what stands beside it: a system that takes a neighbour's value must find that neighbour as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::copy::Copy;
use super::demand;
use super::prose::{self, Shift};
use super::rows::Rows;
use super::{Change, Counterfactual, Sourced, WhyNot};
use crate::golden::{Case, Fixture, Suite};
use crate::key::FactKey;

/// Every case with a source, and the copies that its counterfactuals are asked of.
#[derive(Debug, Default)]
pub struct Plan {
    /// By case id.
    pub cases: Vec<Arc<Sourced>>,
    /// The copies, which [`Counterfactual::copy`] counts.
    pub copies: Vec<Copy>,
}

/// What a counterfactual alters and looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Touch {
    keys: BTreeSet<FactKey>,
    /// Where those facts are moved.
    targets: BTreeSet<FactKey>,
    /// What is asked for and is not there.
    missing: BTreeSet<FactKey>,
    documents: BTreeMap<String, Shift>,
    /// Whom the documents are about.
    about: BTreeSet<String>,
    /// The texts of their passages.
    texts: BTreeSet<String>,
}

impl Plan {
    /// The counterfactuals of a suite.
    pub fn of(suite: &Suite) -> Self {
        let mut plan = Self::default();
        for (name, fixture) in &suite.fixtures {
            let of_fixture = || suite.cases.iter().filter(|case| case.fixture == *name);
            let all: Vec<&Case> = of_fixture().map(Arc::as_ref).collect();
            let rows = Arc::new(Rows::of(fixture, &all));
            let sourced: Vec<&Arc<Case>> = of_fixture().filter(|case| Sourced::has_source(case)).collect();
            let [deleted, changed, moved] = Change::ALL.map(|change| plan.ask(&sourced, change, fixture, &rows));
            let each = deleted
                .into_iter()
                .zip(changed)
                .zip(moved)
                .map(|((deleted, changed), moved)| [deleted, changed, moved]);
            let cases = sourced.into_iter().zip(each);
            plan.cases.extend(cases.map(|(case, each)| Arc::new(Sourced { case: Arc::clone(case), each })));
        }
        plan.cases.sort_by(|a, b| a.case.id.cmp(&b.case.id));
        plan
    }

    /// Every counterfactual of one kind, each with a copy.
    fn ask(
        &mut self,
        cases: &[&Arc<Case>],
        change: Change,
        fixture: &Arc<Fixture>,
        rows: &Arc<Rows>,
    ) -> Vec<Result<Counterfactual, WhyNot>> {
        let first = self.copies.len();
        let mut shares: Vec<Vec<Touch>> = Vec::new();
        let mut all = Vec::new();
        for case in cases {
            let asked = touch(case, change, fixture, rows).map(|touch| {
                let place = shares.iter().position(|share| share.iter().all(|other| touch.goes_with(other)));
                let place = place.unwrap_or(shares.len());
                if place == shares.len() {
                    shares.push(Vec::new());
                    self.copies.push(Copy {
                        fixture: Arc::clone(fixture),
                        change,
                        rows: Arc::clone(rows),
                        keys: BTreeSet::new(),
                        documents: BTreeMap::new(),
                        texts: BTreeSet::new(),
                    });
                }
                if let (Some(copy), Some(share)) = (self.copies.get_mut(first + place), shares.get_mut(place)) {
                    copy.keys.extend(touch.keys.iter().cloned());
                    copy.documents.extend(touch.documents.clone());
                    copy.texts.extend(touch.texts.iter().cloned());
                    if !share.contains(&touch) {
                        share.push(touch.clone());
                    }
                }
                counterfactual(case, (change, first + place), (fixture, rows), &touch)
            });
            all.push(asked);
        }
        all
    }

    /// How many counterfactuals there are.
    pub fn count(&self) -> usize {
        self.cases.iter().map(|sourced| sourced.asked().count()).sum()
    }

    /// How many there are not, by kind and reason.
    pub fn left_out(&self) -> BTreeMap<(Change, WhyNot), usize> {
        let mut counts = BTreeMap::new();
        for what in self.cases.iter().flat_map(|sourced| sourced.left_out()) {
            *counts.entry(what).or_default() += 1;
        }
        counts
    }
}

/// What a counterfactual alters, or why there is none.
fn touch(case: &Case, change: Change, fixture: &Fixture, rows: &Rows) -> Result<Touch, WhyNot> {
    let expected = &case.expected;
    let keys: BTreeSet<FactKey> = expected.facts.iter().map(|fact| fact.key.clone()).collect();
    let targets: BTreeSet<FactKey> = keys.iter().filter_map(|key| rows.moved(key).cloned()).collect();
    if change == Change::Moved && targets.len() < keys.len() {
        return Err(WhyNot::NoRoom);
    }
    if change == Change::Changed && expected.facts.iter().any(|fact| rows.changed(&fact.key, fact.value).is_none()) {
        return Err(WhyNot::NoDigits);
    }
    let named =
        || expected.narrative_doc.iter().filter(|_| case.demands_prose()).filter_map(|doc| fixture.document(doc));
    let mut texts = prose::texts(case, fixture);
    let documents: BTreeMap<String, Shift> = match change {
        Change::Deleted | Change::Changed => named().map(|document| (document.name.clone(), Shift::Whole)).collect(),
        Change::Moved => {
            let away = |document| prose::away(case, document, fixture);
            // Moving some of the documents that may be cited would leave the others to answer.
            let shifts = named().map(|document| Some((document.name.clone(), away(document)?)));
            shifts.collect::<Option<_>>().unwrap_or_default()
        }
    };
    if keys.is_empty() {
        match change {
            Change::Changed if texts.is_empty() => return Err(WhyNot::NoText),
            Change::Moved if documents.is_empty() => return Err(WhyNot::NoAnchor),
            _ => {}
        }
    }
    if change == Change::Moved {
        // What another document says too may still come from there.
        texts.retain(|text| prose::is_only_in(text, &documents, fixture));
    }
    let about = documents.keys().filter_map(|name| fixture.document(name)?.head.get("entity"));
    let about = about.map(|entity| fixture.profile.entities.resolve(entity).unwrap_or(entity).to_owned()).collect();
    let targets = if change == Change::Moved { targets } else { BTreeSet::new() };
    let missing = expected.missing.iter().cloned().collect();
    Ok(Touch { keys, targets, missing, documents, about, texts })
}

fn counterfactual(
    case: &Case,
    (change, copy): (Change, usize),
    (fixture, rows): (&Fixture, &Rows),
    touch: &Touch,
) -> Counterfactual {
    let texts = &touch.texts;
    let mut altered: Vec<String> = case.expected.facts.iter().map(|fact| rows.told(fixture, change, fact)).collect();
    let named = |shift: &(&String, &Shift)| prose::shifted(shift.0, shift.1, fixture);
    let mut documents: Vec<String> = touch.documents.iter().map(|one| named(&one)).collect();
    match change {
        Change::Deleted => altered.extend(documents.iter().map(|name| format!("{name} is deleted"))),
        Change::Changed => {
            altered.extend(texts.iter().map(|text| format!("`{text}` becomes `{}`", prose::stand_in(text))));
        }
        Change::Moved => {
            let pairs = touch.documents.keys().zip(&documents);
            altered.extend(pairs.map(|(old, new)| {
                if old == new {
                    format!("{old} speaks about somebody else")
                } else {
                    format!("{old} becomes {new}, and speaks accordingly")
                }
            }));
        }
    }
    if change == Change::Changed {
        documents.clear();
    }
    if change == Change::Deleted {
        let elsewhere =
            fixture.documents().filter(|document| !document.restricted && !documents.contains(&document.name));
        let has = |text: &str| texts.iter().any(|gone| text.contains(gone.as_str()));
        let others = elsewhere.filter(|document| document.written.as_deref().is_some_and(has));
        altered.extend(others.map(|document| format!("what {} says of it is deleted too", document.name)));
    }
    let demanded = demand::of(case, change, rows);
    Counterfactual { change, copy, demanded, altered, texts: texts.iter().cloned().collect(), documents }
}

impl Touch {
    /// Whether two may share a copy: they alter the very same, or nothing near each other.
    fn goes_with(&self, other: &Self) -> bool {
        let is_same = self.keys == other.keys;
        let is_apart = || {
            let mine = self.keys.iter().chain(&self.targets);
            let theirs = || other.keys.iter().chain(&other.targets);
            let mut near = mine.flat_map(|key| theirs().chain(&other.missing).map(move |with| (key, with)));
            let mut back = theirs().flat_map(|key| self.missing.iter().map(move |with| (key, with)));
            !near.any(|(one, other)| is_near(one, other)) && !back.any(|(one, other)| is_near(one, other))
        };
        let of_same_documents = self.documents == other.documents;
        let documents_apart = || {
            self.about.is_disjoint(&other.about)
                && !self.documents.keys().any(|name| other.documents.contains_key(name))
        };
        // A text within another would be changed in its midst.
        let is_within = |one: &String, other: &String| one != other && (one.contains(other) || other.contains(one));
        let texts_apart = || !self.texts.iter().any(|text| other.texts.iter().any(|other| is_within(text, other)));
        (is_same || is_apart()) && (of_same_documents || documents_apart()) && texts_apart()
    }
}

/// Whether one fact could be taken for the other: the same metric, of the same entity or period.
fn is_near(one: &FactKey, other: &FactKey) -> bool {
    one.metric == other.metric && (one.entity == other.entity || one.period == other.period)
}
