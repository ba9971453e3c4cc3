//! HTML from its tokens alone: no tree is built, so that nesting costs nothing. The page is gone through once, and two listeners
//! take what they need: one its text and what it says about itself, the other its tables. Nothing is loaded or run.

mod hidden;
mod preceding;
mod sheet;
mod strings;
mod style;
mod table;
mod tables;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod text;

use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};

use self::sheet::Sheet;
use self::strings::Every;
use self::tables::Tables;
use self::text::Text;
use crate::document::Paragraph;
use crate::files::grid::StyledGrid;
use crate::files::strings::Strings;
use crate::files::{DocumentFault, FileContent, front_matter};

/// Elements that begin and end a paragraph.
// In code: names of elements (HTML).
const BLOCKS: [&str; 41] = [
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

/// Takes the tokens of a page in their order.
trait Listener {
    /// An element begins.
    fn start(&mut self, name: &str, tag: &StartTag<()>);
    /// An element ends.
    fn end(&mut self, name: &str);
    /// Text stands between two tags.
    fn text(&mut self, text: &str);
    /// A comment, which nobody is shown.
    fn comment(&mut self, _: &str) {}
    /// The page ends.
    fn page_end(&mut self) {}
}

/// Reads a page. What it states about itself must be understood, in front matter too.
pub(super) fn read(page: &str) -> Result<FileContent, DocumentFault> {
    let (metadata, body) = front_matter::split(page)?;
    let (mut text, mut tables, mut every) = (Text::new(metadata), Tables::default(), Strings::default());
    let mut strings = Every::new(&mut every);
    walk(body, &mut [&mut text, &mut tables, &mut strings]);
    let is_label = strings.is_label;
    let mut content = text.finish()?;
    if is_label {
        content.metadata.label(None);
    }
    let head = page.get(..page.len() - body.len()).unwrap_or_default().to_owned();
    let aside = vec![head, every.finish()];
    Ok(FileContent { grids: tables.finish(), aside, ..content })
}

/// Every string of a page or of a piece of one.
pub(super) fn strings(page: &str, all: &mut Strings) {
    walk(page, &mut [&mut Every::new(all)]);
}

/// The paragraphs of a piece of a page.
pub(super) fn paragraphs(piece: &str) -> Vec<Paragraph> {
    let mut text = Text::default();
    walk(piece, &mut [&mut text]);
    text.into_paragraphs()
}

/// The tables of a page that another format was turned into, and every string of it.
pub(super) fn tables(page: &str) -> (Result<Vec<StyledGrid>, DocumentFault>, String) {
    let (mut tables, mut every) = (Tables::default(), Strings::default());
    walk(page, &mut [&mut tables, &mut Every::new(&mut every)]);
    (tables.finish(), every.finish())
}

fn walk(page: &str, listeners: &mut [&mut dyn Listener]) {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut sheet = Sheet::default();
    for Ok(token) in Tokenizer::new_with_emitter(page, emitter) {
        match token {
            Token::StartTag(mut tag) => {
                let name = tag.name.clone();
                let name = std::str::from_utf8(&name).unwrap_or_default();
                sheet.start(name, &mut tag);
                for listener in &mut *listeners {
                    listener.start(name, &tag);
                }
            }
            Token::EndTag(tag) => {
                let name = std::str::from_utf8(&tag.name).unwrap_or_default();
                sheet.end(name);
                for listener in &mut *listeners {
                    listener.end(name);
                }
            }
            Token::String(text) => {
                let text = String::from_utf8_lossy(&text);
                sheet.text(&text);
                for listener in &mut *listeners {
                    listener.text(&text);
                }
            }
            Token::Comment(text) => {
                let text = String::from_utf8_lossy(&text);
                for listener in &mut *listeners {
                    listener.comment(&text);
                }
            }
            Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    for listener in listeners {
        listener.page_end();
    }
}

fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
}

/// The level of a heading.
fn level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

/// An attribute's text.
fn attribute(tag: &StartTag<()>, name: &str) -> Option<String> {
    let value = tag.attributes.get(&HtmlString(name.as_bytes().to_vec()))?;
    Some(String::from_utf8_lossy(value).into_owned())
}
