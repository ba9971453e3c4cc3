//! Whether a line beside a table is written in a language that is not read. What it says of the figures, such as their unit, is
//! not known then. Which language it is does not matter.

use super::Context;
use crate::intent::{TokenKind, tokens};
use crate::lang::is_cjk;
use crate::language::periods::scan_absolute;
use crate::language::units::Setting;
use crate::text::TextView;

/// Longest line that may be a label; a longer one is running text.
const CHARS_MAX: usize = 80;
/// Words that nobody knows make another language of a line where they are so many, and two fifths of all: a sentence of English
/// has fewer, and names have capitals.
const STRANGE_MIN: usize = 2;

/// Whether nobody who reads English, Chinese and Japanese alone can tell what a line says: most of it is in other letters, or much of
/// it is words that no dictionary has and that are no names.
pub(super) fn is_foreign(line: &str, context: &Context) -> bool {
    line.chars().nth(CHARS_MAX).is_none() && (is_of_other_letters(line) || is_of_other_words(line, context))
}

/// Whether a line says by what the figures are multiplied, and nothing else: `x 1,000`, `×1000`.
pub(super) fn is_multiplier(line: &str) -> bool {
    let bare = line.trim().trim_matches(['(', ')', '（', '）', ' ']);
    let by = bare.strip_prefix(['x', 'X', '×', '*']).or_else(|| bare.strip_suffix(['x', 'X', '×'])).unwrap_or_default();
    let digits: String = by.chars().filter(|c| !matches!(c, ' ' | ',')).collect();
    digits.len() > 2 && digits.strip_prefix('1').is_some_and(|zeros| zeros.chars().all(|c| c == '0'))
}

fn is_of_other_letters(line: &str) -> bool {
    let letters = || line.chars().filter(|c| c.is_alphabetic());
    // Latin with its accents, raised letters, full-width forms.
    let is_read = |c: char| {
        c <= '\u{24F}'
            || is_cjk(c)
            || matches!(c, '\u{1D2C}'..='\u{2132}' | '\u{3041}'..='\u{30FF}' | '\u{FF21}'..='\u{FF9F}')
    };
    letters().filter(|c| !is_read(*c)).count() * 2 > letters().count()
}

fn is_of_other_words(line: &str, context: &Context) -> bool {
    let view = TextView::new(line);
    let row = tokens(view.text(), &view, &context.glossary, |view| scan_absolute(view, context.profile.calendar));
    let text = |span: &std::ops::Range<usize>| view.text().get(span.clone()).unwrap_or_default();
    let is_word = |span| text(span).len() > 1 && text(span).chars().all(|c| c.is_alphabetic() && !is_cjk(c));
    let words = row.iter().filter(|token| is_word(&token.span));
    let strange: Vec<_> = words.clone().filter(|token| token.kind == TokenKind::Name).collect();
    if strange.len() < STRANGE_MIN || strange.len() * 5 < words.count() * 2 {
        return false;
    }
    let is_small = |span| line.get(view.source_span(span)).is_some_and(|word| word.starts_with(char::is_lowercase));
    let names_money =
        || context.units.find(view.text(), &[], Setting::Value).iter().any(|unit| unit.statement.is_money());
    strange.iter().any(|token| is_small(token.span.clone())) || names_money()
}
