//! Tables whose columns are told by white space alone: consecutive lines that the same rivers part, with numbers in at least
//! one column, or between level rules. Running text in one or several columns is none of these: where it is not clear that
//! lines are a table, they are not one, because a wrong table would state wrong facts.

use hayro_interpret::kurbo::Rect;

use super::beside::beside;
use super::columns::{Part, River, at_least, gaps, median, parted, rivers, segments};
use super::drawing::Rule;
use super::rows::{self, Row};
use super::ruled::{level_groups, place, whole};
use super::table::Table;
use super::value::is_value;
use super::words::{Line, Page, Word, lines};
use crate::files::grid::Span;

/// Lines further apart than this many type sizes do not belong to one table, unless a frame holds them together.
const APART: f64 = 3.2;
/// Columns whose lines hold more characters than this on the average are running text.
const PROSE_CHARS: usize = 60;
/// The part of its rivers that a table keeps over all of its lines: in wide ones, a long text here and there covers one.
const SAME_RIVERS: f64 = 0.8;
/// Fewest lines of a table without a frame that hold something in two columns.
const LINES_MIN: usize = 3;

/// The tables of a page that lie outside of the areas that are taken.
pub(super) fn tables(page: &Page, taken: &[Rect]) -> Vec<Table> {
    let free = |word: &&Word| !taken.iter().any(|area| area.contains(word.area.center()));
    let mut words: Vec<Word> = page.words.iter().filter(free).cloned().collect();
    let all = lines(&words);
    let mut found: Vec<Table> = Vec::new();
    for frame in frames(page, &words) {
        let inside = |word: &Word| frame.contains(word.area.center());
        if taken.iter().any(|area| area.intersect(frame).area() > 0.0) {
            continue;
        }
        let within: Vec<Word> = words.iter().filter(|word| inside(word)).cloned().collect();
        let tables = framed(&within, frame, page);
        if !tables.is_empty() {
            words.retain(|word| !inside(word));
            found.extend(tables.into_iter().map(|table| table.with_header(&all)));
        }
    }
    for lines in regions(lines(&words), 2) {
        let mut top = 0;
        for block in blocks(&lines) {
            // What belongs to the table above is no header of this one.
            let (from, to) = (block.start - top, block.end - top);
            match beside(&lines[top..block.end], from, page) {
                Some(sides) => found.extend(
                    sides.iter().filter_map(|side| table(&side.lines, side.from..side.lines.len(), None, page)),
                ),
                None => found.extend(table(&lines[top..], from..to, None, page)),
            }
            top = block.end;
        }
    }
    found
}

/// The areas of tables between level rules of the same length. Where two or more lines of running text stand between two
/// of the rules, one table ends and another begins.
fn frames(page: &Page, words: &[Word]) -> Vec<Rect> {
    let mut found = Vec::new();
    let all = lines(words);
    for group in level_groups(&page.rules) {
        let mut open: Option<(Rect, usize)> = None;
        for pair in group.windows(2) {
            let strip = Rect::new(pair[0].start - 2.0, pair[0].at, pair[0].end + 2.0, pair[1].at);
            let inside = all.iter().filter_map(|line| {
                let words = line.words.iter().filter(|word| strip.contains(word.area.center())).cloned().collect();
                Line::of(words)
            });
            let inside: Vec<Line> = inside.collect();
            if inside.len() > 1 && inside.iter().all(|line| segments(line).len() == 1) {
                found.extend(open.take());
                continue;
            }
            open = Some(open.map_or((strip, 2), |(area, rules)| (area.union(strip), rules + 1)));
        }
        found.extend(open);
    }
    found.into_iter().filter(|(_, rules)| *rules >= 3).map(|(area, _)| area).collect()
}

/// The tables inside a frame of rules: one, or two with an upright rule between them; none when several are stacked.
pub(super) fn framed(words: &[Word], frame: Rect, page: &Page) -> Vec<Table> {
    let lines = lines(words);
    if let Some(sides) = beside(&lines, 0, page) {
        let tables = sides.iter().filter_map(|side| {
            let own = Rect { x0: frame.x0.max(side.start), x1: frame.x1.min(side.end), ..frame };
            table(&side.lines, side.from..side.lines.len(), Some(own), page)
        });
        return tables.collect();
    }
    let blocks = blocks(&lines).into_iter().filter(|block| block.len() >= LINES_MIN).count();
    if blocks > 1 && blocks_differ(&lines) {
        return Vec::new();
    }
    let all = 0..lines.len();
    table(&lines, all, Some(frame), page).into_iter().collect()
}

/// Whether some of the tables that lines hold have more columns than all of them have together.
fn blocks_differ(lines: &[Line]) -> bool {
    let together = rivers(&gapped(lines)).len();
    blocks(lines)
        .into_iter()
        .any(|block| block.len() >= LINES_MIN && rivers(&gapped(&lines[block])).len() > together + 1)
}

/// The lines of each column of running text; all lines at once where there is one column.
fn regions(lines: Vec<Line>, depth: usize) -> Vec<Vec<Line>> {
    let Some(river) = gutter(&lines).filter(|_| depth > 0) else {
        return vec![lines];
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for line in lines {
        let across = line.words.iter().any(|word| word.area.x0 < river.start && word.area.x1 > river.end);
        let (before, after): (Vec<Word>, Vec<Word>) = if across {
            // A heading over all columns parts them; it belongs to the first one.
            (line.words, Vec::new())
        } else {
            line.words.into_iter().partition(|word| word.area.center().x < river.middle)
        };
        left.extend(Line::of(before));
        right.extend(Line::of(after));
    }
    let mut found = regions(left, depth - 1);
    found.extend(regions(right, depth - 1));
    found
}

/// The river between two columns of running text.
fn gutter(all: &[Line]) -> Option<River> {
    let lines: Vec<&Line> = all.iter().collect();
    let size = median(lines.iter().map(|line| line.size).collect());
    gaps(&lines, lines.len() / 8, size).into_iter().find(|river| {
        let is_text = |left: bool| {
            let widths = lines.iter().filter_map(|line| {
                let words = line.words.iter().filter(|word| (word.area.center().x < river.middle) == left);
                let area = words.map(|word| word.area).reduce(|all, area| all.union(area))?;
                Some(area.width())
            });
            let widths: Vec<f64> = widths.collect();
            let widest = widths.iter().copied().fold(0.0, f64::max);
            let full = widths.iter().filter(|width| **width > 0.7 * widest).count();
            // Lines of running text hold some forty letters, half an em each, and fill their column.
            let own = lines.iter().filter_map(|line| {
                let words = line.words.iter().filter(|word| (word.area.center().x < river.middle) == left);
                Line::of(words.cloned().collect())
            });
            let parted = own.filter(|line| segments(line).len() > 1).count();
            widest > 14.0 * size
                && full >= 8
                && at_least(full, 0.5, widths.len())
                && !at_least(parted, 0.3, widths.len())
        };
        is_text(true) && is_text(false)
    })
}

/// Runs of lines that may be tables: lines with gaps, and up to two lines without between them.
fn blocks(lines: &[Line]) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if segments(line).len() < 2 {
            continue;
        }
        let goes_on = found.last().is_some_and(|block| {
            let between = &lines[block.end - 1..=index];
            index - block.end <= 2
                && between.windows(2).all(|pair| pair[1].base - pair[0].base < APART * pair[0].size.max(pair[1].size))
        });
        match found.last_mut() {
            Some(block) if goes_on => block.end = index + 1,
            _ => found.push(index..index + 1),
        }
    }
    unite(lines, found)
}

/// Parts blocks where another table begins, with columns of its own.
fn unite(lines: &[Line], blocks: Vec<std::ops::Range<usize>>) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for block in blocks {
        let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
        for index in block.filter(|index| segments(&lines[*index]).len() > 1) {
            match runs.last_mut() {
                Some(run) if run.end == index => run.end = index + 1,
                _ => runs.push(index..index + 1),
            }
        }
        let columns = |range: std::ops::Range<usize>| rivers(&gapped(&lines[range])).len();
        let mut open: Option<std::ops::Range<usize>> = None;
        for run in runs {
            let both = open.clone().map(|open| open.start..run.end);
            let fits = both.clone().zip(open.clone()).is_some_and(|(both, open)| {
                let most = [open, run.clone()].into_iter().filter(|part| part.len() >= LINES_MIN).map(columns).max();
                at_least(columns(both), SAME_RIVERS, most.unwrap_or(1))
            });
            if fits {
                open = both;
            } else {
                found.extend(open.replace(run));
            }
        }
        found.extend(open);
    }
    found
}

pub(super) fn gapped(lines: &[Line]) -> Vec<&Line> {
    lines.iter().filter(|line| segments(line).len() > 1).collect()
}

/// The table that some lines are, together with the header lines above them; none when they are no table.
fn table(all: &[Line], range: std::ops::Range<usize>, frame: Option<Rect>, page: &Page) -> Option<Table> {
    let lines = &all[range.clone()];
    let body = gapped(lines);
    if body.len() < 2 {
        return None;
    }
    let rivers = rivers(&body);
    if rivers.is_empty() || lines.iter().any(is_axis) {
        return None;
    }
    let parts: Vec<Vec<Part>> = lines.iter().map(|line| parted(line, &rivers)).collect();
    let values = value_columns(&parts, rivers.len() + 1);
    let is_table = match frame {
        Some(frame) => is_framed_table(&parts, &values, frame, page),
        None => is_table(&parts, &values),
    };
    if !is_table {
        return None;
    }
    let start = if frame.is_some() { range.start } else { header_start(all, range.start, &rivers, page) };
    let lines = &all[start..range.end];
    let area = lines.iter().map(|line| line.area).reduce(|all, area| all.union(area))?;
    let area = frame.map_or(area, |frame| Rect::new(frame.x0, area.y0, frame.x1, area.y1));
    let rules = whole(&page.rules, true);
    let rules: Vec<Rule> = rules
        .into_iter()
        .filter(|rule| rule.at > area.y0 && rule.at < area.y1 && rule.end > area.x0 && rule.start < area.x1)
        .collect();
    let rows = rows::rows(lines, &rivers, &values, &rules, page);
    laid_out(&rows, &rivers, area)
}

/// Rows and columns by their sides.
fn laid_out(rows: &[Row], rivers: &[River], area: Rect) -> Option<Table> {
    let mut xs = vec![area.x0 - 1.0];
    xs.extend(rivers.iter().map(|river| river.middle));
    xs.push(area.x1 + 1.0);
    let mut ys = vec![rows.first()?.top - 1.0];
    ys.extend(rows.windows(2).map(|pair| f64::midpoint(pair[0].bottom, pair[1].top)));
    ys.push(rows.last()?.bottom + 1.0);
    let merges = rows.iter().enumerate().flat_map(|(row, cells)| {
        let spans = cells.parts.iter().filter(|part| part.first < part.last);
        spans.map(move |part| Span { first: place(row, part.first), last: place(row, part.last) })
    });
    let mut merges: Vec<Span> = merges.collect();
    merges.sort_unstable();
    Some(Table { xs, ys, merges })
}

/// Whether a line is the scale of a chart: numbers in even steps, which are not the years of a header.
fn is_axis(line: &Line) -> bool {
    let numbers: Option<Vec<i64>> =
        line.words.iter().map(|word| word.text.trim_end_matches('%').replace(',', "").parse().ok()).collect();
    let numbers = numbers.unwrap_or_default();
    let steps: Vec<i64> = numbers.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
    let even = steps.windows(2).all(|pair| pair[0] == pair[1]);
    numbers.len() >= 5 && even && steps[0] != 0 && (steps[0].abs() != 1 || numbers.contains(&0))
}

/// Columns most of whose lines are values.
pub(super) fn value_columns(lines: &[Vec<Part>], columns: usize) -> Vec<bool> {
    let is_column = |column: usize| {
        let texts: Vec<&str> = texts(lines, column).collect();
        let values = texts.iter().filter(|text| is_value(text)).count();
        // Dashes alone are the marks of a list.
        let numbers = texts.iter().filter(|text| is_value(text) && text.contains(|c: char| c.is_ascii_digit())).count();
        numbers >= 2 && at_least(values, 0.6, texts.len())
    };
    (0..columns).map(is_column).collect()
}

fn texts(lines: &[Vec<Part>], column: usize) -> impl Iterator<Item = &str> {
    let parts = lines.iter().flatten().filter(move |part| part.first == column && part.last == column);
    parts.map(|part| part.text.as_str()).filter(|text| !text.is_empty())
}

fn is_prose(lines: &[Vec<Part>], column: usize) -> bool {
    let (count, chars) =
        texts(lines, column).fold((0, 0), |(count, chars), text| (count + 1, chars + text.chars().count()));
    chars > PROSE_CHARS * count
}

/// Whether lines without a frame are a table.
fn is_table(lines: &[Vec<Part>], values: &[bool]) -> bool {
    let full = lines.iter().filter(|parts| parts.len() > 1).count();
    let states = |parts: &&Vec<Part>| parts.iter().any(|part| values[part.first] && is_value(&part.text));
    let with_values = lines.iter().filter(states).count();
    let columns = values.len();
    let prose = (0..columns).any(|column| is_prose(lines, column));
    if full < LINES_MIN || prose || with_values < LINES_MIN || !at_least(with_values, 0.5, full) {
        return false;
    }
    // Numbers at the beginning of lines are those of a list, and growing ones at the end those of pages.
    columns > 2 && values.iter().skip(1).any(|is| *is)
        || values[1..].iter().any(|is| *is) && !is_contents(lines)
        || values[0] && columns > 2
}

fn is_contents(lines: &[Vec<Part>]) -> bool {
    let pages: Vec<Option<u32>> = texts(lines, 1).map(|text| text.parse().ok()).collect();
    let numbers: Vec<u32> = pages.iter().flatten().copied().collect();
    at_least(numbers.len(), 0.8, pages.len()) && numbers.iter().all(|page| *page < 2_000) && numbers.is_sorted()
}

/// Whether lines in a frame are a table: with numbers in a column, or with rules between most lines. Marks alone in the
/// first column are those of a list.
fn is_framed_table(lines: &[Vec<Part>], values: &[bool], frame: Rect, page: &Page) -> bool {
    let full = lines.iter().filter(|parts| parts.len() > 1).count();
    let prose = (0..values.len()).any(|column| is_prose(lines, column));
    let listed = values.len() == 2 && texts(lines, 0).all(is_bullet);
    let inside = |rule: &&Rule| {
        rule.at >= frame.y0 - 1.0 && rule.at <= frame.y1 + 1.0 && rule.end - rule.start > 0.9 * frame.width()
    };
    let rules = whole(&page.rules, true).iter().filter(inside).count();
    let stated = values.iter().any(|is| *is) || at_least(rules, 0.5, full);
    full >= 2 && !prose && !listed && stated && at_least(full, 0.25, lines.len())
}

/// Whether a text is the mark of a list's line: a dash or a dot, a number or a letter with a point behind it.
fn is_bullet(text: &str) -> bool {
    let bare = text.trim_end_matches(['.', ')', '、', '）']).trim_start_matches(['(', '（']);
    let is_mark = !text.is_empty() && text.chars().all(|c| !c.is_alphanumeric());
    let is_short = bare.chars().count() <= 2 && bare.chars().all(char::is_alphanumeric);
    is_mark || is_short && bare.len() < text.len()
}

/// The first of the header lines above a table: lines that stand over its columns, but not over the first one alone.
fn header_start(all: &[Line], start: usize, rivers: &[River], page: &Page) -> usize {
    let rules = whole(&page.rules, true);
    let width = all[start].area.width();
    // Rows that stand far apart have headers as far above them.
    let pitch = all.get(start + 1).map_or(0.0, |next| (next.base - all[start].base).min(APART * next.size));
    let mut first = start;
    while let Some((above, line)) = first.checked_sub(1).and_then(|above| Some((above, all.get(above)?))) {
        let below = &all[first];
        let near = below.base - line.base < (2.2 * below.size.max(line.size)).max(1.05 * pitch);
        let closed =
            rules.iter().any(|rule| rule.at > line.base && rule.at < below.base && rule.end - rule.start > 0.9 * width);
        let over = rivers.first().is_some_and(|river| line.area.x0 > river.start);
        let gapped = segments(line).len() > 1;
        if !near || closed && !gapped || !over && !gapped || start - first >= 5 {
            break;
        }
        first = above;
    }
    first
}
