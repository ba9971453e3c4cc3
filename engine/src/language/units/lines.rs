//! Units as a layout sees them, before any profile: whether a text is nothing but a unit, and whether a line states the unit of
//! everything below it. Which unit it is is not decided here.

use std::sync::LazyLock;

use super::notations::{Notation, at_start};
use crate::language::lists::{WordList, strip_end, strip_start, words};
use crate::text::half_width;

/// Pieces of the longest unit: `US$`, `m`, 人.
const PIECES_MAX: usize = 4;

/// What is longer behind the words that open a line of units is a sentence.
const LEAD_BYTES_MAX: usize = 40;

/// What a line of units opens with.
static LEADS: LazyLock<WordList> = words!("units/line_leads.txt");

/// What a line that states a unit holds.
static CAPTION_WORDS: LazyLock<WordList> = words!("units/caption_words.txt");

/// Whether a unit, scale or currency is named anywhere in a folded line.
pub(crate) fn names_unit(line: &str) -> bool {
    CAPTION_WORDS.words().any(|word| line.contains(word))
}

/// A text without the currency in front of it.
pub(crate) fn without_currency(text: &str) -> &str {
    let currency = at_start(text, is_currency);
    currency.and_then(|word| text.get(word.text.len()..)).map_or(text, str::trim_start)
}

fn is_currency(notation: Notation) -> bool {
    matches!(notation, Notation::Currency(_) | Notation::Shared(_))
}

/// Whether a text is nothing but a unit: `%`, `m`, `million`, 万元, `US$ m`. Each kind of piece stands in it once, and a Latin word is
/// whole, unless it follows a currency (`HK$m`) or a currency follows it (`mUSD`).
pub(crate) fn is_unit(text: &str) -> bool {
    let mut rest = text.trim_matches([' ', ')', '(', '.', '*']);
    let (mut scaled, mut named, mut based, mut counted) = (false, false, false, false);
    if rest.is_empty() {
        return false;
    }
    for _ in 0..PIECES_MAX {
        let Some(word) = at_start(rest, |_| true) else { return false };
        let taken = match word.notation {
            Notation::Scale(_) => &mut scaled,
            // A sign may repeat the currency: 人民币百万元.
            Notation::Currency(_) => &mut named,
            Notation::Counted => &mut counted,
            _ => &mut based,
        };
        if std::mem::replace(taken, true) {
            return false;
        }
        let behind = rest.get(word.text.len()..).unwrap_or_default();
        let letters = word.text.ends_with(|c: char| c.is_ascii_alphanumeric())
            && behind.starts_with(|c: char| c.is_ascii_alphanumeric());
        if letters && !is_currency(word.notation) && at_start(behind, is_currency).is_none() {
            return false;
        }
        rest = behind.trim_start();
        if rest.is_empty() {
            return true;
        }
    }
    false
}

/// Whether a text states the unit or currency of everything below it: `单位：百万元`, `(US$ millions)`, `in thousands`.
pub(crate) fn is_unit_line(text: &str) -> bool {
    let narrow = half_width(text);
    let text = narrow.trim();
    let goes_on = |rest: &str| rest.starts_with([':', ' ', '(']) || rest.len() < LEAD_BYTES_MAX;
    // "Unit economics of …" is a title where it goes on.
    let of_unit = ["units", "unit"].into_iter().find_map(|word| strip_start(text, word));
    let of_unit = of_unit.is_some_and(|rest| rest.starts_with(':') || rest.strip_prefix(' ').is_some_and(goes_on));
    if of_unit || LEADS.strip_start(text).is_some_and(goes_on) {
        return true;
    }
    let bare = text.trim_matches(['(', ')', ' ']);
    let stated = ["expressed in ", "in "].into_iter().find_map(|lead| strip_start(bare, lead)).unwrap_or(bare);
    let scaled = strip_end(stated, " in millions").or_else(|| strip_end(stated, " in thousands")).unwrap_or(stated);
    let unit = scaled.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '%' && c != '$');
    let parts = unit.split([' ', ',', '/', '\'']).filter(|part| !part.is_empty());
    !unit.is_empty()
        && (is_unit(unit) || parts.clone().count() <= 4 && parts.clone().all(|part| is_unit(part) || part == "000"))
}

#[cfg(test)]
mod tests;
