//! The unit of a value: what stands in the cell or its format, else the nearer of its headers, else what stands around the
//! table. Which unit the metric wants is compared and never put in the place of one that is not stated.

use super::Context;
use super::claims::{Claims, UnitIn};
use super::path::Path;
use crate::code::{MetricCode, UnitCode};
use crate::files::grid::{Cell, CellValue, StyledGrid};
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
    /// What lines around the table, of its grid and of its document state about all of it.
    pub(super) claims: [&'a Claims; 3],
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
        if let Some(conflict) = self.near_units_disagree(own.as_ref()) {
            return Unit::Wrong(&rules::UNITS_DISAGREE, conflict);
        }
        if own.is_none()
            && beside.is_none()
            && let Some(conflict) = self.nearest_headers_disagree(expected)
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
            Some(Ok(unit)) => match self.claimed_otherwise(&unit, self.stands_in(near)) {
                Some(conflict) => Unit::Wrong(&rules::UNITS_CONTRADICT, conflict),
                None => Unit::Stated(unit, near == 0),
            },
        }
    }

    /// Where the unit of a value is stated beside which `near` units stand in headers.
    fn stands_in(self, near: usize) -> UnitIn {
        match near {
            0 if self.in_corner => UnitIn::Corner,
            0 => UnitIn::Text,
            _ => UnitIn::Header,
        }
    }

    /// A line around the table that states another unit than the value's.
    fn claimed_otherwise(self, unit: &UnitCode, stands_in: UnitIn) -> Option<ReviewReason> {
        let stated = self.reader.money(unit)?;
        let mut claims = self.claims.into_iter();
        let claim = claims.find_map(|claims| claims.against(unit, stated, self.metric, stands_in))?;
        Some(ReviewReason::ConflictingUnits { near: unit.to_string(), far: claim.words.clone() })
    }

    /// Two statements of different currencies or scales in the cell, beside it or in its headers: each is written as the unit of
    /// the number, however near it stands.
    fn near_units_disagree(self, own: Option<&Statement>) -> Option<ReviewReason> {
        let headers = self.row.units.iter().chain(&self.col.units).map(|(_, unit)| unit);
        let near = own.into_iter().chain(self.beside).chain(headers);
        near.clone().enumerate().find_map(|(index, one)| {
            let mut others = near.clone().skip(index + 1);
            let other = others.find(|other| one.contradicts(other) || one.scales_otherwise(other))?;
            Some(conflicting(one, other))
        })
    }

    /// The nearest headers of row and column, where they state different units at the same distance.
    fn nearest_headers_disagree(self, expected: &UnitCode) -> Option<ReviewReason> {
        let nearest = |path: &'_ Path| path.units.iter().min_by_key(|(distance, _)| *distance).cloned();
        let ((row_distance, row), (col_distance, col)) = (nearest(self.row)?, nearest(self.col)?);
        let reader = self.reader;
        let (one, other) = (reader.resolve(&[&row], expected), reader.resolve(&[&col], expected));
        // A scale and a currency apart complete each other.
        let both_whole = matches!((&one, &other), (Some(Ok(_)), Some(Ok(_))));
        (row_distance == col_distance && both_whole && one != other).then(|| conflicting(&row, &col))
    }
}

fn conflicting(one: &Statement, other: &Statement) -> ReviewReason {
    ReviewReason::ConflictingHeaders { first: one.words.clone(), second: other.words.clone() }
}

/// The unit that a cell of the value's column holds and nothing else: the nearest above, else the one right below.
pub(super) fn stated_in_column(in_column: &[(u32, Statement)], row: u32) -> Option<&Statement> {
    let above = in_column.iter().rev().find(|(at, _)| *at < row);
    let below = || in_column.iter().find(|(at, _)| *at == row + 1);
    above.or_else(below).map(|(_, unit)| unit)
}

/// The unit in the cell beside a value: `150.5 | bn`, `US$ | 150.5`. A currency between two values belongs to the right one.
pub(super) fn stated_beside(grid: &StyledGrid, value: &Cell, row: &Path, context: &Context) -> Option<Statement> {
    let cells = &grid.cells;
    let index = cells.binary_search_by_key(&value.at, |cell| cell.at).ok()?;
    let in_row = |cell: &&Cell| cell.at.row == value.at.row;
    let is_shown = |cell: &&Cell| !cell.text.is_empty();
    let mut right = cells.get(index + 1..)?.iter().take_while(in_row).filter(is_shown);
    let left = cells.get(..index)?.iter().rev().take_while(in_row).find(is_shown);
    // Most neighbours are numbers, which state nothing.
    let unit = |cell: &Cell| match cell.value {
        CellValue::Text => context.units.only(&cell.text, Setting::Value),
        _ => None,
    };
    let behind = right.next().and_then(unit).filter(|unit| {
        let is_sign = unit.is_money() && unit.scale().is_none();
        !(is_sign && right.next().is_some_and(|next| next.text.contains(|c: char| c.is_ascii_digit())))
    });
    // What the labels of the row state is read with them.
    let of_label = |unit: &Statement| row.units.iter().any(|(_, known)| known.words == unit.words);
    behind.or_else(|| left.and_then(unit).filter(|unit| unit.is_money() && !of_label(unit)))
}

/// The first statement of a currency that cannot be the one in the cell or beside it.
fn contradiction<'s>(mut own: impl Iterator<Item = &'s Statement>, statements: &[&Statement]) -> Option<ReviewReason> {
    own.find_map(|own| {
        let far = statements.iter().find(|far| far.is_money() && far.contradicts(own))?;
        Some(ReviewReason::ConflictingUnits { near: own.words.clone(), far: far.words.clone() })
    })
}
