//! One document against itself: what it states twice alike becomes one fact that is surer, what it states in two ways
//! answers in neither. Sentences may confirm or contradict what tables state and never make a fact.

use std::collections::{BTreeMap, HashMap};

use rust_decimal::Decimal;

use super::attribution::{Context, sentence};
use super::reading::{Candidate, Confidence, FactReading, Reading, ReviewReading, ReviewReason};
use crate::code::UnitCode;
use crate::fact::FactKey;

/// A sentence of a document's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Its text.
    pub text: String,
    /// Where it stands.
    pub locator: String,
}

/// Hundredths by which a sentence that states a fact is trusted.
const SENTENCE_HUNDREDTHS: u8 = 80;

/// Another statement of a key, where it differs.
struct Other {
    value: Decimal,
    unit: UnitCode,
    locator: String,
}

/// Brings the readings of all grids of a document together with each other and with its sentences. Readings keep their
/// order; a fact that is stated again joins the first one, with its place in [`FactReading::also`].
pub fn settle(readings: Vec<Reading>, sentences: &[Sentence], context: &Context) -> Vec<Reading> {
    let mut by_key: HashMap<FactKey, Vec<usize>> = HashMap::new();
    for (index, reading) in readings.iter().enumerate() {
        if let Reading::Fact(fact) = reading {
            by_key.entry(fact.key.clone()).or_default().push(index);
        }
    }
    let mut spoken: HashMap<FactKey, Vec<Other>> = HashMap::new();
    if !by_key.is_empty() {
        for sentence in sentences {
            if let Some((key, value, unit)) = sentence::read(&sentence.text, context)
                && by_key.contains_key(&key)
            {
                spoken.entry(key).or_default().push(Other { value, unit, locator: sentence.locator.clone() });
            }
        }
    }
    let fates = fates(&readings, &by_key, &spoken);
    let mut settled = Vec::with_capacity(readings.len());
    let mut joined: BTreeMap<usize, Vec<FactReading>> = BTreeMap::new();
    for (index, reading) in readings.iter().enumerate() {
        if let (Some(Fate::Joins(first)), Reading::Fact(fact)) = (fates.get(&index), reading) {
            joined.entry(*first).or_default().push(fact.clone());
        }
    }
    for (index, reading) in readings.into_iter().enumerate() {
        match (reading, fates.get(&index)) {
            (Reading::Fact(_), Some(Fate::Joins(_))) => {}
            (Reading::Fact(fact), Some(Fate::Contradicted { value, unit, locator })) => {
                let reason =
                    ReviewReason::Contradiction { value: *value, unit: unit.clone(), locator: locator.clone() };
                settled.push(Reading::Review(review(fact, reason)));
            }
            (Reading::Fact(mut fact), None) => {
                for other in joined.remove(&index).unwrap_or_default() {
                    fact.join(other);
                }
                for other in spoken.get(&fact.key).into_iter().flatten() {
                    fact.also.push(other.locator.clone());
                    let spoken = Confidence::hundredths(SENTENCE_HUNDREDTHS).unwrap_or(Confidence::FULL);
                    fact.confidence = fact.confidence.agreeing(spoken);
                }
                settled.push(Reading::Fact(fact));
            }
            (review @ Reading::Review(_), _) => settled.push(review),
        }
    }
    settled
}

/// What becomes of a fact that is not alone.
enum Fate {
    /// It is stated earlier, by the reading at this place.
    Joins(usize),
    /// The document states another value.
    Contradicted { value: Decimal, unit: UnitCode, locator: String },
}

fn fates(
    readings: &[Reading],
    by_key: &HashMap<FactKey, Vec<usize>>,
    spoken: &HashMap<FactKey, Vec<Other>>,
) -> HashMap<usize, Fate> {
    let fact = |index: usize| match readings.get(index) {
        Some(Reading::Fact(fact)) => Some(fact),
        _ => None,
    };
    let mut fates = HashMap::new();
    for (key, indices) in by_key {
        let spoken = spoken.get(key).map_or(&[][..], Vec::as_slice);
        for &index in indices {
            let Some(own) = fact(index) else { continue };
            let differs = |value: Decimal, unit: &UnitCode| value != own.value || *unit != own.unit;
            let table = indices.iter().filter_map(|other| fact(*other)).find(|other| differs(other.value, &other.unit));
            let fate = if let Some(other) = table {
                Some(Fate::Contradicted {
                    value: other.value,
                    unit: other.unit.clone(),
                    locator: other.locator.clone(),
                })
            } else if let Some(other) = spoken.iter().find(|other| differs(other.value, &other.unit)) {
                Some(Fate::Contradicted {
                    value: other.value,
                    unit: other.unit.clone(),
                    locator: other.locator.clone(),
                })
            } else {
                indices.first().filter(|first| **first != index).map(|first| Fate::Joins(*first))
            };
            if let Some(fate) = fate {
                fates.insert(index, fate);
            }
        }
    }
    fates
}

impl FactReading {
    /// Takes another statement of the same value.
    fn join(&mut self, other: Self) {
        self.also.push(other.locator);
        self.confidence = self.confidence.agreeing(other.confidence);
        self.tags.extend(other.tags);
        self.tags.sort();
        self.tags.dedup();
        self.valid_as_of = self.valid_as_of.or(other.valid_as_of);
    }
}

fn review(fact: FactReading, reason: ReviewReason) -> ReviewReading {
    let candidate = Candidate {
        metric: Some(fact.key.metric),
        entity: Some(fact.key.entity),
        period: Some(fact.key.period),
        channel: Some(fact.key.channel),
        value: Some(fact.value),
        unit: Some(fact.unit),
        valid_as_of: fact.valid_as_of,
        tags: fact.tags,
        confidence: Some(fact.confidence),
    };
    ReviewReading { locator: fact.locator, text: fact.value.to_string(), reason, candidate, cells: 1 }
}
