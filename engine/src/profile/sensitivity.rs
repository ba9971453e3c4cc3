//! What restricts a document besides the words in it: its label and its name. Both are compared without regard to case, width
//! or invisible characters, so that no spelling slips past. Nothing here reads a document or lowers what was found before.

use super::{Sensitivity, SensitivityPolicy};
use crate::text::TextView;

impl Sensitivity {
    /// The sensitivity that a label names; none for a label that nobody knows, which must count as
    /// [`Sensitivity::Restricted`].
    pub fn of_label(label: &str) -> Option<Self> {
        TextView::fold(label).parse().ok()
    }
}

impl SensitivityPolicy {
    /// The sensitivity of a document whose content says nothing about it.
    pub fn of_name(&self, name: &str) -> Sensitivity {
        if self.restricts_name(name) { Sensitivity::Restricted } else { self.default }
    }

    /// Whether a document is restricted by its name. The whole name and its last path component are both compared, so that
    /// `exco*` restricts `board/EXCO 2024.xlsx` too.
    pub fn restricts_name(&self, name: &str) -> bool {
        let name = TextView::new(name);
        let last = name.text().rsplit(['/', '\\']).next().unwrap_or_default();
        self.restricted_filename_patterns.iter().any(|pattern| {
            let pattern = TextView::new(pattern);
            matches(pattern.text(), name.text()) || matches(pattern.text(), last)
        })
    }
}

/// Whether `name` is of the form `pattern`, where `*` stands for any characters and `?` for one. Linear in the name for
/// each `*` of the pattern.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where to go on when the last `*` has to take one character more.
    let mut retry: Option<(usize, usize)> = None;
    while let Some(&c) = name.get(n) {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p + 1, n));
                p += 1;
            }
            Some(&wanted) if wanted == '?' || wanted == c => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((after_star, taken)) = retry else { return false };
                retry = Some((after_star, taken + 1));
                p = after_star;
                n = taken + 1;
            }
        }
    }
    pattern.iter().skip(p).all(|c| *c == '*')
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
