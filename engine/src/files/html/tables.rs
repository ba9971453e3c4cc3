//! The tables of a page. A table inside a cell is a grid of its own, and one that only holds others is none. What a page hides
//! is kept as hidden, for it may restrict the document. Inputs show no text.

use html5gum::StartTag;

use super::around::Around;
use super::element::{self, is_of_table};
use super::hidden::{self, Hidden};
use super::preceding::{Above, Preceding};
use super::style::Style;
use super::table::OpenTable;
use super::{Listener, is_block, level};
use crate::files::captions::labels_below;
use crate::files::fault::at_most;
use crate::files::grid::{GridPlace, StyledGrid};
use crate::files::grid_builder::{CELLS_MAX, TABLES_MAX};
use crate::files::paragraphs::Running;
use crate::files::{Blemish, DocumentFault};

/// Most tables inside each other.
pub(super) const DEPTH_MAX: usize = 100;

/// Most lines below a table that may speak about it.
const LINES_BELOW_MAX: usize = 16;

/// Listens for tables.
#[derive(Default)]
pub(super) struct Tables {
    preceding: Preceding,
    /// Tables that are open, outermost first.
    open: Vec<OpenTable>,
    /// Finished tables with their order.
    closed: Vec<(usize, StyledGrid)>,
    begun: usize,
    /// Cells in finished tables.
    cells: usize,
    /// A part that is no text of any page.
    unread: Option<Hidden>,
    /// A part that this page does not show, and how many tables were open where it began. Tables in it are hidden ones.
    concealed: Option<(Hidden, usize)>,
    /// A part outside of cells that is struck out. Captions in it are none, and tables in it are struck out as a whole.
    struck: Option<Hidden>,
    /// Elements that are open outside of tables.
    around: Around,
    /// Lines below the table that ended last; none where something else came between.
    below: Option<Below>,
    /// Why the tables of the page cannot be read.
    fault: Option<DocumentFault>,
}

/// The lines below a table.
#[derive(Default)]
struct Below {
    lines: Vec<String>,
    /// Those of them that are no links, and not above the next table.
    labels: Vec<String>,
}

impl Listener for Tables {
    fn start(&mut self, name: &str, tag: &StartTag<()>, style: Style) {
        if self.fault.is_none() {
            self.fault = self.start_tag(name, tag, style).err();
        }
    }

    fn end(&mut self, name: &str) {
        if self.fault.is_none() {
            self.fault = self.end_tag(name).err();
        }
    }

    fn text(&mut self, text: &str) {
        if self.fault.is_none() {
            self.take_text(text);
        }
    }
}

impl Tables {
    /// The tables of the page that was listened to, by where they begin.
    pub(super) fn finish(mut self) -> Result<Vec<StyledGrid>, DocumentFault> {
        while self.fault.is_none() && !self.open.is_empty() {
            self.fault = self.end_table().err();
        }
        self.end_line();
        self.leave_below();
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        self.closed.sort_by_key(|(order, _)| *order);
        let numbered = (1..).zip(self.closed);
        Ok(numbered.map(|(table, (_, grid))| StyledGrid { place: GridPlace::Table { table }, ..grid }).collect())
    }

    fn start_tag(&mut self, name: &str, tag: &StartTag<()>, style: Style) -> Result<(), DocumentFault> {
        if let Some(unread) = &mut self.unread {
            if !unread.ends_at_start(name) {
                return Ok(());
            }
            self.unread = None;
        }
        if let Some((concealed, _)) = &mut self.concealed
            && concealed.ends_at_start(name)
        {
            self.concealed = None;
        }
        if let Some(struck) = &mut self.struck
            && struck.ends_at_start(name)
        {
            self.struck = None;
        }
        if hidden::shows_unread(name)
            && self.concealed.is_none()
            && let Some(cell) = self.open.last_mut().and_then(|table| table.cell.as_mut())
        {
            cell.beside(Blemish::Unread);
        }
        if let Some(unread) = Hidden::unread(name, tag) {
            self.take_text(" ");
            self.unread = Some(unread);
            return Ok(());
        }
        if style.is_struck() && self.struck.is_none() && !self.is_in_cell() && !is_of_table(name) {
            self.take_text(" ");
            self.struck = Some(Hidden::of(name));
        }
        // Browsers move such an element out of the table and leave its rows unmarked; whoever wrote it struck them out.
        let struck = self.struck.is_some().then_some(Blemish::Struck);
        let around = Style { blemish: Blemish::gravest(style.blemish, struck), ..style };
        match (name, self.open.last_mut()) {
            ("table", _) => self.begin_table(style),
            ("caption", Some(table)) if table.cell.is_none() => {
                table.caption = Some(Running::default());
                Ok(())
            }
            ("thead" | "tbody" | "tfoot", Some(table)) => table.begin_group(style),
            ("tr", Some(table)) => table.begin_row(style),
            ("td" | "th", Some(table)) => table.begin_cell(around, tag),
            ("col" | "colgroup", Some(table)) => {
                table.begin_column(style);
                Ok(())
            }
            _ => {
                self.start_in_text(name, style);
                Ok(())
            }
        }
    }

    /// An element that belongs to no table's structure begins.
    fn start_in_text(&mut self, name: &str, style: Style) {
        if self.concealed.is_none() {
            if style.hidden && style.leaves_room {
                self.take_text(" ");
            }
            self.concealed = Hidden::concealed(name, style).map(|part| (part, self.open.len()));
        }
        if name == "br" || is_block(name) || name == "pre" || style.breaks {
            self.end_line();
        }
        if name == "a" {
            self.preceding.link(true);
        }
        if let Some(level) = level(name) {
            if self.open.is_empty() {
                self.leave_below();
            }
            self.preceding.begin_heading(level);
        }
        if let Some(cell) = self.open.last_mut().and_then(|table| table.cell.as_mut())
            && !element::is_void(name)
        {
            cell.begin(name, style, self.concealed.is_none());
        } else if self.open.is_empty() && !element::is_void(name) {
            self.around.begin(name, style);
        }
    }

    fn end_tag(&mut self, name: &str) -> Result<(), DocumentFault> {
        if let Some(unread) = &mut self.unread {
            if unread.ends_at_end(name) {
                self.unread = None;
            }
            return Ok(());
        }
        if let Some((concealed, _)) = &mut self.concealed
            && concealed.ends_at_end(name)
        {
            self.concealed = None;
        }
        if let Some(struck) = &mut self.struck
            && struck.ends_at_end(name)
        {
            self.struck = None;
        }
        match (name, self.open.last_mut()) {
            ("table", Some(_)) => self.end_table(),
            ("caption", Some(table)) => {
                table.end_caption();
                Ok(())
            }
            ("thead" | "tbody" | "tfoot", Some(table)) => table.end_group(),
            ("tr", Some(table)) => table.end_row(),
            ("td" | "th", Some(table)) => {
                table.end_cell()?;
                self.reveal();
                Ok(())
            }
            _ => {
                self.end_in_text(name);
                Ok(())
            }
        }
    }

    fn end_in_text(&mut self, name: &str) {
        if is_block(name) || name == "pre" {
            self.end_line();
        }
        if name == "a" {
            self.preceding.link(false);
        }
        if level(name).is_some() {
            self.preceding.end_heading();
        }
        if let Some(cell) = self.open.last_mut().and_then(|table| table.cell.as_mut()) {
            if cell.end(name) {
                cell.end_line();
            }
        } else if self.open.is_empty() {
            self.around.end(name);
        }
    }

    fn take_text(&mut self, text: &str) {
        let concealed = self.concealed.as_ref().is_some_and(|(_, depth)| *depth == self.open.len());
        if self.unread.is_some() || concealed || self.struck.is_some() && !self.is_in_cell() {
            return;
        }
        match self.open.last_mut() {
            None => self.preceding.text(text),
            Some(table) => {
                self.preceding.cell_text(text);
                if let Some(cell) = &mut table.cell {
                    cell.text(text);
                } else if let Some(caption) = &mut table.caption {
                    caption.push(text);
                }
            }
        }
    }

    fn is_in_cell(&self) -> bool {
        self.open.last().is_some_and(|table| table.cell.is_some())
    }

    /// A line of the text ends, wherever it stands.
    fn end_line(&mut self) {
        match self.open.last_mut() {
            None => self.end_line_outside(),
            Some(table) => {
                if let Some(cell) = &mut table.cell {
                    cell.end_line();
                } else if let Some(caption) = &mut table.caption {
                    caption.push_break();
                }
            }
        }
    }

    fn end_line_outside(&mut self) {
        let Some(line) = self.preceding.end_line() else { return };
        match &mut self.below {
            Some(below) if below.lines.len() < LINES_BELOW_MAX => {
                below.labels.extend((!line.is_link).then(|| line.text.clone()));
                below.lines.push(line.text);
            }
            Some(_) => self.leave_below(),
            None => {}
        }
    }

    /// The lines below a table end, and stand beside it.
    fn leave_below(&mut self) {
        let below = self.below.take().unwrap_or_default();
        if let Some((_, grid)) = self.closed.last_mut() {
            grid.labels.extend(labels_below(&below.labels).cloned());
            grid.beside.extend(below.lines);
        }
    }

    fn begin_table(&mut self, style: Style) -> Result<(), DocumentFault> {
        // As browsers do: a table that begins outside of a cell ends the one around it.
        if self.open.last().is_some_and(|table| table.cell.is_none() && table.caption.is_none()) {
            self.end_table()?;
        }
        at_most(self.open.len() + 1, DEPTH_MAX, "tables inside each other")?;
        self.end_line();
        let hidden = style.hidden || self.concealed.is_some() || self.open.last().is_some_and(OpenTable::is_hidden);
        let Above { captions, lines, own, stated } = self.preceding.above();
        // What stands between two tables may speak about either, but for the captions of the second one.
        if let Some(below) = &mut self.below {
            below.lines.truncate(below.lines.len().saturating_sub(stated));
            below.labels.truncate(below.labels.len().saturating_sub(own));
        }
        self.leave_below();
        let headings = self.preceding.headings();
        let struck = style.is_struck() || self.struck.is_some() || self.open.last().is_some_and(OpenTable::is_struck);
        let struck = struck.then_some(Blemish::Struck);
        let around = self.open.last().and_then(OpenTable::around).unwrap_or_else(|| self.around.style()).of_tables();
        let style = style.inside(around);
        self.open.push(OpenTable::new(
            self.begun,
            Style { hidden, blemish: Blemish::gravest(struck, style.blemish), ..style },
            (captions, own),
            lines,
            headings,
        ));
        self.begun += 1;
        Ok(())
    }

    fn end_table(&mut self) -> Result<(), DocumentFault> {
        let Some(mut table) = self.open.pop() else { return Ok(()) };
        table.end_group()?;
        table.end_caption();
        if self.concealed.as_ref().is_some_and(|(_, depth)| *depth > self.open.len()) {
            self.concealed = None;
        }
        self.preceding.leave_table(std::mem::take(&mut table.headings));
        self.cells += table.builder.cells();
        at_most(self.cells, CELLS_MAX, "cells in tables")?;
        let hidden = table.is_hidden();
        // The number is given when all tables before it are known.
        let place = GridPlace::Table { table: 0 };
        let Some(grid) = table.builder.finish(place, table.captions, hidden) else { return Ok(()) };
        let grid = StyledGrid { beside: table.lines_above, own: table.own, ..grid };
        at_most(self.closed.len() + 1, TABLES_MAX, "tables")?;
        self.closed.push((table.order, grid));
        self.below = self.open.is_empty().then(Below::default);
        Ok(())
    }

    /// What was hidden inside a cell ends with it.
    fn reveal(&mut self) {
        if self.concealed.as_ref().is_some_and(|(_, depth)| *depth > 0 && *depth == self.open.len()) {
            self.concealed = None;
        }
    }
}
