//! Columns of lines that no rules part: the white rivers that run down between them, and which cells a line has between
//! these. A river that parts the groups of a number's digits, or two words of running text, is none.

use hayro_interpret::kurbo::Rect;

use super::value::{is_symbol, is_thousands, is_value, trails};
use super::words::{Line, Word, joined};

/// Widths in parts of the type size: of a river beside words, of one beside numbers, and of the gap that parts a line.
const RIVER: f64 = 0.8;
const RIVER_OF_NUMBERS: f64 = 0.2;
const GAP: f64 = 1.0;
/// Gaps between thousands are narrower than this.
const THOUSANDS: f64 = 0.5;
/// The part of words beside a narrow river that must be numbers.
const MOSTLY: f64 = 0.8;

/// Between two columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct River {
    pub(super) start: f64,
    pub(super) end: f64,
    /// Where the least is written across it.
    pub(super) middle: f64,
}

/// What a line holds in one column, or in several that it writes across.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) text: String,
    pub(super) area: Rect,
}

/// The pieces of a line between wide gaps.
pub(super) fn segments(line: &Line) -> Vec<&[Word]> {
    let parted =
        |left: &Word, right: &Word| right.area.x0 - left.area.x1 <= GAP * left.size.max(right.size).min(line.size);
    line.words.chunk_by(parted).collect()
}

/// The rivers between the columns of lines, from left to right.
pub(super) fn rivers(lines: &[&Line]) -> Vec<River> {
    let size = median(lines.iter().map(|line| line.size).collect());
    let mut found =
        gaps(lines, lines.len() / 10 + usize::from((5..10).contains(&lines.len())), RIVER_OF_NUMBERS * size);
    found.retain(|river| parts(lines, *river, size));
    drop_thin(lines, &mut found);
    found
}

/// Intervals at least `width` wide that at most `across` lines write across.
pub(super) fn gaps(lines: &[&Line], across: usize, width: f64) -> Vec<River> {
    let mut ends: Vec<(f64, isize)> = Vec::new();
    for line in lines {
        let mut open: Option<(f64, f64)> = None;
        for word in &line.words {
            let Rect { x0, x1, .. } = word.area;
            match &mut open {
                Some((_, end)) if x0 <= *end => *end = end.max(x1),
                _ => {
                    if let Some((start, end)) = open.replace((x0, x1)) {
                        ends.extend([(start, 1), (end, -1)]);
                    }
                }
            }
        }
        if let Some((start, end)) = open {
            ends.extend([(start, 1), (end, -1)]);
        }
    }
    ends.sort_by(|left, right| left.0.total_cmp(&right.0).then(right.1.cmp(&left.1)));
    let mut found = Vec::new();
    let mut count = 0_isize;
    let mut open: Option<(f64, isize, River)> = None;
    let most = isize::try_from(across).unwrap_or(isize::MAX);
    for (index, (at, change)) in ends.iter().enumerate() {
        count += change;
        let next = ends.get(index + 1).map_or(*at, |end| end.0);
        if count > most || index + 1 == ends.len() {
            found.extend(open.take().map(|(_, _, river)| river));
            continue;
        }
        let (best, least, river) =
            open.get_or_insert((0.0, isize::MAX, River { start: *at, end: next, middle: f64::midpoint(*at, next) }));
        river.end = next;
        if count < *least || count == *least && next - at > *best {
            (*best, *least) = (next - at, count);
            river.middle = f64::midpoint(*at, next);
        }
    }
    // What is left of the first word and right of the last is no river.
    let left = lines.iter().map(|line| line.area.x0).fold(f64::INFINITY, f64::min);
    found.retain(|river: &River| river.end - river.start >= width && river.start > left);
    found
}

/// Whether a river parts columns.
fn parts(lines: &[&Line], river: River, size: f64) -> bool {
    let width = river.end - river.start;
    let beside = lines.iter().filter_map(|line| {
        let after = line.words.partition_point(|word| word.area.center().x < river.middle);
        Some((line.words.get(after.checked_sub(1)?)?, line.words.get(after)?))
    });
    let beside: Vec<(&Word, &Word)> = beside.collect();
    let share = |test: &dyn Fn(&(&Word, &Word)) -> bool| {
        let count = beside.iter().filter(|pair| test(pair)).count();
        !beside.is_empty() && at_least(count, MOSTLY, beside.len())
    };
    let spaces: Vec<f64> = beside.iter().map(|(left, right)| right.area.x0 - left.area.x1).collect();
    let narrow: Vec<f64> = spaces.iter().copied().filter(|space| *space < 0.4 * size).collect();
    let usual = median(narrow.clone());
    let even = narrow.iter().filter(|space| (**space - usual).abs() < 0.05 * size).count();
    if at_least(narrow.len(), 0.5, spaces.len()) && at_least(even, MOSTLY, narrow.len()) {
        // The same narrow gap everywhere is the space inside of a text such as `(405) 680-3701`; where there is none, a dash
        // may stand in its place.
        return false;
    }
    if width < THOUSANDS * size && share(&|(left, right)| is_thousands(&left.text, &right.text)) {
        return false;
    }
    width >= RIVER * size
        || beside.len() >= 4 && (share(&|(left, _)| is_value(&left.text)) || share(&|(_, right)| is_value(&right.text)))
}

/// Drops rivers beside columns that hold next to nothing, or nothing but symbols that belong to the numbers beside them.
fn drop_thin(lines: &[&Line], rivers: &mut Vec<River>) {
    let mut column = 0;
    while column <= rivers.len() && !rivers.is_empty() {
        let left = column.checked_sub(1).map_or(f64::NEG_INFINITY, |index| rivers[index].middle);
        let right = rivers.get(column).map_or(f64::INFINITY, |river| river.middle);
        let inside = |word: &&Word| (left..right).contains(&word.area.center().x);
        let texts: Vec<String> = lines
            .iter()
            .map(|line| joined(&line.words.iter().filter(inside).cloned().collect::<Vec<Word>>()))
            .filter(|text| !text.is_empty())
            .collect();
        let symbols = texts.iter().all(|text| is_symbol(text));
        if !symbols && (texts.len() >= 3 || at_least(texts.len(), 0.2, lines.len())) {
            column += 1;
            continue;
        }
        // A currency stands before its number; a percent sign and a closing parenthesis behind it.
        let backwards = if symbols {
            texts.iter().all(|text| trails(text))
        } else {
            let width = |river: Option<&River>| river.map_or(f64::INFINITY, |river| river.end - river.start);
            width(column.checked_sub(1).and_then(|index| rivers.get(index))) < width(rivers.get(column))
        };
        let drop = if backwards || column == rivers.len() { column.saturating_sub(1) } else { column };
        rivers.remove(drop);
        column = drop.min(column);
    }
}

/// What a line holds between rivers.
pub(super) fn parted(line: &Line, rivers: &[River]) -> Vec<Part> {
    let column = |word: &Word| rivers.partition_point(|river| river.middle <= word.area.center().x);
    let mut found: Vec<(usize, usize, Vec<Word>)> = Vec::new();
    for word in &line.words {
        let (mut first, mut last) = (column(word), column(word));
        // A word that reaches over the middle of a river is written across it.
        let reach = 0.15 * word.size;
        while first > 0 && word.area.x0 < rivers[first - 1].middle - reach {
            first -= 1;
        }
        while last < rivers.len() && word.area.x1 > rivers[last].middle + reach {
            last += 1;
        }
        match found.last_mut() {
            Some(part) if first <= part.1 || is_joined(part.2.last(), word, &rivers[part.1..first]) => {
                part.1 = part.1.max(last);
                part.2.push(word.clone());
            }
            _ => found.push((first, last, vec![word.clone()])),
        }
    }
    found
        .into_iter()
        .filter_map(|(first, last, words)| {
            let line = Line::of(words)?;
            Some(Part { first, last, text: super::table::plain(&line), area: line.area })
        })
        .collect()
}

/// Whether a word goes on with the one before it across rivers, because their gap is a mere space.
fn is_joined(last: Option<&Word>, word: &Word, between: &[River]) -> bool {
    let Some(last) = last else {
        return false;
    };
    let narrowest = between.iter().map(|river| river.end - river.start).fold(f64::INFINITY, f64::min);
    word.area.x0 - last.area.x1 < (0.45 * word.size).min(0.7 * narrowest)
}

/// Whether `count` is at least a part of `all`.
#[allow(clippy::cast_precision_loss)] // Counts of words.
pub(super) fn at_least(count: usize, part: f64, all: usize) -> bool {
    count as f64 >= part * all as f64
}

/// The middle one; 0 of none.
pub(super) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}
