//! Periods as values: fiscal years, halves, quarters and calendar months, with one canonical spelling each. Reading a
//! person's wording is done elsewhere; nothing here looks at a question.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A reporting period. Halves and quarters are those of the fiscal year; months are calendar months.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Period {
    /// A fiscal year, named by the calendar year in which it ends.
    Year {
        /// Fiscal year.
        year: i16,
    },
    /// A fiscal half.
    Half {
        /// Fiscal year.
        year: i16,
        /// 1 or 2.
        half: i8,
    },
    /// A fiscal quarter.
    Quarter {
        /// Fiscal year.
        year: i16,
        /// 1 to 4.
        quarter: i8,
    },
    /// A calendar month.
    Month {
        /// Calendar year.
        year: i16,
        /// 1 to 12.
        month: i8,
    },
}

/// The text is not a canonical period.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a period; write 2024, 2024H1, 2024Q3 or 2024-03")]
pub struct NotAPeriod(pub String);

impl Period {
    /// The type's code in JSON and in stores: `FY`, `HY`, `QUARTER` or `MONTH`.
    pub fn type_code(self) -> &'static str {
        match self {
            Self::Year { .. } => "FY",
            Self::Half { .. } => "HY",
            Self::Quarter { .. } => "QUARTER",
            Self::Month { .. } => "MONTH",
        }
    }

    /// The canonical value, unique over all types: `2024`, `2024H1`, `2024Q3` or `2024-03`.
    pub fn value(self) -> String {
        match self {
            Self::Year { year } => format!("{year:04}"),
            Self::Half { year, half } => format!("{year:04}H{half}"),
            Self::Quarter { year, quarter } => format!("{year:04}Q{quarter}"),
            Self::Month { year, month } => format!("{year:04}-{month:02}"),
        }
    }

    /// The period of the same type so many places later, or earlier where `by` is negative; `None` beyond the years that
    /// can be written.
    pub fn shifted(self, by: i32) -> Option<Self> {
        let places = self.places_in_year();
        let at = self.ordinal().checked_add(by)?;
        let year = i16::try_from(at.div_euclid(places)).ok()?;
        let place = i8::try_from(at.rem_euclid(places) + 1).ok()?;
        Some(match self {
            Self::Year { .. } => Self::Year { year },
            Self::Half { .. } => Self::Half { year, half: place },
            Self::Quarter { .. } => Self::Quarter { year, quarter: place },
            Self::Month { .. } => Self::Month { year, month: place },
        })
    }

    /// How many places after `earlier` the period stands; `None` when they are of different types.
    pub fn places_after(self, earlier: Self) -> Option<i32> {
        (self.type_code() == earlier.type_code()).then(|| self.ordinal() - earlier.ordinal())
    }

    /// Periods of this type in one year.
    fn places_in_year(self) -> i32 {
        match self {
            Self::Year { .. } => 1,
            Self::Half { .. } => 2,
            Self::Quarter { .. } => 4,
            Self::Month { .. } => 12,
        }
    }

    /// Place on the line of all periods of this type.
    fn ordinal(self) -> i32 {
        let place = match self {
            Self::Year { .. } => 1,
            Self::Half { half, .. } => half,
            Self::Quarter { quarter, .. } => quarter,
            Self::Month { month, .. } => month,
        };
        i32::from(self.year()) * self.places_in_year() + i32::from(place) - 1
    }

    /// The year that the period carries.
    pub fn year(self) -> i16 {
        match self {
            Self::Year { year } | Self::Half { year, .. } | Self::Quarter { year, .. } | Self::Month { year, .. } => {
                year
            }
        }
    }
}

impl fmt::Display for Period {
    /// How answers name the period: `FY2024`, `2024H1`, `2024Q3`, `2024-03`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Year { .. } = self {
            f.write_str("FY")?;
        }
        f.write_str(&self.value())
    }
}

impl FromStr for Period {
    type Err = NotAPeriod;

    /// Reads the canonical spelling only.
    fn from_str(text: &str) -> Result<Self, NotAPeriod> {
        let fault = || NotAPeriod(text.to_owned());
        let (head, tail) = text.split_at_checked(4).ok_or_else(fault)?;
        if !head.bytes().all(|b| b.is_ascii_digit()) {
            return Err(fault());
        }
        let year: i16 = head.parse().map_err(|_| fault())?;
        let number = |digits: &str| digits.parse::<i8>().map_err(|_| fault());
        match (tail.as_bytes(), tail.get(1..)) {
            ([], _) => Ok(Self::Year { year }),
            ([b'H', b'1'..=b'2'], Some(n)) => Ok(Self::Half { year, half: number(n)? }),
            ([b'Q', b'1'..=b'4'], Some(n)) => Ok(Self::Quarter { year, quarter: number(n)? }),
            ([b'-', b'0', b'1'..=b'9'] | [b'-', b'1', b'0'..=b'2'], Some(n)) => {
                Ok(Self::Month { year, month: number(n)? })
            }
            _ => Err(fault()),
        }
    }
}

impl Serialize for Period {
    /// `{"type": "FY", "value": "2024"}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Period", 2)?;
        object.serialize_field("type", self.type_code())?;
        object.serialize_field("value", &self.value())?;
        object.end()
    }
}

/// When the fiscal year ends, and what follows from it for a given day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FiscalCalendar {
    year_end_month: i8,
}

impl FiscalCalendar {
    /// A calendar whose fiscal year ends with the given month (1 to 12), or `None` for another number.
    pub fn ending_in(month: i64) -> Option<Self> {
        let year_end_month = i8::try_from(month).ok().filter(|m| (1..=12).contains(m))?;
        Some(Self { year_end_month })
    }

    /// The last month of the fiscal year, 1 to 12.
    pub fn year_end_month(self) -> i8 {
        self.year_end_month
    }

    /// The fiscal year that `day` falls in.
    pub fn year_of(self, day: Date) -> i16 {
        if day.month() > self.year_end_month { day.year() + 1 } else { day.year() }
    }

    /// The latest fiscal year that is over on `day`.
    pub fn latest_complete_year(self, day: Date) -> Period {
        Period::Year { year: self.year_of(day) - 1 }
    }

    /// The fiscal quarter that `day` falls in.
    pub fn quarter_of(self, day: Date) -> Period {
        Period::Quarter { year: self.year_of(day), quarter: self.months_into_year(day) / 3 + 1 }
    }

    /// The fiscal half that `day` falls in.
    pub fn half_of(self, day: Date) -> Period {
        Period::Half { year: self.year_of(day), half: self.months_into_year(day) / 6 + 1 }
    }

    /// The calendar year in which `month` of the fiscal year `year` lies.
    pub fn calendar_year_of(self, year: i16, month: i8) -> i16 {
        if month > self.year_end_month { year - 1 } else { year }
    }

    /// The periods that lie inside `period`, itself first: the halves, quarters and months of a year.
    pub fn within(self, period: Period) -> Vec<Period> {
        // Months of the fiscal year, counted from 1, that the period spans.
        let year = period.year();
        let (first, last) = match period {
            Period::Year { .. } => (1, 12),
            Period::Half { half, .. } => (6 * half - 5, 6 * half),
            Period::Quarter { quarter, .. } => (3 * quarter - 2, 3 * quarter),
            Period::Month { .. } => return vec![period],
        };
        let spans = |from: i8, to: i8| first <= from && to <= last;
        let halves = (1..=2).filter(|half| spans(6 * half - 5, 6 * half)).map(|half| Period::Half { year, half });
        let quarters = (1..=4).filter(|q| spans(3 * q - 2, 3 * q)).map(|quarter| Period::Quarter { year, quarter });
        let months = (first..=last).map(|place| {
            let month = (self.year_end_month + place - 1) % 12 + 1;
            Period::Month { year: self.calendar_year_of(year, month), month }
        });
        let mut within = vec![period];
        within.extend(halves.chain(quarters).filter(|part| *part != period));
        within.extend(months);
        within
    }

    /// Whole months of the fiscal year before `day`'s month, 0 to 11.
    fn months_into_year(self, day: Date) -> i8 {
        (day.month() - self.year_end_month - 1).rem_euclid(12)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
