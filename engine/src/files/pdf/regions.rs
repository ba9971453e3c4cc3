//! Which lines of a page may be tables: those between level rules, and runs of lines with gaps in each column of running
//! text. What they hold is not looked at.

use std::ops::Range;

use hayro_interpret::kurbo::Rect;

use super::columns::{River, at_least, gapped, gaps, is_gapped, is_half, rivers, usual_size};
use super::lines::Line;
use super::page::Page;
use super::rules::{FRAME_RULES, SAME_PLACE};

/// Lines further apart than this many type sizes do not belong to one table, unless a frame holds them together.
/// Measured: 2.4 changes `m27.pdf`; 4.26 changes nothing.
pub(super) const APART: f64 = 3.2;
/// Lines without gaps that may stand between the rows of a table, such as headings.
/// Measured: 3 changes `cs-en-us-pbms.pdf`; 1 changes nothing.
const BETWEEN_MAX: usize = 2;
/// The part of its rivers that a table keeps over all of its lines: in wide ones, a long text here and there covers one.
/// Measured: 0.6 changes `m27.pdf`; 1.06 changes `m27.pdf`.
const SAME_RIVERS: f64 = 0.8;
/// Fewest lines of a table without a frame that hold something in two columns.
/// Measured: 2 changes `npe_issue_206.pdf`, `pdf_charspace2.pdf`; 4 changes `Regulator_Filing_FY2021.pdf`, `m27.pdf`,
/// `线损报送_2021财年.pdf`.
pub(super) const LINES_MIN: usize = 3;
/// Columns of running text in one page, counted in halves: four columns.
/// Measured: nothing changes at 1 or 3, nor at half or twice as much.
const HALVES_MAX: usize = 2;
/// One line in so many may write across the gutter between two columns of running text.
/// Measured: nothing changes at 6 or 11, nor at half or twice as much.
const ONE_ACROSS_GUTTER_IN: usize = 8;
/// The width of a gutter, and the least width of a column of running text, in type sizes: its lines hold some forty
/// letters, half an em each, and fewer in narrow columns.
/// Measured: nothing changes at 0.75 or 1.33, nor at half or twice as much.
const GUTTER: f64 = 1.0;
/// The least width of a column of running text.
/// Measured: nothing changes at 10.5 or 18.6.
const TEXT_WIDTH: f64 = 14.0;
/// A line that fills this part of the widest one is a full line of running text; so many of them, and this part of the lines.
/// Measured: 0.931 changes `us-007.pdf`; 0.525 changes nothing.
const FULL_LINE: f64 = 0.7;
/// Wide gaps in this part of the lines are the gaps of a table.
/// Measured: nothing changes at 0.225 or 0.399.
const GAPPED_LINES: f64 = 0.3;

/// The areas of tables between level rules of the same length. Where two or more lines of running text stand between two
/// of the rules, one table ends and another begins.
pub(super) fn frames(page: &Page, lines: &[Line]) -> Vec<Rect> {
    let mut found = Vec::new();
    for group in page.rules.level_groups() {
        let mut open: Option<(Rect, usize)> = None;
        for pair in group.windows(2) {
            let strip = Rect::new(pair[0].start - SAME_PLACE, pair[0].at, pair[0].end + SAME_PLACE, pair[1].at);
            let near = lines.iter().filter(|line| line.area.y1 >= strip.y0 && line.area.y0 <= strip.y1);
            let inside = near.filter_map(|line| line.part(|word| strip.contains(word.area.center())));
            let inside: Vec<Line> = inside.collect();
            if inside.len() > 1 && !inside.iter().any(is_gapped) {
                found.extend(open.take());
                continue;
            }
            open = Some(open.map_or((strip, 2), |(area, rules)| (area.union(strip), rules + 1)));
        }
        found.extend(open);
    }
    found.into_iter().filter(|(_, rules)| *rules >= FRAME_RULES).map(|(area, _)| area).collect()
}

/// The lines of each column of running text; all lines at once where there is one column.
pub(super) fn regions(lines: Vec<Line>) -> Vec<Vec<Line>> {
    halves(lines, HALVES_MAX)
}

fn halves(lines: Vec<Line>, depth: usize) -> Vec<Vec<Line>> {
    let Some(river) = (depth > 0).then(|| gutter(&lines)).flatten() else {
        return vec![lines];
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for line in lines {
        if line.words.iter().any(|word| word.area.x0 < river.start && word.area.x1 > river.end) {
            // A heading over all columns parts them; it belongs to the first one.
            left.extend(Line::of(line.words));
            continue;
        }
        let (before, after) = line.words.into_iter().partition(|word| word.middle() < river.middle);
        left.extend(Line::of(before));
        right.extend(Line::of(after));
    }
    let mut found = halves(left, depth - 1);
    found.extend(halves(right, depth - 1));
    found
}

/// The river between two columns of running text.
fn gutter(lines: &[Line]) -> Option<River> {
    let size = usual_size(lines);
    let all: Vec<&Line> = lines.iter().collect();
    gaps(&all, lines.len() / ONE_ACROSS_GUTTER_IN, GUTTER * size).into_iter().find(|river| {
        [true, false].into_iter().all(|left| {
            let own = lines.iter().filter_map(|line| line.part(|word| (word.middle() < river.middle) == left));
            let own: Vec<Line> = own.collect();
            let widest = own.iter().map(|line| line.area.width()).fold(0.0, f64::max);
            let full = own.iter().filter(|line| line.area.width() > FULL_LINE * widest).count();
            widest > TEXT_WIDTH * size
                && is_half(full, own.len())
                && !at_least(gapped(&own).len(), GAPPED_LINES, own.len())
        })
    })
}

/// Runs of lines that may be tables: lines with gaps, and up to two lines without between them. Where another table begins,
/// with columns of its own, another run does.
pub(super) fn blocks(lines: &[Line]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for index in (0..lines.len()).filter(|index| is_gapped(&lines[*index])) {
        let goes_on = found.last().is_some_and(|block| {
            let between = &lines[block.end - 1..=index];
            let near = |pair: &[Line]| pair[1].base - pair[0].base < APART * pair[0].size.max(pair[1].size);
            index - block.end <= BETWEEN_MAX && between.windows(2).all(near)
        });
        match found.last_mut() {
            Some(block) if goes_on => block.end = index + 1,
            _ => found.push(index..index + 1),
        }
    }
    found.into_iter().flat_map(|block| by_columns(lines, block)).collect()
}

/// Parts a block where another table begins, with columns of its own.
fn by_columns(lines: &[Line], block: Range<usize>) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for index in block.filter(|index| is_gapped(&lines[*index])) {
        match runs.last_mut() {
            Some(run) if run.end == index => run.end = index + 1,
            _ => runs.push(index..index + 1),
        }
    }
    let columns = |range: Range<usize>| rivers(&gapped(&lines[range])).len();
    let mut found = Vec::new();
    let mut open: Option<Range<usize>> = None;
    for run in runs {
        let fits = open.as_ref().is_some_and(|open| {
            let long = [open.clone(), run.clone()].into_iter().filter(|part| part.len() >= LINES_MIN);
            at_least(columns(open.start..run.end), SAME_RIVERS, long.map(columns).max().unwrap_or(1))
        });
        match &mut open {
            Some(open) if fits => open.end = run.end,
            _ => found.extend(open.replace(run)),
        }
    }
    found.extend(open);
    found
}

/// Whether lines hold several tables, of which some have more columns than all of them have together.
pub(super) fn blocks_differ(lines: &[Line]) -> bool {
    let blocks: Vec<Range<usize>> = blocks(lines).into_iter().filter(|block| block.len() >= LINES_MIN).collect();
    let columns = |lines: &[Line]| rivers(&gapped(lines)).len();
    blocks.len() > 1 && {
        let together = columns(lines);
        blocks.into_iter().any(|block| columns(&lines[block]) > together + 1)
    }
}
