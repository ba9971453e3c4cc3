//! Labels that stand alone in a document, with no key, where a person sees them: at its top, at its end, as a stamp. A word
//! alone may also head a column of restricted cash, so that the place counts, or how it is written.

use crate::document::Paragraph;
use crate::files::StyledGrid;
use crate::language::labels::{Bare, bare};

/// Lines at the top of a document in which a word that is a level is its label, however it is written: a banner stands above
/// the title, or below title, author and date.
const TOP_LINES: usize = 5;
/// Rows at the top of a table in which a cell alone is no value of it.
const TOP_ROWS: usize = 3;

/// Whether a line of the text is nothing but a label.
pub(super) fn in_text(paragraphs: &[Paragraph]) -> bool {
    let lines = || paragraphs.iter().flat_map(|paragraph| paragraph.text.lines()).filter(|line| shows(line));
    let top = lines().take(TOP_LINES).any(|line| bare(line).is_some());
    let end = || paragraphs.iter().rev().find_map(|paragraph| paragraph.text.lines().rev().find(|line| shows(line)));
    top || end().is_some_and(|line| bare(line).is_some()) || lines().any(|line| bare(line) == Some(Bare::Stamp))
}

/// Whether a row at the top of a table holds nothing but a label, or its first cell is a stamp.
pub(super) fn in_grids(grids: &[StyledGrid]) -> bool {
    grids.iter().enumerate().any(|(number, grid)| {
        let filled: Vec<_> = grid.cells.iter().filter(|cell| shows(&cell.text)).collect();
        let mut rows = filled.chunk_by(|cell, next| cell.at.row == next.at.row).take(TOP_ROWS).enumerate();
        rows.any(|(row, cells)| {
            let written = cells.first().and_then(|cell| bare(&cell.text));
            let is_first = row == 0 && number == 0;
            match cells {
                [_] => written == Some(Bare::Stamp) || written.is_some() && is_first,
                // Nothing but a label stands in the corner of a table and is written so.
                _ => row == 0 && written == Some(Bare::Stamp) && cells.first().is_some_and(|cell| cell.at.col == 0),
            }
        })
    })
}

fn shows(line: &str) -> bool {
    line.contains(char::is_alphanumeric)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
