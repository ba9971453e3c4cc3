//! Tables in files of separated values: one grid, all of it text. What separates the cells is found by which character gives
//! rows of the same length, or stated by a first line such as `sep=;`; encodings are told by their marks, never guessed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::files::grid::{COLUMNS_MAX, Cell, CellAt, GridPlace, ROWS_MAX, StyledGrid};
use crate::files::{DocumentFault, fault::at_most};

/// Most cells of a file that are kept, as for workbooks.
const CELLS_MAX: usize = 1_500_000;

/// What may separate cells. Where two give rows of the same length, the first one counts: a comma may be a decimal sign.
const SEPARATORS: [u8; 4] = [b'\t', b';', b'|', b','];

/// Rows that are looked at to find what separates the cells.
const SAMPLE_ROWS: usize = 100;

/// Reads a file of separated values. Blank lines are rows, since they set tables apart.
pub(crate) fn read(text: &str) -> Result<Vec<StyledGrid>, DocumentFault> {
    let text = with_line_feeds(text);
    let (separator, body) = separator(&text);
    let (mut cells, mut widths) = (Vec::new(), Vec::new());
    // A line that states the separator is a row without cells.
    let mut row = u32::from(body.len() < text.len());
    let mut reader = reader(body, separator);
    let mut record = ::csv::StringRecord::new();
    loop {
        let start = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
        if !reader.read_record(&mut record).map_err(|error| DocumentFault::Io(error.into()))? {
            break;
        }
        // The csv crate passes over blank lines.
        let blank = body.get(start..).unwrap_or_default().bytes().take_while(|byte| *byte == b'\n').count();
        row = row.saturating_add(u32::try_from(blank).unwrap_or(u32::MAX));
        at_most((row as usize).saturating_add(1), ROWS_MAX as usize, "rows")?;
        push_row(&mut cells, row, &record)?;
        widths.resize(row as usize, 0);
        widths.push(u32::try_from(record.len()).unwrap_or(u32::MAX));
        row += 1;
    }
    Ok(vec![StyledGrid { widths, ..StyledGrid::of(GridPlace::Table { table: 1 }, cells) }])
}

fn push_row(cells: &mut Vec<Cell>, row: u32, record: &::csv::StringRecord) -> Result<(), DocumentFault> {
    for (cell, col) in record.iter().zip(0..) {
        let text = cell.trim();
        if text.is_empty() {
            continue;
        }
        at_most(col as usize + 1, COLUMNS_MAX as usize, "columns")?;
        at_most(cells.len() + 1, CELLS_MAX, "cells")?;
        cells.push(Cell::of(CellAt { row, col }, text));
    }
    Ok(())
}

/// The text with line feeds alone at the ends of lines where it has none.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\n') { Cow::Borrowed(text) } else { Cow::Owned(text.replace('\r', "\n")) }
}

/// What separates cells, and the text below the line that says so.
fn separator(text: &str) -> (u8, &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let stated = line.trim_end_matches('\r').trim_matches('"').strip_prefix("sep=").map(str::as_bytes);
    if let Some([separator]) = stated {
        return (*separator, rest);
    }
    let best = SEPARATORS.into_iter().rev().max_by_key(|separator| regularity(text, *separator));
    (best.unwrap_or(b','), text)
}

/// How many rows have the most frequent length, and that length; rows of one cell are not counted.
fn regularity(text: &str, separator: u8) -> (usize, usize) {
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for record in reader(text, separator).records().take(SAMPLE_ROWS).flatten() {
        if record.len() > 1 {
            *lengths.entry(record.len()).or_default() += 1;
        }
    }
    lengths.into_iter().map(|(length, rows)| (rows, length)).max().unwrap_or_default()
}

fn reader(text: &str, separator: u8) -> ::csv::Reader<&[u8]> {
    // A line feed alone ends a row; the carriage return before it is white space, which is trimmed from every cell.
    ::csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .terminator(::csv::Terminator::Any(b'\n'))
        .from_reader(text.as_bytes())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
