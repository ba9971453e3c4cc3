//! The header row of a facts file: which column stands where. Names are compared without regard to case, width or the
//! space around them; an unknown, missing or repeated name is a fault, never a guess.

use std::io::{self, BufRead, BufReader, Read};

use strum::VariantArray as _;

use super::column::Column;
use super::fault::{FileFault, shown};
use crate::text::TextView;

/// Names further away than this (Jaro-Winkler, 0 to 1) are no proposal.
const NEARNESS_MIN: f64 = 0.7;

/// Where each column stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    /// 0-based positions, in the order of the columns.
    positions: [Option<usize>; Column::VARIANTS.len()],
    /// Cells of the header row.
    pub(super) width: usize,
}

impl Header {
    /// Reads the header row.
    pub(super) fn read(cells: &::csv::StringRecord) -> Result<Self, FileFault> {
        let names: Vec<String> = cells.iter().map(|cell| TextView::new(cell).text().to_owned()).collect();
        if let (1, Some(only)) = (cells.len(), cells.get(0))
            && let Some(separator) = only.trim().chars().find(|c| matches!(c, ';' | '\t' | '|'))
        {
            return Err(FileFault::Separator(separator));
        }
        let mut positions = [None; Column::VARIANTS.len()];
        for (position, name) in names.iter().enumerate() {
            let Ok(column) = name.parse::<Column>() else {
                return Err(FileFault::UnknownColumn {
                    name: shown(name),
                    number: position + 1,
                    nearest: nearest(name),
                });
            };
            if let Some(first) = positions[column as usize].replace(position) {
                return Err(FileFault::DuplicateColumn { column, first: first + 1, second: position + 1 });
            }
        }
        let header = Self { positions, width: cells.len() };
        let mut missing = Column::VARIANTS.to_vec();
        missing.retain(|column| !column.is_optional() && header.position(*column).is_none());
        if missing.is_empty() {
            Ok(header)
        } else {
            Err(FileFault::MissingColumns { missing, found: shown(&names.join(", ")) })
        }
    }

    /// A cell without the space around it; empty when the file has no such column.
    pub(super) fn cell<'r>(&self, row: &'r ::csv::StringRecord, column: Column) -> &'r str {
        self.position(column).and_then(|position| row.get(position)).unwrap_or_default().trim()
    }

    /// The 0-based position of a column; `None` when the file does without it.
    pub(super) fn position(&self, wanted: Column) -> Option<usize> {
        self.positions[wanted as usize]
    }
}

/// Most bytes of a first line that is looked at.
const FIRST_LINE_BYTES_MAX: u64 = 1 << 16;
/// Names this near to a column's (Jaro-Winkler, 0 to 1) are it, with a slip.
const SLIP_MIN: f64 = 0.9;

/// Whether a file of separated values is a facts file, by its first line: it names the columns metric, entity and period, or
/// one of them and a column for values, perhaps with a slip or another separator, which is then told as such. Any other text is a table,
/// and what is empty or no text is a facts file, whose reader says what is wrong.
pub fn is_facts_header(mut bytes: impl Read) -> io::Result<bool> {
    let mut first = Vec::new();
    BufReader::new(bytes.by_ref().take(FIRST_LINE_BYTES_MAX)).read_until(b'\n', &mut first)?;
    let Ok(line) = std::str::from_utf8(&first) else { return Ok(true) };
    let names: Vec<String> = line
        .split([',', ';', '\t', '|'])
        .map(|name| TextView::fold(name.trim_matches(['"', '\u{FEFF}', ' '])))
        .collect();
    if names.iter().all(|name| name.trim().is_empty()) {
        return Ok(true);
    }
    let has = |column: Column| names.iter().any(|name| strsim::jaro_winkler(column.into(), name.trim()) >= SLIP_MIN);
    // Nothing but a facts file's columns, only too few of them.
    if names.iter().all(|name| name.trim().parse::<Column>().is_ok()) {
        return Ok(true);
    }
    let key = [Column::Metric, Column::Entity, Column::Period].into_iter().filter(|column| has(*column)).count();
    Ok(key == 3 || key > 0 && has(Column::Value))
}

fn nearest(name: &str) -> Option<String> {
    Column::NAMES
        .iter()
        .map(|column| (strsim::jaro_winkler(column, name), *column))
        .filter(|(nearness, _)| *nearness >= NEARNESS_MIN)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
