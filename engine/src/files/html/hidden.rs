//! Where a part of a page that is not read begins and ends. Without a tree, the end of an element is counted: its own end
//! tag, or the start that ends it when its end tag was left out.

use html5gum::StartTag;

use super::style::{Style, is_concealed};

/// Elements whose content is no text of the page.
// In code: names of elements (HTML).
const UNREAD: [&str; 23] = [
    "audio", "button", "canvas", "datalist", "embed", "iframe", "map", "math", "nav", "noembed", "noframes",
    "noscript", "object", "rp", "rt", "script", "select", "style", "svg", "template", "textarea", "video", "applet",
];

/// Elements that have no content and no end tag.
// In code: names of elements (HTML).
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];

/// Elements whose end tag may be left out, and whose next sibling of the same kind ends them.
// In code: names of elements (HTML).
const UNCLOSED: [&str; 8] = ["dd", "dt", "li", "option", "p", "td", "th", "tr"];

/// Elements that keep their members to themselves.
const CONTAINERS: [&str; 5] = ["dl", "menu", "ol", "table", "ul"];

/// Whether an element has no content and no end tag.
pub(super) fn is_void(name: &str) -> bool {
    VOID.contains(&name)
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
    pub(super) fn begins(name: &str, tag: &StartTag<()>) -> Option<Self> {
        Self::unread(name, tag).or_else(|| Self::concealed(name, tag)).or_else(|| Self::struck(name, tag))
    }

    /// The part that `tag` begins when its element is no text of any page.
    pub(super) fn unread(name: &str, tag: &StartTag<()>) -> Option<Self> {
        let empty = VOID.contains(&name) || tag.self_closing && matches!(name, "svg" | "math");
        (UNREAD.contains(&name) && !empty).then(|| Self::of(name))
    }

    /// The part that `tag` begins when this page does not show it.
    pub(super) fn concealed(name: &str, tag: &StartTag<()>) -> Option<Self> {
        (!VOID.contains(&name) && is_concealed(tag)).then(|| Self::of(name))
    }

    /// The part that `tag` begins when it is struck out: no longer what the page says.
    fn struck(name: &str, tag: &StartTag<()>) -> Option<Self> {
        (!VOID.contains(&name) && Style::of(name, tag).is_struck()).then(|| Self::of(name))
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
