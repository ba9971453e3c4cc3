//! Tables of HTML pages, from their tokens alone: no tree is built. A table inside a cell is a grid of its own, and one that
//! only holds others is none. Style sheets are not read and nothing is loaded or run; inputs show no text.

mod above;
pub(crate) mod hidden;
mod style;
mod table;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
pub(crate) mod text;

use html5gum::{DefaultEmitter, EndTag, StartTag, Token, Tokenizer};

use self::above::Above;
use self::hidden::Hidden;
use self::style::Style;
use self::table::OpenTable;
use super::placing::{CELLS_MAX, TABLES_MAX};
use crate::files::grid::{GridPlace, StyledGrid};
use crate::files::html::text::BLOCKS;
use crate::files::paragraphs::Running;
use crate::files::{DocumentFault, FileContent};

/// Most tables inside each other.
const DEPTH_MAX: usize = 100;

/// Reads a page.
pub(super) fn read(page: &str) -> Result<FileContent, DocumentFault> {
    Ok(FileContent { grids: tables(page), ..text::read(page).into_draft()? })
}

/// The tables of a page, or of a piece of one, by where they begin.
pub(super) fn tables(page: &str) -> Result<Vec<StyledGrid>, DocumentFault> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut reading = Reading::default();
    for Ok(token) in Tokenizer::new_with_emitter(page, emitter) {
        match token {
            Token::StartTag(tag) => reading.start(&tag)?,
            Token::EndTag(tag) => reading.end(&tag)?,
            Token::String(text) => reading.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    while !reading.open.is_empty() {
        reading.end_table()?;
    }
    reading.closed.sort_by_key(|(order, _)| *order);
    let numbered = (1..).zip(reading.closed);
    Ok(numbered.map(|(table, (_, grid))| StyledGrid { place: GridPlace::Table { table }, ..grid }).collect())
}

#[derive(Default)]
struct Reading {
    above: Above,
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
}

impl Reading {
    fn start(&mut self, tag: &StartTag<()>) -> Result<(), DocumentFault> {
        let name = std::str::from_utf8(&tag.name).unwrap_or_default();
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
        if let Some(unread) = Hidden::unread(name, tag) {
            self.text(" ");
            self.unread = Some(unread);
            return Ok(());
        }
        let style = Style::of(name, tag);
        match (name, self.open.last_mut()) {
            ("table", _) => self.begin_table(style),
            ("caption", Some(table)) if table.cell.is_none() => {
                table.caption = Some(Running::default());
                Ok(())
            }
            ("thead" | "tbody" | "tfoot", Some(table)) => table.begin_group(style),
            ("tr", Some(table)) => table.begin_row(style),
            ("td" | "th", Some(table)) => table.begin_cell(style, tag),
            _ => {
                self.start_in_text(name, tag, style);
                Ok(())
            }
        }
    }

    /// An element that belongs to no table's structure begins.
    fn start_in_text(&mut self, name: &str, tag: &StartTag<()>, style: Style) {
        if self.concealed.is_none() {
            self.concealed = Hidden::concealed(name, tag).map(|part| (part, self.open.len()));
        }
        if name == "br" || BLOCKS.contains(&name) || name == "pre" {
            self.end_line();
        }
        if let Some(level) = level(name) {
            self.above.begin_heading(level);
        }
        if let Some(cell) = self.open.last_mut().and_then(|table| table.cell.as_mut())
            && !hidden::is_void(name)
        {
            cell.begin(name, style);
        }
    }

    fn end(&mut self, tag: &EndTag<()>) -> Result<(), DocumentFault> {
        let name = std::str::from_utf8(&tag.name).unwrap_or_default();
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
        if BLOCKS.contains(&name) || name == "pre" {
            self.end_line();
        }
        if level(name).is_some() {
            self.above.end_heading();
        }
        if let Some(cell) = self.open.last_mut().and_then(|table| table.cell.as_mut()) {
            cell.end(name);
        }
    }

    fn text(&mut self, text: &str) {
        let concealed = self.concealed.as_ref().is_some_and(|(_, depth)| *depth == self.open.len());
        if self.unread.is_some() || concealed {
            return;
        }
        match self.open.last_mut() {
            None => self.above.text(text),
            Some(table) => {
                self.above.cell_text(text);
                if let Some(cell) = &mut table.cell {
                    cell.text(text);
                } else if let Some(caption) = &mut table.caption {
                    caption.push(text);
                }
            }
        }
    }

    /// A line of the text ends, wherever it stands.
    fn end_line(&mut self) {
        match self.open.last_mut() {
            None => self.above.end_line(),
            Some(table) => {
                if let Some(cell) = &mut table.cell {
                    cell.end_line();
                } else if let Some(caption) = &mut table.caption {
                    caption.push_break();
                }
            }
        }
    }

    fn begin_table(&mut self, style: Style) -> Result<(), DocumentFault> {
        // As browsers do: a table that begins outside of a cell ends the one around it.
        if self.open.last().is_some_and(|table| table.cell.is_none() && table.caption.is_none()) {
            self.end_table()?;
        }
        if self.open.len() == DEPTH_MAX {
            return Err(DocumentFault::TooMany { what: "tables inside each other", most: DEPTH_MAX });
        }
        self.end_line();
        let hidden = style.hidden || self.concealed.is_some() || self.open.last().is_some_and(OpenTable::is_hidden);
        let captions = self.above.captions();
        let headings = self.above.headings();
        self.open.push(OpenTable::new(self.begun, Style { hidden, ..style }, captions, headings));
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
        self.above.leave_table(std::mem::take(&mut table.headings));
        self.cells += table.placing.cells();
        if self.cells > CELLS_MAX {
            return Err(DocumentFault::TooMany { what: "cells in tables", most: CELLS_MAX });
        }
        let hidden = table.is_hidden();
        // The number is given when all tables before it are known.
        let place = GridPlace::Table { table: 0 };
        let Some(grid) = table.placing.finish(place, table.captions, hidden) else { return Ok(()) };
        if self.closed.len() == TABLES_MAX {
            return Err(DocumentFault::TooMany { what: "tables", most: TABLES_MAX });
        }
        self.closed.push((table.order, grid));
        Ok(())
    }

    /// What was hidden inside a cell ends with it.
    fn reveal(&mut self) {
        if self.concealed.as_ref().is_some_and(|(_, depth)| *depth > 0 && *depth == self.open.len()) {
            self.concealed = None;
        }
    }
}

fn level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}
