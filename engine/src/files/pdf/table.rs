//! A table on a page as places alone, and how it becomes a grid: words fall into cells by where their middles are, cells get
//! the fill behind them, and the colour and weight of their words. How the places were found is not known here.

use std::collections::BTreeMap;

use hayro_interpret::kurbo::{Point, Rect};

use super::aligned;
use super::columns::{at_least, segments};
use super::ruled::place;
use super::turn::Turn;
use super::value::is_value;
use super::words::{Line, Page, Strips, Word, is_same, is_wide, joined, lines};
use crate::files::grid::{Cell, CellAt, CellValue, GridPlace, Rgb, Span, StyledGrid};

/// Parts of colours up to this are nearly black.
const NEARLY_BLACK: u8 = 0x3F;

/// Sides of two tables that are no further apart, in points, are at the same place.
const SAME_SIDE: f64 = 3.0;

/// Rows and columns by their sides, and cells that are one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Table {
    /// Sides of the columns, from left to right; one more than columns.
    pub(super) xs: Vec<f64>,
    /// Sides of the rows, from top to bottom; one more than rows.
    pub(super) ys: Vec<f64>,
    /// By their first cell; they do not overlap.
    pub(super) merges: Vec<Span>,
}

impl Table {
    pub(super) fn rows(&self) -> usize {
        self.ys.len().saturating_sub(1)
    }

    pub(super) fn cols(&self) -> usize {
        self.xs.len().saturating_sub(1)
    }

    pub(super) fn area(&self) -> Rect {
        match (&self.xs[..], &self.ys[..]) {
            ([left, .., right], [top, .., bottom]) => Rect::new(*left, *top, *right, *bottom),
            _ => Rect::ZERO,
        }
    }

    /// The cell around a point, the first one of a merged span.
    pub(super) fn cell_at(&self, point: Point) -> Option<CellAt> {
        let row = side(&self.ys, point.y)?;
        let col = side(&self.xs, point.x)?;
        Some(self.first_of(place(row, col)))
    }

    pub(super) fn first_of(&self, at: CellAt) -> CellAt {
        self.span(at).first
    }

    /// The span that covers a cell; the cell itself where it is not merged.
    pub(super) fn span(&self, at: CellAt) -> Span {
        let end = self.merges.partition_point(|span| span.first.row <= at.row);
        let merged = self.merges[..end].iter().rev().copied().find(|span| span.covers(at));
        merged.unwrap_or(Span { first: at, last: at })
    }

    /// The tables that a lattice of rules is: itself where its cells hold the words of the page, what the white space inside
    /// tells where it is a mere frame, and none where it is a drawing.
    pub(super) fn checked(self, page: &Page) -> Vec<Self> {
        let words = self.words(page);
        if self.cols() < 2 {
            let all: Vec<Word> = words.into_values().flatten().collect();
            return aligned::framed(&all, self.area(), page);
        }
        if words.values().any(|words| holds_table(words)) {
            let all: Vec<Word> = words.into_values().flatten().collect();
            return aligned::framed(&all, self.area(), page);
        }
        let rows: Vec<u32> = words.keys().map(|at| at.row).collect();
        let full = rows.chunk_by(|left, right| left == right).filter(|row| row.len() > 1).count();
        let covered: usize = self.merges.iter().map(|span| span_cells(*span) - 1).sum();
        let cells = self.rows() * self.cols() - covered;
        let is_table = self.rows() > 1 && full > 1 && words.len() * 10 >= cells * 3;
        if is_table { vec![self.split(&words)] } else { Vec::new() }
    }

    /// The same table with a row for each line of values where rules enclose several of them in one row.
    fn split(mut self, words: &BTreeMap<CellAt, Vec<Word>>) -> Self {
        for row in (0..self.rows()).rev() {
            let Some(sides) = self.lines_of_values(row, words) else {
                continue;
            };
            #[allow(clippy::cast_possible_truncation)] // A page has few rows and lines.
            let (row, more) = (row as u32, sides.len() as u32);
            self.ys.splice(row as usize + 1..=row as usize, sides);
            for span in &mut self.merges {
                span.first.row += if span.first.row > row { more } else { 0 };
                span.last.row += if span.last.row > row { more } else { 0 };
            }
            // What was merged across the row still is, in each of its new rows.
            let across: Vec<Span> = self.merges.iter().filter(|span| span.first.row == row).copied().collect();
            for below in 1..=more {
                self.merges.extend(across.iter().map(|span| Span {
                    first: CellAt { row: row + below, ..span.first },
                    last: CellAt { row: row + below, ..span.last },
                }));
            }
            self.merges.sort_unstable();
        }
        self
    }

    /// Where a row is to be parted, when it holds the values of several rows: at least two of its cells hold nothing but
    /// values, on the same three or more lines.
    fn lines_of_values(&self, row: usize, words: &BTreeMap<CellAt, Vec<Word>>) -> Option<Vec<f64>> {
        let spans = (0..self.cols()).map(|col| self.span(place(row, col)));
        if spans.clone().any(|span| span.first.row != span.last.row) {
            return None;
        }
        let mut sides: Option<Vec<f64>> = None;
        let mut count = 0;
        for col in 0..self.cols() {
            let lines = words.get(&place(row, col)).map(|words| lines(words)).unwrap_or_default();
            if lines.len() < 3 || !lines.iter().all(|line| is_value(&line.text())) {
                continue;
            }
            let own =
                lines.windows(2).map(|pair| f64::midpoint(pair[0].area.y1, pair[1].area.y0)).collect::<Vec<f64>>();
            let same = sides.as_ref().is_none_or(|sides| {
                sides.len() == own.len() && sides.iter().zip(&own).all(|(left, right)| (left - right).abs() < 2.0)
            });
            if !same {
                return None;
            }
            sides = Some(own);
            count += 1;
        }
        sides.filter(|_| count > 1)
    }

    /// The same table with the line right above it as its first row, when the parts of that line stand evenly over its
    /// columns: the years over pairs of columns, where no rule encloses them.
    pub(super) fn with_header(mut self, lines: &[Line]) -> Self {
        let area = self.area();
        let above = lines.iter().rev().find(|line| line.base < area.y0 + 0.3 * line.size);
        let Some(line) = above.filter(|line| area.y0 - line.base < 1.8 * line.size) else {
            return self;
        };
        let parts: Vec<f64> = segments(line).iter().filter_map(|words| Some(center(words)?.x)).collect();
        let labels = (0..=2_usize).find_map(|labels| {
            let columns = self.cols().checked_sub(labels)?;
            let width = columns.checked_div(parts.len()).filter(|width| *width > 0 && columns % parts.len() == 0)?;
            let over = parts.iter().enumerate().all(|(index, x)| {
                let first = labels + index * width;
                self.xs[first] <= *x && *x < self.xs[first + width]
            });
            over.then_some((labels, width))
        });
        let Some((labels, width)) = labels.filter(|_| parts.len() > 1) else {
            return self;
        };
        for span in &mut self.merges {
            span.first.row += 1;
            span.last.row += 1;
        }
        if width > 1 {
            let spans = (0..parts.len()).map(|index| labels + index * width);
            self.merges.extend(spans.map(|first| Span { first: place(0, first), last: place(0, first + width - 1) }));
        }
        self.merges.sort_unstable();
        self.ys.insert(0, line.area.y0 - 1.0);
        self
    }

    /// Adds the rows of a table right below with the same columns, as where a header has a box of its own. A box without
    /// rules in it has the columns of the table below it.
    pub(super) fn join(&mut self, below: &Self, page: &Page) -> bool {
        let (area, other) = (self.area(), below.area());
        let gap = Rect::new(area.x0, area.y1, area.x1, other.y0);
        let near = other.y0 > area.y1 && other.y0 - area.y1 < 25.0;
        if !near || page.words.iter().any(|word| gap.contains(word.area.center())) {
            return false;
        }
        if self.cols() == 1 && self.rows() == 1 && self.is_header_of(below, page) {
            self.xs.clone_from(&below.xs);
        }
        let same = self.xs.len() == below.xs.len()
            && self.xs.iter().zip(&below.xs).all(|(left, right)| (left - right).abs() < SAME_SIDE);
        if !same {
            return false;
        }
        #[allow(clippy::cast_possible_truncation)] // Tables on a page are far smaller.
        let rows = self.rows() as u32;
        self.ys.pop();
        self.ys.push(f64::midpoint(area.y1, other.y0));
        self.ys.extend(below.ys.iter().skip(1));
        self.merges.extend(below.merges.iter().map(|span| Span {
            first: CellAt { row: span.first.row + rows, ..span.first },
            last: CellAt { row: span.last.row + rows, ..span.last },
        }));
        true
    }

    /// Whether a box holds one header for each column of a table with the same outer sides: no word stands across a side
    /// of a column, and the texts of all columns have their middles at the same height, as those of two levels have not.
    fn is_header_of(&self, below: &Self, page: &Page) -> bool {
        let (area, other) = (self.area(), below.area());
        if (area.x0 - other.x0).abs() > SAME_SIDE || (area.x1 - other.x1).abs() > SAME_SIDE {
            return false;
        }
        let mut texts: BTreeMap<usize, Rect> = BTreeMap::new();
        for word in page.words.iter().filter(|word| area.contains(word.area.center())) {
            let (Some(first), Some(last)) = (side(&below.xs, word.area.x0), side(&below.xs, word.area.x1)) else {
                return false;
            };
            if first != last {
                return false;
            }
            texts.entry(first).and_modify(|text| *text = text.union(word.area)).or_insert(word.area);
        }
        let middles = texts.values().map(|text| text.center().y);
        let (top, bottom) = (middles.clone().fold(f64::INFINITY, f64::min), middles.fold(0.0, f64::max));
        texts.len() > 1 && at_least(texts.len(), 0.5, below.cols()) && bottom - top <= SAME_SIDE
    }

    fn span_area(&self, span: Span) -> Rect {
        let side = |sides: &[f64], index: u32| sides.get(index as usize).copied().unwrap_or_default();
        Rect::new(
            side(&self.xs, span.first.col),
            side(&self.ys, span.first.row),
            side(&self.xs, span.last.col + 1),
            side(&self.ys, span.last.row + 1),
        )
    }

    /// The words of the page that stand in it, by cell.
    pub(super) fn words(&self, page: &Page) -> BTreeMap<CellAt, Vec<Word>> {
        let mut found: BTreeMap<CellAt, Vec<Word>> = BTreeMap::new();
        for word in &page.words {
            if let Some(at) = self.cell_at(word.area.center()) {
                found.entry(at).or_default().push(word.clone());
            }
        }
        found
    }

    /// The grid, with the words, fills and colours of the page.
    pub(super) fn grid(&self, page: &Page, strips: &Strips, place: GridPlace, captions: Vec<String>) -> StyledGrid {
        let mut words = self.words(page);
        let mut cells = Vec::new();
        for row in 0..self.rows() {
            for col in 0..self.cols() {
                let at = super::ruled::place(row, col);
                let span = self.span(at);
                if span.first != at {
                    continue;
                }
                let words = words.remove(&at).unwrap_or_default();
                let fill = fill(page, strips, self.area(), self.span_area(span), &words);
                if !words.is_empty() || fill.is_some() || span.first != span.last {
                    cells.push(cell(at, &words, fill));
                }
            }
        }
        #[allow(clippy::cast_possible_truncation)] // Tables on a page are far smaller.
        let (rows, cols) = (self.rows() as u32, self.cols() as u32);
        StyledGrid { place, captions, hidden: false, rows, cols, cells, merges: self.merges.clone() }
    }
}

/// Whether the words of one cell are the lines of a table of their own.
fn holds_table(words: &[Word]) -> bool {
    let lines = lines(words);
    let parted = lines.iter().filter(|line| {
        let segments = segments(line);
        segments.len() > 1 && segments.iter().filter(|words| is_value(&joined(words))).count() * 2 >= segments.len()
    });
    parted.count() >= 3
}

fn center(words: &[Word]) -> Option<Point> {
    Some(words.iter().map(|word| word.area).reduce(|all, area| all.union(area))?.center())
}

fn span_cells(span: Span) -> usize {
    (span.last.row - span.first.row + 1) as usize * (span.last.col - span.first.col + 1) as usize
}

fn side(sides: &[f64], at: f64) -> Option<usize> {
    let after = sides.partition_point(|side| *side <= at);
    (after > 0 && after < sides.len()).then(|| after - 1)
}

/// The colour of what lies on top behind a cell, without its words.
fn fill(page: &Page, strips: &Strips, table: Rect, cell: Rect, words: &[Word]) -> Option<Rgb> {
    let first = words.iter().map(|word| word.order).min().unwrap_or(usize::MAX);
    let middle = cell.center();
    let behind = strips.around(middle).filter_map(|index| page.fills.get(index)).filter(|fill| fill.order < first);
    // A highlight that covers only a part of the cell says nothing about the cell.
    let behind = behind.filter(|fill| fill.area.intersect(cell).area() >= 0.6 * cell.area());
    // What reaches beyond the table on all sides is the ground on which the page shows it.
    let beyond = table.inflate(10.0, 10.0);
    let behind = behind.filter(|fill| fill.area.union(beyond) != fill.area);
    behind.last().and_then(|fill| fill.color).filter(|color| !is_same(*color, Rgb::WHITE))
}

fn cell(at: CellAt, words: &[Word], fill: Option<Rgb>) -> Cell {
    let text = text(words);
    let color = words.iter().map(|word| word.color).reduce(|all, color| if all == color { all } else { None });
    let value = if text.is_empty() { CellValue::Empty } else { CellValue::Text };
    Cell {
        at,
        value,
        number_format: None,
        fill,
        // Black, or nearly black as many houses print it, is what text is without a colour.
        font_color: color.flatten().filter(|color| color.0.iter().any(|part| *part > NEARLY_BLACK)),
        bold: !words.is_empty() && words.iter().all(|word| word.bold),
        hidden: false,
        conditional: false,
        indent: 0,
        text: text.into(),
    }
}

/// The text of a cell: its lines from top to bottom, then text that is turned.
fn text(words: &[Word]) -> String {
    let mut text = String::new();
    for line in lines(words) {
        append(&mut text, &line.text());
    }
    for turn in Turn::ALL.into_iter().skip(1) {
        let upright = |word: &Word| Word { area: turn.upright_area(word.area), turn: Turn::NONE, ..word.clone() };
        let turned: Vec<Word> = words.iter().filter(|word| word.turn == turn).map(upright).collect();
        for line in lines(&turned) {
            append(&mut text, &line.text());
        }
    }
    without_leaders(&text).to_owned()
}

/// Adds a line. No space is written between Chinese characters, and a word that was broken becomes whole.
pub(super) fn append(text: &mut String, line: &str) {
    let broken = text.ends_with('-')
        && text.chars().rev().nth(1).is_some_and(char::is_lowercase)
        && line.starts_with(char::is_lowercase);
    if broken {
        text.pop();
    } else if !(text.is_empty() || text.ends_with(is_wide) && line.starts_with(is_wide)) {
        text.push(' ');
    }
    text.push_str(line);
}

/// Text without the dots that lead the eye to the next column.
fn without_leaders(text: &str) -> &str {
    let end = text.trim_end_matches(|c: char| matches!(c, '.' | '…' | '·') || c.is_whitespace());
    let dots = text[end.len()..].chars().filter(|c| matches!(c, '.' | '…' | '·')).count();
    if dots >= 3 || text[end.len()..].contains('…') { end } else { text.trim() }
}

/// The text of a line's words without leaders.
pub(super) fn plain(line: &Line) -> String {
    without_leaders(&joined(&line.words)).to_owned()
}
