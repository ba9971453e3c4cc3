//! The lines that stand beside a table: its notes, those of its grid that no table owns, labels at its edge that head nothing,
//! and what the file says around the grid. Which of their sentences are about the figures is read elsewhere.

use std::collections::HashSet;

use unicode_segmentation::UnicodeSegmentation;

use super::Context;
use super::path::Source;
use super::text_meaning::is_sentence;
use crate::extraction::layout::{Kind, Layout, Table};
use crate::files::grid::{Cell, CellAt, Rgb, Span, StyledGrid};
use crate::language::marks::is_note;
use crate::rule::cell as rules;

/// Longest line that is looked at, in bytes; longer ones are running text.
const BYTES_MAX: usize = 2_000;

/// A line beside a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'g> {
    pub(super) source: Source,
    pub(super) text: &'g str,
}

impl<'g> Line<'g> {
    /// What it says, sentence by sentence.
    pub(super) fn sentences(self) -> impl Iterator<Item = &'g str> {
        let sentences = self.text.split_sentence_bounds().flat_map(|sentence| sentence.split([';', '；', '。', '\n']));
        sentences.map(str::trim).filter(|sentence| !sentence.is_empty())
    }
}

/// The lines of a grid that may be about any of its tables: notes that no table owns, and what the file says around the grid.
pub(super) fn of_grid<'g>(grid: &'g StyledGrid, layout: &Layout) -> Vec<Line<'g>> {
    let of_cell = |at: CellAt| Some(Line { source: Source::Cell(at), text: &grid.cell(at)?.text });
    let notes = unclaimed(grid, layout).into_iter().filter_map(of_cell);
    // A note above a table is a note, whatever else it is.
    let captions = grid.captions.iter().filter(|caption| is_note(caption));
    let around = grid.beside.iter().chain(captions).map(|text| Line { source: Source::Beside, text });
    notes.chain(around).filter(|line| line.text.len() <= BYTES_MAX).collect()
}

/// The lines of one table: its notes, and labels at its edge that head nothing.
pub(super) fn of_table<'g>(grid: &'g StyledGrid, layout: &Layout, table: &Table) -> Vec<Line<'g>> {
    let cells = table.notes.iter().copied().chain(heads_nothing(grid, layout, table));
    let cells = cells.chain(filled_in_above(grid, layout, table));
    let of_cell = |at: CellAt| Some(Line { source: Source::Cell(at), text: &grid.cell(at)?.text });
    cells.filter_map(of_cell).filter(|line| line.text.len() <= BYTES_MAX).collect()
}

/// The lines of one table that may be labels of it: notes below it and right of it that head no running text, a last row that is
/// one cell, and what the file says around the grid. Texts in the rows of values are read with these.
pub(super) fn labels<'g>(grid: &'g StyledGrid, layout: &Layout, table: &Table) -> Vec<Line<'g>> {
    let in_row = |at: &CellAt| table.area.covers(*at) && table.row_headers.contains_key(&at.row);
    let heads_text = |at: CellAt| {
        let below = grid.cell(CellAt { row: at.row + 1, ..at }).filter(|below| below.at.row == at.row + 1);
        below.is_some_and(|below| !is_note(&below.text) && is_sentence(&below.text))
    };
    // In a grid of one table all notes are that table's.
    let unclaimed = if layout.tables.len() == 1 { unclaimed(grid, layout) } else { Vec::new() };
    let notes = table.notes.iter().copied().chain(unclaimed);
    let notes = notes.filter(|at| !in_row(at) && !heads_text(*at) && !explains_fill(*at, grid, layout, table));
    let is_whole = |at: &CellAt| {
        let last = grid.merge(*at).map_or(at.col, |span| span.last.col);
        table.col_headers.keys().next().is_some_and(|first| last >= *first)
    };
    let rows = heads_nothing(grid, layout, table).into_iter().filter(is_whole);
    let rows = rows.chain(filled_in_above(grid, layout, table));
    let of_cell = |at: CellAt| Some(Line { source: Source::Cell(at), text: &grid.cell(at)?.text });
    let around = grid.labels.iter().map(|text| Line { source: Source::Beside, text });
    notes.chain(rows).filter_map(of_cell).chain(around).filter(|line| line.text.len() <= BYTES_MAX).collect()
}

/// What forms of words above a table have beside their labels (`Company: | Alpha Ltd`): it says of whom and of when the page is.
fn filled_in_above(grid: &StyledGrid, layout: &Layout, table: &Table) -> Vec<CellAt> {
    let is_above = |form: &&Table| *form.rule == rules::WORDS_IN_A_FORM && form.area.last.row < table.area.first.row;
    let forms: Vec<Span> = layout.tables.iter().filter(is_above).map(|form| form.area).collect();
    let above = grid.cells.iter().zip(&layout.kinds).take_while(|(cell, _)| cell.at < table.area.first);
    let is_filled_in =
        |(cell, kind): &(&Cell, &Kind)| **kind == Kind::Value && forms.iter().any(|form| form.covers(cell.at));
    if forms.is_empty() { Vec::new() } else { above.filter(is_filled_in).map(|(cell, _)| cell.at).collect() }
}

/// Notes that no table owns.
fn unclaimed(grid: &StyledGrid, layout: &Layout) -> Vec<CellAt> {
    let owned: HashSet<CellAt> = layout.tables.iter().flat_map(|table| table.notes.iter().copied()).collect();
    let cells = grid.cells.iter().zip(&layout.kinds);
    let notes = cells.filter(|(cell, kind)| **kind == Kind::Note && !owned.contains(&cell.at));
    notes.map(|(cell, _)| cell.at).collect()
}

/// Whether a cell is filled as a value of the table is, so that it explains the colour.
fn explains_fill(at: CellAt, grid: &StyledGrid, layout: &Layout, table: &Table) -> bool {
    let fill = grid.cell(at).and_then(|cell| cell.fill).filter(|fill| *fill != Rgb::WHITE);
    let from = grid.cells.partition_point(|cell| cell.at < table.area.first);
    let in_area = grid.cells.iter().zip(&layout.kinds).skip(from);
    let mut in_area = in_area.take_while(|(cell, _)| cell.at.row <= table.area.last.row);
    fill.is_some() && in_area.any(|(cell, kind)| *kind == Kind::Value && cell.fill == fill)
}

/// Whether a cell is a legend, which is read with the colours: it is filled and holds nothing but the word of a tag.
pub(super) fn is_legend(cell: &Cell, context: &Context) -> bool {
    cell.fill.is_some_and(|fill| fill != Rgb::WHITE) && context.tag_of(&cell.text).is_some()
}

/// Labels of a table that head no value: a line below its last row, or between two of them.
fn heads_nothing(grid: &StyledGrid, layout: &Layout, table: &Table) -> Vec<CellAt> {
    let heads = table.row_headers.values().chain(table.col_headers.values()).flatten();
    let heads: HashSet<CellAt> = heads.map(|header| header.at).collect();
    let first_col = table.col_headers.keys().next().copied();
    let above = table.row_headers.keys().next().copied();
    let from = grid.cells.partition_point(|cell| cell.at < table.area.first);
    let in_area = grid.cells.iter().zip(&layout.kinds).skip(from);
    let in_area = in_area.take_while(|(cell, _)| cell.at.row <= table.area.last.row);
    let is_corner = |at: CellAt| first_col.is_some_and(|col| at.col < col) && above.is_some_and(|row| at.row < row);
    let lines = in_area.filter(|(cell, kind)| {
        **kind == Kind::Header && table.area.covers(cell.at) && !heads.contains(&cell.at) && !is_corner(cell.at)
    });
    lines.map(|(cell, _)| cell.at).collect()
}
