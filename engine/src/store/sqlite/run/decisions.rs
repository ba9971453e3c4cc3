//! What a document's decided items are about, kept in memory while its readings come in. It decides nothing.

use std::collections::HashSet;

use crate::fact::FactKey;
use crate::store::review::key_of;
use crate::store::sqlite::review::Item;
use crate::store::{NewFact, ReviewStatus};

/// What a document's decisions are about, to tell quickly that a fact has nothing to do with them.
#[derive(Default)]
pub(super) struct Decisions {
    keys: HashSet<FactKey>,
    locators: HashSet<String>,
    /// Keys of facts that a decision took out of answers. Another reading of such a key may bring it back.
    pub(super) refused: HashSet<FactKey>,
}

impl Decisions {
    pub(super) fn of(items: &[Item]) -> Self {
        let mut decisions = Self::default();
        for item in items.iter().filter(|item| item.shown.status.is_decided()) {
            let fact_key = item.shown.fact.as_ref().map(|fact| fact.key.clone());
            if item.shown.status == ReviewStatus::Rejected {
                decisions.refused.extend(fact_key.clone());
            }
            decisions.keys.extend(fact_key.into_iter().chain(key_of(&item.shown.candidate)));
            decisions.locators.insert(item.shown.locator.clone());
        }
        decisions
    }

    pub(super) fn concern(&self, fact: &NewFact) -> bool {
        // Every decided item has a place.
        !self.locators.is_empty() && (self.keys.contains(&fact.key) || self.locators.contains(&fact.locator))
    }
}
