//! Every string of a page: text that is shown and text that is not, comments, scripts, and the values of all attributes. It
//! is only looked through for restricted words.

use html5gum::StartTag;

use super::style::Style;
use super::{Listener, attribute, is_block, walk};
use crate::files::strings::Strings;
use crate::language::labels::{Level, bare, is_closed_together, is_label_key, level, lists_closed, marks};

/// Pages inside of comments and attributes of pages that are read, one in the other.
const DEPTH_MAX: usize = 3;

/// Listens for every string.
pub(super) struct Every<'s> {
    strings: &'s mut Strings,
    line: String,
    depth: usize,
    /// Whether a script or a style is open: one string, whatever stands in it.
    in_code: bool,
    /// The text of a drawing (SVG) that is open.
    drawn: Option<String>,
    /// Whether a choice is open that asks for a label, and in it what is chosen.
    asks: bool,
    is_chosen: bool,
}

impl<'s> Every<'s> {
    pub(super) fn new(strings: &'s mut Strings) -> Self {
        Self { strings, line: String::new(), depth: 0, in_code: false, drawn: None, asks: false, is_chosen: false }
    }

    fn end_line(&mut self) {
        self.strings.is_label |= self.is_chosen && level(&self.line) == Some(Level::Closed);
        self.is_chosen = false;
        self.strings.line(&self.line);
        self.line.clear();
    }

    /// A string that may be a page itself.
    fn inner(&mut self, text: &str) {
        self.strings.alone(text);
        if self.depth < DEPTH_MAX && text.contains(['<', '&']) {
            let mut inner = Every { depth: self.depth + 1, ..Every::new(self.strings) };
            walk(text, &mut [&mut inner]);
            inner.end_line();
        }
    }
}

impl Listener for Every<'_> {
    fn start(&mut self, name: &str, tag: &StartTag<()>, _: Style) {
        if is_line(name) {
            self.end_line();
        }
        self.in_code = matches!(name, "script" | "style");
        for value in tag.attributes.values() {
            self.inner(&String::from_utf8_lossy(value));
        }
        // What is shown, or read aloud, in the place of an element.
        let instead = ["alt", "aria-label", "placeholder"].into_iter().filter_map(|name| attribute(tag, name));
        self.strings.is_label |= instead.into_iter().any(|text| is_shown_label(&text) || marks(&text));
        match name {
            "text" => self.drawn = Some(String::new()),
            "select" => {
                let keys = ["name", "id"].into_iter().filter_map(|name| attribute(tag, name));
                self.asks = keys.into_iter().any(|key| is_label_key(&key));
            }
            "option" => self.is_chosen = self.asks && attribute(tag, "selected").is_some(),
            _ => {}
        }
        let key = ["name", "property", "itemprop", "http-equiv"].into_iter().find_map(|name| attribute(tag, name));
        let value = attribute(tag, "content").unwrap_or_default();
        let states = |key: String| is_label_key(&key) && level(&value) == Some(Level::Closed);
        // What a form is filled in with.
        let filled = attribute(tag, "value").unwrap_or_default();
        self.strings.is_label |=
            key.as_ref().is_some_and(|key| is_label_key(key) && level(&filled) == Some(Level::Closed));
        self.strings.is_label |= key.is_some_and(|key| is_closed_together(&key, &value) || states(key));
        // Keywords and the like; what is said to a browser (`Cache-Control: private`) is none.
        let named = ["name", "property", "itemprop"].into_iter().any(|name| attribute(tag, name).is_some());
        self.strings.is_label |= named && lists_closed(&value);
        self.strings.is_label |= tag.attributes.iter().any(|(key, value)| {
            is_label_key(&String::from_utf8_lossy(key)) && level(&String::from_utf8_lossy(value)) == Some(Level::Closed)
        });
    }

    fn end(&mut self, name: &str) {
        self.in_code = false;
        if name == "text"
            && let Some(drawn) = self.drawn.take()
        {
            self.strings.is_label |= is_shown_label(&drawn);
        }
        if is_line(name) {
            self.end_line();
        }
        self.asks &= name != "select";
    }

    fn text(&mut self, text: &str) {
        if self.in_code {
            self.strings.is_label |= drawn_by_code(text).any(is_shown_label);
            self.strings.alone(text);
        } else {
            self.line.push_str(text);
            if let Some(drawn) = &mut self.drawn {
                drawn.push_str(text);
            }
        }
    }

    fn comment(&mut self, text: &str) {
        self.strings.is_label |= is_shown_label(text);
        self.inner(text);
    }

    fn page_end(&mut self) {
        self.end_line();
    }
}

/// Whether a text that stands alone is a label. In small letters it may be the word of a program.
fn is_shown_label(text: &str) -> bool {
    let first = text.chars().find(|c| c.is_alphabetic());
    first.is_some_and(|c| !c.is_lowercase()) && bare(text).is_some()
}

/// What a style puts before and behind elements (CSS Generated Content, 2).
fn drawn_by_code(code: &str) -> impl Iterator<Item = &str> {
    code.split("content").skip(1).filter_map(|behind| {
        let value = behind.trim_start().strip_prefix(':')?.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        value.get(1..)?.split(quote).next()
    })
}

/// Whether an element begins and ends a line of text.
fn is_line(name: &str) -> bool {
    // In code: names of elements (HTML).
    is_block(name) || matches!(name, "br" | "td" | "th" | "tr" | "table" | "title" | "script" | "style" | "option")
}
