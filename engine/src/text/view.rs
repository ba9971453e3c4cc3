//! The normalised view of a text, with a map back to the original bytes. NFKC, full case folding, invisible characters
//! removed, each run of white space one space. It never drops a visible character; the security gate's stricter view
//! (see [`crate::scope`]) does.

use std::ops::Range;
use std::sync::LazyLock;

use icu_casemap::{CaseMapper, CaseMapperBorrowed};
use icu_normalizer::{ComposingNormalizer, ComposingNormalizerBorrowed};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;

static CASE: LazyLock<CaseMapperBorrowed<'static>> = LazyLock::new(|| const { CaseMapper::new() });
static NFKC: LazyLock<ComposingNormalizerBorrowed<'static>> = LazyLock::new(|| const { ComposingNormalizer::new_nfkc() });

/// A text as the engine compares it.
#[derive(Debug, Clone)]
pub struct TextView {
    text: String,
    /// Where each piece of `text` came from: the piece's first byte in `text`, and the original range. Ascending.
    pieces: Vec<Piece>,
    source_len: usize,
}

#[derive(Debug, Clone)]
struct Piece {
    start: usize,
    source: Range<usize>,
}

impl TextView {
    /// Normalises `source`. Linear in its length.
    pub fn new(source: &str) -> Self {
        let mut view =
            Self { text: String::with_capacity(source.len()), pieces: Vec::new(), source_len: source.len() };
        for (offset, cluster) in source.grapheme_indices(true) {
            view.push(cluster, offset..offset + cluster.len());
        }
        if view.text.ends_with(' ') {
            view.text.pop();
            view.pieces.pop();
        }
        view
    }

    /// The normalised text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the original that `range` of the normalised text came from.
    pub fn source_span(&self, range: Range<usize>) -> Range<usize> {
        if range.is_empty() {
            return self.source_len..self.source_len;
        }
        let first = self.piece_at(range.start);
        let last = self.piece_at(range.end - 1);
        match (first, last) {
            (Some(first), Some(last)) => first.source.start..last.source.end,
            _ => self.source_len..self.source_len,
        }
    }

    fn piece_at(&self, offset: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.start <= offset);
        self.pieces.get(after.checked_sub(1)?)
    }

    fn push(&mut self, cluster: &str, source: Range<usize>) {
        if cluster.chars().all(char::is_whitespace) {
            if !self.text.is_empty() && !self.text.ends_with(' ') {
                self.push_piece(" ", source);
            }
            return;
        }
        if let [byte] = cluster.as_bytes() {
            if !byte.is_ascii_control() {
                let folded = byte.to_ascii_lowercase();
                self.pieces.push(Piece { start: self.text.len(), source });
                self.text.push(char::from(folded));
            }
            return;
        }
        let visible: String = cluster.chars().filter(|&c| !is_invisible(c)).collect();
        let folded = NFKC.normalize(&CASE.fold_string(&NFKC.normalize(&visible))).into_owned();
        if folded.chars().all(char::is_whitespace) {
            if !folded.is_empty() && !self.text.is_empty() && !self.text.ends_with(' ') {
                self.push_piece(" ", source);
            }
            return;
        }
        self.push_piece(folded.trim(), source);
    }

    fn push_piece(&mut self, text: &str, source: Range<usize>) {
        self.pieces.push(Piece { start: self.text.len(), source });
        self.text.push_str(text);
    }
}

/// Whether `c` shows nothing: control, format (zero-width, bidi marks), private use, or unassigned variation selectors.
fn is_invisible(c: char) -> bool {
    matches!(c.general_category(), GeneralCategory::Control | GeneralCategory::Format)
        || matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' | '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{3164}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_case_and_space_fold_to_one_form() {
        let view = TextView::new("  ＦＹ２０２４\u{3000}\t Ｒevenue\u{200B} ");
        assert_eq!(view.text(), "fy2024 revenue");
    }

    #[test]
    fn spans_lead_back_to_the_original_bytes() {
        let source = "香港\u{200B}２０２４ 营收";
        let view = TextView::new(source);
        let start = view.text().find("2024").unwrap_or_default();
        assert_eq!(&source[view.source_span(start..start + 4)], "２０２４");
    }
}
