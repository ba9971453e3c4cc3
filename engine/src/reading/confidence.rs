//! How sure a reading is. Each step of interpretation that can be wrong leaves a share of the confidence; the shares are
//! multiplied. They are set so that what office documents do every day stays at or above the default floor of 0.80, all of
//! it together, and a value that a reader of the document does not see falls below it by itself.
//!
//! | Step | Hundredths |
//! |---|---|
//! | the value, its row or its grid is hidden, or its format hides it | 50 |
//! | a conditional format may change its look | 92 |
//! | the table was put together from the places of words on a page | 95 |
//! | the number was read from text | 99 |
//! | a footnote mark was taken off the value | 98 |
//! | a header stands for cells beyond those it covers | 98 |
//! | a nearer header made an outer one more exact | 97 |
//! | the entity comes from a title or caption | 97 |
//! | the entity comes from the name of the sheet | 94 |
//! | the entity is the owner of the document | 94 |
//! | metric or period comes from a title | 97 |
//! | the unit comes from a corner, a title or the name of the sheet | 99 |

use std::fmt;

use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

use crate::files::{Cell, GridPlace, StyledGrid};

/// How sure a reading is, from 0 to 1, in hundredths: each step of interpretation that could be wrong takes some away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u8);

impl Confidence {
    /// Nothing was interpreted.
    pub const FULL: Self = Self(100);

    /// A confidence of so many hundredths; none above 100.
    pub fn hundredths(hundredths: u8) -> Option<Self> {
        (hundredths <= 100).then_some(Self(hundredths))
    }

    /// The confidence when both steps must be right.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        // At most 100 × 100 / 100, rounded down so that doubt never disappears.
        Self(u8::try_from(u16::from(self.0) * u16::from(other.0) / 100).unwrap_or(100))
    }

    /// The confidence when two readings that were made apart from each other agree: 1 - (1 - a)(1 - b).
    #[must_use]
    pub fn agreeing(self, other: Self) -> Self {
        let doubt = u16::from(100 - self.0) * u16::from(100 - other.0);
        Self(100 - u8::try_from(doubt.div_ceil(100)).unwrap_or(100))
    }

    /// As a decimal from 0 to 1.
    pub fn decimal(self) -> Decimal {
        Decimal::new(i64::from(self.0), 2)
    }
}

impl Serialize for Confidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        rust_decimal::serde::arbitrary_precision::serialize(&self.decimal(), serializer)
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.decimal().fmt(f)
    }
}

/// A step of interpretation. Displayed as what it rests on, with the share that it leaves: `its sheet is hidden (0.50)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A reader of the document does not see the value.
    Hidden(Unseen),
    /// A conditional format may change how the cell looks.
    Conditional,
    /// The table was put together from the places of words on a page.
    Page,
    /// The number was read from text.
    Text,
    /// A footnote mark was taken off the value.
    Mark,
    /// A header stands for cells beyond those it covers.
    Carried,
    /// A nearer header made an outer one more exact.
    Narrowed,
    /// The entity comes from a title or caption.
    EntityFromTitle,
    /// The entity comes from the name of the sheet.
    EntityFromSheet,
    /// The entity is the owner of the document.
    EntityOfOwner,
    /// Metric or period comes from a title.
    FromTitle,
    /// The unit comes from a corner, a title or the name of the sheet.
    UnitFromTitle,
}

/// Why a reader of the document does not see a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unseen {
    /// Its sheet is hidden.
    Sheet,
    /// Its slide is hidden, or the table on it.
    Slide,
    /// Its table is hidden.
    Table,
    /// Its row or column is hidden.
    Line,
    /// Its number format shows nothing of it.
    Format,
}

impl Unseen {
    /// Why a cell of a grid is not seen, as far as the grid tells; its number format is read with the value.
    pub(crate) fn of(grid: &StyledGrid, cell: &Cell) -> Option<Self> {
        match &grid.place {
            GridPlace::Sheet { .. } if grid.hidden => Some(Self::Sheet),
            GridPlace::Slide { .. } if grid.hidden => Some(Self::Slide),
            GridPlace::Page { .. } | GridPlace::Table { .. } if grid.hidden => Some(Self::Table),
            _ => cell.hidden.then_some(Self::Line),
        }
    }
}

impl fmt::Display for Unseen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sheet => "its sheet is hidden",
            Self::Slide => "its slide or the table on it is hidden",
            Self::Table => "its table is hidden",
            Self::Line => "its row or column is hidden",
            Self::Format => "its number format leaves it hidden",
        })
    }
}

impl Step {
    /// The hundredths that it leaves, and what it rests on; what is hidden says why itself.
    fn told(self) -> (u8, &'static str) {
        match self {
            Self::Hidden(_) => (50, ""),
            Self::Conditional => (92, "a conditional format may change its look"),
            Self::Page => (95, "its table was put together from the places of words on a page"),
            Self::Text => (99, "the number was read from text"),
            Self::Mark => (98, "a footnote mark was taken off"),
            Self::Carried => (98, "a header stands for cells beyond those it covers"),
            Self::Narrowed => (97, "a nearer header made an outer one more exact"),
            Self::EntityFromTitle => (97, "the entity comes from a title"),
            Self::EntityFromSheet => (94, "the entity comes from the name of the sheet"),
            Self::EntityOfOwner => (94, "the entity is the owner of the document"),
            Self::FromTitle => (97, "metric or period comes from a title"),
            Self::UnitFromTitle => (99, "the unit comes from a title"),
        }
    }

    /// The share of the confidence that it leaves.
    pub(crate) fn share(self) -> Confidence {
        Confidence(self.told().0)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hidden(unseen) => write!(f, "{unseen} ({})", self.share()),
            _ => write!(f, "{} ({})", self.told().1, self.share()),
        }
    }
}

/// The confidence after all steps.
pub(crate) fn confidence_after(steps: impl IntoIterator<Item = Step>) -> Confidence {
    steps.into_iter().map(Step::share).fold(Confidence::FULL, Confidence::and)
}
