//! The text of a Markdown file as paragraphs: headings with their level, each list item and each
//! table row on its own, code as it stands. Links keep their text and lose their target; comments are dropped, and other
//! HTML is read as such.

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::document::{Paragraph, ParagraphKind};
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
                None => self.paragraphs.open.push(text),
            },
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => self.paragraphs.open.push(text),
            Event::InlineHtml(tag) => {
                if tag.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("<br")) {
                    self.paragraphs.open.push_break();
                }
            }
            Event::SoftBreak | Event::HardBreak => self.paragraphs.open.push_break(),
            Event::Rule => self.paragraphs.end(ParagraphKind::Text),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
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
            TagEnd::TableCell => self.cells.push(self.paragraphs.open.take()),
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
