//! Words to lines, and lines to text. Raised and lowered digits become superscript and subscript characters, so that a
//! footnote mark never makes a number longer. It knows nothing of tables.

use hayro_interpret::kurbo::Rect;

use super::quarter_turn::QuarterTurn;
use super::words::{LEADERS_MIN, OVERLAP, SPACE, Word, is_dot};
use crate::files::paragraphs::is_wide;

// Distances in parts of the type size.

/// How far apart the base lines of one line are.
/// Measured: 0.225 changes `arabic.pdf`; 0.399 changes nothing.
const LINE_LEVEL: f64 = 0.3;
/// Type up to this part of its neighbour's size is an index when it is raised or lowered.
/// Measured: 0.637 changes `offense.pdf`; 1.13 changes nothing.
const INDEX_SIZE: f64 = 0.85;
/// The middle of an index is this part of its own size above its base line.
/// Measured: nothing changes at 0.225 or 0.399.
const INDEX_MIDDLE: f64 = 0.3;
/// How far above and below its neighbour's base line the middle of an index may be.
/// Measured: nothing changes at 0.562 or 0.998.
const INDEX_ABOVE: f64 = 0.75;
/// Measured: 0.532 changes `argentina_diputados_voting_record.pdf`; 0.3 changes nothing.
const INDEX_BELOW: f64 = 0.4;
/// Measured: nothing changes at 0.45 or 0.798.
const INDEX_AWAY: f64 = 0.6;
/// An index that is raised or lowered by less is small type on the line, such as a unit.
/// Measured: nothing changes at 0.06 or 0.106.
const INDEX_RISE: f64 = 0.08;
/// How far the letters of a line may reach below their base line into what stands there: a table, a rule, a band.
/// Measured, of headers, captions and rows apart: nothing changes at 0.225 or 0.399.
pub(super) const INTO: f64 = 0.3;
/// Chinese words further apart than this have a space between them.
/// Measured: nothing changes at 0.75 or 1.33.
const WIDE_SPACE: f64 = 1.0;
/// An index is looked for so many lines above and below its own: two, where both the index of the line above and that of
/// the line below are lines of their own.
/// Measured: nothing changes at 1 or 3.
const INDEX_LINES: usize = 2;

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
        let area = united(words.iter().map(|word| word.area))?;
        let largest = words.iter().max_by(|left, right| left.size.total_cmp(&right.size))?;
        Some(Self { area, size: largest.size, base: largest.base, words })
    }

    /// The line of those of its words that `wanted` takes; none without a word.
    pub(super) fn part(&self, wanted: impl Fn(&Word) -> bool) -> Option<Self> {
        Self::of(self.words.iter().filter(|word| wanted(word)).cloned().collect())
    }

    /// Its text.
    pub(super) fn text(&self) -> String {
        joined(&self.words)
    }

    /// Its text without the dots that lead to the next column.
    pub(super) fn plain(&self) -> String {
        without_leaders(&self.text()).to_owned()
    }

    pub(super) fn is_bold(&self) -> bool {
        self.words.iter().all(|word| word.bold)
    }
}

/// The smallest rectangle around some; none around none.
pub(super) fn united(areas: impl Iterator<Item = Rect>) -> Option<Rect> {
    areas.reduce(|all, area| all.union(area))
}

/// The upright ones among some words in lines, from top to bottom. Lines of columns that stand at the same height are one.
pub(super) fn lines<'w>(words: impl IntoIterator<Item = &'w Word>) -> Vec<Line> {
    let mut sorted: Vec<Word> = words.into_iter().filter(|word| word.turn == QuarterTurn::NONE).cloned().collect();
    sorted.sort_by(|left, right| left.base.total_cmp(&right.base).then(left.area.x0.total_cmp(&right.area.x0)));
    let same = |left: &Word, right: &Word| right.base - left.base <= LINE_LEVEL * left.size.min(right.size);
    let mut lines: Vec<Line> = sorted.chunk_by(same).filter_map(|words| Line::of(words.to_vec())).collect();
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
        let mut neighbours: Vec<&mut Line> =
            before.iter_mut().rev().take(INDEX_LINES).chain(after.iter_mut().take(INDEX_LINES)).collect();
        line.words.retain(|word| {
            let mut larger = neighbours.iter_mut().filter(|host| word.size <= INDEX_SIZE * host.size);
            let host = larger.find(|host| host.words.iter().any(|other| is_index(word, other)));
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
    let middle = word.base - INDEX_MIDDLE * word.size;
    word.size <= INDEX_SIZE * of.size
        && (of.base - INDEX_ABOVE * of.size..=of.base + INDEX_BELOW * of.size).contains(&middle)
        && (-OVERLAP * of.size..INDEX_AWAY * of.size).contains(&gap)
}

/// Writes the digits of indices as the superscript and subscript digits that they are.
fn mark_indices(line: &mut Line) {
    for index in 0..line.words.len() {
        let neighbours = [index.checked_sub(1), index.checked_add(1)];
        let word = &line.words[index];
        let host = neighbours.into_iter().flatten().filter_map(|at| line.words.get(at)).find(|of| is_index(word, of));
        let Some(rise) = host.map(|of| (of.base - word.base) / of.size).filter(|rise| rise.abs() > INDEX_RISE) else {
            continue;
        };
        let digits = if rise > 0.0 { "⁰¹²³⁴⁵⁶⁷⁸⁹" } else { "₀₁₂₃₄₅₆₇₈₉" };
        let marked = |c: char| c.to_digit(10).and_then(|digit| digits.chars().nth(digit as usize)).unwrap_or(c);
        line.words[index].text = word.text.chars().map(marked).collect::<String>().into();
    }
}

/// The text of words in one line, with a space where there is one.
pub(super) fn joined<'w>(words: impl IntoIterator<Item = &'w Word>) -> String {
    let mut text = String::new();
    let mut last: Option<&Word> = None;
    for word in words {
        if let Some(last) = last {
            let gap = (word.area.x0 - last.area.x1) / last.size.max(word.size);
            let wide = last.text.ends_with(is_wide) && word.text.starts_with(is_wide);
            // A change of colour or size in the middle of a word ends the piece, but not the word.
            let tight = gap < SPACE && !word.spaced;
            if !(tight || wide && gap < WIDE_SPACE) {
                text.push(' ');
            }
        }
        text.push_str(&word.text);
        last = Some(word);
    }
    text
}

/// Adds a line. No space is written between Chinese characters, and a word that was broken becomes whole.
pub(super) fn append(text: &mut String, line: &str) {
    if is_broken(text, line) {
        text.pop();
    } else if !(text.is_empty() || text.ends_with(is_wide) && line.starts_with(is_wide)) {
        text.push(' ');
    }
    text.push_str(line);
}

/// Whether the last word of a text goes on in the next line, with a hyphen between: `mar-` and `kets`, but not `2025-`
/// and `2026`.
pub(super) fn is_broken(text: &str, line: &str) -> bool {
    text.ends_with('-')
        && text.chars().rev().nth(1).is_some_and(char::is_lowercase)
        && line.starts_with(char::is_lowercase)
}

/// Text without the dots that lead the eye to the next column.
pub(super) fn without_leaders(text: &str) -> &str {
    let end = text.trim_end_matches(|c: char| is_dot(c) || c.is_whitespace());
    let dots = text[end.len()..].chars().filter(|c| is_dot(*c)).count();
    if dots >= LEADERS_MIN || text[end.len()..].contains('…') { end } else { text.trim() }
}
