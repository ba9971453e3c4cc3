//! HTML from its tokens alone: no tree is built, so that nesting costs nothing. The page is gone through once, and two listeners
//! take what they need: one its text and what it says about itself, the other its tables. Nothing is loaded or run.

mod around;
mod css;
mod effect;
mod element;
mod hidden;
mod length;
mod moves;
mod preceding;
mod selector;
mod sheet;
mod strings;
mod style;
mod table;
mod tables;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod text;
mod value;

use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};

use self::sheet::Sheet;
use self::strings::Every;
use self::style::Style;
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
    fn start(&mut self, name: &str, tag: &StartTag<()>, style: Style);
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
    walk(body, &mut [&mut text, &mut tables, &mut Every::new(&mut every)]);
    let mut content = text.finish()?;
    if every.is_label {
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
pub(super) fn tables(page: &str) -> (Result<Vec<StyledGrid>, DocumentFault>, Strings) {
    let (mut tables, mut every) = (Tables::default(), Strings::default());
    walk(page, &mut [&mut tables, &mut Every::new(&mut every)]);
    (tables.finish(), every)
}

fn walk(page: &str, listeners: &mut [&mut dyn Listener]) {
    let mut sheet = Sheet::of(page);
    // Rules for the page as a whole hold where it does not write the elements that stand for it.
    let outer = if sheet.has_rules() { ["<html>", "<body>"].concat() } else { String::new() };
    let mut numbers = 0_u64..;
    for part in [outer.as_str(), page] {
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        for Ok(token) in Tokenizer::new_with_emitter(part, emitter) {
            hand_on(token, &mut sheet, numbers.next().unwrap_or_default(), listeners);
        }
    }
    for listener in listeners {
        listener.page_end();
    }
}

/// Hands a token to all; `number` is its own among those of the page.
fn hand_on(token: Token<()>, sheet: &mut Sheet, number: u64, listeners: &mut [&mut dyn Listener]) {
    match token {
        Token::StartTag(tag) => {
            let name = std::str::from_utf8(&tag.name).unwrap_or_default();
            let mut style = Style::of(name, &tag, &sheet.start(name, &tag), number);
            // What was not read may style each element otherwise.
            if sheet.is_unread() && !element::is_of_table(name) && !name.contains(':') {
                style.wear("element", &number.to_string());
            }
            for listener in &mut *listeners {
                listener.start(name, &tag, style);
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
