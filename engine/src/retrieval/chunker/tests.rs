//! Tests of the chunker: its promises over drawn documents, and the cases that a reader would look for.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::time::Instant;

use proptest::prelude::*;

use super::*;
use crate::document::Attributes;
use crate::profile::Sensitivity;

fn document(paragraphs: impl IntoIterator<Item = (String, bool)>) -> Document {
    let kind = |heading| if heading { ParagraphKind::Heading(1) } else { ParagraphKind::Text };
    Document {
        name: "d.md".to_owned(),
        title: "d".to_owned(),
        attributes: Attributes::default(),
        sensitivity: Sensitivity::Public,
        valid_as_of: None,
        paragraphs: paragraphs
            .into_iter()
            .map(|(text, heading)| Paragraph { text, kind: kind(heading), breaks: Vec::new() })
            .collect(),
    }
}

/// The chunks of paragraphs as `locator text`; a paragraph that begins with `#` is a heading.
fn cut(paragraphs: &[&str], max_chars: usize, overlap_chars: usize) -> Vec<String> {
    let document = document(paragraphs.iter().map(|text| ((*text).to_owned(), text.starts_with('#'))));
    let chunks = chunks(&document, ChunkLimits::new(max_chars, overlap_chars).unwrap());
    chunks.iter().map(|chunk| format!("{} {}", chunk.id.locator(), chunk.text.replace(PARAGRAPH_BREAK, "|"))).collect()
}

#[test]
fn paragraphs_are_packed_and_the_last_ones_repeated() {
    assert_eq!(cut(&["aaaa", "bb", "cc", "dddd"], 12, 6), ["para1-3 aaaa|bb|cc", "para2-4 bb|cc|dddd"]);
    assert_eq!(cut(&["aaaa", "bb", "cc", "dddd"], 12, 5), ["para1-3 aaaa|bb|cc", "para3-4 cc|dddd"]);
    assert_eq!(cut(&["aaaa", "bb", "cc", "dddddddddd"], 12, 6), ["para1-3 aaaa|bb|cc", "para4-4 dddddddddd"]);
    assert_eq!(cut(&["aaaa", "bb", "cc"], 12, 0), ["para1-3 aaaa|bb|cc"]);
    assert_eq!(cut(&["aaa", "bbb", "ccc"], 8, 0), ["para1-2 aaa|bbb", "para3-3 ccc"]);
    assert_eq!(cut(&[], 12, 6), Vec::<String>::new());
}

#[test]
fn a_heading_goes_with_its_paragraph() {
    assert_eq!(cut(&["aaaa", "#b", "cccc"], 11, 0), ["para1-1 aaaa", "para2-3 #b|cccc"]);
    assert_eq!(cut(&["aaaa", "#b", "#c", "dddd"], 12, 4), ["para1-1 aaaa", "para2-4 #b|#c|dddd"]);
    assert_eq!(cut(&["aa", "#b", "cccccc"], 12, 2), ["para1-1 aa", "para2-3 #b|cccccc"]);
    assert_eq!(cut(&["aa", "#b", "cccccccccc"], 8, 0), ["para1-2 aa|#b", "para3-3.1 cccccccc", "para3-3.2 cc"]);
    assert_eq!(cut(&["#aa", "bbbbbbb"], 8, 0), ["para1-1 #aa", "para2-2 bbbbbbb"], "the two do not fit together");
}

#[test]
fn a_long_paragraph_is_cut_at_sentences_then_anywhere() {
    assert_eq!(cut(&["一二。三四！五六？"], 6, 0), ["para1-1.1 一二。三四！", "para1-1.2 五六？"]);
    assert_eq!(cut(&["一二。.三四五六"], 6, 0), ["para1-1.1 一二。.", "para1-1.2 三四五六"]);
    assert_eq!(cut(&["Is it? .512345678"], 11, 0), ["para1-1.1 Is it? ", "para1-1.2 .512345678"]);
    assert_eq!(cut(&["一二。”三四。"], 4, 2), ["para1-1.1 一二。”", "para1-1.2 三四。"]);
    assert_eq!(cut(&["It is 1,320.50 now. Yes. No."], 22, 0), ["para1-1.1 It is 1,320.50 now. ", "para1-1.2 Yes. No."]);
    assert_eq!(cut(&["abcdefgh"], 3, 0), ["para1-1.1 abc", "para1-1.2 def", "para1-1.3 gh"]);
    assert_eq!(
        cut(&["aa. bbbbbbbbb cc. dd."], 8, 0),
        ["para1-1.1 aa. ", "para1-1.2 bbbbbbbb", "para1-1.3 b cc. ", "para1-1.4 dd."]
    );
    let cut = cut(&["x", "abcdefgh", "y", "z"], 4, 2);
    assert_eq!(
        cut,
        ["para1-1 x", "para2-2.1 abcd", "para2-2.2 efgh", "para3-4 y|z"],
        "nothing is repeated around pieces"
    );
}

#[test]
fn a_grapheme_cluster_stays_whole() {
    let family = "👨\u{200D}👩\u{200D}👧";
    assert_eq!(
        cut(&[&format!("ab{family}c")], 4, 0),
        ["para1-1.1 ab".to_owned(), format!("para1-1.2 {family}"), "para1-1.3 c".to_owned()]
    );
    assert_eq!(cut(&["ae\u{301}e\u{301}"], 2, 0).len(), 3);
}

#[test]
fn limits_that_no_chunk_could_keep_are_refused() {
    assert_eq!(ChunkLimits::new(0, 0), Err(ChunkLimitsError::NoRoom));
    assert!(ChunkLimits::new(480, 480).unwrap_err().to_string().contains("480"));
    assert_eq!(ChunkLimits::new(480, 80), Ok(ChunkLimits::default()));
}

#[test]
fn many_small_paragraphs_and_one_long_one_take_time_in_proportion() {
    let documents = |count: usize| {
        let many = document((0..count).map(|_| ("x".to_owned(), false)));
        let headings = document((0..count).map(|_| ("x".to_owned(), true)));
        let long = document([("长句。".repeat(count), false)]);
        [many, headings, long, document([("长".repeat(3 * count), false)])]
    };
    let took = |document: &Document, chunks_min: usize| {
        let begun = Instant::now();
        assert!(chunks(document, ChunkLimits::default()).len() > chunks_min);
        begun.elapsed()
    };
    for (tenth, whole) in documents(20_000).iter().zip(&documents(200_000)) {
        let (tenth, whole) = (took(tenth, 120), took(whole, 1_200));
        // Ten times as long where it is linear, a hundred times where each step looks back at all before it.
        assert!(whole < tenth * 40, "{tenth:?} for a tenth, {whole:?} for the whole");
    }
}

/// A paragraph: words, sentence ends, decimals and clusters of several characters, in both scripts.
fn paragraph() -> impl Strategy<Value = (String, bool)> {
    let atom = prop::sample::select(vec![
        "a",
        "营收",
        "。",
        "！",
        "? ",
        ". ",
        "1,320.50",
        " ",
        "e\u{301}",
        "👨\u{200D}👩\u{200D}👧",
        "；”",
        "\u{1F1E8}\u{1F1F3}",
        "word",
        "\n",
    ]);
    let text = prop::collection::vec(atom, 1..40).prop_map(|atoms| {
        let text = atoms.concat().trim().to_owned();
        if text.is_empty() { "x".to_owned() } else { text }
    });
    (text, prop::bool::weighted(0.2))
}

fn limits() -> impl Strategy<Value = ChunkLimits> {
    (1..60_usize)
        .prop_flat_map(|max| (Just(max), 0..max))
        .prop_map(|(max, overlap)| ChunkLimits::new(max, overlap).unwrap())
}

fn length(paragraphs: &[Paragraph]) -> usize {
    let text: usize = paragraphs.iter().map(|paragraph| paragraph.text.chars().count()).sum();
    text + PARAGRAPH_BREAK.len() * paragraphs.len().saturating_sub(1)
}

fn joined(paragraphs: &[Paragraph]) -> String {
    paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect::<Vec<_>>().join(PARAGRAPH_BREAK)
}

proptest! {
    #[test]
    fn chunks_are_pieces_of_the_document_and_hold_all_of_it(
        paragraphs in prop::collection::vec(paragraph(), 0..25), limits in limits()
    ) {
        let document = document(paragraphs);
        let chunks = chunks(&document, limits);
        let mut next = 1;
        let mut rest = String::new();
        for chunk in &chunks {
            let (first, last) = (chunk.id.first as usize, chunk.id.last as usize);
            prop_assert!(first <= next && last <= document.paragraphs.len(), "{}", chunk.id);
            let whole = joined(&document.paragraphs[first - 1..last]);
            if chunk.id.piece == 0 {
                prop_assert!(rest.is_empty() && last >= next);
                prop_assert_eq!(&chunk.text, &whole);
                next = last + 1;
                continue;
            }
            prop_assert_eq!((first, last), (next, next));
            rest.push_str(&chunk.text);
            prop_assert!(whole.starts_with(&rest), "{}", chunk.id);
            if rest == whole {
                rest.clear();
                next += 1;
            }
        }
        prop_assert_eq!(next, document.paragraphs.len() + 1);
        prop_assert!(rest.is_empty());
        for pair in chunks.windows(2) {
            prop_assert!(pair[0].id < pair[1].id, "{} before {}", pair[0].id, pair[1].id);
        }
    }

    #[test]
    fn chunks_keep_their_limits_and_use_them(
        paragraphs in prop::collection::vec(paragraph(), 1..25), limits in limits()
    ) {
        let document = document(paragraphs);
        let all = &document.paragraphs;
        let chunks = chunks(&document, limits);
        for chunk in &chunks {
            let chars = chunk.text.chars().count();
            prop_assert!(chars <= limits.max_chars() || chunk.text.graphemes(true).count() == 1, "{}: {chars}", chunk.id);
            prop_assert!(chunk.id.piece == 0 || length(&all[chunk.id.first as usize - 1..chunk.id.last as usize]) > limits.max_chars());
        }
        for pair in chunks.windows(2) {
            let [a, b] = [&pair[0].id, &pair[1].id];
            if a.piece > 0 || b.piece > 0 {
                prop_assert!(a.last < b.first || a.piece > 0 && a.piece + 1 == b.piece);
                continue;
            }
            let (start, end, next) = (a.first as usize - 1, a.last as usize, b.last as usize);
            let repeated = b.first as usize - 1..end;
            prop_assert!(length(&all[repeated.clone()]) <= limits.overlap_chars());
            // Headings that moved on, and then had no room for what they head either.
            if all[b.first as usize - 1..next].iter().all(is_heading) {
                continue;
            }
            // The paragraph that had no room: behind headings that moved on to it, if any did.
            let beyond = (end..next).find(|index| !is_heading(&all[*index])).unwrap_or(next - 1);
            prop_assert!(length(&all[start..=beyond]) > limits.max_chars(), "{a} was not full");
            if is_heading(&all[end - 1]) {
                prop_assert!(length(&all[end - 1..=beyond]) > limits.max_chars(), "{a} ends with a heading");
            }
            if b.first > a.first {
                let more = b.first as usize - 2;
                let too_much = length(&all[more..end]) > limits.overlap_chars();
                prop_assert!(too_much || length(&all[more..=beyond]) > limits.max_chars(), "{b} repeats too little");
            }
        }
    }

    #[test]
    fn pieces_are_cut_at_sentences_and_never_inside_a_cluster(atoms in prop::collection::vec(paragraph(), 1..6), max in 1..40_usize) {
        let text = atoms.into_iter().map(|(text, _)| text).collect::<String>();
        let boundaries: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
        for range in pieces(&text, max) {
            prop_assert!(boundaries.contains(&range.start) && boundaries.contains(&range.end));
            let piece = &text[range.clone()];
            let inside_number = text[..range.end].ends_with("1,320.") && text[range.end..].starts_with("50");
            prop_assert!(!inside_number || !piece.contains(['。', '！']), "{piece:?}");
        }
    }
}

fn is_heading(paragraph: &Paragraph) -> bool {
    matches!(paragraph.kind, ParagraphKind::Heading(_))
}
