//! One table that is being read: its open row and cell, and the looks that they pass on to the text in them. Elements that
//! are never closed end with their cell.

use html5gum::StartTag;

use super::attribute;
use super::style::Style;
use crate::files::cell_text::{CellText, Look};
use crate::files::grid::{Cell, CellAt, Rgb};
use crate::files::grid_builder::{GridBuilder, Height};
use crate::files::paragraphs::Running;
use crate::files::{Blemish, DocumentFault};

/// Most columns that a cell may span (HTML standard, 4.9.11).
const WIDTH_MAX: u32 = 1_000;
/// Most rows that a cell may span (HTML standard, 4.9.11).
const HEIGHT_MAX: u32 = 65_534;
/// Elements inside each other whose looks are followed in a cell.
const MARKS_MAX: usize = 256;

/// A table that is open.
#[derive(Debug)]
pub(super) struct OpenTable {
    /// Its number among all tables of the page, by where they begin.
    pub(super) order: usize,
    pub(super) captions: Vec<String>,
    /// Lines above it that may speak about it.
    pub(super) lines_above: Vec<String>,
    /// The headings in force where it began.
    pub(super) headings: Vec<(u8, String)>,
    pub(super) builder: GridBuilder,
    pub(super) caption: Option<Running>,
    pub(super) cell: Option<OpenCell>,
    style: Style,
    group: Style,
    /// Style of the row that is open.
    row: Option<Style>,
}

/// A cell that is open.
#[derive(Debug)]
pub(super) struct OpenCell {
    text: CellText,
    style: Style,
    fill: Option<Rgb>,
    width: u32,
    height: Height,
    /// Elements that are open in it, with the look of the text in them.
    marks: Vec<(String, Style)>,
    /// What stands in it beside its text.
    beside: Option<Blemish>,
    /// Open elements beyond those.
    unfollowed: usize,
}

impl OpenTable {
    pub(super) fn new(
        order: usize,
        style: Style,
        captions: Vec<String>,
        lines_above: Vec<String>,
        headings: Vec<(u8, String)>,
    ) -> Self {
        Self {
            order,
            captions,
            lines_above,
            headings,
            builder: GridBuilder::default(),
            caption: None,
            cell: None,
            style,
            group: Style::default(),
            row: None,
        }
    }

    pub(super) fn is_hidden(&self) -> bool {
        self.style.hidden
    }

    /// Whether what stands in it is struck out, by its own look or by that of the cell it stands in.
    pub(super) fn is_struck(&self) -> bool {
        self.style.is_struck() || self.cell.as_ref().is_some_and(|cell| cell.look().is_struck())
    }

    /// The look of what stands in its open cell.
    pub(super) fn around(&self) -> Option<Style> {
        self.cell.as_ref().map(OpenCell::style)
    }

    /// A column is described. Which cells stand in it is not known yet.
    pub(super) fn begin_column(&mut self, style: Style) {
        if style.hidden || style.blemish.is_some() || style.is_pale() {
            self.style.blemish = Blemish::gravest(self.style.blemish, Some(Blemish::Unread));
        }
    }

    pub(super) fn begin_group(&mut self, style: Style) -> Result<(), DocumentFault> {
        self.end_group()?;
        self.group = style;
        Ok(())
    }

    pub(super) fn end_group(&mut self) -> Result<(), DocumentFault> {
        self.end_row()?;
        self.builder.end_group();
        self.group = Style::default();
        Ok(())
    }

    pub(super) fn begin_row(&mut self, style: Style) -> Result<(), DocumentFault> {
        self.end_row()?;
        self.end_caption();
        self.row = Some(style);
        self.builder.begin_row()
    }

    pub(super) fn end_row(&mut self) -> Result<(), DocumentFault> {
        self.end_cell()?;
        self.row = None;
        Ok(())
    }

    pub(super) fn begin_cell(&mut self, style: Style, tag: &StartTag<()>) -> Result<(), DocumentFault> {
        self.end_cell()?;
        if self.row.is_none() {
            self.begin_row(Style::default())?;
        }
        // A hidden table says so itself.
        let around = Style { hidden: false, ..self.style };
        let row = self.row.unwrap_or_default().inside(self.group);
        let fill = style.inside(row).inside(around).fill;
        let number = |name: &str| attribute(tag, name).and_then(|text| leading_number(&text));
        self.cell = Some(OpenCell {
            text: CellText::default(),
            style: style.inside(row).inside(around),
            fill,
            width: number("colspan").unwrap_or(1).clamp(1, WIDTH_MAX),
            height: match number("rowspan") {
                Some(0) => Height::Rest,
                rows => Height::Rows(rows.unwrap_or(1).min(HEIGHT_MAX)),
            },
            marks: Vec::new(),
            beside: None,
            unfollowed: 0,
        });
        Ok(())
    }

    pub(super) fn end_cell(&mut self) -> Result<(), DocumentFault> {
        let Some(cell) = self.cell.take() else { return Ok(()) };
        let content = Cell {
            fill: cell.text.highlight().or(cell.fill),
            font_color: cell.text.color(),
            bold: cell.text.bold(),
            hidden: cell.style.hidden,
            indent: cell.text.indent(),
            blemish: Blemish::gravest(cell.text.blemish(), cell.beside),
            ..Cell::of(CellAt::default(), cell.text.text())
        };
        self.builder.add(content, cell.width, cell.height)
    }

    pub(super) fn end_caption(&mut self) {
        let caption = self.caption.take().map(|mut caption| caption.take());
        self.captions.extend(caption.filter(|caption| !caption.is_empty()));
    }
}

impl OpenCell {
    pub(super) fn text(&mut self, text: &str) {
        self.text.push_flowing(text, self.look());
    }

    pub(super) fn end_line(&mut self) {
        self.text.end_line();
    }

    /// An element begins in the cell; `is_shown` says whether anybody sees it.
    pub(super) fn begin(&mut self, name: &str, style: Style, is_shown: bool) {
        if matches!(name, "p" | "li" | "dd" | "dt") && self.marks.last().is_some_and(|(open, _)| open == name) {
            self.marks.pop();
        }
        // It may stand on the text around it, whether it holds some or not.
        if let Some(blemish @ (Blemish::Altered | Blemish::Unread)) = style.blemish.filter(|_| is_shown) {
            self.beside(blemish);
        }
        if self.marks.len() == MARKS_MAX {
            self.unfollowed += 1;
            return;
        }
        self.marks.push((name.to_owned(), style.inside(self.style())));
    }

    /// Something stands in the cell beside its text.
    pub(super) fn beside(&mut self, blemish: Blemish) {
        self.beside = Blemish::gravest(self.beside, Some(blemish));
    }

    /// An element ends in the cell, and with it those inside that were not closed. Whether it ended a line.
    pub(super) fn end(&mut self, name: &str) -> bool {
        if self.unfollowed > 0 {
            self.unfollowed -= 1;
        } else if let Some(at) = self.marks.iter().rposition(|(open, _)| open == name) {
            return self.marks.drain(at..).any(|(_, style)| style.breaks);
        }
        false
    }

    fn style(&self) -> Style {
        // A cell's own `vertical-align` moves its content in the cell, not off its line, and its fill is the cell's.
        let of_cell = Style { script: None, fill: None, ..self.style };
        self.marks.last().map_or(of_cell, |(_, style)| *style)
    }

    fn look(&self) -> Look {
        let style = self.style();
        Look {
            bold: style.bold.unwrap_or_default(),
            color: style.color,
            highlight: style.fill,
            script: style.script.unwrap_or_default(),
            blemish: Blemish::gravest(style.blemish, style.is_pale().then_some(Blemish::Faint)),
            size: style.size.map(|size| size.inside(None)),
            dress: style.dress,
        }
    }
}

/// The number that a text begins with, as browsers read it; as many as there can be for a larger one.
fn leading_number(text: &str) -> Option<u32> {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let digits = text.get(..digits).filter(|digits| !digits.is_empty())?;
    Some(digits.parse().unwrap_or(u32::MAX))
}
