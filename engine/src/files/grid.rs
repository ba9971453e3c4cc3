//! A table-like area of a document, whatever its format: cells with text, typed value and style, and the spans of merged
//! cells. It is what the file says; which cells are headers and what they mean is not decided here.

use std::fmt::{self, Write as _};
use std::str::FromStr;
use std::sync::Arc;

use jiff::civil::{Date, DateTime, Time};
use rust_decimal::Decimal;

use super::blemish::Blemish;
use super::number_format::NumberFormat;
pub use super::rgb::Rgb;

/// Columns of a worksheet (`XFD` is the last one, ECMA-376 part 1, 18.3.1.73). Grids of other formats have fewer.
pub(crate) const COLUMNS_MAX: u32 = 16_384;
/// Rows of a worksheet.
pub(crate) const ROWS_MAX: u32 = 1_048_576;

/// What follows a locator in citations of a value that a person put in the place of the one that stands there.
pub const CORRECTED: &str = " (corrected)";

/// A grid as a document states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyledGrid {
    /// Where in the document it stands.
    pub place: GridPlace,
    /// Text of the document that speaks about the whole grid and stands outside of it, outermost first: a slide's title,
    /// the headings above a table, its caption. The sheet's name is part of [`StyledGrid::place`].
    pub captions: Vec<String>,
    /// How many of the last captions are lines right above it and no headings.
    pub own: usize,
    /// Other lines right above and below it and at the edges of its printed page, which may speak about it as well as about
    /// what else stands near.
    pub beside: Vec<String>,
    /// Those of them below or beside it that are a few words and head nothing: what a label of this grid alone may be.
    pub labels: Vec<String>,
    /// Whether the whole grid is hidden, as a worksheet can be.
    pub hidden: bool,
    /// Rows down to the last cell.
    pub rows: u32,
    /// Columns to the last cell.
    pub cols: u32,
    /// Columns that each row takes up as it is written, empty cells too, where rows are lists of cells; none where cells have places.
    pub widths: Vec<u32>,
    /// Every cell that holds something or is the first of a merged span, by row, then column; each place at most once.
    /// The covered cells of a merged span are not among them.
    pub cells: Vec<Cell>,
    /// Merged spans, sorted by their first cell. They do not overlap and each covers more than one cell.
    pub merges: Vec<Span>,
}

impl StyledGrid {
    /// A grid of cells, which come by row, then column, and of nothing else.
    pub fn of(place: GridPlace, cells: Vec<Cell>) -> Self {
        let rows = cells.last().map_or(0, |cell| cell.at.row + 1);
        let cols = cells.iter().map(|cell| cell.at.col + 1).max().unwrap_or(0);
        Self {
            place,
            captions: Vec::new(),
            own: 0,
            beside: Vec::new(),
            labels: Vec::new(),
            hidden: false,
            rows,
            cols,
            widths: Vec::new(),
            cells,
            merges: Vec::new(),
        }
    }

    /// Columns that a row takes up as it is written, as far as that is known.
    pub(crate) fn width(&self, row: u32) -> Option<u32> {
        self.widths.get(row as usize).copied()
    }

    /// The cell that stands at a place, or covers it as a merged one.
    pub fn cell(&self, at: CellAt) -> Option<&Cell> {
        self.cell_of(at).or_else(|| self.cell_of(self.covering(at)?.first))
    }

    /// The merged span that covers a place. A cell of [`StyledGrid::cells`] is found at once; for a covered place every
    /// span that begins before it may be looked at.
    pub fn merge(&self, at: CellAt) -> Option<Span> {
        if let Ok(index) = self.merges.binary_search_by_key(&at, |span| span.first) {
            return self.merges.get(index).copied();
        }
        // Covered cells are not among the cells, so a cell that begins no span lies in none.
        if self.cell_of(at).is_some() { None } else { self.covering(at) }
    }

    fn cell_of(&self, at: CellAt) -> Option<&Cell> {
        let index = self.cells.binary_search_by_key(&at, |cell| cell.at).ok()?;
        self.cells.get(index)
    }

    fn covering(&self, at: CellAt) -> Option<Span> {
        // Spans are sorted by their first cell, and none begins below the place it covers.
        let end = self.merges.partition_point(|span| span.first <= at);
        self.merges.get(..end)?.iter().rev().copied().find(|span| span.covers(at))
    }

    /// The locator of one of its cells.
    pub fn locator(&self, at: CellAt) -> String {
        self.place.locator(at)
    }
}

/// Where a grid stands in its document. Numbers count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GridPlace {
    /// A worksheet.
    Sheet {
        /// Its name.
        name: String,
    },
    /// A table on a slide.
    Slide {
        /// The slide.
        slide: u32,
        /// The table on it.
        table: u32,
    },
    /// A table on a page.
    Page {
        /// The page.
        page: u32,
        /// The table on it.
        table: u32,
    },
    /// A table of a text document (HTML, Markdown), or a CSV file, whose only table is the first.
    Table {
        /// The table.
        table: u32,
    },
}

impl GridPlace {
    /// The locator of a cell: `sheet=PL!C7`, `slide=3,table=1,row=2,col=3`, `page=12,table=1,row=4,col=2`,
    /// `table=1,row=2,col=3`. Rows and columns count from 1.
    pub fn locator(&self, at: CellAt) -> String {
        match self {
            Self::Sheet { name } => format!("sheet={name}!{at}"),
            _ => format!("{self},row={},col={}", at.row + 1, at.col + 1),
        }
    }

    /// The place and the cell that a locator means; none for the locators of other sources.
    pub fn parse_locator(locator: &str) -> Option<(Self, CellAt)> {
        let locator = locator.strip_suffix(CORRECTED).unwrap_or(locator);
        if let Some(rest) = locator.strip_prefix("sheet=") {
            // A sheet's name cannot hold `!`... but other programs write it, so the last one separates.
            let (name, cell) = rest.rsplit_once('!')?;
            return Some((Self::Sheet { name: name.to_owned() }, cell.parse().ok()?));
        }
        let mut numbers = Vec::new();
        for part in locator.split(',') {
            let (key, number) = part.split_once('=')?;
            numbers.push((key, number.parse::<u32>().ok().filter(|number| *number > 0)?));
        }
        let (place, row, col) = match numbers[..] {
            [("slide", slide), ("table", table), ("row", row), ("col", col)] => {
                (Self::Slide { slide, table }, row, col)
            }
            [("page", page), ("table", table), ("row", row), ("col", col)] => (Self::Page { page, table }, row, col),
            [("table", table), ("row", row), ("col", col)] => (Self::Table { table }, row, col),
            _ => return None,
        };
        Some((place, CellAt { row: row - 1, col: col - 1 }))
    }
}

impl fmt::Display for GridPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sheet { name } => write!(f, "sheet={name}"),
            Self::Slide { slide, table } => write!(f, "slide={slide},table={table}"),
            Self::Page { page, table } => write!(f, "page={page},table={table}"),
            Self::Table { table } => write!(f, "table={table}"),
        }
    }
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Where it stands.
    pub at: CellAt,
    /// Its text as a reader of the document sees it, without white space at the ends; for a number whose format this
    /// program does not render, the digits of the stored value.
    pub text: Arc<str>,
    /// What is stored.
    pub value: CellValue,
    /// The number format, read once for all cells of a style; none for `General` and for files that have none.
    pub number_format: Option<Arc<NumberFormat>>,
    /// Colour behind it, theme and tint resolved; none when there is none.
    pub fill: Option<Rgb>,
    /// Colour of its text; none when it is the default.
    pub font_color: Option<Rgb>,
    /// Whether its text is bold.
    pub bold: bool,
    /// Whether its row or column is hidden (a hidden grid says so itself).
    pub hidden: bool,
    /// Whether a conditional format may change its look: what is seen may differ from the fill and colour here.
    pub conditional: bool,
    /// Steps by which its text is indented, as row headers are to show what they belong to.
    pub indent: u8,
    /// What keeps its text from being one statement; none where all of it is written alike.
    pub blemish: Option<Blemish>,
}

impl Cell {
    /// A text without any look of its own; an empty one holds nothing.
    pub fn of(at: CellAt, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        Self {
            at,
            value: if text.is_empty() { CellValue::Empty } else { CellValue::Text },
            text,
            number_format: None,
            fill: None,
            font_color: None,
            bold: false,
            hidden: false,
            conditional: false,
            indent: 0,
            blemish: None,
        }
    }
}

/// What a cell stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellValue {
    /// Nothing, or nothing but style.
    Empty,
    /// Text; what it says is [`Cell::text`]. Numbers in text cells are read later, by rules that keep their digits.
    Text,
    /// A number, with the digits of the file: for a stored binary double the shortest decimal that gives it back.
    Number(Decimal),
    /// True or false.
    Boolean(bool),
    /// A day.
    Date(Date),
    /// A moment.
    DateTime(DateTime),
    /// A time of day.
    Time(Time),
    /// A formula's error, such as `#DIV/0!`.
    Error,
    /// A formula whose result the file does not hold.
    Uncomputed,
    /// A number that no exact decimal holds (not finite, or beyond 28 digits).
    OutOfRange,
}

/// The place of a cell in its grid, both from 0. Displayed in the form `C7`; ordered by row, then column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct CellAt {
    /// Row.
    pub row: u32,
    /// Column.
    pub col: u32,
}

/// The text is no cell reference such as `C7`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a cell; write its column and row, for example C7")]
pub struct NotACell;

impl fmt::Display for CellAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        column(self.col, f)?;
        write!(f, "{}", u64::from(self.row) + 1)
    }
}

/// Writes the letters of a column, which are bijective base 26: A is 1 and there is no zero.
fn column(col: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(outer) = (col / 26).checked_sub(1) {
        column(outer, f)?;
    }
    f.write_char(u8::try_from(col % 26).map_or('?', |digit| char::from(b'A' + digit)))
}

impl FromStr for CellAt {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Self, NotACell> {
        let split = text.find(|c: char| !c.is_ascii_alphabetic()).ok_or(NotACell)?;
        let (letters, digits) = text.split_at(split);
        if letters.is_empty() || letters.len() > 3 || digits.starts_with('0') || digits.len() > 7 {
            return Err(NotACell);
        }
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotACell);
        }
        let col = letters.bytes().fold(0, |col, byte| col * 26 + u32::from(byte.to_ascii_uppercase() - b'A') + 1);
        let row: u32 = digits.parse().map_err(|_| NotACell)?;
        if row > ROWS_MAX || col > COLUMNS_MAX {
            return Err(NotACell);
        }
        Ok(Self { row: row - 1, col: col - 1 })
    }
}

/// A rectangle of cells, both ends included. Displayed in the form `A1:C2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Upper left cell.
    pub first: CellAt,
    /// Lower right cell.
    pub last: CellAt,
}

impl Span {
    /// Whether a place lies in it.
    pub fn covers(self, at: CellAt) -> bool {
        (self.first.row..=self.last.row).contains(&at.row) && (self.first.col..=self.last.col).contains(&at.col)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.first, self.last)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
