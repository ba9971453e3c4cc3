//! Numbers in English words: cardinals and ordinals, hyphenated (`twenty-five`), spaced (`two hundred and five`) or run
//! together (`twentyfive`), in ASCII or full-width letters. Phrases that use such a word without stating a number
//! (`which one`) are in `ordinary_phrases.txt`, and only the whole phrase is excused.

use std::collections::HashMap;
use std::sync::LazyLock;

use rust_decimal::Decimal;

use super::{Form, Scan, Scanned, entries};

/// A number word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// Added: units, teens, tens.
    Add(i64),
    /// Multiplied: hundred, thousand …
    Times(i64),
}

static WORDS: LazyLock<HashMap<&str, Word>> = LazyLock::new(|| {
    let of_line = |line: &'static str| {
        let (value, words) = line.split_once(' ')?;
        let meaning = match value.strip_prefix('×') {
            Some(scale) => Word::Times(scale.parse().ok()?),
            None => Word::Add(value.parse().ok()?),
        };
        Some(words.split(' ').map(move |word| (word, meaning)))
    };
    entries(include_str!("number_words.txt")).filter_map(of_line).flatten().collect()
});

/// Phrases that use a number word without stating a number.
static ORDINARY_PHRASES: LazyLock<Vec<Vec<&str>>> =
    LazyLock::new(|| entries(include_str!("ordinary_phrases.txt")).map(|phrase| phrase.split(' ').collect()).collect());

pub(super) fn read(scan: &Scan<'_>) -> Option<Scanned> {
    if scan.before().is_some_and(is_letter) {
        return None;
    }
    let (first, after_first) = letters(scan, scan.at)?;
    if let Some(next) = ordinary(scan, &first, after_first) {
        return Some(Scanned::Word { next });
    }
    let Some(mut words) = number_words(&first) else {
        return Some(Scanned::Word { next: after_first });
    };
    let mut next = after_first;
    while let Some((more, end)) = continuation(scan, next) {
        words.extend(more);
        next = end;
    }
    Some(scan.numeral(next, value_of(&words).map(Decimal::from), Form::English))
}

/// The number words after a gap of one space or hyphen, with an `and` between them allowed.
fn continuation(scan: &Scan<'_>, at: usize) -> Option<(Vec<Word>, usize)> {
    let gap = |at: usize| scan.char(at).is_some_and(|c| matches!(c, ' ' | '-' | '\u{2010}' | '\u{2011}'));
    if !gap(at) {
        return None;
    }
    let (text, end) = letters(scan, at + 1)?;
    if text == "and" {
        let (text, end) = if gap(end) { letters(scan, end + 1)? } else { return None };
        return Some((number_words(&text)?, end));
    }
    Some((number_words(&text)?, end))
}

/// The place after an ordinary phrase that begins with the word `first`, after which it is `after_first`.
fn ordinary(scan: &Scan<'_>, first: &str, after_first: usize) -> Option<usize> {
    ORDINARY_PHRASES.iter().find_map(|phrase| {
        let (begin, rest) = phrase.split_first()?;
        if *begin != first {
            return None;
        }
        let mut at = after_first;
        for expected in rest {
            scan.char(at).filter(|c| *c == ' ' || *c == '-')?;
            let (text, end) = letters(scan, at + 1)?;
            if text != *expected {
                return None;
            }
            at = end;
        }
        Some(at)
    })
}

/// The Latin letters from `from` on in lower-case ASCII, and the place after them.
fn letters(scan: &Scan<'_>, from: usize) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut at = from;
    while let Some(c) = scan.char(at).and_then(ascii_letter) {
        text.push(c);
        at += 1;
    }
    (!text.is_empty()).then_some((text, at))
}

fn ascii_letter(c: char) -> Option<char> {
    let narrow = match c {
        '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}' => char::from_u32(u32::from(c) - 0xFEE0)?,
        _ => c,
    };
    narrow.is_ascii_alphabetic().then(|| narrow.to_ascii_lowercase())
}

fn is_letter(c: char) -> bool {
    ascii_letter(c).is_some()
}

/// The number words that a run of letters consists of, or nothing when any of it is something else.
fn number_words(text: &str) -> Option<Vec<Word>> {
    // The longest run of letters that number words can make and a person would write.
    const LONGEST_RUN: usize = 64;
    if let Some(whole) = WORDS.get(text) {
        return Some(vec![*whole]);
    }
    let begins_with_one = (1..=text.len()).any(|end| text.get(..end).is_some_and(|begin| WORDS.contains_key(begin)));
    if text.len() > LONGEST_RUN || !begins_with_one {
        return None;
    }
    // From the right: what the letters from `start` on consist of.
    let mut tails: Vec<Option<Vec<Word>>> = vec![None; text.len()];
    tails.push(Some(Vec::new()));
    for start in (0..text.len()).rev() {
        let longest_first = (start + 1..=text.len()).rev();
        let tail = longest_first.filter_map(|end| {
            let first = *WORDS.get(text.get(start..end)?)?;
            let rest = tails.get(end)?.as_ref()?;
            Some(std::iter::once(first).chain(rest.iter().copied()).collect())
        });
        let tail = tail.take(1).next();
        if let Some(slot) = tails.get_mut(start) {
            *slot = tail;
        }
    }
    tails.into_iter().next().flatten()
}

fn value_of(words: &[Word]) -> Option<i64> {
    let (mut total, mut section) = (0_i64, 0_i64);
    for word in words {
        match *word {
            Word::Add(value) => section = section.checked_add(value)?,
            Word::Times(100) => section = section.max(1).checked_mul(100)?,
            Word::Times(scale) => {
                total = total.checked_add(section.max(1).checked_mul(scale)?)?;
                section = 0;
            }
        }
    }
    total.checked_add(section)
}
