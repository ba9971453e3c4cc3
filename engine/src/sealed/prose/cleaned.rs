//! A model's text, fit for a terminal and for one screen: no escape sequence, no control or invisible formatting character,
//! no run of blank lines, and no more than a bounded length.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;

/// The most characters of prose that an answer prints; two pages of Chinese.
pub const PROSE_CHARS_MAX: usize = 4_000;

/// How much of a model's text is looked at, in bytes; what escape sequences and the like may take up besides.
const READ_BYTES_MAX: usize = 16 * PROSE_CHARS_MAX;

/// The clean text, and whether its end was cut off.
pub(super) fn cleaned(text: &str) -> (String, bool) {
    let end = (0..=READ_BYTES_MAX.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let read = &text[..end];
    let stripped = anstream::adapter::strip_str(read).to_string().replace("\r\n", "\n");
    let mut clean = String::with_capacity(stripped.len());
    for line in stripped.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{B}', '\u{C}', '\u{85}']) {
        let line: String = line.chars().filter_map(visible).collect();
        let line = line.trim();
        if !(line.is_empty() && (clean.is_empty() || clean.ends_with("\n\n"))) {
            clean.push_str(line);
            clean.push('\n');
        }
    }
    clean.truncate(clean.trim_end().len());
    let cut = shorten(&mut clean) || read.len() < text.len();
    (clean, cut)
}

/// The character as it may be printed.
fn visible(c: char) -> Option<char> {
    match c.general_category() {
        _ if c == '\t' => Some(' '),
        GeneralCategory::Control
        | GeneralCategory::Format
        | GeneralCategory::PrivateUse
        | GeneralCategory::Surrogate
        | GeneralCategory::Unassigned => None,
        _ => Some(c),
    }
}

/// Cuts a text that is too long behind the last sentence that fits, or inside a sentence that does not fit alone.
fn shorten(text: &mut String) -> bool {
    let Some((limit, _)) = text.char_indices().nth(PROSE_CHARS_MAX) else { return false };
    let sentence = text.split_sentence_bound_indices().map(|(at, _)| at).take_while(|at| *at <= limit).last();
    let grapheme = text.grapheme_indices(true).map(|(at, _)| at).take_while(|at| *at <= limit).last();
    let at = sentence.filter(|at| *at > limit / 2).or(grapheme).unwrap_or(limit);
    text.truncate(at);
    text.truncate(text.trim_end().len());
    true
}

#[cfg(test)]
mod tests;
