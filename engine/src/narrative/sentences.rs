//! Sentences of Chinese and English text, each a contiguous piece of it. It builds on the sentence boundaries of Unicode
//! (UAX #29), which never cut a decimal, and takes back those that an abbreviation or an enumeration causes.

use std::sync::LazyLock;

use unicode_segmentation::UnicodeSegmentation;

use crate::language::lists::{WordList, words};
use crate::text::TextView;

/// Abbreviations that end in a full stop inside a sentence.
static ABBREVIATIONS: LazyLock<WordList> = words!("narrative/abbreviations.txt");

/// How a sentence opens that only says where something is taken from.
static ATTRIBUTIONS: LazyLock<WordList> = words!("narrative/attributions.txt");

/// Characters that close a sentence.
const ENDS: &str = ".!?。！？…；;";

/// The sentences of `text` in order, without white space at their ends. None spans a line break.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(of_line)
}

/// Whether a sentence is closed, unlike a heading or a label.
pub(super) fn is_closed(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '”', '’', '」', '』', ')', '）']).ends_with(|c| ENDS.contains(c))
}

/// Whether a sentence only says where something is taken from, which is no account of anything.
pub(super) fn is_attribution(sentence: &str) -> bool {
    let folded = TextView::fold(sentence);
    let opening = folded.trim_start_matches(['(', '*', '_', '[', ' ']).replace(" :", ":");
    ATTRIBUTIONS.strip_start(&opening).is_some()
}

fn of_line(line: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, piece) in line.split_sentence_bound_indices() {
        let end = at + piece.len();
        if end < line.len() && goes_on(&line[start..end], start == 0) {
            continue;
        }
        sentences.push(line[start..end].trim());
        start = end;
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// Whether the sentence goes on behind what Unicode takes for one.
fn goes_on(sofar: &str, first: bool) -> bool {
    let sofar = sofar.trim_end();
    let Some(stem) = sofar.strip_suffix('.') else { return false };
    let last = sofar.rsplit([' ', '(', '（', '\u{3000}']).next().unwrap_or(sofar);
    let stem_of_last = stem.rsplit([' ', '(', '（', '\u{3000}']).next().unwrap_or(stem);
    let is_initial = stem_of_last.chars().count() == 1 && stem_of_last.chars().all(char::is_alphabetic);
    let is_item_number = first && last.len() == sofar.len() && stem.chars().all(|c| c.is_ascii_digit());
    is_initial || is_item_number || ABBREVIATIONS.contains(last)
}

#[cfg(test)]
mod tests;
