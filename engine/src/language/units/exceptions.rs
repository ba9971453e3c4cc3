//! Exceptions in statements of units: "(US$m, except percentages)", 百分比除外. What is excepted is of other units.

use std::ops::Range;
use std::sync::LazyLock;

use crate::language::lists::words;

/// Words with which an exception begins.
static OPENINGS: LazyLock<Vec<&str>> = words!("units/exceptions.txt");

/// Longest text that is looked at; longer ones state no unit.
const BYTES_MAX: usize = 2_000;

/// Where a folded text states exceptions, in order.
pub(crate) fn exceptions(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = if text.len() <= BYTES_MAX { 0 } else { text.len() };
    while let Some(span) = next(text, at) {
        at = span.end.max(at + 1);
        found.push(span);
    }
    found
}

/// What an exception excepts, without the words that make it one.
pub(crate) fn without_opening(exception: &str) -> &str {
    let exception = exception.trim();
    let behind = OPENINGS.iter().find_map(|word| exception.strip_prefix(word)).unwrap_or(exception);
    let behind = behind.trim_start().strip_prefix("for ").unwrap_or(behind);
    let bare = behind.trim_end_matches("外").trim_end_matches("除").trim_end_matches("之");
    bare.trim_matches([' ', ','])
}

/// The next exception from a place on.
fn next(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let opening = OPENINGS.iter().filter_map(|word| Some((from + position(rest, word)?, word.is_ascii()))).min()?;
    let (start, is_latin) = opening;
    let clause_start = text.get(..start)?.rfind(is_end_of_clause).map_or(0, |end| end + 1);
    let behind = text.get(start..)?;
    let clause_end = start + behind.find(is_end_of_clause).unwrap_or(behind.len());
    if is_latin {
        // Behind what is stated it holds up to the end of the brackets or the sentence: "except shares, which are in thousands".
        let opens = text.get(clause_start..start)?.trim().is_empty() && text.get(..clause_start)?.trim().is_empty();
        let long_end = start + behind.find([')', ']', ';']).unwrap_or(behind.len());
        return Some(start..if opens { clause_end } else { long_end });
    }
    let clause = text.get(start..clause_end)?;
    if clause.starts_with("除外") {
        return Some(clause_start..clause_end);
    }
    let end = clause.find('外').map_or(clause_end, |end| start + end + '外'.len_utf8());
    Some(start..end)
}

fn is_end_of_clause(c: char) -> bool {
    matches!(c, ',' | ';' | '(' | ')' | '[' | ']' | '。' | ':')
}

/// Where a word stands in a text; a Latin one whole.
fn position(text: &str, word: &str) -> Option<usize> {
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    text.match_indices(word).map(|(at, _)| at).find(|at| {
        let (before, after) = (text.get(..*at).unwrap_or_default(), text.get(at + word.len()..).unwrap_or_default());
        !word.is_ascii() || !before.ends_with(is_letter) && !after.starts_with(is_letter)
    })
}
