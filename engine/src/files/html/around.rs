//! Elements that are open around some text, and the looks that they hand down to it.

use super::is_block;
use super::style::Style;

/// Elements inside each other whose looks are followed.
const DEPTH_MAX: usize = 256;

/// Open elements, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// Each with the look of what stands in it.
    open: Vec<(String, Style)>,
    /// Open elements beyond those.
    unfollowed: usize,
}

impl Around {
    /// An element begins.
    pub(super) fn begin(&mut self, name: &str, style: Style) {
        if is_block(name) {
            // A paragraph ends where a block begins, and a member of a list where the next one does.
            let is_ended = |open: &str| open == "p" || matches!(open, "li" | "dd" | "dt") && open == name;
            if let Some(at) = self
                .open
                .iter()
                .rposition(|(open, _)| is_block(open))
                .filter(|at| self.open.get(*at).is_some_and(|(open, _)| is_ended(open)))
            {
                self.open.truncate(at);
            }
        }
        if self.open.len() == DEPTH_MAX {
            self.unfollowed += 1;
            return;
        }
        let style = style.inside(self.style());
        self.open.push((name.to_owned(), style));
    }

    /// An element ends, and with it those inside that were not closed.
    pub(super) fn end(&mut self, name: &str) {
        if self.unfollowed > 0 {
            self.unfollowed -= 1;
        } else if let Some(at) = self.open.iter().rposition(|(open, _)| open == name) {
            self.open.truncate(at);
        }
    }

    /// The look of what stands here.
    pub(super) fn style(&self) -> Style {
        self.open.last().map(|(_, style)| *style).unwrap_or_default()
    }
}
