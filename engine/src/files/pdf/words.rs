//! Glyphs to words with their places, and words to lines. What cannot be seen against its ground, or is covered, is left
//! out. Raised and lowered digits become superscript and subscript characters, so that a footnote mark never makes a number
//! longer. It knows nothing of tables.

use std::collections::HashMap;

use hayro_interpret::kurbo::{Point, Rect};

use super::drawing::{Drawing, Fill, Glyph, Rule};
use super::turn::Turn;
use crate::files::grid::Rgb;
use crate::lang::is_cjk;

/// Distances, in parts of the type size: about half of the narrowest space between words, and how far pieces of one word
/// may overlap.
const SPACE: f64 = 0.19;
const OVERLAP: f64 = 0.5;
/// How far apart, in parts of the type size, the base lines of one word and of one line are.
const WORD_LEVEL: f64 = 0.08;
const LINE_LEVEL: f64 = 0.3;
/// Type up to this part of its neighbour's size is an index when it is raised or lowered.
const INDEX_SIZE: f64 = 0.85;
/// Colours whose parts differ by no more than this cannot be told apart by people.
const SAME_COLOR: u8 = 8;
/// Strips into which a page is cut to find the fills behind a word.
const STRIPS: usize = 128;

/// A word, or several Chinese ones without space.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) area: Rect,
    /// Its base line, in its own direction of reading.
    pub(super) base: f64,
    pub(super) turn: Turn,
    pub(super) size: f64,
    pub(super) color: Option<Rgb>,
    pub(super) bold: bool,
    /// Whether white space was drawn before it.
    pub(super) spaced: bool,
    pub(super) order: usize,
}

/// A page with words, made upright.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// All of it, as it is read.
    pub(super) area: Rect,
    pub(super) words: Vec<Word>,
    pub(super) rules: Vec<Rule>,
    pub(super) fills: Vec<Fill>,
}

impl Page {
    /// The page that was drawn. Where most text is turned, as on a landscape table in a portrait page, it is turned back.
    pub(super) fn of(drawing: &Drawing) -> Self {
        let count = |turn: Turn| drawing.glyphs.iter().filter(|glyph| glyph.turn == turn).count();
        let turn = Turn::ALL.into_iter().rev().max_by_key(|turn| count(*turn)).unwrap_or_default();
        let fills: Vec<Fill> =
            drawing.fills.iter().map(|fill| Fill { area: turn.upright_area(fill.area), ..*fill }).collect();
        let rules = drawing.rules.iter().map(|rule| turned(*rule, turn)).collect();
        let mut words = words(&drawing.glyphs, turn);
        keep_seen(&mut words, &fills);
        drop_leaders(&mut words);
        Self { area: turn.upright_area(drawing.page), words, rules, fills }
    }
}

fn turned(rule: Rule, turn: Turn) -> Rule {
    let point = |along: f64| if rule.level { Point::new(along, rule.at) } else { Point::new(rule.at, along) };
    let (from, to) = (turn.upright(point(rule.start)), turn.upright(point(rule.end)));
    if (from.y - to.y).abs() <= (from.x - to.x).abs() {
        Rule { level: true, at: from.y, start: from.x.min(to.x), end: from.x.max(to.x) }
    } else {
        Rule { level: false, at: from.x, start: from.y.min(to.y), end: from.y.max(to.y) }
    }
}

/// Words on their way: in the frame of their own direction.
struct Open {
    word: Word,
    end: f64,
}

fn words(glyphs: &[Glyph], page: Turn) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut open: Option<Open> = None;
    let mut spaced = false;
    // The words in which glyphs stand, by character and place: the same text is often drawn again, to make it bold, or
    // because something was drawn over it. What is seen is the last one.
    let mut seen: HashMap<(&str, i64, i64), usize> = HashMap::new();
    for glyph in glyphs {
        if glyph.text.trim().is_empty() {
            spaced = true;
            continue;
        }
        let turn = glyph.turn.less(page);
        let frame = |point: Point| turn.upright(page.upright(point));
        let (start, end) = (frame(glyph.start), frame(glyph.end));
        let cell = glyph.size * 0.1;
        #[allow(clippy::cast_possible_truncation)] // Saturates; places that far out are one place.
        let place = ((start.x / cell).round() as i64, (start.y / cell).round() as i64);
        let key = (glyph.text.as_str(), place.0, place.1);
        // What is drawn again may stand a hair beside.
        let near = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (place.0.saturating_add(x), place.1.saturating_add(y))));
        let drawn = near.into_iter().find_map(|(x, y)| seen.get(&(glyph.text.as_str(), x, y)));
        if let Some(index) = drawn {
            let again = found.get_mut(*index).or(open.as_mut().map(|open| &mut open.word));
            if let Some(word) = again {
                (word.order, word.color) = (glyph.order, glyph.color);
            }
            spaced = false;
            continue;
        }
        let text: String = glyph.text.chars().filter(|c| !c.is_control()).collect();
        let text = text.trim();
        if let Some(Open { word, end: last }) = &mut open {
            let gap = (start.x - *last) / glyph.size;
            let goes_on = !spaced
                && word.turn == turn
                && (word.size - glyph.size).abs() < 0.15 * word.size
                && (word.base - start.y).abs() < WORD_LEVEL * word.size
                && gap < SPACE
                && gap > -OVERLAP
                && word.color == glyph.color;
            if goes_on {
                word.text.push_str(text);
                word.area.x1 = word.area.x1.max(end.x);
                word.bold &= glyph.bold;
                *last = end.x;
                seen.insert(key, found.len());
                continue;
            }
        }
        found.extend(open.take().map(|open| closed(open.word)));
        seen.insert(key, found.len());
        let area = Rect::new(start.x, start.y - 0.75 * glyph.size, end.x, start.y + 0.2 * glyph.size);
        let word = Word {
            text: text.to_owned(),
            area,
            base: start.y,
            turn,
            size: glyph.size,
            color: glyph.color,
            bold: glyph.bold,
            spaced: std::mem::take(&mut spaced),
            order: glyph.order,
        };
        open = Some(Open { word, end: end.x });
    }
    found.extend(open.map(|open| closed(open.word)));
    found
}

/// A word with its area on the upright page.
fn closed(mut word: Word) -> Word {
    word.area = word.turn.back().upright_area(word.area);
    word
}

/// Drops words in the colour of their ground, and words that something opaque covers.
fn keep_seen(words: &mut Vec<Word>, fills: &[Fill]) {
    let strips = Strips::new(fills);
    words.retain(|word| {
        let middle = word.area.center();
        let around = strips.around(middle).map(|index| &fills[index]).filter(|fill| fill.area.contains(middle));
        let mut ground = Some(Rgb::WHITE);
        for fill in around {
            if fill.order < word.order {
                ground = if fill.color.is_some() && !fill.opaque { None } else { fill.color };
            } else if fill.opaque && covers(fill.area, word.area) {
                return false;
            }
        }
        !matches!((word.color, ground), (Some(text), Some(ground)) if is_same(text, ground))
    });
}

/// Drops the dots that lead the eye from a label to its values.
fn drop_leaders(words: &mut Vec<Word>) {
    let is_dot = |c: char| matches!(c, '.' | '…' | '·');
    for word in words.iter_mut() {
        let kept = word.text.trim_end_matches(is_dot);
        let dots = word.text[kept.len()..].chars().count();
        if dots >= 3 && !kept.is_empty() && word.turn == Turn::NONE {
            #[allow(clippy::cast_precision_loss)] // Lengths of words.
            let part = kept.chars().count() as f64 / word.text.chars().count() as f64;
            word.area.x1 = word.area.x0 + part * word.area.width();
            word.text.truncate(kept.len());
        }
    }
    // One dot may be the decimal point of a number that was drawn in pieces: only a row of dots leads the eye.
    let only_dots = |word: &Word| word.text.chars().all(is_dot);
    let follows = |left: &Word, right: &Word| {
        let near = (0.0..2.0 * left.size).contains(&(right.area.x0 - left.area.x1));
        only_dots(left) && only_dots(right) && near && (left.base - right.base).abs() < WORD_LEVEL * left.size
    };
    let mut keep = Vec::with_capacity(words.len());
    for run in words.chunk_by(follows) {
        keep.extend(run.iter().map(|_| run.len() < 3));
    }
    let mut keep = keep.into_iter();
    words.retain(|word| keep.next().unwrap_or(true) && !(word.text.len() > 2 && word.text.chars().all(is_dot)));
}

/// Whether hardly anything of `area` shows.
fn covers(cover: Rect, area: Rect) -> bool {
    cover.intersect(area).area() >= 0.8 * area.area()
}

/// Whether people cannot tell two colours apart.
pub(super) fn is_same(left: Rgb, right: Rgb) -> bool {
    left.0.iter().zip(right.0).all(|(left, right)| left.abs_diff(right) <= SAME_COLOR)
}

/// The fills of a page by the strips of it that they touch, in the order in which they are drawn.
pub(super) struct Strips {
    top: f64,
    height: f64,
    fills: Vec<Vec<usize>>,
}

impl Strips {
    pub(super) fn new(fills: &[Fill]) -> Self {
        let top = fills.iter().map(|fill| fill.area.y0).fold(f64::INFINITY, f64::min);
        let bottom = fills.iter().map(|fill| fill.area.y1).fold(f64::NEG_INFINITY, f64::max);
        #[allow(clippy::cast_precision_loss)] // A small number.
        let height = ((bottom - top) / STRIPS as f64).max(1.0);
        let mut strips = Self { top, height, fills: vec![Vec::new(); STRIPS] };
        for (index, fill) in fills.iter().enumerate() {
            for strip in strips.of(fill.area.y0)..=strips.of(fill.area.y1) {
                strips.fills[strip].push(index);
            }
        }
        strips
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Saturates, and is clamped.
    fn of(&self, y: f64) -> usize {
        (((y - self.top) / self.height).max(0.0) as usize).min(STRIPS - 1)
    }

    /// The fills that may lie around a point.
    pub(super) fn around(&self, point: Point) -> impl Iterator<Item = usize> + '_ {
        self.fills[self.of(point.y)].iter().copied()
    }
}

/// A line of upright words, from left to right.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) words: Vec<Word>,
    pub(super) area: Rect,
    /// The size of most of it.
    pub(super) size: f64,
    pub(super) base: f64,
}

impl Line {
    /// A line of some words, from left to right; none without a word.
    pub(super) fn of(words: Vec<Word>) -> Option<Self> {
        let area = words.iter().map(|word| word.area).reduce(|all, area| all.union(area))?;
        let largest = words.iter().max_by(|left, right| left.size.total_cmp(&right.size))?;
        Some(Self { area, size: largest.size, base: largest.base, words })
    }

    /// Its text.
    pub(super) fn text(&self) -> String {
        joined(&self.words)
    }
}

/// The upright words of a page in lines, from top to bottom. Lines of columns that stand at the same height are one.
pub(super) fn lines(words: &[Word]) -> Vec<Line> {
    let mut sorted: Vec<Word> = words.iter().filter(|word| word.turn == Turn::NONE).cloned().collect();
    sorted.sort_by(|left, right| left.base.total_cmp(&right.base).then(left.area.x0.total_cmp(&right.area.x0)));
    let mut groups: Vec<Vec<Word>> = Vec::new();
    for word in sorted {
        let near = groups.last().and_then(|group| group.last()).is_some_and(|last: &Word| {
            let size = last.size.min(word.size);
            word.base - last.base <= LINE_LEVEL * size
        });
        match groups.last_mut() {
            Some(group) if near => group.push(word),
            _ => groups.push(vec![word]),
        }
    }
    let mut lines: Vec<Line> = groups.into_iter().filter_map(Line::of).collect();
    attach_indices(&mut lines);
    for line in &mut lines {
        line.words.sort_by(|left, right| left.area.x0.total_cmp(&right.area.x0));
        mark_indices(line);
    }
    lines
}

/// Moves raised and lowered words from lines of their own to the word that they belong to.
fn attach_indices(lines: &mut Vec<Line>) {
    for index in 0..lines.len() {
        let (before, rest) = lines.split_at_mut(index);
        let Some((line, after)) = rest.split_first_mut() else {
            break;
        };
        let neighbours = before.iter_mut().rev().take(2).chain(after.iter_mut().take(2));
        let mut neighbours: Vec<&mut Line> = neighbours.collect();
        line.words.retain(|word| {
            let host = neighbours.iter_mut().find(|host| host.words.iter().any(|other| is_index(word, other)));
            match host {
                Some(host) => {
                    host.words.push(word.clone());
                    host.area = host.area.union(word.area);
                    false
                }
                None => true,
            }
        });
    }
    lines.retain(|line| !line.words.is_empty());
}

/// Whether a word is an index of a larger one.
fn is_index(word: &Word, of: &Word) -> bool {
    let gap = (word.area.x0 - of.area.x1).max(of.area.x0 - word.area.x1);
    word.size <= INDEX_SIZE * of.size
        && (of.base - 0.75 * of.size..=of.base + 0.4 * of.size).contains(&(word.base - 0.3 * word.size))
        && (-0.3 * of.size..0.6 * of.size).contains(&gap)
}

/// Writes the digits of indices as the superscript and subscript digits that they are.
fn mark_indices(line: &mut Line) {
    for index in 0..line.words.len() {
        let neighbours = [index.checked_sub(1), index.checked_add(1)];
        let word = &line.words[index];
        let host = neighbours.into_iter().flatten().filter_map(|at| line.words.get(at)).find(|of| is_index(word, of));
        let Some(rise) = host.map(|of| (of.base - word.base) / of.size).filter(|rise| rise.abs() > 0.08) else {
            continue;
        };
        let digits = if rise > 0.0 { "⁰¹²³⁴⁵⁶⁷⁸⁹" } else { "₀₁₂₃₄₅₆₇₈₉" };
        let marked = word
            .text
            .chars()
            .map(|c| c.to_digit(10).and_then(|digit| digits.chars().nth(digit as usize)).unwrap_or(c))
            .collect();
        line.words[index].text = marked;
    }
}

/// The text of words in one line, with a space where there is one.
pub(super) fn joined(words: &[Word]) -> String {
    let mut text = String::new();
    let mut last: Option<&Word> = None;
    for word in words {
        if let Some(last) = last {
            let gap = (word.area.x0 - last.area.x1) / last.size.max(word.size);
            let wide = last.text.ends_with(is_wide) && word.text.starts_with(is_wide);
            // A change of colour or size in the middle of a word ends the piece, but not the word.
            let tight = gap < SPACE && !word.spaced;
            if !(tight || wide && gap < 1.0) {
                text.push(' ');
            }
        }
        text.push_str(&word.text);
        last = Some(word);
    }
    text
}

/// Whether a character is one of those between which no space is written.
pub(super) fn is_wide(c: char) -> bool {
    is_cjk(c) || matches!(c, '\u{3001}'..='\u{303F}' | '\u{3040}'..='\u{30FF}' | '\u{FF01}'..='\u{FFEF}')
}
