//! Full-width forms as ASCII and every dash that stands for a minus as `-`, and nothing more: a compatibility folding would
//! turn `10²` into `102`. White space stays as it is but for the ideographic space.

use std::borrow::Cow;

/// The narrow form of a text. The common cell is ASCII already, and costs nothing.
pub(crate) fn half_width(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let narrow = text.chars().map(|c| match c {
        // Minus sign, small hyphen, hyphen, non-breaking hyphen, figure dash, en dash.
        '\u{2212}' | '\u{FE63}' | '\u{2010}'..='\u{2013}' => '-',
        // Full-width forms stand at a fixed distance from ASCII.
        '\u{FF01}'..='\u{FF5E}' => u32::from(c).checked_sub(0xFEE0).and_then(char::from_u32).unwrap_or(c),
        '\u{3000}' => ' ',
        '\u{2019}' => '\'',
        c => c,
    });
    Cow::Owned(narrow.collect())
}
