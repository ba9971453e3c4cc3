//! The worksheet part as it is written: its cells with their texts and style numbers, merged spans, hidden rows and columns,
//! ranges of conditional formats. What cells mean is decided in [`super::cell`].

use quick_xml::events::BytesStart;

use super::condition::Conditions;
use super::look::is_true;
use super::strings::{Runs, Text};
use super::{COLUMNS_MAX, CellAt, ROWS_MAX, Span, attributes};
use crate::files::DocumentFault;
use crate::files::office::xml::{self, Node};

/// Most merged spans of a sheet, and most ranges with conditional formats.
const SPANS_MAX: usize = 1_000_000;

/// A cell as it is written.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) at: CellAt,
    pub(super) style: Option<usize>,
    pub(super) kind: Kind,
    /// Whether it has a formula.
    pub(super) has_formula: bool,
    /// What `v` holds; of a conditional format, its ranges.
    pub(super) value: String,
    /// The text of `is`, which stands in the cell.
    pub(super) inline: Option<Text>,
    /// Whether its row is hidden.
    pub(super) is_hidden: bool,
}

/// What the value of a cell is (ECMA-376 part 1, 18.18.11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    #[default]
    Number,
    Shared,
    /// The text of a formula, or one that stands in the cell.
    Text,
    Boolean,
    Error,
    Date,
}

/// Goes through a worksheet part and hands its cells on.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // Each tells of another element whether the reader is inside of it.
pub(super) struct SheetReader {
    /// Merged spans.
    pub(super) merges: Vec<Span>,
    /// Ranges with conditional formats.
    pub(super) conditional: Vec<Span>,
    /// What those formats make of the cells.
    pub(super) conditions: Conditions,
    /// Hidden columns, each over all rows.
    pub(super) hidden: Vec<Span>,
    /// What cannot be read on with.
    pub(super) fault: Option<DocumentFault>,
    /// Whether the part is a worksheet at all.
    pub(super) is_worksheet: bool,
    part: String,
    in_data: bool,
    in_cell: bool,
    capture: bool,
    /// Whether `sqref` belongs to a conditional format.
    in_condition: bool,
    row: u32,
    col: u32,
    is_row_hidden: bool,
    /// Whether rows and columns that say nothing of their size are hidden, and the last column that was described.
    are_rows_hidden: bool,
    are_columns_hidden: bool,
    described: u32,
    cell: Written,
    /// The text of `is` that is being read.
    runs: Option<Runs>,
    /// Headers and footers of its printed pages.
    pub(super) page: Vec<String>,
    in_page: bool,
}

/// Whether an element is a header or footer of the printed pages (ECMA-376 part 1, 18.3.1.46).
fn is_page_line(name: &str) -> bool {
    matches!(name, "oddHeader" | "oddFooter" | "evenHeader" | "evenFooter" | "firstHeader" | "firstFooter")
}

impl SheetReader {
    pub(super) fn new(part: &str) -> Self {
        Self { part: part.to_owned(), ..Self::default() }
    }

    /// Takes a node; hands a cell to `visit` when it ends.
    pub(super) fn node(&mut self, node: &Node<'_>, visit: &mut dyn FnMut(&Written)) {
        if self.fault.is_some() {
            return;
        }
        if let Some(runs) = &mut self.runs {
            runs.node(node);
        }
        match node {
            Node::Text(piece) if self.capture => self.cell.value.push_str(piece),
            Node::Start(name, element) if self.in_data => self.start_data(name, element),
            Node::End(name) if self.in_data => self.end_data(name, visit),
            Node::Text(_) | Node::Start(..) | Node::End(_) if self.is_of_rule(node) => self.conditions.node(node),
            Node::Text(piece) if self.in_page => self.page.last_mut().into_iter().for_each(|line| line.push_str(piece)),
            Node::Start(name, _) if is_page_line(name) => {
                self.in_page = true;
                self.page.push(String::new());
            }
            Node::End(name) if is_page_line(name) => self.in_page = false,
            Node::Start(name, element) => self.start(name, element),
            Node::End("conditionalFormatting") => {
                self.in_condition = false;
                self.conditions.end();
            }
            Node::End("sqref") if self.capture => {
                self.capture = false;
                let ranges = std::mem::take(&mut self.cell.value);
                self.conditional(&ranges);
            }
            _ => {}
        }
    }

    /// Whether a node belongs to a rule of the conditional format that is open.
    fn is_of_rule(&self, node: &Node<'_>) -> bool {
        self.in_condition
            && !matches!(node, Node::Start("sqref" | "conditionalFormatting", _))
            && !matches!(node, Node::End("sqref" | "conditionalFormatting"))
    }

    fn start_data(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "c" => self.start_cell(element),
            "v" => {
                self.cell.value.clear();
                self.capture = self.in_cell;
            }
            "is" if self.in_cell => self.runs = Some(Runs::default()),
            "f" => self.cell.has_formula = true,
            "row" => self.start_row(element),
            _ => {}
        }
    }

    fn end_data(&mut self, name: &str, visit: &mut dyn FnMut(&Written)) {
        match name {
            "v" => self.capture = false,
            "is" => self.cell.inline = self.runs.take().map(|mut runs| runs.take()),
            "c" if self.in_cell => {
                (self.in_cell, self.capture, self.runs) = (false, false, None);
                visit(&self.cell);
                self.col += 1;
            }
            "row" => {
                self.row = self.row.saturating_add(1);
                self.col = 0;
            }
            "sheetData" => self.in_data = false,
            _ => {}
        }
    }

    fn start(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "worksheet" => self.is_worksheet = true,
            "sheetData" => {
                self.in_data = true;
                let (described, are_hidden) = (self.described, self.are_columns_hidden);
                self.columns(described + 1, COLUMNS_MAX, are_hidden);
            }
            "mergeCell" => {
                if let Some(span) = xml::attribute(element, "ref").and_then(|range| span(&range)) {
                    push(&mut self.merges, span, "merged cells", &mut self.fault);
                }
            }
            "sheetFormatPr" => {
                let is =
                    |name: &str, least: f64| xml::attribute(element, name).is_some_and(|size| is_below(&size, least));
                // `zeroHeight` is about rows that are not written.
                let is_other = xml::attribute(element, "zeroHeight").is_some_and(|zero| is_true(&zero));
                self.are_rows_hidden = !is_other && is("defaultRowHeight", HEIGHT_MIN);
                self.are_columns_hidden = is("defaultColWidth", WIDTH_MIN);
            }
            "col" => self.column(element),
            "conditionalFormatting" => {
                self.in_condition = true;
                if let Some(ranges) = xml::attribute(element, "sqref") {
                    self.conditional(&ranges);
                }
            }
            "sqref" if self.in_condition => {
                self.cell.value.clear();
                self.capture = true;
            }
            _ => {}
        }
    }

    fn start_row(&mut self, element: &BytesStart<'_>) {
        let (mut is_stated, mut is_low_row) = (false, self.are_rows_hidden);
        self.col = 0;
        for (name, value) in attributes(element) {
            match name {
                "r" => match value.parse::<u32>() {
                    Ok(row @ 1..=ROWS_MAX) => self.row = row - 1,
                    _ => self.damaged("a row with an impossible number"),
                },
                "hidden" => is_stated = is_true(&value),
                "ht" => is_low_row = is_below(&value, HEIGHT_MIN),
                _ => {}
            }
        }
        self.is_row_hidden = is_stated || is_low_row;
    }

    fn start_cell(&mut self, element: &BytesStart<'_>) {
        let mut at = CellAt { row: self.row, col: self.col };
        (self.cell.style, self.cell.kind, self.cell.has_formula) = (None, Kind::Number, false);
        for (name, value) in attributes(element) {
            match name {
                "r" => match value.parse() {
                    Ok(stated) => at = stated,
                    Err(_) => self.damaged("a cell with an impossible reference"),
                },
                "s" => self.cell.style = value.parse().ok(),
                "t" => match kind(&value) {
                    Some(kind) => self.cell.kind = kind,
                    None => self.damaged("a cell of an unknown type"),
                },
                _ => {}
            }
        }
        if at.row >= ROWS_MAX || at.col >= COLUMNS_MAX {
            self.damaged("more rows or columns than a sheet has");
        }
        (self.row, self.col) = (at.row, at.col);
        self.cell.value.clear();
        self.cell.inline = None;
        (self.cell.at, self.cell.is_hidden, self.in_cell) = (at, self.is_row_hidden, true);
    }

    fn column(&mut self, element: &BytesStart<'_>) {
        let (mut first, mut last, mut is_hidden) = (None, None, false);
        for (name, value) in attributes(element) {
            match name {
                "min" => first = value.parse::<u32>().ok(),
                "max" => last = value.parse::<u32>().ok(),
                "hidden" => is_hidden |= is_true(&value),
                "width" => is_hidden |= is_below(&value, WIDTH_MIN),
                _ => {}
            }
        }
        if let (Some(first @ 1..=COLUMNS_MAX), Some(last)) = (first, last) {
            // Those between the descriptions are like any.
            let (described, are_hidden) = (self.described, self.are_columns_hidden);
            self.columns(described + 1, first - 1, are_hidden);
            self.columns(first, last, is_hidden);
            self.described = self.described.max(last.min(COLUMNS_MAX));
        }
    }

    /// Columns, from the first to the last of them, that are hidden or not.
    fn columns(&mut self, first: u32, last: u32, are_hidden: bool) {
        if are_hidden && first <= last {
            let first = CellAt { row: 0, col: first - 1 };
            let last = CellAt { row: ROWS_MAX - 1, col: last.clamp(first.col + 1, COLUMNS_MAX) - 1 };
            push(&mut self.hidden, Span { first, last }, "column widths", &mut self.fault);
        }
    }

    fn conditional(&mut self, ranges: &str) {
        for range in ranges.split_ascii_whitespace().filter_map(span) {
            self.conditions.range(range);
            push(&mut self.conditional, range, "conditional formats", &mut self.fault);
        }
    }

    fn damaged(&mut self, what: &'static str) {
        self.fault.get_or_insert_with(|| DocumentFault::Damaged { part: self.part.clone(), what });
    }
}

/// The lowest row in which a digit can be read, in points, and the narrowest column, in digits.
const HEIGHT_MIN: f64 = 4.0;
const WIDTH_MIN: f64 = 1.0;

fn is_below(size: &str, least: f64) -> bool {
    size.trim().parse::<f64>().is_ok_and(|size| size < least)
}

fn push(spans: &mut Vec<Span>, span: Span, what: &'static str, fault: &mut Option<DocumentFault>) {
    if spans.len() < SPANS_MAX {
        spans.push(span);
    } else {
        fault.get_or_insert(DocumentFault::TooMany { what, most: SPANS_MAX });
    }
}

fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "n" => Kind::Number,
        "s" => Kind::Shared,
        "str" | "inlineStr" => Kind::Text,
        "b" => Kind::Boolean,
        "e" => Kind::Error,
        "d" => Kind::Date,
        _ => return None,
    })
}

/// The rectangle that a reference such as `A1:C2`, `A1`, `A:C` or `1:3` names.
fn span(range: &str) -> Option<Span> {
    let (first, last) = range.split_once(':').unwrap_or((range, range));
    let corner = |text: &str, other: CellAt| {
        let text = text.replace('$', "");
        // A whole column has no row, and a whole row no column.
        text.parse().ok().or_else(|| {
            let column: Option<CellAt> = format!("{text}1").parse().ok();
            let row: Option<CellAt> = format!("A{text}").parse().ok();
            column.map(|at| CellAt { row: other.row, ..at }).or(row.map(|at| CellAt { col: other.col, ..at }))
        })
    };
    let first: CellAt = corner(first, CellAt { row: 0, col: 0 })?;
    let last: CellAt = corner(last, CellAt { row: ROWS_MAX - 1, col: COLUMNS_MAX - 1 })?;
    (first.row <= last.row && first.col <= last.col).then_some(Span { first, last })
}

#[cfg(test)]
mod tests;
