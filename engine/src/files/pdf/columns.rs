//! Columns of lines that no rules part: the white rivers that run down between them, and which cells a line has between
//! these. A river that parts the groups of a number's digits, or two words of running text, is none.

use hayro_interpret::kurbo::Rect;

use super::lines::{Line, joined};
use super::value::{is_symbol, is_thousands, is_value, trails};
use super::words::Word;

// Widths in parts of the type size.

/// The gap that parts a line.
/// Measured: nothing changes at 0.75 or 1.33.
const GAP: f64 = 1.0;
/// The width of a river beside words, and of one beside numbers.
/// Measured: 1.06 changes `Regulator_Filing_FY2021.pdf` and 3 more; 0.6 changes nothing.
const RIVER: f64 = 0.8;
/// Measured: 0.266 changes `cs-en-us-pbms.pdf`; 0.15 changes nothing.
const RIVER_OF_NUMBERS: f64 = 0.2;
/// Gaps between thousands are narrower than this.
/// Measured: nothing changes at 0.375 or 0.665.
const THOUSANDS: f64 = 0.5;
/// Gaps narrower than this may be the space inside of a text, when they are all of one width.
/// Measured: 0.3 changes `m27.pdf`; 0.532 changes nothing.
const NARROW: f64 = 0.4;
/// How much spaces of one width differ.
/// Measured: nothing changes at 0.0375 or 0.0665.
const EVEN: f64 = 0.05;
/// How far a word reaches over the middle of a river that it is written across.
/// Measured: nothing changes at 0.112 or 0.2.
const ACROSS: f64 = 0.15;
/// A gap up to this width, or this part of the river's, is a mere space.
/// Measured: 0.338 changes `campaign_donors.pdf`; 0.599 changes `m27.pdf`.
const MERE_SPACE: f64 = 0.45;
/// Measured: nothing changes at 0.525 or 0.931.
const MERE_SPACE_OF_RIVER: f64 = 0.7;

/// One line in so many may write across a river, such as a heading between the rows. Few lines may have one of them.
/// Measured: 9 changes `us-007.pdf`; 11 changes nothing.
const ONE_ACROSS_IN: usize = 10;
const FEW_LINES: std::ops::Range<usize> = 5..10;
/// The part of words beside a narrow river that must be numbers.
/// Measured: 0.6 changes `Regulator_Filing_FY2021.pdf`, `m27.pdf`; 1.06 changes `cs-en-us-pbms.pdf`, `m27.pdf`.
const MOSTLY: f64 = 0.8;
/// Fewest lines that tell that the words beside a narrow river are numbers.
/// Measured: nothing changes at 3 or 5.
const NUMBERS_MIN: usize = 4;
/// A column with fewer texts holds next to nothing, unless these are this part of the lines.
/// Measured: 2 changes `12s0324.pdf`; 4 changes nothing.
const TEXTS_MIN: usize = 3;
/// Measured: nothing changes at 0.15 or 0.266.
const TEXTS_PART: f64 = 0.2;
/// Fewest numbers of a column of values, and the part of its texts that must be values.
/// Measured: 1 changes `npe_issue_206.pdf`; 3 changes `argentina_diputados_voting_record.pdf`.
const COLUMN_NUMBERS_MIN: usize = 2;
/// Measured: 0.798 changes `argentina_diputados_voting_record.pdf`, `eu-002.pdf`, `us-024.pdf`; 0.45 changes nothing.
const COLUMN_VALUES: f64 = 0.6;

/// Between two columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct River {
    pub(super) start: f64,
    pub(super) end: f64,
    /// Where the least is written across it.
    pub(super) middle: f64,
}

impl River {
    fn width(&self) -> f64 {
        self.end - self.start
    }
}

/// What a line holds in one column, or in several that it writes across.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) text: String,
    pub(super) area: Rect,
}

impl Part {
    pub(super) fn covers(&self, column: usize) -> bool {
        (self.first..=self.last).contains(&column)
    }

    pub(super) fn is_wide(&self) -> bool {
        self.first < self.last
    }
}

/// The pieces of a line between wide gaps.
pub(super) fn segments(line: &Line) -> Vec<&[Word]> {
    let one =
        |left: &Word, right: &Word| right.area.x0 - left.area.x1 <= GAP * left.size.max(right.size).min(line.size);
    line.words.chunk_by(one).collect()
}

/// Whether wide gaps part a line.
pub(super) fn is_gapped(line: &Line) -> bool {
    segments(line).len() > 1
}

/// The lines that wide gaps part.
pub(super) fn gapped(lines: &[Line]) -> Vec<&Line> {
    lines.iter().filter(|line| is_gapped(line)).collect()
}

/// The usual type size of lines.
pub(super) fn usual_size<'l>(lines: impl IntoIterator<Item = &'l Line>) -> f64 {
    median(lines.into_iter().map(|line| line.size).collect())
}

/// The rivers between the columns of lines, from left to right.
pub(super) fn rivers(lines: &[&Line]) -> Vec<River> {
    let size = usual_size(lines.iter().copied());
    let across = lines.len() / ONE_ACROSS_IN + usize::from(FEW_LINES.contains(&lines.len()));
    let mut found = gaps(lines, across, RIVER_OF_NUMBERS * size);
    found.retain(|river| parts(lines, *river, size));
    drop_thin(lines, &mut found);
    found
}
/// Intervals at least `width` wide that at most `across` lines write across.
pub(super) fn gaps(lines: &[&Line], across: usize, width: f64) -> Vec<River> {
    let mut ends: Vec<(f64, isize)> = Vec::new();
    for line in lines {
        let mut words = line.words.iter().map(|word| word.area).peekable();
        while let Some(Rect { x0: start, x1: mut end, .. }) = words.next() {
            while let Some(next) = words.next_if(|next| next.x0 <= end) {
                end = end.max(next.x1);
            }
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
    let beside = lines.iter().filter_map(|line| {
        let after = line.words.partition_point(|word| word.middle() < river.middle);
        Some((line.words.get(after.checked_sub(1)?)?, line.words.get(after)?))
    });
    let beside: Vec<(&Word, &Word)> = beside.collect();
    let mostly = |test: &dyn Fn(&(&Word, &Word)) -> bool| {
        let count = beside.iter().filter(|pair| test(pair)).count();
        !beside.is_empty() && at_least(count, MOSTLY, beside.len())
    };
    let spaces = beside.iter().map(|(left, right)| right.area.x0 - left.area.x1);
    let narrow: Vec<f64> = spaces.filter(|space| *space < NARROW * size).collect();
    let usual = median(narrow.clone());
    let even = narrow.iter().filter(|space| (**space - usual).abs() < EVEN * size).count();
    if is_half(narrow.len(), beside.len()) && at_least(even, MOSTLY, narrow.len()) {
        // The same narrow gap everywhere is the space inside of a text such as `(405) 680-3701`; where there is none, a dash
        // may stand in its place.
        return false;
    }
    if river.width() < THOUSANDS * size && mostly(&|(left, right)| is_thousands(&left.text, &right.text)) {
        return false;
    }
    river.width() >= RIVER * size
        || beside.len() >= NUMBERS_MIN
            && (mostly(&|(left, _)| is_value(&left.text)) || mostly(&|(_, right)| is_value(&right.text)))
}

/// Drops rivers beside columns that hold next to nothing, or nothing but symbols that belong to the numbers beside them.
fn drop_thin(lines: &[&Line], rivers: &mut Vec<River>) {
    let mut column = 0;
    while column <= rivers.len() && !rivers.is_empty() {
        let left = column.checked_sub(1).map_or(f64::NEG_INFINITY, |index| rivers[index].middle);
        let right = rivers.get(column).map_or(f64::INFINITY, |river| river.middle);
        let inside = |word: &&Word| (left..right).contains(&word.middle());
        let texts = lines.iter().map(|line| joined(line.words.iter().filter(inside)));
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        let symbols = texts.iter().all(|text| is_symbol(text));
        if !symbols && (texts.len() >= TEXTS_MIN || at_least(texts.len(), TEXTS_PART, lines.len())) {
            column += 1;
            continue;
        }
        // A currency stands before its number; a percent sign and a closing parenthesis behind it.
        let backwards = if symbols {
            texts.iter().all(|text| trails(text))
        } else {
            let width = |river: Option<&River>| river.map_or(f64::INFINITY, River::width);
            width(column.checked_sub(1).and_then(|index| rivers.get(index))) < width(rivers.get(column))
        };
        let drop = if backwards || column == rivers.len() { column.saturating_sub(1) } else { column };
        rivers.remove(drop);
        column = drop.min(column);
    }
}

/// What a line holds between rivers.
pub(super) fn parted(line: &Line, rivers: &[River]) -> Vec<Part> {
    let mut found: Vec<(usize, usize, Vec<Word>)> = Vec::new();
    for word in &line.words {
        let column = rivers.partition_point(|river| river.middle <= word.middle());
        let (mut first, mut last) = (column, column);
        // A word that reaches over the middle of a river is written across it.
        let reach = ACROSS * word.size;
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
    let part = |(first, last, words)| {
        let line = Line::of(words)?;
        Some(Part { first, last, text: line.plain(), area: line.area })
    };
    found.into_iter().filter_map(part).collect()
}

/// Whether a word goes on with the one before it across rivers, because their gap is a mere space.
fn is_joined(last: Option<&Word>, word: &Word, between: &[River]) -> bool {
    let Some(last) = last else {
        return false;
    };
    let narrowest = between.iter().map(River::width).fold(f64::INFINITY, f64::min);
    word.area.x0 - last.area.x1 < (MERE_SPACE * word.size).min(MERE_SPACE_OF_RIVER * narrowest)
}

/// What lines hold in their columns.
#[derive(Debug)]
pub(super) struct Parted {
    pub(super) rivers: Vec<River>,
    /// The parts of each line.
    pub(super) lines: Vec<Vec<Part>>,
    /// Which columns hold values: most of their texts are.
    pub(super) values: Vec<bool>,
}

impl Parted {
    /// Lines as the rivers between the parted ones among them part them.
    pub(super) fn new(lines: &[Line]) -> Self {
        let rivers = rivers(&gapped(lines));
        let lines: Vec<Vec<Part>> = lines.iter().map(|line| parted(line, &rivers)).collect();
        let is_value_column = |column: usize| {
            let values: Vec<&str> = texts(&lines, column).filter(|text| is_value(text)).collect();
            // Dashes alone are the marks of a list.
            let numbers = values.iter().filter(|text| text.contains(|c: char| c.is_ascii_digit())).count();
            numbers >= COLUMN_NUMBERS_MIN && at_least(values.len(), COLUMN_VALUES, texts(&lines, column).count())
        };
        let values = (0..=rivers.len()).map(is_value_column).collect();
        Self { rivers, lines, values }
    }

    /// The same columns of lines among which more are.
    pub(super) fn of(self, lines: &[Line]) -> Self {
        let lines = lines.iter().map(|line| parted(line, &self.rivers)).collect();
        Self { lines, ..self }
    }
}

/// The texts that stand in one column alone.
pub(super) fn texts(lines: &[Vec<Part>], column: usize) -> impl Iterator<Item = &str> {
    let parts = lines.iter().flatten().filter(move |part| part.first == column && part.last == column);
    parts.map(|part| part.text.as_str()).filter(|text| !text.is_empty())
}

/// Whether `count` is at least a part of `all`.
#[allow(clippy::cast_precision_loss)] // Counts of words.
pub(super) fn at_least(count: usize, part: f64, all: usize) -> bool {
    count as f64 >= part * all as f64
}

/// Whether a part is at least half of the whole.
pub(super) fn is_half(part: usize, whole: usize) -> bool {
    part * 2 >= whole
}

/// The middle one; 0 of none.
pub(super) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}
