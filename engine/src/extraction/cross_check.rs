//! One document against itself: what it states twice alike becomes one fact that is surer, what it states in two ways
//! answers in neither. Sentences may confirm or contradict what tables state and never make a fact.

use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasher as _;
use std::rc::Rc;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rust_decimal::Decimal;

use super::meaning::{Context, sentence};
use crate::code::UnitCode;
use crate::fact::FactKey;
use crate::reading::{Confidence, Decided, FactReading, Reading, ReviewReading, ReviewReason};
use crate::rule::value as rules;

/// A sentence of a document's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Its text.
    pub text: String,
    /// Where it stands.
    pub locator: String,
}

/// Hundredths by which a sentence that states a fact is trusted.
/// Measured: 60 changes `Cross_Check_FY2020.xlsx`, `香港业绩简报_2021年.pptx`; 106 changes `Cross_Check_FY2020.xlsx`,
/// `香港业绩简报_2021年.pptx`.
const SENTENCE_HUNDREDTHS: u8 = 80;

/// Another statement of a key, where it differs.
#[derive(Debug, Clone)]
struct Other {
    value: Decimal,
    unit: UnitCode,
    locator: String,
}

/// The place of a reading: its grid, and its place among the grid's readings.
type Place = (u32, u32);

/// What becomes of a fact that is not alone.
enum Fate {
    /// It is stated earlier, by the reading at this place.
    Joins(Place),
    /// The document states another value.
    Contradicted(Rc<Other>),
}

/// What sentences state of a key, by the place where tables state it first.
type Spoken = HashMap<Place, Vec<Rc<Other>>>;

/// Brings the readings of all grids of a document, a list a grid, together with each other and with its sentences.
/// Readings keep their order; a fact that is stated again joins the first one, with its place in [`FactReading::also`].
pub fn settle(grids: &mut [Vec<Reading>], sentences: &[Sentence], context: &Context) {
    let stated = Stated::of(grids);
    let spoken = spoken(&stated, sentences, context);
    let mut fates = fates(&stated, &spoken);
    if fates.is_empty() && spoken.is_empty() {
        return;
    }
    let joins = fates.iter().filter_map(|(place, fate)| match fate {
        Fate::Joins(first) => Some((*place, *first)),
        Fate::Contradicted(_) => None,
    });
    let mut joining: Vec<(Place, Place)> = joins.collect();
    joining.sort_unstable();
    let mut joined: HashMap<Place, Vec<FactReading>> = HashMap::new();
    for (place, first) in joining {
        joined.entry(first).or_default().extend(fact(grids, place).cloned());
    }
    for (grid, readings) in (0..).zip(grids) {
        let mut indices = 0..;
        readings.retain_mut(|reading| {
            let place = (grid, indices.next().unwrap_or_default());
            let Reading::Fact(fact) = reading else { return true };
            match fates.remove(&place) {
                Some(Fate::Joins(_)) => return false,
                Some(Fate::Contradicted(other)) => {
                    let Other { value, unit, locator } = Rc::unwrap_or_clone(other);
                    let reason = ReviewReason::Contradiction { value, unit, locator };
                    *reading = Reading::Review(Box::new(review(fact.clone(), reason)));
                }
                None => {
                    joined.remove(&place).into_iter().flatten().for_each(|other| join(fact, other));
                    spoken.get(&place).into_iter().flatten().for_each(|other| confirm(fact, other));
                }
            }
            true
        });
    }
}

fn fact(grids: &[Vec<Reading>], (grid, index): Place) -> Option<&FactReading> {
    match grids.get(grid as usize)?.get(index as usize)? {
        Reading::Fact(fact) => Some(fact),
        Reading::Review(_) => None,
    }
}

/// Where the tables of a document state which key. Most keys are stated once, so that a key takes no more than a place.
struct Stated<'a> {
    grids: &'a [Vec<Reading>],
    hasher: RandomState,
    firsts: HashTable<Place>,
    /// Further places, by the first one.
    again: HashMap<Place, Vec<Place>>,
}

impl<'a> Stated<'a> {
    fn of(grids: &'a [Vec<Reading>]) -> Self {
        let (mut firsts, mut again) = (HashTable::new(), HashMap::<Place, Vec<Place>>::new());
        let hasher = RandomState::default();
        let key = |place: &Place| fact(grids, *place).map(|fact| &fact.key);
        let hash = |place: &Place| hasher.hash_one(key(place));
        for (grid, readings) in (0..).zip(grids) {
            for (index, reading) in (0..).zip(readings) {
                let Reading::Fact(_) = reading else { continue };
                let place: Place = (grid, index);
                match firsts.entry(hash(&place), |other| key(other) == key(&place), hash) {
                    Entry::Vacant(entry) => drop(entry.insert(place)),
                    Entry::Occupied(entry) => again.entry(*entry.get()).or_default().push(place),
                }
            }
        }
        Self { grids, hasher, firsts, again }
    }

    /// Where a key is stated first.
    fn first(&self, key: &FactKey) -> Option<Place> {
        let is_same = |place: &Place| fact(self.grids, *place).is_some_and(|fact| fact.key == *key);
        self.firsts.find(self.hasher.hash_one(Some(key)), is_same).copied()
    }
}

fn spoken(stated: &Stated<'_>, sentences: &[Sentence], context: &Context) -> Spoken {
    let mut spoken = Spoken::new();
    // Without a key to speak of, no sentence is worth reading.
    for sentence in sentences.iter().filter(|_| !stated.firsts.is_empty()) {
        if let Some((key, value, unit)) = sentence::read(&sentence.text, context)
            && let Some(first) = stated.first(&key)
        {
            let other = Other { value, unit, locator: sentence.locator.clone() };
            spoken.entry(first).or_default().push(Rc::new(other));
        }
    }
    spoken
}

fn fates(stated: &Stated<'_>, spoken: &Spoken) -> HashMap<Place, Fate> {
    let fact = |place: &Place| fact(stated.grids, *place);
    let mut fates = HashMap::new();
    let firsts: BTreeSet<&Place> = stated.again.keys().chain(spoken.keys()).collect();
    for first in firsts {
        let again = stated.again.get(first).map_or(&[][..], Vec::as_slice);
        let spoken = spoken.get(first).map_or(&[][..], Vec::as_slice);
        let Some(first_fact) = fact(first) else { continue };
        // What differs from the first is contradicted by the first, and all that is like it by the first that is not: a
        // file that states one value a million times is gone through once.
        let unlike_first = again.iter().filter_map(fact).find(|other| !agree(other, first_fact));
        let (first_stated, unlike_first) = (statement(first_fact), unlike_first.map(statement));
        for place in std::iter::once(first).chain(again) {
            let Some(own) = fact(place) else { continue };
            let table = if agree(own, first_fact) { unlike_first.as_ref() } else { Some(&first_stated) };
            let said = || spoken.iter().find(|other| other.value != own.value || other.unit != own.unit);
            let fate = match table.or_else(said) {
                Some(other) => Fate::Contradicted(Rc::clone(other)),
                None if place == first => continue,
                None => Fate::Joins(*first),
            };
            fates.insert(*place, fate);
        }
    }
    fates
}

/// Whether two statements of a key say the same.
fn agree(one: &FactReading, other: &FactReading) -> bool {
    one.value == other.value && one.unit == other.unit
}

fn statement(fact: &FactReading) -> Rc<Other> {
    Rc::new(Other { value: fact.value, unit: fact.unit.clone(), locator: fact.locator.clone() })
}

/// Takes a sentence that states the same value.
fn confirm(fact: &mut FactReading, sentence: &Other) {
    fact.also.push(sentence.locator.clone());
    let spoken = Confidence::hundredths(SENTENCE_HUNDREDTHS).unwrap_or(Confidence::FULL);
    fact.confidence = fact.confidence.agreeing(spoken);
}

/// Takes another statement of the same value.
fn join(fact: &mut FactReading, other: FactReading) {
    fact.also.push(other.locator);
    fact.confidence = fact.confidence.agreeing(other.confidence);
    fact.tags.extend(other.tags);
    fact.tags.sort();
    fact.tags.dedup();
    fact.valid_as_of = fact.valid_as_of.or(other.valid_as_of);
}

fn review(fact: FactReading, reason: ReviewReason) -> ReviewReading {
    let text = fact.shown().map_or_else(|| fact.value.to_string(), str::to_owned);
    let decided = Decided { verdict: &rules::CONTRADICTED, color: fact.color_rule };
    let candidate = fact.candidate();
    ReviewReading { locator: fact.locator, text, reason, candidate, cells: 1, unseen: None, decided }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
