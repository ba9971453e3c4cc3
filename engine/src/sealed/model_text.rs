//! A model's words, sealed. Nothing outside of the module above can read, print, compare or serialise them, so no number in
//! them can reach an answer by accident or by a later change: that would not compile.

use std::fmt;

use serde::Serialize;

use crate::language::numbers::numeric_content::speaks_of_numbers;

/// What a model wrote, reduced to the only thing that may be known of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Prose {
    /// Nothing.
    None,
    /// Words without numbers; dropped.
    Words,
    /// Words with numbers; dropped.
    Numbers,
}

/// What a model wrote.
///
/// It has no `Display`, no `Deref`, no `AsRef<str>` and no accessor:
///
/// ```compile_fail,E0277
/// let text = engine::sealed::ModelText::new("about 1,320");
/// println!("{text}");
/// ```
///
/// ```compile_fail,E0308
/// let text = engine::sealed::ModelText::new("about 1,320");
/// let open: &str = &text;
/// ```
///
/// ```compile_fail,E0277
/// let text = engine::sealed::ModelText::new("about 1,320");
/// let open: String = text.into();
/// ```
///
/// ```compile_fail,E0616
/// let text = engine::sealed::ModelText::new("about 1,320");
/// let open = text.0;
/// ```
///
/// Making one, and showing that there is one, is all that works:
///
/// ```
/// let text = engine::sealed::ModelText::new("about 1,320");
/// assert_eq!(format!("{text:?}"), "ModelText(sealed)");
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ModelText(String);

impl ModelText {
    /// Seals what a model wrote.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Whether there are words, and numbers among them.
    pub fn prose(&self) -> Prose {
        match self.open() {
            "" => Prose::None,
            text if speaks_of_numbers(text) => Prose::Numbers,
            _ => Prose::Words,
        }
    }

    /// The words, for the checks beside it alone.
    pub(super) fn open(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ModelText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ModelText(sealed)")
    }
}

#[cfg(test)]
mod tests;
