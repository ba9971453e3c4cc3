//! The tables that lattices of rules are: those whose cells hold the words of the page, with the headers that stand above
//! them, and with a row for each line of values. What white space tells inside of a mere frame is [`super::aligned`]'s work.

use std::collections::BTreeMap;

use hayro_interpret::kurbo::Rect;

use super::aligned;
use super::columns::{at_least, is_half, segments};
use super::headers::with_header;
use super::lines::{Line, joined, lines};
use super::page::Page;
use super::ruled::lattices;
use super::rules::SAME_PLACE;
use super::table::{Table, between, cell};
use super::value::is_value;
use super::words::Word;
use crate::files::grid::{CellAt, Span};

/// How far above a table, in points, the box of its header ends.
/// Measured: nothing changes at 18.8 or 33.2.
const BOX_ABOVE: f64 = 25.0;
/// A lattice of which this part of the cells holds text is a table, and else a drawing.
/// Measured: nothing changes at 0.225 or 0.399.
const FILLED_CELLS: f64 = 0.3;
/// A cell with so many lines, of which half are values, holds a table of its own.
/// Measured: 4 changes `argentina_diputados_voting_record.pdf`; 2 changes nothing.
const INNER_LINES_MIN: usize = 3;
/// Cells with so many lines of values are so many rows, when two of them have theirs at the same heights, in points.
/// Measured: 2 changes `failing_sort.pdf`; 4 changes nothing.
const VALUE_LINES_MIN: usize = 3;
/// Measured: nothing changes at 1 or 3.
const VALUE_CELLS_MIN: usize = 2;
/// Measured: nothing changes at 1.5 or 2.66.
const SAME_HEIGHT: f64 = 2.0;

/// The tables of a page, in no order.
pub(super) fn tables(page: &Page) -> Vec<Table> {
    let mut whole: Vec<Table> = Vec::new();
    for lattice in lattices(&page.rules) {
        if lattice.cols() < 2 || !whole.iter_mut().any(|above| join(above, &lattice, page)) {
            whole.push(lattice);
        }
    }
    let ruled = whole.into_iter().flat_map(|lattice| checked(lattice, page));
    let mut found: Vec<Table> = ruled.map(|table| with_header(table, &page.lines)).collect();
    let taken: Vec<Rect> = found.iter().map(Table::area).collect();
    found.extend(aligned::tables(page, &taken));
    found
}

/// The tables that a lattice of rules is: itself where its cells hold the words of the page, what the white space inside
/// tells where it is a mere frame, and none where it is a drawing.
fn checked(lattice: Table, page: &Page) -> Vec<Table> {
    let words = lattice.words(&page.words);
    if lattice.cols() < 2 || words.values().any(|words| holds_table(words)) {
        return aligned::framed(&lines(words.values().flatten()), lattice.area(), page);
    }
    let rows: Vec<u32> = words.keys().map(|at| at.row).collect();
    let full = rows.chunk_by(|left, right| left == right).filter(|row| row.len() > 1).count();
    let covered: usize = lattice.merges.iter().map(|span| cells_of(*span) - 1).sum();
    let cells = lattice.rows() * lattice.cols() - covered;
    let is_table = lattice.rows() > 1 && full > 1 && at_least(words.len(), FILLED_CELLS, cells);
    if is_table { vec![split(lattice, &words)] } else { Vec::new() }
}

fn cells_of(span: Span) -> usize {
    (span.last.row - span.first.row + 1) as usize * (span.last.col - span.first.col + 1) as usize
}

/// Whether the words of one cell are the lines of a table of their own.
fn holds_table(words: &[Word]) -> bool {
    let states = |line: &&Line| {
        let segments = segments(line);
        let values = segments.iter().filter(|words| is_value(&joined(**words))).count();
        segments.len() > 1 && is_half(values, segments.len())
    };
    lines(words).iter().filter(states).count() >= INNER_LINES_MIN
}

/// The same table with a row for each line of values where rules enclose several of them in one row.
fn split(mut table: Table, words: &BTreeMap<CellAt, Vec<Word>>) -> Table {
    for row in (0..table.rows()).rev() {
        let Some(sides) = lines_of_values(&table, row, words) else {
            continue;
        };
        let (row, more) = (cell(row, 0).row, cell(sides.len(), 0).row);
        table.ys.splice(row as usize + 1..=row as usize, sides);
        for span in &mut table.merges {
            span.first.row += if span.first.row > row { more } else { 0 };
            span.last.row += if span.last.row > row { more } else { 0 };
        }
        // What was merged across the row still is, in each of its new rows.
        let across: Vec<Span> = table.merges.iter().filter(|span| span.first.row == row).copied().collect();
        for below in 1..=more {
            table.merges.extend(across.iter().map(|span| Span {
                first: CellAt { row: row + below, ..span.first },
                last: CellAt { row: row + below, ..span.last },
            }));
        }
        table.merges.sort_unstable();
    }
    table
}

/// Where a row is to be parted, when it holds the values of several rows: at least two of its cells hold nothing but
/// values, on the same three or more lines.
fn lines_of_values(table: &Table, row: usize, words: &BTreeMap<CellAt, Vec<Word>>) -> Option<Vec<f64>> {
    let spans = (0..table.cols()).map(|col| table.span(cell(row, col)));
    if spans.clone().any(|span| span.first.row != span.last.row) {
        return None;
    }
    let mut sides: Option<Vec<f64>> = None;
    let mut count = 0;
    for col in 0..table.cols() {
        let lines = words.get(&cell(row, col)).map(lines).unwrap_or_default();
        if lines.len() < VALUE_LINES_MIN || !lines.iter().all(|line| is_value(&line.text())) {
            continue;
        }
        let own: Vec<f64> = lines.windows(2).map(|pair| f64::midpoint(pair[0].area.y1, pair[1].area.y0)).collect();
        let near = |(left, right): (&f64, &f64)| (left - right).abs() < SAME_HEIGHT;
        if sides.as_ref().is_some_and(|sides| sides.len() != own.len() || !sides.iter().zip(&own).all(near)) {
            return None;
        }
        sides = Some(own);
        count += 1;
    }
    sides.filter(|_| count >= VALUE_CELLS_MIN)
}

/// Adds the rows of a table right below with the same columns, as where a header has a box of its own. A box without rules
/// in it has the columns of the table below it.
fn join(above: &mut Table, below: &Table, page: &Page) -> bool {
    let (area, other) = (above.area(), below.area());
    let gap = Rect::new(area.x0, area.y1, area.x1, other.y0);
    let near = other.y0 > area.y1 && other.y0 - area.y1 < BOX_ABOVE;
    if !near || page.words.iter().any(|word| gap.contains(word.area.center())) {
        return false;
    }
    if above.cols() == 1 && above.rows() == 1 && is_header_of(above, below, page) {
        above.xs.clone_from(&below.xs);
    }
    let near = |(left, right): (&f64, &f64)| (left - right).abs() < SAME_PLACE;
    if above.xs.len() != below.xs.len() || !above.xs.iter().zip(&below.xs).all(near) {
        return false;
    }
    let rows = above.rows();
    above.ys.pop();
    above.ys.push(f64::midpoint(area.y1, other.y0));
    above.ys.extend(below.ys.iter().skip(1));
    above.merges.extend(below.merges_below(rows));
    true
}

/// Whether a box holds one header for each column of a table with the same outer sides: no word stands across a side of a
/// column, and the texts of all columns have their middles at the same height, as those of two levels have not.
fn is_header_of(above: &Table, below: &Table, page: &Page) -> bool {
    let (area, other) = (above.area(), below.area());
    if (area.x0 - other.x0).abs() > SAME_PLACE || (area.x1 - other.x1).abs() > SAME_PLACE {
        return false;
    }
    let mut texts: BTreeMap<usize, Rect> = BTreeMap::new();
    for word in page.words.iter().filter(|word| area.contains(word.area.center())) {
        let column = between(&below.xs, word.area.x0);
        match column.filter(|_| column == between(&below.xs, word.area.x1)) {
            Some(column) => {
                texts.entry(column).and_modify(|text| *text = text.union(word.area)).or_insert(word.area);
            }
            None => return false,
        }
    }
    let middles = texts.values().map(|text| text.center().y);
    let (top, bottom) = (middles.clone().fold(f64::INFINITY, f64::min), middles.fold(0.0, f64::max));
    texts.len() > 1 && is_half(texts.len(), below.cols()) && bottom - top <= SAME_PLACE
}
