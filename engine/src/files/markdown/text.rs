//! The text of a Markdown file as paragraphs: headings with their level, each list item and each
//! table row on its own, code as it stands. Links keep their text and lose their target; struck-out text and comments
//! are dropped, and other HTML is read as such.

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::document::{Paragraph, ParagraphKind};
use crate::files::cell_text::Script;
use crate::files::html;
use crate::files::paragraphs::Paragraphs;

/// Listens for text.
#[derive(Default)]
pub(super) struct Text {
    paragraphs: Paragraphs,
    /// Finished cells of the table row that is being read.
    cells: Vec<String>,
    /// Lines of the code block or HTML block that is being read.
    block: Option<String>,
    /// Struck-out stretches that are open; what stands in them is no longer said.
    struck: usize,
    /// Tags that are open and raise or lower their text.
    scripts: Vec<Script>,
}

impl Text {
    /// The paragraphs of the text that was listened to.
    pub(super) fn into_paragraphs(mut self) -> Vec<Paragraph> {
        self.paragraphs.end(ParagraphKind::Text);
        self.paragraphs.list
    }

    pub(super) fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(*tag),
            Event::Text(text) | Event::Html(text) => match &mut self.block {
                Some(block) => block.push_str(text),
                None => self.push(text),
            },
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => self.push(text),
            Event::InlineHtml(tag) => self.inline(tag),
            Event::SoftBreak | Event::HardBreak => self.paragraphs.open.push_break(),
            Event::Rule => self.paragraphs.end(ParagraphKind::Text),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn push(&mut self, text: &str) {
        match self.scripts.last() {
            _ if self.struck > 0 => {}
            Some(script) => self.paragraphs.open.push(&script.shown_text(text)),
            None => self.paragraphs.open.push(text),
        }
    }

    /// A tag of HTML in a line.
    fn inline(&mut self, tag: &str) {
        let name = tag.trim_start_matches(['<', '/']).to_ascii_lowercase();
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let opens = !tag.starts_with("</");
        match name {
            "br" => self.paragraphs.open.push_break(),
            "del" | "s" | "strike" if opens => self.strike(),
            "del" | "s" | "strike" => self.struck = self.struck.saturating_sub(1),
            "sup" if opens => self.scripts.push(Script::Above),
            "sub" if opens => self.scripts.push(Script::Below),
            "sup" | "sub" => drop(self.scripts.pop()),
            _ => {}
        }
    }

    /// A struck-out stretch begins. Text on both sides of it is not one word.
    fn strike(&mut self) {
        self.struck += 1;
        self.paragraphs.open.push(" ");
    }

    /// What was struck out or raised and never closed ends with its paragraph or cell.
    fn close(&mut self) {
        self.struck = 0;
        self.scripts.clear();
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::CodeBlock(_) | Tag::HtmlBlock => {
                self.paragraphs.end(ParagraphKind::Text);
                self.block = Some(String::new());
            }
            Tag::TableCell => {}
            _ if is_inline(tag.to_end()) => {}
            _ => self.paragraphs.end(ParagraphKind::Text),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.paragraphs.end(ParagraphKind::Heading(level as u8)),
            TagEnd::CodeBlock => {
                let code = self.block.take().unwrap_or_default();
                self.paragraphs.add_verbatim(&code);
            }
            TagEnd::HtmlBlock => {
                let block = self.block.take().unwrap_or_default();
                self.paragraphs.list.extend(html::paragraphs(&block));
            }
            TagEnd::TableCell => {
                self.close();
                self.cells.push(self.paragraphs.open.take());
            }
            TagEnd::Strikethrough => self.struck = self.struck.saturating_sub(1),
            TagEnd::TableHead | TagEnd::TableRow => {
                self.paragraphs.add_row(&self.cells);
                self.cells.clear();
            }
            _ if is_inline(tag) => {}
            _ => self.paragraphs.end(ParagraphKind::Text),
        }
    }
}

/// Whether an element stands inside of a paragraph.
fn is_inline(tag: TagEnd) -> bool {
    use TagEnd::{Emphasis, Image, Link, Strikethrough, Strong, Subscript, Superscript};
    matches!(tag, Emphasis | Strong | Strikethrough | Superscript | Subscript | Link | Image)
}
