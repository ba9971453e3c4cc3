//! Lines that are notes: `Note:`, 资料来源, `(1) Excludes one-offs`.

use std::sync::LazyLock;

use crate::language::lists::{WordList, words};
use crate::text::half_width;

/// What a note opens with.
static LEADS: LazyLock<WordList> = words!("marks/note_leads.txt");

/// Whether a text announces itself as a note: `Note:`, `注：`, `* restated`, `Source:`, `资料来源`.
pub(crate) fn is_note(text: &str) -> bool {
    let folded = half_width(text);
    let text = folded.trim();
    if text.starts_with(['*', '†', '‡', '※', '¹', '²', '³', '①', '②', '③', '④', '⑤']) {
        return true;
    }
    LEADS.strip_start(text).is_some_and(|rest| {
        let number = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit() || c == '(');
        rest.is_empty()
            || rest.starts_with([':', '.'])
            || number.len() < rest.trim_start().len()
            || rest.starts_with(" - ")
    })
}

/// A text without the word that makes it a note: `Note: `, 注：. All of it where none does.
pub(crate) fn without_note_word(text: &str) -> &str {
    let text = text.trim_start();
    let behind = LEADS.strip_start(text).map(str::trim_start);
    behind.and_then(|rest| rest.strip_prefix([':', '：'])).map_or(text, str::trim_start)
}

/// Whether a text begins with the number of a footnote: `(1) …`, `[2] …`, `1) …`.
pub(crate) fn is_numbered_note(text: &str) -> bool {
    let folded = half_width(text);
    let text = folded.trim_start();
    let rest = text.trim_start_matches(['(', '[']);
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = rest.len() - behind.len();
    let lettered = text.len() > rest.len() && rest.starts_with(|c: char| c.is_ascii_lowercase());
    let behind = if lettered { rest.get(1..).unwrap_or_default() } else { behind };
    (lettered || (1..=2).contains(&digits)) && behind.starts_with([')', ']']) && behind.len() > 1
}
