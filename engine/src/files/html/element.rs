//! What the name of an element says about its looks, and whether it shows its text as it is written.

use super::is_block;
use crate::files::Blemish;
use crate::files::cell_text::Script;
use crate::files::grid::Rgb;

/// Which element has a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// A table, which can be laid out as a whole.
    Table,
    /// A part of one, up to its cells.
    Part,
    /// Any other.
    Text,
}

impl Level {
    pub(super) fn of(name: &str) -> Self {
        match name {
            "table" => Self::Table,
            _ if is_of_table(name) => Self::Part,
            _ => Self::Text,
        }
    }
}

/// Elements that have no content and no end tag.
// In code: names of elements (HTML).
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];

/// Whether an element has no content and no end tag.
pub(super) fn is_void(name: &str) -> bool {
    VOID.contains(&name)
}

/// Whether an element makes up a table, and hands its looks down to the cells in it.
pub(super) fn is_of_table(name: &str) -> bool {
    // In code: names of elements (HTML).
    matches!(name, "table" | "thead" | "tbody" | "tfoot" | "tr" | "td" | "th" | "col" | "colgroup")
}

pub(super) fn bold_by_name(name: &str) -> Option<bool> {
    // In code: names of elements (HTML).
    matches!(name, "th" | "b" | "strong" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6").then_some(true)
}

/// Browsers show `mark` on yellow (HTML standard, 15.3.4).
pub(super) fn fill_by_name(name: &str) -> Option<Rgb> {
    (name == "mark").then_some(Rgb([0xFF, 0xFF, 0]))
}

pub(super) fn blemish_by_name(name: &str) -> Option<Blemish> {
    // In code: names of elements (HTML).
    match name {
        "del" | "s" | "strike" => Some(Blemish::Struck),
        "ins" => Some(Blemish::Inserted),
        "bdo" => Some(Blemish::Altered),
        _ if is_of_table(name) || name.contains(':') || SHOWN_AS_WRITTEN.contains(&name) => None,
        _ => Some(Blemish::Unread),
    }
}

/// Elements in a line that hold text, or give it another look.
// In code: names of elements (HTML).
const ONLY_LOOK: [&str; 22] = [
    "b", "big", "br", "em", "font", "i", "link", "mark", "meta", "nobr", "pre", "small", "span", "strong", "style",
    "sub", "sup", "super", "title", "tt", "u", "wbr",
];

/// Whether the text of an element stands for something by itself, as that of a link does: it is no piece of a word or number
/// around it, whatever it looks like.
pub(super) fn stands_for_itself(name: &str) -> bool {
    !is_of_table(name) && !is_block(name) && !name.contains(':') && !ONLY_LOOK.contains(&name)
}

/// Elements that show their text as it is written, and nothing else. Another one may add something to it, such as the number
/// of an item, or show it only when it is opened.
// In code: names of elements (HTML).
const SHOWN_AS_WRITTEN: [&str; 66] = [
    "a",
    "abbr",
    "acronym",
    "address",
    "article",
    "aside",
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "data",
    "dd",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "font",
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
    "hr",
    "html",
    "i",
    "kbd",
    "label",
    "li",
    "main",
    "mark",
    "meta",
    "nobr",
    "output",
    "p",
    "pre",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "super",
    "time",
    "title",
    "tt",
    "u",
    "ul",
    "var",
    "wbr",
    "link",
    "base",
    "style",
];

pub(super) fn script(name: &str) -> Option<Script> {
    match name {
        "sup" | "super" => Some(Script::Above),
        "sub" => Some(Script::Below),
        _ => None,
    }
}
