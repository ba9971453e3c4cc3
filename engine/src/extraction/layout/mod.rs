//! What the layout of a grid tells without a profile: which cells are titles, headers, values and notes, and which headers
//! each value stands under. Cells are found by form and place alone; no word of a header means anything here, except those
//! by which people mark notes, units, totals and periods.
//!
//! ```text
//! cells ─ form ─ regions: blocks between empty rows and columns ─ columns: labels or values
//!       ─ blocks: header rows, body, notes ─ tables: blocks that belong together ─ paths: headers of rows and columns
//! ```
//!
//! A file imports only from those before it: `cell_form`, `regions`, `columns`, `blocks`, `word_tables`, `tables`,
//! `doubts`; `either` and `paths` need the first two. What each cell is comes with the rule that decided it
//! ([`crate::rule::cell`]): the rule is set where the decision is taken, and carried along with the line, the table or
//! the header.
//!
//! Beside each factor stands what it separates. `Measured` tells which document's extraction, by its rules too, changes when the
//! factor is a quarter smaller or a third larger, or, of a small whole number, one less or more: of the reports of the
//! fixtures, of the workbooks and decks of Apache POI's tests, of the PDFs of tabula-java's tests, and of eleven annual and
//! quarterly reports as they were filed. The same holds for the factors of colours and of the check of a document against
//! itself.
//!
//! Each step looks at every line a fixed number of times, and nothing is kept for cells that show nothing, so that a grid
//! costs what its filled cells cost however far apart they stand.

mod blocks;
mod cell_form;
mod columns;
mod doubts;
mod either;
mod odd;
mod paths;
mod regions;
mod tables;
mod word_tables;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use self::cell_form::Form;
use self::doubts::Doubts;
use self::either::LabelRow;
use self::paths::{RowLabels, Run};
use self::regions::{Filled, Line, Sheet};
use self::tables::Draft;
use crate::files::sweep::Sweep;
use crate::files::{CellAt, Span, StyledGrid};
use crate::rule::{Rule, cell as rules};

/// Finds the tables of a grid and what each of its cells is.
pub fn analyse(grid: &StyledGrid) -> Layout {
    let sheet = Sheet::new(grid);
    let drafts = tables::tables(&sheet, regions::blocks(&sheet));
    let cells = grid.cells.len();
    let mut marks = Marks { kinds: vec![Kind::Empty; cells], rules: vec![&rules::NOTHING_SHOWN; cells] };
    for (lines, kind) in [(&drafts.titles, Kind::Title), (&drafts.notes, Kind::Note)] {
        marks.lines(&sheet, lines, kind);
    }
    let grid_titles: Vec<CellAt> = places(&sheet, &drafts.titles).collect();
    let mut tables: Vec<Table> =
        drafts.tables.iter().map(|draft| table(&sheet, draft, &grid_titles, &mut marks)).collect();
    tables.sort_by_key(|table| table.area.first);
    Layout { kinds: marks.kinds, rules: marks.rules, tables }
}

/// The kinds of cells found so far, each with the rule that decided it.
struct Marks {
    kinds: Vec<Kind>,
    rules: Vec<&'static Rule>,
}

impl Marks {
    fn cells(&mut self, cells: &[Filled], kind: Kind, rule: impl Fn(&Filled) -> &'static Rule) {
        for cell in cells {
            if let (Some(slot), Some(decided)) = (self.kinds.get_mut(cell.index), self.rules.get_mut(cell.index)) {
                (*slot, *decided) = (kind, rule(cell));
            }
        }
    }

    /// Lines whose rule says what they are.
    fn lines(&mut self, sheet: &Sheet<'_>, lines: &[Line], kind: Kind) {
        for line in lines {
            self.cells(sheet.cells(line), kind, |_| line.rule);
        }
    }
}

fn places<'s>(sheet: &'s Sheet<'_>, lines: &'s [Line]) -> impl Iterator<Item = CellAt> + 's {
    lines.iter().flat_map(|line| sheet.cells(line)).map(|cell| cell.at)
}

/// Reads the lines of one table for the headers of each value.
fn table(sheet: &Sheet<'_>, draft: &Draft, grid_titles: &[CellAt], marks: &mut Marks) -> Table {
    marks.lines(sheet, &draft.titles, Kind::Title);
    marks.lines(sheet, &draft.headers, Kind::Header);
    marks.lines(sheet, &draft.notes, Kind::Note);
    let mut notes: Vec<CellAt> = places(sheet, &draft.notes).collect();
    let value_columns = value_columns(sheet, draft);
    let mut col_headers = paths::columns(sheet, &draft.headers, &value_columns, draft.labels.end);
    let values_until = values_until(sheet, draft, &col_headers);
    col_headers.retain(|col, _| *col <= values_until);
    let doubts = Doubts::of(sheet, draft);
    let mut row_headers = BTreeMap::new();
    let (mut labels, mut label_rows) = (RowLabels::default(), Vec::new());
    let mut reach = None;
    let mut run = Run { length: 0, first: true };
    for (at, line) in draft.body.iter().enumerate() {
        let cells = sheet.cells(line);
        let gap = reach.is_some_and(|reach: u32| line.row > reach.saturating_add(1));
        reach = cells.iter().map(|cell| cell.last.row).max().max(reach);
        if line.is_lone() && tables::is_note_line(sheet, line) {
            marks.cells(cells, Kind::Note, |_| &rules::NOTE_WORD);
            notes.extend(places(sheet, std::slice::from_ref(line)));
            continue;
        }
        if blocks::repeats(sheet, line, &draft.headers) {
            marks.cells(cells, Kind::Header, |_| &rules::HEADER_AGAIN);
            continue;
        }
        let split = cells.partition_point(|cell| cell.at.col < draft.labels.end);
        let (heads, rest) = cells.split_at(split);
        let (values, remarks) = rest.split_at(rest.partition_point(|cell| cell.at.col <= values_until));
        // What made a row of the line says more than what its columns hold.
        let is_ordinary = std::ptr::eq(line.rule, &raw const rules::BEHIND_LABELS);
        let by = |cell: &Filled| if is_ordinary { draft.labels.rule(cell.at.col) } else { line.rule };
        let doubt = doubts.of_row(sheet, line.row, values);
        marks.cells(values, Kind::Value, |cell| {
            doubt.or_else(|| doubts.of_value(sheet, cell)).unwrap_or_else(|| by(cell))
        });
        label_rows.push(LabelRow { row: line.row, labels: heads, valued: !values.is_empty() });
        marks.cells(remarks, Kind::Note, |_| &rules::REMARK_COLUMN);
        let label = match heads {
            _ if !values.is_empty() => None,
            [_] => Some(&rules::SECTION),
            _ => Some(&rules::ROW_WITHOUT_VALUES),
        };
        marks.cells(heads, Kind::Header, |cell| label.filter(|_| is_ordinary).unwrap_or_else(|| by(cell)));
        notes.extend(remarks.iter().map(|cell| cell.at));
        if values.is_empty() && heads.len() > 1 {
            // Labels of several columns are those of a row whose values are missing.
            run.length = 0;
            labels.row(sheet, line.row, heads, gap);
        } else if values.is_empty() {
            run.first = run.length == 0 || gap;
            if run.first {
                run.length = labels_only(sheet, draft, at, values_until);
            }
            labels.section(sheet, heads, gap, run);
        } else {
            run.length = 0;
            row_headers.insert(line.row, labels.row(sheet, line.row, heads, gap));
        }
    }
    put_either(&mut row_headers, &label_rows);
    notes.sort_unstable();
    let titles = grid_titles.iter().copied().chain(places(sheet, &draft.inherited)).chain(places(sheet, &draft.titles));
    Table { area: area(draft), rule: draft.rule, titles: titles.collect(), notes, row_headers, col_headers }
}

/// Puts before the headers of each row those labels that may stand for it or not.
fn put_either(row_headers: &mut BTreeMap<u32, Vec<HeaderAt>>, label_rows: &[LabelRow<'_>]) {
    for (row, labels) in either::rows(label_rows) {
        let Some(path) = row_headers.get_mut(&row) else { continue };
        path.retain(|header: &HeaderAt| !labels.contains(&header.at));
        let either = |at: &CellAt| HeaderAt { at: *at, rule: &rules::LABEL_EITHER_WAY };
        path.splice(0..0, labels.iter().map(either));
    }
}

/// Lines of labels alone from one on, without an empty row between them.
fn labels_only(sheet: &Sheet<'_>, draft: &Draft, start: usize, values_until: u32) -> usize {
    let rest = draft.body.get(start..).unwrap_or_default();
    let is_labels =
        |line: &Line| !sheet.cells(line).iter().any(|cell| (draft.labels.end..=values_until).contains(&cell.at.col));
    let rows = rest.iter().zip(rest.first().map_or(0, |line| line.row)..);
    rows.take_while(|(line, row)| line.row == *row && is_labels(line)).count()
}

/// The columns with a cell in the place of a value.
fn value_columns(sheet: &Sheet<'_>, draft: &Draft) -> Vec<u32> {
    let cells = draft.body.iter().flat_map(|line| sheet.cells(line)).map(|cell| cell.at.col);
    let mut columns: Vec<u32> = cells.filter(|col| (draft.labels.end..=draft.last_col).contains(col)).collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// The last column of values. Columns behind it hold remarks: words alone, under no header.
fn values_until(sheet: &Sheet<'_>, draft: &Draft, col_headers: &BTreeMap<u32, Vec<HeaderAt>>) -> u32 {
    let mut words: BTreeMap<u32, bool> = BTreeMap::new();
    for cell in draft.body.iter().flat_map(|line| sheet.cells(line)) {
        if cell.at.col >= draft.labels.end {
            *words.entry(cell.at.col).or_insert(true) &= cell.form == Form::Text;
        }
    }
    let first = words.keys().next().copied();
    let is_remark =
        |col: &u32, words: bool| words && Some(*col) != first && col_headers.get(col).is_none_or(Vec::is_empty);
    let remarks = words.iter().rev().take_while(|(col, words)| is_remark(col, **words)).last().map(|(col, _)| *col);
    remarks.map_or(draft.last_col, |col| col.saturating_sub(1).min(draft.last_col))
}

/// The rows from its first header or row to its last, in its own columns.
fn area(draft: &Draft) -> Span {
    let lines = || draft.headers.iter().chain(&draft.body).map(|line| line.row);
    let (first, last) = (lines().min().unwrap_or_default(), lines().max().unwrap_or_default());
    Span { first: CellAt { row: first, col: draft.first_col }, last: CellAt { row: last, col: draft.last_col } }
}

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
    /// What decided that, in the same order.
    pub rules: Vec<&'static Rule>,
    /// The tables of the grid, by their first cell. Each value cell lies in exactly one.
    pub tables: Vec<Table>,
}

/// One table of a grid. All values of a row share its row headers, and all values of a column its column headers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its cells, headers included, titles and notes not.
    pub area: Span,
    /// What makes it a table of its own.
    pub rule: &'static Rule,
    /// Title cells that speak about it, outermost first.
    pub titles: Vec<CellAt>,
    /// Notes that belong to it.
    pub notes: Vec<CellAt>,
    /// Header cells of each row that holds values, from the outermost to the nearest. A header that is the first cell of
    /// a merged span stands for all rows it covers.
    pub row_headers: BTreeMap<u32, Vec<HeaderAt>>,
    /// Header cells of each column that holds values, likewise.
    pub col_headers: BTreeMap<u32, Vec<HeaderAt>>,
}

/// A header of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeaderAt {
    /// The cell that it begins in.
    pub at: CellAt,
    /// Why it stands for the value's row or column.
    pub rule: &'static Rule,
}

impl Layout {
    /// The place in [`Layout::tables`] of the table in which each cell lies, in the order of
    /// [`StyledGrid::cells`](super::StyledGrid::cells).
    pub(crate) fn tables_of_cells(&self, grid: &StyledGrid) -> Vec<Option<u32>> {
        let areas: Vec<Span> = self.tables.iter().map(|table| table.area).collect();
        let mut sweep = Sweep::new(&areas);
        let cells = grid.cells.iter();
        cells.map(|cell| sweep.covering(cell.at).and_then(|index| u32::try_from(index).ok())).collect()
    }

    /// The table whose area covers a place.
    pub fn table(&self, at: CellAt) -> Option<&Table> {
        // Areas do not overlap, and the one that covers a place is mostly the last that begins before it.
        let begun = self.tables.partition_point(|table| table.area.first <= at);
        self.tables.get(..begun)?.iter().rev().find(|table| table.area.covers(at))
    }
}

impl Table {
    /// The row headers of a cell, from the outermost to the nearest.
    pub fn headers_of_row(&self, at: CellAt) -> &[HeaderAt] {
        self.row_headers.get(&at.row).map_or(&[], Vec::as_slice)
    }

    /// The column headers of a cell, from the outermost to the nearest.
    pub fn headers_of_col(&self, at: CellAt) -> &[HeaderAt] {
        self.col_headers.get(&at.col).map_or(&[], Vec::as_slice)
    }
}
