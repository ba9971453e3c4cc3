//! What the layout of a grid tells without a profile: which cells are titles, headers, values and notes, and which headers
//! each value stands under. Cells are found by form and place alone; no word of a header means anything here, except those
//! by which people mark notes and periods.

use std::collections::BTreeMap;

use super::grid::{CellAt, Span};

/// What a cell is in its grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Says something about a whole table or grid.
    Title,
    /// Says what the values of its row or column are.
    Header,
    /// A value: a number, a date, or what stands in the place of one.
    Value,
    /// A footnote, a source line, a remark.
    Note,
    /// Holds no text.
    Empty,
}

impl Kind {
    /// The word for it: `title`, `header`, `value`, `note` or `empty`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Header => "header",
            Self::Value => "value",
            Self::Note => "note",
            Self::Empty => "empty",
        }
    }
}

/// The layout of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// What each cell is, in the order of [`StyledGrid::cells`](super::StyledGrid::cells).
    pub kinds: Vec<Kind>,
    /// The tables of the grid, by their first cell. Each value cell lies in exactly one.
    pub tables: Vec<Table>,
}

/// One table of a grid. All values of a row share its row headers, and all values of a column its column headers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its cells, headers included, titles and notes not.
    pub area: Span,
    /// Title cells that speak about it, outermost first.
    pub titles: Vec<CellAt>,
    /// Notes that belong to it.
    pub notes: Vec<CellAt>,
    /// Header cells of each row that holds values, from the outermost to the nearest. A header that is the first cell of
    /// a merged span stands for all rows it covers.
    pub row_headers: BTreeMap<u32, Vec<CellAt>>,
    /// Header cells of each column that holds values, likewise.
    pub col_headers: BTreeMap<u32, Vec<CellAt>>,
}

impl Layout {
    /// The table whose area covers a place.
    pub fn table(&self, at: CellAt) -> Option<&Table> {
        self.tables.iter().find(|table| table.area.covers(at))
    }
}

impl Table {
    /// The row headers of a cell, from the outermost to the nearest.
    pub fn headers_of_row(&self, at: CellAt) -> &[CellAt] {
        self.row_headers.get(&at.row).map_or(&[], Vec::as_slice)
    }

    /// The column headers of a cell, from the outermost to the nearest.
    pub fn headers_of_col(&self, at: CellAt) -> &[CellAt] {
        self.col_headers.get(&at.col).map_or(&[], Vec::as_slice)
    }
}
