//! What a notation of a unit says: a power of ten, a currency or another base, and the words for them. How it is found in a
//! text is not here.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::notations::{Notation, sharing};
use crate::code::UnitCode;

/// A unit, scale or currency that a text states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Statement {
    /// As the document writes it.
    pub(crate) words: String,
    /// The unit that the profile spells exactly so.
    pub(super) exact: Option<UnitCode>,
    pub(super) measure: Measure,
}

/// What a notation is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Measure {
    /// The power of ten; none when only a base is stated.
    pub(super) scale: Option<u8>,
    pub(super) base: Option<Base>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Base {
    /// One that everybody writes; a scale is none.
    Listed(Notation),
    /// A unit that only the profile knows.
    Own(UnitCode),
}

impl Statement {
    /// Whether it states a currency that cannot be the one of another statement.
    pub(crate) fn contradicts(&self, other: &Self) -> bool {
        match (&self.measure.base, &other.measure.base) {
            (Some(Base::Listed(one)), Some(Base::Listed(other))) => !one.agrees(*other),
            _ => false,
        }
    }

    /// Whether it states a currency, with a scale or without one.
    pub(crate) fn is_money(&self) -> bool {
        self.measure.is_money()
    }

    /// The power of ten that it states, alone or of a currency; none of a currency alone.
    pub(crate) fn scale(&self) -> Option<u8> {
        match self.measure.base {
            None => self.measure.scale,
            Some(_) => self.measure.scale.filter(|scale| *scale > 0 && self.measure.is_money()),
        }
    }

    /// Whether both state a scale, and not the same.
    pub(crate) fn scales_otherwise(&self, other: &Self) -> bool {
        self.scale().zip(other.scale()).is_some_and(|(one, other)| one != other)
    }

    /// Whether it names its currency, by no sign that others share.
    pub(crate) fn names_currency(&self) -> bool {
        matches!(self.measure.base, Some(Base::Listed(Notation::Currency(_))))
    }

    /// The power of ten of which it is; that of a currency alone is zero.
    pub(crate) fn power(&self) -> Option<u8> {
        self.measure.scale
    }

    /// The same statement without a scale: a currency alone, or nothing at all.
    pub(crate) fn without_scale(mut self) -> Self {
        self.measure.scale = self.measure.base.as_ref().map(|_| 0);
        self
    }

    /// The same statement in the words of the document.
    pub(crate) fn in_words(self, words: String) -> Self {
        Self { words, ..self }
    }
}

impl Measure {
    /// A base without a scale is stated in ones.
    pub(super) fn normal(mut self) -> Self {
        if self.base.is_some() {
            self.scale = self.scale.or(Some(0));
        }
        self
    }

    pub(super) fn is_money(&self) -> bool {
        matches!(self.base, Some(Base::Listed(Notation::Currency(_) | Notation::Shared(_))))
    }
}

impl Notation {
    /// Whether two notations can name one currency. What is no currency contradicts none.
    fn agrees(self, other: Self) -> bool {
        let shares = |sign: char, key: &str| sharing(sign).next().is_none() || sharing(sign).any(|known| known == key);
        match (self, other) {
            (Self::Currency(one), Self::Currency(other)) => one == other,
            (Self::Shared(sign), Self::Currency(key)) | (Self::Currency(key), Self::Shared(sign)) => shares(sign, key),
            (Self::Shared(one), Self::Shared(other)) => {
                sharing(one).next().is_none()
                    || sharing(other).next().is_none()
                    || sharing(one).any(|key| shares(other, key))
            }
            _ => true,
        }
    }
}

/// The units of money among those that notations mean, each as a statement.
pub(super) fn money_statements(measures: &HashMap<Measure, UnitCode>) -> HashMap<UnitCode, Statement> {
    let named = |measure: &Measure| matches!(measure.base, Some(Base::Listed(Notation::Currency(_))));
    let mut money: Vec<(&Measure, &UnitCode)> = measures.iter().filter(|(measure, _)| measure.is_money()).collect();
    // Of the spellings of a unit the last one stays: one that names the currency, of these the one of the smallest scale.
    money.sort_by_key(|(measure, _)| (named(measure), Reverse(measure.scale)));
    let statement = |measure: &Measure, unit: &UnitCode| Statement {
        words: unit.to_string(),
        exact: Some(unit.clone()),
        measure: measure.clone(),
    };
    money.into_iter().map(|(measure, unit)| (unit.clone(), statement(measure, unit))).collect()
}
