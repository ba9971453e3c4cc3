//! Texts in the row of a value, right of it or between values: an insurer, a basis, a status, a comment. They say of the row
//! what its labels would, and are read like them: what they name belongs to the row or speaks against it, and what is not
//! understood stops its values. Numbers do the same under a header that says what becomes of others, a sign or a share, or between
//! the labels of a metric and its values under a header that nobody knows.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;

use super::asides::leaves_the_figure;
use super::path::{self, Header, Path, Slot};
use super::surroundings::Around;
use super::{Context, HeaderCache};
use crate::extraction::layout::{Kind, Table};
use crate::extraction::values::{self, Content};
use crate::files::{Cell, CellAt, CellValue};
use crate::language::headings::{counts_rows, is_modifier, is_scenario};
use crate::language::units::Setting;
use crate::text::TextView;

/// Adds to the rows of a table what the texts behind its values say of them.
pub(super) fn qualify(
    rows: &mut BTreeMap<u32, Path>,
    cols: &BTreeMap<u32, Path>,
    place: &Around<'_>,
    table: &Table,
    headers: &mut HeaderCache<'_>,
) {
    let context = headers.context;
    let cells = behind_labels(place, table, rows);
    let (numbers, others): (Vec<&Cell>, Vec<&Cell>) = cells.into_iter().partition(|cell| is_number(cell, context));
    let columns: BTreeSet<u32> = numbers.iter().map(|cell| cell.at.col).collect();
    let first_value = columns.iter().find(|col| cols.get(col).is_some_and(names_a_value)).copied();
    let modifiers = columns.iter().filter_map(|col| Some((*col, header_of(table, place, *col)?)));
    let modifiers = modifiers.filter(|(col, header)| {
        // What stands between labels and values belongs to the labels, though nobody knows how.
        let is_of_labels = || first_value.is_some_and(|first| *col < first) && cols.get(col).is_some_and(is_unknown);
        is_modifier(header) || is_of_labels() && !counts_rows(header) && !is_scenario(header)
    });
    modify(rows, &numbers, &modifiers.collect(), context);
    if others.is_empty() {
        return;
    }
    let rows_of_numbers: BTreeSet<u32> = numbers.iter().map(|cell| cell.at.row).collect();
    for cell in others.into_iter().filter(|cell| rows_of_numbers.contains(&cell.at.row)) {
        let column = Column { path: cols.get(&cell.at.col), holds_numbers: columns.contains(&cell.at.col) };
        if !qualifies(cell, column, context) || repeats_label(cell, place, table) {
            continue;
        }
        let mut of_numbers = columns.iter().filter_map(|col| nearest(table, *col));
        if is_unit(cell, context) && nearest(table, cell.at.col).is_some_and(|own| of_numbers.any(|at| at == own)) {
            // A unit under the header of a number is of that number.
            continue;
        }
        if cell.blemish.is_none() && leaves_the_figure(&cell.text, header_of(table, place, cell.at.col), context) {
            continue;
        }
        let said = headers.read(cell);
        let header = Header {
            at: cell.at,
            text: &cell.text,
            said: &said,
            among_channels: false,
            carried: false,
            is_either: false,
        };
        let said = path::read(&[header], context);
        if let Some(row) = rows.get_mut(&cell.at.row) {
            row.qualify(said);
        }
    }
}

/// Notes in rows what their numbers under headers of modifiers say of their values, but where one leaves these what they are: 1,
/// 100%.
fn modify(rows: &mut BTreeMap<u32, Path>, numbers: &[&Cell], modifiers: &BTreeMap<u32, &str>, context: &Context) {
    if modifiers.is_empty() {
        return;
    }
    for cell in numbers {
        let Some(header) = modifiers.get(&cell.at.col) else { continue };
        let leaves_values = match values::content(cell, context.profile.extraction.decimal) {
            Content::Number(read) => {
                read.value == if read.words.is_empty() { Decimal::ONE } else { Decimal::ONE_HUNDRED }
            }
            _ => false,
        };
        // A row that names no metric has those of its columns, which are quantities beside each other.
        let row = rows
            .get_mut(&cell.at.row)
            .filter(|row| !leaves_values && (row.metric != Slot::Silent || is_modifier(header)));
        if let Some(row) = row {
            row.modified_by = row.modified_by.take().or_else(|| Some(format!("{header}: {}", cell.text)));
        }
    }
}

/// The column that a cell stands in.
#[derive(Clone, Copy)]
struct Column<'a> {
    path: Option<&'a Path>,
    holds_numbers: bool,
}

/// The text of the nearest header of a column.
fn header_of<'g>(table: &Table, place: &Around<'g>, col: u32) -> Option<&'g str> {
    place.grid.cell(nearest(table, col)?).map(|cell| &*cell.text)
}

/// The nearest header of a column.
fn nearest(table: &Table, col: u32) -> Option<CellAt> {
    table.col_headers.get(&col)?.last().map(|header| header.at)
}

/// Whether a cell holds a unit and nothing else.
fn is_unit(cell: &Cell, context: &Context) -> bool {
    context.units.only(&cell.text, Setting::Value).is_some()
}

/// The cells of a table that stand behind the labels of a row with values.
fn behind_labels<'g>(place: &Around<'g>, table: &Table, rows: &BTreeMap<u32, Path>) -> Vec<&'g Cell> {
    let (grid, layout) = (place.grid, place.layout);
    let from = grid.cells.partition_point(|cell| cell.at.row < table.area.first.row);
    let in_area = grid.cells.iter().zip(&layout.kinds).skip(from);
    let in_area = in_area.take_while(|(cell, _)| cell.at.row <= table.area.last.row);
    let behind = in_area.filter(|(cell, kind)| {
        matches!(kind, Kind::Value | Kind::Note) && table.area.covers(cell.at) && rows.contains_key(&cell.at.row)
    });
    behind.map(|(cell, _)| cell).filter(|cell| !cell.text.trim().is_empty()).collect()
}

/// Whether a cell holds a number with nothing but units around it.
fn is_number(cell: &Cell, context: &Context) -> bool {
    if cell.text.contains(|c: char| c.is_ascii_digit())
        && cell.text.chars().all(|c| matches!(c, '0'..='9' | ',' | '.' | '(' | ')' | ' '))
    {
        return true;
    }
    match values::content(cell, context.profile.extraction.decimal) {
        Content::Number(read) => {
            read.words.is_empty() || context.units.only(&read.words.join(" "), Setting::Value).is_some()
        }
        _ => false,
    }
}

/// Whether a cell speaks of its row rather than being a value of it.
fn qualifies(cell: &Cell, column: Column<'_>, context: &Context) -> bool {
    let is_text = matches!(cell.value, CellValue::Text | CellValue::Date(_) | CellValue::DateTime(_));
    let is_headed = column.path.is_some_and(|path| !path.wordless);
    if !is_text || values::content(cell, context.profile.extraction.decimal) == Content::Nothing {
        return false;
    }
    // Signs ($, %) are of the number beside them, and so are units without a header of their own.
    let is_sign = !cell.text.contains(char::is_alphabetic);
    if is_unit(cell, context) && (is_sign || !is_headed) {
        return false;
    }
    let has_digits = cell.text.contains(|c: char| c.is_ascii_digit());
    // What stands in the place of a number is one that is not read, or a word for none.
    let is_place_of_value = column.path.is_some_and(names_a_value);
    !is_place_of_value && (!column.holds_numbers || is_headed && !has_digits)
}

/// Whether a header says which values stand below it.
fn names_a_value(path: &Path) -> bool {
    path.stop.is_none() && says_something(path)
}

/// Whether a header says nothing that anybody knows.
fn is_unknown(path: &Path) -> bool {
    path.stop.is_some() && !says_something(path)
}

fn says_something(path: &Path) -> bool {
    let names = path.metric != Slot::Silent
        || path.entity != Slot::Silent
        || path.channel != Slot::Silent
        || path.period != Slot::Silent
        || path.part != Slot::Silent;
    names || !path.units.is_empty() || !path.tags.is_empty()
}

/// Whether a text says again what a label of its row does.
fn repeats_label(cell: &Cell, place: &Around<'_>, table: &Table) -> bool {
    let said = TextView::fold(&cell.text);
    let mut labels = table.headers_of_row(cell.at).iter().filter_map(|header| place.grid.cell(header.at));
    labels.any(|label| TextView::fold(&label.text) == said)
}
