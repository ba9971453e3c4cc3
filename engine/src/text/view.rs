//! The normalised view of a text, with a map back to the original bytes. NFKC with full case folding, traditional and
//! variant ideographs as simplified ones, invisible characters removed, each run of white space one space, none at the
//! ends. It never drops a visible character; the stricter view of the security gate does.

use std::collections::HashMap;
use std::ops::Range;

use icu_casemap::{CaseMapper, CaseMapperBorrowed};
use icu_normalizer::{
    ComposingNormalizer, ComposingNormalizerBorrowed, DecomposingNormalizer, DecomposingNormalizerBorrowed,
};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;

use super::fold_han;

static CASE: CaseMapperBorrowed<'static> = CaseMapper::new();
static NFC: ComposingNormalizerBorrowed<'static> = ComposingNormalizer::new_nfc();
static NFKD: DecomposingNormalizerBorrowed<'static> = DecomposingNormalizer::new_nfkd();

/// A text as the engine compares it. The view of a view's text is that text.
#[derive(Debug, Clone)]
pub struct TextView {
    text: String,
    /// Where each piece of `text` came from. Ascending, without gaps in `text`.
    pieces: Vec<Piece>,
    source_len: usize,
}

/// A stretch of the normalised text.
#[derive(Debug, Clone)]
struct Piece {
    /// First byte in the normalised text.
    start: usize,
    /// Bytes of the original.
    source: Range<usize>,
    /// Whether each character has as many bytes here as there, so that a part of the piece has a place of its own.
    even: bool,
}

impl TextView {
    /// Normalises `source`. Linear in its length.
    pub fn new(source: &str) -> Self {
        let mut view = Self { text: String::with_capacity(source.len()), pieces: Vec::new(), source_len: source.len() };
        let mut chars = source.char_indices().peekable();
        let mut woven: Option<Range<usize>> = None;
        let mut folds = Folds::default();
        while let Some((offset, c)) = chars.next() {
            let span = offset..offset + c.len_utf8();
            let plain = is_plain(c) && chars.peek().is_none_or(|&(_, next)| is_plain(next) || next.is_whitespace());
            if !plain && !c.is_whitespace() {
                woven.get_or_insert(span.clone()).end = span.end;
                continue;
            }
            if let Some(woven) = woven.take() {
                view.push_woven(&source[woven.clone()], woven.start, &mut folds);
            }
            if plain {
                view.push_char(plain_form(c), span);
            } else {
                view.push_space(span);
            }
        }
        if let Some(woven) = woven {
            view.push_woven(&source[woven.clone()], woven.start, &mut folds);
        }
        view.drop_trailing_space();
        view
    }

    /// The normalised text of `source` alone, without the way back. The same as [`TextView::text`], and faster for plain
    /// ASCII and Chinese, which is what vocabularies of ten thousands of terms are made of.
    pub fn fold(source: &str) -> String {
        if !source.chars().all(|c| c == ' ' || is_plain(c)) {
            return Self::new(source).text;
        }
        let mut text = String::with_capacity(source.len());
        for c in source.trim_matches(' ').chars() {
            if c != ' ' {
                text.push(plain_form(c));
            } else if !text.ends_with(' ') {
                text.push(c);
            }
        }
        text
    }

    /// The normalised text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same view with `spans` of its text blanked, so that what lies around them can be read without them.
    #[must_use]
    pub fn blanking(&self, spans: &[Range<usize>]) -> Self {
        let mut blanked = self.clone();
        for span in spans {
            if self.text.get(span.clone()).is_some() {
                blanked.text.replace_range(span.clone(), &" ".repeat(span.len()));
            }
        }
        blanked
    }

    /// The bytes of the original that `range` of the normalised text came from, always whole characters. A character
    /// that several original ones made leads back to all of them. An empty or inverted range, or one beyond the text,
    /// is an empty range of the original.
    pub fn source_span(&self, range: Range<usize>) -> Range<usize> {
        let boundary = |at: &usize| self.text.is_char_boundary(*at);
        let len = self.text.len();
        let start = (0..=range.start.min(len)).rfind(boundary).unwrap_or(0);
        let end = (range.end.min(len)..len).find(boundary).unwrap_or(len);
        let Some(first) = self.piece_at(start).filter(|_| start < len) else {
            return self.source_len..self.source_len;
        };
        let from = if first.even { first.source.start + (start - first.start) } else { first.source.start };
        if range.end <= range.start {
            return from..from;
        }
        match self.piece_at(end - 1) {
            Some(last) if last.even => from..last.source.start + (end - last.start),
            Some(last) => from..last.source.end,
            None => from..from,
        }
    }

    fn piece_at(&self, offset: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.start <= offset);
        self.pieces.get(after.checked_sub(1)?)
    }

    /// Pushes a run of characters that may combine with each other: each is decomposed and folded, then the clusters
    /// are composed again. Composition never crosses a cluster of the decomposed text.
    fn push_woven(&mut self, source: &str, source_start: usize, folds: &mut Folds) {
        let mut decomposed = String::with_capacity(source.len());
        let mut origins: Vec<(usize, Range<usize>)> = Vec::new();
        for (offset, c) in source.char_indices().filter(|&(_, c)| !is_invisible(c)) {
            let from = source_start + offset;
            origins.push((decomposed.len(), from..from + c.len_utf8()));
            decomposed.push_str(folds.of(c));
        }
        let mut origin = 0;
        for (start, cluster) in decomposed.grapheme_indices(true) {
            while origins.get(origin + 1).is_some_and(|(next, _)| *next <= start) {
                origin += 1;
            }
            let mut last = origin;
            while origins.get(last + 1).is_some_and(|(next, _)| *next < start + cluster.len()) {
                last += 1;
            }
            let span = origins[origin].1.start..origins[last].1.end;
            origin = last;
            self.push_cluster(cluster, span);
        }
    }

    fn push_cluster(&mut self, cluster: &str, source: Range<usize>) {
        let mut chars = cluster.chars();
        if let (Some(c), None) = (chars.next(), chars.next())
            && c != ' '
        {
            self.push_char(c, source);
            return;
        }
        // A spacing accent decomposes to a space that carries the accent.
        let marks = cluster.trim_start();
        if marks.len() < cluster.len() {
            self.push_space(source.clone());
        }
        if !marks.is_empty() {
            self.pieces.push(Piece { start: self.text.len(), source, even: false });
            self.text.push_str(&NFC.normalize(marks));
        }
    }

    /// Pushes one character, and joins it to an even piece where it can.
    fn push_char(&mut self, c: char, source: Range<usize>) {
        let even = c.len_utf8() == source.len();
        match self.pieces.last_mut() {
            Some(last) if even && last.even && last.source.end == source.start => {
                last.source.end = source.end;
            }
            _ => self.pieces.push(Piece { start: self.text.len(), source, even }),
        }
        self.text.push(c);
    }

    fn push_space(&mut self, source: Range<usize>) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.push_char(' ', source);
        }
    }

    fn drop_trailing_space(&mut self) {
        if self.text.ends_with(' ') {
            self.text.pop();
            if let Some(last) = self.pieces.last_mut() {
                last.source.end -= 1;
            }
            self.pieces.pop_if(|last| last.start == self.text.len());
        }
    }
}

/// Whether `c` never combines with what stands before it, and has a single character as its form: ASCII, ideographs,
/// full-width ASCII. They are nearly all of a question, and take no table of Unicode's.
fn is_plain(c: char) -> bool {
    matches!(c, '!'..='~' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '、'..='〃' | '〈'..='】' | '！'..='～')
}

/// The normalised form of a character that [`is_plain`].
fn plain_form(c: char) -> char {
    match c {
        '\0'..='~' => c.to_ascii_lowercase(),
        '！'..='～' => {
            char::from_u32(u32::from(c) - u32::from('！') + u32::from('!')).unwrap_or(c).to_ascii_lowercase()
        }
        _ => fold_han(c),
    }
}

/// Compatibility decompositions of case-folded characters, each worked out once.
#[derive(Default)]
struct Folds {
    known: HashMap<char, Box<str>>,
}

impl Folds {
    fn of(&mut self, c: char) -> &str {
        self.known.entry(c).or_insert_with(|| decomposed_fold(c))
    }
}

/// What `c` is without regard to case and compatibility. Some characters need a second round (ϔ and the like fold to what
/// decomposes again).
fn decomposed_fold(c: char) -> Box<str> {
    let mut folded = NFKD.normalize(c.encode_utf8(&mut [0; 4])).into_owned();
    loop {
        let next: String = NFKD.normalize(&CASE.fold_string(&folded)).chars().map(fold_han).collect();
        if next == folded {
            return folded.chars().filter(|&c| !is_invisible(c)).collect();
        }
        folded = next;
    }
}

/// Whether `c` shows nothing: control and format characters (zero-width, bidi marks, tags), variation selectors, fillers.
/// White space is not asked about, and the Arabic and Syriac format characters that are drawn are visible.
fn is_invisible(c: char) -> bool {
    match c.general_category() {
        GeneralCategory::Control => true,
        GeneralCategory::Format => {
            !matches!(c, '\u{0600}'..='\u{0605}' | '\u{06DD}' | '\u{070F}' | '\u{0890}'..='\u{0891}' | '\u{08E2}' | '\u{110BD}' | '\u{110CD}' | '\u{13430}'..='\u{1343F}')
        }
        _ => matches!(c,
            '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FFA0}' | '\u{E0100}'..='\u{E01EF}'),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn normal(source: &str) -> String {
        TextView::new(source).text().to_owned()
    }

    #[test]
    fn full_width_case_and_space_fold_to_one_form() {
        assert_eq!(normal("  ＦＹ２０２４\u{3000}\t Ｒevenue\u{200B} "), "fy2024 revenue");
        assert_eq!(normal("a\r\n\u{A0}\u{2003}\u{2028}\u{202F}b\u{85}"), "a b");
        assert_eq!(normal("Straße ŒUVRE ﬁN ① ㈱ ㎡"), "strasse œuvre fin 1 (株) m2");
    }

    #[test]
    fn invisible_characters_part_nothing() {
        assert_eq!(normal("e\u{200B}\u{301}"), "é");
        assert_eq!(normal("a\0\u{301}"), "á");
        assert_eq!(normal("re\u{AD}ve\u{2060}nue\u{FE0F}"), "revenue");
        assert_eq!(normal("ㄱㅏ 가"), "가 가");
        assert_eq!(normal("👨\u{200D}👩"), "👨👩");
        assert_eq!(normal("\u{301}x"), "\u{301}x");
        assert_eq!(normal("e´"), "e \u{301}");
    }

    #[test]
    fn no_visible_character_is_dropped() {
        assert_eq!(normal("(1,320.5)%—·。“”😀\u{600}"), "(1,320.5)%—·。“”😀\u{600}");
    }

    #[test]
    fn spans_lead_back_to_the_original_bytes() {
        for (source, part, original) in [
            ("香港\u{200B}２０２４ 营收", "2024", "２０２４"),
            ("A  Net\u{3000}\u{3000}Revenue", "net revenue", "Net\u{3000}\u{3000}Revenue"),
            ("x cafe\u{301}s", "é", "e\u{301}"),
            ("ﬁn", "fi", "ﬁ"),
            ("中国香港", "香港", "香港"),
            ("e\u{200B}\u{301} b", "b", "b"),
        ] {
            let view = TextView::new(source);
            let start = view.text().find(part).unwrap_or_default();
            assert_eq!(&source[view.source_span(start..start + part.len())], original, "{source:?}");
        }
    }

    #[test]
    fn traditional_and_variant_ideographs_are_simplified() {
        assert_eq!(normal("營收與利潤，國\u{FE00}際"), "营收与利润,国际");
        assert_eq!(normal("\u{F9E9}"), normal("里"));
    }

    #[test]
    fn ranges_that_hold_nothing_are_empty_ranges_of_the_original() {
        let view = TextView::new("香港 x");
        assert_eq!(view.source_span(3..3), 3..3);
        assert_eq!(view.source_span(99..120), 8..8);
        assert_eq!(view.source_span(1..2), 0..3);
        assert_eq!(TextView::new("").source_span(0..1), 0..0);
    }

    #[test]
    fn a_megabyte_of_anything_is_viewed() {
        for unit in ["a", "竞", "\u{301}", "e\u{301}", "👩‍👩‍👧", "\r\n", "ﷺ", "А", "\u{1161}", "\u{200D}", " \u{301}", "🇦"]
        {
            let source = unit.repeat((1 << 20) / unit.len());
            let view = TextView::new(&source);
            let end = view.source_span(0..view.text().len()).end;
            assert!(source.is_char_boundary(end), "{unit:?}");
        }
    }

    fn texts() -> impl Strategy<Value = String> {
        let some = prop_oneof![
            4 => any::<char>(),
            2 => prop::sample::select("aZ é\u{301}\u{327}\u{345}İß´ϔΐㄱㅏ각ﾞガ\r\n\u{A0}\u{200B}\u{200D}\0①ﬁ２香\u{FE0F}👩🏽🇨".chars().collect::<Vec<_>>()),
            1 => proptest::char::range('\u{300}', '\u{3FF}'),
            1 => proptest::char::range('\u{1F00}', '\u{1FFF}'),
        ];
        // The Unicode tables of the crates below are of different years; a character that only some of them know is
        // cut and composed differently.
        let known = |c: &char| c.general_category() != GeneralCategory::Unassigned;
        proptest::collection::vec(some, 0..24).prop_map(move |text| text.into_iter().filter(known).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn the_view_of_a_view_is_itself(source in texts()) {
            let once = normal(&source);
            prop_assert_eq!(&normal(&once), &once);
            prop_assert_eq!(TextView::fold(&source), once);
        }

        #[test]
        fn the_view_is_composed_and_its_white_space_single(source in texts()) {
            let view = normal(&source);
            prop_assert!(NFC.is_normalized(&view), "{view:?}");
            prop_assert!(!view.contains("  ") && view.trim_matches(' ') == view);
        }

        #[test]
        fn every_span_is_of_whole_characters_and_in_order(source in texts(), from in 0_usize..40, len in 0_usize..40) {
            let view = TextView::new(&source);
            prop_assert!(source.get(view.source_span(from..from + len)).is_some());
            let mut end = 0;
            for (offset, c) in view.text().char_indices() {
                let span = view.source_span(offset..offset + c.len_utf8());
                prop_assert!(!span.is_empty() && source.get(span.clone()).is_some());
                prop_assert!(span.end >= end);
                end = span.end;
            }
        }
    }
}
