//! Tables for people: as wide as the terminal, 80 columns where there is none. Columns of figures are never broken, so
//! that every digit can be read and copied. Scripts read `--json` instead.

use std::io::IsTerminal;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle};

/// One line under the header; the rest is air.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
/// Columns where no terminal says otherwise.
const WIDTH: u16 = 80;
/// Blank columns after each column.
const GAP: u16 = 2;

/// How a column is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Text that may be broken.
    Text,
    /// Text that is never broken.
    Whole,
    /// A figure: never broken, at the right.
    Figure,
}

/// A table as text, without trailing white space.
pub(super) fn table(columns: &[(&str, Layout)], rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(columns.iter().map(|(name, _)| *name))
        .add_rows(rows);
    if !std::io::stdout().is_terminal() {
        table.set_width(WIDTH);
    }
    for (column, (_, layout)) in table.column_iter_mut().zip(columns) {
        column.set_padding((0, GAP));
        if *layout != Layout::Text {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
        if *layout == Layout::Figure {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines: Vec<String> = table.to_string().lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_locator_is_broken_and_a_figure_is_not() {
        let columns = [("Value", Layout::Figure), ("Where", Layout::Text)];
        let value = "12345678901234567890.12";
        let shown = table(&columns, vec![vec![value.to_owned(), "slide=4,table=1,row=NBV:".repeat(8)]]);
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        assert!(shown.contains(value), "{shown}");
    }
}
