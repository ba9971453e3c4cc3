//! A question cut into the pieces that periods are made of: numbers, words of time, other words, marks. One pass from
//! left to right; no piece knows its neighbours except whether a space stands between.

use std::ops::Range;

use super::numerals::{han_value, is_han_digit, plausible_year};
use super::words::Key;
use super::{chinese, english};
use crate::lang::is_cjk;

/// A run of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: u32,
    /// Decimal digits written, leading zeros included.
    pub(super) len: usize,
    /// Written in Chinese numerals.
    pub(super) han: bool,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number(Number),
    /// Digits that are no number a period can hold: 2,024, twenty digits, an ill-formed Chinese numeral.
    Figure,
    Key(Key),
    /// A word without a meaning for time.
    Word,
    /// Any other character.
    Mark(char),
}

/// One piece of the text.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// Bytes of the text.
    pub(super) span: Range<usize>,
    /// No space stands before it.
    pub(super) glued: bool,
    pub(super) kind: Kind,
}

/// Cuts `text`. Linear in its length.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let mut at = 0;
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        if c == ' ' {
            at += 1;
            before = Some(c);
            continue;
        }
        let glued = at > 0 && before != Some(' ');
        let rest = &text[at..];
        let (kind, len) = match c {
            '0'..='9' => digits(rest),
            _ if is_han_digit(c) => han(rest, before),
            _ if is_cjk(c) => {
                chinese::word(rest, before).map_or((Kind::Mark(c), c.len_utf8()), |(key, len)| (Kind::Key(key), len))
            }
            _ if c.is_alphabetic() => {
                let len = run(rest, |c| c.is_alphabetic() && !is_cjk(c) && !is_han_digit(c));
                // 1HFY24, FY23vsFY24: what stands before FY is a word of its own.
                let len = match &rest[..len] {
                    joined @ ("hfy" | "qfy" | "mfy" | "vfy" | "vsfy" | "tofy") => joined.len() - 2,
                    _ => len,
                };
                (english::word(&rest[..len]).map_or(Kind::Word, Kind::Key), len)
            }
            _ => (Kind::Mark(c), c.len_utf8()),
        };
        before = rest[..len].chars().next_back();
        tokens.push(Token { span: at..at + len, glued, kind });
        at += len;
    }
    tokens
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// ASCII digits, with their thousands separators if they have any.
fn digits(text: &str) -> (Kind, usize) {
    let len = run(text, |c| c.is_ascii_digit());
    let mut end = len;
    while end <= len + 40 && is_group(&text[end..], len) {
        end += 4;
    }
    if end > len {
        return (Kind::Figure, end);
    }
    let number = (len <= 8).then(|| text[..len].parse().ok()).flatten();
    (number.map_or(Kind::Figure, |value| Kind::Number(Number { value, len, han: false })), len)
}

/// `,024` and nothing longer, after at most three digits.
fn is_group(text: &str, digits_before: usize) -> bool {
    let bytes = text.as_bytes();
    digits_before <= 3
        && matches!(bytes, [b',', a, b, c, ..] if a.is_ascii_digit() && b.is_ascii_digit() && c.is_ascii_digit())
        && !bytes.get(4).is_some_and(u8::is_ascii_digit)
}

fn han(text: &str, before: Option<char>) -> (Kind, usize) {
    // 统一, 唯一, 万一: the one is part of a word.
    if text.starts_with('一') && before.is_some_and(|c| "统唯万同专单".contains(c)) {
        return (Kind::Mark('一'), '一'.len_utf8());
    }
    let len = run(text, is_han_digit);
    // 二〇二四一季度: the four digits of a year end where they are complete.
    let year = text[..len].char_indices().nth(4).map(|(end, _)| end);
    let is_year = |&end: &usize| matches!(han_value(&text[..end]), Some((value, 4)) if plausible_year(value).is_some());
    let len = year.filter(is_year).unwrap_or(len);
    let value = han_value(&text[..len]);
    (value.map_or(Kind::Figure, |(value, digits)| Kind::Number(Number { value, len: digits, han: true })), len)
}

#[cfg(test)]
mod tests;
