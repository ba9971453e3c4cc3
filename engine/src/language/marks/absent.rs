//! Marks for a value that there is none of: `n/a`, `—`, 不适用. One list for facts files, spreadsheets, pages and text: what is
//! nothing in one of them is nothing in all.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::language::lists::{WordList, words};
use crate::text::fold_han;

/// No word of the list is longer.
const BYTES_MAX: usize = 24;

static WORDS: LazyLock<WordList> = words!("marks/absent.txt");

/// Whether a text says that there is no value; spreadsheets write `#N/A`. An empty text says nothing, not even that.
pub(crate) fn is_absent(text: &str) -> bool {
    !text.is_empty()
        && (text.chars().all(is_dash)
            || text.len() <= BYTES_MAX && WORDS.contains(&simplified(text.strip_prefix('#').unwrap_or(text))))
}

/// The text in the characters of the list; the common text has no others.
fn simplified(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(text.chars().map(fold_han).collect()) }
}

/// What rows of dashes, dots and strokes are made of. A minus is `-` in half width.
fn is_dash(c: char) -> bool {
    matches!(c, '-' | '—' | '―' | '─' | '_' | '.' | '…' | '/')
}
