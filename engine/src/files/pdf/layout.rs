//! Pieces of text with their places on pages to lines and paragraphs. Pieces are taken in the order in which they are drawn,
//! which is the order of reading in nearly every file; nothing is moved. Spaces, line ends, paragraphs and headings, of which
//! a page knows nothing, are read from distances and sizes. It knows no file format.

use std::collections::BTreeMap;

use crate::document::{Paragraph, ParagraphKind};
use crate::files::paragraphs::{is_visible, is_wide};

/// Distances, in parts of the type size: about half of the narrowest space between words (a quarter em, narrowed by
/// justification), and more than any space between two words of a justified line.
const SPACE: f64 = 0.16;
const COLUMN: f64 = 2.2;
/// How far the base line of a superscript is from its line's.
const RAISED: f64 = 0.45;
/// How far a line begins behind the others when it begins a paragraph.
const INDENT: f64 = 0.8;
/// Line distances that are none between paragraphs, beside the usual one of the document.
const LOOSE: f64 = 1.2;
/// Type from this many times the size of running text on is a heading's.
const HEADING: f64 = 1.15;
/// Longer texts in large type are no headings.
const HEADING_CHARS_MAX: usize = 200;
/// Deepest heading level.
const LEVEL_MAX: u8 = 6;

/// A piece of text on a page, in coordinates along its own direction of reading.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'t> {
    pub(super) text: &'t str,
    /// Where it begins and ends along the line.
    pub(super) start: f64,
    pub(super) end: f64,
    /// Its base line; grows from line to line.
    pub(super) across: f64,
    /// Type size.
    pub(super) size: f64,
    /// Direction of reading, in radians.
    pub(super) angle: f64,
}

#[derive(Debug)]
struct Line {
    text: String,
    start: f64,
    end: f64,
    across: f64,
    size: f64,
    angle: f64,
    /// Whether a wide gap parts it, as in a table.
    parted: bool,
    page: usize,
}

/// The lines of a document.
#[derive(Debug, Default)]
pub(super) struct Layout {
    lines: Vec<Line>,
    /// Whether white space was drawn behind the last line's end.
    spaced: bool,
    page: usize,
}

impl Layout {
    /// Adds the next piece.
    pub(super) fn add(&mut self, piece: Piece<'_>) {
        if piece.text.trim().is_empty() {
            self.spaced = true;
            return;
        }
        let spaced = std::mem::take(&mut self.spaced);
        let page = self.page;
        let Some(line) = self.lines.last_mut().filter(|line| line.page == page && line.goes_on_with(&piece)) else {
            self.lines.push(Line {
                text: piece.text.trim().to_owned(),
                start: piece.start,
                end: piece.end,
                across: piece.across,
                size: piece.size,
                angle: piece.angle,
                parted: false,
                page,
            });
            return;
        };
        let gap = (piece.start - line.end) / line.size.max(piece.size);
        let wide = line.text.ends_with(is_wide) && piece.text.starts_with(is_wide);
        if gap > COLUMN {
            line.text.push_str(" | ");
            line.parted = true;
        } else if spaced && !(wide && gap < SPACE) || gap > SPACE && !wide {
            line.text.push(' ');
        }
        line.text.push_str(piece.text.trim());
        line.end = line.end.max(piece.end);
        if piece.size > line.size {
            // A line is where its largest type stands; what was before it was an index or a footnote's mark.
            (line.size, line.across) = (piece.size, piece.across);
        }
    }

    /// Ends the page.
    pub(super) fn end_page(&mut self) {
        self.page += 1;
    }

    /// The paragraphs of all pages.
    pub(super) fn into_paragraphs(self) -> Vec<Paragraph> {
        let pitch = usual_pitch(&self.lines) * LOOSE;
        let mut blocks: Vec<Block> = Vec::new();
        for line in self.lines {
            match blocks.last_mut() {
                Some(block) if block.goes_on_with(&line, pitch) => block.add(line),
                _ => blocks.push(Block::new(line)),
            }
        }
        let levels = heading_levels(&blocks);
        blocks
            .into_iter()
            .filter(|block| block.text.contains(is_visible))
            .map(|block| {
                let level = levels.get(&half_points(block.last.size)).filter(|_| block.may_be_heading());
                let kind = level.map_or(ParagraphKind::Text, |level| ParagraphKind::Heading(*level));
                Paragraph { text: block.text.chars().filter(|c| !c.is_control()).collect(), kind }
            })
            .collect()
    }
}

impl Line {
    fn goes_on_with(&self, piece: &Piece<'_>) -> bool {
        let size = self.size.max(piece.size);
        same_direction(self.angle, piece.angle)
            && (piece.across - self.across).abs() < RAISED * size
            && piece.start > self.end - size
            && piece.start > self.start
    }
}

/// A paragraph on its way.
#[derive(Debug)]
struct Block {
    text: String,
    /// Where its lines begin, the first one left out as soon as there is a second.
    left: f64,
    /// Where the line that reaches furthest ends.
    right: f64,
    lines: usize,
    last: Line,
}

impl Block {
    fn new(line: Line) -> Self {
        Self { text: line.text.clone(), left: line.start, right: line.end, lines: 1, last: line }
    }

    fn goes_on_with(&self, line: &Line, pitch: f64) -> bool {
        let last = &self.last;
        let size = last.size.max(line.size);
        let distance = (line.across - last.across) / size;
        let near = last.page == line.page
            && same_direction(last.angle, line.angle)
            && (last.size - line.size).abs() < 0.1 * size
            && distance > 0.3
            && distance < pitch
            && line.start < last.end
            && line.end > last.start;
        if !near || last.parted || line.parted || begins_item(&line.text) {
            return false;
        }
        let indent = (line.start - self.left) / size;
        let hangs = self.lines == 1 && begins_item(&self.text);
        // A sentence that ends well before the margin ends its paragraph.
        let short = last.end < self.right.max(line.end) - 2.0 * size && ends_sentence(&last.text);
        !(short || indent > INDENT && !hangs)
    }

    fn add(&mut self, line: Line) {
        let hyphenated = self.text.ends_with('-')
            && self.text.chars().rev().nth(1).is_some_and(char::is_lowercase)
            && line.text.starts_with(char::is_lowercase);
        if hyphenated {
            self.text.pop();
        } else if !(self.text.ends_with(is_wide) && line.text.starts_with(is_wide)) {
            self.text.push(' ');
        }
        self.text.push_str(&line.text);
        self.left = if self.lines == 1 { line.start } else { self.left.min(line.start) };
        self.right = self.right.max(line.end);
        self.lines += 1;
        self.last = line;
    }

    fn may_be_heading(&self) -> bool {
        !self.last.parted && self.text.chars().count() <= HEADING_CHARS_MAX && self.text.contains(char::is_alphabetic)
    }
}

fn same_direction(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.05
}

/// Whether a line is the first of a list item.
fn begins_item(text: &str) -> bool {
    let bullet = text.starts_with(['•', '‣', '▪', '■', '●', '○', '◦', '◆', '➢', '✓', '\u{F0B7}', '–', '—', '*', '·']);
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = rest.len() < text.len() && rest.len() + 3 > text.len();
    bullet || number && rest.starts_with([')', '、', '）']) || number && rest.starts_with(". ")
}

fn ends_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?', ':', ';', '。', '！', '？', '：', '；', '”', '"'])
}

/// Type size in half points, in which sizes are told apart.
#[allow(clippy::cast_possible_truncation)] // Saturates; no type is that large.
fn half_points(size: f64) -> i64 {
    (size * 2.0).round() as i64
}

/// The distance between lines that occurs most, in parts of their type size.
fn usual_pitch(lines: &[Line]) -> f64 {
    /// Parts of an em in which distances are told apart.
    const STEPS: f64 = 20.0;
    /// Distances that can be those of running text, in steps, and the one of text that is all single lines.
    const POSSIBLE: std::ops::Range<i64> = 16..50;
    const NONE_FOUND: i64 = 25;
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for (above, below) in lines.iter().zip(lines.iter().skip(1)) {
        #[allow(clippy::cast_possible_truncation)] // Saturates, and is then no possible distance.
        let steps = ((below.across - above.across) / above.size * STEPS).round() as i64;
        if above.page == below.page && POSSIBLE.contains(&steps) {
            *counts.entry(steps).or_default() += 1;
        }
    }
    // Of equal ones the smallest.
    let most = counts.iter().rev().max_by_key(|(_, count)| **count).map_or(NONE_FOUND, |(steps, _)| *steps);
    #[allow(clippy::cast_precision_loss)] // Below 50.
    let steps = most as f64;
    steps / STEPS
}

/// Heading levels by type size: what is larger than running text, the largest first.
fn heading_levels(blocks: &[Block]) -> BTreeMap<i64, u8> {
    let mut chars: BTreeMap<i64, usize> = BTreeMap::new();
    for block in blocks {
        *chars.entry(half_points(block.last.size)).or_default() += block.text.chars().count();
    }
    let Some((body, _)) = chars.iter().rev().max_by_key(|(_, count)| **count) else { return BTreeMap::new() };
    #[allow(clippy::cast_precision_loss)] // Sizes of type are small numbers.
    let large = |size: &i64| *size as f64 >= *body as f64 * HEADING;
    let headings = blocks.iter().filter(|block| block.may_be_heading()).map(|block| half_points(block.last.size));
    let sizes: std::collections::BTreeSet<i64> = headings.filter(large).collect();
    sizes.into_iter().rev().zip((1..LEVEL_MAX).chain(std::iter::repeat(LEVEL_MAX))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page on which each line is `(left, base line, size, text)`, drawn character by character, half an em each and an em
    /// for wide ones.
    fn read(lines: &[(f64, f64, f64, &str)]) -> Vec<(bool, String)> {
        let mut layout = Layout::default();
        for &(left, across, size, text) in lines {
            let mut start = left;
            for c in text.chars() {
                let end = start + if is_wide(c) { size } else { size / 2.0 };
                // A tab is a gap without anything drawn in it.
                if c == '\t' {
                    start += size * 4.0;
                    continue;
                }
                layout.add(Piece { text: c.encode_utf8(&mut [0; 4]), start, end, across, size, angle: 0.0 });
                start = end;
            }
        }
        layout
            .into_paragraphs()
            .into_iter()
            .map(|paragraph| (paragraph.kind != ParagraphKind::Text, paragraph.text))
            .collect()
    }

    fn texts(lines: &[(f64, f64, f64, &str)]) -> Vec<String> {
        read(lines).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn lines_close_to_each_other_are_a_paragraph() {
        let found = read(&[
            (50.0, 40.0, 20.0, "Results"),
            (50.0, 80.0, 10.0, "Revenue rose in all of the mar-"),
            (50.0, 92.0, 10.0, "kets, and most of all in 2025-"),
            (50.0, 104.0, 10.0, "2026."),
            (50.0, 116.0, 10.0, "A new paragraph follows without"),
            (50.0, 128.0, 10.0, "any gap, and ends here."),
            (50.0, 150.0, 10.0, "After a gap."),
        ]);
        let wanted = [
            (true, "Results"),
            (false, "Revenue rose in all of the markets, and most of all in 2025- 2026."),
            (false, "A new paragraph follows without any gap, and ends here."),
            (false, "After a gap."),
        ];
        assert_eq!(found, wanted.map(|(heading, text)| (heading, text.to_owned())));
    }

    #[test]
    fn chinese_lines_are_joined_without_spaces() {
        assert_eq!(
            texts(&[
                (50.0, 80.0, 10.0, "营收增长，主要来自香港"),
                (50.0, 95.0, 10.0, "和内地市场 VONB 的"),
                (50.0, 110.0, 10.0, "增长。")
            ]),
            ["营收增长，主要来自香港和内地市场 VONB 的增长。"]
        );
        // First lines are indented by two characters.
        assert_eq!(
            texts(&[
                (70.0, 80.0, 10.0, "一段的第一行"),
                (50.0, 95.0, 10.0, "一段的第二行，"),
                (70.0, 110.0, 10.0, "又一段")
            ]),
            ["一段的第一行一段的第二行，", "又一段"]
        );
    }

    #[test]
    fn gaps_part_words_and_columns() {
        assert_eq!(
            texts(&[(50.0, 80.0, 10.0, "Sales\t12.5\t13"), (50.0, 92.0, 10.0, "Costs\t7\t8")]),
            ["Sales | 12.5 | 13", "Costs | 7 | 8"]
        );
        let mut layout = Layout::default();
        for (text, start) in [("a", 0.0), ("b", 5.5), ("c", 12.5), ("2", 17.5)] {
            let raised = if text == "2" { 3.0 } else { 0.0 };
            layout.add(Piece { text, start, end: start + 5.0, across: 80.0 - raised, size: 10.0, angle: 0.0 });
        }
        assert_eq!(layout.into_paragraphs()[0].text, "ab c2");
    }

    #[test]
    fn items_and_other_directions_stand_alone() {
        assert_eq!(
            texts(&[
                (50.0, 80.0, 10.0, "• one that is"),
                (60.0, 92.0, 10.0, "long"),
                (50.0, 104.0, 10.0, "• two"),
                (50.0, 116.0, 10.0, "3. three")
            ]),
            ["• one that is long", "• two", "3. three"]
        );
        let mut layout = Layout::default();
        for (text, angle) in [("a", 0.0), ("b", 1.57)] {
            layout.add(Piece { text, start: 0.0, end: 5.0, across: 0.0, size: 10.0, angle });
        }
        assert_eq!(layout.into_paragraphs().len(), 2);
    }
}
