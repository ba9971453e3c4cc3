//! Traps: a text that must not be mentioned has to stand somewhere in the fixture, or no system could ever fall into it. A
//! number counts by its digits alone, since a wrong reading moves the point. Office documents are not read here: what they
//! say is what the truths about them tell, and of restricted ones what is noted there.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::case::Case;
use super::document::skeleton;
use super::fault::{Fault, FaultKind};
use super::fixture::Fixture;

/// What a fixture says, for looking things up in it.
pub(super) struct Said {
    /// Every text without spaces and markup.
    text: String,
    /// The digits of every number, without point and outer zeros.
    digits: BTreeSet<String>,
}

impl Said {
    pub(super) fn of(fixture: &Fixture) -> Self {
        let mut texts: Vec<String> = fixture.profile.names().map(skeleton).collect();
        let mut digits = BTreeSet::new();
        for document in fixture.documents() {
            let parts =
                document.paragraphs.iter().chain(document.head.values()).chain([&document.title, &document.name]);
            for part in parts {
                texts.push(skeleton(part));
                digits.extend(numbers(part));
            }
        }
        for told in fixture.told() {
            texts.push(skeleton(told));
            digits.extend(numbers(told));
        }
        for fact in &fixture.facts {
            texts.push(skeleton(&fact.source.doc));
            digits.insert(bare(&fact.value.to_string()));
        }
        Self { text: texts.join("\n"), digits }
    }

    /// Whether a system that read the fixture could say it.
    fn has(&self, trap: &str) -> bool {
        let wanted = skeleton(trap);
        let is_number = trap.chars().any(|c| c.is_ascii_digit()) && !trap.chars().any(char::is_alphabetic);
        let by_digits = || is_number && self.digits.contains(&bare(trap));
        !wanted.is_empty() && (self.text.contains(&wanted) || by_digits())
    }
}

/// The digits of every number of a text, whatever its points and commas mean.
fn numbers(text: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    text.split(move |c| !is_part(c)).map(bare).filter(|digits| !digits.is_empty())
}

fn bare(number: &str) -> String {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

/// The traps of cases that nobody could fall into, and the choices of which a part stands nowhere.
pub(super) fn faults<'a>(cases: impl Iterator<Item = &'a Arc<Case>>, said: &Said) -> Vec<Fault> {
    let of_case = |case: &'a Arc<Case>| {
        let disarmed = case.expected.must_not_mention.iter().filter(|trap| !said.has(trap));
        let disarmed = disarmed.map(|trap| FaultKind::DisarmedTrap(trap.clone()));
        // A choice is offered because the documents say it in two ways; a wording that none has only makes the case weaker.
        let choices = case.expected.must_mention.iter().filter(|demand| demand.alternatives.len() > 1);
        let unsaid = choices.flat_map(|demand| &demand.alternatives).filter(|text| !said.has(text));
        let unsaid = unsaid.map(|text| FaultKind::UnsaidAlternative(text.clone()));
        disarmed.chain(unsaid).map(|kind| Fault { place: case.place.clone(), case: Some(case.id.clone()), kind })
    };
    cases.flat_map(of_case).collect()
}
