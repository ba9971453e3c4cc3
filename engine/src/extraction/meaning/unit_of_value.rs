//! The unit of a value: what stands in the cell or its format, else the nearer of its headers, else what stands around the
//! table. Which unit the metric wants is compared and never put in the place of one that is not stated.

use super::claims::Claim;
use super::path::Path;
use crate::code::{MetricCode, UnitCode};
use crate::language::numbers::notation::NotedNumber;
use crate::language::units::{Setting, Statement, UnitReader};
use crate::reading::ReviewReason;
use crate::rule::{Rule, value as rules};

/// The unit of a value, or why there is none.
pub(super) enum Unit {
    Stated(UnitCode, bool),
    Wrong(&'static Rule, ReviewReason),
}

impl Unit {
    /// The unit that the document states, the metric's or not.
    pub(super) fn as_stated(&self) -> Option<&UnitCode> {
        match self {
            Self::Stated(unit, _) => Some(unit),
            Self::Wrong(_, ReviewReason::UnitMismatch { given, .. }) => Some(given),
            Self::Wrong(..) => None,
        }
    }
}

/// Where the unit of a value may be stated.
#[derive(Clone, Copy)]
pub(super) struct UnitPlaces<'a> {
    /// The headers of its row.
    pub(super) row: &'a Path,
    /// The headers of its column.
    pub(super) col: &'a Path,
    /// Units of the corner of its table and of each text around it.
    pub(super) around: &'a [Vec<Statement>],
    /// Units that stand in cells beside the value's, and in a cell of its column that holds nothing else.
    pub(super) beside: &'a [Statement],
    /// Whether the corner is among them.
    pub(super) in_corner: bool,
    /// What lines around the table state about all of it.
    pub(super) claims: &'a [Claim],
    /// The metric of the value, if it is known.
    pub(super) metric: Option<&'a MetricCode>,
    /// What units the profile knows.
    pub(super) reader: &'a UnitReader,
}

impl UnitPlaces<'_> {
    /// The unit that is stated nearest: in the cell or its format, in a header (the nearer of row and column), around.
    pub(super) fn unit(self, read: &NotedNumber, expected: &UnitCode) -> Unit {
        let reader = self.reader;
        let own = if read.words.is_empty() {
            None
        } else {
            let words = read.words.join(" ");
            match reader.only(&words, Setting::Value) {
                Some(statement) => Some(statement),
                None => return Unit::Wrong(&rules::UNIT_UNKNOWN, ReviewReason::UnknownUnit { unit: words }),
            }
        };
        let mut headers: Vec<&(usize, Statement)> = self.row.units.iter().chain(&self.col.units).collect();
        headers.sort_by_key(|(distance, _)| *distance);
        let mut statements: Vec<&Statement> = own.iter().collect();
        statements.extend(headers.iter().map(|(_, statement)| statement));
        // What stands beside the value says of it what the cell itself would. A mere currency there repeats one.
        let beside = self.beside.iter().find(|beside| !beside.is_money() || beside.scale().is_some());
        statements.extend(beside);
        // The nearest come first; beside comes before the headers.
        statements.rotate_right(usize::from(beside.is_some() && own.is_none()));
        let near = statements.len();
        statements.extend(self.around.iter().flatten());
        if let Some(conflict) = contradiction(own.iter().chain(self.beside), &statements) {
            return Unit::Wrong(&rules::UNITS_CONTRADICT, conflict);
        }
        if own.is_none()
            && beside.is_none()
            && let Some(conflict) = self.units_disagree(expected)
        {
            return Unit::Wrong(&rules::UNITS_DISAGREE, conflict);
        }
        let resolved = match reader.resolve(&statements, expected) {
            // A title may state one unit for money and another for ratios.
            Some(Ok(unit)) if near == 0 && unit != *expected => {
                let listed = self.around.first().filter(|units| units.len() > 1);
                let fits = listed
                    .into_iter()
                    .flatten()
                    .any(|unit| reader.resolve(&[unit], expected) == Some(Ok(expected.clone())));
                Some(Ok(if fits { expected.clone() } else { unit }))
            }
            resolved => resolved,
        };
        match resolved {
            None => Unit::Wrong(&rules::UNIT_MISSING, ReviewReason::UnitNotStated { expected: expected.clone() }),
            Some(Err(unit)) => Unit::Wrong(&rules::UNIT_UNKNOWN, ReviewReason::UnknownUnit { unit }),
            Some(Ok(given)) if given != *expected => {
                Unit::Wrong(&rules::ANOTHER_UNIT, ReviewReason::UnitMismatch { given, expected: expected.clone() })
            }
            Some(Ok(unit)) => match self.claimed_otherwise(&unit, near == 0 && !self.in_corner) {
                Some(conflict) => Unit::Wrong(&rules::UNITS_CONTRADICT, conflict),
                None => Unit::Stated(unit, near == 0),
            },
        }
    }

    /// A line around the table that states another unit than the value's.
    fn claimed_otherwise(self, unit: &UnitCode, inherits: bool) -> Option<ReviewReason> {
        let stated = self.reader.money(unit)?;
        let claim = self.claims.iter().find(|claim| claim.contradicts(stated, self.metric, inherits))?;
        Some(ReviewReason::ConflictingUnits { near: unit.to_string(), far: claim.words.clone() })
    }

    /// Whether the nearest headers of row and column state different units at the same distance.
    fn units_disagree(self, expected: &UnitCode) -> Option<ReviewReason> {
        let nearest = |path: &'_ Path| path.units.iter().min_by_key(|(distance, _)| *distance).cloned();
        let ((row_distance, row), (col_distance, col)) = (nearest(self.row)?, nearest(self.col)?);
        let reader = self.reader;
        let (one, other) = (reader.resolve(&[&row], expected), reader.resolve(&[&col], expected));
        // A scale and a currency apart complete each other.
        let both_whole = matches!((&one, &other), (Some(Ok(_)), Some(Ok(_))));
        (row_distance == col_distance && both_whole && one != other)
            .then_some(ReviewReason::ConflictingHeaders { first: row.words, second: col.words })
    }
}

/// The first statement of a currency that cannot be the one in the cell or beside it.
fn contradiction<'s>(mut own: impl Iterator<Item = &'s Statement>, statements: &[&Statement]) -> Option<ReviewReason> {
    own.find_map(|own| {
        let far = statements.iter().find(|far| far.is_money() && far.contradicts(own))?;
        Some(ReviewReason::ConflictingUnits { near: own.words.clone(), far: far.words.clone() })
    })
}
