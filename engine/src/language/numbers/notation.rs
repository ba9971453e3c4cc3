//! Numbers in text cells: footnote marks are taken off, the words around the digits are set apart, and the number between
//! them is read by the rules of [`super::exact`], which guess at nothing.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::exact::{self, NumberFault};
use crate::language::marks::{Place, without_footnotes};
use crate::language::numbers::DecimalMark;

/// The longest run of words around a number, in characters: longer ones are sentences.
const WORDS_CHARS_MAX: usize = 24;

/// A number with the notations around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotedNumber {
    /// The value; a percent format has moved its point.
    pub(crate) value: Decimal,
    /// Words or signs of its unit that stand in the cell or its format, before and behind the digits.
    pub(crate) words: Vec<String>,
    /// Whether it was read from text.
    pub(crate) from_text: bool,
    /// Whether a footnote mark was taken off.
    pub(crate) marked: bool,
    /// Whether its number format hides it.
    pub(crate) invisible: bool,
}

/// Whether a cell's text, as a reader sees it, is another number than the value that was read from the cell.
pub(crate) fn shows_another(text: &str, value: Decimal) -> bool {
    noted_number(text, DecimalMark::Point).is_ok_and(|shown| shown.value != value)
}

/// Reads a text as a number with its notations.
pub(crate) fn noted_number(text: &str, decimal: DecimalMark) -> Result<NotedNumber, NumberFault> {
    let (text, marked) = without_footnotes(text, Place::Meaning);
    let found = |number: exact::Number, words: Vec<String>| {
        let mut words = words;
        words.extend(number.percent.then(|| "%".to_owned()));
        NotedNumber { value: number.value, words, from_text: true, marked, invisible: false }
    };
    let plain = exact::exact_number(&pointed(text, decimal));
    match plain {
        Ok(number) => Ok(found(number, Vec::new())),
        Err(fault @ (NumberFault::NoValue | NumberFault::SpreadsheetError)) => Err(fault),
        Err(fault) => {
            let Some(Parts { number, words }) = parts(text) else { return Err(fault) };
            let number = exact::exact_number(&pointed(&number, decimal)).map_err(|_| fault)?;
            Ok(found(number, words))
        }
    }
}

/// The text with a decimal point, where the profile declares a decimal comma.
fn pointed(text: &str, decimal: DecimalMark) -> Cow<'_, str> {
    match decimal {
        DecimalMark::Point => Cow::Borrowed(text),
        DecimalMark::Comma => Cow::Owned(
            text.chars()
                .map(|c| match c {
                    ',' | '，' => '.',
                    '.' | '．' => ',',
                    c => c,
                })
                .collect(),
        ),
    }
}

/// A number and the words before and behind it.
struct Parts {
    number: String,
    words: Vec<String>,
}

/// Sets the words apart from the one number in a text. A sign or a bracket before the words belongs to the number.
fn parts(text: &str) -> Option<Parts> {
    let inner = enclosed(text);
    let (inner, negative) = match inner.unwrap_or(text).strip_prefix(['-', '−', '–']) {
        Some(rest) if inner.is_none() && !rest.starts_with(|c: char| c.is_ascii_digit()) => (rest, true),
        _ => (inner.unwrap_or(text), inner.is_some()),
    };
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let opens = |c: char| is_digit(c) || matches!(c, '(' | '（' | '-' | '−' | '+' | '＋' | '.');
    let first = inner.find(is_digit)?;
    // What opens the number stands directly before its first digit.
    let before = inner.get(..first)?;
    let start = before.char_indices().rev().take_while(|&(_, c)| opens(c)).last().map_or(first, |(at, _)| at);
    let last = inner.rfind(is_digit)?;
    let digit_end = last + inner.get(last..)?.chars().next()?.len_utf8();
    let closing = inner.get(digit_end..)?;
    let end =
        closing.chars().next().filter(|c| matches!(c, ')' | '）')).map_or(digit_end, |c| digit_end + c.len_utf8());
    let words: Vec<String> = [inner.get(..start)?, inner.get(end..)?]
        .into_iter()
        .map(|words| words.trim().to_owned())
        .filter(|words| !words.is_empty())
        .collect();
    if words.is_empty() || words.iter().any(|words| words.chars().count() > WORDS_CHARS_MAX) {
        return None;
    }
    let number = inner.get(start..end)?;
    let number = if negative { format!("({number})") } else { number.to_owned() };
    Some(Parts { number, words })
}

/// The text between the brackets that enclose all of it.
fn enclosed(text: &str) -> Option<&str> {
    let inner = text.strip_prefix(['(', '（'])?.strip_suffix([')', '）'])?;
    (!inner.contains(['(', '（', ')', '）'])).then_some(inner)
}
