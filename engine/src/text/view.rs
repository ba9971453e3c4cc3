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

    /// The same view with `gone` left out of its text and a space at each of the places `parted`, all of them between
    /// characters, in order and apart. What is left leads back to the original as before.
    #[must_use]
    pub(crate) fn edited(&self, gone: &[Range<usize>], parted: &[usize]) -> Self {
        let mut cuts: Vec<usize> =
            gone.iter().flat_map(|span| [span.start, span.end]).chain(parted.iter().copied()).collect();
        cuts.extend(self.pieces.iter().map(|piece| piece.start));
        cuts.push(self.text.len());
        cuts.sort_unstable();
        cuts.dedup();
        let mut edited =
            Self { text: String::with_capacity(self.text.len()), pieces: Vec::new(), source_len: self.source_len };
        for ends in cuts.windows(2) {
            let [start, end] = *ends else { continue };
            let Some(piece) = self.piece_at(start) else { continue };
            let even = |at: usize| piece.source.start + (at - piece.start);
            let source = if piece.even { even(start)..even(end) } else { piece.source.clone() };
            if parted.binary_search(&start).is_ok() && !edited.text.is_empty() {
                edited.pieces.push(Piece { start: edited.text.len(), source: source.start..source.start, even: false });
                edited.text.push(' ');
            }
            if !gone.iter().any(|span| span.start <= start && end <= span.end) {
                edited.pieces.push(Piece { start: edited.text.len(), source, even: piece.even });
                edited.text.push_str(self.text.get(start..end).unwrap_or_default());
            }
        }
        edited
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
mod tests;
