//! Tables whose columns are told by white space alone: consecutive lines that the same rivers part, with numbers in at least
//! one column, or between level rules. Running text in one or several columns is none of these: where it is not clear that
//! lines are a table, they are not one, because a wrong table would state wrong facts. Which lines may be one is told by
//! [`super::regions`].

use std::ops::Range;

use hayro_interpret::kurbo::Rect;

use super::columns::{Part, Parted, River, at_least, gapped, is_gapped, is_half, texts};
use super::headers::with_header;
use super::lines::{Line, lines, united};
use super::page::Page;
use super::regions::{APART, LINES_MIN, blocks, blocks_differ, frames, regions};
use super::rows::{self, Row};
use super::shapes::Rule;
use super::side_by_side::side_by_side;
use super::table::{SIDE, Table, cell};
use super::value::is_value;
use super::words::Word;
use crate::files::grid::Span;

/// Columns whose lines hold more characters than this on the average are running text.
/// Measured: nothing changes at 45 or 80.
const PROSE_CHARS: usize = 60;
/// The part of the lines in the frame of a table that hold something in two columns.
/// Measured: 0.188 changes `AnimalSounds1.pdf`; 0.333 changes nothing.
const FRAMED_FULL: f64 = 0.25;
/// A rule along this part of a frame, or of a table, reaches from side to side.
/// Measured: 1.2 changes `AnimalSounds.pdf`, `AnimalSounds1.pdf`, `argentina_diputados_voting_record.pdf`; 0.675
/// changes nothing.
const FROM_SIDE_TO_SIDE: f64 = 0.9;
/// The part of the texts at the end of lines that are numbers in a list of contents, and the pages of the longest reports.
/// Measured: nothing changes at 0.6 or 1.06.
const CONTENTS: f64 = 0.8;
/// Fewest numbers of the scale of a chart.
/// Measured: nothing changes at 4 or 6.
const AXIS_MIN: usize = 5;
/// Most header lines above a table.
/// Measured: nothing changes at 4 or 6.
const HEADER_LINES_MAX: usize = 5;
/// How far above the line below it a header stands, in type sizes; or, in tables whose rows stand far apart, in their pitch.
/// Measured: 2.93 changes `us-007.pdf`; 1.65 changes nothing.
const HEADER_PITCH: f64 = 2.2;
/// Measured: 0.788 changes `线损报送_2021财年.pdf`; 1.4 changes nothing.
const HEADER_ROW_PITCH: f64 = 1.05;

/// The tables of a page that lie outside of the areas that are taken.
pub(super) fn tables(page: &Page, taken: &[Rect]) -> Vec<Table> {
    let free = |word: &&Word| !taken.iter().any(|area| area.contains(word.area.center()));
    let mut words: Vec<Word> = page.words.iter().filter(free).cloned().collect();
    let mut found: Vec<Table> = Vec::new();
    let mut free = lines(&words);
    let frames = frames(page, &free);
    if !frames.is_empty() {
        let all = free;
        for frame in frames {
            let inside = |word: &Word| frame.contains(word.area.center());
            if taken.iter().any(|area| area.intersect(frame).area() > 0.0) {
                continue;
            }
            let within = words.iter().filter(|word| inside(word));
            let tables = framed(&lines(within), frame, page);
            if !tables.is_empty() {
                words.retain(|word| !inside(word));
                found.extend(tables.into_iter().map(|table| with_header(table, &all)));
            }
        }
        free = lines(&words);
    }
    for lines in regions(free) {
        let mut top = 0;
        for block in blocks(&lines) {
            // What belongs to the table above is no header of this one.
            let (from, to) = (block.start - top, block.end - top);
            match side_by_side(&lines[top..block.end], from, page) {
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

/// The tables inside a frame of rules: one, or two with an upright rule between them; none when several are stacked.
pub(super) fn framed(lines: &[Line], frame: Rect, page: &Page) -> Vec<Table> {
    if let Some(sides) = side_by_side(lines, 0, page) {
        let tables = sides.iter().filter_map(|side| {
            let own = Rect { x0: frame.x0.max(side.start), x1: frame.x1.min(side.end), ..frame };
            table(&side.lines, side.from..side.lines.len(), Some(own), page)
        });
        return tables.collect();
    }
    if blocks_differ(lines) {
        return Vec::new();
    }
    table(lines, 0..lines.len(), Some(frame), page).into_iter().collect()
}

/// The table that some lines are, together with the header lines above them; none when they are no table.
fn table(all: &[Line], range: Range<usize>, frame: Option<Rect>, page: &Page) -> Option<Table> {
    let lines = &all[range.clone()];
    if gapped(lines).len() < 2 {
        return None;
    }
    let table = Parted::new(lines);
    if table.rivers.is_empty()
        || lines.iter().any(is_scale)
        || holds_prose(&table)
        || !frame.map_or_else(|| is_open_table(&table), |frame| is_framed_table(&table, frame, page))
    {
        return None;
    }
    let start = if frame.is_some() { range.start } else { header_start(all, range.start, &table.rivers, page) };
    let lines = &all[start..range.end];
    let area = united(lines.iter().map(|line| line.area))?;
    let area = frame.map_or(area, |frame| Rect::new(frame.x0, area.y0, frame.x1, area.y1));
    let inside = |rule: &&Rule| rule.at > area.y0 && rule.at < area.y1 && rule.end > area.x0 && rule.start < area.x1;
    let rules: Vec<Rule> = page.rules.level.iter().filter(inside).copied().collect();
    let rivers = table.rivers.clone();
    let rows = rows::rows(lines, table.of(lines), &rules, page.ground.fills());
    laid_out(&rows, &rivers, area)
}

/// Rows and columns by their sides.
fn laid_out(rows: &[Row], rivers: &[River], area: Rect) -> Option<Table> {
    let mut xs = vec![area.x0 - SIDE];
    xs.extend(rivers.iter().map(|river| river.middle));
    xs.push(area.x1 + SIDE);
    let mut ys = vec![rows.first()?.top - SIDE];
    ys.extend(rows.windows(2).map(|pair| f64::midpoint(pair[0].bottom, pair[1].top)));
    ys.push(rows.last()?.bottom + SIDE);
    let merges = rows.iter().enumerate().flat_map(|(row, cells)| {
        let spans = cells.parts.iter().filter(|part| part.is_wide());
        spans.map(move |part| Span { first: cell(row, part.first), last: cell(row, part.last) })
    });
    let mut merges: Vec<Span> = merges.collect();
    merges.sort_unstable();
    Some(Table { xs, ys, merges })
}

/// Whether a line is the scale of a chart: numbers in even steps, which are not the years of a header.
fn is_scale(line: &Line) -> bool {
    let numbers: Option<Vec<i64>> =
        line.words.iter().map(|word| word.text.trim_end_matches('%').replace(',', "").parse().ok()).collect();
    let numbers = numbers.unwrap_or_default();
    let steps: Vec<i64> = numbers.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
    let even = steps.windows(2).all(|pair| pair[0] == pair[1]);
    numbers.len() >= AXIS_MIN && even && steps[0] != 0 && (steps[0].abs() != 1 || numbers.contains(&0))
}

/// Whether lines without a frame are a table: enough of them hold something in two columns, enough of these hold numbers,
/// and they are no list whose marks or page numbers are its only numbers.
fn is_open_table(table: &Parted) -> bool {
    let Parted { lines, values, .. } = table;
    let full = lines.iter().filter(|parts| parts.len() > 1).count();
    let states = |parts: &&Vec<Part>| parts.iter().any(|part| values[part.first] && is_value(&part.text));
    let with_values = lines.iter().filter(states).count();
    let behind = values[1..].iter().any(|is| *is);
    let is_list = values.len() == 2 && (!behind || is_contents(lines));
    full >= LINES_MIN && with_values >= LINES_MIN && is_half(with_values, full) && (behind || values[0]) && !is_list
}

/// Whether some column is running text.
fn holds_prose(table: &Parted) -> bool {
    (0..table.values.len()).any(|column| {
        let texts = texts(&table.lines, column);
        let (count, chars) = texts.fold((0, 0), |(count, chars), text| (count + 1, chars + text.chars().count()));
        chars > PROSE_CHARS * count
    })
}

/// Whether growing numbers at the ends of lines are those of pages.
fn is_contents(lines: &[Vec<Part>]) -> bool {
    let pages: Vec<Option<u32>> = texts(lines, 1).map(|text| text.parse().ok()).collect();
    let numbers: Vec<u32> = pages.iter().flatten().copied().collect();
    at_least(numbers.len(), CONTENTS, pages.len()) && numbers.is_sorted()
}

/// Whether lines in a frame are a table. Rules between most lines are as good as numbers in a column.
fn is_framed_table(table: &Parted, frame: Rect, page: &Page) -> bool {
    let Parted { lines, values, .. } = table;
    let full = lines.iter().filter(|parts| parts.len() > 1).count();
    let inside = |rule: &&Rule| {
        let within = rule.at >= frame.y0 - SIDE && rule.at <= frame.y1 + SIDE;
        within && rule.end - rule.start > FROM_SIDE_TO_SIDE * frame.width()
    };
    let rules = page.rules.level.iter().filter(inside).count();
    let is_list = values.len() == 2 && texts(lines, 0).all(is_bullet);
    full >= 2
        && at_least(full, FRAMED_FULL, lines.len())
        && !is_list
        && (values.iter().any(|is| *is) || is_half(rules, full))
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
    let width = all[start].area.width();
    // Rows that stand far apart have headers as far above them.
    let pitch = all.get(start + 1).map_or(0.0, |next| (next.base - all[start].base).min(APART * next.size));
    let mut first = start;
    while let Some((above, line)) = first.checked_sub(1).and_then(|above| Some((above, all.get(above)?))) {
        let below = &all[first];
        let furthest = (HEADER_PITCH * below.size.max(line.size)).max(HEADER_ROW_PITCH * pitch);
        let closes = |rule: &Rule| {
            rule.at > line.base && rule.at < below.base && rule.end - rule.start > FROM_SIDE_TO_SIDE * width
        };
        let is_cut_off = page.rules.level.iter().any(closes);
        let over = rivers.first().is_some_and(|river| line.area.x0 > river.start);
        let is_header = is_gapped(line) || over && !is_cut_off;
        if below.base - line.base >= furthest || !is_header || start - first >= HEADER_LINES_MAX {
            break;
        }
        first = above;
    }
    first
}
