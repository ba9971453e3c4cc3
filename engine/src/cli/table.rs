//! Tables for people: as wide as the terminal, or as `COLUMNS` says. Into a file or another program they go unbroken, a line
//! a row, so that they can be searched. Columns of figures are never broken, so that every digit can be read and copied.
//! Scripts read `--json` instead.

use std::io::IsTerminal;

use anstream::{AutoStream, ColorChoice};
use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width};
use engine::text::printable;

/// One line under the header; the rest is air.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
/// Columns of a terminal that does not say how wide it is.
const WIDTH: u16 = 80;
/// The narrowest terminal that is believed.
const WIDTH_MIN: u16 = 40;
/// Longest key that is never broken.
const KEY_WIDTH_MAX: u16 = 26;
/// Blank columns after each column.
const GAP: u16 = 2;
/// Columns between two columns, beside the gap.
const SEPARATOR: usize = 1;

/// How a column is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Text that may be broken.
    Text,
    /// Text that is broken when it is long.
    Key,
    /// Text that takes all the room which the other columns leave, and is broken beyond that.
    Room,
    /// Text that is never broken.
    Whole,
    /// A figure: never broken, at the right.
    Figure,
}

/// The columns that a table may take.
pub(super) fn width() -> u16 {
    let believed = |width: &u16| *width >= WIDTH_MIN;
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(believed);
    match told {
        Some(width) => width,
        // A terminal that is not told its size has none, or nearly none.
        None if std::io::stdout().is_terminal() => Table::new().width().filter(believed).unwrap_or(WIDTH),
        None => u16::MAX,
    }
}

/// A table as text, without trailing white space.
pub(super) fn table(columns: &[(&str, Layout)], rows: Vec<Vec<String>>) -> String {
    styled(columns, rows.into_iter().map(|row| row.iter().map(|text| Cell::new(printable(text))).collect()).collect())
}

/// As [`table`], of cells with looks of their own, which count where standard output shows colours.
pub(super) fn styled(columns: &[(&str, Layout)], rows: Vec<Vec<Cell>>) -> String {
    laid_out(columns, rows, width())
}

/// A table that takes so many columns of the terminal.
fn laid_out(columns: &[(&str, Layout)], rows: Vec<Vec<Cell>>, width: u16) -> String {
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.content().chars().count()).max().unwrap_or_default().min(KEY_WIDTH_MAX.into())
    };
    let key_widths: Vec<usize> = (0..columns.len()).map(widest).collect();
    let contents: Vec<usize> = (0..columns.len()).map(|column| content(columns, &rows, column)).collect();
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(columns.iter().map(|(name, _)| *name))
        .add_rows(rows)
        .set_width(width);
    if AutoStream::choice(&std::io::stdout()) == ColorChoice::Never {
        table.force_no_tty();
    } else {
        table.enforce_styling();
    }
    let taken: usize = contents.iter().map(|content| content + usize::from(GAP) + SEPARATOR).sum();
    for (index, ((column, (_, layout)), key_width)) in table.column_iter_mut().zip(columns).zip(key_widths).enumerate()
    {
        column.set_padding((0, GAP));
        let key_width = GAP.saturating_add(u16::try_from(key_width).unwrap_or(KEY_WIDTH_MAX));
        match layout {
            Layout::Text => {}
            Layout::Key => {
                column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(key_width)));
            }
            Layout::Room => {
                let own = contents.get(index).copied().unwrap_or_default();
                let others = taken.saturating_sub(own + usize::from(GAP) + SEPARATOR);
                let room = usize::from(width).saturating_sub(others).min(own + usize::from(GAP));
                let room = u16::try_from(room).unwrap_or(width);
                column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(room)));
            }
            Layout::Whole => {
                column.set_constraint(ColumnConstraint::ContentWidth);
            }
            Layout::Figure => {
                column.set_constraint(ColumnConstraint::ContentWidth).set_cell_alignment(CellAlignment::Right);
            }
        }
    }
    let lines: Vec<String> = table.to_string().lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Characters of the widest cell of a column, its name included.
fn content(columns: &[(&str, Layout)], rows: &[Vec<Cell>], column: usize) -> usize {
    let name = columns.get(column).map_or(0, |(name, _)| name.chars().count());
    let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.content().chars().count());
    cells.max().unwrap_or_default().max(name)
}

#[cfg(test)]
mod tests;
