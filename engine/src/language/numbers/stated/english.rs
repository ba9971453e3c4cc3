//! English number words: twenty-five, three hundred million, two thirds, doubled, a dozen. Phrases that hold a number word
//! and state no number (`engine/data/language/numbers/ordinary.txt`) are taken out before.

use std::sync::LazyLock;

use super::value::Value;
use crate::language::lists::{WordList, words};
use crate::language::numbers::{EnglishNumber, english_number};
use crate::language::units::notations::{Notation, at_start};

/// A number in words: its end, its value, and the scale when there is nothing but a scale word.
pub(super) type WordNumber = (usize, Value, Option<i64>);

/// What the first three ordinals must stand before to be numbers.
static RANKED: LazyLock<WordList> = words!("numbers/ranked.txt");

/// The value of a word up to ninety-nine.
fn small(word: &str) -> Option<u128> {
    match english_number(word)? {
        EnglishNumber::Cardinal(value) => Some(value.into()),
        EnglishNumber::Dozen => Some(12),
        _ => None,
    }
}

fn ordinal(word: &str) -> Option<u128> {
    match english_number(word)? {
        EnglishNumber::Ordinal(value) => Some(value.into()),
        _ => None,
    }
}

/// The power of ten of a scale word.
fn power(word: &str) -> Option<i64> {
    if matches!(word, "hundred" | "hundreds") {
        return Some(2);
    }
    let scale = at_start(word, |notation| matches!(notation, Notation::Scale(_))).filter(|scale| scale.text == word)?;
    match scale.notation {
        // Other short scales are letters that must touch their digits, or other units (mm).
        Notation::Scale(power) if !scale.short || word == "tn" => Some(power.into()),
        _ => None,
    }
}

/// The power of ten of the scale behind digits, and its end: "5 million", "5m", "5bn". A single letter must touch.
pub(super) fn scale(text: &str, at: usize) -> Option<(usize, i64)> {
    let gap = usize::from(text[at..].starts_with([' ', '-']));
    let (word, end) = word_at(text, at + gap)?;
    let letter = match word {
        "k" => Some(3),
        "m" => Some(6),
        "b" => Some(9),
        _ => None,
    };
    let power = if gap == 0 { letter.or_else(|| power(word)) } else { power(word) };
    power.map(|power| (end, power))
}

/// The power of ten of a scale beside a currency sign without digits: "US$m".
pub(super) fn scale_of_currency(text: &str, at: usize) -> Option<(usize, i64)> {
    scale(text, at).filter(|_| !text[at..].starts_with([' ', '-']))
}

/// The word of ASCII letters at a place, and its end; none when it goes on in digits.
fn word_at(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = text.get(at..)?;
    let len = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let goes_on = rest[len..].starts_with(|c: char| c.is_alphanumeric() && !crate::lang::is_cjk(c));
    (len > 0 && !goes_on).then(|| (&rest[..len], at + len))
}

/// The word behind a space or a hyphen.
fn next_word(text: &str, at: usize) -> Option<(&str, usize)> {
    text[at..].starts_with([' ', '-']).then(|| word_at(text, at + 1)).flatten()
}

/// The word before a place, when only a space or hyphen stands between.
fn word_before(text: &str, at: usize) -> &str {
    let Some(before) = text[..at].strip_suffix([' ', '-']) else { return "" };
    let start = before
        .rfind(|c: char| !c.is_ascii_alphabetic())
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    &before[start..]
}

/// Reads the number whose first word begins at `at`.
pub(super) fn words_at(text: &str, at: usize) -> Option<WordNumber> {
    let (word, end) = word_at(text, at)?;
    match english_number(word) {
        Some(EnglishNumber::Times(times)) => return Some((end, Value::whole(times.into()), None)),
        Some(EnglishNumber::Half) => return Some((end, Value::Fraction { part: 1, whole: 2 }, None)),
        _ => {}
    }
    if let Some(share) = share(text, end, word).filter(|_| matches!(word_before(text, at), "a" | "an")) {
        return Some((end, Value::Fraction { part: 1, whole: share }, None));
    }
    if let Some(rank) = ordinal(word) {
        let ranks = next_word(text, end).is_some_and(|(next, _)| RANKED.contains(next));
        return (rank > 3 || ranks).then(|| (end, Value::whole(rank), None));
    }
    if small(word).is_none() {
        let power = power(word).filter(|_| word.len() > 3)?;
        return Some((end, Value::whole(1).scaled(power), Some(power)));
    }
    let (end, value) = cardinal(text, at)?;
    if let Some((next, next_end)) = next_word(text, end)
        && let Some(whole) = share(text, next_end, next).filter(|_| value < 20)
    {
        return Some((next_end, Value::Fraction { part: value, whole }, None));
    }
    Some((end, Value::whole(value), None))
}

/// What a whole is divided into: third, thirds, quarter of, fifths.
fn share(text: &str, end: usize, word: &str) -> Option<u128> {
    let is_part = || next_word(text, end).is_some_and(|(next, _)| next == "of");
    match word {
        "half" | "halves" => Some(2),
        "third" => Some(3).filter(|_| !text[end..].starts_with(" part")),
        "quarters" => Some(4),
        "quarter" => Some(4).filter(|_| is_part()),
        _ => {
            let (stem, plural) = word.strip_suffix('s').map_or((word, false), |stem| (stem, true));
            ordinal(stem).filter(|whole| *whole > 2 && (plural || is_part()))
        }
    }
}

/// A cardinal of several words and its end; none when it is too large.
fn cardinal(text: &str, at: usize) -> Option<(usize, u128)> {
    let (mut total, mut section) = (0_u128, 0_u128);
    let mut next = word_at(text, at);
    let mut end = at;
    while let Some((word, word_end)) = next {
        if let Some(value) = small(word) {
            section = if word.starts_with("dozen") && section > 0 {
                section.checked_mul(value)?
            } else if end > at && !fits(section, value) {
                // "two three" is two numbers.
                break;
            } else {
                section.checked_add(value)?
            };
        } else if let Some(power) = power(word).filter(|_| word.len() > 3) {
            let times = 10_u128.checked_pow(u32::try_from(power).ok()?)?;
            if power == 2 {
                section = section.max(1).checked_mul(times)?;
            } else {
                total = total.checked_add(section.max(1).checked_mul(times)?)?;
                section = 0;
            }
        } else {
            break;
        }
        end = word_end;
        next = next_word(text, end);
        if let Some(("and", and_end)) = next {
            next = next_word(text, and_end).filter(|(word, _)| section.is_multiple_of(100) && small(word).is_some());
            next = next.filter(|_| total + section > 0);
        }
    }
    Some((end, total.checked_add(section)?))
}

/// Whether a small number may stand behind `section`: five behind twenty, anything behind a full hundred.
fn fits(section: u128, value: u128) -> bool {
    section.is_multiple_of(100) || (section % 100 >= 20 && section.is_multiple_of(10) && (1..10).contains(&value))
}

#[cfg(test)]
mod tests;
