//! Markdown (CommonMark with GitHub's tables and footnotes) to paragraphs: headings with their level, each list item and each
//! table row on its own, code as it stands. Links keep their text and lose their target; comments are dropped, and other
//! HTML is read as such.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::document::{Paragraph, ParagraphKind};
use crate::files::html::text as html;
use crate::files::paragraphs::Paragraphs;

/// The paragraphs of a Markdown text, without its front matter.
pub(super) fn paragraphs(text: &str) -> Vec<Paragraph> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut reading = Reading::default();
    for event in Parser::new_ext(text, options) {
        reading.event(event);
    }
    reading.paragraphs.end(ParagraphKind::Text);
    reading.paragraphs.list
}

#[derive(Default)]
struct Reading {
    paragraphs: Paragraphs,
    /// Finished cells of the table row that is being read.
    cells: Vec<String>,
    /// Lines of the code block or HTML block that is being read.
    block: Option<String>,
}

impl Reading {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) => match &mut self.block {
                Some(block) => block.push_str(&text),
                None => self.paragraphs.open.push(&text),
            },
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => self.paragraphs.open.push(&text),
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
            Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. }
            | Tag::TableCell => {}
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
                self.paragraphs.list.extend(html::read(&block).paragraphs);
            }
            TagEnd::TableCell => self.cells.push(self.paragraphs.open.take()),
            TagEnd::TableHead | TagEnd::TableRow => {
                self.paragraphs.add_row(&self.cells);
                self.cells.clear();
            }
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image => {}
            _ => self.paragraphs.end(ParagraphKind::Text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(u8, String)> {
        paragraphs(text)
            .into_iter()
            .map(|paragraph| match paragraph.kind {
                ParagraphKind::Heading(level) => (level, paragraph.text),
                ParagraphKind::Text => (0, paragraph.text),
            })
            .collect()
    }

    fn texts(text: &str) -> Vec<String> {
        read(text).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn headings_have_their_level() {
        let found = read("# A *b* `c`\n\ntext\nmore\n\nB\n---\n\n###\n\n###### F\n");
        let wanted = [(1, "A b c"), (0, "text more"), (2, "B"), (6, "F")];
        assert_eq!(found, wanted.map(|(level, text)| (level, text.to_owned())));
    }

    #[test]
    fn items_and_rows_are_paragraphs_of_their_own() {
        assert_eq!(
            texts("Intro:\n- one\n  - two\n    wrapped\n- three\n\n1. 四\n   五\n\n   six\n"),
            ["Intro:", "one", "two wrapped", "three", "四五", "six"]
        );
        assert_eq!(
            texts("| a | b |\n|---|---|\n| 1<br>2 | |\n| **x** | [y](http://z) |\n"),
            ["a | b", "1 2 | ", "x | y"]
        );
        assert_eq!(texts("> quoted\n> more\n\n[^1]: note\n\nSee[^1]."), ["quoted more", "note", "See."]);
    }

    #[test]
    fn code_stays_and_comments_go() {
        assert_eq!(texts("```rust\nlet a;\n\nlet b;\n```\n    indented\n"), ["let a;\n\nlet b;", "indented"]);
        assert_eq!(
            texts("a <!-- b --> c <span>d</span>\n\n<!-- e\n\nf -->\n\n<div>g<p>h</div>\n"),
            ["a c d", "g", "h"]
        );
    }

    #[test]
    fn hostile_nesting_takes_no_time() {
        let n = 50_000;
        for text in ["> ".repeat(n), "- ".repeat(n), "[".repeat(n), "*a ".repeat(n), "<".repeat(n), "`".repeat(n) + "a"]
        {
            let _ = paragraphs(&text);
        }
        assert_eq!(texts(&format!("{}deep", "> ".repeat(n))), ["deep"]);
    }
}
