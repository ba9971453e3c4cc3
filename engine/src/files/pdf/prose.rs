//! The glyphs of a PDF as running text: lines, paragraphs and headings. Glyphs are taken in the order in which they are
//! drawn, which is the order of reading in nearly every file; nothing is moved, and nothing is left out but what is drawn
//! again. Spaces, line ends, paragraphs and headings, of which a page knows nothing, are read from distances and sizes.
//! Text that nobody sees is read too: it is what text recognition leaves behind a scanned page.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::HashSet;
use hayro_interpret::kurbo::Vec2;

use super::glyphs::Glyph;
use super::lines::is_broken;
use super::place::{GlyphPlace, Letters};
use super::words::step;
use crate::document::{Paragraph, ParagraphKind};
use crate::files::paragraphs::{is_visible, is_wide};

// Distances in parts of the type size.

/// About half of the narrowest space between words: a quarter em, narrowed by justification.
/// Measured: 0.12 changes `S2MNCEbirdisland.pdf` and 4 more; 0.213 changes `S2MNCEbirdisland.pdf` and 5 more.
const SPACE: f64 = 0.16;
/// More than any space between two words of a justified line.
/// Measured: 1.65 changes `12s0324.pdf` and 15 more; 2.93 changes `12s0324.pdf` and 15 more.
const COLUMN: f64 = 2.2;
/// How far the base line of a superscript is from its line's.
/// Measured: 0.338 changes `eu-017.pdf`, `failing_sort.pdf`, `offense.pdf`; 0.599 changes `labor.pdf` and 4 more.
const RAISED: f64 = 0.45;
/// How far a piece may begin before the end of what it goes on with, as a comma under an overhanging letter does.
/// Measured: nothing changes at 0.75 or 1.33.
const BACK: f64 = 1.0;
/// How far a line begins behind the others when it begins a paragraph.
/// Measured: 0.6 changes `labor.pdf`, `m27.pdf`, `us-020.pdf`; 1.06 changes `eu-002.pdf`, `offense.pdf`, `us-020.pdf`.
const INDENT: f64 = 0.8;
/// Lines of one paragraph are further apart than pieces of one line are.
/// Measured: 0.225 changes `arabic.pdf`; 0.399 changes nothing.
const PITCH_MIN: f64 = 0.3;
/// A sentence that ends further before the margin than this ends its paragraph.
/// Measured: 1.5 changes `us-020.pdf`; 2.66 changes `us-020.pdf`.
const SHORT: f64 = 2.0;

/// Line distances that are none between paragraphs, beside the usual one of the document.
/// Measured: 0.9 changes `12s0324.pdf` and 31 more; 1.6 changes `12s0324.pdf` and 3 more.
const LOOSE: f64 = 1.2;
/// By which part the type sizes of lines of one paragraph differ.
/// Measured: 0.075 changes `S2MNCEbirdisland.pdf`; 0.133 changes nothing.
pub(super) const SAME_SIZE: f64 = 0.1;
/// By how much, in radians, directions differ that are the same: three degrees, as of a page that was scanned askew.
/// Measured: nothing changes at 0.0375 or 0.0665, nor at half or twice as much.
const SAME_DIRECTION: f64 = 0.05;
/// Type from this many times the size of running text on is a heading's.
/// Measured: 0.862 changes `12s0324.pdf` and 33 more; 1.53 changes `12s0324.pdf` and 13 more.
const HEADING: f64 = 1.15;
/// Longer texts in large type are no headings.
/// Measured: 150 changes `china.pdf`, `eu-002.pdf`; 266 changes nothing.
const HEADING_CHARS_MAX: usize = 200;
/// Deepest heading level.
/// Measured: 4 changes `npe_issue_206.pdf`; 8 changes nothing.
const LEVEL_MAX: u8 = 6;
/// Most digits of the number of a list item.
/// Measured: 1 changes `sydney_disclosure_contract.pdf`; 3 changes nothing.
const ITEM_DIGITS_MAX: usize = 2;

/// Parts of an em in which distances between lines are told apart.
/// Measured: 26.6 changes `20.pdf` and 5 more; 15 changes nothing.
const PITCH_STEPS: f64 = 20.0;
/// Distances that can be those of running text, in steps.
const PITCHES: std::ops::Range<i64> = 16..50;
/// The distance, in steps, of text that is all single lines.
/// Measured: nothing changes at 19 or 33, nor at half or twice as much.
const USUAL_PITCH: i64 = 25;

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

/// The running text of a document.
#[derive(Debug, Default)]
pub(super) struct Prose {
    lines: Vec<Line>,
    /// Whether white space was drawn behind the last line's end.
    spaced: bool,
    page: usize,
    /// Characters and places of this page. Bold type is often the same text drawn twice.
    taken: HashSet<(Letters, i64, i64)>,
    /// The direction of the last glyph, which is that of nearly all: its angle, and the sine and cosine of it.
    direction: Vec2,
    angle: (f64, f64, f64),
}

impl Prose {
    /// Adds the next glyph.
    pub(super) fn add(&mut self, glyph: &Glyph) {
        let GlyphPlace { start, direction, length, size } = glyph.place;
        if self.direction != direction {
            let angle = direction.y.atan2(direction.x);
            let (sin, cos) = angle.sin_cos();
            (self.direction, self.angle) = (direction, (angle, sin, cos));
        }
        let (angle, sin, cos) = self.angle;
        let along = start.x * cos + start.y * sin;
        let across = start.y * cos - start.x * sin;
        let place = || (glyph.letters.clone(), step(along, size), step(across, size));
        if glyph.letters.is_space() || self.taken.insert(place()) {
            let mut buffer = [0; 4];
            let text = glyph.letters.as_str(&mut buffer);
            self.add_piece(Piece { text, start: along, end: along + length, across, size, angle });
        }
    }

    /// Adds the next piece.
    pub(super) fn add_piece(&mut self, piece: Piece<'_>) {
        let text = piece.text.trim();
        if text.is_empty() {
            self.spaced = true;
            return;
        }
        let spaced = std::mem::take(&mut self.spaced);
        let page = self.page;
        let Some(line) = self.lines.last_mut().filter(|line| line.page == page && line.goes_on_with(&piece)) else {
            let Piece { start, end, across, size, angle, .. } = piece;
            self.lines.push(Line { text: text.to_owned(), start, end, across, size, angle, parted: false, page });
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
        line.text.push_str(text);
        line.end = line.end.max(piece.end);
        if piece.size > line.size {
            // A line is where its largest type stands; what was before it was an index or a footnote's mark.
            (line.size, line.across) = (piece.size, piece.across);
        }
    }

    /// Ends the page.
    pub(super) fn end_page(&mut self) {
        self.page += 1;
        self.taken.clear();
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
        let visible = blocks.into_iter().filter(|block| block.text.contains(is_visible));
        let paragraph = |block: Block| {
            let level = levels.get(&half_points(block.last.size)).filter(|_| block.may_be_heading());
            let kind = level.map_or(ParagraphKind::Text, |level| ParagraphKind::Heading(*level));
            block.into_paragraph(kind)
        };
        visible.map(paragraph).collect()
    }
}

impl Line {
    fn goes_on_with(&self, piece: &Piece<'_>) -> bool {
        let size = self.size.max(piece.size);
        same_direction(self.angle, piece.angle)
            && (piece.across - self.across).abs() < RAISED * size
            && piece.start > self.end - BACK * size
            && piece.start > self.start
    }
}

/// A paragraph that grows.
#[derive(Debug)]
struct Block {
    text: String,
    /// Where lines begin in it, but for the first.
    breaks: Vec<usize>,
    /// Where its lines begin, the first one left out as soon as there is a second.
    left: f64,
    /// Where the line that reaches furthest ends.
    right: f64,
    lines: usize,
    last: Line,
}

impl Block {
    fn new(line: Line) -> Self {
        let text = line.text.clone();
        Self { text, breaks: Vec::new(), left: line.start, right: line.end, lines: 1, last: line }
    }

    fn goes_on_with(&self, line: &Line, pitch: f64) -> bool {
        let last = &self.last;
        let size = last.size.max(line.size);
        let distance = (line.across - last.across) / size;
        let near = last.page == line.page
            && same_direction(last.angle, line.angle)
            && (last.size - line.size).abs() < SAME_SIZE * size
            && distance > PITCH_MIN
            && distance < pitch
            && line.start < last.end
            && line.end > last.start;
        if !near || last.parted || line.parted || begins_item(&line.text) {
            return false;
        }
        let indent = (line.start - self.left) / size;
        let hangs = self.lines == 1 && begins_item(&self.text);
        // A sentence that ends well before the margin ends its paragraph.
        let short = last.end < self.right.max(line.end) - SHORT * size && ends_sentence(&last.text);
        !(short || indent > INDENT && !hangs)
    }

    fn add(&mut self, line: Line) {
        if is_broken(&self.text, &line.text) {
            self.text.pop();
        } else if !(self.text.ends_with(is_wide) && line.text.starts_with(is_wide)) {
            self.text.push(' ');
        }
        self.breaks.push(self.text.len());
        self.text.push_str(&line.text);
        self.left = if self.lines == 1 { line.start } else { self.left.min(line.start) };
        self.right = self.right.max(line.end);
        self.lines += 1;
        self.last = line;
    }

    /// Its text without control characters.
    fn into_paragraph(self, kind: ParagraphKind) -> Paragraph {
        let (mut text, mut breaks) = (String::with_capacity(self.text.len()), Vec::new());
        let mut begins = self.breaks.into_iter().peekable();
        for (at, c) in self.text.char_indices() {
            if begins.next_if_eq(&at).is_some() {
                breaks.push(text.len());
            }
            if !c.is_control() {
                text.push(c);
            }
        }
        Paragraph { text, kind, breaks }
    }

    fn may_be_heading(&self) -> bool {
        !self.last.parted && self.text.chars().count() <= HEADING_CHARS_MAX && self.text.contains(char::is_alphabetic)
    }
}

fn same_direction(one: f64, other: f64) -> bool {
    (one - other).abs() < SAME_DIRECTION
}

/// Whether a line is the first of a list item.
fn begins_item(text: &str) -> bool {
    let bullet = text.starts_with(['•', '‣', '▪', '■', '●', '○', '◦', '◆', '➢', '✓', '\u{F0B7}', '–', '—', '*', '·']);
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = (1..=ITEM_DIGITS_MAX).contains(&(text.len() - rest.len()));
    bullet || number && (rest.starts_with([')', '、', '）']) || rest.starts_with(". "))
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
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for (above, below) in lines.iter().zip(lines.iter().skip(1)) {
        #[allow(clippy::cast_possible_truncation)] // Saturates, and is then no possible distance.
        let steps = ((below.across - above.across) / above.size * PITCH_STEPS).round() as i64;
        if above.page == below.page && PITCHES.contains(&steps) {
            *counts.entry(steps).or_default() += 1;
        }
    }
    // Of equal ones the smallest.
    let most = counts.iter().rev().max_by_key(|(_, count)| **count).map_or(USUAL_PITCH, |(steps, _)| *steps);
    #[allow(clippy::cast_precision_loss)] // Below 50.
    let steps = most as f64;
    steps / PITCH_STEPS
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
    let sizes: BTreeSet<i64> = headings.filter(large).collect();
    sizes.into_iter().rev().zip((1..LEVEL_MAX).chain(std::iter::repeat(LEVEL_MAX))).collect()
}
