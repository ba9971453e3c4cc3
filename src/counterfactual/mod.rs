//! Golden cases over copies of their fixtures in which the very source of the answer is deleted, has other digits, or
//! speaks about a neighbour. A system that reads its sources answers otherwise then; what stays the same came from
//! elsewhere. Which alterations a case has follows from the case and its fixture alone, and each that it does not have is
//! named with its reason. Nothing here asks or judges.

mod copy;
mod demand;
mod plan;
mod prose;
mod rows;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use std::sync::Arc;

use serde::Serialize;

use crate::golden::Case;
use crate::words::words;

pub use copy::Copy;
pub use plan::Plan;

/// Every source of a counterfactual, for telling whether two runs judged the same way.
pub(crate) const SOURCES: &[&str] = &[
    include_str!("mod.rs"),
    include_str!("copy.rs"),
    include_str!("demand.rs"),
    include_str!("plan.rs"),
    include_str!("prose.rs"),
    include_str!("rows.rs"),
];

words! {
    /// What is done to the source of an answer.
    pub enum Change {
        /// It is not there any more: the answer must become a refusal, or name what is missing.
        Deleted = "deleted",
        /// It has other digits, or other words: the answer must follow.
        Changed = "changed",
        /// It speaks about a neighbouring period, entity or channel: the answer must not come.
        Moved = "moved",
    }
}

/// Why a case with a source has no counterfactual of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum WhyNot {
    /// Nothing tells the right passage of the document from the others.
    #[error("the case names no text of the passage that could be changed")]
    NoText,
    /// The document could stand anywhere and would still be the answer.
    #[error("the question names neither the year nor the entity of its document")]
    NoAnchor,
    /// Every change of its digits makes a year, or another value of the fixture.
    #[error("no other digits are free")]
    NoDigits,
    /// All neighbours have values of their own, or are asked for.
    #[error("no neighbouring period, entity or channel is free")]
    NoRoom,
}

/// A golden case whose answer has a source, with its counterfactuals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sourced {
    /// The case as it is written.
    pub case: Arc<Case>,
    /// One for each [`Change`], in their order, or the reason why there is none.
    pub each: [Result<Counterfactual, WhyNot>; Change::ALL.len()],
}

impl Sourced {
    /// Whether an answer to the case rests on a fact or a passage.
    pub fn has_source(case: &Case) -> bool {
        !case.expected.facts.is_empty() || (case.demands_prose() && !case.expected.narrative_doc.is_empty())
    }

    /// The counterfactuals that there are.
    pub fn asked(&self) -> impl Iterator<Item = &Counterfactual> {
        self.each.iter().filter_map(|one| one.as_ref().ok())
    }

    /// The counterfactual of a kind.
    pub fn of(&self, change: Change) -> Option<&Counterfactual> {
        self.asked().find(|one| one.change == change)
    }

    /// What is left out, and why.
    pub fn left_out(&self) -> impl Iterator<Item = (Change, WhyNot)> {
        let each = Change::ALL.into_iter().zip(&self.each);
        each.filter_map(|(change, one)| Some((change, *one.as_ref().err()?)))
    }
}

/// A golden case over a copy in which its source is altered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Counterfactual {
    /// What is done to the source.
    pub change: Change,
    /// The copy that it is asked of: its place in [`Plan::copies`].
    pub copy: usize,
    /// The same question with what a right answer to the copy holds.
    pub demanded: Case,
    /// What is altered, a sentence each.
    pub altered: Vec<String>,
    /// Texts of the passage. They stand nowhere in the copy, or nowhere as they were, or speak about somebody else.
    pub texts: Vec<String>,
    /// Documents that are gone, or speak about somebody else, by their names in the copy.
    pub documents: Vec<String>,
}

impl Counterfactual {
    /// The texts of the passage that an answer has as they were before.
    pub fn unaltered_in(&self, answer: &str) -> Vec<&str> {
        let rest = match self.change {
            Change::Changed => {
                self.texts.iter().fold(answer.to_owned(), |rest, text| rest.replace(&prose::stand_in(text), ""))
            }
            Change::Deleted | Change::Moved => answer.to_owned(),
        };
        self.texts.iter().map(String::as_str).filter(|text| rest.contains(text)).collect()
    }
}
