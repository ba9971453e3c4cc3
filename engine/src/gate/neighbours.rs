//! Whether the characters of a name in Chinese belong to the ordinary words around them: the 保诚 of 环保诚信 is the end of
//! one word and the beginning of the next. The words are those of Unicode's dictionary (CLDR); it knows no name.

use std::ops::Range;
use std::sync::LazyLock;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

use crate::text::letters::is_unspaced;

static WORDS: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// Characters that are read on each side of a find to see its words.
const AROUND_CHARS: usize = 16;

/// Whether ordinary words take the characters at `at` apart. Between clauses it is enough that a word reaches over one edge of
/// the find. Within one, words must reach over both, or one word hold all of it and more (太平洋 is not 太平): 竞安全年 may be
/// 竞安 and 全年.
pub(super) fn take_apart(text: &str, at: Range<usize>, across_clauses: bool) -> bool {
    let start = text[..at.start].char_indices().rev().take(AROUND_CHARS).last().map_or(at.start, |(start, _)| start);
    let after = text[at.end..].char_indices().nth(AROUND_CHARS).map_or(text.len(), |(offset, _)| at.end + offset);
    let breaks: Vec<usize> = WORDS.segment_str(&text[start..after]).map(|offset| start + offset).collect();
    let is_cut = |edge: usize| {
        let within_chinese = text[..edge].ends_with(is_unspaced) && text[edge..].starts_with(is_unspaced);
        within_chinese && breaks.binary_search(&edge).is_err()
    };
    let (first, last) = (is_cut(at.start), is_cut(at.end));
    let in_one_word = || !breaks.iter().any(|place| at.start < *place && *place < at.end);
    first && last || (first || last) && (across_clauses || in_one_word())
}
