//! HTML to paragraphs, from its tokens alone: no tree is built, so that nesting costs nothing. What a page does not show
//! (scripts, styles, hidden elements) and what is not its text (navigation, forms) is left out. Nothing is loaded or run.

use html5gum::{DefaultEmitter, EndTag, HtmlString, StartTag, Token, Tokenizer};

use super::hidden::Hidden;
use crate::document::ParagraphKind;
use crate::files::FileContent;
use crate::files::fault::{DocumentFault, MetadataProblem};
use crate::files::metadata::{Key, Metadata};
use crate::files::paragraphs::{Paragraphs, Running};

/// Elements that begin and end a paragraph.
pub(crate) const BLOCKS: [&str; 41] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "li",
    "listing",
    "main",
    "menu",
    "ol",
    "p",
    "plaintext",
    "search",
    "section",
    "summary",
    "ul",
];

/// What a page holds.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) paragraphs: Vec<crate::document::Paragraph>,
    metadata: Metadata,
    title: Running,
    language: Option<String>,
    problem: Option<MetadataProblem>,
}

impl Page {
    /// The page as a document; what it states about itself must be understood.
    pub(crate) fn into_draft(mut self) -> Result<FileContent, DocumentFault> {
        if let Some(problem) = self.problem {
            return Err(DocumentFault::Property(problem));
        }
        for (key, text) in [(Key::Title, self.title.take()), (Key::Language, self.language.unwrap_or_default())] {
            if !self.metadata.has(key) {
                self.metadata.state(key, &text, None).map_err(DocumentFault::Property)?;
            }
        }
        Ok(FileContent { metadata: self.metadata, paragraphs: self.paragraphs, ..FileContent::default() })
    }
}

/// Reads a page, or a piece of one.
pub(crate) fn read(text: &str) -> Page {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut reading = Reading::default();
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        match token {
            Token::StartTag(tag) => reading.start(&tag),
            Token::EndTag(tag) => reading.end(&tag),
            Token::String(text) => reading.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    reading.end_row();
    reading.end_paragraph();
    Page { paragraphs: reading.paragraphs.list, ..reading.page }
}

#[derive(Default)]
struct Reading {
    page: Page,
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
}

impl Reading {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = std::str::from_utf8(&tag.name).unwrap_or_default();
        if let Some(hidden) = &mut self.hidden {
            if !hidden.ends_at_start(name) {
                return;
            }
            self.hidden = None;
        }
        if let Some(hidden) = Hidden::begins(name, tag) {
            // Text on both sides of what is hidden is not one word.
            self.paragraphs.open.push(" ");
            self.hidden = Some(hidden);
            return;
        }
        match name {
            "title" => self.in_title = self.page.title.is_empty(),
            "meta" => self.meta(tag),
            "html" => self.page.language = attribute(tag, "lang"),
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
                self.in_cell = true;
            }
            _ if BLOCKS.contains(&name) => {
                self.block();
                self.heading = level(name);
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: &EndTag<()>) {
        let name = std::str::from_utf8(&tag.name).unwrap_or_default();
        if let Some(hidden) = &mut self.hidden {
            if hidden.ends_at_end(name) {
                self.hidden = None;
            }
            return;
        }
        match name {
            "title" => self.in_title = false,
            "pre" | "xmp" => {
                if let Some(text) = self.verbatim.take() {
                    self.paragraphs.add_verbatim(&text);
                }
            }
            "tr" | "table" => self.end_row(),
            "td" | "th" => self.end_cell(),
            _ if BLOCKS.contains(&name) => self.block(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.hidden.is_some() {
            return;
        }
        if self.in_title {
            self.page.title.push(text);
        } else if let Some(verbatim) = &mut self.verbatim {
            verbatim.push_str(text);
        } else {
            self.paragraphs.open.push(text);
        }
    }

    /// A block begins or ends. Inside a table row it is a line of its cell.
    fn block(&mut self) {
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
        let Some(key) = attribute(tag, "name").as_deref().and_then(Key::of) else { return };
        if self.page.metadata.has(key) {
            // Pages repeat themselves; the first word counts. Labels are never "had".
            return;
        }
        let stated = self.page.metadata.state(key, &attribute(tag, "content").unwrap_or_default(), None);
        self.page.problem = self.page.problem.take().or(stated.err());
    }
}

fn level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

/// An attribute's text.
pub(crate) fn attribute(tag: &StartTag<()>, name: &str) -> Option<String> {
    let value = tag.attributes.get(&HtmlString(name.as_bytes().to_vec()))?;
    Some(String::from_utf8_lossy(value).into_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::profile::Sensitivity;

    fn texts(html: &str) -> Vec<String> {
        read(html).paragraphs.into_iter().map(|paragraph| paragraph.text).collect()
    }

    #[test]
    fn blocks_are_paragraphs_and_inline_elements_are_not() {
        let page = read(
            "<h2>A <b>b</b></h2>x<p>one&nbsp;t<i>w</i>o &amp; 三<br>四<ul><li>i<li>j</ul>tail<pre>\n a\n\n  b</pre>",
        );
        assert_eq!(page.paragraphs[0].kind, ParagraphKind::Heading(2));
        let texts: Vec<&str> = page.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
        assert_eq!(texts, ["A b", "x", "one two & 三四", "i", "j", "tail", "a\n\n  b"]);
    }

    #[test]
    fn a_table_row_is_a_paragraph() {
        assert_eq!(
            texts(
                "<table><caption>T</caption><tr><th>a<th>b<tr><td><p>1</p><p>2</p></td><td></td><td>3</td></tr></table>after"
            ),
            ["T", "a | b", "1 2 |  | 3", "after"]
        );
        assert_eq!(texts("<table><tr><td>x<table><tr><td>y</td></tr></table></td></tr></table>"), ["x", "y"]);
    }

    #[test]
    fn what_is_not_shown_is_not_read() {
        for html in [
            "a<script>if (x < '<p>') y</script> b",
            "a<style>p{}</style> b",
            "a<nav><ul><li>x<nav>y</nav></ul></nav> b",
            "a<div hidden>x<div>y</div>z</div>b",
            "a<span style='DISPLAY : none'>x</span> b",
            "a<!-- x --> b",
            "a<p hidden>x<p>b",
            "a<ul><li hidden>x<ul><li>y</ul><li>b</ul>",
            "a<template><p>x</template> b",
            "<input hidden>a b",
        ] {
            assert_eq!(texts(html).join(" "), "a b", "{html}");
        }
    }

    #[test]
    fn a_page_states_what_it_is() {
        let page = read(
            "<html lang=zh-CN><head><title>营收 &lt;2025&gt;</title><meta name=Entity content=HK><meta charset=utf-8>\
             <meta name=sensitivity content=PUBLIC></head><body>x",
        );
        let draft = page.into_draft().unwrap();
        let stated = [Key::Title, Key::Language, Key::Entity].map(|key| draft.metadata.get(key));
        assert_eq!(stated, [Some("营收 <2025>"), Some("zh-CN"), Some("HK")]);
        assert_eq!(draft.metadata.labelled(), Some(Sensitivity::Public));
        let label = |html: &str| read(html).into_draft().unwrap().metadata.labelled();
        assert_eq!(label("<meta name=sensitivity>"), Some(Sensitivity::Restricted));
        let twice = "<meta name=sensitivity content=PUBLIC>";
        assert_eq!(label(&twice.repeat(2)), Some(Sensitivity::Restricted));
        assert!(read("<meta name=valid_as_of content=soon>x").into_draft().is_err());
    }

    #[test]
    fn nesting_of_any_depth_is_read_in_linear_time() {
        let n = 300_000;
        for (open, close) in
            [("<div>", "</div>"), ("<b>", ""), ("<table><tr><td>", ""), ("<p hidden><ul>", ""), ("<a x=", "")]
        {
            let html = format!("{}deep{}", open.repeat(n), close.repeat(n));
            let _ = texts(&html);
        }
        assert_eq!(texts(&format!("{}deep", "<div><b>".repeat(n))), ["deep"]);
    }
}
