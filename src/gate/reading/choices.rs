//! Whether the choices of an answer are those that it says they are: all names of the profile, those that are like the words
//! of the question, or the same figure for what an assumption could have been.

use std::collections::BTreeSet;

use super::nearness::distance;
use super::truth::{Problem, demand};
use super::{Piece, Read, Reader};
use crate::golden::{Offer, PhraseKind, Slot, sequence};
use crate::key::{FactKey, Period};
use crate::outcome::ClarificationMode;

impl Reader<'_> {
    /// Whether a question back offers what its words promise.
    pub(super) fn offers(&self, read: &Read<'_>, missing: &str) -> Problem {
        let (Some(offer), Some(dimension)) = (read.choices, self.dimension(missing)) else { return Ok(()) };
        let offered = &self.outcome.clarification.narrowing_options;
        let codes: BTreeSet<&str> = offered.iter().filter_map(|name| dimension.resolve(name)).collect();
        match offer {
            Offer::All => demand(dimension.codes().all(|code| codes.contains(code)), "it leaves choices out"),
            Offer::Nearest => {
                let first = offered.first().and_then(|name| dimension.resolve(name)).unwrap_or_default();
                demand(
                    dimension.spellings(first).iter().any(|name| self.is_like(name)),
                    "it offers what is far from it",
                )?;
                let is_named = |code: &&str| {
                    dimension.spellings(code).iter().any(|name| name.chars().count() > 1 && self.asks(name))
                };
                let named: Vec<&str> = dimension.codes().filter(is_named).collect();
                demand(
                    named.is_empty() || named.iter().any(|code| codes.contains(code)),
                    "it leaves out what is nearest",
                )
            }
        }
    }

    /// Whether a name has a word or an ideograph of the question, or is a word of it but for some letters.
    fn is_like(&self, name: &str) -> bool {
        let parts = |text: &str| -> BTreeSet<String> {
            let sequence = sequence(text);
            let words = sequence.iter().filter(|word| word.is_ascii()).cloned();
            // Names are short, and may be written in other characters: one ideograph is a likeness.
            let ideographs = sequence.iter().filter(|word| !word.is_ascii()).cloned();
            words.chain(ideographs).collect()
        };
        !parts(name).is_disjoint(&parts(&self.case.question))
            || distance(name, &self.case.question) * 2 < name.chars().count()
    }

    /// What is wrong with the choices beside an assumption: each is the figure for one thing that was assumed, otherwise.
    pub(in crate::gate) fn assumption_problems(&self) -> Vec<String> {
        let clarification = &self.outcome.clarification;
        let offers = self.book.of(self.language).iter().any(|phrase| phrase.kind == PhraseKind::Choice);
        if clarification.mode != ClarificationMode::AnswerWithAssumptions || !offers {
            return Vec::new();
        }
        let answered: Vec<FactKey> = self.keys().collect();
        let mut varied = BTreeSet::new();
        let mut problems = Vec::new();
        for option in &clarification.narrowing_options {
            match self.varies(option, &answered) {
                Some(param) if clarification.assumed_slots.iter().any(|assumed| assumed == param) => {
                    varied.insert(param);
                }
                _ => problems.push(format!("the choice `{option}` is no other reading of what was assumed")),
            }
        }
        if varied.is_empty() {
            problems.push("an assumption stands without a choice".to_owned());
        }
        problems
    }

    /// The one thing in which a choice differs from what was answered.
    fn varies(&self, option: &str, answered: &[FactKey]) -> Option<&'static str> {
        let pieces = self.pieces(option);
        let [Piece { phrase: Some(read), .. }] = pieces.as_slice() else { return None };
        // What a choice does not say is as it was answered.
        let first = answered.first()?;
        let entity = match read.slot(Slot::Entity) {
            Some(name) => self.fixture.profile.entities.resolve(name)?,
            None => first.entity.as_str(),
        };
        let period = match read.slot(Slot::Period) {
            Some(text) => Period::read_in_report(text)?,
            None => first.period,
        };
        let is_near = |own: Period| {
            let years = own.year.abs_diff(period.year);
            if own.type_code() == period.type_code() { years <= 1 } else { years == 0 }
        };
        let same_entity = answered.iter().any(|key| key.entity == entity);
        let same_period = answered.iter().any(|key| key.period == period);
        match (same_entity, same_period) {
            (false, true) => Some("entity"),
            (true, false) if answered.iter().any(|key| is_near(key.period)) => Some("period"),
            _ => None,
        }
    }
}
