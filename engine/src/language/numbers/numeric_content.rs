//! Whether a text speaks of any number, in any script: digits and other numeric characters, Chinese numerals, and number
//! words. It errs on the side of "yes": 一下 counts too, because the only use is to let a text pass when there is surely
//! none.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::english_number;
use super::han::is_numeral as is_numeral_character;
use crate::language::units::notations::{Notation, at_start};
use crate::text::TextView;

/// Whether `text` holds any numeric content.
pub(crate) fn speaks_of_numbers(text: &str) -> bool {
    let view = TextView::new(text);
    text.chars().chain(view.text().chars()).any(is_numeral) || has_number_word(text) || has_number_word(view.text())
}

/// Whether an English number word stands in `text`. Letters of other scripts end a word as a space does: Chinese is written
/// without spaces, so `约twenty个` is three words.
fn has_number_word(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphabetic()).any(|word| is_number_word(&word.to_ascii_lowercase()))
}

fn is_numeral(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Number
        // ○ is a bullet more often than a zero.
        || is_numeral_character(c) && c != '○'
        || matches!(c, '半' | '双' | '雙' | '倍' | '%' | '％' | '‰')
}

fn is_number_word(word: &str) -> bool {
    let is_scale = |word: &str| {
        let scale = at_start(word, |notation| matches!(notation, Notation::Scale(_)));
        scale.is_some_and(|scale| scale.text == word && scale.text.len() > 3)
    };
    let is_listed = |word: &str| english_number(word).is_some() || is_scale(word);
    is_listed(word)
        || word.strip_suffix('s').is_some_and(is_listed)
        || word.strip_suffix("ies").is_some_and(|stem| is_listed(&format!("{stem}y")))
        || word.strip_suffix("halves").is_some()
}

#[cfg(test)]
mod tests;
