//! What a truth about a document must agree with: itself, cell by cell, and the profile of its fixture. It reads nothing;
//! what was written is a list of elements already.

use std::collections::BTreeMap;

use super::{CellKind, Paths, RawFact, TruthCell, TruthFact, TruthReview};
use crate::golden::fault::FaultKind;
use crate::golden::fixture::{Fixture, unknown_codes};
use crate::golden::notation;
use crate::key::{FactKey, NotAPeriod, cell_locator, cell_numbers};

/// The words for why a cell is not a fact.
// In code: names of the format of a document's truth.
const REASONS: [&str; 23] = [
    "approximate",
    "conflicting_headers",
    "conflicting_units",
    "contradiction",
    "estimate",
    "low_confidence",
    "missing_dimension",
    "mixed_text",
    "no_result",
    "not_a_number",
    "noted",
    "out_of_range",
    "range",
    "scaled_format",
    "somebody_else",
    "struck_out",
    "subtotal",
    "tagged",
    "unit_mismatch",
    "unit_not_stated",
    "unknown_color",
    "unknown_header",
    "unknown_unit",
];

/// The kinds of the cells by their locators, after looking for what is wrong with them.
pub(super) fn cell_faults(cells: &[TruthCell], faults: &mut Vec<FaultKind>) -> BTreeMap<String, CellKind> {
    let mut by_place = BTreeMap::new();
    for cell in cells {
        let locator = cell_locator(&cell.sheet, &cell.cell_ref);
        if cell_numbers(&cell.cell_ref).is_none() {
            faults.push(FaultKind::NotACell(cell.cell_ref.clone()));
        }
        if by_place.insert(locator.clone(), cell.kind).is_some() {
            faults.push(FaultKind::DuplicateCell(locator.clone()));
        }
        let is_color =
            |fill: &String| fill.len() == 6 && fill.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F'));
        if let Some(fill) = cell.fill.as_ref().filter(|fill| !is_color(fill)) {
            faults.push(FaultKind::NotAColor { cell: locator.clone(), color: fill.clone() });
        }
        if cell.headers.is_some() != (cell.kind == CellKind::Value) {
            faults.push(FaultKind::Headers(locator));
        }
    }
    for cell in cells {
        let Some(Paths { row, col }) = &cell.headers else { continue };
        for header in row.iter().chain(col) {
            let locator = cell_locator(&cell.sheet, header);
            cell_of("value", &locator, &[CellKind::Header], &by_place, faults);
        }
    }
    by_place
}

/// A locator of one of the lists must be a cell of one of the kinds.
fn cell_of(
    what: &'static str,
    locator: &str,
    kinds: &[CellKind],
    by_place: &BTreeMap<String, CellKind>,
    faults: &mut Vec<FaultKind>,
) {
    if !by_place.get(locator).is_some_and(|kind| kinds.contains(kind)) {
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
        faults.push(FaultKind::NoSuchCell { what, locator: locator.to_owned(), kinds: kinds.join(" or ") });
    }
}

pub(super) fn fact_of(
    raw: RawFact,
    by_place: &BTreeMap<String, CellKind>,
    fixture: &Fixture,
    faults: &mut Vec<FaultKind>,
) -> Option<TruthFact> {
    let before = faults.len();
    faults.extend(unknown_codes(&fixture.profile, [&raw.metric, &raw.entity, &raw.channel]));
    if !fixture.profile.units.has(&raw.unit) {
        faults.push(FaultKind::UnknownCode { what: "unit", code: raw.unit.clone() });
    }
    cell_of("fact", &raw.locator, &[CellKind::Value], by_place, faults);
    // What text beside the tables states has a place that is no cell; a sheet's notes are its text.
    let in_tables = raw.also.iter().filter(|locator| !locator.starts_with("para"));
    in_tables.for_each(|locator| cell_of("fact", locator, &[CellKind::Value, CellKind::Note], by_place, faults));
    let period = raw.period.parse().map_err(|fault: NotAPeriod| faults.push(fault.into())).ok();
    let value = notation::read(&raw.value).map_err(|fault| faults.push(fault.into())).ok();
    if faults.len() > before {
        return None;
    }
    let key = FactKey { metric: raw.metric, entity: raw.entity, period: period?, channel: raw.channel };
    let RawFact { unit, locator, also, tags, valid_as_of, .. } = raw;
    Some(TruthFact { key, value: value?, unit, locator, also, tags, valid_as_of })
}

pub(super) fn review_faults(
    reviews: &[TruthReview],
    by_place: &BTreeMap<String, CellKind>,
    faults: &mut Vec<FaultKind>,
) {
    for review in reviews {
        if !REASONS.contains(&review.reason.as_str()) {
            faults.push(FaultKind::UnknownReason { reason: review.reason.clone(), known: REASONS.join(", ") });
        }
        cell_of("review", &review.locator, &[CellKind::Value, CellKind::Header], by_place, faults);
        if let Some(header) = &review.header {
            cell_of("review", header, &[CellKind::Header, CellKind::Title], by_place, faults);
        }
    }
}
