//! The text of a page, and what it says about itself. What a page does not show (scripts, styles, hidden elements), what it
//! strikes out, and what is not its text (navigation, forms) is left out.

use html5gum::StartTag;

use super::hidden::Hidden;
use super::style::Style;
use super::{Listener, attribute, is_block, level};
use crate::document::{Paragraph, ParagraphKind};
use crate::files::cell_text::Script;
use crate::files::fault::MetadataProblem;
use crate::files::metadata::Metadata;
use crate::files::paragraphs::{Paragraphs, Running};
use crate::files::{DocumentFault, FileContent, Key};

/// Listens for text and statements.
#[derive(Default)]
pub(super) struct Text {
    metadata: Metadata,
    title: Running,
    language: Option<String>,
    problem: Option<MetadataProblem>,
    paragraphs: Paragraphs,
    hidden: Option<Hidden>,
    in_title: bool,
    heading: Option<u8>,
    /// Text of the `pre` that is being read.
    verbatim: Option<String>,
    /// Finished cells of the table row that is being read.
    cells: Option<Vec<String>>,
    /// Whether a cell of it is open.
    in_cell: bool,
    /// Elements that are open and raise or lower their text.
    scripts: Vec<Script>,
}

impl Listener for Text {
    fn start(&mut self, name: &str, tag: &StartTag<()>, style: Style) {
        if let Some(hidden) = &mut self.hidden {
            if !hidden.ends_at_start(name) {
                return;
            }
            self.hidden = None;
        }
        if let Some(hidden) = Hidden::begins(name, tag, style) {
            // Text on both sides of what is hidden is not one word.
            self.paragraphs.open.push(" ");
            self.hidden = Some(hidden);
            return;
        }
        match name {
            "title" => self.in_title = self.title.is_empty(),
            "meta" => self.meta(tag),
            "html" => self.language = attribute(tag, "lang"),
            "sup" => self.scripts.push(Script::Above),
            "sub" => self.scripts.push(Script::Below),
            "a" => self.paragraphs.open.part_digits(),
            "br" => match &mut self.verbatim {
                Some(text) => text.push('\n'),
                None => self.paragraphs.open.push_break(),
            },
            "img" => self.paragraphs.open.push(" "),
            "pre" | "xmp" => {
                self.block();
                self.verbatim = self.cells.is_none().then(String::new);
            }
            "table" => {
                self.end_row();
                self.end_paragraph();
            }
            "tr" => {
                self.end_row();
                self.end_paragraph();
                self.cells = Some(Vec::new());
            }
            "td" | "th" => {
                self.end_cell();
                self.scripts.clear();
                self.in_cell = true;
            }
            _ if is_block(name) => {
                self.block();
                self.heading = level(name);
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if let Some(hidden) = &mut self.hidden {
            if hidden.ends_at_end(name) {
                self.hidden = None;
            }
            return;
        }
        match name {
            "title" => self.in_title = false,
            "a" => self.paragraphs.open.part_digits(),
            "sup" | "sub" => drop(self.scripts.pop()),
            "pre" | "xmp" => {
                if let Some(text) = self.verbatim.take() {
                    self.paragraphs.add_verbatim(&text);
                }
            }
            "tr" | "table" => self.end_row(),
            "td" | "th" => self.end_cell(),
            _ if is_block(name) => self.block(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.hidden.is_some() {
            return;
        }
        if self.in_title {
            self.title.push(text);
        } else if let Some(verbatim) = &mut self.verbatim {
            verbatim.push_str(text);
        } else if let Some(script) = self.scripts.last() {
            // A footnote's mark must not become a digit of the number before it.
            self.paragraphs.open.push(&script.shown_text(text));
        } else {
            self.paragraphs.open.push(text);
        }
    }
}

impl Text {
    /// Listens to a page that stated something before it began.
    pub(super) fn new(metadata: Metadata) -> Self {
        Self { metadata, ..Self::default() }
    }

    /// The page as a document.
    pub(super) fn finish(mut self) -> Result<FileContent, DocumentFault> {
        if let Some(problem) = self.problem.take() {
            return Err(DocumentFault::Property(problem));
        }
        for (key, text) in [(Key::Title, self.title.take()), (Key::Language, self.language.take().unwrap_or_default())]
        {
            if !self.metadata.has(key) {
                self.metadata.state(key, &text, None).map_err(DocumentFault::Property)?;
            }
        }
        let metadata = std::mem::take(&mut self.metadata);
        Ok(FileContent { metadata, paragraphs: self.into_paragraphs(), ..FileContent::default() })
    }

    pub(super) fn into_paragraphs(mut self) -> Vec<Paragraph> {
        self.end_row();
        self.end_paragraph();
        self.paragraphs.list
    }

    /// A block begins or ends, and with it whatever was never closed. Inside a table row it is a line of its cell.
    fn block(&mut self) {
        self.scripts.clear();
        if self.cells.is_some() {
            self.paragraphs.open.push_break();
        } else {
            self.end_paragraph();
        }
    }

    fn end_paragraph(&mut self) {
        if let Some(text) = self.verbatim.take() {
            self.paragraphs.add_verbatim(&text);
        }
        let kind = self.heading.take().map_or(ParagraphKind::Text, ParagraphKind::Heading);
        self.paragraphs.end(kind);
    }

    /// The end of a cell: its end tag, or the beginning of the next one. Text between cells counts as one.
    fn end_cell(&mut self) {
        let Some(cells) = &mut self.cells else { return self.end_paragraph() };
        let text = self.paragraphs.open.take();
        if self.in_cell || !text.is_empty() {
            cells.push(text);
        }
        self.in_cell = false;
    }

    fn end_row(&mut self) {
        if self.cells.is_some() {
            self.end_cell();
        }
        if let Some(cells) = self.cells.take() {
            self.paragraphs.add_row(&cells);
        }
    }

    fn meta(&mut self, tag: &StartTag<()>) {
        let Some(name) = attribute(tag, "name") else { return };
        let Some(key) = Key::of(&name) else {
            return self.metadata.state_other(&name, &attribute(tag, "content").unwrap_or_default());
        };
        if self.metadata.has(key) {
            // Pages repeat themselves; the first word counts. Labels are never "had".
            return;
        }
        let stated = self.metadata.state(key, &attribute(tag, "content").unwrap_or_default(), None);
        self.problem = self.problem.take().or(stated.err());
    }
}
