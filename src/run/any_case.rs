//! A case of any suite, as far as runs, baselines and reports need to know it. What it demands is between the case and
//! its gates.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::gate::Gate;
use crate::golden::{Case, Place, Query};

/// A case of any suite.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum AnyCase {
    /// A question.
    Question(Arc<Case>),
    /// A search.
    Search(Arc<Query>),
}

impl AnyCase {
    /// Unique over all golden sets.
    pub fn id(&self) -> &str {
        match self {
            Self::Question(case) => &case.id,
            Self::Search(query) => &query.id,
        }
    }

    /// The fixture that it is about.
    pub fn fixture(&self) -> &str {
        match self {
            Self::Question(case) => &case.fixture,
            Self::Search(query) => &query.fixture,
        }
    }

    /// Where it is written.
    pub fn place(&self) -> &Place {
        match self {
            Self::Question(case) => &case.place,
            Self::Search(query) => &query.place,
        }
    }

    /// What is asked or searched for.
    pub fn asked(&self) -> &str {
        match self {
            Self::Question(case) => &case.question,
            Self::Search(query) => &query.query,
        }
    }

    /// Its labels.
    pub fn tags(&self) -> &BTreeMap<String, String> {
        match self {
            Self::Question(case) => &case.tags,
            Self::Search(query) => &query.tags,
        }
    }

    /// What the baseline remembers of what is asked and demanded.
    pub fn hash(&self) -> &str {
        match self {
            Self::Question(case) => &case.hash,
            Self::Search(query) => &query.hash,
        }
    }

    /// The gates that judge it, in the order of reports.
    pub fn gates(&self) -> impl Iterator<Item = Gate> {
        Gate::ALL.into_iter().filter(|gate| match self {
            Self::Question(case) => gate.applies(case),
            Self::Search(query) => gate.applies_to_search(query),
        })
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

impl From<Arc<Query>> for AnyCase {
    fn from(query: Arc<Query>) -> Self {
        Self::Search(query)
    }
}
