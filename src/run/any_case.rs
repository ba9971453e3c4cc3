//! A case of any suite, as far as runs, baselines and reports need to know it. What it demands is between the case and
//! its gates.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::counterfactual::Sourced;
use crate::extracted::Extracted;
use crate::gate::Gate;
use crate::golden::{Case, FileLine, Query, Truth};
use crate::judgement::{Judgement, Points};

/// A case of any suite.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum AnyCase {
    /// A question.
    Question(Arc<Case>),
    /// A document.
    Document(Arc<Truth>),
    /// A search.
    Search(Arc<Query>),
    /// A question of copies in which its source is altered.
    Sourced(Arc<Sourced>),
}

impl AnyCase {
    /// Unique over all golden sets.
    pub fn id(&self) -> &str {
        match self {
            Self::Question(case) => &case.id,
            Self::Document(truth) => &truth.doc,
            Self::Search(query) => &query.id,
            Self::Sourced(sourced) => &sourced.case.id,
        }
    }

    /// The fixture that it is about.
    pub fn fixture(&self) -> &str {
        match self {
            Self::Question(case) => &case.fixture,
            Self::Document(truth) => &truth.fixture,
            Self::Search(query) => &query.fixture,
            Self::Sourced(sourced) => &sourced.case.fixture,
        }
    }

    /// Where it is written.
    pub fn place(&self) -> &FileLine {
        match self {
            Self::Question(case) => &case.place,
            Self::Document(truth) => &truth.place,
            Self::Search(query) => &query.place,
            Self::Sourced(sourced) => &sourced.case.place,
        }
    }

    /// What is asked, read or searched for.
    pub fn asked(&self) -> &str {
        match self {
            Self::Question(case) => &case.question,
            Self::Document(truth) => &truth.doc,
            Self::Search(query) => &query.query,
            Self::Sourced(sourced) => &sourced.case.question,
        }
    }

    /// Its labels.
    pub fn tags(&self) -> &BTreeMap<String, String> {
        match self {
            Self::Question(case) => &case.tags,
            Self::Document(truth) => &truth.tags,
            Self::Search(query) => &query.tags,
            Self::Sourced(sourced) => &sourced.case.tags,
        }
    }

    /// What the baseline remembers of what is asked and demanded.
    pub fn hash(&self) -> &str {
        match self {
            Self::Question(case) => &case.hash,
            Self::Document(truth) => &truth.hash,
            Self::Search(query) => &query.hash,
            Self::Sourced(sourced) => &sourced.case.hash,
        }
    }

    /// The gates that judge it, in the order of reports.
    pub fn gates(&self) -> impl Iterator<Item = Gate> {
        Gate::ALL.into_iter().filter(|gate| match self {
            Self::Question(case) => gate.applies(case),
            Self::Document(_) => gate.counts_items(),
            Self::Search(query) => gate.applies_to_search(query),
            Self::Sourced(sourced) => sourced.asked().any(|one| Gate::of_change(one.change) == *gate),
        })
    }

    /// What a gate that counts items gives when nothing is read: every item is missing.
    pub(super) fn unread(&self, gate: Gate) -> Points {
        let Self::Document(truth) = self else { return Points::counted(0, 1, 0) };
        match gate.judge_extraction(truth, &Extracted::default()) {
            // Where nothing is to be found, not to look is still not to have looked.
            Judgement::Scored(points, Some(_)) => points,
            _ => Points::counted(0, 1, 0),
        }
    }
}

impl From<Case> for AnyCase {
    fn from(case: Case) -> Self {
        Self::Question(Arc::new(case))
    }
}

impl From<Arc<Case>> for AnyCase {
    fn from(case: Arc<Case>) -> Self {
        Self::Question(case)
    }
}

impl From<Arc<Truth>> for AnyCase {
    fn from(truth: Arc<Truth>) -> Self {
        Self::Document(truth)
    }
}

impl From<Arc<Query>> for AnyCase {
    fn from(query: Arc<Query>) -> Self {
        Self::Search(query)
    }
}
