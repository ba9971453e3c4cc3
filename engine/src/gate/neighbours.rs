//! Whether the characters of a name in Chinese belong to the ordinary words around them: the 保诚 of 环保诚信 is the end of
//! one word and the beginning of the next. The words are those of Unicode's dictionary (CLDR); it knows no name.

use std::ops::Range;
use std::sync::LazyLock;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

use super::folding::is_unspaced;

static WORDS: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// Characters that are read on each side of a find to see its words.
const AROUND_CHARS: usize = 16;

/// The edges of the words of several characters that a name is made of, in characters: 中国 and 人寿 of 中国人寿.
pub(super) fn own_words(alias: &str) -> Vec<Range<usize>> {
    let chars = |bytes: usize| alias[..bytes].chars().count();
    let breaks: Vec<usize> = WORDS.segment_str(alias).collect();
    let words = breaks.windows(2).map(|pair| chars(pair[0])..chars(pair[1]));
    words.filter(|word| word.len() > 1 && breaks.len() > 2).collect()
}

/// Whether ordinary words take the characters at `at` apart. Between clauses it is enough that a word reaches over one edge of
/// the find; within one it must reach over both, or over one where a word of the name itself (`own`) falls apart.
pub(super) fn take_apart(text: &str, at: Range<usize>, own: &[Range<usize>], across_clauses: bool) -> bool {
    let start = text[..at.start].char_indices().rev().take(AROUND_CHARS).last().map_or(at.start, |(start, _)| start);
    let after = text[at.end..].char_indices().nth(AROUND_CHARS).map_or(text.len(), |(offset, _)| at.end + offset);
    let breaks: Vec<usize> = WORDS.segment_str(&text[start..after]).map(|offset| start + offset).collect();
    let is_cut = |edge: usize| breaks.binary_search(&edge).is_err();
    let (first, last) = (is_cut(at.start), is_cut(at.end));
    if across_clauses {
        return first || last;
    }
    let found = &text[at.clone()];
    let place = |chars: usize| found.char_indices().nth(chars).map_or(at.end, |(offset, _)| at.start + offset);
    let inside = |word: &Range<usize>| breaks.iter().any(|edge| place(word.start) < *edge && *edge < place(word.end));
    let is_gapless = found.chars().all(is_unspaced);
    first && last || (first || last) && is_gapless && own.iter().any(inside)
}
