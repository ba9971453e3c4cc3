//! What keeps the text of a cell from being one statement. How a format shows it is known by its reader; what becomes of the
//! value is not decided here.

use std::fmt;

/// Why the text of a cell is not one statement: its pieces play different parts. Nothing is read from such a text, because
/// joined together they could say what no piece of them says. The gravest comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Blemish {
    /// Some or all of it is struck out or marked as deleted. What is struck stands between `~~`.
    Struck,
    /// It is shown with other characters, or in another order, than it is written.
    Altered,
    /// It is too small or too pale to be seen, or a part of it is.
    Faint,
    /// It, or something beside it, has a look that is not read and may hide, move or add some of it.
    Unread,
    /// A part of it was inserted by a revision, beside text that was not.
    Inserted,
    /// A part of it stands above or below its line and is no footnote mark at its end.
    Raised,
    /// Its digits and signs are not of one size, colour or other look.
    Uneven,
    /// Glyphs of it are drawn over each other.
    Overprinted,
}

impl Blemish {
    /// The gravest of what is the matter with a text and with something around or beside it.
    pub(super) fn gravest(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        one.into_iter().chain(other).min()
    }
}

impl fmt::Display for Blemish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Struck => "it is struck out, or a part of it is",
            Self::Altered => "it is shown otherwise than it is written",
            Self::Faint => "it is too small or too pale to be seen, or a part of it is",
            Self::Unread => "a look that is not read may hide, move or add a part of it",
            Self::Inserted => "a revision inserted a part of it",
            Self::Raised => "a part of it stands above or below its line",
            Self::Uneven => "its digits do not look alike",
            Self::Overprinted => "its characters are drawn over each other",
        })
    }
}
