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
    let mut by_key: HashMap<&FactKey, Vec<usize>> = HashMap::new();
    for (index, reading) in readings.iter().enumerate() {
        if let Reading::Fact(fact) = reading {
            by_key.entry(&fact.key).or_default().push(index);
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
    by_key: &HashMap<&FactKey, Vec<usize>>,
    spoken: &HashMap<FactKey, Vec<Other>>,
) -> HashMap<usize, Fate> {
    let fact = |index: usize| match readings.get(index) {
        Some(Reading::Fact(fact)) => Some(fact),
        _ => None,
    };
    let mut fates = HashMap::new();
    for (key, indices) in by_key {
        let spoken = spoken.get(*key).map_or(&[][..], Vec::as_slice);
        // What differs from the first is contradicted by the first, and all that is like it by the first that is not: a
        // file that states one value a million times is gone through once.
        let first = indices.first().and_then(|index| fact(*index));
        let like_first =
            |own: &FactReading| first.is_some_and(|first| first.value == own.value && first.unit == own.unit);
        let unlike_first = indices.iter().filter_map(|index| fact(*index)).find(|other| !like_first(other));
        for &index in indices {
            let Some(own) = fact(index) else { continue };
            let differs = |value: Decimal, unit: &UnitCode| value != own.value || *unit != own.unit;
            let table = if like_first(own) { unlike_first } else { first };
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
    let text = fact.shown.unwrap_or_else(|| fact.value.to_string());
    ReviewReading { locator: fact.locator, text, reason, candidate, cells: 1, unseen: None }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::extraction::attribution::tests::{CONTEXT, read, shown};

    const TABLE: &str = "@ HK\n# US$m\n || FY2024 | FY2025\n---\nNBV || =512.1 | =566.9";

    fn settled(tables: &[&str], sentences: &[&str]) -> Vec<Reading> {
        let readings = tables.iter().flat_map(|table| read(table, &CONTEXT).readings).collect();
        let sentences: Vec<Sentence> = (1..)
            .zip(sentences)
            .map(|(number, text)| Sentence { text: (*text).to_owned(), locator: format!("para{number}") })
            .collect();
        settle(readings, &sentences, &CONTEXT)
    }

    fn lines(readings: &[Reading]) -> String {
        let line = |reading: &Reading| match reading {
            Reading::Fact(fact) if !fact.also.is_empty() => format!("{} also {}", shown(reading), fact.also.join(", ")),
            Reading::Fact(_) | Reading::Review(_) => shown(reading),
        };
        readings.iter().map(line).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn the_same_value_twice_is_one_surer_fact() {
        let alone = settled(&[TABLE], &[]);
        let twice = settled(&[TABLE, "# Hong Kong FY2025\n || Value\n---\nNBV || US$566.90m"], &[]);
        assert_eq!(
            lines(&twice),
            "B3 NBV HK FY2024 = 512.1 USD_M; C3 NBV HK FY2025 = 566.9 USD_M also table=1,row=3,col=2"
        );
        let sure = |readings: &[Reading]| match readings {
            [_, Reading::Fact(fact)] => fact.confidence,
            _ => panic!("{readings:?}"),
        };
        assert!(sure(&twice) > sure(&alone));
    }

    #[test]
    fn two_values_for_one_key_answer_in_neither_place() {
        let readings = settled(&[TABLE, "# Hong Kong FY2025\n || Value\n---\nNBV || US$567m"], &[]);
        assert_eq!(lines(&readings), "B3 NBV HK FY2024 = 512.1 USD_M; C3 ! contradiction; B3 ! contradiction");
        let Reading::Review(review) = &readings[1] else { panic!("{readings:?}") };
        assert!(review.candidate.complete().is_some());
        assert!(review.reason.to_string().contains("567 USD_M"), "{}", review.reason);
    }

    #[test]
    fn a_sentence_confirms_or_contradicts_and_never_makes_a_fact() {
        for (sentence, expected) in [
            ("NBV of Hong Kong was US$566.9m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M also para1"),
            ("香港2025年新业务价值为566.9百万美元。", "C3 NBV HK FY2025 = 566.9 USD_M also para1"),
            ("NBV of Hong Kong was US$600m in FY2025.", "C3 ! contradiction"),
            ("NBV of Hong Kong was about US$600m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M"),
            ("NBV of Hong Kong and Thailand was US$600m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M"),
            ("NBV growth of Hong Kong was US$54.8m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M"),
            ("Agency NBV of Hong Kong was US$300m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M"),
            ("EV of Hong Kong was US$600m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M"),
        ] {
            let readings = settled(&[TABLE], &[sentence]);
            assert_eq!(lines(&readings), format!("B3 NBV HK FY2024 = 512.1 USD_M; {expected}"), "{sentence}");
        }
        assert_eq!(settled(&[], &["NBV of Hong Kong was US$566.9m in FY2025."]), []);
    }

    #[test]
    fn a_note_contradicts_a_table_as_any_sentence_does() {
        for note in ["注：香港2025年新业务价值为567.1百万美元。", "Note 1: NBV of Hong Kong in FY2025 was US$567.1m."]
        {
            let settled = settled(&[TABLE], &[note]);
            assert!(settled.iter().any(|reading| matches!(reading, Reading::Review(_))), "{note}: {settled:?}");
        }
    }
}
