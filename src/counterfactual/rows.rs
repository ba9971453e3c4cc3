//! What becomes of the facts that cases cite: the value with other digits, and the neighbouring key that is free. Both
//! follow from the fixture and from all of its cases together, so that one copy can serve many of them. Restricted rows are
//! never touched: they must not come in the place of what is gone.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;

use super::Change;
use crate::golden::{Case, Dimension, ExpectedFact, Fact, Fixture};
use crate::key::{FactKey, Period};

/// How far a neighbouring year may lie.
const YEARS_MAX: i16 = 12;
/// Numbers that a reader may take for years.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2099;

/// What becomes of each fact that a case of the fixture cites.
#[derive(Debug, Default)]
pub(super) struct Rows {
    changed: BTreeMap<(FactKey, Decimal), Decimal>,
    moved: BTreeMap<FactKey, FactKey>,
}

/// In which direction a fact is moved.
#[derive(Debug, Clone, Copy)]
enum Axis {
    Period,
    Entity,
    Channel,
}

const AXES: [Axis; 3] = [Axis::Period, Axis::Entity, Axis::Channel];

impl Rows {
    /// Settles it for every fact that the cases of a fixture expect.
    pub(super) fn of(fixture: &Fixture, cases: &[&Case]) -> Self {
        let expected: BTreeMap<&FactKey, BTreeSet<Decimal>> = cases.iter().flat_map(|case| &case.expected.facts).fold(
            BTreeMap::new(),
            |mut all: BTreeMap<&FactKey, BTreeSet<Decimal>>, fact| {
                all.entry(&fact.key).or_default().insert(fact.value);
                all
            },
        );
        let mut rows = Self::default();
        let mut values: BTreeSet<Decimal> = fixture.facts.iter().map(|fact| fact.value.abs()).collect();
        let mut taken: BTreeSet<FactKey> = fixture.facts.iter().map(|fact| fact.key.clone()).collect();
        taken.extend(cases.iter().flat_map(|case| &case.expected.missing).cloned());
        for (number, (key, of_key)) in expected.into_iter().enumerate() {
            for value in of_key {
                if let Some(other) = with_other_digits(value, &values) {
                    values.insert(other.abs());
                    rows.changed.insert((key.clone(), value), other);
                }
            }
            let from_here = AXES.iter().cycle().skip(number % AXES.len()).take(AXES.len());
            let free = |axis: &Axis| neighbours(key, *axis, fixture).find(|other| !taken.contains(other));
            if let Some(target) = from_here.into_iter().find_map(free) {
                taken.insert(target.clone());
                rows.moved.insert(key.clone(), target);
            }
        }
        rows
    }

    /// The value that a fact has after its digits are changed.
    pub(super) fn changed(&self, key: &FactKey, value: Decimal) -> Option<Decimal> {
        self.changed.get(&(key.clone(), value)).copied()
    }

    /// The key that a fact has after it is moved.
    pub(super) fn moved(&self, key: &FactKey) -> Option<&FactKey> {
        self.moved.get(key)
    }

    /// The facts of the fixture after those of some keys are altered.
    pub(super) fn altered(&self, fixture: &Fixture, change: Change, keys: &BTreeSet<FactKey>) -> Vec<Fact> {
        let alter = |fact: &Fact| {
            if fact.restricted || !keys.contains(&fact.key) {
                return Some(fact.clone());
            }
            let key = fact.key.clone();
            match change {
                Change::Deleted => None,
                // A value that another source states for the same key stays, and must still be named.
                Change::Changed => {
                    Some(Fact { value: self.changed(&key, fact.value).unwrap_or(fact.value), ..fact.clone() })
                }
                Change::Moved => Some(Fact { key: self.moved(&key).cloned().unwrap_or(key), ..fact.clone() }),
            }
        };
        fixture.facts.iter().filter_map(alter).collect()
    }

    /// What is done to the rows of a fact, with every place where they stand.
    pub(super) fn told(&self, fixture: &Fixture, change: Change, fact: &ExpectedFact) -> String {
        let ExpectedFact { key, value, unit, .. } = fact;
        let open: Vec<&Fact> = fixture.with_key(key).filter(|row| !row.restricted).collect();
        let of_change = |row: &&&Fact| change != Change::Changed || row.value == *value;
        let places: Vec<String> = open.iter().filter(of_change).map(|row| row.source.to_string()).collect();
        let what = match change {
            Change::Deleted => "is deleted".to_owned(),
            Change::Changed => {
                let now = self.changed(key, *value).unwrap_or(*value);
                format!("becomes {now}")
            }
            Change::Moved => {
                let target = self.moved(key).unwrap_or(key);
                format!("becomes {target}")
            }
        };
        let stays = if fixture.with_key(key).any(|row| row.restricted) { "; a restricted row of it stays" } else { "" };
        format!("{key} = {value} {unit} {what}, at {}{stays}", places.join(" and "))
    }
}

/// The same number of digits, each of them another, so that no other value of the fixture has them; where a short number
/// has none left, with one more before them.
fn with_other_digits(value: Decimal, taken: &BTreeSet<Decimal>) -> Option<Decimal> {
    let digits = value.abs().to_string();
    let before = std::iter::once(String::new()).chain((1..=9).map(|digit: u32| digit.to_string()));
    let candidates =
        before.flat_map(|before| (1..=9).map(move |by| (before.clone(), by))).filter_map(|(before, by)| {
            let shift = |c: char| c.to_digit(10).and_then(|digit| char::from_digit((digit + by) % 10, 10)).unwrap_or(c);
            let shifted: String = before.chars().chain(digits.chars().map(shift)).collect();
            let is_long = shifted.find('.').unwrap_or(shifted.len()) > 1;
            let other = Decimal::from_str_exact(&shifted).ok().filter(|_| !(is_long && shifted.starts_with('0')))?;
            let is_year = u32::try_from(other).is_ok_and(|number| other.scale() == 0 && YEARS.contains(&number));
            (!other.is_zero() && !is_year && !taken.contains(&other)).then_some(other)
        });
    let mut other = candidates.into_iter().next()?;
    other.set_sign_negative(value.is_sign_negative());
    Some(other)
}

/// The keys beside a key in one direction, the nearest first; of the years the earlier ones first, so that nothing becomes
/// the latest by it.
fn neighbours<'a>(key: &'a FactKey, axis: Axis, fixture: &'a Fixture) -> Box<dyn Iterator<Item = FactKey> + 'a> {
    let others = |dimension: &'a Dimension, own: &'a str| {
        let behind = dimension.codes().filter(move |code| *code > own);
        behind.chain(dimension.codes().filter(move |code| *code < own)).map(str::to_owned)
    };
    match axis {
        Axis::Period => Box::new((1..=YEARS_MAX).flat_map(|years| [-years, years]).filter_map(|years| {
            let year = key.period.year.checked_add_signed(years)?;
            Some(FactKey { period: Period { year, ..key.period }, ..key.clone() })
        })),
        Axis::Entity => {
            Box::new(others(&fixture.profile.entities, &key.entity).map(|entity| FactKey { entity, ..key.clone() }))
        }
        Axis::Channel => {
            Box::new(others(&fixture.profile.channels, &key.channel).map(|channel| FactKey { channel, ..key.clone() }))
        }
    }
}
