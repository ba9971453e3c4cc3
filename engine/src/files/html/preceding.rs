//! What stands above a table in a text: the headings it is under, the lines right before it that state its unit or period
//! or are a few words, and other lines before it, which may speak about it as those below it may.

use std::collections::VecDeque;

use crate::files::captions::{is_label, states_unit_or_period};
use crate::files::paragraphs::Running;
use crate::language::marks::is_note;

/// Most lines before a table that are looked at, and those of them that may be captions.
const LINES_MAX: usize = 8;
const CAPTIONS_MAX: usize = 3;
/// Most characters of a heading that are kept; each table below it has its own copy.
const HEADING_CHARS_MAX: usize = 500;

/// What stands above a table, in the order of the text.
pub(super) struct Above {
    /// Headings and lines that speak about it.
    pub(super) captions: Vec<String>,
    /// Lines that may.
    pub(super) lines: Vec<String>,
    /// How many of the last captions are such lines.
    pub(super) own: usize,
    /// How many of the last lines are captions of this table alone, and no notes to one above it.
    pub(super) stated: usize,
}

/// A line that has ended.
pub(super) struct Ended {
    pub(super) text: String,
    /// Whether all of it is a link, which leads to another place.
    pub(super) is_link: bool,
}

/// The text that was read outside of tables, as far as it may matter.
#[derive(Debug, Default)]
pub(super) struct Preceding {
    /// Headings in force, outermost first, with their level.
    headings: Vec<(u8, String)>,
    /// The heading that is being read.
    heading: Option<(u8, Running)>,
    /// The last lines before this place.
    lines: VecDeque<String>,
    line: Running,
    /// Whether this place lies in a link, and whether any of the line that is being read does not.
    in_link: bool,
    is_text: bool,
}

impl Preceding {
    /// Takes text outside of tables.
    pub(super) fn text(&mut self, text: &str) {
        if let Some((_, heading)) = &mut self.heading {
            heading.push(text);
        } else {
            self.is_text |= !self.in_link && text.contains(char::is_alphanumeric);
            self.line.push(text);
        }
    }

    /// A link begins here, or ends.
    pub(super) fn link(&mut self, begins: bool) {
        self.in_link = begins;
    }

    /// Takes text of a table's cell, which matters only where it is a heading.
    pub(super) fn cell_text(&mut self, text: &str) {
        if let Some((_, heading)) = &mut self.heading {
            heading.push(text);
        }
    }

    /// A paragraph ends; its text, where there is any.
    pub(super) fn end_line(&mut self) -> Option<Ended> {
        let text = self.line.take();
        if text.is_empty() {
            return None;
        }
        if self.lines.len() == LINES_MAX {
            self.lines.pop_front();
        }
        self.lines.push_back(text.clone());
        Some(Ended { text, is_link: !std::mem::take(&mut self.is_text) })
    }

    /// A heading begins.
    pub(super) fn begin_heading(&mut self, level: u8) {
        self.end_heading();
        let _ = self.end_line();
        self.heading = Some((level, Running::default()));
    }

    /// The heading that is being read ends, and takes the place of those on its level and below.
    pub(super) fn end_heading(&mut self) {
        let Some((level, mut heading)) = self.heading.take() else { return };
        self.headings.retain(|(above, _)| *above < level);
        let text: String = heading.take().chars().take(HEADING_CHARS_MAX).collect();
        if !text.is_empty() {
            self.headings.push((level, text));
        }
        self.lines.clear();
    }

    /// A table begins here: what stands above it.
    pub(super) fn above(&mut self) -> Above {
        self.end_heading();
        let _ = self.end_line();
        let mut lines: Vec<String> = std::mem::take(&mut self.lines).into();
        let nearest = || lines.iter().rev().take(CAPTIONS_MAX);
        let own = nearest().take_while(|line| states_unit_or_period(line) || is_label(line)).count();
        let stated = nearest().take_while(|line| states_unit_or_period(line)).filter(|line| !is_note(line)).count();
        let over = lines.split_off(lines.len() - own);
        let headings = self.headings.iter().map(|(_, text)| text.clone());
        Above { captions: headings.chain(over).collect(), lines, own, stated }
    }

    /// The headings in force.
    pub(super) fn headings(&self) -> Vec<(u8, String)> {
        self.headings.clone()
    }

    /// A table ends: headings in its cells are over, and what stood before it is not right before the next one.
    pub(super) fn leave_table(&mut self, headings: Vec<(u8, String)>) {
        self.headings = headings;
        self.heading = None;
        self.lines.clear();
        self.line.take();
        self.is_text = false;
    }
}
