//! Where a part of a page that is not read begins and ends. Without a tree, the end of an element is counted: its own end
//! tag, or the start that ends it when its end tag was left out.

use html5gum::StartTag;

use super::element::is_void;
use super::style::Style;

/// Elements whose content is no text of the page.
// In code: names of elements (HTML).
const UNREAD: [&str; 25] = [
    "audio", "button", "canvas", "datalist", "embed", "iframe", "map", "math", "meter", "nav", "noembed", "noframes",
    "noscript", "object", "progress", "rp", "rt", "script", "select", "style", "svg", "template", "textarea", "video",
    "applet",
];

/// Those of them that show nothing.
// In code: names of elements (HTML).
const UNSEEN: [&str; 9] = ["datalist", "map", "noembed", "noframes", "noscript", "rp", "script", "style", "template"];

/// Elements whose end tag may be left out, and whose next sibling of the same kind ends them.
// In code: names of elements (HTML).
const UNCLOSED: [&str; 8] = ["dd", "dt", "li", "option", "p", "td", "th", "tr"];

/// Elements that keep their members to themselves.
const CONTAINERS: [&str; 5] = ["dl", "menu", "ol", "table", "ul"];

/// Whether an element shows something beside text that is not read: a picture, a field, a small text above another.
pub(super) fn shows_unread(name: &str) -> bool {
    matches!(name, "img" | "input" | "embed") || UNREAD.contains(&name) && !UNSEEN.contains(&name)
}

/// A part that is not read.
#[derive(Debug)]
pub(super) struct Hidden {
    name: String,
    /// Elements of the same name that are open in it.
    same: usize,
    /// Lists and tables that are open in it.
    containers: usize,
}

impl Hidden {
    /// The part that `tag` begins; none when it is read.
    pub(super) fn begins(name: &str, tag: &StartTag<()>, style: Style) -> Option<Self> {
        let is_left_out = !is_void(name) && (style.hidden || style.is_struck());
        Self::unread(name, tag).or_else(|| is_left_out.then(|| Self::of(name)))
    }

    /// The part that `tag` begins when its element is no text of any page.
    pub(super) fn unread(name: &str, tag: &StartTag<()>) -> Option<Self> {
        let empty = is_void(name) || tag.self_closing && matches!(name, "svg" | "math");
        (UNREAD.contains(&name) && !empty).then(|| Self::of(name))
    }

    /// The part that an element begins when this page does not show it.
    pub(super) fn concealed(name: &str, style: Style) -> Option<Self> {
        (!is_void(name) && style.hidden).then(|| Self::of(name))
    }

    /// The part that an element of `name` begins.
    pub(super) fn of(name: &str) -> Self {
        Self { name: name.to_owned(), same: 0, containers: 0 }
    }

    /// Whether the part ends where an element of `name` starts.
    pub(super) fn ends_at_start(&mut self, name: &str) -> bool {
        let unclosed = UNCLOSED.contains(&self.name.as_str()) && self.containers == 0;
        if unclosed && (name == self.name || self.name == "p" && CONTAINERS.contains(&name)) {
            return true;
        }
        self.containers += usize::from(CONTAINERS.contains(&name));
        self.same += usize::from(name == self.name);
        false
    }

    /// Whether the part ends with the end tag of `name`.
    pub(super) fn ends_at_end(&mut self, name: &str) -> bool {
        if name == self.name {
            let last = self.same == 0;
            self.same = self.same.saturating_sub(1);
            return last;
        }
        if CONTAINERS.contains(&name) {
            if self.containers == 0 {
                // The list or table around an element whose end tag was left out.
                return UNCLOSED.contains(&self.name.as_str());
            }
            self.containers -= 1;
        }
        false
    }
}
