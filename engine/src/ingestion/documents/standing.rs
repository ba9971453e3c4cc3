//! Labels that stand alone in a document, with no key, where a person sees them: at its top, at its end, as a stamp. A word
//! alone may also head a column of restricted cash, so that the place counts, or how it is written.

use crate::document::Paragraph;
use crate::files::{Cell, GridPlace, StyledGrid};
use crate::language::labels::{Bare, bare, is_about_itself, is_strong, is_unknown_level, marks};
use crate::text::TextView;

/// Lines at the top of a document in which a word that is a level is its label, however it is written: a banner stands above
/// the title, or below title, author and date.
const TOP_LINES: usize = 5;
/// Rows at the top of a table in which a cell alone is no value of it.
const TOP_ROWS: usize = 3;

/// Whether a line of the text is nothing but a label, or holds one at its top or end, or says of the text that it is kept to
/// some. A line is what a person sees as one, and a paragraph whose lines were joined as well: a sentence goes on in the next.
pub(super) fn in_text(paragraphs: &[Paragraph]) -> bool {
    let joined: Vec<&str> = paragraphs.iter().flat_map(|paragraph| paragraph.text.lines()).collect();
    let shown = || paragraphs.iter().flat_map(Paragraph::lines).collect::<Vec<_>>();
    in_lines(&joined) || has_joined_lines(paragraphs) && in_lines(&shown())
}

/// Whether lines that a person sees were joined anywhere, so that they are others than those of the text.
pub(super) fn has_joined_lines(paragraphs: &[Paragraph]) -> bool {
    paragraphs.iter().any(|paragraph| !paragraph.breaks.is_empty())
}

fn in_lines(lines: &[&str]) -> bool {
    let lines: Vec<&str> = lines.iter().copied().filter(|line| shows(line)).collect();
    let beside = |at: usize| [at.checked_sub(1).and_then(|before| lines.get(before)), lines.get(at + 1)];
    let is_label_at = |at: usize| lines.get(at).is_some_and(|line| is_label(line, beside(at).into_iter().flatten()));
    (0..lines.len().min(TOP_LINES)).any(is_label_at)
        || lines.len().checked_sub(1).is_some_and(is_label_at)
        || lines.iter().any(|line| bare(line) == Some(Bare::Stamp) || is_about_itself(line))
}

/// Whether a row at the top of a table, or the last one, holds nothing but a label, or a cell of its first row is a stamp.
pub(super) fn in_grids(grids: &[StyledGrid]) -> bool {
    grids.iter().enumerate().any(|(number, grid)| {
        let filled: Vec<_> = grid.cells.iter().filter(|cell| shows(&cell.text)).collect();
        let rows = || filled.chunk_by(|cell, next| cell.at.row == next.at.row);
        let texts = || filled.iter().map(|cell| &*cell.text);
        let is_stamp = |cell: &&Cell| bare(&cell.text) == Some(Bare::Stamp);
        let is_any = |cell: &Cell, is_one: &dyn Fn(&str) -> bool| {
            is_one(&cell.text) || cell.text.contains(['\n', '\r']) && cell.text.lines().any(is_one)
        };
        let is_end = matches!(rows().next_back(), Some([cell]) if is_any(cell, &|line| bare(line).is_some()));
        let names = || grids.iter().filter_map(sheet_name);
        let is_name = sheet_name(grid).is_some_and(|name| bare(name) == Some(Bare::Stamp) || heads(name, names()));
        is_end
            || is_name
            || filled.iter().any(|cell| is_any(cell, &is_about_itself))
            || rows().any(|cells| matches!(cells, [key, value] if is_unknown_level(&key.text, &value.text)))
            || rows().take(TOP_ROWS).enumerate().any(|(row, cells)| match cells {
                [cell] => {
                    is_any(cell, &|line| bare(line) == Some(Bare::Stamp))
                        || row == 0 && number == 0 && is_any(cell, &marks)
                }
                // Nothing but a label stands in the corner of a table and is written so. Elsewhere it may head a column, as
                // others do then.
                [corner, others @ ..] => {
                    let is_written_otherwise = || cells.iter().any(|cell| cell.text.contains(char::is_lowercase));
                    row == 0
                        && ((is_stamp(corner) || heads(&corner.text, texts())) && corner.at.col == 0
                            || is_written_otherwise() && others.iter().any(is_stamp))
                }
                [] => false,
            })
    })
}

/// The name of a sheet.
fn sheet_name(grid: &StyledGrid) -> Option<&str> {
    match &grid.place {
        GridPlace::Sheet { name } => Some(name),
        _ => None,
    }
}

/// Whether a level at the head of a table or sheet is its label, in whatever letters. Beside its opposite (`Restricted` and
/// `Unrestricted`) it is a kind of what is listed.
fn heads<'t>(level: &str, mut others: impl Iterator<Item = &'t str>) -> bool {
    let own = TextView::fold(level);
    let is_opposite = |other: &str| {
        let other = TextView::fold(other);
        other
            .strip_suffix(&*own)
            .is_some_and(|lead| matches!(lead.trim_end_matches(['-', ' ']), "un" | "non" | "not" | "非"))
    };
    is_strong(level) && !others.any(is_opposite)
}

/// Whether a line at the top or at the end is a label or holds one. In a row of a table a level may head a column.
fn is_label<'t>(line: &str, mut beside: impl Iterator<Item = &'t &'t str>) -> bool {
    let is_row = line.contains('|') && beside.any(|line| line.contains('|'));
    if is_row { bare(line).is_some() } else { marks(line) }
}

fn shows(line: &str) -> bool {
    line.contains(char::is_alphanumeric)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
