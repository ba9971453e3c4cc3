//! Running text that comes in pieces and lines, and the paragraphs made of it. A line break inside a paragraph is a space,
//! and nothing at all between two Chinese characters, where no space is written. It knows no file format.

use crate::document::{Paragraph, ParagraphKind};
use crate::lang::is_cjk;

/// White space that was seen and not yet written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Gap {
    #[default]
    None,
    Space,
    Break,
}

/// A line of text that grows. White space at its ends is dropped, each run of it inside is one space, and control
/// characters, which would break a terminal's line, are left out.
#[derive(Debug, Default)]
pub(crate) struct Running {
    text: String,
    /// Where lines begin in it, but for the first.
    breaks: Vec<usize>,
    gap: Gap,
    /// Whether what comes next is no part of a number before it.
    is_parted: bool,
}

impl Running {
    /// Adds a piece of text.
    pub(crate) fn push(&mut self, piece: &str) {
        for c in piece.chars() {
            if c == '\n' || c == '\r' || c == '\u{2028}' || c == '\u{2029}' || c == '\u{85}' {
                self.gap = Gap::Break;
            } else if c.is_whitespace() {
                self.gap = self.gap.max(Gap::Space);
            } else if !c.is_control() {
                self.close_gap(c);
                self.text.push(c);
            }
        }
    }

    /// Ends the line inside the text.
    pub(crate) fn push_break(&mut self) {
        self.gap = Gap::Break;
    }

    /// What comes next stands for something else, as a link does: digits on both sides are no one number.
    pub(crate) fn part_digits(&mut self) {
        self.is_parted = true;
    }

    /// Whether nothing visible was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The text so far; what follows begins anew.
    pub(crate) fn take(&mut self) -> String {
        self.finish(ParagraphKind::Text).text
    }

    /// The text so far as a paragraph that knows its lines; what follows begins anew.
    pub(crate) fn finish(&mut self, kind: ParagraphKind) -> Paragraph {
        self.gap = Gap::None;
        Paragraph { text: std::mem::take(&mut self.text), kind, breaks: std::mem::take(&mut self.breaks) }
    }

    fn close_gap(&mut self, next: char) {
        let gap = std::mem::take(&mut self.gap);
        let is_parted = std::mem::take(&mut self.is_parted);
        let Some(last) = self.text.chars().next_back() else { return };
        let needless = gap == Gap::Break && is_wide(last) && is_wide(next);
        let joins = is_parted && last.is_ascii_digit() && next.is_ascii_digit();
        if gap != Gap::None && !needless || joins {
            self.text.push(' ');
        }
        if gap == Gap::Break {
            self.breaks.push(self.text.len());
        }
    }
}

/// Whether `c` is written without spaces around it: ideographs, kana, and full-width forms and punctuation.
pub(crate) fn is_wide(c: char) -> bool {
    is_cjk(c) || matches!(c, '\u{3001}'..='\u{303F}' | '\u{3040}'..='\u{30FF}' | '\u{FF01}'..='\u{FFEF}')
}

/// Paragraphs in the order in which they end.
#[derive(Debug, Default)]
pub(crate) struct Paragraphs {
    pub(crate) list: Vec<Paragraph>,
    pub(crate) open: Running,
}

impl Paragraphs {
    /// Ends the open paragraph as `kind`. Blank ones are none.
    pub(crate) fn end(&mut self, kind: ParagraphKind) {
        let paragraph = self.open.finish(kind);
        self.keep(paragraph);
    }

    /// Adds a finished paragraph.
    pub(crate) fn add(&mut self, text: String, kind: ParagraphKind) {
        self.keep(Paragraph { text, kind, breaks: Vec::new() });
    }

    fn keep(&mut self, paragraph: Paragraph) {
        if paragraph.text.contains(is_visible) {
            self.list.push(paragraph);
        }
    }

    /// Adds a table row; a row of blank cells is none.
    pub(crate) fn add_row(&mut self, cells: &[String]) {
        if cells.iter().any(|cell| !cell.is_empty()) {
            self.add(cells.join(" | "), ParagraphKind::Text);
        }
    }

    /// Adds text whose line breaks mean something, such as program code.
    pub(crate) fn add_verbatim(&mut self, text: &str) {
        let lines: Vec<String> = text
            .lines()
            .map(|line| line.trim_end().chars().filter(|c| *c == '\t' || !c.is_control()).collect())
            .collect();
        self.add(lines.join("\n").trim().to_owned(), ParagraphKind::Text);
    }

    /// Adds text whose paragraphs have blank lines or page breaks between them.
    pub(crate) fn add_plain(&mut self, text: &str) {
        for line in text.split('\n') {
            let line = line.strip_suffix('\r').unwrap_or(line);
            for (page, part) in line.split(['\u{0C}', '\u{2029}']).enumerate() {
                if page > 0 {
                    self.end(ParagraphKind::Text);
                }
                // A carriage return of its own ends a line on very old systems.
                for part in part.split('\r') {
                    if part.trim().is_empty() {
                        self.end(ParagraphKind::Text);
                    }
                    self.open.push(part);
                    self.open.push_break();
                }
            }
        }
        self.end(ParagraphKind::Text);
    }
}

/// Whether a text with `c` shows something.
pub(crate) fn is_visible(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}')
}

#[cfg(test)]
mod tests;
