//! Sentences of Chinese and English text, each a contiguous piece of it. It builds on the sentence boundaries of Unicode
//! (UAX #29), which never cut a decimal, and takes back those that an abbreviation or an enumeration causes.

use std::sync::LazyLock;

use unicode_segmentation::UnicodeSegmentation;

use crate::language::lists::WordList;
use crate::text::TextView;

/// Abbreviations that end in a full stop inside a sentence.
static ABBREVIATIONS: LazyLock<WordList> =
    LazyLock::new(|| WordList::new(include_str!("../../data/language/narrative/abbreviations.txt")));

/// How a sentence opens that only says where something is taken from.
static ATTRIBUTIONS: LazyLock<WordList> =
    LazyLock::new(|| WordList::new(include_str!("../../data/language/narrative/attributions.txt")));

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
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(sentences(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        check("Sales fell to 1,320.50. Costs rose.", &["Sales fell to 1,320.50.", "Costs rose."]);
        check("营收为1,320.50百万美元。成本上升！为什么？", &["营收为1,320.50百万美元。", "成本上升！", "为什么？"]);
        check("他说：“下降。”然后离开。", &["他说：“下降。”", "然后离开。"]);
        check("Heading\n\nOne line\nTwo. Three", &["Heading", "One line", "Two.", "Three"]);
        check("", &[]);
        check(" \n . ", &["."]);
    }

    #[test]
    fn abbreviations_initials_and_item_numbers_end_nothing() {
        check("Mr. Chan left.", &["Mr. Chan left."]);
        check("See No. 5, e.g. Acme Ltd. Hong Kong.", &["See No. 5, e.g. Acme Ltd. Hong Kong."]);
        check("J. Smith joined. He stays.", &["J. Smith joined.", "He stays."]);
        check("1. Sales fell. 2. Costs rose.", &["1. Sales fell.", "2.", "Costs rose."]);
    }

    #[test]
    fn every_character_but_white_space_at_the_ends_is_kept() {
        let text = "甲。乙！ Dr. X said 3.5%. Then… nothing\n再见";
        let kept: String = sentences(text).flat_map(|s| s.chars().filter(|c| !c.is_whitespace())).collect();
        assert_eq!(kept, text.chars().filter(|c| !c.is_whitespace()).collect::<String>());
    }

    #[test]
    fn where_something_is_taken_from_is_no_account() {
        for line in [
            "Source: Group Finance, page 3.",
            "数据来源：集团财务部",
            "（资料来源：年报）",
            "*Sources : annual report*",
        ] {
            assert!(is_attribution(line), "{line}");
        }
        assert!(!is_attribution("The source of the rise is demand.") && !is_attribution("来源是需求。"));
    }

    #[test]
    fn a_heading_is_not_closed() {
        assert!(is_closed("He left.”") && is_closed("结束。"));
        assert!(!is_closed("香港业务") && !is_closed("Outlook"));
    }
}
